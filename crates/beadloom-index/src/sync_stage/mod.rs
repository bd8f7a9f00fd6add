//! Which documents are up to date with their code: `sync_state`, as the lock and the index say.

mod contents;
mod history;
mod lock;
mod pairing;
mod together;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use beadloom_graph::config::{Config, SyncLevel};
use beadloom_model::answers::SyncReason;
use beadloom_model::{Diagnostic, Result};
use beadloom_store::{State, SyncRow, Writer};
use beadloom_sync::{Baseline, LOCK_PATH, Lock, LockLines, PairRow, Rules, judge};

use crate::checked_out::LEFT_OUT;
pub use contents::Contents;
pub use history::History;
pub use lock::read_lock;
use lock::{lock_text, parsed};
use pairing::Pairing;
pub use pairing::TakenOver;

/// Above so many files that a run touched, looking at all nodes is as quick.
const FEW_FILES: usize = 2_000;

/// Which nodes' pairs may have changed.
pub enum Concerned {
    /// All.
    All,
    /// Those of these files, and these.
    Of {
        /// Paths of files that came, went or changed.
        paths: BTreeSet<String>,
        /// Nodes that documents were linked to before.
        nodes: BTreeSet<String>,
    },
}

/// Brings `sync_state` up to date. Returns whether anything changed in it.
///
/// # Errors
/// Store errors.
pub fn run(
    writer: &Writer<'_>,
    root: &Path,
    config: &Config,
    history: Option<&History>,
    concerned: &Concerned,
) -> Result<bool> {
    let state = writer.state();
    let (text, unreadable) = lock_text(root);
    let lines = LockLines::new(&text);
    let locked: BTreeSet<&str> = lines.nodes().collect();
    let contents = Contents::of_project(root, config.max_file_size);
    let pairing = Pairing::new(&state, config, &contents, history, &locked)?;
    // A document of a part takes its code from the document of the whole.
    let same_documented = state.meta("documented")?.as_ref() == Some(&pairing.documented);
    writer.set_meta("documented", &pairing.documented)?;
    let few = match concerned {
        // A lock that was sound and did not change is so still.
        Concerned::Of { paths, nodes }
            if paths.len() <= FEW_FILES && same_documented && !state.has_findings(LOCK_PATH)? =>
        {
            let concerned = concerned_nodes(&state, paths, nodes)?;
            let wholes: Vec<String> =
                concerned.iter().filter_map(|id| pairing.whole_of(id)).map(str::to_owned).collect();
            // What is said of nodes that are gone may be of one that has another name now.
            let lost = pairing.lost.iter().cloned();
            Some(concerned.into_iter().chain(wholes).chain(lost).collect::<BTreeSet<String>>())
        }
        Concerned::All | Concerned::Of { .. } => None,
    };
    let lock = match &few {
        Some(nodes) => lines.of(nodes.iter().map(String::as_str)),
        None => {
            let (lock, findings) = parsed(&text, unreadable);
            writer.set_diagnostics(LOCK_PATH, &findings)?;
            lock
        }
    };
    // Nobody wrote the nodes of a derived graph, so nobody said which document is about what.
    if state.meta("derived")?.as_deref() == Some("1") {
        return replace(writer, &state.sync_rows()?, &[]);
    }
    let renamed = pairing.renamed(&lock)?;
    let of_node = by_node(&lock, &pairing.lost, &renamed);
    let old = match &few {
        Some(nodes) => {
            let of_node = |node: &String| Ok((node.clone(), state.sync_rows_of(node)?));
            nodes.iter().map(of_node).collect::<Result<_>>()?
        }
        None => by_ref(state.sync_rows()?),
    };
    let nodes = match few {
        Some(nodes) => nodes,
        None => {
            let mut nodes: BTreeSet<String> = state.documented_nodes()?.into_iter().collect();
            nodes.extend(of_node.keys().map(|id| (*id).to_owned()));
            nodes.extend(old.keys().cloned());
            nodes
        }
    };
    let mut judged: Vec<(&String, Vec<SyncRow>)> = Vec::with_capacity(nodes.len());
    for node in &nodes {
        judged.push((node, rows_of(&pairing, node, &of_node, rules(config))?));
    }
    if let Some(history) = history.filter(|_| config.sync.auto_ack) {
        let rows = judged.iter_mut().flat_map(|(_, rows)| rows);
        together::acknowledge(&pairing, root, history, rows)?;
        writer.set_meta(together::SEEN, &(history.head)(root).unwrap_or_default())?;
    }
    if let Some(mark) = pairing.left_out_mark() {
        writer.set_meta(LEFT_OUT, &mark)?;
    }
    let mut changed = false;
    for (node, rows) in &judged {
        changed |= replace(writer, old.get(*node).map_or(&[], Vec::as_slice), rows)?;
    }
    Ok(changed)
}

/// Whether commits may have come or gone that say that documents are up to date. What they say is in no file.
pub fn is_behind_history(
    state: &State<'_>,
    root: &Path,
    config: &Config,
    history: Option<&History>,
) -> Result<bool> {
    let Some(history) = history.filter(|_| config.sync.auto_ack) else { return Ok(false) };
    let head = (history.head)(root).unwrap_or_default();
    Ok(state.meta(together::SEEN)?.unwrap_or_default() != head)
}

/// The pairs as they would be with other contents of some files, and with another lock: `sync_state` where neither concerns
/// a pair. The graph stays that of the index.
///
/// # Errors
/// `bad_lock` comes back as a finding; store errors.
pub fn judged_with(
    state: &State<'_>,
    config: &Config,
    contents: &Contents,
    history: Option<&History>,
) -> Result<(Vec<SyncRow>, Vec<Diagnostic>)> {
    let (lock, findings) = contents.lock();
    let mut rows = by_ref(state.sync_rows()?);
    let locked: BTreeSet<&str> = lock.baselines().map(|line| line.ref_id.as_str()).collect();
    let pairing = Pairing::new(state, config, contents, history, &locked)?;
    let renamed = pairing.renamed(&lock)?;
    let of_node = by_node(&lock, &pairing.lost, &renamed);
    let mut nodes: BTreeSet<String> = BTreeSet::new();
    if contents.replaces(LOCK_PATH) {
        nodes.extend(state.documented_nodes()?);
        nodes.extend(rows.keys().cloned());
        nodes.extend(of_node.keys().map(|id| (*id).to_owned()));
    }
    for path in contents.replaced() {
        let of_file = state.nodes_of_code(path)?.into_iter().chain(state.document_nodes(path)?);
        for node in of_file {
            nodes.extend(pairing.whole_of(&node).map(str::to_owned));
            nodes.insert(node);
        }
    }
    let touched = |row: &SyncRow| contents.replaces(&row.doc_path) || contents.replaces(&row.code_path);
    nodes.extend(rows.iter().filter(|(_, rows)| rows.iter().any(touched)).map(|(node, _)| node.clone()));
    for node in nodes {
        let judged = rows_of(&pairing, &node, &of_node, rules(config))?;
        rows.insert(node, judged);
    }
    if let Some(history) = history.filter(|_| config.sync.auto_ack) {
        together::acknowledge(&pairing, contents.root(), history, rows.values_mut().flatten())?;
    }
    Ok((rows.into_values().flatten().collect(), findings))
}

/// The lines of each node, those that are its own under an earlier name among them.
fn by_node<'l>(
    lock: &'l Lock,
    lost: &BTreeSet<String>,
    renamed: &'l BTreeMap<(String, String), Vec<Baseline>>,
) -> BTreeMap<&'l str, Vec<&'l Baseline>> {
    let is_renamed = |line: &&Baseline| {
        lost.contains(&line.ref_id) && renamed.contains_key(&(line.doc_path.clone(), line.code_path.clone()))
    };
    let own = lock.baselines().filter(|line| !is_renamed(line));
    let mut of_node: BTreeMap<&str, Vec<&Baseline>> = BTreeMap::new();
    for baseline in own.chain(renamed.values().flatten()) {
        of_node.entry(&baseline.ref_id).or_default().push(baseline);
    }
    of_node
}

fn by_ref(rows: Vec<SyncRow>) -> BTreeMap<String, Vec<SyncRow>> {
    let mut of_node: BTreeMap<String, Vec<SyncRow>> = BTreeMap::new();
    for row in rows {
        of_node.entry(row.ref_id.clone()).or_default().push(row);
    }
    of_node
}

fn rules(config: &Config) -> Rules {
    Rules { bodies: config.sync.level == SyncLevel::Body, strict: config.sync.strict }
}

/// The pairs of a node, by document and code.
fn rows_of(
    pairing: &Pairing<'_>,
    node: &str,
    of_node: &BTreeMap<&str, Vec<&Baseline>>,
    rules: Rules,
) -> Result<Vec<SyncRow>> {
    let lines = of_node.get(node).into_iter().flatten().copied();
    let baselines: Vec<&Baseline> = lines
        .filter(|line| !pairing.is_ignored(&line.doc_path) && !pairing.is_ignored(&line.code_path))
        .filter(|line| !pairing.is_draft(&line.doc_path))
        .collect();
    let present = pairing.of_node(node, &baselines)?;
    let mut rows: Vec<SyncRow> =
        judge(node, &present, &baselines, pairing, rules).into_iter().map(row).collect();
    pairing.failed()?;
    leave_out(pairing, &mut rows)?;
    let unpaired = SyncReason::Unpaired.as_str();
    let mut failed = None;
    rows.retain(|row| {
        row.reason.as_deref() != Some(unpaired)
            || !pairing.is_taken_over(&row.code_path, node).unwrap_or_else(|error| {
                failed = Some(error);
                false
            })
    });
    failed.map_or(Ok(rows), Err)
}

/// Takes out what nobody knows: pairs of which the work tree leaves a file out are neither stale nor gone. What a document names in
/// such code may be why it names nothing in other code.
fn leave_out(pairing: &Pairing<'_>, rows: &mut Vec<SyncRow>) -> Result<()> {
    let mut left_out = BTreeSet::new();
    for row in rows.iter().filter(|row| row.doc_hash.is_none() || row.code_hash.is_none()) {
        if pairing.is_left_out(&row.doc_path)? || pairing.is_left_out(&row.code_path)? {
            left_out.insert((row.doc_path.clone(), row.code_path.clone()));
        }
    }
    if left_out.is_empty() {
        return Ok(());
    }
    let documents: BTreeSet<String> = left_out.iter().map(|(document, _)| document.clone()).collect();
    let unnamed = SyncReason::UndocumentedModule.as_str();
    rows.retain(|row| {
        let is_unnamed = row.reason.as_deref() == Some(unnamed) && documents.contains(&row.doc_path);
        !is_unnamed && !left_out.contains(&(row.doc_path.clone(), row.code_path.clone()))
    });
    Ok(())
}

/// Writes what differs; both lists are by document and code.
fn replace(writer: &Writer<'_>, old: &[SyncRow], new: &[SyncRow]) -> Result<bool> {
    let key = |row: &SyncRow| (row.doc_path.clone(), row.code_path.clone());
    let before: HashMap<_, &SyncRow> = old.iter().map(|row| (key(row), row)).collect();
    let mut changed = false;
    for row in new.iter().filter(|row| before.get(&key(row)) != Some(row)) {
        writer.put_sync_row(row)?;
        changed = true;
    }
    let after: BTreeSet<_> = new.iter().map(key).collect();
    for row in old.iter().filter(|row| !after.contains(&key(row))) {
        writer.delete_sync_row(row)?;
        changed = true;
    }
    Ok(changed)
}

/// Nodes of files that changed, as they are and as they were; and those with pairs of which something is gone, for any
/// file may be where it went.
fn concerned_nodes(
    state: &State<'_>,
    paths: &BTreeSet<String>,
    nodes: &BTreeSet<String>,
) -> Result<BTreeSet<String>> {
    let mut concerned = nodes.clone();
    for path in paths {
        concerned.extend(state.nodes_of_code(path)?);
        concerned.extend(state.document_nodes(path)?);
        concerned.extend(state.paired_nodes(path)?);
    }
    let gone = [SyncReason::CodeDeleted, SyncReason::DocDeleted, SyncReason::Moved, SyncReason::Unpaired];
    concerned.extend(state.nodes_behind_for(&gone.map(SyncReason::as_str))?);
    Ok(concerned)
}

fn row(pair: PairRow) -> SyncRow {
    SyncRow {
        doc_path: pair.doc_path,
        code_path: pair.code_path,
        ref_id: pair.ref_id,
        status: pair.status.as_str().to_owned(),
        reason: pair.reason.map(|reason| reason.as_str().to_owned()),
        moved_to: pair.moved_to,
        doc_hash: pair.doc_hash.map(|hash| hash.0),
        code_hash: pair.code_hash.map(|hash| hash.0),
        named: pair.named,
    }
}
