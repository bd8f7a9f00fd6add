//! A file of Rust, as far as the walk has come.

use std::collections::HashSet;
use std::ops::Range;

use beadloom_model::SymbolKind;

use super::routes::Web;
use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    File,
    Attribute,
    Function,
    Closure,
    /// Kind, form, and whether the definition has members of its own.
    Item(SymbolKind, &'static str),
    Value(&'static str),
    Macro,
    Impl,
    Module,
    Use,
    ExternCrate,
    InnerAttribute,
    Field,
    Variant,
    TupleFields,
    Let,
    Arm,
    For,
    TypeName,
    ScopedType,
    /// The name of an associated type, in a trait or in `Iterator<Item = T>`.
    /// `Item = u8` among type arguments.
    TypeBinding,
    /// A value or a pattern that writes the fields of a struct out.
    Literal,
    Call,
    Invocation,
    TokenTree,
}

vocabulary! {
    kinds {
        visibility_modifier, function_modifiers, field_declaration_list, generic_type, attribute_item, lifetime,
        scoped_type_identifier, reference_type, dynamic_type, abstract_type, bounded_type, pointer_type,
        scoped_use_list, use_list, use_as_clause, identifier, type_identifier, scoped_identifier, bracketed_type,
        qualified_type, field_expression, generic_function, call_expression, try_expression, await_expression,
        reference_expression, parenthesized_expression, struct_expression, type_cast_expression, unary_expression,
        string_literal, raw_string_literal, tuple_expression, closure_expression, parameter, tuple_struct_pattern, struct_pattern, shorthand_field_identifier, token_tree,
        macro_invocation, field_initializer, shorthand_field_initializer, field_pattern, higher_ranked_trait_bound, mod_item, enum_item,
    }
    fields {
        name, alias, body, r#type, r#trait, value, argument, arguments, path, list, bounds, parameters, return_type,
        type_parameters, type_arguments, pattern, function, field, r#macro
    }
}

pub(super) struct Rust {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

/// What the attributes before the next item say.
#[derive(Default)]
pub(super) struct Attributes {
    /// `#[path = "…"]`
    pub(super) path: Option<String>,
    /// `#[macro_export]`
    pub(super) macro_export: bool,
    /// The places of the attributes themselves.
    pub(super) macros: Vec<Range<usize>>,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Rust,
    pub(super) attributes: Attributes,
    /// The last `impl Trait for Type`: its members need no `pub`.
    pub(super) impl_of_trait: Range<usize>,
    /// Inline modules around, the innermost last.
    pub(super) modules: Vec<Inline>,
    /// What the file itself holds that a path may begin with.
    pub(super) inside: HashSet<String>,
    /// The types, traits and `impl` blocks around: their ends and the places of the type's name, which `Self` is.
    pub(super) types: Vec<(usize, Range<usize>)>,
    /// Where types stand that are seen to already, the next one last.
    pub(super) claims: Vec<usize>,
    /// Token trees that begin before this place are no code.
    pub(super) tokens_until: usize,
    /// What the file says about web frameworks, if it names one.
    pub(super) web: Option<Box<Web>>,
}

/// A module that stands in the file itself.
pub(super) struct Inline {
    pub(super) name: String,
    pub(super) end: usize,
    /// What it holds that a path in it may begin with.
    pub(super) inside: HashSet<String>,
}
