//! Where names stand that are read as values.

use crate::value_places::{Bare, PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    closed: &["import_declaration", "package_declaration", "module_declaration"],
    binds: &[
        ("formal_parameter", "name"),
        ("variable_declarator", "name"),
        ("catch_formal_parameter", "name"),
        ("enhanced_for_statement", "name"),
        ("inferred_parameters", "*"),
        ("lambda_expression", "parameters"),
        ("resource", "name"),
        ("record_pattern_component", "*"),
        ("type_pattern", "*"),
        ("instanceof_expression", "name"),
    ],
    skips: &[
        ("annotation", "name"),
        ("marker_annotation", "name"),
        ("annotation_type_declaration", "name"),
        ("annotation_type_element_declaration", "name"),
        ("class_declaration", "name"),
        ("interface_declaration", "name"),
        ("enum_declaration", "name"),
        ("record_declaration", "name"),
        ("method_declaration", "name"),
        ("constructor_declaration", "name"),
        ("compact_constructor_declaration", "name"),
        ("enum_constant", "name"),
        ("element_value_pair", "key"),
        ("labeled_statement", "*"),
        ("break_statement", "*"),
        ("continue_statement", "*"),
    ],
    separators: &["::", "."],
    bare: Bare::Capital,
    ..PLAIN
};
