//! References, by the symbol that they mean, or the file or symbol that they stand in.

use std::collections::BTreeMap;

use beadloom_model::{LanguageId, Result};
use rusqlite::{Row, params};

use crate::Store;
use crate::columns::language;
use crate::queries::attempt;
use crate::references::{
    Confidence, Fact, Facts, MAX_REFERENCE_CANDIDATES, ReferenceRow, Resolution, unpack_ids,
    unpack_resolutions,
};
use crate::rows::to_json;

/// A definition and where it stands, without what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolPlace {
    /// Row id.
    pub id: i64,
    /// Row id of its file.
    pub file_id: i64,
    /// The file, relative to the root.
    pub file_path: String,
    /// With the enclosing types and modules.
    pub qualified_name: String,
    /// 1-based.
    pub line_start: u32,
    /// 1-based, inclusive.
    pub line_end: u32,
    /// Whether it is a part of the type around it, such as a field.
    pub part: bool,
}

/// How often a file refers to a symbol, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetCount {
    /// Row id.
    pub symbol: i64,
    /// Of these references.
    pub confidence: Confidence,
    /// Lines with such references, each counted once for every name that it refers by; at least one.
    pub places: u64,
    /// What the one that is told apart best may mean, this symbol among it: 1 where it is sure. [`MAX_REFERENCE_CANDIDATES`] stands for
    /// any number beyond it, too.
    pub fewest: usize,
}

impl Store {
    /// The references of a file, in the order of the definitions that they stand in, then of lines.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn references_of_file(&self, file: i64) -> Result<Vec<ReferenceRow>> {
        let mut rows = Vec::new();
        self.each_reference(&[file], |file_id, from, fact, resolution| {
            rows.push(ReferenceRow {
                file_id,
                from,
                name: fact.name.to_owned(),
                receiver: fact.receiver.to_receiver(),
                kind: fact.kind,
                lines: fact.lines(),
                confidence: resolution.confidence(),
                targets: resolution.targets().to_vec(),
            });
        })?;
        Ok(rows)
    }

    /// Hands out the references of files, in the order of the files, then that of [`Store::references_of_file`]: the
    /// file, the symbol that the reference stands in, what is stated and what that means.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_reference(
        &self,
        files: &[i64],
        mut take: impl FnMut(i64, Option<i64>, &Fact<'_>, &Resolution),
    ) -> Result<()> {
        self.each_packed(files, |file, symbols, facts, targets| {
            let symbols = unpack_ids(symbols);
            let facts = Facts::new(facts);
            let resolutions = unpack_resolutions(targets, facts.total());
            for (fact, resolution) in facts.zip(&resolutions) {
                let from = fact.from.and_then(|at| symbols.get(at as usize).copied());
                take(file, from, &fact, resolution);
            }
        })
    }

    /// Hands out how often each of the files refers to each symbol, surely or as one of several: by symbol; in the
    /// order of the files, nothing for those without references.
    ///
    /// # Errors
    /// Store errors.
    pub fn target_counts(&self, files: &[i64], mut take: impl FnMut(i64, Vec<TargetCount>)) -> Result<()> {
        self.each_packed(files, |file, _, facts, targets| {
            let facts = Facts::new(facts);
            let resolutions = unpack_resolutions(targets, facts.total());
            let mut counts: BTreeMap<(i64, Confidence), (u64, usize)> = BTreeMap::new();
            for (fact, resolution) in facts.zip(&resolutions) {
                let candidates = match resolution.confidence() {
                    Confidence::Ambiguous => resolution.targets().len(),
                    _ => 1,
                };
                for target in resolution.targets() {
                    let known = counts
                        .entry((*target, resolution.confidence()))
                        .or_insert((0, MAX_REFERENCE_CANDIDATES));
                    *known = (known.0 + fact.places() as u64, known.1.min(candidates));
                }
            }
            let counts = counts
                .into_iter()
                .map(|((symbol, confidence), (places, fewest))| TargetCount {
                    symbol,
                    confidence,
                    places,
                    fewest,
                })
                .collect();
            take(file, counts);
        })
    }

    /// What is packed for each file: symbols, facts, targets. One statement for all and no copies, because what is
    /// asked of a hub reads thousands of files.
    fn each_packed(&self, files: &[i64], mut take: impl FnMut(i64, &[u8], &[u8], &[u8])) -> Result<()> {
        attempt(|| {
            let mut statement =
                self.conn.prepare_cached("SELECT symbols, facts, targets FROM refs WHERE file_id = ?1")?;
            for file in files {
                let mut rows = statement.query([file])?;
                if let Some(row) = rows.next()? {
                    let blob = |column| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_blob()?);
                    take(*file, blob(0)?, blob(1)?, blob(2)?);
                }
            }
            Ok(())
        })
    }

    /// The files that may refer to any of the symbols, with their row ids, by path, at most `most`; and how many more
    /// there are. `symbols`: each once.
    ///
    /// # Errors
    /// Store errors.
    pub fn referring_files(&self, symbols: &[i64], most: usize) -> Result<(Vec<(i64, String)>, u64)> {
        let mut ids: Vec<i64> = self.list(
            "SELECT r.file_id FROM json_each(?1) j CROSS JOIN ref_targets r ON r.symbol_id = j.value",
            [to_json(&symbols)],
            |row| row.get(0),
        )?;
        ids.sort_unstable();
        ids.dedup();
        let mut files = self.paths_of_files(&ids)?;
        let more = files.len().saturating_sub(most) as u64;
        files.truncate(most);
        Ok((files, more))
    }

    /// How many files may refer to each of the symbols: pairs of row id and count, without those that none refers to.
    ///
    /// # Errors
    /// Store errors.
    pub fn referring_counts(&self, symbols: &[i64]) -> Result<Vec<(i64, u64)>> {
        self.list(
            "SELECT r.symbol_id, COUNT(*) FROM json_each(?1) j CROSS JOIN ref_targets r ON r.symbol_id = j.value
             GROUP BY r.symbol_id",
            [to_json(&symbols)],
            |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())),
        )
    }

    /// Which files may refer to each of the symbols: pairs of row ids of symbol and file, sorted. `symbols`: each once.
    ///
    /// # Errors
    /// Store errors.
    pub fn referring_pairs(&self, symbols: &[i64]) -> Result<Vec<(i64, i64)>> {
        self.list(
            "SELECT r.symbol_id, r.file_id FROM json_each(?1) j CROSS JOIN ref_targets r ON r.symbol_id = j.value
             ORDER BY r.symbol_id, r.file_id",
            [to_json(&symbols)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The files that may refer to any symbol of the files, by row id. `files`: each once.
    ///
    /// # Errors
    /// Store errors.
    pub fn files_referring_to(&self, files: &[i64]) -> Result<Vec<i64>> {
        let mut found: Vec<i64> = self.list(
            "SELECT DISTINCT r.file_id FROM json_each(?1) j CROSS JOIN code_symbols s ON s.file_id = j.value
             CROSS JOIN ref_targets r ON r.symbol_id = s.id",
            [to_json(&files)],
            |row| row.get(0),
        )?;
        found.sort_unstable();
        Ok(found)
    }

    /// Files that may refer to something by that name, whatever it means there: row id and language, by row id.
    ///
    /// # Errors
    /// Store errors.
    pub fn files_naming(&self, name: &str) -> Result<Vec<(i64, Option<LanguageId>)>> {
        self.list(
            "SELECT r.file_id, f.language FROM refs r JOIN file_index f ON f.id = r.file_id
             WHERE instr(r.facts, ?1) > 0 AND f.language IS NOT NULL ORDER BY r.file_id",
            [name.as_bytes()],
            |row| Ok((row.get(0)?, language(row, 1)?)),
        )
    }

    /// The language of a file, where it is a file of the index and has one.
    ///
    /// # Errors
    /// Store errors.
    pub fn language_of(&self, path: &str) -> Result<Option<String>> {
        let found =
            self.first("SELECT language FROM file_index WHERE path = ?1", [path], |row| row.get(0))?;
        Ok(found.flatten())
    }

    /// How many definitions have a short name, counted up to `most`.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_named(&self, name: &str, most: usize) -> Result<usize> {
        let rows: Vec<i64> = self.list(
            "SELECT 1 FROM code_symbols WHERE symbol_name = ?1 LIMIT ?2",
            params![name, super::limit(most)],
            |row| row.get(0),
        )?;
        Ok(rows.len())
    }

    /// Where the definitions of a short name stand, at most `most`, by path and line.
    ///
    /// # Errors
    /// Store errors.
    pub fn places_named(&self, name: &str, most: usize) -> Result<Vec<SymbolPlace>> {
        self.list(
            "SELECT s.id, s.file_id, f.path, s.qualified_name, s.line_start, s.line_end, s.kind_number >= 16
             FROM code_symbols s JOIN file_index f ON f.id = s.file_id
             WHERE s.symbol_name = ?1 ORDER BY f.path, s.line_start, s.id LIMIT ?2",
            params![name, super::limit(most)],
            symbol_place,
        )
    }

    /// Where symbols stand, by path, line and name. `ids`: each once.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_places(&self, ids: &[i64]) -> Result<Vec<SymbolPlace>> {
        let mut places = self.list(
            "SELECT s.id, s.file_id, f.path, s.qualified_name, s.line_start, s.line_end, s.kind_number >= 16
             FROM json_each(?1) j CROSS JOIN code_symbols s ON s.id = j.value JOIN file_index f ON f.id = s.file_id",
            [to_json(&ids)],
            symbol_place,
        )?;
        places.sort_unstable_by(|a, b| in_order(a).cmp(&in_order(b)));
        Ok(places)
    }

    /// Where the symbols of a file stand, by line and name.
    ///
    /// # Errors
    /// Store errors.
    pub fn symbol_places_in(&self, file: i64) -> Result<Vec<SymbolPlace>> {
        self.list(
            "SELECT s.id, s.file_id, f.path, s.qualified_name, s.line_start, s.line_end, s.kind_number >= 16
             FROM code_symbols s JOIN file_index f ON f.id = s.file_id
             WHERE s.file_id = ?1 ORDER BY s.line_start, s.qualified_name, s.id",
            [file],
            symbol_place,
        )
    }
}

fn symbol_place(row: &Row<'_>) -> rusqlite::Result<SymbolPlace> {
    Ok(SymbolPlace {
        id: row.get(0)?,
        file_id: row.get(1)?,
        file_path: row.get(2)?,
        qualified_name: row.get(3)?,
        line_start: row.get(4)?,
        line_end: row.get(5)?,
        part: row.get(6)?,
    })
}

/// What places are listed by.
fn in_order(place: &SymbolPlace) -> (&str, u32, &str, i64) {
    (&place.file_path, place.line_start, &place.qualified_name, place.id)
}
