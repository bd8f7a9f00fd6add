//! The parts of a project that documents may be about.

use std::collections::{HashMap, HashSet};

use beadloom_graph::Ownership;
use beadloom_graph::bootstrap::Plan;
use beadloom_store::{EdgeRow, NodeRow};
use beadloom_sync::links::{Part, is_usual_title, plain};

use crate::links::PART_OF;

/// Kinds of nodes that are no part of the code: records of decisions, and types that are named in other parts.
const RECORDS: &[&str] = &["adr", "entity"];

/// The parts of a graph, numbered.
#[derive(Debug, Default)]
pub struct Parts {
    ids: Vec<String>,
    numbers: HashMap<String, u32>,
    list: Vec<Part>,
    /// Document and node that do not belong together.
    exceptions: HashSet<(String, String)>,
}

impl Parts {
    /// The parts that a graph has.
    pub fn of_graph(nodes: &[NodeRow], edges: &[EdgeRow]) -> Self {
        let part_of: Vec<(&str, &str)> = edges
            .iter()
            .filter(|edge| edge.kind == PART_OF)
            .map(|edge| (edge.src.as_str(), edge.dst.as_str()))
            .collect();
        let parts = nodes.iter().filter(|node| !RECORDS.contains(&node.kind.as_str())).map(|node| {
            let places = node.source.iter().filter(|one| !one.is_empty()).cloned().collect();
            (node.ref_id.as_str(), places)
        });
        let mut parts = Self::new(parts, &part_of);
        for node in nodes {
            parts.exceptions.extend(node.not_docs().into_iter().map(|path| (path, node.ref_id.clone())));
        }
        parts
    }

    /// The parts that a plan has.
    pub fn of_plan(plan: &Plan) -> Self {
        let part_of: Vec<(&str, &str)> =
            plan.edges.iter().map(|edge| (edge.src.as_str(), edge.dst.as_str())).collect();
        let nodes = plan.nodes.iter().filter(|node| !RECORDS.contains(&node.kind.as_str()));
        Self::new(nodes.map(|node| (node.ref_id.as_str(), node.folders.clone())), &part_of)
    }

    /// Parts of these ids and places. `part_of`: the inner one and the one around it.
    fn new<'a>(nodes: impl Iterator<Item = (&'a str, Vec<String>)>, part_of: &[(&str, &str)]) -> Self {
        let mut parts = Self::default();
        for (id, places) in nodes {
            let folder = places.first().map(|place| place.trim_end_matches('/')).unwrap_or_default();
            let name = folder.rsplit('/').next().unwrap_or_default();
            let stem = name.split('.').next().unwrap_or_default();
            let names = vec![id.to_owned(), stem.to_owned()];
            parts.numbers.insert(id.to_owned(), u32::try_from(parts.list.len()).unwrap_or(u32::MAX));
            parts.ids.push(id.to_owned());
            parts.list.push(Part { places, names, parent: None });
        }
        for (inner, outer) in part_of {
            if let (Some(inner), Some(outer)) = (parts.number(inner), parts.number(outer))
                && let Some(part) = parts.list.get_mut(inner as usize)
            {
                part.parent = part.parent.or(Some(outer));
            }
        }
        parts
    }

    pub(super) fn list(&self) -> &[Part] {
        &self.list
    }

    pub(super) fn id(&self, part: u32) -> &str {
        self.ids.get(part as usize).map(String::as_str).unwrap_or_default()
    }

    /// What the parts are called, but for the project: their ids, and the last folders of their places. Names that any project has are
    /// left out.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, u32)> {
        let all =
            (0_u32..).zip(self.ids.iter().zip(&self.list)).filter(|(_, (_, part))| part.parent.is_some());
        all.flat_map(|(at, (id, part))| {
            let folders = part.places.iter().map(|place| place.trim_end_matches('/'));
            let names = folders.filter_map(|place| place.rsplit('/').next()).chain([id.as_str()]);
            names.map(move |name| (name, at))
        })
        .filter(|(name, _)| !is_usual_title(&plain(name)))
    }

    pub(super) fn number(&self, id: &str) -> Option<u32> {
        self.numbers.get(id).copied()
    }

    pub(super) fn owners(&self) -> Ownership {
        let sources = self.ids.iter().zip(&self.list);
        Ownership::new(
            sources.flat_map(|(id, part)| part.places.iter().map(move |place| (id.as_str(), place.as_str()))),
        )
    }

    pub(super) fn is_exception(&self, path: &str, id: &str) -> bool {
        !self.exceptions.is_empty() && self.exceptions.contains(&(path.to_owned(), id.to_owned()))
    }
}
