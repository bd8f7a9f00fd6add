//! Where names stand that are read as values.

use crate::value_places::{Bare, OwnValue, PLAIN, ValueRules};

/// Visitors bind what functions bind, so that names in patterns are only passed over.
pub(super) const VALUES: ValueRules = ValueRules {
    closed: &["import_statement", "import_from_statement", "future_import_statement", "type"],
    skips: &[
        ("parameters", "*"),
        ("lambda_parameters", "*"),
        ("default_parameter", "name"),
        ("typed_parameter", ""),
        ("typed_default_parameter", "name"),
        ("list_splat_pattern", "*"),
        ("dictionary_splat_pattern", "*"),
        ("pattern_list", "*"),
        ("tuple_pattern", "*"),
        ("list_pattern", "*"),
        ("for_statement", "left"),
        ("for_in_clause", "left"),
        ("assignment", "left"),
        ("named_expression", "name"),
        ("as_pattern_target", "*"),
        ("except_clause", "alias"),
        ("splat_pattern", "*"),
        ("keyword_argument", "name"),
        ("keyword_pattern", ""),
        ("function_definition", "name"),
        ("class_definition", "name"),
        ("global_statement", "*"),
        ("nonlocal_statement", "*"),
    ],
    this: &["self", "cls"],
    calls_make: true,
    bare: Bare::Known,
    known_heads: true,
    own_values: &[OwnValue { kind: "assignment", value: "right" }],
    ..PLAIN
};
