//! References of files.

use beadloom_model::Result;
use rusqlite::{Connection, OptionalExtension, params};

use super::Writer;
use crate::references::{Resolution, distinct_targets, pack_ids, pack_resolutions};
use crate::rows::to_json;

/// What a file states: new where it was parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatedReferences {
    /// Row ids of the file's symbols, in the order of the file.
    pub symbols: Vec<i64>,
    /// Of [`crate::pack_facts`].
    pub facts: Vec<u8>,
    /// Pairs of exported and local name.
    pub exports: Vec<(String, String)>,
}

/// Pairs of symbol and file that a bulk load writes at its end, in order. There are millions in a large project, and
/// their ids are short.
#[derive(Debug, Default)]
pub struct BulkTargets {
    short: Vec<(u32, u32)>,
    long: Vec<(i64, i64)>,
}

impl BulkTargets {
    fn add(&mut self, symbol: i64, file: i64) {
        match (u32::try_from(symbol), u32::try_from(file)) {
            (Ok(symbol), Ok(file)) => self.short.push((symbol, file)),
            _ => self.long.push((symbol, file)),
        }
    }
}

/// A path that a file writes out, and where it leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct WrittenPath {
    /// Names joined by dots.
    pub path: String,
    /// Row id of a file.
    pub target: Option<i64>,
    /// A folder, ending in `/`.
    pub folder: Option<String>,
}

impl Writer<'_> {
    /// Says what the references of a file mean, and what it states where that is new. Returns whether anything is
    /// another than before.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_references(
        &self,
        file: i64,
        stated: Option<&StatedReferences>,
        resolutions: &[Resolution],
        keys: &[u8],
    ) -> Result<bool> {
        let packed = pack_resolutions(resolutions);
        self.run(|c| {
            let before = stored_targets(c, file)?;
            if stated.is_none() && before.as_deref() == Some(packed.as_slice()) {
                put_keys(c, file, resolutions.len(), keys)?;
                return Ok(false);
            }
            let (old, new) = (distinct_targets(&before.unwrap_or_default()), distinct_targets(&packed));
            for id in old.iter().filter(|id| new.binary_search(id).is_err()) {
                c.prepare_cached("DELETE FROM ref_targets WHERE symbol_id = ?1 AND file_id = ?2")?
                    .execute([*id, file])?;
            }
            for id in new.iter().filter(|id| old.binary_search(id).is_err()) {
                insert_target(c, *id, file)?;
            }
            match stated {
                Some(stated) if is_empty(stated, resolutions) => {
                    c.prepare_cached("DELETE FROM refs WHERE file_id = ?1")?.execute([file])?;
                    c.prepare_cached("DELETE FROM ref_keys WHERE file_id = ?1")?.execute([file])?;
                }
                Some(stated) => {
                    insert_row(c, file, stated, &packed)?;
                    put_keys(c, file, resolutions.len(), keys)?;
                }
                None => {
                    c.prepare_cached("UPDATE refs SET targets = ?2 WHERE file_id = ?1")?
                        .execute(params![file, packed])?;
                    put_keys(c, file, resolutions.len(), keys)?;
                }
            }
            Ok(true)
        })
    }

    /// Like [`Writer::put_references`] for a file that has none yet; its targets go to `bulk`.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_references(
        &self,
        file: i64,
        stated: &StatedReferences,
        resolutions: &[Resolution],
        keys: &[u8],
        bulk: &mut BulkTargets,
    ) -> Result<()> {
        if is_empty(stated, resolutions) {
            return Ok(());
        }
        let packed = pack_resolutions(resolutions);
        distinct_targets(&packed).into_iter().for_each(|id| bulk.add(id, file));
        self.run(|c| {
            insert_row(c, file, stated, &packed)?;
            put_keys(c, file, resolutions.len(), keys)
        })
    }

    /// Writes what a bulk load has gathered.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_reference_targets(&self, bulk: BulkTargets) -> Result<()> {
        let BulkTargets { mut short, mut long } = bulk;
        // In the order of the table's key rows are appended; what is long comes last, mostly.
        short.sort_unstable();
        long.sort_unstable();
        self.run(|c| {
            let widened = short.into_iter().map(|(symbol, file)| (i64::from(symbol), i64::from(file)));
            widened.chain(long).try_for_each(|(symbol, file)| insert_target(c, symbol, file))
        })
    }

    /// Replaces the paths that a file writes out.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_written_paths(&self, file: i64, paths: &[WrittenPath]) -> Result<()> {
        self.run(|c| {
            c.prepare_cached("DELETE FROM ref_paths WHERE file_id = ?1")?.execute([file])?;
            let mut insert = c.prepare_cached(
                "INSERT OR REPLACE INTO ref_paths (file_id, path, target_id, target_folder) VALUES (?1, ?2, ?3, ?4)",
            )?;
            paths
                .iter()
                .try_for_each(|path| insert.execute(params![file, path.path, path.target, path.folder]).map(drop))
        })
    }
}

/// Removes the references of a file; what others say of its symbols stays.
pub(super) fn clear_references(c: &Connection, file: i64) -> rusqlite::Result<()> {
    for id in distinct_targets(&stored_targets(c, file)?.unwrap_or_default()) {
        c.prepare_cached("DELETE FROM ref_targets WHERE symbol_id = ?1 AND file_id = ?2")?
            .execute([id, file])?;
    }
    c.prepare_cached("DELETE FROM refs WHERE file_id = ?1")?.execute([file])?;
    c.prepare_cached("DELETE FROM ref_keys WHERE file_id = ?1")?.execute([file])?;
    c.prepare_cached("DELETE FROM ref_paths WHERE file_id = ?1")?.execute([file]).map(drop)
}

fn is_empty(stated: &StatedReferences, resolutions: &[Resolution]) -> bool {
    resolutions.is_empty() && stated.exports.is_empty()
}

fn stored_targets(c: &Connection, file: i64) -> rusqlite::Result<Option<Vec<u8>>> {
    c.prepare_cached("SELECT targets FROM refs WHERE file_id = ?1")?
        .query_row([file], |row| row.get(0))
        .optional()
}

fn insert_row(c: &Connection, file: i64, stated: &StatedReferences, targets: &[u8]) -> rusqlite::Result<()> {
    c.prepare_cached(
        "INSERT OR REPLACE INTO refs (file_id, symbols, facts, exports, targets) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        file,
        pack_ids(&stated.symbols),
        stated.facts,
        (!stated.exports.is_empty()).then(|| to_json(&stated.exports)),
        targets
    ])
    .map(drop)
}

fn put_keys(c: &Connection, file: i64, total: usize, keys: &[u8]) -> rusqlite::Result<()> {
    c.prepare_cached(
        "INSERT INTO ref_keys (file_id, total, keys) VALUES (?1, ?2, ?3)
         ON CONFLICT (file_id) DO UPDATE SET total = excluded.total, keys = excluded.keys
         WHERE total <> excluded.total OR keys <> excluded.keys",
    )?
    .execute(params![file, i64::try_from(total).unwrap_or(i64::MAX), keys])
    .map(drop)
}

fn insert_target(c: &Connection, symbol: i64, file: i64) -> rusqlite::Result<()> {
    c.prepare_cached("INSERT OR IGNORE INTO ref_targets (symbol_id, file_id) VALUES (?1, ?2)")?
        .execute([symbol, file])
        .map(drop)
}
