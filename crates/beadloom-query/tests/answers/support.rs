//! Builds small projects straight into a store.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use beadloom_lexical::TermCounter;
use beadloom_model::{
    Annotations, ChunkFacts, DocKind, EdgeOrigin, ImportFacts, ImportKind, ParsedDocument, Section,
    SymbolFacts, SymbolKind,
};
use beadloom_store::{Access, EdgeRow, FileKind, FileRow, ImportRow, NodeRow, Store, Writer};
use beadloom_tokens::{Counter, Counting, Encoding, Tokenizer};
use serde_json::Map;
use tempfile::TempDir;

/// The tokenizer of an encoding, opened once.
pub fn tokenizer(encoding: Encoding) -> &'static Tokenizer {
    static ALL: LazyLock<[Tokenizer; 2]> = LazyLock::new(|| {
        Encoding::ALL.map(|encoding| {
            let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../beadloom-tokens/data/");
            let file = std::fs::read(data.to_owned() + encoding.file_name()).unwrap();
            Tokenizer::open(encoding, file).unwrap()
        })
    });
    ALL.iter().find(|one| one.encoding() == encoding).unwrap()
}

/// What counts so.
pub fn counter(counting: Counting) -> Counter<'static> {
    Counter::new(tokenizer(counting.encoding), counting.calibration)
}

/// A store with the folder that holds it.
pub struct Index {
    pub store: Store,
    _folder: TempDir,
}

/// What goes into an index, in the order of calls.
pub struct Builder<'a> {
    writer: Writer<'a>,
    /// Row ids of files; a file may be imported before it is there.
    files: BTreeMap<String, i64>,
    /// Nodes and files of their sources, written last: both sides must exist.
    belongs: Vec<(String, String)>,
}

/// An index of what `fill` adds.
pub fn index(fill: impl FnOnce(&mut Builder<'_>)) -> Index {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("beadloom.db");
    let mut store = Store::open(&path, Access::Write).unwrap();
    let mut builder =
        Builder { writer: store.write(Duration::ZERO).unwrap(), files: BTreeMap::new(), belongs: Vec::new() };
    builder.writer.set_meta("last_reindex_at", "2026-01-02T03:04:05Z").unwrap();
    fill(&mut builder);
    builder.finish();
    Index { store, _folder: folder }
}

/// A definition without doc comment and hashes.
pub fn symbol(
    kind: SymbolKind,
    qualified: &str,
    lines: (u32, u32),
    signature: &str,
    exported: bool,
) -> SymbolFacts {
    SymbolFacts {
        symbol_name: qualified.rsplit('.').next().unwrap().to_owned(),
        qualified_name: qualified.to_owned(),
        kind,
        form: kind.as_str().to_owned(),
        line_start: lines.0,
        line_end: lines.1,
        signature: signature.to_owned(),
        summary: None,
        exported,
        part: false,
        annotations: Annotations::new(),
        signature_hash: [0; 16],
        body_hash: [0; 16],
    }
}

impl Builder<'_> {
    pub fn meta(&mut self, key: &str, value: &str) {
        self.writer.set_meta(key, value).unwrap();
    }

    pub fn node(&mut self, ref_id: &str, kind: &str, summary: &str, source: Option<&str>, docs: &[&str]) {
        self.writer
            .put_node(&NodeRow {
                ref_id: ref_id.into(),
                kind: kind.into(),
                summary: summary.into(),
                source: source.map(str::to_owned),
                docs: docs.iter().map(|path| (*path).to_owned()).collect(),
                tags: Vec::new(),
                extra: Map::new(),
                path: None,
                line: None,
            })
            .unwrap();
    }

    pub fn edge(&mut self, src: &str, kind: &str, dst: &str) {
        self.found_edge(src, kind, dst, EdgeOrigin::Declared);
    }

    pub fn found_edge(&mut self, src: &str, kind: &str, dst: &str, origin: EdgeOrigin) {
        let (src, dst, kind) = (src.into(), dst.into(), kind.into());
        let row = EdgeRow { src, dst, kind, origin, extra: Map::new(), path: None, line: None };
        self.writer.put_edge(&row).unwrap();
    }

    /// A document of `nodes` with its sections: heading, class, text.
    pub fn document(&mut self, path: &str, title: &str, nodes: &[&str], sections: &[(&str, Section, &str)]) {
        let mut line = 1;
        let chunks = sections
            .iter()
            .map(|(heading, section, content)| {
                line += 2;
                let chunk = ChunkFacts {
                    heading: (*heading).to_owned(),
                    section: *section,
                    content: (*content).to_owned(),
                    line_start: line,
                };
                line += u32::try_from(content.lines().count()).unwrap();
                chunk
            })
            .collect();
        let document = ParsedDocument {
            title: Some(title.to_owned()),
            kind: DocKind::Other,
            metadata: Map::new(),
            refs: Vec::new(),
            mentions: Vec::new(),
            draft: false,
            stub: sections.iter().any(|(_, _, content)| content.contains("<!-- TODO")),
            chunks,
        };
        self.file(path, FileKind::Doc, None);
        self.writer.put_document(path, &[7; 32], &document, None).unwrap();
        let nodes: Vec<String> = nodes.iter().map(|id| (*id).to_owned()).collect();
        self.writer.link_document(path, &nodes).unwrap();
        for node in &nodes {
            self.writer.refresh_node_words(node).unwrap();
        }
    }

    pub fn file(&mut self, path: &str, kind: FileKind, language: Option<&str>) {
        let (id, language) = (self.id(path), language.map(str::to_owned));
        let row = FileRow { id, kind, language, lines: 20, ..FileRow::other(path) };
        self.writer.put_file(&row).unwrap();
    }

    fn id(&mut self, path: &str) -> i64 {
        let next = i64::try_from(self.files.len()).unwrap() + 1;
        *self.files.entry(path.to_owned()).or_insert(next)
    }

    /// A code file with its symbols and imports (specifier, target).
    pub fn code(
        &mut self,
        path: &str,
        language: &str,
        symbols: &[SymbolFacts],
        imports: &[(&str, Option<&str>)],
    ) {
        self.file(path, FileKind::Code, Some(language));
        let id = self.id(path);
        self.writer.add_symbols(id, symbols).unwrap();
        let terms = TermCounter::default().count(path, &text_of(symbols), symbols);
        self.writer.put_chunks(id, beadloom_lexical::Of::Code, &terms, None).unwrap();
        for target in imports.iter().filter_map(|(_, target)| *target) {
            self.id(target);
        }
        let rows: Vec<ImportRow> = imports
            .iter()
            .zip(0..)
            .map(|((specifier, target), seq)| ImportRow {
                seq,
                part: 0,
                import: ImportFacts {
                    specifier: (*specifier).to_owned(),
                    names: Vec::new(),
                    aliases: Vec::new(),
                    kind: ImportKind::Import,
                    local: false,
                    line: seq + 1,
                },
                target_path: target.map(str::to_owned),
                package: None,
            })
            .collect();
        self.writer.set_imports(id, &rows, &|path| self.files.get(path).copied()).unwrap();
    }

    /// All symbols of a file belong to a node.
    pub fn owns(&mut self, node: &str, path: &str) {
        self.belongs.push((node.to_owned(), path.to_owned()));
    }

    /// One symbol of a file, by its place in the file, belongs to a node by annotation.
    pub fn annotates(&mut self, node: &str, path: &str, at: usize) {
        let all = self.writer.state().definitions_of(self.files[path]).unwrap();
        self.writer.add_symbol_nodes(&[(node, all[at].id)]).unwrap();
    }

    /// Makes a node without documents known to the full-text search.
    pub fn words(&mut self, node: &str) {
        self.writer.refresh_node_words(node).unwrap();
    }

    fn finish(self) {
        for (node, path) in &self.belongs {
            self.writer.add_file_nodes(&[(node, self.files[path])]).unwrap();
        }
        self.writer.commit().unwrap();
    }
}

/// The fixture of the product's checks: a shop with billing, auth, one feature and one entity.
pub fn shop() -> Index {
    index(|b| {
        b.node("shop", "service", "The shop as customers see it", Some(""), &[]);
        b.node(
            "billing",
            "domain",
            "Takes money and gives it back",
            Some("src/billing/"),
            &["docs/domains/billing.md"],
        );
        b.node("auth", "domain", "Knows who is who", Some("src/auth/"), &["docs/domains/auth.md"]);
        b.node("FEAT-7", "feature", "Customers get refunds within two days", None, &["docs/f/refunds.md"]);
        b.node("Invoice", "entity", "What a customer owes", None, &[]);
        b.edge("billing", "part_of", "shop");
        b.edge("auth", "part_of", "shop");
        b.edge("FEAT-7", "part_of", "billing");
        b.edge("FEAT-7", "touches_entity", "Invoice");
        b.edge("FEAT-7", "uses", "auth");
        b.found_edge("billing", "depends_on", "auth", EdgeOrigin::Code);
        b.document(
            "docs/domains/billing.md",
            "Billing",
            &["billing"],
            &[
                ("", Section::Other, "Billing charges cards and keeps the ledger."),
                ("Invariants", Section::Invariants, "The ledger always balances."),
            ],
        );
        b.document(
            "docs/domains/auth.md",
            "Auth",
            &["auth"],
            &[("API", Section::Api, "`check(token)` says whether a token holds.")],
        );
        b.document(
            "docs/f/refunds.md",
            "Refunds",
            &["FEAT-7"],
            &[
                ("Background", Section::Other, "Support asked for it."),
                (
                    "Specification",
                    Section::Spec,
                    "A refund returns the whole amount.\nNever more than was paid.",
                ),
            ],
        );
        b.code(
            "src/billing/charge.py",
            "python",
            &[
                symbol(SymbolKind::Function, "refund", (5, 6), "def refund(order)", true),
                symbol(SymbolKind::Function, "charge", (9, 10), "def charge(order)", true),
                symbol(SymbolKind::Class, "Ledger", (13, 17), "class Ledger", true),
                symbol(SymbolKind::Method, "Ledger.post", (14, 15), "def post(self, amount)", true),
            ],
            &[("auth.tokens", Some("src/auth/tokens.py"))],
        );
        b.code(
            "src/auth/tokens.py",
            "python",
            &[symbol(SymbolKind::Function, "check", (1, 2), "def check(token)", true)],
            &[],
        );
        b.code(
            "tests/test_charge.py",
            "python",
            &[symbol(SymbolKind::Function, "test_ledger", (3, 4), "def test_ledger()", true)],
            &[("billing.charge", Some("src/billing/charge.py"))],
        );
        b.annotates("FEAT-7", "src/billing/charge.py", 0);
        for at in 1..4 {
            b.annotates("billing", "src/billing/charge.py", at);
        }
        b.owns("auth", "src/auth/tokens.py");
        for node in ["shop", "Invoice"] {
            b.words(node);
        }
    })
}

/// Source with the signature and the summary of each symbol where it begins.
fn text_of(symbols: &[SymbolFacts]) -> String {
    let last = symbols.iter().map(|symbol| symbol.line_end).max().unwrap_or(0);
    let mut lines = vec![String::new(); last as usize];
    for symbol in symbols {
        let line = &mut lines[symbol.line_start as usize - 1];
        line.push_str(&symbol.signature);
        line.push_str(" // ");
        line.push_str(symbol.summary.as_deref().unwrap_or(""));
    }
    lines.join("\n")
}
