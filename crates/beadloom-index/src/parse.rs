//! From a candidate to what the store is to hold of it. Runs on many threads; one writer takes the results.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use beadloom_conventions::Source;
use beadloom_embed::StaticModel;
use beadloom_graph::config::Config;
use beadloom_lang::{Language, Limits, Parser, detect, is_readable, language, markdown, says_generated};
use beadloom_lexical::{FileTerms, GramCounter, NO_GRAMS, TermCounter};
use beadloom_model::Code::TooCostly;
use beadloom_model::prose::is_document;
use beadloom_model::{Declared, Diagnostic, ImportFacts, LanguageId, ParsedDocument, Routing, SymbolFacts};
use beadloom_store::{ChunkVectors, ConventionRow, FileKind, FileRow, ImportRow, Stat};
use beadloom_sync::links::{literals_of_code, literals_of_settings, names_in};
use crossbeam_channel::Sender;

use crate::byte_semaphore::ByteSemaphore;
use crate::caught::{caught, gave_up};
use crate::changes::Candidate;
use crate::embed;
use crate::references::{Stated, Threads};
use crate::source::{
    Content, Decoded, ReadOutcome, begins_binary, decode, decode_noting, most_bytes, read_file,
};
use beadloom_resolve::{ImportResolver, ImportTarget};

/// What came of a candidate.
pub enum Parsed {
    /// The bytes are those that the index knows.
    Same { path: String, stat: Stat },
    /// The bytes are those of a code file that is gone.
    Renamed {
        from: String,
        to: String,
        stat: Stat,
        terms: FileTerms,
        vectors: Option<ChunkVectors>,
        conventions: Vec<ConventionRow>,
    },
    /// Source code.
    Code(Box<Code>),
    /// Markdown.
    Document {
        row: FileRow,
        document: ParsedDocument,
        vectors: Option<ChunkVectors>,
        names: Option<String>,
        diagnostic: Option<Diagnostic>,
    },
    /// Other text. Nothing is searched of one that is not worth it; of a manifest only the hash counts then.
    Text {
        row: FileRow,
        terms: FileTerms,
        vectors: Option<ChunkVectors>,
        names: Option<String>,
        conventions: Vec<ConventionRow>,
        literals: Vec<String>,
    },
    /// A file of which only the hash counts.
    Plain { row: FileRow },
    /// Listed, without content.
    Skipped { row: FileRow, diagnostic: Diagnostic },
    /// Gone between the walk and now.
    Vanished { path: String },
}

/// What a code file says.
pub struct Code {
    pub row: FileRow,
    pub symbols: Vec<SymbolFacts>,
    pub terms: FileTerms,
    pub vectors: Option<ChunkVectors>,
    pub imports: Vec<ImportRow>,
    pub routing: Routing,
    pub conventions: Vec<ConventionRow>,
    pub literals: Vec<String>,
    pub stated: Stated,
    pub diagnostics: Vec<Diagnostic>,
}

/// Code files that are gone, by content: where a new file has the same bytes, it is they.
#[derive(Default)]
pub struct Gone {
    by_hash: Mutex<HashMap<[u8; 32], Vec<String>>>,
}

impl Gone {
    /// `files`: hash and path of each code file that is gone; the first path by name is taken first.
    pub fn new(files: impl IntoIterator<Item = ([u8; 32], String)>) -> Self {
        let mut by_hash: HashMap<[u8; 32], Vec<String>> = HashMap::new();
        for (hash, path) in files {
            by_hash.entry(hash).or_default().push(path);
        }
        for paths in by_hash.values_mut() {
            paths.sort_unstable_by(|a, b| b.cmp(a));
        }
        Self { by_hash: Mutex::new(by_hash) }
    }

    /// A gone file of the language with these bytes that says the same at `to`.
    fn take(&self, hash: &[u8; 32], language: &Language, to: &str) -> Option<String> {
        let mut by_hash = self.by_hash.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let paths = by_hash.get_mut(hash)?;
        let same = |from: &String| {
            detect(from).is_some_and(|was| was.id == language.id) && language.reads_alike(from, to)
        };
        let at = paths.iter().rposition(same)?;
        Some(paths.remove(at))
    }
}

/// What all threads share.
pub struct Work<'a> {
    pub root: &'a Path,
    pub config: &'a Config,
    pub candidates: &'a [&'a Candidate],
    pub resolver: Option<&'a ImportResolver<'static>>,
    pub embedder: Option<&'a StaticModel>,
    /// In a run that looks at all files.
    pub threads: Option<Threads<'a>>,
    pub gone: &'a Gone,
    pub cancelled: &'a AtomicBool,
    pub next: AtomicUsize,
    pub room: ByteSemaphore,
    /// Bytes of the files done.
    pub bytes: AtomicU64,
}

/// What a thread works with.
struct Tools {
    parser: Parser,
    counter: TermCounter,
    grams: GramCounter,
}

impl Tools {
    fn new() -> Self {
        Self { parser: Parser::new(), counter: TermCounter::default(), grams: GramCounter::default() }
    }
}

impl Work<'_> {
    /// Takes candidates until none is left, the work is cancelled, or nobody listens any more.
    /// What comes of a file goes to `results` with the room that is to be given back for it.
    pub fn run(&self, results: &Sender<(u64, Parsed)>) {
        let _closing = self.room.closing_in_panic();
        let mut tools = Tools::new();
        while let Some(candidate) = self.candidates.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let size = candidate.file.stat.size;
            if self.cancelled.load(Ordering::Relaxed) || !self.room.take(size) {
                return;
            }
            let parsed = caught(|| self.parse(&mut tools, candidate)).unwrap_or_else(|| {
                // What they were at is unknown.
                tools = Tools::new();
                let missing = gave_up(&candidate.file.path, "it is listed, not parsed");
                skipped(candidate, candidate.file.stat, None, missing)
            });
            if results.send((size, parsed)).is_err() {
                return;
            }
            self.bytes.fetch_add(size, Ordering::Relaxed);
        }
    }

    fn parse(&self, tools: &mut Tools, candidate: &Candidate) -> Parsed {
        let path: &str = &candidate.file.path;
        let content = match read_file(self.root, path, most_bytes(path, self.config)) {
            ReadOutcome::Whole(content) => content,
            ReadOutcome::Vanished => return Parsed::Vanished { path: path.to_owned() },
            // Nobody expects that a large file of an unknown kind is text.
            ReadOutcome::Skipped(stat, diagnostic)
                if candidate.kind == FileKind::Text
                    && diagnostic.code == beadloom_model::Code::TooLarge
                    && begins_binary(self.root, path) =>
            {
                let row = FileRow { stat: Some(stat), ..bare_row(candidate) };
                return Parsed::Plain { row };
            }
            ReadOutcome::Skipped(stat, diagnostic) => return skipped(candidate, stat, None, diagnostic),
        };
        if candidate.known == Some(content.hash) {
            return Parsed::Same { path: path.to_owned(), stat: content.stat };
        }
        let (stat, hash) = (content.stat, content.hash);
        let row = file_row(candidate, &content);
        if !matches!(candidate.kind, FileKind::Code | FileKind::Doc) {
            return self.text(tools, candidate, row, content.bytes);
        }
        let language = candidate.language.and_then(LanguageId::parse).and_then(language);
        // The parts of a file that was moved are taken whether or not it can be read.
        let is_moved = candidate.is_new && candidate.kind == FileKind::Code;
        let from = is_moved.then(|| self.gone.take(&hash, language?, path)).flatten();
        match (decode_noting(path, content.bytes), candidate.kind) {
            (Err(diagnostic), _) => skipped(candidate, stat, Some(hash), *diagnostic),
            (Ok(decoded), FileKind::Doc) => self.document(tools, path, row, decoded),
            (Ok(decoded), _) => match language {
                Some(language) => self.code(tools, (language, stat, from), path, row, decoded),
                None => Parsed::Plain { row },
            },
        }
    }

    /// A file of code. `from`: where it stood before, if it was only moved.
    fn code(
        &self,
        tools: &mut Tools,
        (language, stat, from): (&'static Language, Stat, Option<String>),
        path: &str,
        mut row: FileRow,
        Decoded { text, replaced }: Decoded,
    ) -> Parsed {
        row.grams = Some(tools.grams.filter(text.as_bytes()));
        let limits = Limits { cancelled: Some(self.cancelled), ..Limits::default() };
        let file = tools.parser.parse(language, path, &text, &limits);
        let terms = tools.counter.count(path, &text, &file.symbols);
        let vectors = self.embedder.map(|model| embed::code(model, &terms));
        let conventions = conventions(&Source {
            path,
            language: Some(language.id),
            text: &text,
            symbols: &file.symbols,
            references: &file.references,
        });
        if let Some(from) = from {
            return Parsed::Renamed { from, to: path.to_owned(), stat, terms, vectors, conventions };
        }
        let (imports, unresolved) = self
            .resolver
            .map(|resolver| resolve_imports(resolver, language.id, path, &file.imports))
            .unwrap_or_default();
        let stated = Stated::of(language, path, &file, &imports, self.resolver, self.threads.as_ref());
        // Listed as one that is left out, because it has no symbols; its words are found all the same.
        row.skipped = file.diagnostics.iter().map(|found| found.code).find(|code| *code == TooCostly);
        row.lines = file.lines;
        row.tests = file.tests;
        row.declares = declares_json(&file.declared);
        row.summary = file.summary;
        row.entry_point = file.entry_point;
        row.generated = file.generated;
        row.annotations = file.annotations;
        row.file_annotations = file.file_annotations;
        let found = file.diagnostics.into_iter().map(|mut diagnostic| {
            diagnostic.path = Some(path.to_owned());
            diagnostic
        });
        let diagnostics = replaced.map(|found| *found).into_iter().chain(found).chain(unresolved);
        let diagnostics = diagnostics.collect();
        Parsed::Code(Box::new(Code {
            row,
            symbols: file.symbols,
            terms,
            vectors,
            imports,
            routing: file.routing,
            conventions,
            literals: literals_of_code(&text),
            stated,
            diagnostics,
        }))
    }

    fn document(
        &self,
        tools: &mut Tools,
        path: &str,
        mut row: FileRow,
        Decoded { text, replaced }: Decoded,
    ) -> Parsed {
        row.grams = Some(tools.grams.filter(text.as_bytes()));
        row.lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
        let most = usize::try_from(self.config.context.max_chunk_size).unwrap_or(usize::MAX);
        let document = markdown::parse(path, &text, most);
        let vectors = self.embedder.map(|model| embed::document(model, &document));
        let names = document_names(path, &text);
        Parsed::Document { row, document, vectors, names, diagnostic: replaced.map(|found| *found) }
    }

    /// Text that no parser reads, by its words. What turns out not to be text is no finding: nothing says that it should be.
    fn text(&self, tools: &mut Tools, candidate: &Candidate, mut row: FileRow, bytes: Vec<u8>) -> Parsed {
        let text = match (candidate.kind, candidate.language) {
            (FileKind::Text | FileKind::Manifest, Some(_)) => {
                let decoded = decode(&row.path, bytes);
                // What is no text holds nothing that is looked for; what is text in an unknown encoding may.
                row.grams = match &decoded {
                    Ok(text) => Some(tools.grams.filter(text.as_bytes())),
                    Err(problem) => (problem.code == beadloom_model::Code::Binary).then(|| NO_GRAMS.to_vec()),
                };
                decoded.ok()
            }
            _ => None,
        };
        let Some(text) = text.filter(|text| is_readable(text)) else { return Parsed::Plain { row } };
        row.lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
        row.generated = says_generated(&text);
        let terms = tools.counter.count(&row.path, &text, &[]);
        let vectors = self.embedder.map(|model| embed::code(model, &terms));
        let conventions = if beadloom_conventions::reads_text(&row.path) {
            let (path, text) = (row.path.as_str(), text.as_str());
            conventions(&Source { path, language: None, text, symbols: &[], references: &[] })
        } else {
            Vec::new()
        };
        let names = document_names(&row.path, &text);
        let literals = literals_of_settings(&row.path, &text);
        Parsed::Text { row, terms, vectors, names, conventions, literals }
    }
}

/// What a document names, as the store holds it; None for what is no document.
fn document_names(path: &str, text: &str) -> Option<String> {
    is_document(path).then(|| serde_json::to_string(&names_in(text)).ok()).flatten()
}

/// What a file says by conventions of frameworks, as the store holds it.
fn conventions(source: &Source<'_>) -> Vec<ConventionRow> {
    beadloom_conventions::read(source)
        .into_iter()
        .map(|mark| ConventionRow {
            name: mark.name,
            role: mark.role.number(),
            rule: mark.rule,
            file_id: 0,
            line: mark.line,
            last: mark.last,
            detail: mark.detail,
            symbol: mark.from,
        })
        .collect()
}

/// What a file declares, as its row holds it.
pub fn declares_json(declared: &[Declared]) -> Option<String> {
    if declared.is_empty() { None } else { serde_json::to_string(declared).ok() }
}

/// Each statement with its targets, numbered; and the warning where some could not be resolved, which then lead nowhere.
pub fn resolve_imports(
    resolver: &ImportResolver,
    language: LanguageId,
    path: &str,
    imports: &[ImportFacts],
) -> (Vec<ImportRow>, Option<Diagnostic>) {
    let mut rows = Vec::with_capacity(imports.len());
    let mut all = true;
    for (seq, import) in imports.iter().enumerate() {
        let targets = caught(|| resolver.resolve(language, path, import)).unwrap_or_else(|| {
            all = false;
            vec![ImportTarget { path: None, package: None, names: import.names.clone() }]
        });
        for (part, target) in targets.into_iter().enumerate() {
            rows.push(ImportRow {
                seq: u32::try_from(seq).unwrap_or(u32::MAX),
                part: u32::try_from(part).unwrap_or(u32::MAX),
                import: ImportFacts {
                    specifier: import.specifier.clone(),
                    names: target.names,
                    aliases: import.aliases.clone(),
                    kind: import.kind,
                    local: import.local,
                    line: import.line,
                },
                target_path: target.path,
                package: target.package,
            });
        }
    }
    let missing = "imports of this file lead nowhere";
    (rows, (!all).then(|| gave_up(path, missing)))
}

/// The row of a file that was read.
pub fn file_row(candidate: &Candidate, content: &Content) -> FileRow {
    FileRow { stat: Some(content.stat), hash: Some(content.hash), ..bare_row(candidate) }
}

/// The row of a file, whatever it holds.
fn bare_row(candidate: &Candidate) -> FileRow {
    FileRow {
        kind: candidate.kind,
        language: candidate.language.map(str::to_owned),
        ..FileRow::other(candidate.file.path.to_string())
    }
}

fn skipped(candidate: &Candidate, stat: Stat, hash: Option<[u8; 32]>, diagnostic: Diagnostic) -> Parsed {
    let row = FileRow { stat: Some(stat), hash, skipped: Some(diagnostic.code), ..bare_row(candidate) };
    Parsed::Skipped { row, diagnostic }
}
