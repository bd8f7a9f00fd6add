//! Where imports led at the revision.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use beadloom_index::{read_input, threads};
use beadloom_lang::{declares_names, detect};
use beadloom_model::{ImportFacts, ImportKind, LanguageId, ParsedFile, Result, is_in_tests};
use beadloom_resolve::ImportResolver;
use beadloom_store::{
    FileNames, FileRow, ImportLine, ImportPair, NamedImport, PassedOn, Store, erase, erased, erases_types,
};

use super::Base;
use super::files::Files;

/// The imports at the revision.
#[derive(Default)]
pub(super) struct Imports {
    pub(super) lines: Vec<ImportLine>,
    /// Those that may be for types alone.
    named: Vec<NamedImport>,
    /// What files pass on whose imports were resolved anew, by row id at the revision.
    passed_on: HashMap<i64, Vec<PassedOn>>,
    /// Of each file of today its row id at the revision.
    later: HashMap<i64, i64>,
}

impl Base<'_> {
    /// Imports: of files that are the same, today's, as far as what they lead to was there; of the others, resolved
    /// among the files of the revision.
    pub(super) fn imports(&self, store: &Store, now: &[FileRow], files: &Files) -> Result<Imports> {
        let id_of: HashMap<&str, i64> = files.rows.iter().map(|row| (row.path.as_str(), row.id)).collect();
        let path_of: HashMap<i64, &str> = now.iter().map(|row| (row.id, row.path.as_str())).collect();
        let kept: HashSet<i64> = files.rows.iter().filter(|row| row.id > 0).map(|row| row.id).collect();
        let later = now.iter().filter_map(|row| Some((row.id, *id_of.get(row.path.as_str())?))).collect();
        let mut imports = Imports { later, ..Imports::default() };
        // Files whose imports lead to what was not there: they led elsewhere, or nowhere.
        let mut astray: BTreeSet<i64> = BTreeSet::new();
        for mut line in store.import_lines()? {
            if !kept.contains(&line.file) {
                continue;
            }
            if let Some(target) = line.target {
                let Some(id) = imports.later.get(&target) else {
                    astray.insert(line.file);
                    continue;
                };
                line.target = Some(*id);
            }
            imports.lines.push(line);
        }
        for NamedImport { import: (file, line, target), names } in store.named_imports()? {
            if let Some(target) = imports.later.get(&target)
                && kept.contains(&file)
                && !astray.contains(&file)
            {
                imports.named.push(NamedImport { import: (file, line, *target), names });
            }
        }
        if files.parsed.is_empty() && astray.is_empty() {
            return Ok(imports);
        }
        let paths: Vec<String> = files.rows.iter().map(|row| row.path.clone()).collect();
        let changed = self.changed_manifests(&paths)?;
        let root = self.revisions.root;
        let shared = paths.iter().map(|path| path.as_str().into()).collect();
        let languages: Vec<LanguageId> =
            LanguageId::ALL.iter().copied().filter(|language| declares_names(*language)).collect();
        let mut known = store.state().declared(&languages)?;
        known.retain(|path, _| self.is_unchanged(path));
        known.extend(files.parsed.iter().map(|(path, file)| (path.clone(), file.declared.clone())));
        let resolver = ImportResolver::new(shared, known, threads(), |path| {
            if self.is_unchanged(path) { read_input(root, path) } else { changed.get(path).cloned() }
        })
        .with_links(store.links()?);
        imports.lines.retain(|line| !astray.contains(&line.file));
        for file in &astray {
            let Some(path) = path_of.get(file) else { continue };
            let Some(language) = detect(path) else { continue };
            let rows = store.state().imports_of(path)?;
            // A statement has a row for each of its targets.
            let mut last = None;
            for row in rows {
                if last == Some(row.seq) {
                    continue;
                }
                last = Some(row.seq);
                imports.resolve(&resolver, (*file, path, language.id), &row.import, &id_of);
            }
        }
        for (path, file) in &files.parsed {
            let (Some(id), Some(language)) = (id_of.get(path.as_str()), detect(path)) else { continue };
            for import in &file.imports {
                imports.resolve(&resolver, (*id, path, language.id), import, &id_of);
            }
        }
        Ok(imports)
    }
}

impl Imports {
    /// Adds what one import statement leads to.
    fn resolve(
        &mut self,
        resolver: &ImportResolver,
        (file, path, language): (i64, &str, LanguageId),
        import: &ImportFacts,
        ids: &HashMap<&str, i64>,
    ) {
        let passed_on = self.passed_on.entry(file).or_default();
        for target in resolver.resolve(language, path, import) {
            let place = target.path.as_deref();
            let id = place.and_then(|path| ids.get(path).copied());
            if let Some(id) = id {
                match import.kind {
                    ImportKind::ReExport => passed_on.push(PassedOn::new(id, &import.names, &import.aliases)),
                    ImportKind::Import if erases_types(language) => self
                        .named
                        .push(NamedImport { import: (file, import.line, id), names: import.names.clone() }),
                    _ => {}
                }
            }
            self.lines.push(ImportLine {
                file,
                line: import.line,
                specifier: import.specifier.clone(),
                target: id,
                folder: place.filter(|path| path.ends_with('/')).map(str::to_owned),
                package: target.package,
                kind: import.kind,
                local: import.local,
            });
        }
    }

    /// The lines, of which those that name types alone are for types, as in the facts of today.
    pub(super) fn erased(mut self, store: &Store, files: &Files) -> Result<Vec<ImportLine>> {
        let parsed: HashMap<i64, &ParsedFile> =
            files.rows.iter().filter_map(|row| Some((row.id, files.parsed.get(&row.path)?))).collect();
        let found = erased(&self.named, |file| {
            let anew = self.passed_on.get(&file).cloned();
            if let Some(parsed) = parsed.get(&file) {
                return Ok(FileNames::of(parsed, anew.unwrap_or_default()));
            }
            let mut names = store.names_of(file)?;
            let same = |passed: PassedOn| passed.to_other(|id| self.later.get(&id).copied());
            names.passed_on = anew.unwrap_or_else(|| names.passed_on.drain(..).filter_map(same).collect());
            Ok(names)
        })?;
        erase(&mut self.lines, &found);
        Ok(self.lines)
    }
}

/// Between which paths imports lead.
pub(super) fn pairs(files: &[FileRow], imports: &[ImportLine]) -> Vec<ImportPair> {
    let paths: HashMap<i64, Arc<str>> = files.iter().map(|row| (row.id, row.path.as_str().into())).collect();
    let tests: HashMap<i64, &[(u32, u32)]> =
        files.iter().filter(|row| !row.tests.is_empty()).map(|row| (row.id, row.tests.as_slice())).collect();
    imports
        .iter()
        .filter(|line| !tests.get(&line.file).is_some_and(|lines| is_in_tests(lines, line.line)))
        .filter_map(|line| {
            let to = match (line.target, &line.folder) {
                (Some(target), _) => Arc::clone(paths.get(&target)?),
                (None, Some(folder)) => folder.as_str().into(),
                (None, None) => return None,
            };
            let weak = line.local || line.kind == ImportKind::Type;
            let statement = line.folder.is_some().then_some(line.line);
            Some(ImportPair { from: Arc::clone(paths.get(&line.file)?), to, weak, statement })
        })
        .collect()
}
