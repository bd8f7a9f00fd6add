//! Resolves all imports again after the set of paths or a manifest changed.

use std::collections::{BTreeMap, HashSet};

use beadloom_model::{ImportFacts, Result};
use beadloom_store::{FileKind, ImportRow, Writer, WrittenPath};
use rayon::prelude::*;

use crate::apply::RunChanges;
use crate::ids::FileIds;
use crate::parse::resolve_imports;
use crate::references::follow_again;
use crate::reindex::Phase;
use crate::run::Run;
use beadloom_resolve::ImportResolver;

impl Run<'_> {
    /// Resolves the imports of all files again: the set of paths or a manifest changed.
    pub fn resolve_again(
        &self,
        writer: &Writer<'_>,
        resolver: &ImportResolver,
        ids: &FileIds<'_>,
        tally: &mut RunChanges,
    ) -> Result<()> {
        let state = writer.state();
        let files: Vec<(i64, String, String)> = state
            .files()?
            .into_iter()
            .filter(|file| file.kind == FileKind::Code && file.skipped.is_none())
            .filter_map(|file| Some((file.id, file.path, file.language?)))
            .collect();
        self.report(Phase::Resolve, 0, files.len());
        let mut old: Vec<(i64, String, String, Vec<ImportRow>)> = Vec::with_capacity(files.len());
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
                let rows_now = resolve_imports(resolver, language, path, &statements(rows));
                Ok((rows_now != *rows).then_some(rows_now))
            })
            .collect::<Result<_>>()?;
        for ((id, path, ..), rows) in old.iter().zip(new) {
            if let Some(rows) = rows {
                writer.set_imports(*id, &rows, &|path| ids.of(path))?;
                tally.references.imports_changed(*id, path);
                tally.imports = true;
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
            let again =
                |old: &WrittenPath| follow_again(&language, &path, &old.path, resolver, &|path| ids.of(path));
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
