//! Where names stand that are read as values.

use crate::value_places::{PLAIN, ValueRules};

pub(super) const VALUES: ValueRules = ValueRules {
    names: &["identifier", "namespace_identifier"],
    members: &["field_identifier"],
    capital_heads: &["namespace_identifier"],
    closed: &[
        "preproc_include", "using_declaration", "attribute_specifier", "attribute_declaration",
        "ms_declspec_modifier", "preproc_params", "concept_definition",
    ],
    binds: &[
        ("parameter_declaration", "declarator"),
        ("optional_parameter_declaration", "declarator"),
        ("variadic_declarator", "*"),
        ("init_declarator", "declarator"),
        ("declaration", "declarator"),
        ("pointer_declarator", "declarator"),
        ("array_declarator", "declarator"),
        ("reference_declarator", "*"),
        ("parenthesized_declarator", "*"),
        ("attributed_declarator", "*"),
        ("for_range_loop", "declarator"),
        ("structured_binding_declarator", "*"),
        ("lambda_capture_initializer", "left"),
        ("parameter_list", "*"),
    ],
    skips: &[
        ("function_declarator", "*"),
        ("function_definition", "*"),
        ("enumerator", "name"),
        ("preproc_def", "name"),
        ("preproc_function_def", "name"),
        ("preproc_ifdef", "name"),
        ("preproc_elifdef", "name"),
        ("macro_type_specifier", "name"),
        ("labeled_statement", "*"),
        ("destructor_name", "*"),
        ("operator_name", "*"),
        ("namespace_definition", "*"),
        ("namespace_alias_definition", "*"),
        ("gnu_asm_goto_list", "*"),
    ],
    // A member that is defined outside of its type.
    apart: &[("qualified_identifier", "scope", "function_declarator")],
    separators: &["::", "->", "."],
    ..PLAIN
};
