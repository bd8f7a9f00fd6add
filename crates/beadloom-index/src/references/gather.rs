//! What a run changes, as far as references are concerned.

use std::collections::BTreeSet;
use std::sync::Arc;

use beadloom_lang::Language;
use beadloom_model::{Declared, ImportKind, LanguageId, ParsedFile, Result, SymbolFacts};
use beadloom_store::{
    BindingRow, ImportRow, StatedReferences, SymbolChanges, Writer, WrittenPath, pack_facts,
};

use super::bound::Bound;
use super::files::{AllFiles, module, module_key};
use super::imports::{Builder, Imports};
use super::keys::{Changed, Key};
use super::lookup::Def;
use super::memory::{Gathered, def, defs_of};
use super::names::hash;
use super::paths::{Written, resolve, written_paths};
use super::rules::{DeclaredPackages, rules};
use crate::ids::{FileIds, Numbered};
use beadloom_resolve::{ImportResolver, Projects};

/// What a parsed file states. Made where files are parsed, on many threads.
pub struct Stated {
    /// Packed references.
    facts: Vec<u8>,
    /// Pairs of exported and local name.
    exports: Vec<(String, String)>,
    /// Paths that it writes out.
    paths: Vec<Written>,
    /// Whether imports of it hold for all of its project.
    gives_on: bool,
    /// What it defines, and what it imports: in runs that look at all files.
    whole: Option<(Vec<Def>, Arc<Imports>)>,
}

/// What the threads of a run that looks at all files know of them.
pub struct Threads<'a> {
    /// All code files.
    pub files: AllFiles,
    /// Row ids of all files.
    pub ids: Numbered<'a>,
}

impl Stated {
    /// The names that it gives others: exported and local.
    pub fn exports(&self) -> &[(String, String)] {
        &self.exports
    }

    /// What the file states; `imports`: resolved. `threads`: of a run that looks at all files.
    pub fn of(
        language: &'static Language,
        path: &str,
        file: &ParsedFile,
        imports: &[ImportRow],
        resolver: Option<&ImportResolver>,
        threads: Option<&Threads<'_>>,
    ) -> Self {
        let rules = rules(language.id);
        let paths = resolver
            .map(|resolver| written_paths(rules, language.id, path, file, resolver))
            .unwrap_or_default();
        let mut exports = file.export_aliases.clone();
        if rules.declared_packages != DeclaredPackages::None {
            exports
                .extend(package_of_file(&file.declared).map(|package| (package.to_owned(), String::new())));
        }
        let whole = threads.map(|threads| {
            let id = threads.ids.of(path).unwrap_or(0);
            let id_of = |path: &str| threads.ids.of(path);
            let mut builder = Builder::new(rules, id, &threads.files, &hash);
            for row in imports {
                builder.import(&binding_row(row, id, &id_of));
            }
            for written in &paths {
                builder.written_path(&written_row(written, &id_of));
            }
            exports.iter().for_each(|(exported, local)| builder.export(exported, local));
            (defs_of(&file.symbols), Arc::new(builder.finish()))
        });
        let gives_on =
            rules.projects.is_some() && imports.iter().any(|row| row.import.kind == ImportKind::ReExport);
        Self { facts: pack_facts(&file.references), exports, paths, gives_on, whole }
    }
}

/// Gathers what a run changes.
#[derive(Default)]
pub struct Gathering {
    /// All files, in a run that looks at all.
    pub(super) whole: Gathered,
    /// Files that were parsed: row id and what they state.
    pub(super) fresh: Vec<(i64, StatedReferences)>,
    /// Parsed files, by row id and path, with the paths that they write out: stored once all files have their ids.
    paths: Vec<(i64, String, Vec<Written>)>,
    /// What is answered otherwise now.
    pub(super) changed: Changed,
    /// Known files that bind other names, by row id, path and language: what they bound.
    rebound: Vec<(i64, String, Option<LanguageId>, Bound)>,
    /// Files to be resolved again, whatever they asked for.
    pub(super) again: BTreeSet<i64>,
}

impl Gathering {
    /// A file that the index did not know, or not as code.
    pub fn added(&mut self, path: &str, language: Option<LanguageId>, symbols: &[SymbolFacts]) {
        self.came_or_went(path, language, symbols.iter().map(|symbol| symbol.symbol_name.as_str()));
        self.changed.imports(path);
    }

    /// A code file that the index knows was parsed: what it defines now.
    pub fn changed(&mut self, path: &str, changes: &SymbolChanges) {
        for name in &changes.names {
            self.changed.definition(path, hash(name));
        }
    }

    /// Its imports, or the names that it gives others, differ; the index has the earlier ones still.
    ///
    /// # Errors
    /// Store errors.
    pub fn rebound(
        &mut self,
        writer: &Writer<'_>,
        id: i64,
        path: &str,
        language: Option<LanguageId>,
    ) -> Result<()> {
        let exports = writer.state().exports_of(id)?;
        let before = Bound::of(writer, id, language, &exports)?;
        self.rebound.push((id, path.to_owned(), language, before));
        Ok(())
    }

    /// Notes what those files bind otherwise; the index has their imports.
    ///
    /// # Errors
    /// Store errors.
    pub fn compare_bound(&mut self, writer: &Writer<'_>) -> Result<()> {
        for (id, path, language, before) in std::mem::take(&mut self.rebound) {
            let stated = self.fresh.iter().find(|(fresh, _)| *fresh == id);
            let exports = stated.map_or(&[][..], |(_, stated)| &stated.exports);
            let now = Bound::of(writer, id, language, exports)?;
            before.compare(&now, &path, &mut self.changed);
        }
        Ok(())
    }

    /// The names that a known file gives others differ: all that it defines may be in another package now.
    pub fn package_changed(&mut self, path: &str, language: Option<LanguageId>, symbols: &[SymbolFacts]) {
        if rules(language).declared_packages != DeclaredPackages::None {
            for symbol in symbols {
                self.changed.definition(path, hash(&symbol.symbol_name));
            }
        }
    }

    /// All code files, in a run that looks at all.
    pub fn all_files(&mut self, files: AllFiles) {
        self.whole.files = files;
    }

    /// What a parsed file states, with the row ids of its symbols.
    pub fn stated(&mut self, id: i64, path: &str, symbols: Vec<i64>, stated: Stated) {
        let Stated { facts, exports, paths, gives_on, whole } = stated;
        if gives_on {
            // Who asked before it did finds nothing else changed.
            self.changed.add(Key::projects());
        }
        if !paths.is_empty() || whole.is_none() {
            self.paths.push((id, path.to_owned(), paths));
        }
        if let Some((defs, imports)) = whole {
            let with_ids =
                defs.into_iter().zip(&symbols).map(|(def, symbol)| Def { id: *symbol, file: id, ..def });
            self.whole.add(id, with_ids, imports);
        }
        self.fresh.push((id, StatedReferences { symbols, facts, exports }));
    }

    /// A code file goes, or is to be no code any more; it still is in the index.
    ///
    /// # Errors
    /// Store errors.
    pub fn removed(
        &mut self,
        writer: &Writer<'_>,
        id: i64,
        path: &str,
        language: Option<LanguageId>,
    ) -> Result<()> {
        let rows = writer.state().definitions_of(id)?;
        self.came_or_went(path, language, rows.iter().map(|row| row.name.as_str()));
        self.changed.imports(path);
        self.changed.file(path);
        self.again.extend(writer.state().importers_of(id)?);
        Ok(())
    }

    /// A code file has another name now; its row says so already or not yet.
    ///
    /// # Errors
    /// Store errors.
    pub fn renamed(
        &mut self,
        writer: &Writer<'_>,
        id: i64,
        from: &str,
        to: &str,
        language: Option<LanguageId>,
    ) -> Result<()> {
        let rows = writer.state().definitions_of(id)?;
        for path in [from, to] {
            self.came_or_went(path, language, rows.iter().map(|row| row.name.as_str()));
            self.changed.imports(path);
        }
        self.changed.file(from);
        // Who met a type of the file while following what others inherit from need not have looked into the file.
        for row in &rows {
            self.changed.add(Key::bases(from, def(row).own()));
        }
        self.again.extend(writer.state().importers_of(id)?);
        self.again.insert(id);
        let gives_on = |row: &BindingRow| row.kind == ImportKind::ReExport;
        if rules(language).projects.is_some() && writer.state().bindings_of(id)?.iter().any(gives_on) {
            // It may be of another project now.
            self.changed.add(Key::projects());
        }
        Ok(())
    }

    /// The imports of a file lead elsewhere than before.
    pub fn imports_changed(&mut self, id: i64, path: &str) {
        self.changed.imports(path);
        self.again.insert(id);
    }

    /// A manifest came, went or says something else.
    pub fn manifest(&mut self, path: &str) {
        if Projects::CSharp.is_told_by(path) {
            self.changed.add(Key::projects());
        }
    }

    /// Writes the paths that parsed files write out.
    ///
    /// # Errors
    /// Store errors.
    pub fn write_paths(&mut self, writer: &Writer<'_>, ids: &FileIds<'_>) -> Result<()> {
        let full = ids.numbered().is_some();
        for (file, path, paths) in std::mem::take(&mut self.paths) {
            let rows: Vec<WrittenPath> =
                paths.iter().map(|written| written_row(written, &|path| ids.of(path))).collect();
            if full || writer.state().written_paths_of(file)? != rows {
                writer.set_written_paths(file, &rows)?;
                self.changed.imports(&path);
            }
        }
        Ok(())
    }

    fn came_or_went<'n>(
        &mut self,
        path: &str,
        language: Option<LanguageId>,
        names: impl Iterator<Item = &'n str>,
    ) {
        for name in names {
            self.changed.definition(path, hash(name));
        }
        if let Some((folder, name)) = module(rules(language), path) {
            self.changed.add(Key::module(module_key(folder, hash(name))));
        }
    }
}

/// The package, or namespace, that holds all of a file: its only one, or the one that all others stand in.
fn package_of_file(declared: &[Declared]) -> Option<&str> {
    let outer = declared.iter().min_by_key(|space| space.name.len())?.name.as_str();
    let within =
        |name: &str| name.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    (!outer.is_empty() && declared.iter().all(|space| within(&space.name))).then_some(outer)
}

/// A resolved import as it will stand in the index.
fn binding_row(row: &ImportRow, file_id: i64, id_of: &dyn Fn(&str) -> Option<i64>) -> BindingRow {
    let (target, folder) = target_of(row.target_path.as_deref(), id_of);
    BindingRow {
        file_id,
        specifier: row.import.specifier.clone(),
        names: row.import.names.clone(),
        aliases: row.import.aliases.clone(),
        kind: row.import.kind,
        target,
        folder,
    }
}

/// Where a path that a file of the language writes out leads now.
pub fn follow_again(
    language: LanguageId,
    from: &str,
    path: &str,
    resolver: &ImportResolver,
    id_of: &dyn Fn(&str) -> Option<i64>,
) -> WrittenPath {
    let separator = rules(language).written_paths.unwrap_or(".");
    written_row(&(path.to_owned(), resolve(path, separator, language, from, resolver)), id_of)
}

/// A written path as it will stand in the index.
fn written_row((path, target): &Written, id_of: &dyn Fn(&str) -> Option<i64>) -> WrittenPath {
    let (target, folder) = target_of(target.as_deref(), id_of);
    WrittenPath { path: path.clone(), target, folder }
}

fn target_of(path: Option<&str>, id_of: &dyn Fn(&str) -> Option<i64>) -> (Option<i64>, Option<String>) {
    match path {
        Some(folder) if folder.ends_with('/') => (None, Some(folder.to_owned())),
        Some(file) => (id_of(file), None),
        None => (None, None),
    }
}
