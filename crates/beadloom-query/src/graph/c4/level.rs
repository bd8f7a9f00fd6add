//! How deep in a C4 diagram a node stands.

use beadloom_model::answers::FullNode;
use beadloom_model::requests::C4Level;

/// What the node says in `c4_level`, else by its depth in the tree of `part_of`.
pub(super) fn level_of(node: &FullNode, depth: usize) -> C4Level {
    match node.extra.get("c4_level").and_then(|level| level.as_str()) {
        Some("context" | "system") => C4Level::Context,
        Some("container") => C4Level::Container,
        Some("component") => C4Level::Component,
        _ => match depth {
            0 => C4Level::Context,
            1 => C4Level::Container,
            _ => C4Level::Component,
        },
    }
}

/// The level of the parts of an element.
pub(super) fn level_below(level: C4Level) -> C4Level {
    match level {
        C4Level::Context => C4Level::Container,
        C4Level::Container | C4Level::Component => C4Level::Component,
    }
}
