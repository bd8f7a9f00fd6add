//! Which pairs of document and code were behind at the revision.

use std::collections::{BTreeMap, HashSet};

use beadloom_graph::config::SyncLevel;
use beadloom_lang::Parser;
use beadloom_model::answers::SyncReason;
use beadloom_model::{CompactSort, Result, SymbolFacts};
use beadloom_store::{Store, SyncRow};
use beadloom_sync::{CodeHash, LOCK_PATH, Lock, LockLines};

use super::Base;
use crate::settings::Settings;
use crate::sync::{parse, selected};

/// What the lock said at the revision, and the code that it is compared with.
pub(crate) struct KnownPairs<'b> {
    base: &'b Base<'b>,
    lock: Lock,
    /// Code that changed, by path.
    symbols: BTreeMap<String, Vec<SymbolFacts>>,
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
        let symbols = base
            .texts(&paths)?
            .into_iter()
            .map(|(path, text)| {
                let symbols = parse(&mut parser, &path, &text, base.revisions.cancelled);
                (path, symbols)
            })
            .collect();
        Ok(Self {
            base,
            lock,
            symbols,
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
                let was = match self.symbols.get(&row.code_path) {
                    Some(file) => CodeHash::of(&selected(store, row, file, &|id| self.nodes.contains(id))?),
                    None if there(&row.code_path) => match row.code_hash {
                        Some(hash) => CodeHash(hash),
                        None => return Ok(false),
                    },
                    None => return Ok(false),
                };
                let same = |hash: &CodeHash| *hash == was || (!self.bodies && hash.same_signatures(&was));
                !lines.iter().any(|line| same(&line.code_hash))
            }
        })
    }
}
