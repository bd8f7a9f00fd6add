//! What changed in pairs that are not up to date: symbols, lines, and when.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_index::{Contents, FileText};
use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::answers::PairDetails;
use beadloom_model::{Result, SymbolFacts};
use beadloom_store::{Store, SyncRow};
use beadloom_sync::{Lock, LockLines, Mentions, SyncSymbol, changed_symbols, count_lines, grained, select};

use super::git_prefetch::GitPrefetch;
use super::pairs::nothing;

/// The texts of code files as the lock knows them and as they are.
pub struct Evidence<'a> {
    store: &'a Store,
    root: &'a Path,
    contents: Contents,
    cancelled: &'a AtomicBool,
    nodes: HashSet<String>,
    lock: Lock,
    prefetched: GitPrefetch,
    /// By code file.
    new: BTreeMap<String, Option<FileText>>,
    /// By code file and blob; the blob is empty for the file as it is.
    parsed: BTreeMap<(String, String), Vec<SymbolFacts>>,
    parser: Parser,
}

impl<'a> Evidence<'a> {
    /// Knows nothing yet.
    pub fn new(store: &'a Store, root: &'a Path, contents: Contents, cancelled: &'a AtomicBool) -> Self {
        Self {
            store,
            root,
            contents,
            cancelled,
            nodes: HashSet::new(),
            lock: Lock::default(),
            prefetched: GitPrefetch::default(),
            new: BTreeMap::new(),
            parsed: BTreeMap::new(),
            parser: Parser::new(),
        }
    }

    /// With what Git told already.
    pub fn with(mut self, prefetched: GitPrefetch) -> Self {
        self.prefetched = prefetched;
        self
    }

    /// Asks Git for all that these rows need, at once.
    pub fn gather(&mut self, rows: &[&SyncRow]) {
        if rows.is_empty() {
            return;
        }
        self.lock = self.prefetched.lines(rows.iter().map(|row| &row.code_path)).unwrap_or_else(|| {
            let (text, _) = self.contents.lock_text();
            LockLines::new(&text).of(rows.iter().map(|row| row.ref_id.as_str()))
        });
        self.nodes = self.store.node_ids().unwrap_or_default().into_iter().collect();
        let blobs = rows.iter().filter_map(|row| self.blob(row)).collect();
        let paths = rows.iter().map(|row| row.code_path.clone()).collect();
        self.prefetched.ask(self.root, blobs, paths, self.cancelled);
    }

    /// What is known of a row.
    ///
    /// # Errors
    /// Store errors.
    pub fn details(&mut self, row: &SyncRow) -> Result<PairDetails> {
        let mut details = nothing();
        details.moved_to = row.moved_to.clone();
        let new = self.present(&row.code_path).map(|file| file.text.clone());
        details.since = self.prefetched.committed(&row.code_path, new.as_deref()).cloned();
        let Some(blob) = self.blob(row) else { return Ok(details) };
        let Some(old) = self.prefetched.text(&blob).cloned() else { return Ok(details) };
        // Of a pair that is none any more, nothing in the code has to have changed.
        if row.moved_to.is_none() && row.reason.as_deref() != Some("unpaired") {
            let counts = count_lines(&old, new.as_deref().unwrap_or(""));
            (details.added_lines, details.removed_lines) = (Some(counts.added), Some(counts.removed));
        }
        if row.moved_to.is_none() && row.code_hash.is_some() {
            let new = new.unwrap_or_default();
            details.symbols = self.changed(row, &blob, &old, &new)?;
        }
        Ok(details)
    }

    /// The old and the new text of a row's code file, where both are known.
    pub fn texts(&mut self, row: &SyncRow) -> Option<(String, String)> {
        let old = self.prefetched.text(&self.blob(row)?)?.clone();
        let new = self.present(&row.code_path).map(|file| file.text.clone()).unwrap_or_default();
        Some((old, new))
    }

    /// What the lock calls the code file's content.
    fn blob(&self, row: &SyncRow) -> Option<String> {
        let lines = self.lock.of_pair((&row.doc_path, &row.code_path, &row.ref_id));
        lines.into_iter().find_map(|baseline| baseline.blob)
    }

    fn present(&mut self, path: &str) -> Option<&FileText> {
        let contents = &self.contents;
        self.new.entry(path.to_owned()).or_insert_with(|| contents.file(path)).as_ref()
    }

    fn changed(&mut self, row: &SyncRow, blob: &str, old: &str, new: &str) -> Result<Vec<String>> {
        let before = self.symbols(row, blob, old)?;
        let after = self.symbols(row, "", new)?;
        Ok(changed_symbols(&before, &after))
    }

    /// The symbols of one text of a row's code file that count for it.
    fn symbols(&mut self, row: &SyncRow, version: &str, text: &str) -> Result<Vec<SyncSymbol>> {
        let key = (row.code_path.clone(), version.to_owned());
        if !self.parsed.contains_key(&key) {
            let limits = Limits { cancelled: Some(self.cancelled), ..Limits::default() };
            let symbols = parse(&mut self.parser, &row.code_path, text, &limits);
            self.parsed.insert(key.clone(), symbols);
        }
        let all = self.parsed.get(&key).map_or(&[][..], Vec::as_slice);
        selected(self.store, row, all, &|id| self.nodes.contains(id))
    }
}

/// The symbols of a text, as the index reads it.
pub fn parse(parser: &mut Parser, path: &str, text: &str, limits: &Limits<'_>) -> Vec<SymbolFacts> {
    let Some(language) = detect(path) else { return Vec::new() };
    parser.parse(language, path, text, limits).symbols
}

/// Those of a file's symbols that count for a row.
pub fn selected(
    store: &Store,
    row: &SyncRow,
    file: &[SymbolFacts],
    is_node: &dyn Fn(&str) -> bool,
) -> Result<Vec<SyncSymbol>> {
    let symbols = select(file, &row.ref_id, is_node);
    if row.named.is_none() {
        return Ok(symbols);
    }
    let spans = store.document_mentions(&row.doc_path)?;
    let mentions = Mentions::new(spans.iter().map(String::as_str));
    Ok(grained(&symbols, &mentions, &row.ref_id, (&row.doc_path, &row.code_path)))
}
