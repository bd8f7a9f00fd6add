//! Where names stand that are read as values.

use crate::value_places::{Bare, OwnValue, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    names: &["identifier", "shorthand_field_identifier"],
    members: &["field_identifier"],
    closed: &[
        "use_declaration", "extern_crate_declaration", "visibility_modifier", "macro_definition",
        "attribute_item", "inner_attribute_item",
    ],
    binds: &[
        ("let_declaration", "pattern"),
        ("parameter", "pattern"),
        ("closure_parameters", "*"),
        ("captured_pattern", "*"),
        ("tuple_pattern", "*"),
        ("slice_pattern", "*"),
        ("mut_pattern", "*"),
        ("ref_pattern", "*"),
        ("reference_pattern", "*"),
        ("or_pattern", "*"),
        ("field_pattern", "*"),
        ("for_expression", "pattern"),
        ("let_condition", "pattern"),
        ("match_pattern", ""),
        ("tuple_struct_pattern", ""),
        ("const_parameter", "name"),
    ],
    skips: &[
        ("const_item", "name"),
        ("static_item", "name"),
        ("function_item", "name"),
        ("function_signature_item", "name"),
        ("mod_item", "name"),
        ("enum_variant", "name"),
        ("label", "*"),
        ("lifetime", "*"),
        ("macro_invocation", "macro"),
        ("field_initializer", "field"),
        // Of values and patterns, fields are told with their type.
        ("field_pattern", "name"),
    ],
    separators: &["::", "."],
    this: &["self", "Self"],
    bare: Bare::Known,
    capital_patterns: true,
    own_values: &[
        OwnValue { kind: "block", value: "{" },
        OwnValue { kind: "if_expression", value: "{" },
        OwnValue { kind: "while_expression", value: "{" },
        OwnValue { kind: "match_arm", value: "{" },
        OwnValue { kind: "let_declaration", value: "value" },
        OwnValue { kind: "let_condition", value: "value" },
    ],
    ..PLAIN
};
