//! A file of C#, as far as the walk has come.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use beadloom_model::SymbolKind;

use super::routers::{Controllers, Endpoints};
use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Root,
    Statement,
    Namespace,
    Using,
    /// Kind and form of a type with members.
    Type(SymbolKind, &'static str),
    Delegate,
    Method,
    Constructor,
    Destructor,
    Operator,
    Conversion,
    Property,
    Indexer,
    Event,
    EventField,
    Field,
    EnumMember,
    LocalFunction,
    Lambda,
    ImplicitParameter,
    Parameters,
    Parameter,
    TypeParameter,
    Variables,
    /// Declares one variable and may say its type: a loop, a handler, a pattern.
    Variable,
    Foreach,
    Query,
    /// Names a type and nothing else.
    Typed,
    TypeArguments,
    As,
    Pattern,
    Bases,
    Attribute,
    Creation,
    Invocation,
}

vocabulary! {
    kinds {
        identifier, generic_name, qualified_name, alias_qualified_name, predefined_type, implicit_type,
        nullable_type, ref_type, scoped_type, array_type, modifier, attribute_list, attribute,
        attribute_argument, attribute_argument_list, argument, string_literal,
        verbatim_string_literal, raw_string_literal, namespace_declaration,
        field_declaration, property_declaration, method_declaration,
        variable_declaration, variable_declarator, parameter, primary_constructor_base_type,
        explicit_interface_specifier, member_access_expression, conditional_access_expression,
        member_binding_expression, invocation_expression, object_creation_expression, cast_expression,
        as_expression, await_expression, parenthesized_expression, postfix_unary_expression,
        implicit_parameter, lambda_expression, implicit_array_creation_expression,
        array_creation_expression, initializer_expression, type_argument_list,
        class_declaration, struct_declaration, record_declaration, interface_declaration, enum_declaration,
        delegate_declaration, preproc_if, preproc_else, preproc_elif, global_statement, assignment_expression, subpattern, property_pattern_clause,
    }
    fields {
        initializer,
        name, body, r#type, returns, value, accessors, parameters, function, arguments, expression,
        condition, left, right, operator,
    }
}

pub(super) struct CSharp {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r CSharp,
    /// Where namespaces begin that hold all that the file defines.
    pub(super) file_wide: BTreeSet<usize>,
    /// Those of the types around, outermost first.
    pub(super) results: Vec<Results>,
    pub(super) controllers: Controllers,
    pub(super) endpoints: Endpoints,
}

/// What the methods of a type give, by name: the places of the types' paths; `None` where overloads differ.
pub(super) struct Results {
    pub(super) end: usize,
    pub(super) by_name: HashMap<String, Option<Range<usize>>>,
}
