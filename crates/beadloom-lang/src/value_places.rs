//! Where in a tree of each language names stand that are read as values.

use beadloom_model::LanguageId;

/// What a name is where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Read.
    Value,
    /// Bound: in a function it means nothing outside.
    Bind,
    /// Neither: what is defined, labels, what is read as something else.
    Skip,
    /// The key of an element of a literal, or its value.
    Element,
}

/// What a name alone may stand for that the file neither defines nor imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bare {
    /// Something of another file.
    Anywhere,
    /// Likewise where it begins with a capital: others are fields.
    Capital,
    /// Nothing, unless a module is imported with all that it has.
    Known,
}

/// Whether a name alone may stand for what the file does not define or import.
pub(crate) fn may_be_elsewhere(name: &str, bare: Bare) -> bool {
    match bare {
        Bare::Anywhere => true,
        Bare::Capital => name.starts_with(char::is_uppercase),
        Bare::Known => false,
    }
}

/// What stands behind the dot of a value that is not called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dotted {
    /// A member that may be a definition: a property, a method that is passed on.
    Member,
    /// A field, which is none; behind a type or module a constant.
    Field,
    /// A field, whatever stands before it.
    FieldAlways,
}

/// A kind of node and the field of it that a name stands in: `""` for none, `*` for any.
type In = (&'static str, &'static str);

/// How values are told in a language.
pub(crate) struct ValueRules {
    /// Kinds of leaves that are names.
    pub(crate) names: &'static [&'static str],
    /// Kinds of leaves that are names behind another alone.
    pub(crate) members: &'static [&'static str],
    /// Kinds of nodes in which nothing is a value.
    pub(crate) closed: &'static [&'static str],
    /// Where names are bound.
    pub(crate) binds: &'static [In],
    /// Where names are neither bound nor read.
    pub(crate) skips: &'static [In],
    /// Likewise within the third kind.
    pub(crate) apart: &'static [(&'static str, &'static str, &'static str)],
    /// Elements of literals.
    pub(crate) elements: &'static [In],
    /// What stands between a name and its member; the longest first.
    pub(crate) separators: &'static [&'static str],
    /// The value or type around.
    pub(crate) this: &'static [&'static str],
    pub(crate) bare: Bare,
    pub(crate) dotted: Dotted,
    /// Paths begin with what the file defines or imports.
    pub(crate) known_heads: bool,
    /// Names in patterns that begin with a capital are read.
    pub(crate) capital_patterns: bool,
    /// Kinds of leaves that are types or namespaces: types begin with a capital.
    pub(crate) capital_heads: &'static [&'static str],
    /// What stands before `=` in a list is a label.
    pub(crate) labels: bool,
    /// Members of `this` stand in the file, where its type inherits nothing.
    pub(crate) own_members: bool,
}

const PLAIN: ValueRules = ValueRules {
    names: &["identifier"],
    members: &[],
    closed: &[],
    binds: &[],
    skips: &[],
    apart: &[],
    elements: &[],
    separators: &["."],
    this: &["this"],
    bare: Bare::Anywhere,
    dotted: Dotted::Member,
    known_heads: false,
    capital_patterns: false,
    capital_heads: &[],
    labels: false,
    own_members: true,
};

/// How values are told in a language; `None` where they are not.
pub(crate) fn value_rules(language: LanguageId) -> Option<&'static ValueRules> {
    Some(match language {
        LanguageId::Python => &PYTHON,
        LanguageId::TypeScript | LanguageId::JavaScript => &ECMA,
        LanguageId::Go => &GO,
        LanguageId::Rust => &RUST,
        LanguageId::Java => &JAVA,
        LanguageId::C | LanguageId::Cpp => &C,
        LanguageId::Kotlin => &KOTLIN,
        LanguageId::CSharp => &CSHARP,
        LanguageId::Ruby => &RUBY,
        LanguageId::Swift => &SWIFT,
        LanguageId::Scala => &SCALA,
        LanguageId::Php => &PHP,
        LanguageId::Lua => &LUA,
        LanguageId::Elixir => &ELIXIR,
        LanguageId::Zig => &ZIG,
        LanguageId::Haskell => &HASKELL,
        LanguageId::Bash => &BASH,
        _ => return None,
    })
}

/// Visitors bind what functions bind, so that names in patterns are only passed over.
static PYTHON: ValueRules = ValueRules {
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
    bare: Bare::Known,
    known_heads: true,
    ..PLAIN
};

pub(crate) static ECMA: ValueRules = ValueRules {
    names: &["identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"],
    members: &["property_identifier", "private_property_identifier"],
    closed: &[
        "import_statement",
        "import_alias",
        "export_clause",
        "namespace_export",
        "import_require_clause",
        "jsx_closing_element",
        "type_predicate",
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
        ("export_statement", "*"),
        ("jsx_namespace_name", "*"),
        ("jsx_attribute", "*"),
    ],
    this: &["this"],
    bare: Bare::Known,
    known_heads: true,
    ..PLAIN
};

static GO: ValueRules = ValueRules {
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
    ..PLAIN
};

static RUST: ValueRules = ValueRules {
    names: &["identifier", "shorthand_field_identifier"],
    members: &["field_identifier"],
    closed: &[
        "use_declaration",
        "extern_crate_declaration",
        "visibility_modifier",
        "macro_definition",
        "attribute_item",
        "inner_attribute_item",
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
    ],
    separators: &["::", "."],
    this: &["self", "Self"],
    bare: Bare::Known,
    dotted: Dotted::FieldAlways,
    capital_patterns: true,
    ..PLAIN
};

static JAVA: ValueRules = ValueRules {
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
    dotted: Dotted::Field,
    ..PLAIN
};

static C: ValueRules = ValueRules {
    names: &["identifier", "namespace_identifier"],
    capital_heads: &["namespace_identifier"],
    closed: &[
        "preproc_include",
        "using_declaration",
        "attribute_specifier",
        "attribute_declaration",
        "ms_declspec_modifier",
        "preproc_params",
        "concept_definition",
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

static KOTLIN: ValueRules = ValueRules {
    closed: &["import", "package_header", "user_type", "type_constraints", "type_parameters"],
    binds: &[("variable_declaration", "*"), ("parameter", "*"), ("catch_block", ""), ("setter", "*")],
    skips: &[
        ("class_parameter", "*"),
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
    separators: &["::", "."],
    labels: true,
    own_members: false,
    ..PLAIN
};

static CSHARP: ValueRules = ValueRules {
    closed: &[
        "using_directive",
        "qualified_name",
        "alias_qualified_name",
        "type_argument_list",
        "type_parameter_list",
        "type_parameter_constraints_clause",
        "base_list",
        "explicit_interface_specifier",
        "nullable_type",
        "array_type",
        "pointer_type",
        "ref_type",
        "tuple_type",
        "typeof_expression",
    ],
    binds: &[
        ("variable_declarator", "name"),
        ("parameter", "name"),
        ("parameter_list", "name"),
        ("bracketed_parameter_list", "name"),
        ("foreach_statement", "left"),
        ("catch_declaration", "name"),
        ("declaration_expression", "name"),
        ("declaration_pattern", "name"),
        ("from_clause", "name"),
        ("let_clause", ""),
        ("join_into_clause", "*"),
        ("recursive_pattern", "name"),
        ("var_pattern", "name"),
        ("list_pattern", "name"),
        ("parenthesized_variable_designation", "name"),
        ("tuple_pattern", "name"),
    ],
    skips: &[
        ("class_declaration", "name"),
        ("interface_declaration", "name"),
        ("enum_declaration", "name"),
        ("struct_declaration", "name"),
        ("record_declaration", "name"),
        ("delegate_declaration", "name"),
        ("method_declaration", "name"),
        ("constructor_declaration", "name"),
        ("destructor_declaration", "name"),
        ("property_declaration", "name"),
        ("event_declaration", "name"),
        ("local_function_statement", "name"),
        ("enum_member_declaration", "name"),
        ("namespace_declaration", "name"),
        ("file_scoped_namespace_declaration", "name"),
        ("accessor_declaration", "name"),
        ("argument", "name"),
        ("attribute_argument", "name"),
        ("attribute", "name"),
        ("tuple_element", "name"),
        ("type_parameter", "name"),
        ("generic_name", "*"),
        ("labeled_statement", "*"),
        ("goto_statement", "*"),
        ("as_expression", "right"),
        ("is_expression", "right"),
        ("cast_expression", "type"),
        ("object_creation_expression", "type"),
        ("variable_declaration", "type"),
        ("parameter", "type"),
        ("method_declaration", "returns"),
        ("property_declaration", "type"),
        ("declaration_pattern", "type"),
        ("declaration_expression", "type"),
        ("recursive_pattern", "type"),
        ("default_expression", "type"),
        ("foreach_statement", "type"),
        ("catch_declaration", "type"),
        ("local_function_statement", "type"),
        ("subpattern", ""),
    ],
    apart: &[("assignment_expression", "left", "initializer_expression")],
    this: &["this"],
    bare: Bare::Capital,
    labels: true,
    own_members: false,
    ..PLAIN
};

/// Names that begin small are calls without arguments, which its visitor reports.
static RUBY: ValueRules = ValueRules {
    names: &["constant"],
    closed: &["superclass"],
    skips: &[
        ("class", "name"),
        ("module", "name"),
        ("method", "name"),
        ("singleton_method", "name"),
        ("assignment", "left"),
        ("call", "method"),
        ("operator_assignment", "left"),
        ("left_assignment_list", "*"),
        ("pair", "key"),
    ],
    apart: &[
        ("scope_resolution", "*", "class"),
        ("scope_resolution", "*", "module"),
        ("scope_resolution", "name", "assignment"),
    ],
    separators: &["::", "&.", "."],
    this: &["self"],
    ..PLAIN
};

static SWIFT: ValueRules = ValueRules {
    names: &["simple_identifier"],
    closed: &["import_declaration", "user_type", "inheritance_specifier", "type_parameters"],
    binds: &[
        ("pattern", "*"),
        ("parameter", "*"),
        ("lambda_parameter", "*"),
        ("if_statement", "bound_identifier"),
        ("guard_statement", "bound_identifier"),
        ("while_statement", "bound_identifier"),
        ("repeat_while_statement", "bound_identifier"),
    ],
    skips: &[
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
    own_members: false,
    ..PLAIN
};

static SCALA: ValueRules = ValueRules {
    closed: &[
        "import_declaration",
        "package_clause",
        "export_declaration",
        "type_parameters",
        "extends_clause",
    ],
    binds: &[
        ("val_definition", "pattern"),
        ("var_definition", "pattern"),
        ("parameter", "name"),
        ("binding", "name"),
        ("lambda_expression", "parameters"),
        ("case_clause", "pattern"),
        ("typed_pattern", "pattern"),
        ("capture_pattern", "name"),
        ("tuple_pattern", "*"),
        ("case_class_pattern", "pattern"),
        ("alternative_pattern", "*"),
        ("identifiers", "*"),
        ("self_type", "*"),
        ("named_pattern", "*"),
    ],
    skips: &[
        ("class_parameter", "name"),
        ("class_definition", "name"),
        ("object_definition", "name"),
        ("trait_definition", "name"),
        ("enum_definition", "name"),
        ("full_enum_case", "name"),
        ("simple_enum_case", "name"),
        ("function_definition", "name"),
        ("function_declaration", "name"),
        ("given_definition", "name"),
        ("val_declaration", "name"),
        ("var_declaration", "name"),
        ("package_object", "name"),
        ("package_identifier", "*"),
        ("interpolated_string_expression", "interpolator"),
        ("infix_expression", "operator"),
        ("infix_pattern", "operator"),
        ("infix_type", "*"),
        ("name_and_type", "name"),
        ("named_type_argument", "name"),
        ("context_bound", "*"),
        ("singleton_type", "*"),
        ("stable_type_identifier", "*"),
        ("access_qualifier", "*"),
    ],
    apart: &[("assignment_expression", "left", "arguments")],
    capital_patterns: true,
    own_members: false,
    ..PLAIN
};

static PHP: ValueRules = ValueRules {
    names: &["name"],
    closed: &[
        "namespace_use_declaration",
        "use_declaration",
        "namespace_definition",
        "base_clause",
        "class_interface_clause",
        "named_type",
        "variable_name",
    ],
    skips: &[
        ("function_definition", "name"),
        ("class_declaration", "name"),
        ("interface_declaration", "name"),
        ("trait_declaration", "name"),
        ("enum_declaration", "name"),
        ("enum_case", "name"),
        ("method_declaration", "name"),
        ("argument", "name"),
        ("member_access_expression", "name"),
        ("nullsafe_member_access_expression", "name"),
        ("member_call_expression", "name"),
        ("nullsafe_member_call_expression", "name"),
        ("scoped_call_expression", "name"),
        ("namespace_name", "*"),
        ("goto_statement", "*"),
        ("named_label_statement", "*"),
        ("property_hook", ""),
    ],
    separators: &["::", "?->", "->", "\\"],
    this: &["self", "static", "$this"],
    own_members: false,
    ..PLAIN
};

static LUA: ValueRules = ValueRules {
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
    ..PLAIN
};

/// Its visitor reports captures and attributes: other names are variables or calls.
static ELIXIR: ValueRules = ValueRules { names: &[], this: &["__MODULE__"], own_members: false, ..PLAIN };

static ZIG: ValueRules = ValueRules {
    binds: &[("payload", "*"), ("parameter", "name")],
    skips: &[
        ("container_field", "name"),
        ("function_declaration", "name"),
        ("function_signature", "name"),
        ("block_label", "*"),
        ("break_label", "*"),
        ("error_set_declaration", "*"),
        ("enum_declaration", "*"),
        ("calling_convention", "*"),
    ],
    this: &["self", "Self"],
    bare: Bare::Known,
    ..PLAIN
};

static HASKELL: ValueRules = ValueRules {
    names: &["variable", "constructor"],
    closed: &[
        "header",
        "import",
        "signature",
        "data_type",
        "newtype",
        "type_synomym",
        "class",
        "type_family",
        "type_instance",
        "deriving",
        "deriving_instance",
        "context",
        "type_params",
        "exports",
    ],
    binds: &[
        ("patterns", "*"),
        ("bind", "pattern"),
        ("generator", "pattern"),
        ("alternative", "pattern"),
        ("pattern_guard", "pattern"),
        ("as", "bind"),
        ("as", "pattern"),
        ("field_pattern", "*"),
        ("strict", "pattern"),
        ("irrefutable", "pattern"),
    ],
    skips: &[
        ("function", "name"),
        ("bind", "name"),
        ("field_name", "*"),
        ("data_constructor", "*"),
        ("prefix", "name"),
        ("gadt_constructor", "name"),
        ("newtype_constructor", "name"),
        ("binding_list", "*"),
        ("module_id", "*"),
    ],
    capital_patterns: true,
    bare: Bare::Anywhere,
    ..PLAIN
};

static BASH: ValueRules = ValueRules {
    names: &["variable_name"],
    skips: &[
        ("variable_assignment", "name"),
        ("declaration_command", "*"),
        ("unset_command", "*"),
        ("for_statement", "variable"),
        ("c_style_for_statement", "*"),
    ],
    separators: &[],
    this: &[],
    bare: Bare::Anywhere,
    ..PLAIN
};
