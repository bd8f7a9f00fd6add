//! References, by the symbol that they mean, or the file or symbol that they stand in.

use beadloom_model::Result;

use crate::Store;
use crate::references::{Facts, ReferenceRow, unpack_resolutions};

impl Store {
    /// The references of a file, in the order of the definitions that they stand in, then of lines.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn references_of_file(&self, file: i64) -> Result<Vec<ReferenceRow>> {
        let Some(stored) = self.state().stored_references(file)? else { return Ok(Vec::new()) };
        let facts = Facts::new(&stored.stated.facts);
        let resolutions = unpack_resolutions(&stored.targets, facts.total());
        Ok(facts
            .zip(resolutions)
            .map(|(fact, resolution)| ReferenceRow {
                file_id: file,
                from: fact.from.and_then(|at| stored.stated.symbols.get(at as usize).copied()),
                name: fact.name.to_owned(),
                receiver: fact.receiver.to_receiver(),
                kind: fact.kind,
                lines: fact.lines(),
                confidence: resolution.confidence(),
                targets: resolution.targets().to_vec(),
            })
            .collect())
    }

    /// The references that stand in a symbol of a file, not in one within it, by line.
    ///
    /// # Errors
    /// Store errors.
    pub fn references_from(&self, file: i64, symbol: i64) -> Result<Vec<ReferenceRow>> {
        let mut rows = self.references_of_file(file)?;
        rows.retain(|row| row.from == Some(symbol));
        Ok(rows)
    }

    /// The references that may mean a symbol, those of at most `most` files, by path and line.
    ///
    /// # Errors
    /// Store errors.
    pub fn references_to(&self, symbol: i64, most: usize) -> Result<Vec<ReferenceRow>> {
        let files: Vec<i64> = self.list(
            "SELECT f.id FROM ref_targets r JOIN file_index f ON f.id = r.file_id
             WHERE r.symbol_id = ?1 ORDER BY f.path LIMIT ?2",
            (symbol, super::limit(most)),
            |row| row.get(0),
        )?;
        let mut found = Vec::new();
        for file in files {
            let mut rows = self.references_of_file(file)?;
            rows.retain(|row| row.targets.contains(&symbol));
            rows.sort_by(|a, b| a.lines.cmp(&b.lines));
            found.extend(rows);
        }
        Ok(found)
    }

    /// How many files refer to a symbol.
    ///
    /// # Errors
    /// Store errors.
    pub fn count_referring_files(&self, symbol: i64) -> Result<u64> {
        let count = self.first("SELECT COUNT(*) FROM ref_targets WHERE symbol_id = ?1", [symbol], |row| {
            row.get::<_, i64>(0)
        })?;
        Ok(count.unwrap_or(0).cast_unsigned())
    }
}
