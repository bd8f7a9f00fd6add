//! Pairs compared with a revision instead of the lock: behind where the code changed and the document did not.

use beadloom_model::CompactSort as _;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_git::Since;
use beadloom_graph::Ownership;
use beadloom_graph::config::{Config, SyncLevel};
use beadloom_index::read_source;
use beadloom_lang::{Limits, Parser};
use beadloom_model::answers::{Pair, PairStatus, SyncReason};
use beadloom_model::{Code, Error, Result};
use beadloom_store::{Store, SyncRow};
use beadloom_sync::{CodeHash, changed_symbols, count_lines};

use super::evidence::{parse, selected};
use super::pairs::{no_git, nothing, pair};

/// What to compare with.
pub struct Compared<'a> {
    pub root: &'a Path,
    pub revision: &'a str,
    pub config: &'a Config,
    /// Only pairs of this node.
    pub reference: Option<&'a str>,
    pub cancelled: &'a AtomicBool,
}

impl Compared<'_> {
    /// # Errors
    /// `not_found` where Git does not know the revision; store errors.
    pub fn pairs(&self, store: &Store, rows: Vec<SyncRow>) -> Result<Vec<Pair>> {
        let commit = beadloom_git::resolve(self.root, self.revision, self.cancelled).ok_or_else(|| {
            Error::new(Code::NotFound, format!("Git knows no revision {:?} here", self.revision))
                .hint("`git log --oneline` lists commits; this needs the git command and a repository")
        })?;
        let since = beadloom_git::changed_since(self.root, &commit, self.cancelled).ok_or_else(no_git)?;
        // What the lock has and the files have not is told below, by what the revision has.
        let present: Vec<SyncRow> = rows.into_iter().filter(|row| row.code_hash.is_some()).collect();
        let name = |path: &str| format!("{commit}:./{path}");
        let mut names: Vec<String> = present
            .iter()
            .filter(|row| since.changed.contains(&row.code_path))
            .map(|row| name(&row.code_path))
            .collect();
        names.compact_sort();
        names.dedup();
        let old = beadloom_git::contents(self.root, &names, self.cancelled);
        let nodes: HashSet<String> = store.node_ids()?.into_iter().collect();
        let mut parser = Parser::new();
        let mut pairs = Vec::with_capacity(present.len());
        for row in present {
            if !since.changed.contains(&row.code_path) {
                pairs.push(pair(row, PairStatus::Ok, None, nothing()));
                continue;
            }
            let text =
                old.get(&name(&row.code_path)).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            pairs.push(self.compare(store, &mut parser, &nodes, &since, row, text)?);
        }
        pairs.extend(self.deleted(store, &since)?);
        Ok(pairs)
    }

    fn compare(
        &self,
        store: &Store,
        parser: &mut Parser,
        nodes: &HashSet<String>,
        since: &Since,
        row: SyncRow,
        old: Option<String>,
    ) -> Result<Pair> {
        let is_document_changed = since.changed.contains(&row.doc_path);
        let Some(old) = old else {
            let (status, reason) = match (is_document_changed, self.config.sync.strict) {
                (true, _) => (PairStatus::Ok, None),
                (false, true) => (PairStatus::Stale, Some(SyncReason::UndocumentedModule)),
                (false, false) => (PairStatus::Untracked, Some(SyncReason::UndocumentedModule)),
            };
            return Ok(pair(row, status, reason, nothing()));
        };
        let new = read_source(self.root, &row.code_path, self.config.max_file_size)
            .map(|file| file.text)
            .unwrap_or_default();
        let is_node = |id: &str| nodes.contains(id);
        let limits = Limits { cancelled: Some(self.cancelled), ..Limits::default() };
        let before = parse(parser, &row.code_path, &old, &limits);
        let before = selected(store, &row, &before, &is_node)?;
        let after = parse(parser, &row.code_path, &new, &limits);
        let after = selected(store, &row, &after, &is_node)?;
        let (was, is) = (CodeHash::of(&before), CodeHash::of(&after));
        let same_signatures = was.same_signatures(&is);
        let counts = was != is && (self.config.sync.level == SyncLevel::Body || !same_signatures);
        if is_document_changed || !counts {
            return Ok(pair(row, PairStatus::Ok, None, nothing()));
        }
        let lines = count_lines(&old, &new);
        let mut details = nothing();
        details.symbols = changed_symbols(&before, &after);
        (details.added_lines, details.removed_lines) = (Some(lines.added), Some(lines.removed));
        let reason = if same_signatures { SyncReason::BodyChanged } else { SyncReason::SignatureChanged };
        Ok(pair(row, PairStatus::Stale, Some(reason), details))
    }

    /// Code files that are gone, with the documents of the node whose source they lay in.
    fn deleted(&self, store: &Store, since: &Since) -> Result<Vec<Pair>> {
        let documents = store.node_documents()?;
        let documented: HashSet<&str> = documents.iter().map(|document| document.ref_id.as_str()).collect();
        let sources = store.node_sources()?;
        let sources = sources.iter().map(|(id, source)| (id.as_str(), source.as_str()));
        let owners = Ownership::new(sources.filter(|(id, _)| documented.contains(id)));
        let mut pairs = Vec::new();
        for path in since.deleted.iter().filter(|path| beadloom_lang::detect(path).is_some()) {
            let Some(owner) = owners.owner(path) else { continue };
            if self.reference.is_some_and(|reference| reference != owner) {
                continue;
            }
            for document in documents.iter().filter(|document| document.ref_id == owner) {
                let is_document_changed = since.changed.contains(&document.path);
                let row = SyncRow {
                    doc_path: document.path.clone(),
                    code_path: path.clone(),
                    ref_id: owner.to_owned(),
                    status: String::new(),
                    reason: None,
                    moved_to: None,
                    doc_hash: None,
                    code_hash: None,
                    named: None,
                };
                if !is_document_changed {
                    pairs.push(pair(row, PairStatus::Stale, Some(SyncReason::CodeDeleted), nothing()));
                }
            }
        }
        Ok(pairs)
    }
}
