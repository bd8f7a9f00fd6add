//! A file of Python, as far as the walk has come.

use std::ops::Range;

use super::routes::Web;
use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Module,
    Block,
    Decorator,
    Function,
    Class,
    Lambda,
    Comprehension,
    Assignment,
    Extend,
    Walrus,
    For,
    As,
    CasePattern,
    ClassPattern,
    SplatPattern,
    Except,
    Raise,
    Global,
    Type,
    TypeAlias,
    Import,
    ImportFrom,
    Future,
    If,
    Call,
    String,
    Interpolation,
}

vocabulary! {
    kinds {
        identifier, attribute, string, concatenated_string, call, subscript, list, tuple, set, dictionary, comment,
        list_comprehension, set_comprehension, dictionary_comprehension, expression_statement, assignment, r#await,
        aliased_import, dotted_name, wildcard_import, typed_parameter, default_parameter, typed_default_parameter,
        list_splat_pattern, dictionary_splat_pattern, tuple_pattern, for_in_clause,
        as_pattern, as_pattern_target, r#type, generic_type, type_parameter,
        binary_operator, union_type, boolean_operator, integer, float, parenthesized_expression, lambda,
        keyword_argument, function_definition, return_statement,
    }
    fields {
        name, alias, body, left, right, r#type, function, arguments, superclasses, condition, consequence,
        module_name, parameters, return_type, type_parameters, value, subscript
    }
}

pub(super) struct Python {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Python,
    /// Short names of the decorators before the next definition.
    pub(super) decorators: Vec<String>,
    /// The last block that only type checkers look at.
    pub(super) type_checking: Range<usize>,
    /// Other names that the file imports `TYPE_CHECKING` under.
    pub(super) type_flags: Vec<String>,
    /// The file is run as a program by its name.
    pub(super) main: bool,
    /// Annotations that begin before this place have been read.
    pub(super) types_until: usize,
    /// Where an `as` begins whose name is bound already.
    pub(super) alias_read: usize,
    /// The classes around: their ends and the places of their names.
    pub(super) classes: Vec<(usize, Range<usize>)>,
    /// Names that a `global` statement takes from the functions around, with the number of scopes open there.
    pub(super) globals: Vec<(usize, Range<usize>)>,
    /// What the file says about web frameworks, once it imports one.
    pub(super) web: Option<Box<Web>>,
}
