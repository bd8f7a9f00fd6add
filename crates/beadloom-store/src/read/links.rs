//! What documents name, and which nodes they are about.

use beadloom_model::prose::DocumentNames;
use beadloom_model::{CompactSort as _, Result};
use rusqlite::{Params, Row};

use crate::Store;
use crate::columns::json;
use crate::queries::list;
use crate::rows::{DerivedLink, to_json};
use crate::state::State;

/// A name of the project that a document has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MentionRow {
    /// As it is written.
    pub name: String,
    /// The document, relative to the root.
    pub doc_path: String,
    /// The first lines that have it, 1-based.
    pub lines: Vec<u32>,
}

/// Columns of [`DerivedLink`], and what they are of.
const LINKS: &str = "SELECT l.file_id, f.path, l.ref_id, l.score, l.line_start, l.line_end, l.heading, l.place, l.title, l.names
     FROM derived_links l JOIN file_index f ON f.id = l.file_id";

/// The surest first.
const SUREST: &str = "ORDER BY l.score DESC, f.path, l.ref_id, l.line_start";

impl Store {
    /// Which documents are about which nodes, by path and the surest first.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn derived_links(&self) -> Result<Vec<DerivedLink>> {
        self.linked(&format!("{LINKS} ORDER BY f.path, l.score DESC, l.ref_id, l.line_start"), [])
    }

    /// The documents that are about one of the nodes, the surest first.
    pub fn links_of_nodes(&self, ref_ids: &[String]) -> Result<Vec<DerivedLink>> {
        self.linked(
            &format!("{LINKS} WHERE l.ref_id IN (SELECT value FROM json_each(?1)) {SUREST}"),
            [to_json(&ref_ids)],
        )
    }

    /// The nodes that a document is about, the surest first.
    pub fn links_of_document(&self, path: &str) -> Result<Vec<DerivedLink>> {
        self.linked(&format!("{LINKS} WHERE f.path = ?1 {SUREST}"), [path])
    }

    /// Where documents have any of the names, by path and name.
    pub fn mentions_of(&self, names: &[&str]) -> Result<Vec<MentionRow>> {
        self.list(
            "SELECT m.name, f.path, m.lines FROM json_each(?1) n JOIN mentions m ON m.name = n.value
             JOIN file_index f ON f.id = m.file_id ORDER BY f.path, m.name",
            [to_json(&names)],
            |row| Ok(MentionRow { name: row.get(0)?, doc_path: row.get(1)?, lines: json(row, 2)? }),
        )
    }

    /// What a document names of the project, with the lines, by the first of them.
    pub fn mentions_in(&self, path: &str) -> Result<Vec<MentionRow>> {
        let mut found = self.list(
            "SELECT m.name, f.path, m.lines FROM file_index f JOIN mentions m ON m.file_id = f.id WHERE f.path = ?1",
            [path],
            |row| Ok(MentionRow { name: row.get(0)?, doc_path: row.get(1)?, lines: json(row, 2)? }),
        )?;
        found.compact_sort_by(|a, b| (a.lines.first(), &a.name).cmp(&(b.lines.first(), &b.name)));
        Ok(found)
    }

    /// What a document says that may be a name; None where it is no document.
    pub fn names_in(&self, path: &str) -> Result<Option<DocumentNames>> {
        self.first(
            "SELECT d.names FROM file_index f JOIN document_names d ON d.file_id = f.id WHERE f.path = ?1",
            [path],
            |row| json(row, 0),
        )
    }

    /// Nodes with the documents that are about them, or of which a section is: ref_id and path, by both.
    pub fn linked_documents(&self) -> Result<Vec<(String, String)>> {
        self.list(
            "SELECT DISTINCT l.ref_id, f.path FROM derived_links l JOIN file_index f ON f.id = l.file_id
             ORDER BY l.ref_id, f.path",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The documents that were read, by path.
    pub fn documents_read(&self) -> Result<Vec<String>> {
        self.list(
            "SELECT f.path FROM document_names d JOIN file_index f ON f.id = d.file_id ORDER BY f.path",
            [],
            |row| row.get(0),
        )
    }

    fn linked(&self, sql: &str, params: impl Params) -> Result<Vec<DerivedLink>> {
        self.list(sql, params, link)
    }
}

fn link(row: &Row<'_>) -> rusqlite::Result<DerivedLink> {
    let first: u32 = row.get(4)?;
    Ok(DerivedLink {
        file_id: row.get(0)?,
        path: row.get(1)?,
        ref_id: row.get(2)?,
        score: row.get(3)?,
        section: if first == 0 { None } else { Some((first, row.get(5)?, row.get(6)?)) },
        place: row.get(7)?,
        title: row.get(8)?,
        names: json(row, 9)?,
    })
}

impl State<'_> {
    /// Row id and path of every document whose names are kept, with these as JSON, by path.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn document_names(&self) -> Result<Vec<(i64, String, String)>> {
        self.rows(
            "SELECT d.file_id, f.path, d.names FROM document_names d JOIN file_index f ON f.id = d.file_id
             ORDER BY f.path",
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
    }

    /// Calls `emit` with every literal that a file states, and the row id of the file.
    pub fn each_literal(&self, mut emit: impl FnMut(&str, i64)) -> Result<()> {
        for (file, names) in self.rows("SELECT file_id, names FROM literals ORDER BY file_id", |row| {
            Ok((row.get::<_, i64>(0)?, json::<Vec<String>>(row, 1)?))
        })? {
            names.iter().for_each(|name| emit(name, file));
        }
        Ok(())
    }

    /// The definitions that are listed and have one of the names: the name, and the row id of the file.
    pub fn files_defining(&self, names: &[&str]) -> Result<Vec<(String, i64)>> {
        list(
            self.conn,
            "SELECT s.symbol_name, s.file_id FROM json_each(?1) n JOIN code_symbols s ON s.symbol_name = n.value
             WHERE s.kind_number < 16",
            [to_json(&names)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }
}
