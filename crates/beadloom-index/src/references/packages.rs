//! Packages and namespaces as files declare them: who is of one, and what a whole name stands for.
//!
//! No question is written down for what a file declares: where that changes, all that the file defines counts as changed.

use super::find::Finder;
use super::lookup::Def;
use super::names::{ROOT, fold};
use super::rules::{DeclaredPackages, Package, package_of};

/// Types around a definition that are looked at.
const MAX_NESTING_DEPTH: usize = 16;

impl Finder<'_> {
    /// The hash of the package that a file declares; that of no names where it declares none.
    pub fn package(&self, file: i64) -> u64 {
        self.lookup.imports(file).package()
    }

    /// Whether a file is of the package of the one that is asked for.
    pub fn is_of_package(&self, file: i64) -> bool {
        let Some(other) = self.lookup.files().get(file) else { return false };
        let rules = self.file.rules;
        if rules.declared_packages != DeclaredPackages::None {
            let own = self.imports.package();
            if own != ROOT || self.package(file) != ROOT {
                return own == self.package(file);
            }
        }
        rules.package != Package::File && package_of(rules, &self.file.path) == package_of(rules, &other.path)
    }

    /// The hash of all names around a definition, with the package of its file.
    fn whole_scope(&self, def: &Def) -> Option<u64> {
        let package = self.package(def.file);
        if package == ROOT || def.scope == ROOT {
            return Some(if def.scope == ROOT { package } else { def.scope });
        }
        let mut names = Vec::new();
        let (mut scope, mut owner) = (def.scope, def.owner);
        while names.len() < MAX_NESTING_DEPTH {
            names.push(owner);
            if fold(ROOT, owner) == scope {
                return Some(names.iter().rev().fold(package, |scope, name| fold(scope, *name)));
            }
            let around = self.lookup.definitions_in(owner, def.file);
            let around = around.iter().find(|around| around.own() == scope)?;
            (scope, owner) = (around.scope, around.owner);
        }
        None
    }

    /// The packages by which a name may be continued: none, and those around the file where its language says so, the
    /// innermost first.
    fn beginnings(&self) -> Vec<u64> {
        let around = &self.imports.around;
        let below = |names: &[u64]| names.iter().fold(ROOT, |scope, name| fold(scope, *name));
        let mut found: Vec<u64> = match self.file.rules.declared_packages {
            DeclaredPackages::None => return Vec::new(),
            DeclaredPackages::Whole => Vec::new(),
            DeclaredPackages::BelowOwn => vec![below(around)],
            DeclaredPackages::Around => {
                (1..=around.len()).rev().map(|count| below(around.get(..count).unwrap_or_default())).collect()
            }
        };
        found.push(ROOT);
        found.dedup();
        found
    }

    /// What a name means that stands behind the names of a package, which may begin with those around the file.
    pub fn defs_by_whole_name(&mut self, before: &[u64], name: u64) -> Vec<Def> {
        let beginnings = self.beginnings();
        if beginnings.is_empty() || before.is_empty() {
            return Vec::new();
        }
        let Some(all) = self.defs_anywhere(name) else { return Vec::new() };
        for beginning in beginnings {
            let scope = before.iter().fold(beginning, |scope, name| fold(scope, *name));
            let found = self.in_whole_scope(&all, scope);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Top-level definitions of a name in the packages that the file is in; None where it declares none.
    pub fn defs_in_declared_package(&mut self, name: u64) -> Option<Vec<Def>> {
        let around = self.imports.around.clone();
        if around.is_empty() {
            return None;
        }
        let all = self.defs_anywhere(name)?;
        let outermost = match self.file.rules.declared_packages {
            DeclaredPackages::None => return None,
            DeclaredPackages::Around => 1,
            DeclaredPackages::Whole | DeclaredPackages::BelowOwn => around.len(),
        };
        for count in (outermost..=around.len()).rev() {
            let names = around.get(..count).unwrap_or_default();
            let scope = names.iter().fold(ROOT, |scope, name| fold(scope, *name));
            let found = self.in_whole_scope(&all, scope);
            if !found.is_empty() {
                return Some(found);
            }
        }
        Some(Vec::new())
    }

    fn in_whole_scope(&mut self, all: &[Def], scope: u64) -> Vec<Def> {
        let mut found: Vec<Def> =
            all.iter().filter(|def| self.whole_scope(def) == Some(scope)).copied().collect();
        self.keep_seen(&mut found);
        self.keep_own_module(&mut found);
        found
    }

    /// Of things of one whole name, those of the file's own module: what is beside it has the name in other programs.
    fn keep_own_module(&self, defs: &mut Vec<Def>) {
        let files = self.lookup.files();
        let Some(own) = module_of(&self.file.path) else { return };
        let is_own = |def: &Def| files.get(def.file).and_then(|file| module_of(&file.path)) == Some(own);
        if defs.iter().any(is_own) {
            defs.retain(is_own);
        }
    }
}

/// The folder of the module that a file of sources belongs to, and the set of sources that it is in: `billing/` and
/// `main` of `billing/src/main/java/a/Ledger.java`.
pub fn source_set(path: &str) -> Option<(&str, &str)> {
    let at = if path.starts_with("src/") { 0 } else { path.find("/src/")? + 1 };
    let (module, rest) = path.split_at_checked(at)?;
    let set = rest.strip_prefix("src/")?.split('/').next()?;
    Some((module, set))
}

fn module_of(path: &str) -> Option<&str> {
    source_set(path).map(|(module, _)| module)
}
