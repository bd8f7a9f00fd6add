//! Where names stand that are read as values.

use crate::value_places::{OwnValue, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    closed: &["import", "package_header", "user_type", "type_constraints", "type_parameters"],
    binds: &[("variable_declaration", "*"), ("parameter", "*"), ("catch_block", ""), ("setter", "*")],
    skips: &[
        ("function_declaration", "name"),
        ("class_declaration", "name"),
        ("object_declaration", "name"),
        ("companion_object", "name"),
        ("enum_entry", "*"),
        ("type_alias", "*"),
        ("this_expression", "*"),
        ("super_expression", "*"),
        ("return_expression", "label"),
        ("label", "*"),
        ("labeled_expression", "label"),
        ("annotation", "*"),
    ],
    elements: &[("class_parameter", "*")],
    separators: &["::", "."],
    labelled: &["value_argument"],
    members_all_known: true,
    calls_make: true,
    own_members: false,
    own_values: &[
        OwnValue { kind: "property_declaration", value: "=" },
        OwnValue { kind: "when_subject", value: "=" },
    ],
    ..PLAIN
};
