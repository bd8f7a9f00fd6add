//! A file of Haskell, as far as the walk has come.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::vocabulary::vocabulary;
use crate::walk::Steps;

#[derive(Clone, Copy)]
pub(super) enum Role {
    /// The whole file.
    Program,
    Header,
    Imports,
    Import,
    /// A list of declarations: of the file, a class, an instance, `let`, `where`.
    Declarations,
    /// One equation of a function, a value, or a type signature.
    Binding,
    Pattern,
    Data,
    Alias(&'static str),
    Class,
    Instance,
    Constructor,
    Field,
    Foreign,
    Deriving,
    // Layout.
    Statement,
    Alternative,
    Match,
    Lambda,
    // What is bound or used.
    Patterns,
    Generator,
    Variable,
    Apply,
    Infix,
    Value,
    Qualified,
    TypeName,
}

vocabulary! {
    kinds {
        export, module_export, all_names, import_name, prefix_id, infix_id, variable, constructor, name, signature, function, bind, comment, haddock, pragma,
        cpp, qualified, apply, parens, infix, lambda, lambda_case, r#do, forall, context, equation,
        function_head_parens, field_name
    }
    fields {
        name, names, module, alias, exports, r#type, operator, variable, children, patterns, pattern, r#match,
        expression, binds, constructor, constructors, left_operand, right_operand, function, context, id, synonym,
        signature
    }
}

pub(super) struct Haskell {
    pub(super) kinds: Kinds,
    pub(super) fields: Fields,
    pub(super) steps: Steps<Role>,
}

pub(super) struct File<'r> {
    pub(super) rules: &'r Haskell,
    pub(super) exports: Exports,
    /// Names before this place are those of exports and imports.
    pub(super) quiet: usize,
    /// What is still to come of the lists of declarations that were gathered, by the first byte of its name.
    pub(super) bindings: HashMap<usize, Binding>,
    /// First bytes of lists that were gathered before the walk came to them.
    pub(super) gathered: HashSet<usize>,
    /// The last pattern: variables in it are bound, not used.
    pub(super) pattern: Range<usize>,
    /// The last list of what a type or class derives from.
    pub(super) bases: Range<usize>,
    /// First byte of a name that has been reported already, or is that of a definition.
    pub(super) named: usize,
    /// Fields that were defined, with the first byte of their data type.
    pub(super) record_fields: HashSet<(usize, String)>,
}

/// What a list of declarations says about one name.
pub(super) struct Binding {
    /// Where the name stands, in the signature or in the first equation.
    pub(super) name: (usize, usize),
    /// The signature's first byte, else that of the first equation.
    pub(super) start: usize,
    /// The last equation's end.
    pub(super) end: usize,
    /// Where the type signature ends, or what comes before `=`.
    pub(super) head: usize,
    /// What is bound, where there is no signature to show.
    pub(super) value: Option<(usize, usize)>,
    pub(super) what: What,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Takes something, or does something.
    Function,
    Value,
    /// A pattern synonym.
    Pattern,
}

/// What a module exports.
#[derive(Default)]
pub(super) struct Exports {
    /// The file says what it exports; without a list that is everything.
    pub(super) listed: bool,
    /// Modules that are passed on, by name or by what they are imported as.
    pub(super) modules: HashSet<String>,
    /// Listed types and classes and what of them is exported: `None` for everything.
    pub(super) types: HashMap<String, Option<Vec<String>>>,
    /// The module that is the program.
    pub(super) main: bool,
}

impl Exports {
    /// Whether a member (constructor, field, method) of a type is visible outside.
    pub(super) fn shows(&self, of: &str, member: &str) -> bool {
        if !self.listed {
            return true;
        }
        match self.types.get(of) {
            Some(None) => true,
            Some(Some(members)) => members.iter().any(|known| known == member),
            None => false,
        }
    }
}
