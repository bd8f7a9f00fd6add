//! What a name is looked for as.

use beadloom_model::SymbolKind;

use crate::references::lookup::{Def, Form};

/// What is looked for in the scopes around a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameFilter {
    /// Whatever is called so.
    Anything,
    /// A type or a value.
    NoFunction,
    /// A type or a value, where a function may make a type.
    NoMethod,
}

impl NameFilter {
    pub(super) fn may_be(self, def: &Def) -> bool {
        // A type's name within it means the type, not its constructor.
        !def.is_constructor()
            && def.form != Form::Made
            && match self {
                Self::Anything => true,
                Self::NoFunction => {
                    !matches!(def.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Route)
                }
                Self::NoMethod => def.kind != SymbolKind::Method,
            }
    }
}
