//! Which documents tell about which code.

use std::cell::{OnceCell, RefCell};
use std::collections::btree_map::Entry as BTreeEntry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

use beadloom_git::LeftOut;
use beadloom_graph::config::Config;
use beadloom_graph::{Ownership, is_test};
use beadloom_lang::{Limits, Parser, detect, markdown};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::{NodeRow, State, SyncDocument, SyncSymbolFacts};
use beadloom_sync::{
    Around, Baseline, CodeHash, DocHash, Lock, Mentions, Present, SyncSymbol, counted, grained, namesake,
    select,
};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::contents::Contents;
use super::history::History;
use crate::checked_out::left_out;

/// Code files of a node, at most, that its documents are compared with though they name nothing of them.
const MAX_UNNAMED_FILES: usize = 100;

/// Finds the pairs that are there.
pub struct Pairing<'a> {
    state: &'a State<'a>,
    contents: &'a Contents,
    history: Option<&'a History>,
    ignored: Gitignore,
    /// Documents that nobody has reviewed yet.
    drafts: BTreeSet<String>,
    taken_over: TakenOver,
    /// Names the set of these nodes.
    pub documented: String,
    /// Of a node without documents that lies in the source of one with some, that one: its documents tell about the part
    /// until somebody writes one for it.
    whole_of: BTreeMap<String, String>,
    /// Nodes that the lock knows and the graph does not have.
    pub lost: BTreeSet<String>,
    /// Ids of all nodes; read when a text has to be looked at.
    nodes: RefCell<Option<HashSet<String>>>,
    /// By file name: code that may have moved, with its hash. Read once in a run.
    called: RefCell<HashMap<String, Vec<(String, CodeHash)>>>,
    /// What the work tree leaves out; asked for once something is missing.
    left_out: OnceCell<LeftOut>,
    /// The first error while [`judge`] asked, which cannot fail.
    error: RefCell<Option<beadloom_model::Error>>,
}

impl<'a> Pairing<'a> {
    /// `locked`: the nodes that the lock knows.
    pub fn new(
        state: &'a State<'a>,
        config: &Config,
        contents: &'a Contents,
        history: Option<&'a History>,
        locked: &BTreeSet<&str>,
    ) -> Result<Self> {
        let mut builder = GitignoreBuilder::new(contents.root());
        for pattern in &config.sync.ignore_paths {
            // A pattern that does not parse was reported with its place when the configuration was read.
            let _ = builder.add_line(None, pattern);
        }
        let ignored = builder.build().unwrap_or_else(|_| Gitignore::empty());
        let documented = state.documented_nodes()?;
        let nodes = state.nodes()?;
        let taken_over = TakenOver::new(&nodes, &documented);
        let known: HashSet<&str> = nodes.iter().map(|node| node.ref_id.as_str()).collect();
        let lost = locked.iter().filter(|id| !known.contains(**id)).map(|id| (*id).to_owned()).collect();
        Ok(Self {
            state,
            contents,
            history,
            ignored,
            drafts: state.drafts()?,
            nodes: RefCell::default(),
            whole_of: whole_of(&nodes, &documented, locked),
            lost,
            documented: beadloom_sync::blob_id(documented.join("\n").as_bytes()),
            taken_over,
            called: RefCell::default(),
            left_out: OnceCell::new(),
            error: RefCell::default(),
        })
    }

    /// The node whose documents tell about a part that has none.
    pub fn whole_of(&self, ref_id: &str) -> Option<&str> {
        self.whole_of.get(ref_id).map(String::as_str)
    }

    /// Whether the settings leave a path out.
    pub fn is_ignored(&self, path: &str) -> bool {
        let path = Path::new(path);
        // A lock may name anything; what is not below the root has no place in the patterns.
        !self.ignored.is_empty()
            && !path.has_root()
            && self.ignored.matched_path_or_any_parents(path, false).is_ignore()
    }

    /// Whether a document is as beadloom drafted it: nothing of it can be untrue.
    pub fn is_draft(&self, path: &str) -> bool {
        if !self.contents.replaces(path) {
            return self.drafts.contains(path);
        }
        self.contents.text(path).is_some_and(|text| markdown::parse(path, &text, usize::MAX).draft)
    }

    /// Whether a code file of the whole is told of by the document of a part now, which was written since.
    pub fn is_taken_over(&self, code_path: &str, whole: &str) -> Result<bool> {
        self.taken_over.has(self.state, code_path, whole)
    }

    /// Whether a file that is not there was not deleted: the work tree leaves it out.
    pub fn is_left_out(&self, path: &str) -> Result<bool> {
        if self.contents.replaces(path) || self.state.has_file(path)? {
            return Ok(false);
        }
        Ok(self.left_out.get_or_init(|| left_out(self.contents.root())).has(path))
    }

    /// By document and code the lines of nodes that are gone, where another node has both together: the node was renamed, and
    /// the line is of the one that it is now. Empty where the lock has a line for that.
    pub fn renamed(&self, lock: &Lock) -> Result<BTreeMap<(String, String), Vec<Baseline>>> {
        let mut renamed: BTreeMap<(String, String), Vec<Baseline>> = BTreeMap::new();
        let mut pairs_of: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        for line in lock.baselines().filter(|line| self.lost.contains(&line.ref_id)) {
            let key = (line.doc_path.clone(), line.code_path.clone());
            for node in self.state.document_nodes(&line.doc_path)? {
                let pairs = match pairs_of.entry(node.clone()) {
                    BTreeEntry::Occupied(known) => known.into_mut(),
                    BTreeEntry::Vacant(new) => {
                        let present = self.of_node(&node, &[])?;
                        new.insert(present.into_iter().map(|pair| (pair.doc_path, pair.code_path)).collect())
                    }
                };
                if pairs.contains(&key) {
                    let has_line = !lock.of_pair((&line.doc_path, &line.code_path, &node)).is_empty();
                    let lines = renamed.entry(key.clone()).or_default();
                    lines.extend((!has_line).then(|| Baseline { ref_id: node, ..line.clone() }));
                }
            }
        }
        Ok(renamed)
    }

    /// What was left out, where somebody asked.
    pub fn left_out_mark(&self) -> Option<String> {
        self.left_out.get().map(LeftOut::mark)
    }

    /// The pairs that a node has, by document and code. `baselines`: the lines that the lock has of it.
    pub fn of_node(&self, ref_id: &str, baselines: &[&Baseline]) -> Result<Vec<Present>> {
        let documents = self.documents(ref_id, baselines)?;
        if documents.is_empty() {
            return Ok(Vec::new());
        }
        let mut files: BTreeMap<String, Vec<SyncSymbol>> = BTreeMap::new();
        for row in self.state.sync_symbols(ref_id)? {
            files.entry(row.path).or_default().extend(counting(row.symbol));
        }
        let mut of_parts: BTreeMap<String, Vec<SyncSymbol>> = BTreeMap::new();
        for (part, _) in self.whole_of.iter().filter(|(_, whole)| *whole == ref_id) {
            for row in self.state.sync_symbols(part)? {
                of_parts.entry(row.path).or_default().extend(counting(row.symbol));
            }
        }
        // What annotations give to the node itself goes before what its parts have.
        let mut of_others = BTreeSet::new();
        for (path, symbols) in of_parts {
            if let BTreeEntry::Vacant(new) = files.entry(path) {
                // Nobody reads the document of a whole project about a part that it does not name.
                if self.taken_over.is_project(ref_id) {
                    of_others.insert(new.key().clone());
                }
                new.insert(symbols);
            }
        }
        for baseline in baselines.iter().filter(|line| self.contents.replaces(&line.code_path)) {
            files.entry(baseline.code_path.clone()).or_default();
        }
        let replaced: Vec<String> =
            files.keys().filter(|path| self.contents.replaces(path)).cloned().collect();
        for path in replaced {
            match self.contents.text(&path) {
                Some(text) => files.insert(path.clone(), self.symbols_in(ref_id, &path, &text, false)),
                None => files.remove(&path),
            };
        }
        files.retain(|path, _| !self.is_ignored(path));
        let whole: Vec<CodeHash> = files.values().map(CodeHash::of).collect();
        let mut pairs: Vec<Present> =
            documents.iter().flat_map(|document| pairs_of(ref_id, document, &files, &whole)).collect();
        pairs.extend(unnamed(&pairs, &files));
        // Nobody reads a document again for each change of hundreds of files that it does not name.
        let is_large = files.len() > MAX_UNNAMED_FILES;
        pairs.retain(|pair| {
            let names = pair.named.as_ref().is_some_and(|names| !names.is_empty());
            names || !is_large && !of_others.contains(&pair.code_path)
        });
        Ok(pairs)
    }

    fn documents(&self, ref_id: &str, baselines: &[&Baseline]) -> Result<Vec<SyncDocument>> {
        let mut documents = self.state.sync_documents(ref_id)?;
        for line in baselines.iter().filter(|line| self.contents.replaces(&line.doc_path)) {
            if !documents.iter().any(|document| document.path == line.doc_path) {
                let path = line.doc_path.clone();
                documents.push(SyncDocument { path, hash: [0; 32], mentions: Vec::new() });
            }
        }
        for document in documents.iter_mut().filter(|document| self.contents.replaces(&document.path)) {
            if let Some(text) = self.contents.text(&document.path) {
                document.hash = self.contents.sha256(&document.path);
                document.mentions = markdown::parse(&document.path, &text, usize::MAX).mentions;
            }
        }
        documents.retain(|document| {
            let gone = self.contents.replaces(&document.path) && !self.contents.has(&document.path);
            !gone && !self.is_ignored(&document.path) && !self.is_draft(&document.path)
        });
        documents.compact_sort_by(|a, b| a.path.cmp(&b.path));
        Ok(documents)
    }

    /// What a text of a code file has of a node. `exact`: with the hashes of earlier versions.
    fn symbols_in(&self, ref_id: &str, path: &str, text: &str, exact: bool) -> Vec<SyncSymbol> {
        let mut nodes = self.nodes.borrow_mut();
        let nodes = nodes.get_or_insert_with(|| {
            let nodes = self.or_nothing(self.state.nodes());
            nodes.into_iter().map(|node| node.ref_id).collect()
        });
        let Some(language) = detect(path) else { return Vec::new() };
        let limits = Limits { exact, ..Limits::default() };
        let symbols = Parser::new().parse(language, path, text, &limits).symbols;
        select(&symbols, ref_id, &|id| nodes.contains(id))
    }

    /// The hash that a pair would have with another text of its code file. `named`: whether its document names something of
    /// the node.
    pub fn hash_with(&self, ref_id: &str, paths: (&str, &str), named: bool, text: &str) -> Result<CodeHash> {
        self.hash_of(ref_id, paths, named, &self.symbols_in(ref_id, paths.1, text, false))
    }

    fn hash_of(
        &self,
        ref_id: &str,
        paths: (&str, &str),
        named: bool,
        symbols: &[SyncSymbol],
    ) -> Result<CodeHash> {
        if !named {
            return Ok(CodeHash::of(symbols));
        }
        let documents = self.documents(ref_id, &[])?;
        let document = documents.iter().find(|document| document.path == paths.0);
        let spans = document.map_or(&[][..], |document| &document.mentions);
        let mentions = Mentions::new(spans.iter().map(String::as_str));
        Ok(CodeHash::of(&grained(symbols, &mentions, ref_id, paths)))
    }

    /// Keeps the first error and goes on as if nothing were there.
    fn or_nothing<T: Default>(&self, result: Result<T>) -> T {
        result.unwrap_or_else(|error| {
            self.error.borrow_mut().get_or_insert(error);
            T::default()
        })
    }

    /// # Errors
    /// The first error since this was asked last.
    pub fn failed(&self) -> Result<()> {
        self.error.borrow_mut().take().map_or(Ok(()), Err)
    }

    fn files_called(&self, name: &str) -> Result<Vec<(String, CodeHash)>> {
        let paths = self.state.code_files_called(name)?;
        let hash = |path: String| -> Result<(String, CodeHash)> {
            let symbols: Vec<SyncSymbol> = self
                .state
                .sync_symbols_of_file(&path)?
                .into_iter()
                .filter_map(|facts| counting(Some(facts)))
                .collect();
            Ok((path, CodeHash::of(&symbols)))
        };
        paths.into_iter().map(hash).collect()
    }
}

impl Around for Pairing<'_> {
    fn is_blob(&self, path: &str, blob: &str) -> bool {
        self.contents.blob(path).as_deref() == Some(blob)
    }

    fn has_file(&self, path: &str) -> bool {
        if self.contents.replaces(path) {
            return self.contents.has(path);
        }
        self.or_nothing(self.state.has_file(path))
    }

    fn code_then(&self, baseline: &Baseline, pair: &Present) -> Option<CodeHash> {
        let blob = baseline.blob.as_ref()?;
        let text = self.history.and_then(|history| (history.text)(self.contents.root(), blob))?;
        let paths = (pair.doc_path.as_str(), pair.code_path.as_str());
        let then = self.hash_with(&baseline.ref_id, paths, pair.named.is_some(), &text);
        self.or_nothing(then.map(Some))
    }

    fn exact_hash(&self, pair: &Present, ref_id: &str) -> Option<CodeHash> {
        let text = self.contents.file(&pair.code_path)?.text;
        let symbols = self.symbols_in(ref_id, &pair.code_path, &text, true);
        let paths = (pair.doc_path.as_str(), pair.code_path.as_str());
        self.or_nothing(self.hash_of(ref_id, paths, pair.named.is_some(), &symbols).map(Some))
    }

    /// Beyond the node, code is found by its file's name: whoever moves a file to another folder mostly keeps that.
    fn moved_code(&self, baseline: &Baseline) -> Option<String> {
        let name = baseline.code_path.rsplit('/').next().unwrap_or(&baseline.code_path);
        let mut called = self.called.borrow_mut();
        let files = called.entry(name.to_owned()).or_insert_with(|| self.or_nothing(self.files_called(name)));
        files.iter().find(|(_, hash)| *hash == baseline.code_hash).map(|(path, _)| path.clone())
    }
}

/// Code that the document of a whole does not tell of: somebody wrote one for the part that it belongs to, or the whole is the
/// project.
pub struct TakenOver {
    /// The sources of nodes, without the `/` at the end; empty where that is the root.
    sources: HashMap<String, String>,
    /// Nodes with documents.
    documented: HashSet<String>,
}

impl TakenOver {
    /// As the index has nodes and documents.
    ///
    /// # Errors
    /// Store errors.
    pub fn of(state: &State<'_>) -> Result<Self> {
        Ok(Self::new(&state.nodes()?, &state.documented_nodes()?))
    }

    fn new(nodes: &[NodeRow], documented: &[String]) -> Self {
        let bare = |source: &str| match source.trim_end_matches('/') {
            "." => String::new(),
            bare => bare.to_owned(),
        };
        let of = |node: &NodeRow| Some((node.ref_id.clone(), bare(node.source.as_deref()?)));
        Self {
            sources: nodes.iter().filter_map(of).collect(),
            documented: documented.iter().cloned().collect(),
        }
    }

    /// Whether a node is the whole project.
    fn is_project(&self, ref_id: &str) -> bool {
        self.sources.get(ref_id).is_some_and(String::is_empty)
    }

    /// Whether a file of the whole is no longer told of by the document of the whole.
    ///
    /// # Errors
    /// Store errors.
    pub fn has(&self, state: &State<'_>, code_path: &str, whole: &str) -> Result<bool> {
        let Some(around) = self.sources.get(whole) else { return Ok(false) };
        let is_inside = |owner: &String| {
            let inside = |source: &String| around.is_empty() || source.starts_with(&format!("{around}/"));
            (around.is_empty() || self.documented.contains(owner))
                && self.sources.get(owner).is_some_and(inside)
        };
        let owners = state.nodes_of_code(code_path)?;
        Ok(!owners.iter().any(|owner| owner == whole) && owners.iter().any(is_inside))
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
    ref_id: &str,
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
        unnamed: false,
    };
    // Tests change whenever something is tried out, and nobody reads about them: they count where there is nothing else, or
    // where a document names the file.
    let is_code = |(path, symbols): (&String, &Vec<SyncSymbol>)| !is_test(path) && !symbols.is_empty();
    let has_code = files.iter().any(is_code);
    let counts = |path: &str| !has_code || !is_test(path);
    let mut named_pairs = Vec::new();
    if !mentions.is_empty() {
        for (path, symbols) in files.iter().filter(|(path, _)| counts(path) || mentions.name_file(path)) {
            if let Some(counting) = counted(symbols, &mentions, ref_id, path) {
                let hash = CodeHash::of(&counting);
                named_pairs.push(pair(path, hash, !counting.is_empty(), Some(names(&counting))));
            }
        }
    }
    // A document that names nothing goes by all files anyway.
    if !named_pairs.is_empty() {
        for (path, symbols) in files.iter().filter(|(path, _)| counts(path)) {
            let is_new = named_pairs.iter().all(|pair: &Present| pair.code_path != *path);
            if let Some(faces) = namesake(symbols, &document.path, path).filter(|_| is_new) {
                named_pairs.push(pair(path, CodeHash::of(&faces), true, Some(names(&faces))));
            }
        }
        named_pairs.compact_sort_by(|a, b| a.code_path.cmp(&b.code_path));
    }
    if !named_pairs.is_empty() {
        return named_pairs;
    }
    files
        .iter()
        .zip(whole)
        .filter(|((path, _), _)| counts(path))
        .map(|((path, symbols), whole)| pair(path, *whole, !symbols.is_empty(), None))
        .collect()
}

/// The files of a node that none of its documents names, with the first document that names others.
fn unnamed(pairs: &[Present], files: &BTreeMap<String, Vec<SyncSymbol>>) -> Vec<Present> {
    let Some(first) = pairs.iter().find(|pair| pair.named.is_some()) else { return Vec::new() };
    let paired: HashSet<&str> = pairs.iter().map(|pair| pair.code_path.as_str()).collect();
    let is_code = |path: &str, symbols: &[SyncSymbol]| !is_test(path) && !symbols.is_empty();
    files
        .iter()
        .filter(|(path, symbols)| !paired.contains(path.as_str()) && is_code(path, symbols))
        .map(|(path, _)| Present {
            doc_path: first.doc_path.clone(),
            code_path: path.clone(),
            doc_hash: first.doc_hash,
            code_hash: CodeHash::of(&[]),
            has_symbols: true,
            named: Some(Vec::new()),
            unnamed: true,
        })
        .collect()
}

/// Sorted, once each.
fn names<'s>(symbols: impl IntoIterator<Item = &'s SyncSymbol>) -> Vec<String> {
    let names: BTreeSet<&String> = symbols.into_iter().map(|symbol| &symbol.name).collect();
    names.into_iter().cloned().collect()
}

fn counting(facts: Option<SyncSymbolFacts>) -> Option<SyncSymbol> {
    facts.map(symbol).filter(SyncSymbol::counts)
}

fn symbol(facts: SyncSymbolFacts) -> SyncSymbol {
    let (mut signature, mut body) = ([0; 8], [0; 8]);
    signature.copy_from_slice(&facts.hashes[..8]);
    body.copy_from_slice(&facts.hashes[8..]);
    SyncSymbol { name: facts.name, kind: facts.kind, exported: facts.exported, signature, body }
}
