//! Columns to values, the same for every query that reads them.

use beadloom_model::{Annotations, EdgeOrigin, ImportKind, LanguageId, SymbolKind};
use rusqlite::Row;
use serde::de::DeserializeOwned;

use crate::rows::{EdgeRow, NodeRow};

/// Columns of [`NodeRow`].
pub(crate) const NODE: &str = "ref_id, kind, summary, source, docs, tags, extra, path, line";

/// Columns of [`EdgeRow`].
pub(crate) const EDGE: &str = "src_ref_id, dst_ref_id, kind, origin, extra, path, line";

/// The row of `meta` in which the index notes the links of the project.
pub(crate) const LINKS: &str = "links";

/// Columns of [`crate::SymbolRow`] but the last, from `code_symbols s JOIN file_index f ON f.id = s.file_id`.
macro_rules! symbol_columns {
    () => {
        "s.id, f.path, s.symbol_name, s.qualified_name, s.kind, s.form, s.line_start, s.line_end, s.signature, \
         s.summary, s.exported, s.kind_number"
    };
}
pub(crate) use symbol_columns;

/// The node that a symbol belongs to, where none is asked for.
macro_rules! symbol_owner {
    () => {
        "coalesce((SELECT o.ref_id FROM symbol_nodes n JOIN nodes o ON o.id = n.node_id WHERE n.symbol_id = s.id \
         ORDER BY o.ref_id LIMIT 1), \
         (SELECT o.ref_id FROM file_nodes n JOIN nodes o ON o.id = n.node_id WHERE n.file_id = s.file_id))"
    };
}
pub(crate) use symbol_owner;

/// The symbols of nodes: pairs of `node_id` and `symbol_id`, without order. `$nodes`: which, as a condition on
/// `node_id`.
macro_rules! members {
    ($nodes:literal) => {
        concat!(
            "SELECT node_id, symbol_id FROM symbol_nodes WHERE ",
            $nodes,
            " UNION ALL SELECT n.node_id, s.id FROM file_nodes n CROSS JOIN code_symbols s ON s.file_id = n.file_id WHERE ",
            $nodes,
            " AND ",
            $crate::columns::listed!(),
            " AND NOT EXISTS (SELECT 1 FROM symbol_nodes a WHERE a.symbol_id = s.id)"
        )
    };
}
pub(crate) use members;

/// The kind of a symbol; an unknown one reads as that of a value.
pub(crate) fn symbol_kind(row: &Row<'_>, column: usize) -> rusqlite::Result<SymbolKind> {
    let name = row.get_ref(column)?.as_str()?;
    Ok(SymbolKind::from_name(name).unwrap_or(SymbolKind::Constant))
}

/// The language of a code file; None for one that is no more in the table.
pub(crate) fn language(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<LanguageId>> {
    Ok(LanguageId::parse(row.get_ref(column)?.as_str()?))
}

/// A row of [`NODE`].
pub(crate) fn node_row(row: &Row<'_>) -> rusqlite::Result<NodeRow> {
    Ok(NodeRow {
        ref_id: row.get(0)?,
        kind: row.get(1)?,
        summary: row.get(2)?,
        source: row.get(3)?,
        docs: json(row, 4)?,
        tags: json(row, 5)?,
        extra: json(row, 6)?,
        path: row.get(7)?,
        line: row.get(8)?,
    })
}

/// How an edge came to be.
pub(crate) fn origin(row: &Row<'_>, column: usize) -> rusqlite::Result<EdgeOrigin> {
    Ok(match row.get_ref(column)?.as_str()? {
        "code" => EdgeOrigin::Code,
        "annotation" => EdgeOrigin::Annotation,
        _ => EdgeOrigin::Declared,
    })
}

/// A row of [`EDGE`].
pub(crate) fn edge_row(row: &Row<'_>) -> rusqlite::Result<EdgeRow> {
    Ok(EdgeRow {
        src: row.get(0)?,
        dst: row.get(1)?,
        kind: row.get(2)?,
        origin: origin(row, 3)?,
        extra: json(row, 4)?,
        path: row.get(5)?,
        line: row.get(6)?,
    })
}

/// A JSON column; what does not read as its type reads as empty, for the index is derived and ours.
pub(crate) fn json<T: DeserializeOwned + Default>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    Ok(row
        .get_ref(column)?
        .as_str_or_null()?
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default())
}

/// `{"feature":"X","domain":["a","b"]}` as annotations.
pub(crate) fn annotations(row: &Row<'_>, column: usize) -> rusqlite::Result<Annotations> {
    if matches!(row.get_ref(column)?.as_str_or_null()?, None | Some("{}")) {
        return Ok(Annotations::new());
    }
    let object: serde_json::Map<String, serde_json::Value> = json(row, column)?;
    Ok(object
        .into_iter()
        .map(|(key, value)| match value {
            serde_json::Value::Array(many) => {
                (key, many.into_iter().filter_map(|v| v.as_str().map(str::to_owned)).collect())
            }
            one => (key, one.as_str().map(str::to_owned).into_iter().collect()),
        })
        .collect())
}

/// As `schema.sql` has it.
pub(crate) fn import_kind_number(kind: ImportKind) -> u8 {
    match kind {
        ImportKind::Import => 0,
        ImportKind::ReExport => 1,
        ImportKind::Module => 2,
        ImportKind::Dynamic => 3,
        ImportKind::Type => 4,
    }
}

/// The kind of a number, as `schema.sql` has it.
pub(crate) fn import_kind(number: u8) -> ImportKind {
    match number {
        1 => ImportKind::ReExport,
        2 => ImportKind::Module,
        3 => ImportKind::Dynamic,
        4 => ImportKind::Type,
        _ => ImportKind::Import,
    }
}

/// What is added to the number of a kind for a part of a type, as `schema.sql` has it.
pub(crate) const PART: u8 = 16;

/// The condition on `code_symbols s` that holds for what is listed: parts of types are not.
macro_rules! listed {
    () => {
        "s.kind_number < 16"
    };
}
pub(crate) use listed;

/// As `schema.sql` has it, without what says that it is a part.
pub(crate) fn symbol_kind_number(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::Class => 0,
        SymbolKind::Component => 1,
        SymbolKind::Constant => 2,
        SymbolKind::Function => 3,
        SymbolKind::Interface => 4,
        SymbolKind::Method => 5,
        SymbolKind::Module => 6,
        SymbolKind::Route => 7,
        SymbolKind::Type => 8,
    }
}

/// The kind of a number, as `schema.sql` has it.
pub(crate) fn symbol_kind_of(number: u8) -> SymbolKind {
    let is_it = |kind: &SymbolKind| symbol_kind_number(*kind) == number % PART;
    SymbolKind::ALL.iter().copied().find(is_it).unwrap_or(SymbolKind::Constant)
}
