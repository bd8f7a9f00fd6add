//! Nodes of the graph, by their edges. `part_of` is no dependence.

use std::collections::HashMap;
use std::rc::Rc;

use beadloom_model::answers::{Certainty, DependenceOrigin};
use beadloom_model::kinds::edge_rank;
use beadloom_model::{EdgeOrigin, Result};
use beadloom_store::{NodeLink, Store};

use super::dependency_graph::{DependencyGraph, Direction, Label, Words};
use super::walk::{Link, Step};

pub(super) const PART_OF: &str = "part_of";

pub(super) struct Nodes<'s> {
    store: &'s Store,
    starts: Vec<String>,
    /// An empty path, shared.
    no_order: Rc<str>,
}

impl<'s> Nodes<'s> {
    pub fn new(store: &'s Store, starts: Vec<String>) -> Self {
        Self { store, starts, no_order: Rc::from("") }
    }

    fn step(&self, link: NodeLink) -> Step<String> {
        let origin = match link.origin {
            EdgeOrigin::Declared => DependenceOrigin::Declared,
            EdgeOrigin::Code => DependenceOrigin::Import,
            EdgeOrigin::Annotation => DependenceOrigin::Annotation,
        };
        Step {
            from: link.near,
            // Nodes are ordered by their ids.
            order: (Rc::clone(&self.no_order), 0),
            to: link.far,
            link: Link {
                rank: edge_rank(&link.kind),
                kind: link.kind.into(),
                origin,
                reason: None,
                count: link.count,
                confidence: Certainty::Exact,
                candidates: 1,
            },
        }
    }
}

impl DependencyGraph for Nodes<'_> {
    type Key = String;
    const WORDS: Words = ("node", "nodes");

    fn starts(&self) -> &[String] {
        &self.starts
    }

    fn steps(&mut self, direction: Direction, level: &[String]) -> Result<(Vec<Step<String>>, bool)> {
        let links = match direction {
            Direction::Upstream => self.store.links_from(level)?,
            Direction::Downstream => self.store.links_to(level)?,
        };
        let steps =
            links.into_iter().filter(|link| link.kind != PART_OF).map(|link| self.step(link)).collect();
        Ok((steps, true))
    }

    fn ambiguous(&mut self) -> Vec<(String, Link)> {
        Vec::new()
    }

    fn describe(&self, keys: &[String]) -> Result<HashMap<String, Label>> {
        let rows = self.store.nodes_by_id(keys)?;
        Ok(rows
            .into_iter()
            .map(|row| {
                let described = Label {
                    ref_id: Some(row.ref_id.clone()),
                    path: row.source.filter(|source| !source.is_empty()),
                    line: None,
                    name: row.ref_id.clone(),
                    kind: row.kind,
                };
                (row.ref_id, described)
            })
            .collect())
    }

    fn path(&self, _key: &String) -> Option<&str> {
        None
    }

    fn nodes_of(&self, keys: &[String]) -> Result<Vec<(usize, String)>> {
        Ok(keys.iter().cloned().enumerate().collect())
    }

    fn has_tests(&self) -> bool {
        false
    }
}
