//! A file of Lua, as far as the walk has come.

use std::collections::{HashMap, HashSet};

use crate::definition::Definition;
use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    Function,
    /// A function without a name of its own.
    Nameless,
    Parameters,
    Local,
    Assignment,
    Field,
    Call,
    Loop,
    Return,
}

vocabulary! {
    kinds {
        identifier, dot_index_expression, method_index_expression, bracket_index_expression, variable_list,
        expression_list, assignment_statement, function_definition, function_call, table_constructor, string,
        attribute,
    }
    fields { name, table, field, method, parameters, value, arguments }
}

pub(super) struct Lua {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

/// `local …` around an assignment.
#[derive(Clone, Copy)]
pub(super) struct Declaration {
    /// The assignment's node.
    pub(super) inner: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Lua,
    /// Tables of the file's top by name.
    pub(super) tables: HashMap<String, Table>,
    /// Tables whose constructors are being read, innermost last.
    pub(super) constructors: Vec<Constructor>,
    /// Definitions with the table that they belong to, by number and first name.
    pub(super) members: Vec<(usize, String)>,
    /// Variables of the file's top that hold neither tables nor modules nor functions.
    pub(super) locals: HashSet<String>,
    /// Local functions of the file's top, by name: their definitions' numbers.
    pub(super) functions: HashMap<String, usize>,
    /// A function that is named by what it is given to: its node, and what to define there.
    pub(super) awaited: Option<(usize, Definition)>,
    pub(super) declaration: Option<Declaration>,
    /// Calls of `require` that were recorded together with the names that they are given.
    pub(super) required: Vec<usize>,
    /// The file has returned.
    pub(super) ended: bool,
}

/// A table of the file's top.
pub(super) struct Table {
    /// What to define once something belongs to it; most tables are data.
    pub(super) pending: Option<Definition>,
    pub(super) number: Option<usize>,
    /// Others see it only if the file returns it.
    pub(super) local: bool,
}

/// A table constructor that is being read.
pub(super) struct Constructor {
    pub(super) end: usize,
    /// Joined by `.`; empty for the table that the file returns.
    pub(super) name: String,
    /// Depth of its fields in the tree.
    pub(super) depth: usize,
}
