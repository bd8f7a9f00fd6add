//! Names of a grammar as numbers, looked up once per grammar instead of compared once per node.

use tree_sitter::{Language, Node};

/// A kind of node. Matches nothing where the grammar has no such kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind(u16);

impl Kind {
    pub(crate) fn new(language: &Language, name: &str) -> Self {
        Self(language.id_for_node_kind(name, true))
    }

    /// Whether a node is of this kind.
    pub(crate) fn is(self, node: Node<'_>) -> bool {
        self.0 != 0 && node.kind_id() == self.0
    }

    /// The first child of this kind among the first few.
    pub(crate) fn child(self, node: Node<'_>) -> Option<Node<'_>> {
        const MAX_EXAMINED_CHILDREN: u32 = 16;
        (0..node.child_count().min(MAX_EXAMINED_CHILDREN))
            .filter_map(|at| node.child(at))
            .find(|child| self.is(*child))
    }
}

/// A field of a node. Finds nothing where the grammar has no such field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field(u16);

impl Field {
    pub(crate) fn new(language: &Language, name: &str) -> Self {
        Self(language.field_id_for_name(name).map_or(0, std::num::NonZero::get))
    }

    /// The child in this field.
    pub(crate) fn of(self, node: Node<'_>) -> Option<Node<'_>> {
        if self.0 == 0 { None } else { node.child_by_field_id(self.0) }
    }

    /// The children in this field, in order.
    pub(crate) fn all<'t>(self, node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        let mut cursor = node.walk();
        let mut more = self.0 != 0 && cursor.goto_first_child();
        std::iter::from_fn(move || {
            while more {
                let found = cursor.field_id().is_some_and(|field| field.get() == self.0);
                let child = cursor.node();
                more = cursor.goto_next_sibling();
                if found {
                    return Some(child);
                }
            }
            None
        })
    }
}

/// Whether the node has a keyword or punctuation child of that text among its first few children.
pub(crate) fn has_word(node: Node<'_>, word: &str) -> bool {
    const MAX_EXAMINED_CHILDREN: u32 = 12;
    (0..node.child_count().min(MAX_EXAMINED_CHILDREN))
        .filter_map(|at| node.child(at))
        .any(|child| !child.is_named() && child.kind() == word)
}

/// The named children in order, comments included.
pub(crate) fn named_children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    std::iter::from_fn(move || {
        while more {
            let child = cursor.node();
            more = cursor.goto_next_sibling();
            if child.is_named() {
                return Some(child);
            }
        }
        None
    })
}

/// Declares the kinds and fields that a language module compares with: `Kinds` and `Fields`.
macro_rules! vocabulary {
    (kinds { $($kind:ident),* $(,)? }) => {
        pub(super) struct Kinds { $(pub(super) $kind: $crate::vocabulary::Kind,)* }
        impl Kinds {
            pub(super) fn new(language: &tree_sitter::Language) -> Self {
                Self { $($kind: $crate::vocabulary::Kind::new(language, stringify!($kind).trim_start_matches("r#")),)* }
            }
        }
    };
    (kinds { $($kind:ident),* $(,)? } fields { $($field:ident),* $(,)? }) => {
        $crate::vocabulary::vocabulary! { kinds { $($kind),* } }
        pub(super) struct Fields { $(pub(super) $field: $crate::vocabulary::Field,)* }
        impl Fields {
            pub(super) fn new(language: &tree_sitter::Language) -> Self {
                Self { $($field: $crate::vocabulary::Field::new(language, stringify!($field).trim_start_matches("r#")),)* }
            }
        }
    };
}
pub(crate) use vocabulary;
