//! Where names stand that are read as values.

use crate::value_places::{PLAIN, ValueRules};

/// Names that begin small are calls without arguments, which its visitor reports.
pub(super) const VALUES: ValueRules = ValueRules {
    names: &["constant"],
    closed: &["superclass"],
    skips: &[
        ("class", "name"),
        ("module", "name"),
        ("method", "name"),
        ("singleton_method", "name"),
        ("assignment", "left"),
        ("call", "method"),
        ("operator_assignment", "left"),
        ("left_assignment_list", "*"),
    ],
    apart: &[("scope_resolution", "*", "class"), ("scope_resolution", "*", "module")],
    separators: &["::", "&.", "."],
    this: &["self"],
    ..PLAIN
};
