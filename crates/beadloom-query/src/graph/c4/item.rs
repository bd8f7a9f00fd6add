//! Elements and relations of a C4 diagram, as both notations call them.

use beadloom_model::requests::C4Level;
use std::collections::BTreeSet;
use std::fmt::Write;

use beadloom_model::answers::FullNode;

use crate::text::{cut_at_word, line};

/// Characters of a label, and of a description.
pub(super) const MAX_LABEL_CHARS: usize = 80;
pub(super) const MAX_DESCRIPTION_CHARS: usize = 160;

/// What an element is drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Person,
    Plain,
    Database,
    Queue,
}

impl Shape {
    /// Kinds that a graph declares by itself; of the built-in ones none says so.
    pub(super) fn of(kind: &str) -> Self {
        match kind {
            "person" | "actor" | "user" => Self::Person,
            "database" | "datastore" => Self::Database,
            "queue" | "topic" => Self::Queue,
            _ => Self::Plain,
        }
    }
}

/// An element, or a boundary around others.
pub(super) struct Item<'a> {
    /// The node it stands for.
    pub(super) node: &'a FullNode,
    pub(super) level: C4Level,
    pub(super) shape: Shape,
    pub(super) external: bool,
    /// The boundary it stands in, a position in [`super::Diagram`].
    pub(super) parent: Option<usize>,
    pub(super) boundary: bool,
    /// Whether it stands for what the boundary around it is by itself, beside its parts.
    pub(super) itself: bool,
}

impl Item<'_> {
    /// The macro call that both notations share, without the brace of a boundary.
    ///
    /// `alias` is the item's position; `escape` makes text fit for quotes.
    pub(super) fn call(&self, alias: usize, description: bool, escape: fn(&str) -> String) -> String {
        let name = if self.itself {
            quoted(
                &format!("{} itself", cut_at_word(&line(&self.node.ref_id), MAX_LABEL_CHARS - 7)),
                MAX_LABEL_CHARS,
                escape,
            )
        } else {
            quoted(&self.node.ref_id, MAX_LABEL_CHARS, escape)
        };
        let alias = alias + 1;
        if self.boundary {
            let boundary = match self.level {
                C4Level::Context => "System_Boundary",
                C4Level::Container | C4Level::Component => "Container_Boundary",
            };
            return format!("{boundary}(n{alias}, {name})");
        }
        let (what, technology) = match (self.shape, self.level) {
            (Shape::Person, _) => ("Person", false),
            (_, C4Level::Context) => ("System", false),
            (_, C4Level::Container) => ("Container", true),
            (_, C4Level::Component) => ("Component", true),
        };
        let shape = match self.shape {
            Shape::Database => "Db",
            Shape::Queue => "Queue",
            Shape::Plain | Shape::Person => "",
        };
        let external = if self.external { "_Ext" } else { "" };
        let mut out = format!("{what}{shape}{external}(n{alias}, {name}");
        if technology {
            let _ = write!(out, ", {}", quoted(&self.node.kind, MAX_LABEL_CHARS, escape));
        }
        if description && !self.node.summary.trim().is_empty() {
            let _ = write!(out, ", {}", quoted(&self.node.summary, MAX_DESCRIPTION_CHARS, escape));
        }
        out.push(')');
        out
    }
}

fn quoted(text: &str, most: usize, escape: fn(&str) -> String) -> String {
    format!("\"{}\"", escape(&cut_at_word(&line(text), most)))
}

/// The edges between two elements as one arrow, never from or to a boundary: no notation draws that reliably.
#[derive(Default)]
pub(super) struct Relation {
    /// Positions in [`super::Diagram`].
    pub(super) from: usize,
    pub(super) to: usize,
    /// Edge kinds, without those of edges that a contract names.
    pub(super) kinds: BTreeSet<String>,
    /// What crosses contracts.
    pub(super) crossing: BTreeSet<String>,
    /// Imports behind it.
    pub(super) imports: u64,
}

impl Relation {
    /// As [`Item::call`]: `Rel(n1, n2, "depends on, uses", "12 imports")`.
    pub(super) fn call(&self, escape: fn(&str) -> String) -> String {
        let kinds = self.kinds.iter().map(|kind| kind.replace('_', " "));
        let says: Vec<String> = self.crossing.iter().cloned().chain(kinds).collect();
        let label = quoted(&says.join(", "), MAX_LABEL_CHARS, escape);
        let technology = match self.imports {
            0 => String::new(),
            1 => ", \"1 import\"".to_owned(),
            many => format!(", \"{many} imports\""),
        };
        format!("Rel(n{}, n{}, {label}{technology})", self.from + 1, self.to + 1)
    }
}
