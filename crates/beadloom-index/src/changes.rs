//! What differs between the files and the index, without reading more than is needed.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use beadloom_graph::config::Config;
use beadloom_lang::{detect, text_format};
use beadloom_store::{FileKind, Stamp, Stat};

use crate::walk::Found;

/// Paths at which an index that is behind differs, at most: more than an answer shows, because it names those first that it shows
/// something of.
pub const MAX_STALE_PATHS: usize = 1_000;

/// A file to be read: new, another kind than before, or its stat may hide a change.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// As the walk found it.
    pub file: Found,
    /// What it is to the index now.
    pub kind: FileKind,
    /// Id in the language table for code, of the format for other text.
    pub language: Option<&'static str>,
    /// Its hash in the index, if its kind is still the same: equal bytes need no parsing.
    pub known: Option<[u8; 32]>,
    /// Whether the index has the path.
    pub is_new: bool,
}

/// The difference.
#[derive(Debug, Default)]
pub struct Changes {
    /// To be read, by path.
    pub candidates: Vec<Candidate>,
    /// New files that are known by path alone, or became so.
    pub others: Vec<String>,
    /// Gone, by path.
    pub removed: Vec<String>,
    /// Whether the set of paths differs.
    pub paths_differ: bool,
}

impl Changes {
    /// Nothing to do.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty() && self.others.is_empty() && self.removed.is_empty()
    }
}

/// What a path is to the index.
pub struct Classifier<'a> {
    config: &'a Config,
    graph_folder: String,
    docs_roots: Vec<String>,
    /// Documents that nodes name.
    named: &'a HashSet<String>,
    /// Whether no graph is kept: then every Markdown README is a document, for no node can name it.
    derived: bool,
}

impl<'a> Classifier<'a> {
    /// `named`: documents that nodes name, wherever they lie; `files`: all that the walk found.
    pub fn new(config: &'a Config, named: &'a HashSet<String>, files: &[Found]) -> Self {
        let folder = |path: &str| {
            let path = path.trim_start_matches("./").trim_end_matches('/');
            if path.is_empty() || path == "." { String::new() } else { format!("{path}/") }
        };
        let mut made = Self {
            config,
            graph_folder: folder(&config.docs.graph),
            docs_roots: config.docs.root.iter().map(|root| folder(root)).collect(),
            named,
            derived: false,
        };
        made.derived = !files.iter().any(|file| made.is_graph(&file.path));
        made
    }

    /// Whether the path is a file of the graph.
    pub fn is_graph(&self, path: &str) -> bool {
        path.strip_prefix(&self.graph_folder)
            .is_some_and(|name| !name.contains('/') && beadloom_graph::is_graph_file(name))
    }

    /// Kind, and the id of the language or of the format. `size`: in bytes.
    pub fn classify(&self, path: &str, size: u64) -> (FileKind, Option<&'static str>) {
        if path == ".beadloom/config.yml" || path == beadloom_sync::LOCK_PATH {
            return (FileKind::Config, None);
        }
        if self.is_graph(path) {
            return (FileKind::Graph, None);
        }
        let markdown = path.ends_with(".md") || path.ends_with(".markdown");
        let readme = self.derived && markdown && is_readme(path);
        let in_root = markdown && self.docs_roots.iter().any(|root| path.starts_with(root));
        if self.named.contains(path) || readme || in_root {
            return (FileKind::Doc, None);
        }
        let language = detect(path);
        if let Some(language) = language
            && (self.config.languages.is_empty()
                || self.config.languages.iter().any(|l| l == language.id.as_str()))
        {
            return (FileKind::Code, Some(language.id.as_str()));
        }
        // What the settings leave out of the code is not searched as something else.
        let format = if language.is_none() { text_format(path, size) } else { None };
        if beadloom_resolve::is_manifest(path) || beadloom_graph::bootstrap::is_input(path) {
            return (FileKind::Manifest, format);
        }
        (if format.is_some() { FileKind::Text } else { FileKind::Other }, format)
    }
}

fn is_readme(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("readme."))
}

/// Compares the files, which are sorted by path, with their stamps. `scanned_ns` is when the last run took its stats: a file written at or
/// after that moment may have changed without a trace in its stat, and is read (Git's rule for racy entries).
pub fn compare(
    files: &[Found],
    stamps: &BTreeMap<String, Stamp>,
    classifier: &Classifier<'_>,
    scanned_ns: i64,
) -> Changes {
    let mut changes = Changes::default();
    // Both are sorted: what the index has between two files is gone.
    let mut known = stamps.iter().peekable();
    for file in files {
        let (kind, language) = classifier.classify(&file.path, file.stat.size);
        while let Some((gone, _)) = known.next_if(|(path, _)| path.as_str() < &*file.path) {
            changes.removed.push(gone.clone());
        }
        let stamp = known.next_if(|(path, _)| path.as_str() == &*file.path).map(|(_, stamp)| stamp);
        let same_kind = stamp.is_some_and(|s| s.kind == kind && s.language.as_deref() == language);
        if kind == FileKind::Other {
            if !same_kind {
                changes.others.push(file.path.to_string());
                changes.paths_differ |= stamp.is_none();
            }
            continue;
        }
        if same_kind && stamp.and_then(|s| s.stat) == Some(file.stat) && is_settled(file.stat, scanned_ns) {
            continue;
        }
        changes.paths_differ |= stamp.is_none();
        changes.candidates.push(Candidate {
            file: file.clone(),
            kind,
            language,
            known: stamp.filter(|_| same_kind).and_then(|s| s.hash),
            is_new: stamp.is_none(),
        });
    }
    changes.removed.extend(known.map(|(path, _)| path.clone()));
    changes.paths_differ |= !changes.removed.is_empty();
    changes
}

/// Whether every change since stats were taken at `scanned_ns` shows in the stat: not where a time of change lies within the
/// clock's last tick before that. File clocks tick in steps: of milliseconds on common file systems, of up to two seconds
/// where no fraction is kept.
pub fn is_settled(stat: Stat, scanned_ns: i64) -> bool {
    const TICK_NS: i64 = 20_000_000;
    const COARSE_TICK_NS: i64 = 2_000_000_000;
    let tick = |ns: i64| if ns % 1_000_000_000 == 0 { COARSE_TICK_NS } else { TICK_NS };
    [stat.mtime_ns, stat.ctime_ns].into_iter().all(|ns| ns < scanned_ns.saturating_sub(tick(ns)))
}

impl Changes {
    /// Files that came, went or may have changed.
    pub fn paths(&self) -> BTreeSet<String> {
        let candidates = self.candidates.iter().map(|candidate| candidate.file.path.to_string());
        candidates.chain(self.others.iter().cloned()).chain(self.removed.iter().cloned()).collect()
    }

    /// Some of the paths concerned, by path.
    pub fn some_paths(&self) -> Vec<String> {
        let mut paths: Vec<String> =
            self.candidates.iter().map(|candidate| candidate.file.path.to_string()).collect();
        paths.extend(self.removed.iter().cloned());
        paths.extend(self.others.iter().cloned());
        paths.sort_unstable();
        paths.truncate(MAX_STALE_PATHS);
        paths
    }
}
