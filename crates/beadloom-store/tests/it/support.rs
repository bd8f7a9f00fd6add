//! Rows to write, and an index to write them to.

use std::path::PathBuf;
use std::time::Duration;

use beadloom_model::{Annotations, ChunkFacts, DocKind, ParsedDocument, Section, SymbolFacts, SymbolKind};
use beadloom_store::{Access, EdgeRow, FileKind, FileRow, NodeRow, Store, Writer};
use tempfile::TempDir;

/// How long a writer waits that has no reason to.
pub const WAIT: Duration = Duration::from_secs(10);

/// An index in a folder of its own.
pub struct Index {
    folder: TempDir,
}

impl Index {
    /// A file that no store was opened for yet.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("beadloom.db")
    }

    pub fn open(&self) -> Store {
        Store::open(&self.path(), Access::Write).unwrap()
    }

    /// Writes within one transaction, and opens what came of it.
    pub fn with(write: impl FnOnce(&Writer<'_>)) -> (Self, Store) {
        let index = Self::new();
        let mut store = index.open();
        let writer = store.write(WAIT).unwrap();
        write(&writer);
        writer.commit().unwrap();
        (index, store)
    }
}

/// Writes within one transaction.
pub fn write(store: &mut Store, write: impl FnOnce(&Writer<'_>)) {
    let writer = store.write(WAIT).unwrap();
    write(&writer);
    writer.commit().unwrap();
}

/// A Python file with a row id.
pub fn code_file(id: i64, path: &str) -> FileRow {
    FileRow {
        id,
        kind: FileKind::Code,
        language: Some("python".to_owned()),
        hash: Some([7; 32]),
        lines: 10,
        ..FileRow::other(path)
    }
}

/// A public function on line `line` and the one below.
pub fn symbol(name: &str, line: u32) -> SymbolFacts {
    SymbolFacts {
        symbol_name: name.rsplit('.').next().unwrap().to_owned(),
        qualified_name: name.to_owned(),
        kind: SymbolKind::Function,
        form: "function".to_owned(),
        line_start: line,
        line_end: line + 1,
        signature: format!("def {name}()"),
        summary: None,
        exported: true,
        part: false,
        annotations: Annotations::new(),
        signature_hash: [1; 16],
        body_hash: [2; 16],
    }
}

/// A domain without documents.
pub fn node(ref_id: &str, source: Option<&str>) -> NodeRow {
    NodeRow {
        ref_id: ref_id.to_owned(),
        kind: "domain".to_owned(),
        summary: format!("What {ref_id} is for"),
        source: source.map(str::to_owned),
        docs: Vec::new(),
        tags: Vec::new(),
        extra: Default::default(),
        path: Some("graph.yml".to_owned()),
        line: Some(2),
    }
}

/// A declared edge.
pub fn edge(src: &str, dst: &str, kind: &str) -> EdgeRow {
    EdgeRow {
        src: src.to_owned(),
        dst: dst.to_owned(),
        kind: kind.to_owned(),
        origin: beadloom_model::EdgeOrigin::Declared,
        extra: Default::default(),
        path: Some("graph.yml".to_owned()),
        line: Some(9),
    }
}

/// A document with one chunk for each text.
pub fn document(title: &str, texts: &[&str]) -> ParsedDocument {
    let chunk = |(index, text): (u32, &&str)| ChunkFacts {
        heading: format!("{title} {index}"),
        section: Section::Other,
        content: (*text).to_owned(),
        line_start: 1 + 10 * index,
    };
    ParsedDocument {
        title: Some(title.to_owned()),
        kind: DocKind::Other,
        metadata: Default::default(),
        refs: Vec::new(),
        mentions: vec!["post".to_owned()],
        stub: false,
        draft: false,
        chunks: (0..).zip(texts).map(chunk).collect(),
    }
}
