//! What can be asked about the project when a reference is resolved.

use std::borrow::Cow;
use std::sync::Arc;

use beadloom_model::SymbolKind;
#[cfg(doc)]
use beadloom_store::MAX_DEFINITIONS;

use super::files::Files;
use super::imports::Imports;
use super::names::fold;

/// A definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Def {
    /// Row id of the symbol.
    pub id: i64,
    /// Row id of its file.
    pub file: i64,
    /// The hash of its short name.
    pub name: u64,
    /// The hash of the names around it.
    pub scope: u64,
    /// The hash of the last name around it; 0 where there is none.
    pub owner: u64,
    /// Across languages.
    pub kind: SymbolKind,
    /// Visible outside its file.
    pub exported: bool,
    /// What counts of the language's own word.
    pub form: Form,
}

/// Forms that count when a name is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Any other.
    Plain,
    /// A type that lists its values, which need be no definitions of their own.
    Enum,
    /// A macro.
    Macro,
    /// Says that something is defined elsewhere.
    Declaration,
    /// One of several parts of a type (`partial class`).
    Partial,
    /// A struct or union. In C its name stands behind that word alone.
    Tag,
    /// A class whose members values of another type have.
    Implicit,
    /// What a class takes members from as if they were its own.
    Trait,
    /// A part of the type around it: a member of an enum, a field.
    Part,
    /// A property, which is read like a field and is a method to the index.
    Property,
    /// Made by a macro, whose arguments it is called by: nothing calls it (`TEST(Ledger, Posts)`).
    Made,
}

impl Form {
    /// By the language's word.
    pub fn of(word: &str) -> Self {
        match word {
            "enum" | "enum class" | "const enum" => Self::Enum,
            "macro" => Self::Macro,
            "declaration" | "prototype" | "forward declaration" => Self::Declaration,
            "macro call" => Self::Made,
            "property" => Self::Property,
            "struct" | "union" => Self::Tag,
            "trait" => Self::Trait,
            "implicit class" => Self::Implicit,
            partial if partial.starts_with("partial ") => Self::Partial,
            _ => Self::Plain,
        }
    }
}

impl Def {
    /// The hash of the qualified name: the scope of its members.
    pub fn own(&self) -> u64 {
        fold(self.scope, self.name)
    }

    /// Whether it makes a value of the type around it, whose name it has.
    pub fn is_constructor(&self) -> bool {
        self.kind == SymbolKind::Method && self.name == self.owner
    }

    /// Whether it may have members and values.
    pub fn is_type(&self) -> bool {
        matches!(
            self.kind,
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Component
        )
    }
}

/// Definitions of a name in the whole project.
pub enum Definitions<'a> {
    /// All of them, by file.
    All(Cow<'a, [Def]>),
    /// More than [`MAX_DEFINITIONS`]. With those that are no parts of types, where they are no more.
    TooMany(Option<Cow<'a, [Def]>>),
}

/// What a type inherits from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// A type of the project.
    Type(i64),
    /// A module of the project whose members come before those of the type itself.
    Prepended(i64),
    /// Nothing that can be looked into.
    Unknown,
}

/// Answers about the project. The same question must get the same answer from every implementation. Names are
/// hashes, of [`Lookup::name`] or from a [`Def`].
pub trait Lookup {
    /// The hash by which a name is asked for.
    fn name(&self, text: &str) -> u64;

    /// Definitions of a name.
    fn definitions(&self, name: u64) -> Definitions<'_>;

    /// Definitions of a name in a file.
    fn definitions_in(&self, name: u64, file: i64) -> Cow<'_, [Def]>;

    /// The definition with that row id.
    fn definition(&self, id: i64) -> Option<Def>;

    /// The definitions of a file, in the order of `ids`; all that it has.
    fn own(&self, file: i64, ids: &[i64]) -> Vec<Def>;

    /// All code files.
    fn files(&self) -> &dyn Files;

    /// What a file imports.
    fn imports(&self, file: i64) -> Arc<Imports>;

    /// Files that give what they import on to all others of their project, by path.
    fn givers(&self) -> Arc<[i64]>;

    /// What a type inherits from, in the order of the source.
    fn bases(&self, of: &Def) -> Arc<[Base]>;
}
