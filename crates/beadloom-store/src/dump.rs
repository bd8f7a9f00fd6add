//! The whole index as text, for telling whether two indexes say the same.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;

use beadloom_model::Result;
use rusqlite::types::ValueRef;

use crate::Store;
use crate::failures::sql_error;
use crate::kept::{Shared, VECTOR_BLOCK, VectorsBy, VectorsOf};
use crate::queries::attempt;

/// Each table without row ids, times and file-system stats: those may differ where the content does not.
const TABLES: &[(&str, &str)] = &[
    (
        "file_index",
        "SELECT path, kind, language, hash, skipped, lines, summary, entry_point, generated, annotations,
             file_annotations, tests, declares FROM file_index",
    ),
    ("graph_files", "SELECT path, content, broken FROM graph_files"),
    ("nodes", "SELECT ref_id, kind, summary, source, docs, tags, extra, path, line FROM nodes"),
    ("edges", "SELECT src_ref_id, dst_ref_id, kind, origin, extra, path, line FROM edges"),
    ("docs", "SELECT path, kind, title, ref_id, stub, draft, refs, mentions, metadata, hash FROM docs"),
    ("doc_nodes", "SELECT d.path, n.ref_id FROM doc_nodes n JOIN docs d ON d.id = n.doc_id"),
    (
        "chunks",
        "SELECT d.path, c.chunk_index, c.heading, c.section, c.content, c.line_start, c.node_ref_id,
             EXISTS (SELECT 1 FROM chunk_search s WHERE s.rowid = c.id)
         FROM chunks c JOIN docs d ON d.id = c.doc_id",
    ),
    (
        "document_names",
        "SELECT f.path, d.names FROM document_names d LEFT JOIN file_index f ON f.id = d.file_id",
    ),
    ("literals", "SELECT f.path, l.names FROM literals l LEFT JOIN file_index f ON f.id = l.file_id"),
    ("mentions", "SELECT m.name, f.path, m.lines FROM mentions m LEFT JOIN file_index f ON f.id = m.file_id"),
    (
        "derived_links",
        "SELECT l.ref_id, f.path, l.line_start, l.line_end, l.heading, l.score, l.place, l.title, l.names
         FROM derived_links l LEFT JOIN file_index f ON f.id = l.file_id",
    ),
    (
        "code_symbols",
        "SELECT f.path, s.symbol_name, s.qualified_name, s.kind, s.form, s.line_start, s.line_end, s.signature,
             s.summary, s.exported, s.annotations, s.hashes
         FROM code_symbols s LEFT JOIN file_index f ON f.id = s.file_id",
    ),
    (
        "symbol_nodes",
        "SELECT o.ref_id, f.path, s.qualified_name, s.line_start
         FROM symbol_nodes n JOIN nodes o ON o.id = n.node_id JOIN code_symbols s ON s.id = n.symbol_id
             LEFT JOIN file_index f ON f.id = s.file_id",
    ),
    (
        "file_nodes",
        "SELECT f.path, o.ref_id FROM file_nodes n LEFT JOIN nodes o ON o.id = n.node_id
             LEFT JOIN file_index f ON f.id = n.file_id",
    ),
    (
        "imports",
        "SELECT f.path, i.seq, i.part, i.line, (SELECT text FROM texts WHERE id = i.specifier), i.names, i.aliases, i.kind, i.local,
             coalesce(t.path, i.target_folder, 'missing file ' || i.target_id),
             (SELECT text FROM texts WHERE id = i.package)
         FROM imports i LEFT JOIN file_index f ON f.id = i.file_id LEFT JOIN file_index t ON t.id = i.target_id",
    ),
    (
        "conventions",
        "SELECT f.path, c.name, c.role, c.rule, c.line, c.last, c.detail, c.symbol
         FROM conventions c LEFT JOIN file_index f ON f.id = c.file_id",
    ),
    ("routing", "SELECT file_path, content FROM routing"),
    ("routes", "SELECT file_path, line, method, path, handler, framework FROM routes"),
    (
        "ref_paths",
        "SELECT f.path, p.path, coalesce(t.path, p.target_folder, 'missing file ' || p.target_id)
         FROM ref_paths p LEFT JOIN file_index f ON f.id = p.file_id LEFT JOIN file_index t ON t.id = p.target_id",
    ),
    (
        "ref_keys",
        "SELECT f.path, k.total, k.keys FROM ref_keys k LEFT JOIN file_index f ON f.id = k.file_id",
    ),
    (
        "ref_targets",
        "SELECT t.path, s.qualified_name, s.kind, s.line_start, f.path FROM ref_targets r
             LEFT JOIN code_symbols s ON s.id = r.symbol_id LEFT JOIN file_index t ON t.id = s.file_id
             LEFT JOIN file_index f ON f.id = r.file_id",
    ),
    ("diagnostics", "SELECT scope, seq, content FROM diagnostics"),
    ("sync_state", "SELECT doc_path, code_path, ref_id, status, reason, moved_to, doc_hash, code_hash, named FROM sync_state"),
    ("search_index", "SELECT ref_id, kind, summary, content FROM search_index"),
    (
        "code_chunks",
        "SELECT f.path, c.total, c.lines FROM code_chunks c LEFT JOIN file_index f ON f.id = c.file_id",
    ),
    (
        "file_grams",
        "SELECT f.path, g.grams FROM file_grams g LEFT JOIN file_index f ON f.id = g.file_id",
    ),
    ("vec_docs", "SELECT d.path, v.bits, v.bytes FROM vec_docs v LEFT JOIN docs d ON d.id = v.doc_id"),
    ("vec_nodes", "SELECT n.ref_id, v.bits, v.bytes FROM vec_nodes v LEFT JOIN nodes n ON n.id = v.node_id"),
    ("past", "SELECT part, data FROM past WHERE part > 0"),
    ("chunk_search", "SELECT COUNT(*) FROM chunk_search_docsize"),
    ("meta", "SELECT key, value FROM meta WHERE key IN ('fingerprint', 'derived', 'totals', 'skipped')"),
];

impl Store {
    /// One line per row of every table, sorted; row ids, times and stats left out. Equal for equal content.
    ///
    /// # Errors
    /// Store errors.
    pub fn dump(&self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        attempt(|| {
            for (table, sql) in TABLES {
                let mut statement = self.conn.prepare(sql)?;
                let columns = statement.column_count();
                let mut rows = statement.query([])?;
                while let Some(row) = rows.next()? {
                    let mut line = (*table).to_owned();
                    for column in 0..columns {
                        line.push('\t');
                        match row.get_ref(column)? {
                            ValueRef::Null => line.push('-'),
                            ValueRef::Integer(n) => line.push_str(&n.to_string()),
                            ValueRef::Real(x) => line.push_str(&x.to_string()),
                            ValueRef::Text(text) => {
                                line.push_str(&format!("{:?}", String::from_utf8_lossy(text)));
                            }
                            ValueRef::Blob(bytes) => {
                                line.extend(bytes.iter().map(|byte| format!("{byte:02x}")));
                            }
                        }
                    }
                    lines.push(line);
                }
            }
            Ok(())
        })?;
        lines.extend(self.dump_references()?);
        lines.extend(self.dump_postings()?);
        lines.extend(self.dump_texts()?);
        lines.compact_sort();
        Ok(lines)
    }

    /// A line per posting of a chunk that is there, with the chunk by path and number; and the length of each chunk.
    fn dump_postings(&self) -> Result<Vec<String>> {
        let lexicon = self.lexicon()?;
        let files = self.chunk_files(lexicon.marks().firsts())?;
        let mut names: HashMap<u32, String> = HashMap::new();
        for file in &files {
            for (number, id) in (file.first..).take(file.chunks.len()).enumerate() {
                names.insert(id, format!("{}|{number}", file.path));
            }
        }
        let mut lines = Vec::new();
        let vectors = self.chunk_blocks()?;
        for (id, name) in &names {
            let vector = vectors.iter().rfind(|block| block.first <= *id).and_then(|block| {
                let rows = (lexicon.marks().len() - block.first as usize).min(VECTOR_BLOCK);
                let (row, each) = ((*id - block.first) as usize, block.bytes.len() / rows.max(1));
                block.bytes.get(row * each..(row + 1) * each)
            });
            let (marks, length) = (lexicon.marks(), lexicon.marks().length(*id));
            lines.push(format!("chunk|{name}|{}|{length:?}|{vector:?}", marks.is_text(*id)));
        }
        lexicon.each_posting(&mut |term, chunk, count| {
            if lexicon.marks().is_live(chunk) {
                let name = names.get(&chunk).map_or("missing chunk", String::as_str);
                lines.push(format!("posting|{name}|{term}|{count}"));
            }
        })?;
        Ok(lines)
    }

    /// A line per reference, with the symbols by path, qualified name and line.
    fn dump_references(&self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        let names = |sql: &str| -> rusqlite::Result<HashMap<i64, String>> {
            self.conn.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let files = names("SELECT id, path FROM file_index").map_err(|e| sql_error(&e))?;
        let symbols = names(
            "SELECT s.id, f.path || ':' || s.line_start || ' ' || s.kind || ' ' || s.qualified_name
             FROM code_symbols s JOIN file_index f ON f.id = s.file_id",
        )
        .map_err(|e| sql_error(&e))?;
        let name = |id: &i64| symbols.get(id).map_or("missing symbol", String::as_str);
        let mut ids = Vec::new();
        self.state().each_stored_references(|file, stored| ids.push((file, stored.stated.exports)))?;
        for (file, exports) in ids {
            let path = files.get(&file).map_or("missing file", String::as_str);
            if !exports.is_empty() {
                lines.push(format!("refs|{path}|exports {exports:?}"));
            }
            for row in self.references_of_file(file)? {
                let targets: Vec<&str> = row.targets.iter().map(name).collect();
                lines.push(format!(
                    "refs|{path}|{:?}|{}|{:?} {}|{:?}|{}|{targets:?}",
                    row.lines,
                    row.from.as_ref().map_or("", name),
                    row.receiver,
                    row.name,
                    row.kind,
                    row.confidence.as_str()
                ));
            }
        }
        Ok(lines)
    }

    /// A line per text that somebody has, with its vector.
    fn dump_texts(&self) -> Result<Vec<String>> {
        let Some(model) = self.text_model()? else { return Ok(Vec::new()) };
        let mut lines = Vec::new();
        let names = |sql: &str| -> Result<HashMap<i64, String>> {
            attempt(|| self.conn.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        };
        for (of, sql) in [
            (
                VectorsOf::Code,
                "SELECT c.first, f.path FROM code_chunks c JOIN file_index f ON f.id = c.file_id",
            ),
            (VectorsOf::Docs, "SELECT id, path FROM docs"),
            (VectorsOf::Nodes, "SELECT id, ref_id FROM nodes"),
        ] {
            let owners = names(sql)?;
            let vectors = self.vectors(of, VectorsBy::Transformer(model.dimensions))?;
            let shared = vectors.shared.as_ref().map_or(&[][..], |shared| &shared.of_row);
            let mut name = String::new();
            for (row, text) in (0u32..).zip(shared) {
                // Of code, a row is the id of a chunk, and the first has its file's name.
                let owner = if of == VectorsOf::Code {
                    owners.get(&i64::from(row))
                } else {
                    vectors.owner(row).and_then(|(id, _)| owners.get(&id))
                };
                if let Some(owner) = owner {
                    name.clone_from(owner);
                }
                let block = vectors.blocks.iter().rfind(|block| block.first <= *text);
                let vector = block.and_then(|block| {
                    let from = (*text - block.first) as usize * model.dimensions;
                    block.bytes.get(from..from + model.dimensions)
                });
                if *text != Shared::NONE {
                    lines.push(format!("text|{of:?}|{name}|{vector:?}"));
                }
            }
        }
        Ok(lines)
    }

    /// Whether SQLite finds the file sound.
    ///
    /// # Errors
    /// Store errors.
    pub fn is_sound(&self) -> Result<bool> {
        self.conn
            .query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0))
            .map(|verdict| verdict == "ok")
            .map_err(|e| sql_error(&e))
    }
}
