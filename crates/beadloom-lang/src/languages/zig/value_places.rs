//! Where names stand that are read as values.

use crate::value_places::{Bare, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    binds: &[("payload", "*"), ("parameter", "name")],
    skips: &[
        ("container_field", "name"),
        ("function_declaration", "name"),
        ("function_signature", "name"),
        ("block_label", "*"),
        ("break_label", "*"),
        ("error_set_declaration", "*"),
        ("enum_declaration", "*"),
        ("calling_convention", "*"),
    ],
    this: &["self", "Self"],
    bare: Bare::Known,
    ..PLAIN
};
