//! What definitions belong to.

use std::collections::HashMap;

use beadloom_model::SymbolKind;

use crate::definition::Draft;
use crate::outline::Outline;

/// Definitions lead to definitions around them at most this often.
pub(crate) const PARENTS: usize = 64;

/// The number of the first definition of whatever may own members, by qualified name.
pub(crate) type Types<'o> = HashMap<&'o str, usize>;

pub(crate) fn types<'o>(outline: &'o Outline<'_>) -> Types<'o> {
    let mut types = HashMap::new();
    for (number, draft) in outline.drafts.iter().enumerate() {
        // Where functions are given to members, the owner may be an object or a function.
        if !matches!(draft.definition.kind, SymbolKind::Method | SymbolKind::Module) {
            types.entry(draft.qualified_name.as_str()).or_insert(number);
        }
    }
    types
}

/// The definition that another belongs to: its type, wherever that stands in the file, else what is around it.
pub(crate) fn around(draft: &Draft, types: &Types<'_>) -> Option<usize> {
    draft.owner.as_deref().and_then(|owner| types.get(owner).copied()).or(draft.parent)
}
