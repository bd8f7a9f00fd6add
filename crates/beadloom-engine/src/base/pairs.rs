//! Which pairs of document and code were behind at the revision.

use std::collections::{BTreeMap, HashSet};

use beadloom_graph::config::SyncLevel;
use beadloom_lang::{Limits, Parser};
use beadloom_model::answers::SyncReason;
use beadloom_model::{CompactSort, Result, SymbolFacts};
use beadloom_store::{Store, SyncRow};
use beadloom_sync::{Baseline, CodeHash, LOCK_PATH, Lock, LockLines};

use super::Base;
use crate::settings::Settings;
use crate::sync::{parse, selected};

/// What the lock said at the revision, and the code that it is compared with.
pub(crate) struct KnownPairs<'b> {
    base: &'b Base<'b>,
    lock: Lock,
    /// Code that changed, by path.
    symbols: BTreeMap<String, Vec<SymbolFacts>>,
    /// The same with the hashes of earlier versions, where the lock has any.
    exact: BTreeMap<String, Vec<SymbolFacts>>,
    nodes: HashSet<String>,
    bodies: bool,
}

impl<'b> KnownPairs<'b> {
    /// Reads what these rows, which are not up to date, need.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`, store errors.
    pub(crate) fn read(
        base: &'b Base<'b>,
        store: &Store,
        settings: &Settings,
        rows: &[SyncRow],
    ) -> Result<Self> {
        let text = base.text(LOCK_PATH)?.unwrap_or_default();
        let lock = LockLines::new(&text).of(rows.iter().map(|row| row.ref_id.as_str()));
        let mut paths: Vec<String> =
            rows.iter().map(|row| row.code_path.clone()).filter(|path| !base.is_unchanged(path)).collect();
        paths.compact_sort();
        paths.dedup();
        let mut parser = Parser::new();
        let has_exact = lock.baselines().any(|line| line.exact);
        let (mut symbols, mut exact) = (BTreeMap::new(), BTreeMap::new());
        for (path, text) in base.texts(&paths)? {
            let limits = Limits { cancelled: Some(base.revisions.cancelled), ..Limits::default() };
            if has_exact {
                let limits = Limits { exact: true, ..limits };
                exact.insert(path.clone(), parse(&mut parser, &path, &text, &limits));
            }
            let of_text = parse(&mut parser, &path, &text, &limits);
            symbols.insert(path, of_text);
        }
        Ok(Self {
            base,
            lock,
            symbols,
            exact,
            nodes: store.node_ids()?.into_iter().collect(),
            bodies: settings.config.sync.level == SyncLevel::Body,
        })
    }

    /// Whether a pair that is behind now was so at the revision.
    ///
    /// # Errors
    /// Store errors.
    pub(crate) fn was_stale(&self, store: &Store, row: &SyncRow) -> Result<bool> {
        let base = self.base;
        let lines = self.lock.of_pair((&row.doc_path, &row.code_path, &row.ref_id));
        let there = |path: &str| base.has(path);
        Ok(match row.reason.as_deref().and_then(SyncReason::from_name) {
            Some(SyncReason::UndocumentedModule) => there(&row.code_path) && there(&row.doc_path),
            // Of what nobody had declared to be up to date, nothing was behind.
            _ if lines.is_empty() => false,
            Some(SyncReason::CodeDeleted | SyncReason::DocDeleted | SyncReason::Moved) => {
                !there(&row.code_path) || !there(&row.doc_path)
            }
            Some(SyncReason::Unpaired) => {
                let graph_is_same = base.graph.iter().all(|file| base.is_unchanged(&file.path))
                    && !base.changed.iter().any(|path| path.starts_with(&base.graph_folder));
                graph_is_same && base.is_unchanged(&row.code_path) && base.is_unchanged(&row.doc_path)
            }
            Some(SyncReason::SignatureChanged | SyncReason::BodyChanged) | None => {
                let hash = |file: &Vec<SymbolFacts>| -> Result<CodeHash> {
                    Ok(CodeHash::of(&selected(store, row, file, &|id| self.nodes.contains(id))?))
                };
                let exact = self.exact.get(&row.code_path).map(hash).transpose()?;
                let was = match self.symbols.get(&row.code_path) {
                    Some(file) => hash(file)?,
                    None if there(&row.code_path) => match row.code_hash {
                        Some(hash) => CodeHash(hash),
                        None => return Ok(false),
                    },
                    None => return Ok(false),
                };
                let same = |line: &Baseline| {
                    let was = exact.as_ref().filter(|_| line.exact).unwrap_or(&was);
                    line.code_hash == *was || (!self.bodies && line.code_hash.same_signatures(was))
                };
                !lines.iter().any(same)
            }
        })
    }
}
