//! Every import statement of the project with what it leads to.

use std::collections::HashMap;

use beadloom_model::{ImportKind, Result};

use crate::Store;
use crate::columns::import_kind;
use crate::rows::to_json;

/// An import statement with one of its targets. Without `target` and `folder` it leads out of the project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportLine {
    /// Row id of the file that it stands in.
    pub file: i64,
    /// 1-based.
    pub line: u32,
    /// As it is written.
    pub specifier: String,
    /// Row id of the file that it leads to.
    pub target: Option<i64>,
    /// The folder that it leads to, ending in `/`.
    pub folder: Option<String>,
    /// The package that is meant, where that is known.
    pub package: Option<String>,
    /// What the statement does.
    pub kind: ImportKind,
    /// Inside a function or method.
    pub local: bool,
}

impl Store {
    /// Every import statement, as [`Store::each_import_line`] hands them out.
    ///
    /// # Errors
    /// Store errors.
    pub fn import_lines(&self) -> Result<Vec<ImportLine>> {
        let mut lines = Vec::new();
        self.each_import_line(|line| lines.push(line))?;
        Ok(lines)
    }

    /// How many import statements there are, however many places each leads to.
    ///
    /// # Errors
    /// Store errors.
    pub fn import_count(&self) -> Result<u64> {
        // Further places of a statement have an index of their own.
        let sql = "SELECT (SELECT count(*) FROM imports) - (SELECT count(*) FROM imports WHERE part > 0)";
        let counts: Vec<i64> = self.list(sql, [], |row| row.get(0))?;
        Ok(counts.first().map_or(0, |count| count.unsigned_abs()))
    }

    /// The first import statements that bring a name in, by path and line. All imports are read.
    ///
    /// # Errors
    /// Store errors.
    pub fn imports_naming(&self, name: &str, most: u64) -> Result<Vec<(String, u32)>> {
        self.list(
            "SELECT DISTINCT f.path, i.line FROM imports i JOIN file_index f ON f.id = i.file_id
             WHERE instr(i.names, ?1) > 0 ORDER BY 1, 2 LIMIT ?2",
            (to_json(&name), i64::try_from(most).unwrap_or(i64::MAX)),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// Hands out every import statement, once for each of its targets: by row id of the file, then in the order of the
    /// file. A large project has a million.
    ///
    /// # Errors
    /// Store errors.
    pub fn each_import_line(&self, mut take: impl FnMut(ImportLine)) -> Result<()> {
        // Texts are few and repeat: looked up here, each is read once.
        let texts: HashMap<i64, String> = self
            .list("SELECT id, text FROM texts", [], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?
            .into_iter()
            .collect();
        self.list(
            "SELECT file_id, line, specifier, target_id, target_folder, package, kind_number, local FROM imports
             ORDER BY file_id, seq, part",
            [],
            |row| {
                let specifier: i64 = row.get(2)?;
                let package: Option<i64> = row.get(5)?;
                take(ImportLine {
                    file: row.get(0)?,
                    line: row.get(1)?,
                    specifier: texts.get(&specifier).cloned().unwrap_or_default(),
                    target: row.get(3)?,
                    folder: row.get(4)?,
                    package: package.and_then(|id| texts.get(&id).cloned()),
                    kind: import_kind(row.get(6)?),
                    local: row.get(7)?,
                });
                Ok(())
            },
        )
        .map(|_: Vec<()>| ())
    }
}
