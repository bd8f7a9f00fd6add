//! Nodes that documents name and the code has: types, services, parts.

use std::collections::{BTreeMap, HashSet};

use super::subjects::{Subjects, folder_named, free, kept_with_source};
use super::{ImportFacts, ImportedNode, TypeFact};
use crate::bootstrap::{Confidence, PlannedNode, capitalised};

/// Finds nodes by name, and makes those that are missing.
pub(super) struct Named<'a> {
    facts: &'a ImportFacts<'a>,
    subjects: &'a Subjects,
    /// Ids in lower case.
    taken: HashSet<String>,
    entities: BTreeMap<String, Option<String>>,
    services: BTreeMap<String, Option<String>>,
    /// By the id of the part: the id of the node that was made of it.
    used_parts: BTreeMap<String, String>,
    /// Those that were made.
    pub(super) nodes: Vec<ImportedNode>,
}

impl<'a> Named<'a> {
    pub(super) fn new(facts: &'a ImportFacts<'a>, subjects: &'a Subjects) -> Self {
        let ids = facts.kept.iter().map(|node| &node.ref_id);
        let ids = ids.chain(subjects.list.iter().map(|subject| &subject.ref_id));
        Self {
            facts,
            subjects,
            taken: ids.map(|id| id.to_lowercase()).collect(),
            entities: BTreeMap::new(),
            services: BTreeMap::new(),
            used_parts: BTreeMap::new(),
            nodes: Vec::new(),
        }
    }

    /// The entity of a type's name; a new one where the code has one such type.
    pub(super) fn entity(&mut self, name: &str) -> Option<String> {
        if let Some(known) = self.entities.get(name) {
            return known.clone();
        }
        let kept = self.facts.kept.iter().find(|node| node.ref_id == name && node.kind == "entity");
        let found = match (kept, (self.facts.types)(name).as_slice()) {
            (Some(node), _) => Some(node.ref_id.clone()),
            (None, [only]) => {
                let names = [name.to_owned(), format!("{name}-entity")];
                let ref_id = free(&names, &mut self.taken);
                self.nodes.push(entity_node(&ref_id, name, only));
                Some(ref_id)
            }
            _ => None,
        };
        self.entities.insert(name.to_owned(), found.clone());
        found
    }

    /// The node of a service's name; a new one where the code has a package or folder of that name.
    pub(super) fn service(&mut self, name: &str) -> Option<String> {
        if let Some(known) = self.services.get(name) {
            return known.clone();
        }
        let found = self.known(name).or_else(|| self.service_of_code(name));
        self.services.insert(name.to_owned(), found.clone());
        found
    }

    fn known(&self, name: &str) -> Option<String> {
        let kept = self.facts.kept.iter().map(|node| &node.ref_id);
        let mut ids = kept.chain(self.subjects.parts().map(|part| &part.ref_id));
        ids.find(|id| id.eq_ignore_ascii_case(name)).cloned()
    }

    fn service_of_code(&mut self, name: &str) -> Option<String> {
        let facts = self.facts;
        let part =
            facts.parts.iter().find(|part| !part.source.is_empty() && part.ref_id.eq_ignore_ascii_case(name));
        let source = part.map(|part| part.source.clone()).or_else(|| folder_named(facts, name))?;
        // The same place under the name that the graph, or a document, gives it.
        if let Some(owner) = self.owner_of_source(&source) {
            return Some(owner);
        }
        let there = || facts.parts.iter().find(|part| part.source == source);
        let ref_id = match part.or_else(there) {
            Some(part) => return Some(self.use_part(part, Some("service"))),
            None => free(&[name.to_owned()], &mut self.taken),
        };
        self.nodes.push(ImportedNode {
            ref_id: ref_id.clone(),
            kind: "service".to_owned(),
            summary: format!("Service in {source}"),
            source,
            docs: Vec::new(),
            confidence: Confidence::Medium,
        });
        Some(ref_id)
    }

    fn owner_of_source(&self, source: &str) -> Option<String> {
        let subject = self.subjects.list.iter().find(|subject| subject.source == source);
        subject
            .map(|subject| subject.ref_id.clone())
            .or_else(|| kept_with_source(self.facts, source).map(|node| node.ref_id.clone()))
    }

    /// The node for a part of the code that documents name.
    pub(super) fn use_part(&mut self, part: &PlannedNode, kind: Option<&str>) -> String {
        if let Some(id) = self.used_parts.get(&part.ref_id) {
            return id.clone();
        }
        let names = [part.ref_id.clone(), format!("{}-code", part.ref_id)];
        let ref_id = free(&names, &mut self.taken);
        self.used_parts.insert(part.ref_id.clone(), ref_id.clone());
        self.nodes.push(ImportedNode {
            ref_id: ref_id.clone(),
            kind: kind.unwrap_or(&part.kind).to_owned(),
            summary: part.summary.clone(),
            source: part.source.clone(),
            docs: Vec::new(),
            confidence: Confidence::Medium,
        });
        ref_id
    }
}

fn entity_node(ref_id: &str, name: &str, one: &TypeFact) -> ImportedNode {
    let place = format!("{} {name} in {}", capitalised(&one.form), one.path);
    ImportedNode {
        ref_id: ref_id.to_owned(),
        kind: "entity".to_owned(),
        summary: one.summary.clone().filter(|summary| !summary.is_empty()).unwrap_or(place),
        // What a part has stays the part's: an entity that owned the file would take it away.
        source: String::new(),
        docs: Vec::new(),
        confidence: Confidence::Low,
    }
}
