//! The graph as C4 sees it: systems, containers in them, components in those. What the two notations share.

mod elements;
pub(super) mod mermaid;
pub(super) mod plantuml;
mod relations;

use std::collections::HashMap;
use std::fmt::Write;

use beadloom_model::answers::FullNode;
use beadloom_model::requests::C4Level;

use self::elements::Field;
use super::GraphView;
use super::remarks::{grouped, remarks};
use crate::text::{cut_at_word, line};

/// Characters of a label, and of a description.
const MOST_LABEL: usize = 80;
const MOST_DESCRIPTION: usize = 160;

/// What the node says in `c4_level`, else by its depth in the tree of `part_of`.
fn level_of(node: &FullNode, depth: usize) -> C4Level {
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
fn level_below(level: C4Level) -> C4Level {
    match level {
        C4Level::Context => C4Level::Container,
        C4Level::Container | C4Level::Component => C4Level::Component,
    }
}

/// What an element is drawn as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Person,
    Plain,
    Database,
    Queue,
}

impl Shape {
    /// Kinds that a graph declares by itself; of the built-in ones none says so.
    fn of(kind: &str) -> Self {
        match kind {
            "person" | "actor" | "user" => Self::Person,
            "database" | "datastore" => Self::Database,
            "queue" | "topic" => Self::Queue,
            _ => Self::Plain,
        }
    }
}

/// An element, or a boundary around others.
struct Item<'a> {
    /// The node it stands for.
    node: &'a FullNode,
    level: C4Level,
    shape: Shape,
    external: bool,
    /// The boundary it stands in, a position in [`Diagram::items`].
    parent: Option<usize>,
    boundary: bool,
    /// Whether it stands for what the boundary around it is by itself, beside its parts.
    itself: bool,
}

impl Item<'_> {
    /// The macro call that both notations share, without the brace of a boundary.
    ///
    /// `alias` is the item's position; `escape` makes text fit for quotes.
    fn call(&self, alias: usize, description: bool, escape: fn(&str) -> String) -> String {
        let name = if self.itself {
            quoted(
                &format!("{} itself", cut_at_word(&line(&self.node.ref_id), MOST_LABEL - 7)),
                MOST_LABEL,
                escape,
            )
        } else {
            quoted(&self.node.ref_id, MOST_LABEL, escape)
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
            let _ = write!(out, ", {}", quoted(&self.node.kind, MOST_LABEL, escape));
        }
        if description && !self.node.summary.trim().is_empty() {
            let _ = write!(out, ", {}", quoted(&self.node.summary, MOST_DESCRIPTION, escape));
        }
        out.push(')');
        out
    }
}

fn quoted(text: &str, most: usize, escape: fn(&str) -> String) -> String {
    format!("\"{}\"", escape(&cut_at_word(&line(text), most)))
}

/// An arrow between two elements, never from or to a boundary: no notation draws that reliably.
struct Relation {
    /// Positions in [`Diagram::items`].
    from: usize,
    to: usize,
    /// Edge kinds, sorted; without those of edges that a contract names.
    kinds: Vec<String>,
    /// What crosses contracts, sorted.
    crossing: Vec<String>,
    /// Imports behind it.
    imports: u64,
}

impl Relation {
    /// As [`Item::call`]: `Rel(n1, n2, "depends on, uses", "12 imports")`.
    fn call(&self, escape: fn(&str) -> String) -> String {
        let kinds = self.kinds.iter().map(|kind| kind.replace('_', " "));
        let says: Vec<String> = self.crossing.iter().cloned().chain(kinds).collect();
        let label = quoted(&says.join(", "), MOST_LABEL, escape);
        let technology = match self.imports {
            0 => String::new(),
            1 => ", \"1 import\"".to_owned(),
            many => format!(", \"{many} imports\""),
        };
        format!("Rel(n{}, n{}, {label}{technology})", self.from + 1, self.to + 1)
    }
}

/// A diagram without a notation.
struct Diagram<'a> {
    level: C4Level,
    title: String,
    /// For comments, one sentence each.
    remarks: Vec<String>,
    /// Boundaries before what they hold; beside each other, those that need most first, then by ref_id.
    items: Vec<Item<'a>>,
    /// Positions of what stands in a boundary, or outside of all.
    held: HashMap<Option<usize>, Vec<usize>>,
    /// By the ref_ids of their ends.
    relations: Vec<Relation>,
}

impl<'a> Diagram<'a> {
    fn new(view: &'a GraphView, level: C4Level) -> Self {
        let field = Field::new(view, level);
        let (relations, lost) = relations::between(&field);
        let (items, relations) = field.items(relations);
        let mut remarks = remarks(&view.answer);
        remarks.extend(field.folded());
        remarks.extend(left_out(field.records(), lost));
        let mut held: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for (at, item) in items.iter().enumerate() {
            held.entry(item.parent).or_default().push(at);
        }
        Self { level, title: title(view, &field, level), remarks, items, held, relations }
    }

    fn held(&self, parent: Option<usize>) -> impl Iterator<Item = (usize, &Item<'a>)> {
        let places = self.held.get(&parent).map_or(&[][..], Vec::as_slice);
        places.iter().filter_map(|at| Some((*at, self.items.get(*at)?)))
    }
}

/// `Containers of shop`
fn title(view: &GraphView, field: &Field<'_>, level: C4Level) -> String {
    let what = match level {
        C4Level::Context => "Systems",
        C4Level::Container => "Containers",
        C4Level::Component => "Components",
    };
    let of = match view.scope.as_slice() {
        [] if level > C4Level::Context => field.whole().map(|node| line(&node.ref_id)),
        [] => None,
        scope => Some(scope.iter().map(|id| line(id)).collect::<Vec<_>>().join(", ")),
    };
    of.map_or_else(|| what.to_owned(), |of| format!("{what} of {of}"))
}

/// What a diagram of this level does not show by itself.
fn folded(level: C4Level, folded: usize, lost: usize) -> Vec<String> {
    let mut all = Vec::new();
    if folded > 0 {
        all.push(format!(
            "{} below the level {} drawn as the part that holds {}; `--level {}` looks deeper",
            nodes(folded),
            if folded == 1 { "is" } else { "are" },
            if folded == 1 { "it" } else { "them" },
            level_below(level).as_str(),
        ));
    }
    if lost > 0 {
        all.push(format!("{} below the level, part of nothing that is drawn, left out", nodes(lost)));
    }
    all
}

/// What no level draws.
fn left_out(records: usize, lost: usize) -> Vec<String> {
    let mut all = Vec::new();
    if records > 0 {
        let what = if records == 1 { "decision record is" } else { "decision records are" };
        all.push(format!("{} {what} no part of the software, and left out", grouped(records)));
    }
    if lost > 0 {
        let what = if lost == 1 { "edge of a system itself is" } else { "edges of a system itself are" };
        all.push(format!("{} {what} left out: no arrow leads from or to the boundary", grouped(lost)));
    }
    all
}

fn nodes(count: usize) -> String {
    format!("{} {}", grouped(count), if count == 1 { "node" } else { "nodes" })
}
