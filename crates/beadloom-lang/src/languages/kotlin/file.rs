//! A file of Kotlin, as far as the walk has come.

use std::collections::HashMap;
use std::ops::Range;

use crate::languages::indented::Indented;
use crate::languages::jvm::Claims;
use crate::languages::jvm::spring::{Mapping, Marker, Spring};
use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    File,
    /// A string, in which names may stand: `"$total"`.
    Template,
    /// A string over several lines.
    Multiline,
    /// Text of a string.
    Text,
    Import,
    Class,
    Object,
    Companion,
    Alias,
    Function,
    Constructor,
    Property,
    /// `init`, accessors, blocks, functions without a name: what local variables end with.
    Block,
    Setter,
    Lambda,
    /// `object : T { … }`
    ObjectLiteral,
    EnumEntry,
    Parameters,
    For,
    Catch,
    /// `when (val x = …)`
    Subject,
    TypeParameter,
    Annotation,
    AnnotatedExpression,
    Type,
    Call,
    /// `a foo b`
    Infix,
    /// `T::class`
    Navigation,
}

vocabulary! {
    kinds {
        identifier, qualified_identifier, modifiers, annotation, class_modifier, property_modifier,
        visibility_modifier, class_body, enum_class_body, type_parameters,
        primary_constructor, class_parameters, class_parameter, delegation_specifiers, delegation_specifier,
        constructor_invocation, explicit_delegation, user_type, nullable_type, parenthesized_type,
        variable_declaration, multi_variable_declaration, property_declaration,
        property_delegate, companion_object, function_value_parameters, function_body, block, getter, setter,
        lambda_parameters, parameter, call_expression, navigation_expression, this_expression,
        super_expression, unary_expression, parenthesized_expression, as_expression, string_literal,
        multiline_string_literal, type_arguments, value_arguments, value_argument, collection_literal,
        binary_expression, annotated_expression,
    }
    fields { name, r#type, argument, left, right }
}

pub(super) struct Kotlin {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Kotlin,
    pub(super) script: bool,
    pub(super) claims: Claims,
    /// Local variables whose initial value is being walked: they are not in force in it. Innermost last.
    pub(super) declared: Vec<Declared>,
    pub(super) stray: Stray,
    pub(super) spring: Spring,
    /// Constants of this file that are strings; `None` where two of them have one name. Kept only where routes
    /// may need them.
    pub(super) texts: HashMap<String, Option<String>>,
    pub(super) indented: Indented,
}

/// A local variable that is in force after its declaration.
pub(super) struct Declared {
    /// Where the declaration ends.
    pub(super) end: usize,
    /// How many scopes were open.
    pub(super) scopes: usize,
    pub(super) name: Range<usize>,
    pub(super) of: Option<Range<usize>>,
}

/// Annotations that the grammar takes for an expression, as far as they wait for their declaration.
#[derive(Default)]
pub(super) struct Stray {
    /// Where they end.
    pub(super) end: usize,
    /// The names.
    pub(super) names: Vec<Range<usize>>,
    pub(super) mappings: Vec<(Marker, Mapping)>,
}

/// A name without the backquotes that allow any characters in it.
pub(super) fn bare(name: &str) -> &str {
    name.strip_prefix('`').and_then(|name| name.strip_suffix('`')).unwrap_or(name)
}
