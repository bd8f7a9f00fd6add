//! Which documents are in step with their code: `sync_state`, as the lock and the index say.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use beadloom_graph::Ownership;
use beadloom_graph::config::{Config, SyncLevel};
use beadloom_model::answers::SyncReason;
use beadloom_model::{Diagnostic, Result};
use beadloom_store::{NodeRow, State, SyncDocument, SyncRow, SyncSymbolFacts, Writer};
use beadloom_sync::{
    Around, Baseline, CodeHash, DocHash, LOCK_PATH, Lock, MAX_LOCK_BYTES, Mentions, PairRow, Present, Rules,
    SyncSymbol, judge,
};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::source::{Read1, decode, read_file};

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

/// The lock of a project, and what is wrong with it. There may be none.
pub fn read_lock(root: &Path) -> (Lock, Vec<Diagnostic>) {
    let unreadable = |diagnostic: Diagnostic| {
        let mut finding = Diagnostic::error(beadloom_model::Code::BadLock, diagnostic.message);
        finding.path = Some(LOCK_PATH.to_owned());
        finding.line = diagnostic.line;
        finding.hint = diagnostic.hint;
        (Lock::default(), vec![finding])
    };
    match read_file(root, LOCK_PATH, MAX_LOCK_BYTES) {
        Read1::Vanished => (Lock::default(), Vec::new()),
        Read1::Skipped(_, diagnostic) => unreadable(diagnostic),
        Read1::Whole(content) => match decode(LOCK_PATH, content.bytes) {
            Ok(text) => Lock::parse(&text),
            Err(diagnostic) => unreadable(*diagnostic),
        },
    }
}

/// Brings `sync_state` in step. Returns whether anything changed in it.
///
/// # Errors
/// Store errors.
pub fn run(writer: &Writer<'_>, root: &Path, config: &Config, concerned: &Concerned) -> Result<bool> {
    let state = writer.state();
    let (lock, findings) = read_lock(root);
    writer.set_diagnostics(LOCK_PATH, &findings)?;
    let mut of_node: BTreeMap<&str, Vec<&Baseline>> = BTreeMap::new();
    for baseline in lock.baselines() {
        of_node.entry(&baseline.ref_id).or_default().push(baseline);
    }
    let before = state.sync_rows()?;
    // Nobody wrote the nodes of a derived graph, so nobody said which document is about what.
    if state.meta("derived")?.as_deref() == Some("1") {
        return replace(writer, &before, &[]);
    }
    let mut old: BTreeMap<String, Vec<SyncRow>> = BTreeMap::new();
    for row in before {
        old.entry(row.ref_id.clone()).or_default().push(row);
    }
    let locked: BTreeSet<&str> = of_node.keys().copied().collect();
    let pairing = Pairing::new(&state, root, config, &locked)?;
    // A document of a part takes its code from the document of the whole.
    let same_documented = state.meta("documented")?.as_ref() == Some(&pairing.documented);
    writer.set_meta("documented", &pairing.documented)?;
    let nodes = match concerned {
        Concerned::Of { paths, nodes } if paths.len() <= FEW_FILES && same_documented => {
            let concerned = concerned_nodes(&state, &old, paths, nodes)?;
            let wholes: Vec<String> =
                concerned.iter().filter_map(|id| pairing.whole_of.get(id)).cloned().collect();
            concerned.into_iter().chain(wholes).collect()
        }
        Concerned::All | Concerned::Of { .. } => {
            let mut nodes: BTreeSet<String> = state.documented_nodes()?.into_iter().collect();
            nodes.extend(of_node.keys().map(|id| (*id).to_owned()));
            nodes.extend(old.keys().cloned());
            nodes
        }
    };
    let rules = Rules { bodies: config.sync.level == SyncLevel::Body, strict: config.sync.strict };
    let mut changed = false;
    for node in &nodes {
        let present = pairing.of_node(node)?;
        let baselines: Vec<&Baseline> = of_node
            .get(node.as_str())
            .into_iter()
            .flatten()
            .copied()
            .filter(|line| !pairing.is_ignored(&line.doc_path) && !pairing.is_ignored(&line.code_path))
            .collect();
        let rows: Vec<SyncRow> =
            judge(node, &present, &baselines, &pairing, rules).into_iter().map(row).collect();
        pairing.failed()?;
        changed |= replace(writer, old.get(node).map_or(&[], Vec::as_slice), &rows)?;
    }
    Ok(changed)
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
    old: &BTreeMap<String, Vec<SyncRow>>,
    paths: &BTreeSet<String>,
    nodes: &BTreeSet<String>,
) -> Result<BTreeSet<String>> {
    let mut concerned = nodes.clone();
    for path in paths {
        concerned.extend(state.nodes_of_code(path)?);
        concerned.extend(state.document_nodes(path)?);
    }
    let gone = [SyncReason::CodeDeleted, SyncReason::DocDeleted, SyncReason::Moved, SyncReason::Unpaired];
    let is_gone = |row: &SyncRow| {
        row.reason.as_deref().and_then(SyncReason::from_name).is_some_and(|reason| gone.contains(&reason))
    };
    let touches = |row: &SyncRow| paths.contains(&row.doc_path) || paths.contains(&row.code_path);
    for (node, rows) in old {
        if rows.iter().any(|row| is_gone(row) || touches(row)) {
            concerned.insert(node.clone());
        }
    }
    Ok(concerned)
}

/// Finds the pairs that are there.
struct Pairing<'a> {
    state: &'a State<'a>,
    ignored: Gitignore,
    /// Names the set of nodes that have documents.
    documented: String,
    /// Of a node without documents that lies in the source of one with some, that one: its documents tell about the part
    /// until somebody writes one for it.
    whole_of: BTreeMap<String, String>,
    /// By file name: code that may have moved, with its hash. Read once in a run.
    called: RefCell<HashMap<String, Vec<(String, CodeHash)>>>,
    /// The first error while [`judge`] asked, which cannot fail.
    error: RefCell<Option<beadloom_model::Error>>,
}

impl<'a> Pairing<'a> {
    fn new(state: &'a State<'a>, root: &Path, config: &Config, locked: &BTreeSet<&str>) -> Result<Self> {
        let mut builder = GitignoreBuilder::new(root);
        for pattern in &config.sync.ignore_paths {
            // A pattern that does not parse was reported with its place when the configuration was read.
            let _ = builder.add_line(None, pattern);
        }
        let ignored = builder.build().unwrap_or_else(|_| Gitignore::empty());
        let documented = state.documented_nodes()?;
        Ok(Self {
            state,
            ignored,
            whole_of: whole_of(&state.nodes()?, &documented, locked),
            documented: beadloom_sync::blob_id(documented.join("\n").as_bytes()),
            called: RefCell::default(),
            error: RefCell::default(),
        })
    }

    fn is_ignored(&self, path: &str) -> bool {
        let path = Path::new(path);
        // A lock may name anything; what is not below the root has no place in the patterns.
        !self.ignored.is_empty()
            && !path.has_root()
            && self.ignored.matched_path_or_any_parents(path, false).is_ignore()
    }

    /// By document and code.
    fn of_node(&self, ref_id: &str) -> Result<Vec<Present>> {
        let mut documents = self.state.sync_documents(ref_id)?;
        documents.retain(|document| !self.is_ignored(&document.path));
        if documents.is_empty() {
            return Ok(Vec::new());
        }
        let mut files: BTreeMap<String, Vec<SyncSymbol>> = BTreeMap::new();
        for row in self.state.sync_symbols(ref_id)? {
            files.entry(row.path).or_default().extend(row.symbol.map(symbol));
        }
        let mut of_parts: BTreeMap<String, Vec<SyncSymbol>> = BTreeMap::new();
        for (part, _) in self.whole_of.iter().filter(|(_, whole)| *whole == ref_id) {
            for row in self.state.sync_symbols(part)? {
                of_parts.entry(row.path).or_default().extend(row.symbol.map(symbol));
            }
        }
        // What annotations give to the node itself goes before what its parts have.
        for (path, symbols) in of_parts {
            files.entry(path).or_insert(symbols);
        }
        files.retain(|path, _| !self.is_ignored(path));
        let whole: Vec<CodeHash> = files.values().map(CodeHash::of).collect();
        Ok(documents.iter().flat_map(|document| pairs_of(document, &files, &whole)).collect())
    }

    /// Keeps the first error and goes on as if nothing were there.
    fn or_nothing<T: Default>(&self, result: Result<T>) -> T {
        result.unwrap_or_else(|error| {
            self.error.borrow_mut().get_or_insert(error);
            T::default()
        })
    }

    fn failed(&self) -> Result<()> {
        self.error.borrow_mut().take().map_or(Ok(()), Err)
    }

    fn files_called(&self, name: &str) -> Result<Vec<(String, CodeHash)>> {
        let paths = self.state.code_files_called(name)?;
        let hash = |path: String| -> Result<(String, CodeHash)> {
            let symbols: Vec<SyncSymbol> =
                self.state.sync_symbols_of_file(&path)?.into_iter().map(symbol).collect();
            Ok((path, CodeHash::of(&symbols)))
        };
        paths.into_iter().map(hash).collect()
    }
}

impl Around for Pairing<'_> {
    fn has_file(&self, path: &str) -> bool {
        self.or_nothing(self.state.has_file(path))
    }

    /// Beyond the node, code is found by its file's name: whoever moves a file to another folder mostly keeps that.
    fn moved_code(&self, baseline: &Baseline) -> Option<String> {
        let name = baseline.code_path.rsplit('/').next().unwrap_or(&baseline.code_path);
        let mut called = self.called.borrow_mut();
        let files = called.entry(name.to_owned()).or_insert_with(|| self.or_nothing(self.files_called(name)));
        files.iter().find(|(_, hash)| *hash == baseline.code_hash).map(|(path, _)| path.clone())
    }
}

/// Of each node without documents the nearest around it, by source, that has some. A node that the lock knows had documents:
/// that they are gone is what there is to say of it.
fn whole_of(nodes: &[NodeRow], documented: &[String], locked: &BTreeSet<&str>) -> BTreeMap<String, String> {
    let has_documents = |id: &String| documented.binary_search(id).is_ok();
    let sources = nodes.iter().filter(|node| has_documents(&node.ref_id));
    let sources = sources.filter_map(|node| Some((node.ref_id.as_str(), node.source.as_deref()?)));
    let wholes = Ownership::new(sources);
    let mut whole_of = BTreeMap::new();
    let is_part = |node: &&NodeRow| !has_documents(&node.ref_id) && !locked.contains(node.ref_id.as_str());
    for node in nodes.iter().filter(is_part) {
        let Some(source) = node.source.as_deref().filter(|source| !source.is_empty()) else { continue };
        let whole = match source.strip_suffix('/') {
            Some(folder) => wholes.owner(&format!("{folder}/.")),
            None => wholes.owner(source),
        };
        if let Some(whole) = whole {
            whole_of.insert(node.ref_id.clone(), whole.to_owned());
        }
    }
    whole_of
}

/// The pairs of a document with the files of its node: all, or where it names symbols or files of the node, those.
/// `whole`: the hash of each file.
fn pairs_of(
    document: &SyncDocument,
    files: &BTreeMap<String, Vec<SyncSymbol>>,
    whole: &[CodeHash],
) -> Vec<Present> {
    let mentions = Mentions::new(document.mentions.iter().map(String::as_str));
    let pair = |path: &String, code_hash, has_symbols, named| Present {
        doc_path: document.path.clone(),
        code_path: path.clone(),
        doc_hash: DocHash::of(&document.hash),
        code_hash,
        has_symbols,
        named,
    };
    let mut named_pairs = Vec::new();
    if !mentions.is_empty() {
        for ((path, symbols), whole) in files.iter().zip(whole) {
            let named: Vec<&SyncSymbol> =
                symbols.iter().filter(|symbol| mentions.name_symbol(&symbol.name)).collect();
            if mentions.name_file(path) {
                named_pairs.push(pair(path, *whole, !symbols.is_empty(), Some(names(symbols))));
            } else if !named.is_empty() {
                let hash = CodeHash::of(named.iter().copied());
                named_pairs.push(pair(path, hash, true, Some(names(named))));
            }
        }
    }
    if !named_pairs.is_empty() {
        return named_pairs;
    }
    files
        .iter()
        .zip(whole)
        .map(|((path, symbols), whole)| pair(path, *whole, !symbols.is_empty(), None))
        .collect()
}

/// Sorted, once each.
fn names<'s>(symbols: impl IntoIterator<Item = &'s SyncSymbol>) -> Vec<String> {
    let names: BTreeSet<&String> = symbols.into_iter().map(|symbol| &symbol.name).collect();
    names.into_iter().cloned().collect()
}

fn symbol(facts: SyncSymbolFacts) -> SyncSymbol {
    let (mut signature, mut body) = ([0; 8], [0; 8]);
    signature.copy_from_slice(&facts.hashes[..8]);
    body.copy_from_slice(&facts.hashes[8..]);
    SyncSymbol { name: facts.name, kind: facts.kind, exported: facts.exported, signature, body }
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
