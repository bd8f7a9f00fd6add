//! Symbols, imports, and which nodes symbols belong to.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use beadloom_model::{Result, SymbolFacts};
use rusqlite::{Connection, OptionalExtension, params};

use super::Writer;
use super::references::clear_references;
use crate::columns::{PART, import_kind_number, symbol_kind_number};
use crate::rows::{ImportRow, annotations_json, to_json};

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
            c.prepare_cached("DELETE FROM file_nodes WHERE file_id = ?1")?.execute([file])?;
            c.prepare_cached("DELETE FROM imports WHERE file_id = ?1")?.execute([file])?;
            c.prepare_cached("DELETE FROM conventions WHERE file_id = ?1")?.execute([file])?;
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

    /// Brings the symbols of a file up to date: what is still there keeps its row id, and only what differs is
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
                        if stored.form != symbol.form
                            || stored.part != symbol.part
                            || stored.exported != symbol.exported
                        {
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
            self.texts.recall(c, file)?;
            c.prepare_cached("DELETE FROM imports WHERE file_id = ?1")?.execute([file])?;
            let mut insert = c.prepare_cached(
                "INSERT INTO imports (file_id, seq, part, line, specifier, names, kind_number, local, target_id,
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
                    self.texts.id(c, &row.import.specifier)?,
                    (!row.import.names.is_empty()).then(|| to_json(&row.import.names)),
                    import_kind_number(row.import.kind),
                    row.import.local,
                    target,
                    folder,
                    row.package.as_deref().map(|package| self.texts.id(c, package)).transpose()?,
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
            None => c.execute_batch("DELETE FROM symbol_nodes; DELETE FROM file_nodes"),
            Some(file) => {
                c.prepare_cached("DELETE FROM file_nodes WHERE file_id = ?1")?.execute([file])?;
                c.prepare_cached(
                    "DELETE FROM symbol_nodes WHERE symbol_id IN (SELECT id FROM code_symbols WHERE file_id = ?1)",
                )?
                .execute([file])
                .map(drop)
            }
        })
    }

    /// Says to which nodes symbols belong by annotation: node and symbol. Best in this order.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_symbol_nodes(&self, links: &[(&str, i64)]) -> Result<()> {
        self.link("INSERT OR IGNORE INTO symbol_nodes (node_id, symbol_id) VALUES (?1, ?2)", links)
    }

    /// Says which nodes' sources hold which files: node and file, a file once. Best in the order of files.
    ///
    /// # Errors
    /// Store errors.
    pub fn add_file_nodes(&self, links: &[(&str, i64)]) -> Result<()> {
        self.link("INSERT INTO file_nodes (node_id, file_id) VALUES (?1, ?2)", links)
    }

    /// `insert` takes a node's row id and the other. Nodes that are not there are passed over.
    fn link(&self, insert: &str, links: &[(&str, i64)]) -> Result<()> {
        self.run(|c| {
            let mut nodes: HashMap<&str, Option<i64>> = HashMap::new();
            let mut find = c.prepare_cached("SELECT id FROM nodes WHERE ref_id = ?1")?;
            let mut insert = c.prepare_cached(insert)?;
            for (ref_id, other) in links {
                let node = match nodes.get(ref_id) {
                    Some(node) => *node,
                    None => {
                        let node = find.query_row([ref_id], |row| row.get(0)).optional()?;
                        nodes.insert(ref_id, node);
                        node
                    }
                };
                if let Some(node) = node {
                    insert.execute([node, *other])?;
                }
            }
            Ok(())
        })
    }
}

/// The signature without the symbol's name, which the row has already, and how many characters stand before it. SQLite
/// puts them together again; it reads text to the first NUL.
fn nameless<'a>(signature: &'a str, name: &str) -> (Option<i64>, Cow<'a, str>) {
    match signature.find(name) {
        Some(at) if !name.is_empty() && !signature.contains('\0') => {
            let (before, rest) = signature.split_at(at);
            let after = rest.get(name.len()..).unwrap_or_default();
            (i64::try_from(before.chars().count()).ok(), Cow::Owned([before, after].concat()))
        }
        _ => (None, Cow::Borrowed(signature)),
    }
}

/// Of each hash the first bytes: they tell whether one symbol changed, and nothing is looked up by them.
fn hashes(symbol: &SymbolFacts) -> [u8; 16] {
    let mut both = [0; 16];
    let halves = symbol.signature_hash.iter().take(8).chain(symbol.body_hash.iter().take(8));
    both.iter_mut().zip(halves).for_each(|(to, from)| *to = *from);
    both
}

/// JSON, None without annotations.
fn annotations_of(symbol: &SymbolFacts) -> Option<String> {
    (!symbol.annotations.is_empty()).then(|| annotations_json(&symbol.annotations))
}

/// None where it is what the kind is called.
fn own_form(symbol: &SymbolFacts) -> Option<&str> {
    (symbol.form != symbol.kind.as_str()).then_some(symbol.form.as_str())
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
    let (name_at, nameless) = nameless(&s.signature, name);
    c.prepare_cached(
        "INSERT INTO code_symbols (file_id, symbol_name, scope, kind_number, own_form, line_start, line_end, name_at,
             nameless, summary, exported, annotations, hashes)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        file,
        name,
        scope,
        symbol_kind_number(s.kind) + if s.part { PART } else { 0 },
        own_form(s),
        s.line_start,
        s.line_end,
        name_at,
        nameless,
        s.summary,
        s.exported,
        annotations_of(s),
        hashes(s),
    ])?;
    Ok(c.last_insert_rowid())
}

/// A symbol's row, apart from what its key says.
struct Stored {
    id: i64,
    name: String,
    form: String,
    part: bool,
    lines: (u32, u32),
    signature: String,
    summary: Option<String>,
    exported: bool,
    annotations: Option<String>,
    hashes: Vec<u8>,
}

fn stored_symbols(c: &Connection, file: i64) -> rusqlite::Result<BTreeMap<Key, Stored>> {
    let mut statement = c.prepare_cached(
        "SELECT id, symbol_name, form, line_start, line_end, signature, summary, exported, annotations, hashes,
             qualified_name, kind, kind_number
         FROM code_symbols WHERE file_id = ?1 ORDER BY id",
    )?;
    let mut rows = statement.query([file])?;
    let mut stored = BTreeMap::new();
    let mut numbers: BTreeMap<(String, String), usize> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let (qualified, kind): (String, String) = (row.get(10)?, row.get(11)?);
        let number = numbers.entry((qualified.clone(), kind.clone())).or_insert(0);
        stored.insert(
            (qualified, kind, *number),
            Stored {
                id: row.get(0)?,
                name: row.get(1)?,
                form: row.get(2)?,
                part: row.get::<_, u8>(12)? >= PART,
                lines: (row.get(3)?, row.get(4)?),
                signature: row.get(5)?,
                summary: row.get(6)?,
                exported: row.get(7)?,
                annotations: row.get(8)?,
                hashes: row.get(9)?,
            },
        );
        *number += 1;
    }
    Ok(stored)
}

fn update_symbol(c: &Connection, stored: &Stored, symbol: &SymbolFacts) -> rusqlite::Result<()> {
    let (annotations, hashes) = (annotations_of(symbol), hashes(symbol));
    let same = stored.signature == symbol.signature
        && stored.summary == symbol.summary
        && stored.lines == (symbol.line_start, symbol.line_end)
        && stored.form == symbol.form
        && stored.part == symbol.part
        && stored.exported == symbol.exported
        && stored.annotations == annotations
        && stored.hashes == hashes;
    if same {
        return Ok(());
    }
    let (name_at, nameless) = nameless(&symbol.signature, scope_of(symbol).1);
    c.prepare_cached(
        "UPDATE code_symbols SET own_form = ?2, line_start = ?3, line_end = ?4, name_at = ?5, nameless = ?6, summary = ?7,
             exported = ?8, annotations = ?9, hashes = ?10, kind_number = ?11 WHERE id = ?1",
    )?
    .execute(params![
        stored.id,
        own_form(symbol),
        symbol.line_start,
        symbol.line_end,
        name_at,
        nameless,
        symbol.summary,
        symbol.exported,
        annotations,
        hashes,
        symbol_kind_number(symbol.kind) + if symbol.part { PART } else { 0 },
    ])
    .map(drop)
}
