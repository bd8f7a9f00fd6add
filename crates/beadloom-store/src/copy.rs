//! Which tables follow from the content of files, and how they get from one database to another.

use std::path::Path;

use beadloom_model::Result;
use rusqlite::Connection;

use crate::Store;
use crate::failures::sql_error;
use crate::write::{Writer, index_chunk};

/// Tables whose rows follow from the paths and the bytes of the files, in an order in which a row comes after those that it
/// refers to. Indexes of SQLite go with them.
const COPIED: &[&str] = &[
    "file_index", "nodes", "edges", "docs", "doc_nodes", "chunks", "document_names", "literals",
    "code_symbols", "symbol_nodes", "file_nodes", "texts", "imports", "refs", "ref_targets", "ref_keys",
    "ref_paths", "conventions", "routing", "routes", "diagnostics", "code_chunks", "chunk_marks", "postings",
    "file_grams", "vec_chunks", "vec_docs", "vec_nodes",
];

/// All others, and what becomes of them.
#[cfg(test)]
const LEFT: &[(&str, &str)] = &[
    ("meta", "is of one tree; what a run needs of it is said anew"),
    (
        "graph_files",
        "is read anew: what a file that does not parse once said belongs to the tree where it did",
    ),
    ("search_index", "is made of nodes and documents"),
    ("chunk_search", "is made of documents"),
    ("mentions", "are found anew: they follow from names and nodes"),
    ("derived_links", "likewise"),
    ("sync_state", "is judged anew: it follows from the lock and from commits"),
    ("health_snapshots", "is the history of one tree"),
    ("past", "are the commits before the HEAD of one tree"),
    ("bundle_cache", "are answers of one tree"),
    ("text_model", "a transformer makes these, in its own time"),
    ("text_ids", "likewise"),
    ("vec_texts", "likewise"),
    ("file_texts", "likewise"),
    ("doc_texts", "likewise"),
    ("node_texts", "likewise"),
];

/// A file of an entry; of one that is known by path alone there is no size.
pub type PathAndSize = (String, Option<u64>);

/// What another database is called beside that of the index.
const OTHER: &str = "parsed";

fn copy(c: &Connection, from: &str, to: &str) -> rusqlite::Result<()> {
    for table in COPIED {
        // Into an empty table of the same form, SQLite takes whole rows over without looking into them. Of the tables with
        // generated columns some are not such: it wants the columns named that are stored.
        let whole = format!("INSERT INTO {to}.{table} SELECT * FROM {from}.{table}");
        match c.prepare(&whole) {
            Ok(mut statement) => statement.execute([])?,
            Err(_) => {
                let stored: String = c.query_row(
                    "SELECT group_concat(name) FROM pragma_table_xinfo(?1, ?2) WHERE hidden = 0",
                    [table, from],
                    |row| row.get(0),
                )?;
                c.execute(
                    &format!("INSERT INTO {to}.{table} ({stored}) SELECT {stored} FROM {from}.{table}"),
                    [],
                )?
            }
        };
    }
    Ok(())
}

/// Writes what the index has of its files into a database with its tables, which are empty. Returns whether the index is of that
/// fingerprint, and nothing is written where it is not.
pub(crate) fn export(store: &Store, to: &Path, fingerprint: &str) -> Result<bool> {
    if !store.attach_parsed(to) {
        return Ok(false);
    }
    let write = || -> rusqlite::Result<bool> {
        let c = &store.conn;
        // Nobody else sees the file before it is whole, and nobody misses it.
        c.execute_batch(&format!("PRAGMA {OTHER}.synchronous = OFF"))?;
        let transaction = c.unchecked_transaction()?;
        let held: Option<String> = {
            let mut select = c.prepare("SELECT value FROM meta WHERE key = 'fingerprint'")?;
            select.query_map([], |row| row.get(0))?.next().transpose()?
        };
        if held.as_deref() != Some(fingerprint) {
            return Ok(false);
        }
        copy(c, "main", OTHER)?;
        c.execute_batch(&format!(
            "INSERT INTO {OTHER}.meta SELECT key, value FROM main.meta WHERE key = 'derived'"
        ))?;
        transaction.commit()?;
        Ok(true)
    };
    let written = write();
    store.detach_parsed();
    written.map_err(|e| sql_error(&e))
}

impl Store {
    /// Has an entry of the parse cache at hand for [`Writer::begin_with_parsed`], until [`Store::detach_parsed`]. Returns whether
    /// that went well.
    pub fn attach_parsed(&self, file: &Path) -> bool {
        let Some(path) = file.to_str() else { return false };
        self.conn.execute(&format!("ATTACH ?1 AS {OTHER}"), [path]).is_ok()
    }

    /// Lets it go again. Does nothing where there is none.
    pub fn detach_parsed(&self) {
        let _ = self.conn.execute_batch(&format!("DETACH {OTHER}"));
    }
}

impl Writer<'_> {
    /// Puts the entry that is attached in place of all that the index holds: what its files were found to parse to. Their stats are
    /// unknown to it, so a run looks at all of them, and parses those with other bytes. `is_like`: whether it is worth it, by path
    /// and size of each file. Returns whether it was done; where it was not, the index may be empty.
    ///
    /// # Errors
    /// Store errors.
    pub fn begin_with_parsed(&self, is_like: &dyn Fn(&[PathAndSize]) -> bool) -> Result<bool> {
        match self.files_of_parsed() {
            Ok(files) if is_like(&files) => {}
            _ => return Ok(false),
        }
        self.clear()?;
        let filled = self.run(|c| {
            copy(c, OTHER, "main")?;
            c.execute_batch(&format!(
                "INSERT INTO main.meta SELECT key, value FROM {OTHER}.meta WHERE key = 'derived';
                 UPDATE file_index SET hash = NULL WHERE kind = 'graph'"
            ))?;
            index_words(c)
        });
        match filled.and_then(|()| self.index_nodes()) {
            Ok(()) => Ok(true),
            // Where SQLite gave the transaction up, nothing more is to be written.
            Err(error) if self.connection().is_autocommit() => Err(error),
            Err(_) => Ok(false),
        }
    }

    fn files_of_parsed(&self) -> Result<Vec<PathAndSize>> {
        self.run(|c| {
            let mut select =
                c.prepare(&format!("SELECT path, size FROM {OTHER}.file_index ORDER BY path"))?;
            let file = |row: &rusqlite::Row<'_>| {
                Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned)))
            };
            select.query_map([], file)?.collect()
        })
    }

    fn index_nodes(&self) -> Result<()> {
        let nodes = self.state().nodes()?;
        nodes.iter().try_for_each(|node| self.refresh_node_words(&node.ref_id))
    }
}

/// The full text of all chunks of documents.
fn index_words(c: &Connection) -> rusqlite::Result<()> {
    let mut select = c.prepare(
        "SELECT c.id, c.heading, coalesce(d.title, ''), c.content, d.path
         FROM chunks c JOIN docs d ON d.id = c.doc_id ORDER BY c.id",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let text = |column: usize| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
        index_chunk(c, row.get(0)?, [text(1)?, text(2)?, text(3)?, text(4)?])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table is in one of the lists, so that nobody adds one without a thought to what other work trees make of it.
    #[test]
    fn every_table_is_copied_or_left_for_a_reason() {
        let store = Store::nothing().unwrap();
        let mut select = store
            .conn
            .prepare(
                "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
                     AND name NOT LIKE 'sqlite%' ORDER BY name",
            )
            .unwrap();
        let tables: Vec<String> =
            select.query_map([], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap();
        let mut listed: Vec<&str> =
            COPIED.iter().copied().chain(LEFT.iter().map(|(table, _)| *table)).collect();
        listed.sort_unstable();
        assert_eq!(tables, listed);
        assert!(LEFT.iter().all(|(_, reason)| !reason.is_empty()));
    }
}
