//! The graph as C4 sees it: systems, containers in them, components in those. What the two notations share.

mod elements;
mod item;
mod left_out;
mod level;
pub(super) mod mermaid;
pub(super) mod plantuml;
mod relations;

use beadloom_model::requests::C4Level;
use std::collections::HashMap;

use self::elements::Field;
use self::item::{Item, Relation};
use self::left_out::left_out;
use super::GraphView;
use super::remarks::remarks;
use crate::text::line;

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
