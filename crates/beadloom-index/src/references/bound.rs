//! What a file binds, before and after it was parsed again: who has to ask again because of that.

use beadloom_model::{LanguageId, Result};
use beadloom_store::Writer;
use rustc_hash::{FxHashMap, FxHashSet};

use super::files::StoredFiles;
use super::imports::{Builder, Imports, Target, Wildcard};
use super::keys::{Changed, Key};
use super::names::{ROOT, fold, fold_path, hash};
use super::rules::rules;

/// What a file's imports bind, and the texts that local names are made of.
pub struct Bound {
    imports: Imports,
    /// Hashes of names, by what they are as local ones; none for names with dots, which hold in the file alone.
    names: FxHashMap<u64, Option<u64>>,
    /// Others have what the file passes on without asking it.
    gives: bool,
}

impl Bound {
    /// Of a file as the index has it, with the names that it gives others. The paths that it writes out are compared
    /// elsewhere.
    ///
    /// # Errors
    /// Store errors.
    pub fn of(
        writer: &Writer<'_>,
        id: i64,
        language: Option<LanguageId>,
        exports: &[(String, String)],
    ) -> Result<Self> {
        let state = writer.state();
        let files = StoredFiles::new(&state);
        let rows = state.bindings_of(id)?;
        let mut builder = Builder::new(rules(language), id, &files, &hash);
        rows.iter().for_each(|row| builder.import(row));
        exports.iter().for_each(|(exported, local)| builder.export(exported, local));
        let imports = builder.finish();
        files.check()?;
        let mut names = FxHashMap::default();
        for row in &rows {
            note(&mut names, &row.specifier);
            row.names.iter().for_each(|name| note(&mut names, name));
            row.aliases.iter().for_each(|(local, _)| note(&mut names, local));
        }
        exports.iter().for_each(|(exported, _)| note(&mut names, exported));
        Ok(Self { imports, names, gives: rules(language).projects.is_some() })
    }

    /// Notes what the file at that path binds otherwise `now`.
    pub fn compare(&self, now: &Self, path: &str, changed: &mut Changed) {
        if targets(&self.imports) != targets(&now.imports) {
            changed.add(Key::targets(path));
        }
        let mut whole = self.whole() != now.whole();
        for local in self.imports.locals().chain(now.imports.locals()) {
            let same = self.imports.of(local) == now.imports.of(local)
                && self.imports.aliases_of(local) == now.imports.aliases_of(local);
            match self.names.get(&local).or_else(|| now.names.get(&local)) {
                _ if same => {}
                Some(Some(name)) => changed.binding(path, *name),
                Some(None) => {}
                None => whole = true,
            }
        }
        if whole {
            changed.add(Key::imports(path));
        }
    }

    /// What counts for whoever looks for any name: what is brought in as a whole, what is passed on, the package. One thing
    /// from outside that may have a name is like many.
    fn whole(&self) -> impl PartialEq + '_ {
        let imports = &self.imports;
        let is_outside = |wildcard: &&Wildcard| wildcard.target == Target::Outside;
        let inside: Vec<&Wildcard> = imports.wildcards.iter().filter(|one| !is_outside(one)).collect();
        let outside = imports.wildcards.iter().any(|one| is_outside(&one));
        let outside_passed_on = imports.wildcards.iter().any(|one| is_outside(&one) && one.passed_on);
        let given = self.gives.then(|| imports.passed_on());
        (inside, (outside, outside_passed_on), given, &imports.around, imports.passes_on)
    }
}

/// Notes a text, and the parts of it that may be a local name.
fn note(names: &mut FxHashMap<u64, Option<u64>>, text: &str) {
    if text.contains('.') {
        names.entry(fold_path(text, '.')).or_insert(None);
    }
    for part in text.split([':', '\\', '.', '/', '-']).chain([text]) {
        names.insert(fold(ROOT, hash(part)), Some(hash(part)));
    }
}

/// Files and folders that are imported.
fn targets(imports: &Imports) -> (FxHashSet<i64>, FxHashSet<&str>) {
    (imports.files().collect(), imports.folders().collect())
}
