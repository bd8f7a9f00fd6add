//! What a reindex compares the files with: the index as the last run left it.

mod plan;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use beadloom_model::answers::Totals;
use beadloom_model::{
    Annotation, Annotations, Code, Declared, Diagnostic, GraphFile, ImportFacts, ImportKind, LanguageId,
    Links, Result, is_in_tests,
};
use rusqlite::{Connection, Row};

use crate::Store;
use crate::columns::{EDGE, LINKS, NODE, annotations, edge_row, json, node_row};
use crate::failures::sql_error;
use crate::queries::{attempt, first, list};
use crate::rows::{EdgeRow, FileKind, FileRow, ImportRow, NodeRow, Stat, to_json};

/// The part of a file's row that says whether it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// Row id.
    pub id: i64,
    /// What the file was to the index.
    pub kind: FileKind,
    /// Id of its language, or of the format of a text.
    pub language: Option<String>,
    /// None for `Other`.
    pub stat: Option<Stat>,
    /// None where it was not read.
    pub hash: Option<[u8; 32]>,
    /// Whether it has no content in the index.
    pub skipped: bool,
}

impl Stamp {
    /// That of a file with this row.
    pub fn of(row: &FileRow) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            language: row.language.clone(),
            stat: row.stat,
            hash: row.hash,
            skipped: row.skipped.is_some(),
        }
    }
}

/// An import between two files of the project (or to a package folder).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImportPair {
    /// The importing file. Each path is there once, however many pairs name it: a large project has a million of them.
    pub from: Arc<str>,
    /// A file, or a folder ending in `/`.
    pub to: Arc<str>,
    /// For types only, or inside a function.
    pub weak: bool,
    /// The line of its statement, where that leads to a folder: one that leads to several, as a namespace does, is one import.
    pub statement: Option<u32>,
}

/// What decides to which nodes a symbol belongs before the source of its file does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnotatedSymbol {
    /// Row id.
    pub id: i64,
    /// Those in force for it, at least one.
    pub annotations: Annotations,
}

/// A document as far as its links to nodes go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLinks {
    /// Relative to the root.
    pub path: String,
    /// Ids that its comments name, with 1-based lines.
    pub refs: Vec<(String, u32)>,
    /// Nodes it is linked to now, by id.
    pub nodes: Vec<String>,
    /// The node that its own row and its chunks name: the first of `nodes`, unless that went since.
    pub first: Option<String>,
}

/// Columns of [`FileRow`].
macro_rules! file_columns {
    () => {
        "path, kind, language, size, mtime_ns, ctime_ns, inode, hash, skipped, lines, summary, entry_point, generated, \
         annotations, file_annotations, id, tests, declares"
    };
}

/// Reads for a reindex, on a store or inside a write transaction.
pub struct State<'a> {
    pub(crate) conn: &'a Connection,
}

impl Store {
    /// The index as it is.
    pub fn state(&self) -> State<'_> {
        State { conn: &self.conn }
    }
}

impl State<'_> {
    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        map: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        list(self.conn, sql, [], map)
    }

    /// A value of `meta`.
    ///
    /// # Errors
    /// Store errors, here and below.
    pub fn meta(&self, key: &str) -> Result<Option<String>> {
        first(self.conn, "SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0))
    }

    /// Links that lead to files and folders of the project.
    ///
    /// # Errors
    /// Store errors.
    pub fn links(&self) -> Result<Links> {
        let noted = self.meta(LINKS)?;
        Ok(noted.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default())
    }

    /// Every file's stamp, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn stamps(&self) -> Result<BTreeMap<String, Stamp>> {
        let rows = self.rows(
            "SELECT path, kind, language, size, mtime_ns, ctime_ns, inode, hash, skipped IS NOT NULL, id FROM file_index",
            |row| {
                Ok((
                    row.get(0)?,
                    Stamp {
                        id: row.get(9)?,
                        kind: FileKind::from_name(row.get_ref(1)?.as_str()?),
                        language: row.get(2)?,
                        stat: stat(row, 3)?,
                        hash: row.get(7)?,
                        skipped: row.get(8)?,
                    },
                ))
            },
        )?;
        Ok(rows.into_iter().collect())
    }

    /// Every file's row, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn files(&self) -> Result<Vec<FileRow>> {
        self.rows(concat!("SELECT ", file_columns!(), " FROM file_index ORDER BY path"), file_row)
    }

    /// One file's row.
    ///
    /// # Errors
    /// Store errors.
    pub fn file(&self, path: &str) -> Result<Option<FileRow>> {
        first(
            self.conn,
            concat!("SELECT ", file_columns!(), " FROM file_index WHERE path = ?1"),
            [path],
            file_row,
        )
    }

    /// All findings, by path, line and column.
    ///
    /// # Errors
    /// Store errors.
    pub fn diagnostics(&self) -> Result<Vec<Diagnostic>> {
        let texts: Vec<String> =
            self.rows("SELECT content FROM diagnostics ORDER BY scope, seq", |row| row.get(0))?;
        let mut all: Vec<Diagnostic> = texts.iter().filter_map(|t| serde_json::from_str(t).ok()).collect();
        all.sort();
        Ok(all)
    }

    /// Findings that are errors, by path, line and column: few, and asked for with every answer.
    ///
    /// # Errors
    /// Store errors.
    pub fn errors(&self) -> Result<Vec<Diagnostic>> {
        let texts: Vec<String> = self
            .rows("SELECT content FROM diagnostics WHERE level = 'error' ORDER BY scope, seq", |row| {
                row.get(0)
            })?;
        let mut all: Vec<Diagnostic> = texts.iter().filter_map(|t| serde_json::from_str(t).ok()).collect();
        all.sort();
        Ok(all)
    }

    /// Whether there is a finding about what that file or stage has.
    ///
    /// # Errors
    /// Store errors.
    pub fn has_findings(&self, scope: &str) -> Result<bool> {
        attempt(|| self.conn.prepare_cached("SELECT 1 FROM diagnostics WHERE scope = ?1")?.exists([scope]))
    }

    /// What the index holds, as the last run noted it.
    ///
    /// # Errors
    /// Store errors.
    pub fn noted_totals(&self) -> Result<Totals> {
        match self.meta("totals")?.and_then(|text| serde_json::from_str(&text).ok()) {
            Some(totals) => Ok(totals),
            None => self.totals(),
        }
    }

    /// What the index holds, counted.
    ///
    /// # Errors
    /// Store errors.
    pub fn totals(&self) -> Result<Totals> {
        attempt(|| {
            let number = |question: &str| -> rusqlite::Result<u64> {
                self.conn
                    .prepare_cached(question)?
                    .query_row([], |row| row.get::<_, i64>(0))
                    .map(i64::cast_unsigned)
            };
            let of = |table: &str| number(&format!("SELECT COUNT(*) FROM {table}"));
            Ok(Totals {
                nodes: of("nodes")?,
                edges: of("edges")?,
                docs: of("docs")?,
                chunks: of("chunks")?,
                symbols: of("code_symbols")?,
                // Each is counted without a look at the rows.
                imports: of("imports")? - of("imports WHERE part > 0")?,
                references: number("SELECT coalesce(SUM(total), 0) FROM ref_keys")?,
                routes: of("routes")?,
                code_chunks: number("SELECT coalesce(SUM(total), 0) FROM code_chunks")?,
            })
        })
    }

    /// Files that are listed without content.
    ///
    /// # Errors
    /// Store errors.
    pub fn skipped_files(&self) -> Result<u64> {
        self.conn
            .query_row("SELECT COUNT(*) FROM file_index WHERE skipped IS NOT NULL", [], |row| {
                row.get::<_, i64>(0)
            })
            .map(i64::cast_unsigned)
            .map_err(|e| sql_error(&e))
    }

    /// What the graph files said when they last parsed, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn graph_files(&self) -> Result<Vec<GraphFile>> {
        let texts: Vec<String> =
            self.rows("SELECT content FROM graph_files ORDER BY path", |row| row.get(0))?;
        Ok(texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect())
    }

    /// All nodes, by id.
    ///
    /// # Errors
    /// Store errors.
    pub fn nodes(&self) -> Result<Vec<NodeRow>> {
        self.rows(&format!("SELECT {NODE} FROM nodes ORDER BY ref_id"), node_row)
    }

    /// All edges, by src, dst and kind.
    ///
    /// # Errors
    /// Store errors.
    pub fn edges(&self) -> Result<Vec<EdgeRow>> {
        self.rows(&format!("SELECT {EDGE} FROM edges ORDER BY src_ref_id, dst_ref_id, kind"), edge_row)
    }

    /// What files declare, by path; files that declare nothing are among them where `languages` has theirs.
    ///
    /// # Errors
    /// Store errors.
    pub fn declared(&self, languages: &[LanguageId]) -> Result<HashMap<String, Vec<Declared>>> {
        let rows = list(
            self.conn,
            "SELECT path, declares FROM file_index
             WHERE kind = 'code' AND language IN (SELECT value FROM json_each(?1)) AND skipped IS NULL",
            [to_json(&languages)],
            |row| {
                let text = row.get_ref(1)?.as_str_or_null()?;
                let found = text.and_then(|text| serde_json::from_str(text).ok());
                Ok((row.get(0)?, found.unwrap_or_default()))
            },
        )?;
        Ok(rows.into_iter().collect())
    }

    /// The lines of tests that stand beside other code, by row id of the file.
    pub(crate) fn inline_tests(&self) -> rusqlite::Result<HashMap<i64, Vec<(u32, u32)>>> {
        self.conn
            .prepare_cached("SELECT id, tests FROM file_index WHERE tests IS NOT NULL")?
            .query_map([], |row| Ok((row.get(0)?, test_lines(row, 1)?)))?
            .collect()
    }

    /// Imports that stay inside the project, once per pair of paths (weak only if all of them are), by path; and what
    /// files need of each other where a language loads constants when they are named. What tests import that stand beside
    /// other code is left out.
    ///
    /// # Errors
    /// Store errors.
    pub fn import_pairs(&self) -> Result<Vec<ImportPair>> {
        let collect = || -> rusqlite::Result<Vec<ImportPair>> {
            let paths: HashMap<i64, Arc<str>> = self
                .conn
                .prepare_cached("SELECT id, path FROM file_index")?
                .query_map([], |row| Ok((row.get(0)?, row.get_ref(1)?.as_str()?.into())))?
                .collect::<rusqlite::Result<_>>()?;
            let tests = self.inline_tests()?;
            let mut folders: HashSet<Arc<str>> = HashSet::new();
            let mut statement = self.conn.prepare_cached(
                "SELECT file_id, target_id, target_folder, kind_number = 4 OR local, line,
                 CASE WHEN target_folder IS NOT NULL THEN line END FROM imports
                 WHERE target_id <> file_id OR target_folder IS NOT NULL ORDER BY file_id",
            )?;
            let mut rows = statement.query([])?;
            let mut pairs: Vec<ImportPair> = Vec::new();
            // Those of the file whose rows are being read.
            let (mut of_file, mut file) = (Vec::new(), None);
            while let Some(row) = rows.next()? {
                let from: i64 = row.get(0)?;
                if tests.get(&from).is_some_and(|tests| is_in_tests(tests, row.get(4).unwrap_or(0))) {
                    continue;
                }
                if file != Some(from) {
                    merge_pairs(&mut of_file, &mut pairs);
                    file = Some(from);
                }
                let to = match (row.get::<_, Option<i64>>(1)?, row.get_ref(2)?.as_str_or_null()?) {
                    (Some(target), _) => paths.get(&target).cloned(),
                    (None, Some(folder)) => match folders.get(folder) {
                        Some(known) => Some(Arc::clone(known)),
                        None => {
                            let new: Arc<str> = folder.into();
                            folders.insert(Arc::clone(&new));
                            Some(new)
                        }
                    },
                    (None, None) => None,
                };
                if let (Some(from), Some(to)) = (paths.get(&from).cloned(), to) {
                    of_file.push(ImportPair { from, to, weak: row.get(3)?, statement: row.get(5)? });
                }
            }
            merge_pairs(&mut of_file, &mut pairs);
            Ok(pairs)
        };
        let mut pairs = collect().map_err(|e| sql_error(&e))?;
        pairs.extend(self.autoloaded_pairs()?);
        pairs.sort_unstable();
        // What is required, too, is imported.
        pairs.dedup_by(|later, first| (&later.from, &later.to) == (&first.from, &first.to));
        Ok(pairs)
    }

    /// A file's imports, in order.
    ///
    /// # Errors
    /// Store errors.
    pub fn imports_of(&self, path: &str) -> Result<Vec<ImportRow>> {
        list(self.conn, "SELECT i.seq, i.part, i.line, (SELECT text FROM texts WHERE id = i.specifier), i.names, i.kind, i.local,
                         coalesce(t.path, i.target_folder), (SELECT text FROM texts WHERE id = i.package), i.aliases
                     FROM file_index f JOIN imports i ON i.file_id = f.id LEFT JOIN file_index t ON t.id = i.target_id
                     WHERE f.path = ?1 ORDER BY i.seq, i.part", [path], |row| {
                    Ok(ImportRow {
                        seq: row.get(0)?,
                        part: row.get(1)?,
                        import: ImportFacts {
                            line: row.get(2)?,
                            specifier: row.get(3)?,
                            names: json(row, 4)?,
                            aliases: json(row, 9)?,
                            kind: ImportKind::from_name(row.get_ref(5)?.as_str()?).unwrap_or(ImportKind::Import),
                            local: row.get(6)?,
                        },
                        target_path: row.get(7)?,
                        package: row.get(8)?,
                    })
                })
    }

    /// Symbols that have annotations: of one file, or all, by id.
    ///
    /// # Errors
    /// Store errors.
    pub fn annotated_symbols(&self, file: Option<i64>) -> Result<Vec<AnnotatedSymbol>> {
        attempt(|| {
            let mut symbols: Vec<AnnotatedSymbol> = self
                .conn
                .prepare_cached(
                    "SELECT id, annotations FROM code_symbols INDEXED BY idx_symbols_annotated
                     WHERE annotations IS NOT NULL AND file_id BETWEEN ?1 AND ?2",
                )?
                .query_map([file.unwrap_or(i64::MIN), file.unwrap_or(i64::MAX)], |row| {
                    Ok(AnnotatedSymbol { id: row.get(0)?, annotations: annotations(row, 1)? })
                })?
                .collect::<rusqlite::Result<_>>()?;
            symbols.sort_unstable_by_key(|symbol| symbol.id);
            Ok(symbols)
        })
    }

    /// The nodes that a document is linked to, by id.
    ///
    /// # Errors
    /// Store errors.
    pub fn document_nodes(&self, path: &str) -> Result<Vec<String>> {
        list(
            self.conn,
            "SELECT n.ref_id FROM doc_nodes n JOIN docs d ON d.id = n.doc_id WHERE d.path = ?1 ORDER BY n.ref_id",
            [path],
            |row| row.get(0),
        )
    }

    /// Every document with the nodes that it names and those that it is linked to, by path.
    ///
    /// # Errors
    /// Store errors.
    pub fn document_links(&self) -> Result<Vec<DocumentLinks>> {
        self.rows(
            "SELECT path, refs, (SELECT json_group_array(ref_id) FROM
                 (SELECT ref_id FROM doc_nodes n WHERE n.doc_id = d.id ORDER BY ref_id)), ref_id
             FROM docs d ORDER BY path",
            |row| {
                Ok(DocumentLinks {
                    path: row.get(0)?,
                    refs: json(row, 1)?,
                    nodes: json(row, 2)?,
                    first: row.get(3)?,
                })
            },
        )
    }
}

/// Moves the pairs of one file, one for each target: weak only where all are.
fn merge_pairs(of_file: &mut Vec<ImportPair>, into: &mut Vec<ImportPair>) {
    of_file.sort_unstable();
    // Of the same target, what is not weak comes first.
    of_file.dedup_by(|later, kept| later.to == kept.to);
    into.append(of_file);
}

fn file_row(row: &Row<'_>) -> rusqlite::Result<FileRow> {
    Ok(FileRow {
        id: row.get(15)?,
        path: row.get(0)?,
        kind: FileKind::from_name(row.get_ref(1)?.as_str()?),
        language: row.get(2)?,
        stat: stat(row, 3)?,
        hash: row.get(7)?,
        skipped: code(row, 8)?,
        lines: row.get(9)?,
        summary: row.get(10)?,
        entry_point: row.get(11)?,
        generated: row.get(12)?,
        annotations: annotation_uses(row, 13)?,
        file_annotations: annotations(row, 14)?,
        tests: test_lines(row, 16)?,
        declares: row.get(17)?,
        grams: None,
    })
}

/// A column of JSON with the lines of tests.
pub(crate) fn test_lines(row: &Row<'_>, at: usize) -> rusqlite::Result<Vec<(u32, u32)>> {
    let text = row.get_ref(at)?.as_str_or_null()?;
    Ok(text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default())
}

fn stat(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Stat>> {
    let size: Option<i64> = row.get(first)?;
    let mtime_ns: Option<i64> = row.get(first + 1)?;
    let ctime_ns: Option<i64> = row.get(first + 2)?;
    let inode: Option<i64> = row.get(first + 3)?;
    Ok(match (size, mtime_ns, ctime_ns, inode) {
        (Some(size), Some(mtime_ns), Some(ctime_ns), Some(inode)) => {
            Some(Stat { size: size.cast_unsigned(), mtime_ns, ctime_ns, inode: inode.cast_unsigned() })
        }
        _ => None,
    })
}

fn code(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Code>> {
    let name: Option<String> = row.get(column)?;
    Ok(name.and_then(|name| Code::ALL.iter().copied().find(|code| code.as_str() == name)))
}

fn annotation_uses(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<Annotation>> {
    if row.get_ref(column)?.as_str_or_null()? == Some("[]") {
        return Ok(Vec::new());
    }
    let uses: Vec<(String, String, u32)> = json(row, column)?;
    Ok(uses.into_iter().map(|(key, value, line)| Annotation { key, value, line }).collect())
}
