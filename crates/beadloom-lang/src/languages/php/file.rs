//! A file of PHP, as far as the walk has come.

use std::collections::HashSet;

use super::laravel::Routes;
use crate::languages::indented::Indented;
use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Program,
    Namespace,
    Use,
    Class,
    AnonymousClass,
    Interface,
    Trait,
    Enum,
    Case,
    Function,
    Method,
    /// A function without a name.
    Nameless,
    Constants,
    Property,
    Include,
    /// Names of base types.
    Bases,
    Parameter,
    Promoted,
    Assignment,
    Targets,
    Each,
    Caught,
    Call,
    MemberCall,
    ScopedCall,
    New,
    Scope,
    /// `Ledger::$rate`
    StaticProperty,
    NamedType,
    Attribute,
    Binary,
    Array,
    Heredoc,
    Text,
}

vocabulary! {
    kinds {
        name, qualified_name, relative_name, namespace_name, namespace_definition, namespace_use_group,
        namespace_use_clause, visibility_modifier, abstract_modifier, const_element,
        property_element, variable_name, member_access_expression, nullsafe_member_access_expression,
        member_call_expression, scoped_call_expression,
        object_creation_expression, parenthesized_expression, relative_scope, named_type, optional_type,
        union_type, primitive_type, string, encapsed_string, binary_expression, function_call_expression,
        by_ref, pair, argument, array_creation_expression, array_element_initializer, anonymous_function,
        class_constant_access_expression, static_variable_declaration,
        variadic_parameter,
    }
    fields {
        name, body, alias, attributes, r#type, left, right, object, scope, function,
        arguments, value, end_tag, return_type, default_value,
    }
}

pub(super) struct Php {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
    /// The kind of the word `instanceof`.
    pub(super) instance_of: u16,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Php,
    /// The last class has no name.
    pub(super) nameless_class: bool,
    /// Several namespaces with a body each share the file.
    pub(super) namespaces: bool,
    /// Classes that are used by their whole name, each of which imports it.
    pub(super) whole_names: HashSet<String>,
    /// The last here-document.
    pub(super) indented: Indented,
    pub(super) routes: Routes,
    /// The file is run as a program by its name.
    pub(super) main: bool,
}
