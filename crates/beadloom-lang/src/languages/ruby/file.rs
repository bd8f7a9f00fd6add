//! A file of Ruby, as far as the walk has come.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use super::rails::Drawing;
use crate::languages::indented::Indented;
use crate::vocabulary::{Kind, vocabulary};
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Class,
    Module,
    SingletonClass,
    Method,
    SingletonMethod,
    Alias,
    Assignment,
    /// What takes several values, or the rest of them.
    Targets,
    Parameters,
    Block,
    Lambda,
    Call,
    Super,
    Identifier,
    Constant,
    Scope,
    Caught,
    For,
    Pattern,
    If,
    Heredoc,
    HeredocBody,
    HeredocText,
    /// Arguments may stand without brackets, so that where they begin and end has to be marked.
    Mark,
}

vocabulary! {
    kinds {
        identifier, constant, scope_resolution, instance_variable, call, element_reference, string,
        simple_symbol, array, symbol_array, string_array, bare_symbol, bare_string,
        pair, hash_key_symbol, binary, setter, heredoc_beginning, heredoc_body, splat_argument,
        left_assignment_list,
    }
    fields {
        name, scope, superclass, value, object, parameters, left, right, receiver, method, arguments, block,
        alias, condition, pattern, key,
    }
}

pub(super) struct Ruby {
    pub(super) kinds: Kinds,
    /// `self` is no name that Rust would have for a field.
    pub(super) this: Kind,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

/// Who may call the methods that follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    Public,
    Hidden,
}

/// The body of a class or module.
pub(super) struct Body {
    pub(super) end: usize,
    pub(super) visibility: Visibility,
    /// `class << self`: its methods belong to the class itself.
    pub(super) singleton: bool,
    /// The last definition of each name, by its number; those of the class itself begin with `self.`.
    pub(super) members: HashMap<String, usize>,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Ruby,
    /// Innermost last.
    pub(super) bodies: Vec<Body>,
    /// Where names begin that their statement has dealt with, innermost last.
    pub(super) named: Vec<usize>,
    /// Constants before this byte have been dealt with.
    pub(super) taken: usize,
    /// The arguments of the last `private` and its like.
    pub(super) hidden: Range<usize>,
    /// Variables outside of any method.
    pub(super) locals: HashSet<String>,
    /// The last method and its name.
    pub(super) method: (Range<usize>, Range<usize>),
    /// A block that is no function to what it holds.
    pub(super) see_through: Option<usize>,
    /// The folder of an `autoload_under` block, and where that ends.
    pub(super) autoload_under: Option<(String, usize)>,
    /// Here-documents whose text is still to come: whether their indentation is that of the code.
    pub(super) heredocs: VecDeque<bool>,
    pub(super) indented: Indented,
    pub(super) rails: Drawing,
    /// The file is run as a program by its name.
    pub(super) main: bool,
}
