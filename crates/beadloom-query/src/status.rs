//! What the index holds, how well the project is documented, and which code no node owns.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use beadloom_graph::external;
use beadloom_model::answers::{ANSWER_VERSION, Coverage, IndexStatus, StatusAnswer};
use beadloom_model::{Result, VERSION};
use beadloom_store::Store;

use crate::focus::ownership;
use crate::{Staleness, meta, places};

/// The state of the index and of the documentation.
///
/// A node is documented by a document that somebody wrote and that speaks of it, or is declared to: a generated one whose TODO
/// comments are still there is a stub, and does not count.
///
/// # Errors
/// Store errors.
pub fn status(store: &Store, stale: &Staleness) -> Result<StatusAnswer> {
    store.snapshot(|| {
        let state = store.state();
        let totals = state.noted_totals()?;
        let project = Project::read(store)?;
        Ok(StatusAnswer {
            version: ANSWER_VERSION,
            nodes_count: project.kinds.len() as u64,
            edges_count: totals.edges,
            docs_count: totals.docs,
            chunks_count: totals.chunks,
            symbols_count: totals.symbols,
            stale_count: store.count_stale_pairs()?,
            doc_coverage: project.share_documented(),
            last_reindex: meta::last_reindex(store)?,
            beadloom_version: VERSION.to_owned(),
            index: IndexStatus {
                bytes: store.bytes()?,
                files: store.count_files()?,
                languages: store.languages()?,
                generation: meta::generation(store)?,
            },
            coverage: project.coverage(),
            unmapped: unmapped(store)?,
            derived: meta::derived(store)?,
            diagnostics: state.diagnostics()?,
            warning: stale.warning.clone(),
            stale_paths: stale.shown_paths(),
        })
    })
}

/// How well domains and services are documented, by ref_id.
pub(crate) fn coverage(store: &Store) -> Result<Vec<Coverage>> {
    Ok(Project::read(store)?.coverage())
}

/// Nodes with what coverage is counted from.
struct Project {
    /// Of this repository's nodes, by ref_id.
    kinds: BTreeMap<String, String>,
    /// Nodes inside a node, directly.
    parts: HashMap<String, Vec<String>>,
    /// Documents that somebody wrote or that are stubs, by node.
    documents: HashMap<String, Vec<String>>,
    documented: HashSet<String>,
    symbols: HashMap<String, u64>,
    stale: HashSet<String>,
}

impl Project {
    fn read(store: &Store) -> Result<Self> {
        let mut documents: HashMap<String, Vec<String>> = HashMap::new();
        let mut documented = HashSet::new();
        for document in store.node_documents()? {
            if !document.stub {
                documented.insert(document.ref_id.clone());
            }
            documents.entry(document.ref_id).or_default().push(document.path);
        }
        for (ref_id, path) in &store.linked_documents()? {
            documented.insert(ref_id.clone());
            documents.entry(ref_id.clone()).or_default().push(path.clone());
        }
        let mut parts: HashMap<String, Vec<String>> = HashMap::new();
        for link in store.links_of_kind("part_of")? {
            parts.entry(link.dst).or_default().push(link.src);
        }
        Ok(Self {
            kinds: store
                .node_kinds_by_id()?
                .into_iter()
                .filter(|(id, kind)| !external::is_external(id, kind))
                .collect(),
            parts,
            documents,
            documented,
            symbols: store.node_symbol_counts()?.into_iter().map(|one| (one.ref_id, one.symbols)).collect(),
            stale: store.stale_document_nodes()?.into_iter().map(|(path, _)| path).collect(),
        })
    }

    /// Percent of the nodes, one decimal.
    fn share_documented(&self) -> f64 {
        percent(self.kinds.keys().filter(|id| self.documented.contains(*id)).count(), self.kinds.len())
    }

    /// Domains and services, by ref_id.
    fn coverage(&self) -> Vec<Coverage> {
        self.kinds
            .iter()
            .filter(|(_, kind)| matches!(kind.as_str(), "domain" | "service"))
            .map(|(id, kind)| self.coverage_of(id, kind))
            .collect()
    }

    fn coverage_of(&self, id: &str, kind: &str) -> Coverage {
        let units = self.units(id);
        let documents: BTreeSet<&str> =
            units.iter().filter_map(|unit| self.documents.get(*unit)).flatten().map(String::as_str).collect();
        let is = |unit: &&&str, wanted: &str| self.kinds.get(**unit).is_some_and(|kind| kind == wanted);
        Coverage {
            ref_id: id.to_owned(),
            kind: kind.to_owned(),
            share: percent(units.iter().filter(|unit| self.documented.contains(**unit)).count(), units.len()),
            features: units.iter().filter(|unit| is(unit, "feature")).count() as u64,
            symbols: units.iter().filter_map(|unit| self.symbols.get(*unit)).sum(),
            stale: documents.iter().filter(|path| self.stale.contains(**path)).count() as u64,
            docs: documents.len() as u64,
        }
    }

    /// The node and everything inside it, each once, however the parts are tangled.
    fn units<'a>(&'a self, id: &'a str) -> Vec<&'a str> {
        let mut seen: HashSet<&str> = HashSet::from([id]);
        let mut units = vec![id];
        let mut at = 0;
        while let Some(unit) = units.get(at).copied() {
            at += 1;
            for part in self.parts.get(unit).into_iter().flatten() {
                if seen.insert(part) {
                    units.push(part);
                }
            }
        }
        units
    }
}

/// Folders with code that belongs to no node, by path; the outermost ones, each ending in `/`. Tests need no node.
fn unmapped(store: &Store) -> Result<Vec<String>> {
    let owners = ownership(store)?;
    // Folders that hold something owned, and folders with code that is not.
    let mut mapped: HashSet<String> = HashSet::new();
    let mut open: BTreeSet<String> = BTreeSet::new();
    for file in store.code_files()? {
        if places::is_test(&file.path) {
            continue;
        }
        if file.annotated || owners.owner(&file.path).is_some() {
            for (at, _) in file.path.match_indices('/') {
                if let Some(folder) = file.path.get(..=at) {
                    mapped.insert(folder.to_owned());
                }
            }
            mapped.insert("./".to_owned());
        } else {
            open.insert(
                file.path.rsplit_once('/').map_or_else(|| "./".to_owned(), |(dir, _)| format!("{dir}/")),
            );
        }
    }
    let mut outermost: BTreeSet<String> = BTreeSet::new();
    for folder in open {
        let mut whole = folder.clone();
        for (at, _) in folder.match_indices('/') {
            if let Some(outer) = folder.get(..=at)
                && !mapped.contains(outer)
            {
                outer.clone_into(&mut whole);
                break;
            }
        }
        outermost.insert(whole);
    }
    Ok(outermost.into_iter().collect())
}

/// With one decimal; of nothing, 0.
#[expect(clippy::cast_precision_loss, reason = "counts of nodes")]
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 * 1_000.0 / whole as f64).round() / 10.0 }
}
