//! Doc sync: what pairs are made of, and the pairs with their status.

use beadloom_model::CompactSort as _;
use std::collections::BTreeSet;

use beadloom_model::{Result, SymbolKind};
use rusqlite::{OptionalExtension, Row, params};

use crate::columns::{json, symbol_kind};
use crate::failures::sql_error;
use crate::queries::{attempt, list};
use crate::rows::to_json;
use crate::{State, Store, Writer};

/// A document of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncDocument {
    /// Relative to the root.
    pub path: String,
    /// SHA-256 of its bytes.
    pub hash: [u8; 32],
    /// What it has in backticks.
    pub mentions: Vec<String>,
}

/// A symbol of a node, or a code file without any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncSymbolRow {
    /// The code file, relative to the root.
    pub path: String,
    /// None where the file has no symbol that belongs to the node.
    pub symbol: Option<SyncSymbolFacts>,
}

/// What of a symbol counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncSymbolFacts {
    /// Qualified.
    pub name: String,
    /// Across languages.
    pub kind: SymbolKind,
    /// Visible outside its file.
    pub exported: bool,
    /// The first eight bytes of the signature's hash, then of the body's.
    pub hashes: [u8; 16],
}

/// A row of `sync_state`. Status and reason are as the store writes them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SyncRow {
    /// Relative to the root.
    pub doc_path: String,
    /// Relative to the root.
    pub code_path: String,
    /// The node.
    pub ref_id: String,
    /// `ok`, `stale` or `untracked`.
    pub status: String,
    /// Why.
    pub reason: Option<String>,
    /// Where the document or the code is now.
    pub moved_to: Option<String>,
    /// As it is now.
    pub doc_hash: Option<[u8; 16]>,
    /// As it is now.
    pub code_hash: Option<[u8; 16]>,
    /// Qualified names of the symbols that count; None: all.
    pub named: Option<Vec<String>>,
}

const ROW: &str = "doc_path, code_path, ref_id, status, reason, moved_to, doc_hash, code_hash, named";

impl State<'_> {
    /// Ids of the nodes that have documents, sorted.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn documented_nodes(&self) -> Result<Vec<String>> {
        self.rows(
            "SELECT DISTINCT n.ref_id FROM doc_nodes n JOIN docs d ON d.id = n.doc_id
             WHERE NOT d.draft ORDER BY n.ref_id",
            |row| row.get(0),
        )
    }

    /// Documents as beadloom drafted them: they say nothing yet that could be untrue.
    ///
    /// # Errors
    /// Store errors.
    pub fn drafts(&self) -> Result<BTreeSet<String>> {
        Ok(self.rows("SELECT path FROM docs WHERE draft", |row| row.get(0))?.into_iter().collect())
    }

    /// The documents of a node, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn sync_documents(&self, ref_id: &str) -> Result<Vec<SyncDocument>> {
        list(
            self.conn,
            "SELECT d.path, d.hash, d.mentions FROM doc_nodes n JOIN docs d ON d.id = n.doc_id
                     WHERE n.ref_id = ?1 AND NOT d.draft ORDER BY d.path",
            [ref_id],
            |row| Ok(SyncDocument { path: row.get(0)?, hash: row.get(1)?, mentions: json(row, 2)? }),
        )
    }

    /// The symbols of a node's code files, by path. Where annotations give symbols of a file to the node, only they
    /// count; else those of a file that its source holds and that no annotation gives to another.
    ///
    /// # Errors
    /// Store errors.
    pub fn sync_symbols(&self, ref_id: &str) -> Result<Vec<SyncSymbolRow>> {
        attempt(|| {
            let Some(node) = self
                .conn
                .prepare_cached("SELECT id FROM nodes WHERE ref_id = ?1")?
                .query_row([ref_id], |row| row.get::<_, i64>(0))
                .optional()?
            else {
                return Ok(Vec::new());
            };
            let mut rows: Vec<SyncSymbolRow> = self
                .conn
                .prepare_cached(
                    "SELECT f.path, s.qualified_name, s.kind, s.exported, s.hashes
                     FROM symbol_nodes n JOIN code_symbols s ON s.id = n.symbol_id JOIN file_index f ON f.id = s.file_id
                     WHERE n.node_id = ?1 AND s.kind_number < 16",
                )?
                .query_map([node], symbol_row)?
                .collect::<rusqlite::Result<_>>()?;
            let annotated: BTreeSet<String> = rows.iter().map(|row| row.path.clone()).collect();
            let mut by_source = self.conn.prepare_cached(
                "SELECT f.path, s.qualified_name, s.kind, s.exported, s.hashes
                 FROM file_nodes n JOIN file_index f ON f.id = n.file_id LEFT JOIN code_symbols s ON s.file_id = n.file_id
                     AND s.kind_number < 16 AND NOT EXISTS (SELECT 1 FROM symbol_nodes a WHERE a.symbol_id = s.id)
                 WHERE n.node_id = ?1",
            )?;
            let mut found = by_source.query([node])?;
            while let Some(row) = found.next()? {
                if !annotated.contains(row.get_ref(0)?.as_str()?) {
                    rows.push(symbol_row(row)?);
                }
            }
            rows.compact_sort_by(|a, b| a.path.cmp(&b.path));
            Ok(rows)
        })
    }

    /// The nodes that code of a file belongs to, by annotation or source.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes_of_code(&self, path: &str) -> Result<Vec<String>> {
        list(self.conn, "SELECT o.ref_id FROM file_index f JOIN file_nodes n ON n.file_id = f.id JOIN nodes o ON o.id = n.node_id
                     WHERE f.path = ?1
                     UNION
                     SELECT o.ref_id FROM file_index f JOIN code_symbols s ON s.file_id = f.id
                         JOIN symbol_nodes n ON n.symbol_id = s.id JOIN nodes o ON o.id = n.node_id
                     WHERE f.path = ?1", [path], |row| row.get(0))
    }

    /// Whether the project has a file of that path.
    ///
    /// # Errors
    /// Store errors.
    pub fn has_file(&self, path: &str) -> Result<bool> {
        attempt(|| self.conn.prepare_cached("SELECT 1 FROM file_index WHERE path = ?1")?.exists([path]))
    }

    /// Paths of code files of that file name, sorted.
    ///
    /// # Errors
    /// Store errors.
    pub fn code_files_called(&self, name: &str) -> Result<Vec<String>> {
        list(self.conn, "SELECT path FROM file_index
                     WHERE kind = 'code' AND skipped IS NULL AND (path = ?1 OR substr(path, -length(?1) - 1) = '/' || ?1)
                     ORDER BY path", [name], |row| row.get(0))
    }

    /// All symbols of a code file.
    ///
    /// # Errors
    /// Store errors.
    pub fn sync_symbols_of_file(&self, path: &str) -> Result<Vec<SyncSymbolFacts>> {
        let read = || -> rusqlite::Result<Vec<SyncSymbolRow>> {
            self.conn
                .prepare_cached(
                    "SELECT f.path, s.qualified_name, s.kind, s.exported, s.hashes
                     FROM file_index f JOIN code_symbols s ON s.file_id = f.id WHERE f.path = ?1 AND s.kind_number < 16",
                )?
                .query_map([path], symbol_row)?
                .collect()
        };
        let rows = read().map_err(|e| sql_error(&e))?;
        Ok(rows.into_iter().filter_map(|row| row.symbol).collect())
    }

    /// All pairs, by document, code and node.
    ///
    /// # Errors
    /// Store errors.
    pub fn sync_rows(&self) -> Result<Vec<SyncRow>> {
        self.rows(&format!("SELECT {ROW} FROM sync_state ORDER BY doc_path, code_path, ref_id"), sync_row)
    }

    /// The pairs that are not up to date, by document, code and node.
    ///
    /// # Errors
    /// Store errors.
    pub fn sync_rows_behind(&self) -> Result<Vec<SyncRow>> {
        self.rows(
            // By itself it would read all rows, because they are in order.
            &format!(
                "SELECT {ROW} FROM sync_state INDEXED BY idx_sync_behind WHERE status <> 'ok'
                 ORDER BY doc_path, code_path, ref_id"
            ),
            sync_row,
        )
    }

    /// How many pairs are up to date.
    ///
    /// # Errors
    /// Store errors.
    pub fn pairs_in_step(&self) -> Result<u64> {
        // Each is counted along an index, without a look at the rows.
        let counts: Vec<i64> = self.rows(
            "SELECT (SELECT count(*) FROM sync_state) - (SELECT count(*) FROM sync_state WHERE status <> 'ok')",
            |row| row.get(0),
        )?;
        Ok(counts.first().map_or(0, |count| count.unsigned_abs()))
    }

    /// The nodes of pairs with that document or code, sorted.
    ///
    /// # Errors
    /// Store errors.
    pub fn paired_nodes(&self, path: &str) -> Result<Vec<String>> {
        list(
            self.conn,
            "SELECT ref_id FROM sync_state WHERE doc_path = ?1
                     UNION SELECT ref_id FROM sync_state WHERE code_path = ?1",
            [path],
            |row| row.get(0),
        )
    }

    /// The nodes of pairs that are not up to date for one of these reasons, sorted.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes_behind_for(&self, reasons: &[&str]) -> Result<Vec<String>> {
        let read = || -> rusqlite::Result<BTreeSet<String>> {
            let mut statement = self.conn.prepare_cached(
                "SELECT DISTINCT ref_id FROM sync_state WHERE status <> 'ok' AND reason = ?1",
            )?;
            let mut nodes = BTreeSet::new();
            for reason in reasons {
                for node in statement.query_map([reason], |row| row.get(0))? {
                    nodes.insert(node?);
                }
            }
            Ok(nodes)
        };
        Ok(read().map_err(|e| sql_error(&e))?.into_iter().collect())
    }

    /// The pairs of a node, by document and code.
    ///
    /// # Errors
    /// Store errors.
    pub fn sync_rows_of(&self, ref_id: &str) -> Result<Vec<SyncRow>> {
        list(
            self.conn,
            &format!("SELECT {ROW} FROM sync_state WHERE ref_id = ?1 ORDER BY doc_path, code_path"),
            [ref_id],
            sync_row,
        )
    }
}

impl Store {
    /// What a document has in backticks.
    ///
    /// # Errors
    /// Store errors.
    pub fn document_mentions(&self, path: &str) -> Result<Vec<String>> {
        let read = || -> rusqlite::Result<Option<Vec<String>>> {
            self.conn
                .prepare_cached("SELECT mentions FROM docs WHERE path = ?1")?
                .query_row([path], |row| json(row, 0))
                .optional()
        };
        read().map(Option::unwrap_or_default).map_err(|e| sql_error(&e))
    }
}

impl Writer<'_> {
    /// Adds a pair, or changes it.
    ///
    /// # Errors
    /// Store errors.
    pub fn put_sync_row(&self, row: &SyncRow) -> Result<()> {
        self.run(|c| {
            c.prepare_cached(
                "INSERT OR REPLACE INTO sync_state
                     (doc_path, code_path, ref_id, status, reason, moved_to, doc_hash, code_hash, named)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                row.doc_path,
                row.code_path,
                row.ref_id,
                row.status,
                row.reason,
                row.moved_to,
                row.doc_hash.as_ref().map(|hash| hash.as_slice()),
                row.code_hash.as_ref().map(|hash| hash.as_slice()),
                row.named.as_ref().map(to_json),
            ])
            .map(drop)
        })
    }

    /// Removes a pair.
    ///
    /// # Errors
    /// Store errors.
    pub fn delete_sync_row(&self, row: &SyncRow) -> Result<()> {
        self.run(|c| {
            c.prepare_cached("DELETE FROM sync_state WHERE doc_path = ?1 AND code_path = ?2 AND ref_id = ?3")?
                .execute([&row.doc_path, &row.code_path, &row.ref_id])
                .map(drop)
        })
    }
}

fn symbol_row(row: &Row<'_>) -> rusqlite::Result<SyncSymbolRow> {
    let path = row.get(0)?;
    let Some(name) = row.get::<_, Option<String>>(1)? else {
        return Ok(SyncSymbolRow { path, symbol: None });
    };
    Ok(SyncSymbolRow {
        path,
        symbol: Some(SyncSymbolFacts {
            name,
            kind: symbol_kind(row, 2)?,
            exported: row.get(3)?,
            hashes: row.get(4)?,
        }),
    })
}

fn sync_row(row: &Row<'_>) -> rusqlite::Result<SyncRow> {
    let named = match row.get_ref(8)?.as_str_or_null()? {
        Some(_) => Some(json(row, 8)?),
        None => None,
    };
    Ok(SyncRow {
        doc_path: row.get(0)?,
        code_path: row.get(1)?,
        ref_id: row.get(2)?,
        status: row.get(3)?,
        reason: row.get(4)?,
        moved_to: row.get(5)?,
        doc_hash: row.get(6)?,
        code_hash: row.get(7)?,
        named,
    })
}
