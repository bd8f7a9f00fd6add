//! A file of Go, as far as the walk has come.

use std::ops::Range;

use super::routes::Web;
use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Package,
    Import,
    Function,
    Method,
    Literal,
    TypeGroup,
    ConstGroup,
    VarGroup,
    Type,
    Alias,
    Const,
    Var,
    Requirement,
    Field,
    /// What an interface holds besides methods.
    Element,
    Assignment,
    /// `x := …`, and `x := <-c` in a `select`.
    Declare,
    Range,
    TypeSwitch,
    TypeCase,
    TypeName,
    QualifiedType,
    /// `Order{Total: 1}`
    Composite,
    Call,
    Conversion,
}

vocabulary! {
    kinds {
        identifier, type_identifier, generic_type, qualified_type, pointer_type, parenthesized_type,
        parameter_declaration, variadic_parameter_declaration, parameter_list, type_parameter_declaration,
        struct_type, interface_type, field_declaration_list, field_identifier, var_spec_list, dot,
        package_identifier, selector_expression, index_expression, parenthesized_expression, unary_expression,
        call_expression, composite_literal, type_assertion_expression, type_conversion_expression, type_arguments, func_literal,
        return_statement, binary_expression, literal_value, keyed_element, slice_type, array_type,
        implicit_length_array_type, map_type,
    }
    fields {
        name, body, path, receiver, r#type, value, parameters, result, type_parameters, left, right, alias, operand,
        arguments, key, element
    }
}

pub(super) struct Go {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

/// The declaration around the specs that follow.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) grouped: bool,
    pub(super) lead: &'static str,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Go,
    pub(super) group: Group,
    /// `package main`
    pub(super) main: bool,
    /// Where a type stands that has been seen to: a name that is defined there, an embedded type.
    pub(super) type_read: usize,
    /// What looks like a type before this place is none.
    pub(super) types_until: usize,
    /// The type switches around: their ends and the places of the names that they bind.
    pub(super) switches: Vec<(usize, Range<usize>)>,
    /// What the file says about web frameworks, once it imports one.
    pub(super) web: Option<Box<Web>>,
}
