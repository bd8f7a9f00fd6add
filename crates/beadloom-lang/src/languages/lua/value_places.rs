//! Where names stand that are read as values.

use crate::value_places::{OwnValue, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    binds: &[("for_numeric_clause", "name"), ("parameters", "*")],
    skips: &[
        ("variable_list", "*"),
        ("function_declaration", "name"),
        ("field", "name"),
        ("label_statement", "*"),
        ("goto_statement", "*"),
        ("attribute", "*"),
    ],
    apart: &[
        ("dot_index_expression", "*", "function_declaration"),
        ("method_index_expression", "*", "function_declaration"),
    ],
    separators: &[".", ":"],
    this: &["self"],
    own_values: &[OwnValue { kind: "variable_declaration", value: "=" }],
    ..PLAIN
};
