//! Where names stand that are read as values.

use crate::value_places::{Bare, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    names: &["variable", "constructor"],
    closed: &[
        "header", "import", "signature", "data_type", "newtype", "type_synomym", "class", "type_family",
        "type_instance", "deriving", "deriving_instance", "context", "type_params", "exports",
    ],
    binds: &[
        ("patterns", "*"),
        ("bind", "pattern"),
        ("generator", "pattern"),
        ("alternative", "pattern"),
        ("pattern_guard", "pattern"),
        ("as", "bind"),
        ("as", "pattern"),
        ("field_pattern", "*"),
        ("strict", "pattern"),
        ("irrefutable", "pattern"),
    ],
    skips: &[
        ("function", "name"),
        ("bind", "name"),
        ("field_name", "*"),
        ("data_constructor", "*"),
        ("prefix", "name"),
        ("gadt_constructor", "name"),
        ("newtype_constructor", "name"),
        ("binding_list", "*"),
        ("module_id", "*"),
    ],
    capital_patterns: true,
    bare: Bare::Anywhere,
    ..PLAIN
};
