//! Files as such, and what moves or goes with them.

use beadloom_model::{Code, Result};
use rusqlite::params;
use serde_json::{Value, json};

use super::Writer;
use crate::rows::{FileRow, Stat, annotations_json, to_json};

impl Writer<'_> {
    /// Inserts or replaces a file's own row, by its id; nothing that hangs on it.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_file(&self, file: &FileRow) -> Result<()> {
        let annotations: Vec<Value> =
            file.annotations.iter().map(|a| json!([a.key, a.value, a.line])).collect();
        self.run(|c| {
            let (annotations, in_force) = (to_json(&annotations), annotations_json(&file.file_annotations));
            let tests = (!file.tests.is_empty()).then(|| to_json(&file.tests));
            let values = params![
                file.id,
                file.path,
                file.kind.as_str(),
                file.language,
                file.stat.map(|s| s.size.cast_signed()),
                file.stat.map(|s| s.mtime_ns),
                file.stat.map(|s| s.ctime_ns),
                file.stat.map(|s| s.inode.cast_signed()),
                file.hash.as_ref().map(<[u8; 32]>::as_slice),
                file.skipped.map(Code::as_str),
                file.lines,
                file.summary,
                file.entry_point,
                file.generated,
                annotations,
                in_force,
                tests,
                file.declares,
            ];
            // Two statements, because one that may do both (OR REPLACE, ON CONFLICT) opens a savepoint each time, and
            // the full-text tables write out what they gathered in memory at every savepoint.
            let known = c
                .prepare_cached(
                    "UPDATE file_index SET path = ?2, kind = ?3, language = ?4, size = ?5, mtime_ns = ?6, ctime_ns = ?7,
                         inode = ?8, hash = ?9, skipped = ?10, lines = ?11, summary = ?12, entry_point = ?13,
                         generated = ?14, annotations = ?15, file_annotations = ?16, tests = ?17, declares = ?18
                     WHERE id = ?1",
                )?
                .execute(values)?;
            if known == 0 {
                c.prepare_cached(
                    "INSERT INTO file_index (id, path, kind, language, size, mtime_ns, ctime_ns, inode, hash, skipped,
                         lines, summary, entry_point, generated, annotations, file_annotations, tests, declares)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
                )?
                .execute(values)?;
            }
            match &file.grams {
                Some(grams) => c
                    .prepare_cached("REPLACE INTO file_grams (file_id, grams) VALUES (?1, ?2)")?
                    .execute(params![file.id, grams])
                    .map(drop),
                None if known == 0 => Ok(()),
                None => c.prepare_cached("DELETE FROM file_grams WHERE file_id = ?1")?.execute([file.id]).map(drop),
            }
        })
    }

    /// Notes a new stat for a file whose content is the same.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_stat(&self, path: &str, stat: Stat) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "UPDATE file_index SET size = ?2, mtime_ns = ?3, ctime_ns = ?4, inode = ?5 WHERE path = ?1",
            )?
            .execute(params![
                path,
                stat.size.cast_signed(),
                stat.mtime_ns,
                stat.ctime_ns,
                stat.inode.cast_signed()
            ])
            .map(drop)
        })
    }

    /// Removes all that came from a file; its own row stays, and imports lead to it still.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear_file(&self, id: i64, path: &str) -> Result<()> {
        self.clear_code(id)?;
        self.clear_document(path)?;
        self.set_document_names(id, None)?;
        self.set_diagnostics(path, &[])?;
        self.run(|c| {
            c.prepare_cached("DELETE FROM literals WHERE file_id = ?1")?.execute([id])?;
            c.prepare_cached("DELETE FROM file_grams WHERE file_id = ?1")?.execute([id])?;
            c.prepare_cached("DELETE FROM graph_files WHERE path = ?1")?.execute([path]).map(drop)
        })
    }

    /// Removes a file and all that came from it. Imports that led to it lead nowhere now.
    ///
    /// # Errors
    /// Store errors.
    pub fn delete_file(&self, id: i64, path: &str) -> Result<()> {
        self.clear_file(id, path)?;
        self.run(|c| {
            c.prepare_cached("UPDATE imports SET target_id = NULL WHERE target_id = ?1")?.execute([id])?;
            c.prepare_cached("DELETE FROM file_index WHERE id = ?1")?.execute([id]).map(drop)
        })
    }

    /// Moves a code file to another path, which must not be in the index. Its row id stays, and with it all that
    /// hangs on the file, also the words of its old path: [`Writer::put_chunks`] replaces them.
    ///
    /// # Errors
    /// Store errors.
    pub fn rename_code(&self, id: i64, from: &str, to: &str, stat: Stat) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "UPDATE file_index SET path = ?2, size = ?3, mtime_ns = ?4, ctime_ns = ?5, inode = ?6 WHERE id = ?1",
            )?
            .execute(params![
                id,
                to,
                stat.size.cast_signed(),
                stat.mtime_ns,
                stat.ctime_ns,
                stat.inode.cast_signed()
            ])?;
            c.prepare_cached("UPDATE routing SET file_path = ?2 WHERE file_path = ?1")?.execute([from, to])?;
            c.prepare_cached(
                "UPDATE diagnostics SET scope = ?2, content = json_set(content, '$.path', ?2) WHERE scope = ?1",
            )?
            .execute([from, to])
            .map(drop)
        })
    }
}
