//! What files give and use by conventions.

use beadloom_model::Result;
use rusqlite::{Row, params};
use rustc_hash::FxHashSet;

use super::limit;
use crate::Store;
use crate::references::unpack_ids;
use crate::rows::{ConventionRow, to_json};

const COLUMNS: &str = "name, role, rule, file_id, line, last, detail, symbol";

impl Store {
    /// Whether any file says anything by a convention.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn has_conventions(&self) -> Result<bool> {
        let found = self.first("SELECT 1 FROM conventions LIMIT 1", [], |row| row.get::<_, i64>(0))?;
        Ok(found.is_some())
    }

    /// What a file says, by name and place.
    pub fn conventions_of(&self, file: i64) -> Result<Vec<ConventionRow>> {
        let mut rows =
            self.list(&format!("SELECT {COLUMNS} FROM conventions WHERE file_id = ?1"), [file], convention)?;
        rows.sort_unstable();
        Ok(rows)
    }

    /// What is said of any of the names in one of the roles, at most `most`, by name and row id of the file.
    pub fn conventions_named(&self, names: &[&str], roles: &[u8], most: usize) -> Result<Vec<ConventionRow>> {
        self.list(
            &format!(
                "SELECT {COLUMNS} FROM conventions
                 WHERE name IN (SELECT value FROM json_each(?1)) AND role IN (SELECT value FROM json_each(?2))
                 ORDER BY name, role, rule, file_id, line, last, detail, symbol LIMIT ?3"
            ),
            params![to_json(&names), to_json(&roles), limit(most)],
            convention,
        )
    }

    /// What is said by some lines of the table, at most `most`, by name and row id of the file.
    pub fn conventions_by(&self, rules: &[u16], most: usize) -> Result<Vec<ConventionRow>> {
        self.list(
            &format!(
                "SELECT {COLUMNS} FROM conventions WHERE rule IN (SELECT value FROM json_each(?1))
                 ORDER BY name, role, rule, file_id, line, last, detail, symbol LIMIT ?2"
            ),
            params![to_json(&rules), limit(most)],
            convention,
        )
    }

    /// Which of the names files import, or something below them.
    pub fn imported_among(&self, wanted: &FxHashSet<&str>) -> Result<FxHashSet<String>> {
        let texts: Vec<(i64, String)> =
            self.list("SELECT id, text FROM texts", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut found: Vec<(i64, &str)> = Vec::new();
        for (id, text) in &texts {
            let ends = text.match_indices(['/', '.', ':', '\\']).map(|(at, _)| at).chain([text.len()]);
            let names = ends.filter_map(|end| wanted.get(text.get(..end)?));
            found.extend(names.map(|name| (*id, *name)));
        }
        // A text outlives the imports that it was of.
        let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
        let used: FxHashSet<i64> = self
            .list(
                "SELECT DISTINCT specifier FROM imports WHERE specifier IN (SELECT value FROM json_each(?1))",
                [to_json(&ids)],
                |row| row.get(0),
            )?
            .into_iter()
            .collect();
        Ok(found.into_iter().filter(|(id, _)| used.contains(id)).map(|(_, name)| name.to_owned()).collect())
    }

    /// Row ids of the definitions of a file, in its order.
    pub fn symbols_in_order(&self, file: i64) -> Result<Vec<i64>> {
        let found = self.first("SELECT symbols FROM refs WHERE file_id = ?1", [file], |row| {
            Ok(unpack_ids(row.get_ref(0)?.as_blob()?))
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Files whose paths begin so, with their row ids, by path, at most `most`.
    pub fn files_beginning(&self, start: &str, most: usize) -> Result<Vec<(i64, String)>> {
        // No path holds a character beyond this one.
        let end = format!("{start}\u{10ffff}");
        self.list(
            "SELECT id, path FROM file_index WHERE path >= ?1 AND path < ?2 ORDER BY path LIMIT ?3",
            params![start, end, limit(most)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// Files whose paths end so, with their row ids, by path.
    pub fn files_ending(&self, ending: &str) -> Result<Vec<(i64, String)>> {
        self.list(
            "SELECT id, path FROM file_index WHERE substr(path, -length(?1)) = ?1 ORDER BY path",
            [ending],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// Files with a folder of that name on their way, with their row ids, by path.
    pub fn files_within(&self, folder: &str) -> Result<Vec<(i64, String)>> {
        self.list(
            "SELECT id, path FROM file_index WHERE instr('/' || path, ?1) > 0 ORDER BY path",
            [format!("/{folder}/")],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }
}

fn convention(row: &Row<'_>) -> rusqlite::Result<ConventionRow> {
    Ok(ConventionRow {
        name: row.get(0)?,
        role: row.get(1)?,
        rule: row.get(2)?,
        file_id: row.get(3)?,
        line: row.get(4)?,
        last: row.get(5)?,
        detail: row.get(6)?,
        symbol: u32::try_from(row.get::<_, i64>(7)?).ok(),
    })
}
