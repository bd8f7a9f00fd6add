//! What is known of the references before any chapter is made of it.

use std::collections::HashMap;

use beadloom_model::Result;
use beadloom_model::answers::{Constraint, Edge};
use beadloom_store::{NodeRow, Store, SymbolRow};

use super::ContextRequest;
use super::area::Area;
use super::importance::Ranking;
use super::relations::Related;
use crate::focus::{Own, Resolved};

/// The text of a file; None where it cannot be read, or is not what was indexed.
pub type ReadText<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What the references are, by which an answer is shared out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A part, a folder or a file with code: its own code comes first.
    Area,
    /// A symbol: its source, then who calls it and what it calls.
    Symbol,
    /// A ticket, a part without code, or several of these.
    Other,
}

/// What is known of the references.
pub(super) struct Gathered<'a> {
    pub store: &'a Store,
    pub request: &'a ContextRequest,
    pub read: ReadText<'a>,
    pub shape: Shape,
    pub resolved: Vec<Resolved>,
    /// Nodes of the references.
    pub starts: Vec<String>,
    /// The nodes around, with how far each is from the nearest of those.
    pub order: Vec<(String, usize)>,
    pub nodes: HashMap<String, NodeRow>,
    /// Nodes beyond the limit.
    pub limited_nodes: u64,
    /// Files, and folders, which end in `/`.
    pub places: Vec<String>,
    pub area: Area,
    pub ranking: Ranking,
    /// What parts, folders and files define.
    pub own_code: Vec<SymbolRow>,
    /// Names by which documents speak of that.
    pub telling: Vec<String>,
    /// Whether the source of a definition that was asked for is cut, so that its members stand for the rest.
    pub is_cut: bool,
    /// Callers and callees of the definitions that references name.
    pub related: Related,
    pub tests: Vec<String>,
    pub rules: Vec<Constraint>,
}

impl Gathered<'_> {
    /// The nodes around.
    pub fn ids(&self) -> Vec<String> {
        self.order.iter().map(|(id, _)| id.clone()).collect()
    }

    /// The definitions that references name.
    pub fn named(&self) -> Vec<SymbolRow> {
        super::own::named(&self.resolved).cloned().collect()
    }

    /// The file that is the one reference.
    pub fn one_file(&self) -> Option<&str> {
        match self.resolved.as_slice() {
            [Resolved { own: Own::File(path), .. }] => Some(path),
            _ => None,
        }
    }
}

/// The edges between nodes, in the order of their ends, then by kind.
pub(crate) fn edges_between(store: &Store, ids: &[String]) -> Result<Vec<Edge>> {
    if ids.len() < 2 {
        return Ok(Vec::new());
    }
    let place: HashMap<&str, usize> = ids.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let mut links = store.links_between(ids)?;
    links.retain(|link| link.src != link.dst);
    links.sort_by_cached_key(|link| {
        (place.get(link.src.as_str()).copied(), place.get(link.dst.as_str()).copied(), link.kind.clone())
    });
    Ok(links.into_iter().map(|link| Edge { src: link.src, dst: link.dst, kind: link.kind }).collect())
}
