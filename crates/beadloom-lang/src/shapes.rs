//! Kinds of nodes, by what they are to who compares texts by their structure.

use tree_sitter::Language;

/// What a kind of node is to who compares by structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Other,
    /// Ends with its line or a semicolon.
    Statement,
    /// Made of several expressions: which ones is seen by where it begins.
    Operand,
    /// Parentheses around one expression.
    Parentheses,
    /// A tuple, a list of resources or of imported names: its parentheses may be left out in some places.
    Enclosed,
    /// Braces: around one expression they may be left out in some places.
    Block,
    /// A string whose quotes are tokens of their own.
    Quoted,
    /// Text of a string beside the expressions in it.
    Content,
    /// Words before a definition that say how it is declared.
    Modifiers,
    /// What a language lets one write in two ways.
    Variant,
}

/// The shape of every kind of node, by kind id.
pub(crate) fn shapes(language: &Language) -> Vec<Shape> {
    let shape = |id: usize| {
        let id = u16::try_from(id).unwrap_or(0);
        if language.node_kind_is_named(id) {
            shape_of(language.node_kind_for_id(id).unwrap_or(""))
        } else {
            Shape::Other
        }
    };
    (0..language.node_kind_count()).map(shape).collect()
}

/// Made of several expressions or types.
const OPERANDS: &[&str] = &[
    "binary_expression",
    "binary_operator",
    "boolean_operator",
    "comparison_operator",
    "ternary_expression",
    "conditional_expression",
    "assignment_expression",
    "augmented_assignment_expression",
    "update_expression",
    "call_expression",
    "call",
    "member_expression",
    "attribute",
    "subscript_expression",
    "subscript",
    "sequence_expression",
    "as_expression",
    "satisfies_expression",
    "non_null_expression",
    "arrow_function",
    "function_expression",
    "generator_function",
    "class",
    "object",
    "lambda",
    "named_expression",
    "generator_expression",
    "concatenated_string",
    "instantiation_expression",
    "union_type",
    "intersection_type",
    "function_type",
    "constructor_type",
    "conditional_type",
    "array_type",
    "lookup_type",
    "index_type_query",
    "type_query",
    "infer_type",
    "readonly_type",
    "generic_type",
    "member_type",
];

/// What ends with its line or a semicolon.
const STATEMENTS: &[&str] = &[
    "expression_statement",
    "variable_declaration",
    "lexical_declaration",
    "return_statement",
    "throw_statement",
    "break_statement",
    "continue_statement",
    "debugger_statement",
    "if_statement",
    "for_statement",
    "for_in_statement",
    "while_statement",
    "do_statement",
    "switch_statement",
    "try_statement",
    "labeled_statement",
    "empty_statement",
    "import_statement",
    "export_statement",
    "function_declaration",
    "generator_function_declaration",
    "class_declaration",
    "abstract_class_declaration",
    "interface_declaration",
    "enum_declaration",
    "type_alias_declaration",
    "ambient_declaration",
    "internal_module",
    "module",
    "function_signature",
    "method_definition",
    "field_definition",
    "public_field_definition",
    "class_static_block",
    "method_signature",
    "abstract_method_signature",
    "property_signature",
    "index_signature",
    "call_signature",
    "construct_signature",
];

/// What languages let one write in two ways.
const VARIANTS: &[&str] = &[
    "parameter_list", "var_declaration", "const_declaration", "type_declaration", "composite_literal",
    "range_clause", "statement_list", "pair", "if_expression", "when_entry", "function_body",
    "foreach_statement", "else_clause", "else_if_clause", "use_declaration", "array_creation_expression",
    "object_creation_expression", "new_expression", "method_declaration", "property_declaration",
    // Java and C.
    "enhanced_for_statement", "for_range_loop", // Swift.
    "tuple_expression", "user_type", "computed_property", "call_suffix", // Lua and Elixir.
    "arguments",   // Ruby.
    "method_parameters", "begin", "body_statement", "block_body", "then", "do", "else",
    "parenthesized_statements", "do_block", "string_array", "symbol_array", "unary",
    // PHP.
    "cast_type", "list_literal",
];

/// Text of strings.
const CONTENTS: &[&str] = &[
    "string_content", "string_fragment", "string_text", "string_literal_content", "interpolation_text",
    "line_str_text", "multi_line_str_text", "heredoc_content", "heredoc_body", "regex_pattern",
    "escape_sequence",
];

/// Words before a definition.
const MODIFIERS: &[&str] = &[
    "modifiers", "modifier", "visibility_modifier", "static_modifier", "abstract_modifier", "final_modifier",
    "readonly_modifier",
];

fn shape_of(kind: &str) -> Shape {
    match kind {
        "string" => Shape::Quoted,
        "block" | "match_block" => Shape::Block,
        "parenthesized_expression" | "parenthesized_type" => Shape::Parentheses,
        "tuple" | "tuple_pattern" | "with_clause" | "import_from_statement" => Shape::Enclosed,
        _ if OPERANDS.contains(&kind) => Shape::Operand,
        _ if STATEMENTS.contains(&kind) => Shape::Statement,
        _ if VARIANTS.contains(&kind) => Shape::Variant,
        _ if CONTENTS.contains(&kind) => Shape::Content,
        _ if MODIFIERS.contains(&kind) => Shape::Modifiers,
        _ => Shape::Other,
    }
}
