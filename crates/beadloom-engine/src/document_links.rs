//! Which documents are about which parts of the project: found in what they say, and declared in graph files and documents.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use beadloom_graph::bootstrap::Plan;
use beadloom_graph::{Ownership, is_test};
use beadloom_model::Result;
use beadloom_model::answers::{
    ANSWER_VERSION, DocsLinksAnswer, DocumentLink, LinkEvidence, LinkSection, NameAt,
};
use beadloom_model::requests::DocsLinksRequest;
use beadloom_query::NodeAndDocument;
use beadloom_store::{FileKind, FileRow, NodeRow, Store};
use beadloom_sync::links::{LINKED, Link, Mentions, Part, Vocabulary, links, plain};

use crate::found_link::FoundLink;
use crate::json::to_json;
use crate::prose::documents;
use crate::settings::Settings;
use crate::{Call, Engine};

/// Kinds of nodes that are no part of the code: records of decisions, and types that stand for what is in other parts.
const RECORDS: &[&str] = &["adr", "entity"];

const PART_OF: &str = "part_of";

/// What the links of a project are found with.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    ids: Vec<String>,
    numbers: HashMap<String, u32>,
    list: Vec<Part>,
    /// Document and node that do not belong together.
    exceptions: HashSet<(String, String)>,
}

impl Parts {
    /// The parts that a graph has. `part_of`: the inner node and the one around it.
    pub(crate) fn of_graph(nodes: &[NodeRow], part_of: &[(String, String)]) -> Self {
        let mut parts = Self::new(
            nodes.iter().filter(|node| !RECORDS.contains(&node.kind.as_str())).map(|node| {
                let places: Vec<String> = node.source.iter().filter(|one| !one.is_empty()).cloned().collect();
                (node.ref_id.as_str(), places)
            }),
            part_of,
        );
        for node in nodes {
            parts.exceptions.extend(node.not_docs().into_iter().map(|path| (path, node.ref_id.clone())));
        }
        parts
    }

    /// The parts that a plan has.
    pub(crate) fn of_plan(plan: &Plan) -> Self {
        let part_of: Vec<(String, String)> =
            plan.edges.iter().map(|edge| (edge.src.clone(), edge.dst.clone())).collect();
        let nodes = plan.nodes.iter().filter(|node| !RECORDS.contains(&node.kind.as_str()));
        Self::new(nodes.map(|node| (node.ref_id.as_str(), node.folders.clone())), &part_of)
    }

    /// Parts of these ids and places.
    fn new<'a>(nodes: impl Iterator<Item = (&'a str, Vec<String>)>, part_of: &[(String, String)]) -> Self {
        let mut parts = Self::default();
        for (id, places) in nodes {
            let folder = places.first().map(|place| place.trim_end_matches('/')).unwrap_or_default();
            let name = folder.rsplit('/').next().unwrap_or_default();
            let stem = name.split('.').next().unwrap_or_default();
            let mut titles = vec![plain(id), plain(stem)];
            titles.retain(|title| !title.is_empty());
            titles.dedup();
            parts.numbers.insert(id.to_owned(), u32::try_from(parts.list.len()).unwrap_or(u32::MAX));
            parts.ids.push(id.to_owned());
            parts.list.push(Part { places, titles, parent: None });
        }
        for (inner, outer) in part_of {
            if let (Some(inner), Some(outer)) = (parts.numbers.get(inner), parts.numbers.get(outer))
                && let Some(part) = parts.list.get_mut(*inner as usize)
            {
                part.parent = part.parent.or(Some(*outer));
            }
        }
        parts
    }

    fn number(&self, id: &str) -> Option<u32> {
        self.numbers.get(id).copied()
    }
}

impl Engine {
    /// Which documents are about which nodes, as JSON.
    ///
    /// # Errors
    /// `not_found` for a node or document that is none, `cancelled`, store errors.
    pub fn docs_links(&self, options: &DocsLinksRequest, call: &Call<'_>) -> Result<String> {
        self.answer(crate::rules::whole(options.refresh), call, |store, settings, stale| {
            let rows = store.state().files()?;
            let found = self.links_of_documents(store, settings, call)?;
            let mut all: Vec<DocumentLink> =
                found.iter().filter(|link| link.score >= LINKED).map(shown).collect();
            let drafts = store.state().drafts()?;
            for declared in store.node_documents()?.into_iter().filter(|one| !drafts.contains(&one.path)) {
                match all.iter_mut().find(|link| {
                    link.section.is_none() && link.doc_path == declared.path && link.ref_id == declared.ref_id
                }) {
                    Some(link) => link.declared = true,
                    None => all.push(DocumentLink {
                        doc_path: declared.path,
                        ref_id: declared.ref_id,
                        declared: true,
                        score: None,
                        section: None,
                        evidence: LinkEvidence { place: false, title: false, names: Vec::new() },
                    }),
                }
            }
            all.sort_by(|a, b| {
                (&a.doc_path, a.section.is_some())
                    .cmp(&(&b.doc_path, b.section.is_some()))
                    .then(b.declared.cmp(&a.declared))
                    .then_with(|| b.score.unwrap_or(1.0).total_cmp(&a.score.unwrap_or(1.0)))
                    .then_with(|| a.ref_id.cmp(&b.ref_id))
            });
            let asked = options.reference.as_deref();
            if let Some(asked) = asked {
                if store.node(asked)?.is_none() && !rows.iter().any(|row| row.path == asked) {
                    return Err(beadloom_query::unknown_node(store, asked)?);
                }
                all.retain(|link| link.ref_id == asked || link.doc_path == asked);
            }
            let linked: BTreeSet<&str> = all.iter().map(|link| link.doc_path.as_str()).collect();
            let unlinked: Vec<String> = documents(&rows)
                .filter(|row| asked.is_none() && !drafts.contains(&row.path) && !is_test(&row.path))
                .filter(|row| !linked.contains(row.path.as_str()))
                .map(|row| row.path.clone())
                .collect();
            to_json(&DocsLinksAnswer {
                version: ANSWER_VERSION,
                links: all,
                unlinked,
                warning: stale.warning.clone(),
                stale_paths: stale.shown_paths(),
            })
        })
    }

    /// Nodes with the documents that speak of them, or of which a section does, by document.
    ///
    /// # Errors
    /// `cancelled`, store errors.
    pub(crate) fn documented(
        &self,
        store: &Store,
        settings: &Settings,
        call: &Call<'_>,
    ) -> Result<Vec<NodeAndDocument>> {
        let found = self.links_of_documents(store, settings, call)?;
        let linked = found.iter().filter(|link| link.score >= LINKED);
        Ok(linked.map(|link| (link.ref_id.clone(), link.path.clone())).collect())
    }

    /// What is found for the graph of the index, kept for its state.
    ///
    /// # Errors
    /// `cancelled`, store errors.
    pub(crate) fn links_of_documents(
        &self,
        store: &Store,
        settings: &Settings,
        call: &Call<'_>,
    ) -> Result<Arc<Vec<FoundLink>>> {
        let stamp = store.stamp()?;
        if let Some(known) = self.document_links.get(&stamp) {
            return Ok(known);
        }
        let state = store.state();
        let part_of: Vec<(String, String)> = state
            .edges()?
            .into_iter()
            .filter(|edge| edge.kind == PART_OF)
            .map(|edge| (edge.src, edge.dst))
            .collect();
        let parts = Parts::of_graph(&state.nodes()?, &part_of);
        let found = Arc::new(self.find_links(store, &state.files()?, &parts, settings, call)?);
        self.document_links.keep(stamp, &found);
        Ok(found)
    }

    /// What is found for these parts, by path and score.
    ///
    /// # Errors
    /// `cancelled`, store errors.
    pub(crate) fn find_links(
        &self,
        store: &Store,
        rows: &[FileRow],
        parts: &Parts,
        settings: &Settings,
        call: &Call<'_>,
    ) -> Result<Vec<FoundLink>> {
        let vocabulary = vocabulary(store, rows, parts)?;
        let drafts = store.state().drafts()?;
        let read = |path: &str, text: String| -> Vec<Link> {
            // What beadloom drafted names what it was drafted from; what lies with tests is read by them.
            if drafts.contains(path) || is_test(path) {
                return Vec::new();
            }
            links(&parts.list, &vocabulary, path, &Mentions::of(&vocabulary, &text))
        };
        let read = self.each_document(rows, settings, &read, call)?;
        let id = |part: u32| parts.ids.get(part as usize).cloned().unwrap_or_default();
        let found = read
            .into_iter()
            .flat_map(|(path, links)| links.into_iter().map(move |link| (path.clone(), link)));
        Ok(found
            .map(|(path, Link { part, score, section, evidence })| FoundLink {
                path,
                ref_id: id(part),
                score,
                section,
                place: evidence.place,
                title: evidence.title,
                names: evidence.names,
            })
            .filter(|link| !parts.exceptions.contains(&(link.path.clone(), link.ref_id.clone())))
            .collect())
    }
}

/// The names of the parts' definitions and files.
fn vocabulary(store: &Store, rows: &[FileRow], parts: &Parts) -> Result<Vocabulary> {
    let sources = parts.ids.iter().zip(&parts.list);
    let owners = Ownership::new(
        sources.flat_map(|(id, part)| part.places.iter().map(move |place| (id.as_str(), place.as_str()))),
    );
    let mut vocabulary = Vocabulary::default();
    let mut owner_of: HashMap<i64, u32> = HashMap::new();
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    let is_code = |row: &&FileRow| row.kind == FileKind::Code && !row.generated && !is_test(&row.path);
    for row in rows.iter().filter(is_code) {
        let Some(part) = owners.owner(&row.path).and_then(|id| parts.number(id)) else { continue };
        owner_of.insert(row.id, part);
        vocabulary.add_file(&row.path, part);
        folders.extend(row.path.rfind('/').and_then(|at| row.path.get(..=at)));
    }
    for folder in folders {
        if let Some(part) = owners.owner(&format!("{folder}.")).and_then(|id| parts.number(id)) {
            vocabulary.add_file(folder, part);
        }
    }
    store.state().each_name(|name, file| {
        if let Some(part) = owner_of.get(&file) {
            vocabulary.add_name(name, *part);
        }
    })?;
    Ok(vocabulary)
}

fn shown(link: &FoundLink) -> DocumentLink {
    DocumentLink {
        doc_path: link.path.clone(),
        ref_id: link.ref_id.clone(),
        declared: false,
        score: Some((link.score * 100.0).round() / 100.0),
        section: link.section.clone().map(|(line_start, line_end, heading)| LinkSection {
            line_start,
            line_end,
            heading,
        }),
        evidence: LinkEvidence {
            place: link.place,
            title: link.title,
            names: link.names.iter().map(|(name, line)| NameAt { name: name.clone(), line: *line }).collect(),
        },
    }
}
