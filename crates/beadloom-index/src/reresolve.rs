//! The resolver of imports: made where the last one does not hold any more, and all imports are resolved again then.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use beadloom_lang::{declared, declares_names};
use beadloom_model::{ImportFacts, LanguageId, Result};
use beadloom_resolve::ImportResolver;
use beadloom_store::{FileKind, ImportRow, State, Writer, WrittenPath};
use rayon::prelude::*;

use crate::changes::Changes;
use crate::ids::FileIds;
use crate::invalidation::Cause;
use crate::parse::{declares_json, resolve_imports};
use crate::progress::Phase;
use crate::references::follow_again;
use crate::run::Run;
use crate::run_changes::RunChanges;
use crate::source::read_input;
use crate::threads::threads;

impl Run<'_> {
    /// `changes`: the files that may say something else than the index knows.
    pub fn make_resolver(
        &self,
        state: &State<'_>,
        changes: &Changes,
        full: bool,
    ) -> Result<ImportResolver<'static>> {
        let paths = self.files.iter().map(|file| Arc::clone(&file.path)).collect();
        let root = self.options.root.to_owned();
        let mut declared_names = HashMap::new();
        if !full {
            let languages: Vec<LanguageId> =
                LanguageId::ALL.iter().copied().filter(|id| declares_names(*id)).collect();
            declared_names = state.declared(&languages)?;
            for candidate in &changes.candidates {
                declared_names.remove(&*candidate.file.path);
            }
        }
        let resolver =
            ImportResolver::new(paths, declared_names, threads(), move |path| read_input(&root, path));
        Ok(resolver.with_links(self.links.clone()))
    }

    /// Whether a file that was there declares something else than it did, so that imports of others may lead elsewhere.
    pub fn declared_differ(&self, state: &State<'_>, changes: &Changes) -> Result<bool> {
        for candidate in changes.candidates.iter().filter(|one| one.kind == FileKind::Code && !one.is_new) {
            let Some(language) =
                candidate.language.and_then(LanguageId::parse).filter(|id| declares_names(*id))
            else {
                continue;
            };
            let path: &str = &candidate.file.path;
            let text = read_input(self.options.root, path).unwrap_or_default();
            let now = declares_json(&declared(language, text.strip_prefix('\u{feff}').unwrap_or(&text)));
            let before = state.file(path)?.and_then(|row| row.declares);
            if now != before {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Resolves the imports of all files again: the set of paths or a manifest changed.
    pub fn resolve_again(
        &self,
        writer: &Writer<'_>,
        resolver: &ImportResolver,
        ids: &FileIds<'_>,
        tally: &mut RunChanges,
    ) -> Result<()> {
        let state = writer.state();
        let files: Vec<(i64, String, LanguageId)> = state
            .files()?
            .into_iter()
            .filter(|file| file.kind == FileKind::Code && file.skipped.is_none())
            .filter_map(|file| Some((file.id, file.path, LanguageId::parse(&file.language?)?)))
            .collect();
        self.report(Phase::Resolve, 0, files.len());
        let mut old: Vec<(i64, String, LanguageId, Vec<ImportRow>)> = Vec::with_capacity(files.len());
        for (id, path, language) in files {
            self.check()?;
            let rows = state.imports_of(&path)?;
            if !rows.is_empty() {
                old.push((id, path, language, rows));
            }
        }
        let new: Vec<Option<Vec<ImportRow>>> = old
            .par_iter()
            .map(|(_, path, language, rows)| {
                self.check()?;
                let (rows_now, _) = resolve_imports(resolver, *language, path, &statements(rows));
                Ok((rows_now != *rows).then_some(rows_now))
            })
            .collect::<Result<_>>()?;
        for ((id, path, ..), rows) in old.iter().zip(new) {
            if let Some(rows) = rows {
                writer.set_imports(*id, &rows, &|path| ids.of(path))?;
                tally.references.imports_changed(*id, path);
                tally.invalidation.note(Cause::ImportTargets, true);
                tally.visible = true;
            }
        }
        self.follow_paths_again(writer, resolver, ids, tally)
    }

    /// Follows the paths again that files write out without importing them.
    fn follow_paths_again(
        &self,
        writer: &Writer<'_>,
        resolver: &ImportResolver,
        ids: &FileIds<'_>,
        tally: &mut RunChanges,
    ) -> Result<()> {
        let state = writer.state();
        let mut files: BTreeMap<i64, Vec<WrittenPath>> = BTreeMap::new();
        state.each_written_path(|file, path| files.entry(file).or_default().push(path))?;
        for (id, old) in files {
            let Some((path, language)) = state.code_file(id)? else { continue };
            let Some(language) = language else { continue };
            let again =
                |old: &WrittenPath| follow_again(language, &path, &old.path, resolver, &|path| ids.of(path));
            let new: Vec<WrittenPath> = old.par_iter().map(again).collect();
            if new != old {
                writer.set_written_paths(id, &new)?;
                tally.references.imports_changed(id, &path);
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
