//! Functions that a file adds to types of others, named by the type that they extend.

use std::sync::Arc;

use beadloom_model::SymbolKind;

use super::find::Finder;
use super::imports::Target;
use super::lookup::Def;
use super::names::{ROOT, fold};

impl Finder<'_> {
    /// Members called `name` that the project gives to a type of that last name, which it does not define itself.
    pub fn extensions_anywhere(&mut self, name: u64, of: u64) -> Vec<Def> {
        let scope = fold(ROOT, of);
        let mut defs = self.defs_anywhere(name).unwrap_or_default();
        defs.retain(|def| def.scope == scope && (def.exported || def.file == self.id));
        defs
    }

    /// Extensions called `name` that this file sees, of types with one of these last names: those that it imports
    /// by name first, then those of its package, then those of what it imports as a whole.
    pub fn extensions_seen(&mut self, name: u64, of: &[u64]) -> Vec<Def> {
        let extends = |def: &Def| def.kind == SymbolKind::Method && of.contains(&def.owner);
        let imports = Arc::clone(&self.imports);
        let mut imported = Vec::new();
        for binding in imports.of(fold(ROOT, name)) {
            imported.extend(self.in_target(&binding.target, binding.name));
        }
        imported.retain(|def| def.kind == SymbolKind::Method && def.scope != ROOT);
        if imported.iter().any(extends) {
            imported.retain(extends);
        }
        if !imported.is_empty() {
            return imported;
        }
        let mut near = self.defs_anywhere(name).unwrap_or_default();
        near.retain(|def| extends(def) && self.is_of_package(def.file));
        if !near.is_empty() {
            return near;
        }
        let mut brought_in = Vec::new();
        for wildcard in &imports.wildcards {
            brought_in.extend(self.in_target(&wildcard.target, name));
        }
        brought_in.retain(extends);
        brought_in
    }

    fn in_target(&mut self, target: &Target, name: u64) -> Vec<Def> {
        match target {
            Target::File(file) => self.defs_in(name, *file).into_owned(),
            Target::Folder(folder) => self.defs_in_folder(name, folder),
            Target::Outside => Vec::new(),
        }
    }
}
