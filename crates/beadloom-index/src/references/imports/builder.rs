//! From import statements to what they bind, by the rules of the language.

use beadloom_model::{ImportKind, LanguageId};
use beadloom_store::{BindingRow, WrittenPath};

use super::{Alias, Binding, DOTTED, Imports, Target, Wildcard, module_name};
use crate::references::files::Files;
use crate::references::names::{ROOT, fold, fold_path, hash};
use crate::references::rules::{BareImport, DeclaredPackages, Import, LanguageFamily, Rules};

/// Qualified names within a file are looked for up to this many names deep.
const DEPTH: usize = 4;

/// Makes [`Imports`] of what the index holds of a file.
pub struct Builder<'a> {
    rules: &'static Rules,
    /// The file itself.
    file: i64,
    /// All files.
    files: &'a dyn Files,
    /// The hash of a name.
    name_of: &'a dyn Fn(&str) -> u64,
    made: Imports,
}

impl<'a> Builder<'a> {
    /// For the file with that row id.
    pub fn new(
        rules: &'static Rules,
        file: i64,
        files: &'a dyn Files,
        name_of: &'a dyn Fn(&str) -> u64,
    ) -> Self {
        Self { rules, file, files, name_of, made: Imports::default() }
    }

    /// An import statement with one of its targets.
    pub fn import(&mut self, row: &BindingRow) {
        let target = target(self.files, row.target, row.folder.as_deref());
        match self.rules.import {
            Import::Names(bare) => self.by_names(row, &target, bare),
            Import::Path(separators) => self.by_path(row, &target, separators),
        }
    }

    /// A path that the file writes out.
    pub fn written_path(&mut self, path: &WrittenPath) {
        let target = target(self.files, path.target, path.folder.as_deref());
        let names: Vec<&str> = path.path.split('.').filter(|name| !name.is_empty()).collect();
        self.bind_path(names.iter().fold(ROOT, |scope, name| fold(scope, hash(name))), &names, &target);
    }

    /// A name under which the file offers another of its names.
    pub fn export(&mut self, exported: &str, local: &str) {
        if self.rules.family == LanguageFamily::C {
            self.namespace(exported, local);
            return;
        }
        if self.rules.declared_packages != DeclaredPackages::None && local.is_empty() {
            self.made.around = exported.split('.').map(|name| (self.name_of)(name)).collect();
            return;
        }
        if exported == local {
            return;
        }
        let names: Vec<&str> = local.split('.').collect();
        let Some(last) = names.last() else { return };
        self.made.bindings.push(Binding {
            local: fold(ROOT, hash(exported)),
            target: Target::File(self.file),
            name: (self.name_of)(last),
            qualified: suffixes(&names).take(1).collect(),
            module: false,
            passed_on: false,
        });
    }

    /// A namespace of C++: one that holds the whole file is the file; another is called by its path, or all its names are
    /// there.
    fn namespace(&mut self, name: &str, path: &str) {
        let local = fold(ROOT, hash(name));
        let names = || path.split('.').map(|name| (self.name_of)(name)).collect();
        if path.is_empty() {
            self.made.around.push((self.name_of)(name));
            self.bind_module(local, &Target::File(self.file));
        } else if name.is_empty() {
            self.made.opened.push(names());
        } else {
            self.made.aliases.push(Alias { local, path: names() });
        }
    }

    /// What was gathered.
    pub fn finish(mut self) -> Imports {
        self.made.bindings.sort_by_key(|binding| binding.local);
        self.made.bindings.dedup();
        self.made.aliases.sort_by_key(|alias| alias.local);
        // A run over all files keeps those of each until its end.
        self.made.bindings.shrink_to_fit();
        self.made.wildcards.shrink_to_fit();
        self.made.passes_on = match self.rules.import {
            Import::Names(bare) => bare != BareImport::Contents,
            Import::Path(_) => true,
        };
        self.made
    }

    fn wildcard(&mut self, row: &BindingRow, target: &Target, names: &[&str]) {
        let passed_on = row.kind == ImportKind::ReExport;
        self.made.wildcards.push(Wildcard {
            target: target.clone(),
            scopes: suffixes(names).collect(),
            of: None,
            passed_on,
        });
    }

    fn by_names(&mut self, row: &BindingRow, target: &Target, bare: BareImport) {
        let renamed = |name: &str| -> Vec<&str> {
            row.aliases.iter().filter(|(_, theirs)| theirs == name).map(|(local, _)| local.as_str()).collect()
        };
        let module_names = renamed("");
        for name in &row.names {
            let locals = renamed(name);
            if name == "*" && locals.is_empty() {
                self.wildcard(row, target, &[]);
            } else if name == "*" {
                locals.iter().for_each(|local| self.bind_module(fold(ROOT, hash(local)), target));
            } else if name.ends_with(".*") && self.rules.family == LanguageFamily::Of(LanguageId::CSharp) {
                let names: Vec<&str> = row.specifier.split('.').collect();
                self.wildcard(row, target, &names);
            } else if let Some(of) = name.strip_suffix(".*") {
                self.wildcard(row, target, &[]);
                let of = (self.name_of)(of);
                self.made.wildcards.last_mut().into_iter().for_each(|wildcard| wildcard.of = Some(of));
            } else if locals.is_empty() {
                self.bind_name(name, name, target, row.kind);
            } else {
                locals.iter().for_each(|local| self.bind_name(local, name, target, row.kind));
            }
        }
        for local in &module_names {
            self.bind_module(fold_path(local, '.'), target);
        }
        if !row.names.is_empty() || !module_names.is_empty() {
            return;
        }
        // Of a namespace object that has no name among the statement's.
        for local in renamed("*") {
            self.bind_module(fold(ROOT, hash(local)), target);
        }
        match bare {
            BareImport::Nothing => {}
            BareImport::Dotted => {
                let parts = row.specifier.split('.').filter(|part| !part.is_empty()).take(DOTTED);
                self.bind_module(parts.fold(ROOT, |scope, part| fold(scope, hash(part))), target);
            }
            BareImport::LastPart => {
                for local in last_parts(&row.specifier) {
                    self.bind_module(fold(ROOT, hash(local)), target);
                }
            }
            BareImport::Contents | BareImport::AllContents if row.aliases.is_empty() => {
                self.wildcard(row, target, &[])
            }
            BareImport::Contents | BareImport::AllContents => {}
        }
    }

    fn by_path(&mut self, row: &BindingRow, target: &Target, separators: &[char]) {
        let mut names: Vec<&str> = row.specifier.split(separators).filter(|name| !name.is_empty()).collect();
        if matches!(names.last(), Some(&"*" | &"_")) {
            names.pop();
            self.wildcard(row, target, &names);
            return;
        }
        if names.len() > 1 && names.last() == Some(&"self") {
            names.pop();
        }
        let Some(last) = names.last().copied() else { return };
        let alias = |theirs: &str| {
            row.aliases.iter().find(|(_, name)| name == theirs).map(|(local, _)| local.as_str())
        };
        for name in &row.names {
            if name == "*" {
                self.wildcard(row, target, &names);
                continue;
            }
            let local = alias(name).unwrap_or(name);
            let mut names = names.clone();
            // Some languages' paths end with the name itself.
            if last != name {
                names.push(name);
            }
            self.bind_path(fold(ROOT, hash(local)), &names, target);
        }
        if row.names.is_empty() {
            let local = alias(last).or_else(|| alias("")).unwrap_or(last);
            self.bind_path(fold(ROOT, hash(local)), &names, target);
        }
    }

    /// A name that is taken from the target; where nothing there is called so, it may be a module below it.
    fn bind_name(&mut self, local: &str, name: &str, target: &Target, kind: ImportKind) {
        let last = name.rsplit('.').next().unwrap_or(name);
        let binding = Binding {
            local: fold(ROOT, hash(local)),
            target: target.clone(),
            name: (self.name_of)(last),
            qualified: [fold_path(name, '.')].into(),
            module: match target {
                Target::File(id) => self.files.get(*id).is_some_and(|file| module_name(&file.path) == name),
                Target::Folder(folder) => folder.trim_end_matches('/').rsplit('/').next() == Some(name),
                Target::Outside => false,
            },
            passed_on: kind == ImportKind::ReExport,
        };
        self.made.bindings.push(binding);
    }

    fn bind_module(&mut self, local: u64, target: &Target) {
        self.made.bindings.push(Binding {
            local,
            target: target.clone(),
            name: 0,
            qualified: Box::default(),
            module: true,
            passed_on: false,
        });
    }

    /// A path whose first names led to the target; the rest are names in it.
    fn bind_path(&mut self, local: u64, names: &[&str], target: &Target) {
        let Some((last, before)) = names.split_last() else { return };
        let module = match target {
            Target::File(id) => {
                let path = self.files.get(*id).map_or("", |file| &file.path);
                let module = module_name(path);
                // A crate's name is that of the folder that holds its sources, or says nothing of it.
                module == *last
                    || is_keyword(last)
                    || before.is_empty() && is_crate_root(path)
                    || is_facade(last, module, path)
            }
            Target::Folder(_) => true,
            Target::Outside => false,
        };
        self.made.bindings.push(Binding {
            local,
            target: target.clone(),
            name: (self.name_of)(last),
            qualified: suffixes(names).collect(),
            module,
            passed_on: false,
        });
    }
}

fn target(files: &dyn Files, file: Option<i64>, folder: Option<&str>) -> Target {
    match (file, folder) {
        (Some(id), _) => Target::File(id),
        (None, Some(folder)) => Target::Folder(files.folder(folder)),
        (None, None) => Target::Outside,
    }
}

/// Hashes of the last names, the longest row of them first.
fn suffixes(names: &[&str]) -> impl Iterator<Item = u64> {
    let most = names.len().min(DEPTH);
    (1..=most).rev().filter_map(move |length| {
        let last = names.get(names.len() - length..)?;
        Some(last.iter().fold(ROOT, |scope, name| fold(scope, hash(name))))
    })
}

fn is_keyword(name: &str) -> bool {
    matches!(name, "crate" | "self" | "super" | "$crate")
}

/// `TextKt` holds the functions of Kotlin's `Text.kt` or `text.kt`.
fn is_facade(name: &str, module: &str, path: &str) -> bool {
    let of = name.strip_suffix("Kt").filter(|_| LanguageId::of_path(path) == Some(LanguageId::Kotlin));
    of.is_some_and(|of| of.eq_ignore_ascii_case(module))
}

fn is_crate_root(path: &str) -> bool {
    path.ends_with("lib.rs") || path.ends_with("main.rs")
}

/// The names that a package may have by its path: `yaml` for `gopkg.in/yaml.v3`, `cmp` for `example.org/go-cmp/v2`.
fn last_parts(path: &str) -> Vec<&str> {
    let is_version = |part: &str| {
        part.strip_prefix('v')
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut parts = path.rsplit('/').filter(|part| !part.is_empty());
    let mut last = parts.next().unwrap_or(path);
    if is_version(last)
        && let Some(before) = parts.next()
    {
        last = before;
    }
    let bare = match last.rsplit_once('.') {
        Some((name, version)) if is_version(version) => name,
        _ => last,
    };
    let mut names = vec![bare];
    names.extend(bare.split(['-', '.']).filter(|part| *part != bare && !part.is_empty()));
    names
}

#[cfg(test)]
mod tests {
    use beadloom_model::{ImportKind, LanguageId};

    use super::*;
    use crate::references::files::AllFiles;
    use crate::references::rules::rules;

    fn row(specifier: &str, names: &[&str], aliases: &[(&str, &str)], target: Option<i64>) -> BindingRow {
        BindingRow {
            file_id: 1,
            specifier: specifier.to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            aliases: aliases.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
            kind: ImportKind::Import,
            target,
            folder: None,
        }
    }

    /// Local names (dotted ones as paths) with what they stand for: the name there, whether it may be the target.
    fn bound(
        language: LanguageId,
        import: &BindingRow,
        target: &str,
        locals: &[&str],
    ) -> Vec<(String, bool)> {
        let names = std::cell::RefCell::new(std::collections::HashMap::from([(0, String::new())]));
        let files = AllFiles::new(vec![(2, target.into(), rules(language))]);
        let name_of = |text: &str| {
            names.borrow_mut().insert(hash(text), text.to_owned());
            hash(text)
        };
        let mut builder = Builder::new(rules(language), 1, &files, &name_of);
        builder.import(import);
        let imports = builder.finish();
        let of = |local: &&str| {
            let local = local.split('.').fold(ROOT, |scope, name| fold(scope, hash(name)));
            imports
                .of(local)
                .first()
                .map_or(("-".to_owned(), false), |b| (names.borrow()[&b.name].clone(), b.module))
        };
        locals.iter().map(of).collect()
    }

    #[test]
    fn locals_by_language() {
        type Case<'a> = (LanguageId, BindingRow, &'a str, &'a [&'a str], &'a [(&'a str, bool)]);
        let cases: &[Case<'_>] = &[
            (
                LanguageId::Haskell,
                row("Acme.Db", &["Pool", "Pool.*"], &[("Acme.Db", "")], Some(2)),
                "src/Acme/Db.hs",
                &["Pool", "Acme.Db", "Db", "Pool.*"],
                &[("Pool", false), ("", true), ("-", false), ("-", false)],
            ),
            (
                LanguageId::Zig,
                row("db.zig", &["pool.Pool"], &[("P", "pool.Pool")], Some(2)),
                "db.zig",
                &["P", "pool"],
                &[("Pool", false), ("-", false)],
            ),
            (
                LanguageId::Python,
                row("acme.db", &[], &[], Some(2)),
                "acme/db.py",
                &["acme.db", "db"],
                &[("", true), ("-", false)],
            ),
            (
                LanguageId::Python,
                row("numpy", &[], &[("np", "")], None),
                "",
                &["np", "numpy"],
                &[("", true), ("-", false)],
            ),
            (
                LanguageId::Python,
                row("..db", &["pool", "q"], &[("query", "q")], Some(2)),
                "acme/db/pool.py",
                &["pool", "query", "q"],
                &[("pool", true), ("q", false), ("-", false)],
            ),
            (
                LanguageId::TypeScript,
                row("./a", &["default", "b", "*"], &[("A", "default"), ("ns", "*")], Some(2)),
                "src/a.ts",
                &["A", "b", "ns", "default"],
                &[("default", false), ("b", false), ("", true), ("-", false)],
            ),
            (
                LanguageId::Go,
                row("gopkg.in/yaml.v3", &[], &[], None),
                "",
                &["yaml", "v3"],
                &[("", true), ("-", false)],
            ),
            (
                LanguageId::Go,
                row("a.org/go-cmp/v2", &[], &[], None),
                "",
                &["cmp", "v2"],
                &[("", true), ("-", false)],
            ),
            (
                LanguageId::Go,
                row("a.org/db", &[], &[("store", "")], None),
                "",
                &["store", "db"],
                &[("", true), ("-", false)],
            ),
            (
                LanguageId::Rust,
                row("crate::billing::Ledger", &[], &[], Some(2)),
                "src/billing.rs",
                &["Ledger"],
                &[("Ledger", false)],
            ),
            (
                LanguageId::Rust,
                row("crate::billing", &[], &[], Some(2)),
                "src/billing/mod.rs",
                &["billing"],
                &[("billing", true)],
            ),
            (
                LanguageId::Rust,
                row("super::a::B", &[], &[("C", "B")], Some(2)),
                "src/a.rs",
                &["C", "B"],
                &[("B", false), ("-", false)],
            ),
            (
                LanguageId::Java,
                row("acme.Ledger", &[], &[], Some(2)),
                "acme/Ledger.java",
                &["Ledger"],
                &[("Ledger", true)],
            ),
            (
                LanguageId::Java,
                row("acme.TextKt", &[], &[], Some(2)),
                "acme/text.kt",
                &["TextKt"],
                &[("TextKt", true)],
            ),
            (
                LanguageId::Java,
                row("acme.Ledger", &["open"], &[], Some(2)),
                "acme/Ledger.java",
                &["open", "Ledger"],
                &[("open", false), ("-", false)],
            ),
        ];
        for (language, import, target, locals, want) in cases {
            let want: Vec<(String, bool)> =
                want.iter().map(|(name, module)| ((*name).to_owned(), *module)).collect();
            assert_eq!(bound(*language, import, target, locals), want, "{language} {import:?}");
        }
    }

    #[test]
    fn wildcards_are_no_names() {
        for (language, import) in [
            (LanguageId::Python, row("x", &["*"], &[], Some(2))),
            (LanguageId::TypeScript, row("./x", &["*"], &[], Some(2))),
            (LanguageId::Rust, row("crate::x::*", &[], &[], Some(2))),
            (LanguageId::Java, row("acme.*", &[], &[], Some(2))),
            (LanguageId::C, row("x.h", &[], &[], Some(2))),
        ] {
            let files = AllFiles::default();
            let mut builder = Builder::new(rules(language), 1, &files, &hash);
            builder.import(&import);
            let imports = builder.finish();
            assert_eq!((imports.wildcards.len(), imports.bindings.len()), (1, 0), "{language}");
        }
    }
}
