//! Where names stand that are read as values.

use crate::value_places::{OwnValue, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    members: &["field_identifier"],
    closed: &["import_declaration", "package_clause"],
    skips: &[
        ("const_spec", "name"),
        ("var_spec", "name"),
        ("function_declaration", "name"),
        ("parameter_declaration", "name"),
        ("variadic_parameter_declaration", "name"),
        ("type_parameter_declaration", "name"),
        ("labeled_statement", "*"),
    ],
    elements: &[("literal_element", "")],
    this: &[],
    own_values: &[
        OwnValue { kind: "block", value: "{" },
        OwnValue { kind: "if_statement", value: "{" },
        OwnValue { kind: "for_statement", value: "{" },
        OwnValue { kind: "expression_switch_statement", value: "{" },
        OwnValue { kind: "expression_case", value: "{" },
        OwnValue { kind: "default_case", value: "{" },
        OwnValue { kind: "communication_case", value: "{" },
        OwnValue { kind: "short_var_declaration", value: "right" },
        OwnValue { kind: "var_spec", value: "value" },
        OwnValue { kind: "const_spec", value: "value" },
        OwnValue { kind: "range_clause", value: "right" },
        OwnValue { kind: "receive_statement", value: "right" },
        OwnValue { kind: "type_switch_statement", value: "value" },
    ],
    ..PLAIN
};
