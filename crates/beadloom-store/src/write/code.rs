//! Symbols, imports, and which nodes symbols belong to.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::{Result, SymbolFacts};
use rusqlite::{Connection, params};

use super::Writer;
use super::references::clear_references;
use crate::rows::{Belonging, ImportRow, annotations_json, to_json};

/// How the symbols of a file differ from those that it had.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SymbolChanges {
    /// Row ids, in the order of the symbols.
    pub ids: Vec<i64>,
    /// Short names of which a definition came or went, or is something else to those who look for it.
    pub names: BTreeSet<String>,
}

/// What a definition is to those who look for it by name, and a number among those that are the same: the row id
/// stays while these do. Among the same, ids ascend in the order of the file.
type Key = (String, String, usize);

impl Writer<'_> {
    /// Removes a code file's symbols, imports, references and chunks.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear_code(&self, file: i64) -> Result<()> {
        self.drop_chunks(file)?;
        self.run(|c| {
            c.prepare_cached("DELETE FROM code_symbols WHERE file_id = ?1")?.execute([file])?;
            c.prepare_cached("DELETE FROM imports WHERE file_id = ?1")?.execute([file])?;
            clear_references(c, file)
        })
    }

    /// Adds the symbols of a file that has none. Returns their row ids, in their order.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_symbols(&self, file: i64, symbols: &[SymbolFacts]) -> Result<Vec<i64>> {
        self.run(|c| symbols.iter().map(|symbol| insert_symbol(c, file, symbol)).collect())
    }

    /// Brings the symbols of a file in step: what is still there keeps its row id, and only what differs is
    /// written.
    ///
    /// # Errors
    /// Store errors.
    pub fn replace_symbols(&self, file: i64, symbols: &[SymbolFacts]) -> Result<SymbolChanges> {
        self.run(|c| {
            let mut old = stored_symbols(c, file)?;
            let mut changes = SymbolChanges::default();
            let mut numbers: BTreeMap<(&str, &str), usize> = BTreeMap::new();
            for symbol in symbols {
                let number = numbers.entry((&symbol.qualified_name, symbol.kind.as_str())).or_insert(0);
                let key = (symbol.qualified_name.clone(), symbol.kind.as_str().to_owned(), *number);
                *number += 1;
                let id = match old.remove(&key) {
                    Some(stored) => {
                        if stored.form != symbol.form || stored.exported != symbol.exported {
                            changes.names.insert(symbol.symbol_name.clone());
                        }
                        update_symbol(c, &stored, symbol)?;
                        stored.id
                    }
                    None => {
                        changes.names.insert(symbol.symbol_name.clone());
                        insert_symbol(c, file, symbol)?
                    }
                };
                changes.ids.push(id);
            }
            for stored in old.into_values() {
                c.prepare_cached("DELETE FROM code_symbols WHERE id = ?1")?.execute([stored.id])?;
                changes.names.insert(stored.name);
            }
            Ok(changes)
        })
    }

    /// Replaces a file's imports. `id_of`: the row id of a file by its path.
    ///
    /// # Errors
    /// Store errors.
    pub fn set_imports(
        &self,
        file: i64,
        imports: &[ImportRow],
        id_of: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<()> {
        self.run(|c| {
            c.prepare_cached("DELETE FROM imports WHERE file_id = ?1")?.execute([file])?;
            let mut insert = c.prepare_cached(
                "INSERT INTO imports (file_id, seq, part, line, specifier, names, kind, local, target_id,
                     target_folder, package, aliases)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?;
            for row in imports {
                let folder = row.target_path.as_deref().filter(|path| path.ends_with('/'));
                let target = match folder {
                    None => row.target_path.as_deref().and_then(id_of),
                    Some(_) => None,
                };
                insert.execute(params![
                    file,
                    row.seq,
                    row.part,
                    row.import.line,
                    row.import.specifier,
                    (!row.import.names.is_empty()).then(|| to_json(&row.import.names)),
                    row.import.kind.as_str(),
                    row.import.local,
                    target,
                    folder,
                    row.package,
                    (!row.import.aliases.is_empty()).then(|| to_json(&row.import.aliases)),
                ])?;
            }
            Ok(())
        })
    }

    /// Forgets which symbols belong to which nodes: everywhere, or for one file.
    ///
    /// # Errors
    /// Store errors.
    pub fn clear_symbol_nodes(&self, file: Option<i64>) -> Result<()> {
        self.run(|c| match file {
            None => c.prepare_cached("DELETE FROM symbol_nodes")?.execute([]).map(drop),
            Some(file) => c
                .prepare_cached(
                    "DELETE FROM symbol_nodes WHERE symbol_id IN (SELECT id FROM code_symbols WHERE file_id = ?1)",
                )?
                .execute([file])
                .map(drop),
        })
    }

    /// Says which symbols belong to which nodes: node, symbol, and why. Best in the order of node and symbol.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_symbol_nodes(&self, links: &[(&str, i64, Belonging)]) -> Result<()> {
        self.run(|c| {
            let mut node: Option<(&str, i64)> = None;
            let mut insert = c.prepare_cached(
                "INSERT OR IGNORE INTO symbol_nodes (node_id, symbol_id, annotated) VALUES (?1, ?2, ?3)",
            )?;
            for (ref_id, symbol_id, belonging) in links {
                let id = match node {
                    Some((known, id)) if known == *ref_id => id,
                    _ => {
                        let mut find = c.prepare_cached("SELECT id FROM nodes WHERE ref_id = ?1")?;
                        let Some(id) = find.query_map([ref_id], |row| row.get(0))?.next().transpose()? else {
                            continue;
                        };
                        node = Some((ref_id, id));
                        id
                    }
                };
                insert.execute(params![id, symbol_id, *belonging == Belonging::Annotation])?;
            }
            Ok(())
        })
    }
}

fn scope_of(symbol: &SymbolFacts) -> (&str, &str) {
    match symbol.qualified_name.strip_suffix(symbol.symbol_name.as_str()) {
        Some(scope) => (scope, &symbol.symbol_name),
        // The name of a definition ends its qualified name. Were it otherwise, the latter would have to do.
        None => ("", &symbol.qualified_name),
    }
}

fn insert_symbol(c: &Connection, file: i64, s: &SymbolFacts) -> rusqlite::Result<i64> {
    let (scope, name) = scope_of(s);
    c.prepare_cached(
        "INSERT INTO code_symbols (file_id, symbol_name, scope, kind, form, line_start, line_end, signature, summary,
             exported, annotations, signature_hash, body_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        file,
        name,
        scope,
        s.kind.as_str(),
        s.form,
        s.line_start,
        s.line_end,
        s.signature,
        s.summary,
        s.exported,
        annotations_json(&s.annotations),
        s.signature_hash.as_slice(),
        s.body_hash.as_slice(),
    ])?;
    Ok(c.last_insert_rowid())
}

/// A symbol's row, apart from what its key says.
struct Stored {
    id: i64,
    name: String,
    form: String,
    lines: (u32, u32),
    signature: String,
    summary: Option<String>,
    exported: bool,
    annotations: String,
    hashes: (Vec<u8>, Vec<u8>),
}

fn stored_symbols(c: &Connection, file: i64) -> rusqlite::Result<BTreeMap<Key, Stored>> {
    let mut statement = c.prepare_cached(
        "SELECT id, symbol_name, form, line_start, line_end, signature, summary, exported, annotations,
             signature_hash, body_hash, qualified_name, kind
         FROM code_symbols WHERE file_id = ?1 ORDER BY id",
    )?;
    let mut rows = statement.query([file])?;
    let mut stored = BTreeMap::new();
    let mut numbers: BTreeMap<(String, String), usize> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let (qualified, kind): (String, String) = (row.get(11)?, row.get(12)?);
        let number = numbers.entry((qualified.clone(), kind.clone())).or_insert(0);
        stored.insert(
            (qualified, kind, *number),
            Stored {
                id: row.get(0)?,
                name: row.get(1)?,
                form: row.get(2)?,
                lines: (row.get(3)?, row.get(4)?),
                signature: row.get(5)?,
                summary: row.get(6)?,
                exported: row.get(7)?,
                annotations: row.get(8)?,
                hashes: (row.get(9)?, row.get(10)?),
            },
        );
        *number += 1;
    }
    Ok(stored)
}

fn update_symbol(c: &Connection, stored: &Stored, symbol: &SymbolFacts) -> rusqlite::Result<()> {
    let annotations = annotations_json(&symbol.annotations);
    let same = stored.signature == symbol.signature
        && stored.summary == symbol.summary
        && stored.lines == (symbol.line_start, symbol.line_end)
        && stored.form == symbol.form
        && stored.exported == symbol.exported
        && stored.annotations == annotations
        && stored.hashes.0 == symbol.signature_hash
        && stored.hashes.1 == symbol.body_hash;
    if same {
        return Ok(());
    }
    c.prepare_cached(
        "UPDATE code_symbols SET form = ?2, line_start = ?3, line_end = ?4, signature = ?5, summary = ?6, exported = ?7,
             annotations = ?8, signature_hash = ?9, body_hash = ?10 WHERE id = ?1",
    )?
    .execute(params![
        stored.id,
        symbol.form,
        symbol.line_start,
        symbol.line_end,
        symbol.signature,
        symbol.summary,
        symbol.exported,
        annotations,
        symbol.signature_hash.as_slice(),
        symbol.body_hash.as_slice(),
    ])
    .map(drop)
}
