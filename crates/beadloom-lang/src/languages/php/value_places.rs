//! Where names stand that are read as values.

use crate::value_places::{PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    names: &["name"],
    closed: &[
        "namespace_use_declaration", "use_declaration", "namespace_definition", "base_clause",
        "class_interface_clause", "named_type", "variable_name",
    ],
    skips: &[
        ("function_definition", "name"),
        ("class_declaration", "name"),
        ("interface_declaration", "name"),
        ("trait_declaration", "name"),
        ("enum_declaration", "name"),
        ("enum_case", "name"),
        ("method_declaration", "name"),
        ("argument", "name"),
        ("member_call_expression", "name"),
        ("nullsafe_member_call_expression", "name"),
        ("scoped_call_expression", "name"),
        ("namespace_name", "*"),
        ("goto_statement", "*"),
        ("named_label_statement", "*"),
        ("property_hook", ""),
    ],
    separators: &["::", "?->", "->", "\\"],
    this: &["self", "static", "$this"],
    above: &["parent"],
    own_members: false,
    ..PLAIN
};
