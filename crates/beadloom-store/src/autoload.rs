//! What files need of each other without an import: in Ruby a constant's file is loaded when the constant is named.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use beadloom_model::Result;

use crate::queries::attempt;
use crate::references::{Confidence, Facts, unpack_resolutions};
use crate::state::{ImportPair, State};

impl State<'_> {
    /// Pairs of files of which the one surely refers to what the other defines, in languages that load constants; each
    /// once.
    pub(crate) fn autoloaded_pairs(&self) -> Result<Vec<ImportPair>> {
        attempt(|| {
            let mut paths: BTreeMap<i64, Arc<str>> = BTreeMap::new();
            let mut files =
                self.conn.prepare_cached("SELECT id, path FROM file_index WHERE language = 'ruby'")?;
            let mut rows = files.query([])?;
            while let Some(row) = rows.next()? {
                paths.insert(row.get(0)?, row.get_ref(1)?.as_str()?.into());
            }
            if paths.is_empty() {
                return Ok(Vec::new());
            }
            let mut homes: BTreeMap<i64, i64> = BTreeMap::new();
            let mut symbols = self.conn.prepare_cached(
                "SELECT s.id, s.file_id FROM file_index f JOIN code_symbols s ON s.file_id = f.id
                 WHERE f.language = 'ruby'",
            )?;
            let mut rows = symbols.query([])?;
            while let Some(row) = rows.next()? {
                homes.insert(row.get(0)?, row.get(1)?);
            }
            let mut pairs = Vec::new();
            let mut refs = self.conn.prepare_cached("SELECT facts, targets FROM refs WHERE file_id = ?1")?;
            for (file, from) in &paths {
                let mut rows = refs.query([file])?;
                let Some(row) = rows.next()? else { continue };
                let facts = Facts::new(row.get_ref(0)?.as_blob()?);
                let sure = |confidence| confidence < Confidence::Ambiguous;
                let to: BTreeSet<i64> = unpack_resolutions(row.get_ref(1)?.as_blob()?, facts.total())
                    .iter()
                    .filter(|resolution| sure(resolution.confidence()))
                    .filter_map(|resolution| homes.get(resolution.targets().first()?).copied())
                    .filter(|to| to != file)
                    .collect();
                pairs.extend(to.iter().filter_map(|to| {
                    let (from, to) = (Arc::clone(from), Arc::clone(paths.get(to)?));
                    Some(ImportPair { from, to, weak: false, statement: None })
                }));
            }
            Ok(pairs)
        })
    }
}
