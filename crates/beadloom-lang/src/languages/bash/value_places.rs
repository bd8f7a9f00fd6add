//! Where names stand that are read as values.

use crate::value_places::{Bare, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    names: &["variable_name"],
    skips: &[
        ("variable_assignment", "name"),
        ("declaration_command", "*"),
        ("unset_command", "*"),
        ("for_statement", "variable"),
        ("c_style_for_statement", "*"),
    ],
    separators: &[],
    this: &[],
    bare: Bare::Anywhere,
    ..PLAIN
};
