//! What a change reaches, from the files that it touches: other files, nodes, symbols, tests, documents, owners.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use beadloom_graph::CodeOwners;
use beadloom_model::answers::{
    ANSWER_VERSION, AffectedAnswer, AffectedDocument, AffectedFile, AffectedNode, AffectedOmitted,
    AffectedOwner, AffectedSymbol, AffectedTest, Certainty, TestReason,
};
use beadloom_model::{CompactSort, Result, SymbolKind};
use beadloom_store::{Store, SymbolRow};
use rustc_hash::FxHashSet;

use super::dependency_graph::{DependencyGraph, Direction};
use super::files::{Files, Place};
use super::likely_tests::{self, Likely};
use super::runnable::Runnable;
use super::symbols::Symbols;
use super::walk::walk;
use crate::Staleness;
use crate::lists::{cut, each_once};
use crate::unseen::unseen;

/// Changed symbols that are followed: who changed more, changed everything.
const MAX_SYMBOLS: usize = 2_000;

/// Files whose owners are looked up.
const MAX_OWNED_FILES: usize = 5_000;

/// What was changed, and how far to look.
#[derive(Debug, Clone)]
pub struct AffectedRequest {
    /// Relative to the root; files that are gone are among them.
    pub files: Vec<String>,
    /// Of files of which it is known: qualified names of the symbols that were changed. Of others, all count.
    pub symbols: BTreeMap<String, BTreeSet<String>>,
    /// As typed.
    pub base: Option<String>,
    /// Its commit.
    pub base_commit: Option<String>,
    /// The owners file and its path.
    pub owners: Option<(String, CodeOwners)>,
    /// Steps that are followed.
    pub depth: usize,
    /// Entries of the lists of files and of symbols, at most.
    pub limit: usize,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// How far something is from a change, and how surely it is reached: the lesser is the better.
type Reach = (usize, Certainty);

const CHANGED: Reach = (0, Certainty::Exact);

/// How near things are by the nearest of their files, and how many files that are.
#[derive(Default)]
struct Tally(BTreeMap<String, (Reach, u64)>);

impl Tally {
    fn note(&mut self, thing: &str, reach: Reach) {
        let known = self.0.entry(thing.to_owned()).or_insert((reach, 0));
        *known = (known.0.min(reach), known.1 + 1);
    }
}

/// What a change reaches. `text`: what a file holds.
///
/// # Errors
/// Store errors.
pub fn affected(
    store: &Store,
    request: &AffectedRequest,
    text: &dyn Fn(&str) -> Option<String>,
) -> Result<AffectedAnswer> {
    store.snapshot(|| {
        let files: Vec<String> = each_once(request.files.iter().cloned());
        let mut starts = Vec::new();
        for path in &files {
            starts.extend(store.file_id(path)?.map(|id| (id, path.clone())));
        }
        let ids: Vec<i64> = starts.iter().map(|(id, _)| *id).collect();
        let there: HashSet<String> = starts.iter().map(|(_, path)| path.clone()).collect();
        let mut field = Files::new(store, starts)?.without_shared_helpers();
        let begin = field.starts().to_vec();
        let walked = walk(&begin, request.depth, |level| field.steps(Direction::Downstream, level))?;

        // Everything that is changed or reached, a changed file first.
        let mut all: Vec<(String, Reach)> = files.iter().map(|path| (path.clone(), CHANGED)).collect();
        let mut keys: Vec<Place> = Vec::new();
        for one in &walked.reached {
            if let Some(path) = field.path(&one.key) {
                all.push((path.to_owned(), (one.distance, one.confidence)));
                keys.push(one.key.clone());
            }
        }
        let mut reached: Vec<AffectedFile> = all
            .iter()
            .skip(files.len())
            .map(|(path, (distance, confidence))| AffectedFile {
                path: path.clone(),
                distance: *distance as u64,
                confidence: *confidence,
            })
            .collect();
        reached.compact_sort_by_cached_key(|one| (one.distance, one.confidence, one.path.clone()));
        let more_files = cut(&mut reached, request.limit);

        let sure: FxHashSet<Place> = begin.iter().chain(&keys).cloned().collect();
        let mut perhaps: Vec<(String, Reach)> = Vec::new();
        let mut perhaps_keys: Vec<Place> = keys.clone();
        for (key, distance) in field.perhaps(request.depth, &sure)? {
            if let Some(path) = field.path(&key) {
                perhaps.push((path.to_owned(), (distance, Certainty::Ambiguous)));
                perhaps_keys.push(key);
            }
        }
        let reachable: Vec<(String, Reach)> = all.iter().cloned().chain(perhaps).collect();
        let mut tests = tests(store, &reachable, &there, &ids, &perhaps_keys)?;
        let Likely { tests: likely, known, unknown } =
            likely_tests::likely(store, &files, &tests, request.depth, text)?;
        tests.extend(likely);
        tests.compact_sort_by_cached_key(|test| {
            let reason = known.get(&test.path).copied().unwrap_or(test.reason);
            (worth(test.confidence, reason), test.distance, test.confidence, test.reason, test.path.clone())
        });
        let nodes = nodes(store, &field, &files, &all, &keys)?;
        let documents = documents(store, &files, &nodes)?;
        let (symbols, more_symbols, symbols_complete, unseen) = symbols(store, request, &there)?;
        let (owners_path, owners) = owners(request.owners.as_ref(), &all);
        Ok(AffectedAnswer {
            version: ANSWER_VERSION,
            base: request.base.clone(),
            base_commit: request.base_commit.clone(),
            depth: request.depth as u64,
            files,
            reached,
            nodes,
            symbols,
            tests,
            unknown,
            documents,
            owners,
            owners_path,
            omitted: AffectedOmitted { reached: more_files, symbols: more_symbols },
            unseen,
            complete: walked.complete && symbols_complete,
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        })
    })
}

/// What is to be run first: what surely needs the change, what says that it tests it, what may need it, and what only past commits
/// changed with it.
fn worth(confidence: Certainty, reason: TestReason) -> u8 {
    match (confidence, reason) {
        (Certainty::Ambiguous, TestReason::Name | TestReason::Route | TestReason::Schema) => 1,
        (Certainty::Ambiguous, TestReason::Reached) => 2,
        (Certainty::Ambiguous, TestReason::History) => 3,
        _ => 0,
    }
}

/// Tests that a runner can be given: what is named as a test, what lies with tests, where nothing imports it, and files
/// that hold tests beside other code.
fn tests(
    store: &Store,
    all: &[(String, Reach)],
    there: &HashSet<String>,
    starts: &[i64],
    keys: &[Place],
) -> Result<Vec<AffectedTest>> {
    let mut ids: Vec<i64> = starts.to_vec();
    ids.extend(keys.iter().filter_map(|key| match key {
        Place::File(id) => Some(*id),
        Place::Folder(_) => None,
    }));
    let imported: Vec<i64> =
        store.importer_counts(&ids)?.into_iter().filter(|(_, count)| *count > 0).map(|(id, _)| id).collect();
    let imported: HashSet<String> =
        store.paths_of_files(&imported)?.into_iter().map(|(_, path)| path).collect();
    // Tests beside other code run with the file that holds them.
    let beside: Vec<i64> = store.inline_tests_of(&ids)?.into_keys().collect();
    let beside: HashSet<String> = store.paths_of_files(&beside)?.into_iter().map(|(_, path)| path).collect();
    let runnable = Runnable::new(store)?;
    let mut tests: Vec<AffectedTest> = all
        .iter()
        .filter(|(path, (distance, _))| *distance > 0 || there.contains(path))
        .filter(|(path, _)| runnable.is(path, imported.contains(path)) || beside.contains(path))
        .map(|(path, (distance, confidence))| AffectedTest {
            path: path.clone(),
            distance: *distance as u64,
            confidence: *confidence,
            reason: if *distance == 0 { TestReason::Changed } else { TestReason::Reached },
            of: None,
        })
        .collect();
    tests.compact_sort_by(|a, b| {
        let order =
            |one: &AffectedTest| (one.confidence == Certainty::Ambiguous, one.distance, one.confidence);
        (order(a), &a.path).cmp(&(order(b), &b.path))
    });
    Ok(tests)
}

fn nodes(
    store: &Store,
    field: &Files<'_>,
    files: &[String],
    all: &[(String, Reach)],
    keys: &[Place],
) -> Result<Vec<AffectedNode>> {
    let mut found = Tally::default();
    // A changed file may be gone, and belongs to its node all the same.
    for path in files {
        if let Some(node) = field.owner(path) {
            found.note(node, CHANGED);
        }
    }
    for (at, node) in field.nodes_of(keys)? {
        if let Some((_, reach)) = all.get(files.len() + at) {
            found.note(&node, *reach);
        }
    }
    // A document that was changed concerns the nodes that it tells of.
    for path in files {
        for node in store.nodes_of_document(path)? {
            found.note(&node, CHANGED);
        }
    }
    let mut nodes: Vec<AffectedNode> = found
        .0
        .into_iter()
        .map(|(ref_id, ((distance, confidence), files))| AffectedNode {
            ref_id,
            distance: distance as u64,
            confidence,
            files,
        })
        .collect();
    nodes.compact_sort_by_cached_key(|one| (one.distance, one.confidence, one.ref_id.clone()));
    Ok(nodes)
}

fn documents(store: &Store, files: &[String], nodes: &[AffectedNode]) -> Result<Vec<AffectedDocument>> {
    let mut found: BTreeMap<String, AffectedDocument> = BTreeMap::new();
    for path in files.iter().filter(|path| path.ends_with(".md") || path.ends_with(".mdx")) {
        let ref_id = store.nodes_of_document(path)?.into_iter().next();
        let document =
            AffectedDocument { path: path.clone(), ref_id, distance: 0, confidence: Certainty::Exact };
        found.insert(path.clone(), document);
    }
    let reach: BTreeMap<&str, &AffectedNode> =
        nodes.iter().map(|node| (node.ref_id.as_str(), node)).collect();
    let ids: Vec<String> = nodes.iter().map(|node| node.ref_id.clone()).collect();
    for (path, ref_id) in store.documents_of_nodes(&ids)? {
        let Some(node) = reach.get(ref_id.as_str()) else { continue };
        let document = AffectedDocument {
            path: path.clone(),
            ref_id: Some(ref_id),
            distance: node.distance,
            confidence: node.confidence,
        };
        let known = found.entry(path).or_insert_with(|| document.clone());
        if (document.distance, document.confidence) < (known.distance, known.confidence) {
            *known = document;
        }
    }
    let mut documents: Vec<AffectedDocument> = found.into_values().collect();
    documents.compact_sort_by_cached_key(|one| (one.distance, one.confidence, one.path.clone()));
    Ok(documents)
}

/// Symbols that were changed and what refers to them, how many more there are, whether these are all, and what cannot be
/// seen.
fn symbols(
    store: &Store,
    request: &AffectedRequest,
    there: &HashSet<String>,
) -> Result<(Vec<AffectedSymbol>, u64, bool, Option<String>)> {
    let mut rows: Vec<SymbolRow> = Vec::new();
    let mut complete = true;
    let mut paths: Vec<&String> = there.iter().collect();
    paths.compact_sort();
    for path in paths {
        let room = MAX_SYMBOLS.saturating_sub(rows.len());
        let changed = request.symbols.get(path);
        let mut of_file = store.symbols_of_file(path, MAX_SYMBOLS)?;
        of_file.retain(|row| changed.is_none_or(|names| names.contains(&row.qualified_name)));
        complete &= of_file.len() <= room;
        rows.extend(of_file.into_iter().take(room));
    }
    let mut found: Vec<AffectedSymbol> = rows
        .iter()
        .map(|row| AffectedSymbol {
            name: row.qualified_name.clone(),
            kind: Some(row.kind),
            path: row.file_path.clone(),
            line: Some(row.line_start),
            ref_id: row.ref_id.clone(),
            distance: 0,
            confidence: Certainty::Exact,
        })
        .collect();
    if !rows.is_empty() {
        let mut field = Symbols::new(store, &rows)?;
        let begin = field.starts().to_vec();
        let walked = walk(&begin, request.depth, |level| field.steps(Direction::Downstream, level))?;
        complete &= walked.complete;
        let keys: Vec<_> = walked.reached.iter().map(|one| one.key.clone()).collect();
        let described = field.describe(&keys)?;
        for one in &walked.reached {
            let Some(what) = described.get(&one.key) else { continue };
            found.push(AffectedSymbol {
                name: what.name.clone(),
                kind: SymbolKind::from_name(&what.kind),
                path: what.path.clone().unwrap_or_default(),
                line: what.line,
                ref_id: what.ref_id.clone(),
                distance: one.distance as u64,
                confidence: one.confidence,
            });
        }
    }
    found.compact_sort_by_cached_key(|one| {
        (one.distance, one.confidence, one.path.clone(), one.line, one.name.clone())
    });
    let more = cut(&mut found, request.limit);
    Ok((found, more, complete, unseen(store, &rows)?))
}

fn owners(
    known: Option<&(String, CodeOwners)>,
    all: &[(String, Reach)],
) -> (Option<String>, Vec<AffectedOwner>) {
    let Some((path, owners)) = known else { return (None, Vec::new()) };
    let mut found = Tally::default();
    for (file, reach) in all.iter().take(MAX_OWNED_FILES) {
        owners.of(file).iter().for_each(|owner| found.note(owner, *reach));
    }
    let mut owners: Vec<AffectedOwner> = found
        .0
        .into_iter()
        .map(|(owner, ((distance, confidence), files))| AffectedOwner {
            owner,
            distance: distance as u64,
            confidence,
            files,
        })
        .collect();
    owners.compact_sort_by_cached_key(|one| (one.distance, one.confidence, one.owner.clone()));
    (Some(path.clone()), owners)
}
