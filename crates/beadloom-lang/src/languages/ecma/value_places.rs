//! Where names stand that are read as values.

use crate::value_places::{Bare, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    names: &["identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"],
    members: &["property_identifier", "private_property_identifier"],
    closed: &[
        "import_statement", "import_alias", "export_clause", "namespace_export", "import_require_clause",
        "jsx_closing_element", "type_predicate",
    ],
    binds: &[
        ("formal_parameters", "*"),
        ("required_parameter", "pattern"),
        ("optional_parameter", "pattern"),
        ("rest_pattern", "*"),
        ("array_pattern", "*"),
        ("object_pattern", "*"),
        ("pair_pattern", "value"),
        ("assignment_pattern", "left"),
        ("object_assignment_pattern", "left"),
        ("catch_clause", "parameter"),
        ("arrow_function", "parameter"),
        ("for_in_statement", "left"),
    ],
    skips: &[
        ("variable_declarator", "name"),
        ("function_declaration", "name"),
        ("function_expression", "name"),
        ("function_signature", "name"),
        ("generator_function", "name"),
        ("generator_function_declaration", "name"),
        ("class_declaration", "name"),
        ("class", "name"),
        ("enum_declaration", "name"),
        ("enum_assignment", "name"),
        ("module", "name"),
        ("internal_module", "name"),
        ("labeled_statement", "label"),
        ("break_statement", "label"),
        ("continue_statement", "label"),
        ("asserts", "*"),
        ("index_signature", "name"),
        ("jsx_namespace_name", "*"),
        ("jsx_attribute", "*"),
    ],
    this: &["this"],
    bare: Bare::Known,
    known_heads: true,
    ..PLAIN
};
