//! Candidates in, rows out: parsers on all cores feed one writer over a bounded channel.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::AtomicUsize;

use beadloom_graph::bootstrap::is_input;
use beadloom_model::{ImportFacts, ImportKind, Result, Routing};
use beadloom_store::{FileKind, FileRow, ImportRow, Stamp, Writer};
use rayon::prelude::*;

use crate::changes::Changes;
use crate::parse::{Gone, Parsed, Work, resolve_imports};
use crate::plan::coarse_lines;
use crate::reindex::Phase;
use crate::resolve::{ImportResolver, is_manifest};
use crate::run::Run;

/// What the files of a run came to.
#[derive(Default)]
pub struct Tally {
    pub counts: Counts,
    /// Code files whose symbols or imports are new.
    pub code: Vec<String>,
    /// Documents that are new or changed.
    pub documents: Vec<String>,
    /// Nodes that documents were linked to before they changed or went.
    pub unlinked: BTreeSet<String>,
    /// Whether an import, an owner or a file that others import may have changed.
    pub imports: bool,
    /// Whether paths of routes may have changed: what a file says of them, or any import.
    pub routing: bool,
    /// Whether something else changed that the graph is made of: see [`graph_facts_differ`].
    pub facts: bool,
    /// Whether a manifest changed.
    pub manifests: bool,
    /// Whether anything was written that a reader can see.
    pub visible: bool,
}

#[derive(Default)]
pub struct Counts {
    pub parsed: u64,
    pub added: u64,
    pub changed: u64,
    pub deleted: u64,
    pub renamed: u64,
}

impl Run<'_> {
    /// Reads and parses the candidates on all cores and writes what comes of them. Some(paths) when the deadline
    /// came first.
    pub fn apply(
        &self,
        writer: &Writer<'_>,
        stamps: &HashMap<String, Stamp>,
        changes: &Changes,
        resolver: Option<&ImportResolver>,
        tally: &mut Tally,
    ) -> Result<Option<Vec<String>>> {
        let gone = Gone::new(changes.removed.iter().filter_map(|path| {
            let stamp = stamps.get(path).filter(|stamp| stamp.kind == FileKind::Code && !stamp.skipped)?;
            Some((stamp.hash?, path.clone()))
        }));
        let mut candidates = changes.candidates.clone();
        // Large files first, so that no thread is left with one at the end.
        candidates.sort_by(|a, b| {
            b.file.stat.size.cmp(&a.file.stat.size).then_with(|| a.file.path.cmp(&b.file.path))
        });
        let work = Work {
            root: self.options.root,
            config: self.options.config,
            candidates: &candidates,
            resolver,
            gone: &gone,
            cancelled: self.options.cancelled,
            next: AtomicUsize::new(0),
        };
        let mut renamed: BTreeSet<String> = BTreeSet::new();
        let total = candidates.len();
        let threads = std::thread::available_parallelism().map_or(2, usize::from).min(total);
        let outcome = std::thread::scope(|scope| -> Result<Option<Vec<String>>> {
            let (send, receive) = crossbeam_channel::bounded(128);
            for _ in 0..threads {
                let (send, work) = (send.clone(), &work);
                scope.spawn(move || work.run(&send));
            }
            drop(send);
            for (done, parsed) in receive.iter().enumerate() {
                // Dropping the receiver on the way out ends the threads.
                if done % 64 == 0 {
                    self.check()?;
                    if self.too_slow() {
                        return Ok(Some(changes.some_paths()));
                    }
                    self.report(Phase::Parse, done, total);
                }
                store_parsed(writer, parsed, stamps, &mut renamed, tally)?;
            }
            self.report(Phase::Parse, total, total);
            Ok(None)
        })?;
        if outcome.is_some() {
            return Ok(outcome);
        }
        self.check()?;
        for path in &changes.removed {
            if !renamed.contains(path) {
                forget(writer, stamps, path, tally)?;
                forget_routing(writer, stamps, path, tally)?;
                writer.delete_file(path)?;
                tally.counts.deleted += 1;
                tally.visible = true;
                tally.imports = true;
                tally.manifests |= is_manifest(path);
            }
        }
        for path in &changes.others {
            if stamps.contains_key(path) {
                forget(writer, stamps, path, tally)?;
                forget_routing(writer, stamps, path, tally)?;
                writer.delete_file(path)?;
                tally.imports = true;
                tally.visible = true;
            }
            writer.put_file(&FileRow::other(path.clone()))?;
        }
        Ok(None)
    }

    /// Resolves the imports of all files again: the set of paths or a manifest changed.
    pub fn resolve_again(
        &self,
        writer: &Writer<'_>,
        resolver: &ImportResolver,
        tally: &mut Tally,
    ) -> Result<()> {
        let state = writer.state();
        let files: Vec<(String, String)> = state
            .files()?
            .into_iter()
            .filter(|file| file.kind == FileKind::Code && file.skipped.is_none())
            .filter_map(|file| Some((file.path, file.language?)))
            .collect();
        self.report(Phase::Resolve, 0, files.len());
        let mut old: Vec<(String, String, Vec<ImportRow>)> = Vec::with_capacity(files.len());
        for (path, language) in files {
            let rows = state.imports_of(&path)?;
            if !rows.is_empty() {
                old.push((path, language, rows));
            }
        }
        let new: Vec<Option<Vec<ImportRow>>> = old
            .par_iter()
            .map(|(path, language, rows)| {
                let rows_now = resolve_imports(resolver, language, path, &statements(rows));
                (rows_now != *rows).then_some(rows_now)
            })
            .collect();
        for ((path, _, _), rows) in old.iter().zip(new) {
            if let Some(rows) = rows {
                writer.set_imports(path, &rows)?;
                tally.imports = true;
                tally.visible = true;
            }
        }
        Ok(())
    }
}

/// The statements that rows came from: one row per statement and target, names spread over the targets.
fn statements(rows: &[ImportRow]) -> Vec<ImportFacts> {
    let mut statements: Vec<(u32, ImportFacts)> = Vec::new();
    for row in rows {
        match statements.last_mut() {
            Some((seq, import)) if *seq == row.seq => import.names.extend(row.import.names.iter().cloned()),
            _ => statements.push((row.seq, row.import.clone())),
        }
    }
    statements
        .into_iter()
        .map(|(_, mut import)| {
            // A name may lead to two targets; the statement has it once.
            let mut seen = HashSet::new();
            import.names.retain(|name| seen.insert(name.clone()));
            import
        })
        .collect()
}

fn store_parsed(
    writer: &Writer<'_>,
    parsed: Parsed,
    stamps: &HashMap<String, Stamp>,
    renamed: &mut BTreeSet<String>,
    tally: &mut Tally,
) -> Result<()> {
    let known = |path: &str| stamps.get(path);
    let count = |path: &str, tally: &mut Tally| {
        tally.visible = true;
        tally.manifests |= is_manifest(path);
        tally.facts |= is_input(path);
        if known(path).is_some() {
            tally.counts.changed += 1;
        } else {
            tally.counts.added += 1;
        }
    };
    match parsed {
        Parsed::Same { path, stat } => writer.set_stat(&path, stat)?,
        Parsed::Renamed { from, to, stat } => {
            writer.rename_code(&from, &to, stat)?;
            renamed.insert(from);
            tally.counts.renamed += 1;
            tally.visible = true;
            tally.imports = true;
            tally.code.push(to);
        }
        Parsed::Code { row, symbols, words, imports, routing, diagnostics } => {
            count(&row.path, tally);
            tally.counts.parsed += 1;
            if known(&row.path).is_some() {
                let before = writer.state().file(&row.path)?;
                tally.facts |= before.is_none_or(|before| graph_facts_differ(&before, &row));
                let imports_before = writer.state().imports_of(&row.path)?;
                tally.imports |= !same_targets(&imports_before, &imports);
                tally.routing |= !same_names(&imports_before, &imports);
                forget(writer, stamps, &row.path, tally)?;
            } else {
                tally.imports = true;
            }
            writer.put_file(&row)?;
            writer.add_symbols(&row.path, &symbols, &words)?;
            writer.set_imports(&row.path, &imports)?;
            if known(&row.path).is_some() || !routing.is_empty() {
                tally.routing |= writer.set_routing(&row.path, &routing)?;
            }
            if !diagnostics.is_empty() {
                writer.set_diagnostics(&row.path, &diagnostics)?;
            }
            tally.code.push(row.path);
        }
        Parsed::Document { row, document } => {
            count(&row.path, tally);
            tally.counts.parsed += 1;
            forget(writer, stamps, &row.path, tally)?;
            forget_routing(writer, stamps, &row.path, tally)?;
            writer.put_file(&row)?;
            writer.put_document(&row.path, &row.hash.unwrap_or_default(), &document)?;
            tally.documents.push(row.path);
        }
        Parsed::Plain { row } => {
            count(&row.path, tally);
            forget(writer, stamps, &row.path, tally)?;
            forget_routing(writer, stamps, &row.path, tally)?;
            writer.put_file(&row)?;
        }
        Parsed::Skipped { row, diagnostic } => {
            count(&row.path, tally);
            forget(writer, stamps, &row.path, tally)?;
            forget_routing(writer, stamps, &row.path, tally)?;
            tally.imports = true;
            writer.put_file(&row)?;
            writer.set_diagnostics(&row.path, &[diagnostic])?;
        }
        Parsed::Vanished { path } => {
            if known(&path).is_some() {
                forget_routing(writer, stamps, &path, tally)?;
                writer.delete_file(&path)?;
                tally.counts.deleted += 1;
                tally.visible = true;
                tally.imports = true;
            }
        }
    }
    Ok(())
}

/// Whether a code file's row says something else to the graph: to the plan, to ownership or to annotations' edges.
fn graph_facts_differ(before: &FileRow, now: &FileRow) -> bool {
    let facts = |file: &FileRow| {
        let annotations: Vec<(String, String, u32)> =
            file.annotations.iter().map(|a| (a.key.clone(), a.value.clone(), a.line)).collect();
        (
            (file.kind, file.language.clone(), file.skipped, coarse_lines(file.lines), file.summary.clone()),
            (file.entry_point, file.generated, annotations, file.file_annotations.clone()),
        )
    };
    facts(before) != facts(now)
}

/// Whether two lists of imports lead to the same files: what edges between nodes are made of.
fn same_targets(a: &[ImportRow], b: &[ImportRow]) -> bool {
    let targets = |rows: &[ImportRow]| -> BTreeSet<(Option<String>, bool)> {
        rows.iter()
            .map(|row| (row.target_path.clone(), row.import.local || row.import.kind == ImportKind::Type))
            .collect()
    };
    targets(a) == targets(b)
}

/// Whether two lists of imports bind the same names to the same things.
fn same_names(a: &[ImportRow], b: &[ImportRow]) -> bool {
    let bound = |row: &ImportRow| {
        let import = &row.import;
        (row.target_path.clone(), import.specifier.clone(), import.names.clone(), import.aliases.clone())
    };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| bound(a) == bound(b))
}

/// Removes what a file left in the index as what it was before, if it was there; its own row stays.
fn forget(writer: &Writer<'_>, stamps: &HashMap<String, Stamp>, path: &str, tally: &mut Tally) -> Result<()> {
    let Some(stamp) = stamps.get(path) else { return Ok(()) };
    match stamp.kind {
        FileKind::Code => writer.clear_code(path)?,
        FileKind::Doc => {
            tally.unlinked.extend(writer.state().document_nodes(path)?);
            writer.clear_document(path)?;
        }
        FileKind::Graph | FileKind::Config | FileKind::Manifest | FileKind::Other => {}
    }
    writer.set_diagnostics(path, &[])
}

/// Removes what a code file said about routes.
fn forget_routing(
    writer: &Writer<'_>,
    stamps: &HashMap<String, Stamp>,
    path: &str,
    tally: &mut Tally,
) -> Result<()> {
    if stamps.get(path).is_some_and(|stamp| stamp.kind == FileKind::Code) {
        tally.routing |= writer.set_routing(path, &Routing::default())?;
    }
    Ok(())
}
