//! Writes the rows of one parsed file in place of its earlier ones.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_graph::bootstrap::is_input;
use beadloom_lexical::Of;
use beadloom_model::prose::is_document;
use beadloom_model::{Diagnostic, ImportKind, LanguageId, Result, Routing, is_in_tests};
use beadloom_store::{FileKind, FileRow, ImportRow, Stamp, Writer};

use crate::changes::Changes;
use crate::ids::FileIds;
use crate::invalidation::Cause;
use crate::parse::{Code, Parsed};
use crate::plan::{coarse_lines, is_called_like, subjects};
use crate::run_changes::RunChanges;
use beadloom_resolve::is_manifest;

/// Writes the results of a run, in any order.
pub struct IndexWriter<'a, 'i, 'w> {
    writer: &'a Writer<'w>,
    stamps: &'a BTreeMap<String, Stamp>,
    ids: &'a mut FileIds<'i>,
    tally: &'a mut RunChanges,
    /// Old names of files that are there under another name.
    renamed: BTreeSet<String>,
    /// Imports of changed files. They may lead to a file that turns out to be renamed: written at the end.
    imports: Vec<(i64, Vec<ImportRow>)>,
}

impl<'a, 'i, 'w> IndexWriter<'a, 'i, 'w> {
    /// `stamps`: what the index holds.
    pub fn new(
        writer: &'a Writer<'w>,
        stamps: &'a BTreeMap<String, Stamp>,
        ids: &'a mut FileIds<'i>,
        tally: &'a mut RunChanges,
    ) -> Self {
        Self { writer, stamps, ids, tally, renamed: BTreeSet::new(), imports: Vec::new() }
    }

    /// Writes what became of a candidate.
    pub fn keep(&mut self, parsed: Parsed) -> Result<()> {
        match parsed {
            Parsed::Same { path, stat } => self.writer.set_stat(&path, stat),
            Parsed::Renamed { from, to, stat, terms, vectors, conventions } => {
                let id = self.ids.take(&from);
                let language = self.stamps.get(&from).and_then(|stamp| stamp.language.as_deref());
                let language = language.and_then(LanguageId::parse);
                self.tally.references.renamed(self.writer, id, &from, &to, language)?;
                self.writer.rename_code(id, &from, &to, stat)?;
                self.writer.set_conventions(id, &conventions, true)?;
                self.writer.put_chunks(id, Of::Code, &terms, vectors.as_ref())?;
                self.ids.rename(id, &to);
                self.renamed.insert(from);
                self.tally.counts.renamed += 1;
                self.tally.visible = true;
                self.note(Cause::ImportTargets, true);
                self.tally.code.push((id, to));
                Ok(())
            }
            Parsed::Code(code) => self.code(*code),
            Parsed::Document { mut row, document, vectors, names, diagnostic } => {
                self.count(&row.path);
                self.tally.counts.parsed += 1;
                self.forget(&row.path)?;
                self.put_row(&mut row)?;
                let hash = row.hash.unwrap_or_default();
                self.writer.put_document(&row.path, &hash, &document, vectors.as_ref())?;
                self.name(row.id, names.as_deref())?;
                if let Some(diagnostic) = diagnostic {
                    self.writer.set_diagnostics(&row.path, &[diagnostic])?;
                }
                self.note(Cause::Documents, true);
                self.tally.documents.push(row.path);
                Ok(())
            }
            Parsed::Text { mut row, terms, vectors, names, conventions, literals } => {
                self.count(&row.path);
                self.tally.counts.parsed += 1;
                self.forget(&row.path)?;
                self.put_row(&mut row)?;
                self.name(row.id, names.as_deref())?;
                self.writer.set_conventions(row.id, &conventions, false)?;
                self.state_literals(row.id, &literals, false)?;
                self.writer.put_chunks(row.id, Of::Text, &terms, vectors.as_ref())
            }
            Parsed::Plain { mut row } => {
                self.count(&row.path);
                self.forget(&row.path)?;
                self.put_row(&mut row)
            }
            Parsed::Skipped { row, diagnostic } if self.is_still_skipped(&row)? => {
                self.writer.set_stat(&row.path, row.stat.unwrap_or_default())?;
                self.writer.set_diagnostics(&row.path, &[diagnostic])
            }
            Parsed::Skipped { mut row, diagnostic } => {
                self.count(&row.path);
                self.forget(&row.path)?;
                self.note(Cause::ImportTargets, row.kind != FileKind::Text);
                self.put_row(&mut row)?;
                self.writer.set_diagnostics(&row.path, &[diagnostic])
            }
            Parsed::Vanished { path } => {
                if self.stamps.contains_key(&path) {
                    self.delete(&path)?;
                    self.tally.counts.deleted += 1;
                }
                Ok(())
            }
        }
    }

    /// Removes what is gone, and notes files that are known by path alone.
    pub fn finish(mut self, changes: &Changes) -> Result<()> {
        for path in &changes.removed {
            if !self.renamed.contains(path) {
                self.delete(path)?;
                self.tally.counts.deleted += 1;
                self.note(Cause::Manifests, is_manifest(path));
            }
        }
        for path in &changes.others {
            if self.stamps.contains_key(path) {
                self.forget(path)?;
                self.writer.clear_file(self.ids.take(path), path)?;
                self.note(Cause::ImportTargets, true);
                self.tally.visible = true;
            }
            self.put_row(&mut FileRow::other(path.clone()))?;
        }
        for (file, imports) in &self.imports {
            self.writer.set_imports(*file, imports, &|path| self.ids.of(path))?;
        }
        self.tally.references.compare_bound(self.writer)?;
        self.tally.references.write_paths(self.writer, self.ids)?;
        Ok(())
    }

    fn code(&mut self, code: Code) -> Result<()> {
        let Code { mut row, symbols, imports, routing, stated, diagnostics, .. } = code;
        self.count(&row.path);
        self.tally.counts.parsed += 1;
        let writer = self.writer;
        let stamp = self.stamps.get(&row.path);
        let mut same_bindings = false;
        if stamp.is_some() {
            let before = writer.state().file(&row.path)?;
            let imports_before = writer.state().imports_of(&row.path)?;
            let tests_before = before.as_ref().map_or(&[][..], |before| &before.tests);
            self.note(
                Cause::ImportTargets,
                !same_targets((&imports_before, tests_before), (&imports, &row.tests)),
            );
            let is_as_generated = before.as_ref().is_some_and(|before| before.generated == row.generated);
            self.note(Cause::Parts, !is_as_generated);
            self.note(Cause::GraphFacts, before.is_none_or(|before| graph_facts_differ(&before, &row)));
            same_bindings = same_names(&imports_before, &imports);
            self.note(Cause::Routing, !same_bindings);
        } else {
            self.note(Cause::ImportTargets, true);
        }
        if stamp.is_some_and(|stamp| stamp.kind == FileKind::Code) {
            self.put_row(&mut row)?;
            let same_exports = writer.state().exports_of(row.id)? == stated.exports();
            let language = row.language.as_deref().and_then(LanguageId::parse);
            if !same_bindings || !same_exports {
                self.tally.references.rebound(writer, row.id, &row.path, language)?;
            }
            let mut types = writer.state().types_of(row.id)?;
            types.retain(|name| is_called_like(name, &row.path));
            self.note(Cause::GraphFacts, types != subjects(&row.path, &symbols));
            let changes = writer.replace_symbols(row.id, &symbols)?;
            self.tally.references.changed(&row.path, &changes);
            self.tally.linked.names.extend(changes.names.iter().cloned());
            if !same_exports {
                self.tally.references.package_changed(&row.path, language, &symbols);
            }
            self.tally.references.stated(row.id, &row.path, changes.ids, stated);
            writer.set_diagnostics(&row.path, &diagnostics)?;
            self.note(Cause::Routing, writer.set_routing(&row.path, &routing)?);
            self.imports.push((row.id, imports));
        } else {
            self.forget(&row.path)?;
            self.put_row(&mut row)?;
            let ids = writer.add_symbols(row.id, &symbols)?;
            if self.ids.numbered().is_none() {
                let language = row.language.as_deref().and_then(LanguageId::parse);
                self.tally.references.added(&row.path, language, &symbols);
            }
            self.tally.references.stated(row.id, &row.path, ids, stated);
            if !diagnostics.is_empty() {
                writer.set_diagnostics(&row.path, &diagnostics)?;
            }
            if !routing.is_empty() {
                self.note(Cause::Routing, writer.set_routing(&row.path, &routing)?);
            }
            if self.ids.numbered().is_some() {
                writer.set_imports(row.id, &imports, &|path| self.ids.of(path))?;
            } else {
                self.imports.push((row.id, imports));
            }
        }
        writer.set_conventions(row.id, &code.conventions, stamp.is_some())?;
        self.state_literals(row.id, &code.literals, stamp.is_some())?;
        writer.put_chunks(row.id, Of::Code, &code.terms, code.vectors.as_ref())?;
        // Nobody asks which files are new where all are.
        if self.ids.numbered().is_none() {
            self.tally.code.push((row.id, row.path));
        }
        Ok(())
    }

    /// Whether the file was left out before, for the same reason: nothing became of it that anybody could see. What
    /// cannot be read is tried again in every run, for permissions leave no trace in what is compared.
    fn is_still_skipped(&self, row: &FileRow) -> Result<bool> {
        let known = self.stamps.get(&row.path);
        if !known.is_some_and(|stamp| stamp.skipped && stamp.kind == row.kind && stamp.hash == row.hash) {
            return Ok(false);
        }
        let before = self.writer.state().file(&row.path)?;
        Ok(before.is_some_and(|before| before.skipped == row.skipped && before.language == row.language))
    }

    fn note(&mut self, cause: Cause, found: bool) {
        self.tally.invalidation.note(cause, found);
    }

    fn count(&mut self, path: &str) {
        self.tally.visible = true;
        self.note(Cause::Manifests, is_manifest(path));
        self.note(Cause::GraphFacts, is_input(path));
        if self.stamps.contains_key(path) {
            self.tally.counts.changed += 1;
        } else {
            self.tally.counts.added += 1;
        }
    }

    fn put_row(&mut self, row: &mut FileRow) -> Result<()> {
        row.id = self.ids.take(&row.path);
        self.writer.put_file(row)
    }

    /// Says what a file states in literals. `known`: the index may hold something of that file.
    fn state_literals(&mut self, file: i64, literals: &[String], known: bool) -> Result<()> {
        let changed = self.writer.set_literals(file, literals, known)?;
        // Which ones are new is of no use where all are.
        if self.ids.numbered().is_none() {
            self.tally.linked.names.extend(changed);
        }
        Ok(())
    }

    /// Says what a document names; nothing of what is none.
    fn name(&mut self, file: i64, names: Option<&str>) -> Result<()> {
        let Some(names) = names else { return Ok(()) };
        // Which ones are new is of no use where all are.
        if self.ids.numbered().is_none() {
            self.tally.linked.documents.insert(file);
        }
        self.writer.set_document_names(file, Some(names))
    }

    /// Removes what a file left in the index as what it was before, if it was there; its own row stays.
    fn forget(&mut self, path: &str) -> Result<()> {
        let Some(stamp) = self.stamps.get(path) else { return Ok(()) };
        if is_document(path) {
            self.writer.set_document_names(stamp.id, None)?;
        }
        self.note(Cause::Parts, stamp.kind == FileKind::Code);
        self.state_literals(stamp.id, &[], true)?;
        match stamp.kind {
            FileKind::Code => {
                let language = stamp.language.as_deref().and_then(LanguageId::parse);
                self.tally.references.removed(self.writer, stamp.id, path, language)?;
                self.writer.clear_code(stamp.id)?;
                self.note(Cause::Routing, self.writer.set_routing(path, &Routing::default())?);
            }
            FileKind::Doc => {
                let unlinked = self.writer.state().document_nodes(path)?;
                self.note(Cause::Documents, !unlinked.is_empty());
                self.tally.unlinked.extend(unlinked);
                self.writer.clear_document(path)?;
            }
            FileKind::Text | FileKind::Manifest => {
                self.writer.set_conventions(stamp.id, &[], true)?;
                self.writer.drop_chunks(stamp.id)?;
            }
            FileKind::Graph | FileKind::Config | FileKind::Other => {}
        }
        self.writer.set_diagnostics(path, &[] as &[Diagnostic])
    }

    fn delete(&mut self, path: &str) -> Result<()> {
        self.forget(path)?;
        self.writer.delete_file(self.ids.take(path), path)?;
        self.tally.visible = true;
        self.note(Cause::ImportTargets, true);
        Ok(())
    }
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

/// The imports of a file, and the lines of tests beside its code.
type Imports<'a> = (&'a [ImportRow], &'a [(u32, u32)]);

/// Whether two lists of imports lead to the same files: what edges between nodes are made of.
fn same_targets(a: Imports<'_>, b: Imports<'_>) -> bool {
    let targets = |(rows, tests): Imports<'_>| -> BTreeSet<(Option<String>, bool, bool)> {
        rows.iter()
            .map(|row| {
                let import = &row.import;
                let weak = import.local || import.kind == ImportKind::Type;
                (row.target_path.clone(), weak, is_in_tests(tests, import.line))
            })
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
