//! Where names stand that are read as values.

use crate::value_places::{OwnValue, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    names: &["simple_identifier"],
    closed: &["import_declaration", "user_type", "inheritance_specifier", "type_parameters"],
    binds: &[
        ("pattern", "bound_identifier"),
        ("lambda_parameter", "*"),
        ("if_statement", "bound_identifier"),
        ("guard_statement", "bound_identifier"),
        ("while_statement", "bound_identifier"),
        ("repeat_while_statement", "bound_identifier"),
    ],
    skips: &[
        ("parameter", "*"),
        ("value_argument_label", "*"),
        ("capture_list_item", "name"),
        ("function_declaration", "name"),
        ("protocol_function_declaration", "name"),
        ("macro_declaration", "*"),
        ("enum_entry", "name"),
        ("call_suffix", "name"),
        ("constructor_suffix", "name"),
        ("tuple_expression", "name"),
        ("tuple_type_item", "name"),
        ("attribute", "*"),
        ("identifier", "*"),
        ("operator_declaration", "*"),
        ("precedence_group_declaration", "*"),
        ("computed_setter", "*"),
        ("willset_clause", "*"),
        ("didset_clause", "*"),
    ],
    this: &["self", "Self"],
    members_all_known: true,
    calls_make: true,
    implicit_members: true,
    own_members: false,
    own_values: &[
        OwnValue { kind: "statements", value: "{" },
        OwnValue { kind: "property_declaration", value: "=" },
        OwnValue { kind: "if_statement", value: "=" },
        OwnValue { kind: "guard_statement", value: "=" },
        OwnValue { kind: "while_statement", value: "=" },
    ],
    ..PLAIN
};
