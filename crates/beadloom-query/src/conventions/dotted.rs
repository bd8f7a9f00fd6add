//! Dotted names that Python imports when it runs: what settings name, and what tests replace.

use beadloom_model::{LanguageId, Result};
use beadloom_store::ConventionRow;
use rustc_hash::FxHashMap;

use super::links::{Named, Target};
use super::project::Conventions;

impl Conventions<'_> {
    /// Links from a dotted name to the definition that it leads to, or to the module where that only imports it.
    pub(super) fn add_dotted(&mut self, users: &[&ConventionRow], named: &mut Named) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let mut modules: FxHashMap<String, Vec<i64>> = FxHashMap::default();
        let ending = LanguageId::Python.facts().counted_extensions().next().unwrap_or_default();
        for (file, path) in self.store.files_ending(&format!(".{ending}"))? {
            let Some((stem, _)) = path.rsplit_once('.') else { continue };
            let module = stem.strip_suffix("/__init__").unwrap_or(stem);
            // A folder may stand above the packages.
            let starts = module.match_indices('/').map(|(at, _)| at + 1);
            for start in std::iter::once(0).chain(starts) {
                let name = module.get(start..).unwrap_or_default();
                if name.contains('/') || start == 0 {
                    modules.entry(name.replace('/', ".")).or_default().push(file);
                }
            }
        }
        for mark in users {
            let mut module = mark.name.as_str();
            let files = loop {
                match modules.get(module) {
                    Some(files) => break files.as_slice(),
                    None => match module.rsplit_once('.') {
                        Some((above, _)) => module = above,
                        None => break &[],
                    },
                }
            };
            let rest = mark.name.get(module.len()..).unwrap_or_default().trim_start_matches('.');
            let mut targets: Vec<Target> = Vec::new();
            for file in files {
                let symbols = self.facts.symbols(*file)?;
                let mut member = rest;
                let own = loop {
                    if let Some(own) = symbols.iter().find(|row| row.qualified_name == member) {
                        break Some(own.id);
                    }
                    match member.rsplit_once('.') {
                        Some((above, _)) => member = above,
                        None => break None,
                    }
                };
                targets.push((*file, own));
            }
            self.link(mark, &targets, &format!("names {}", mark.name), named)?;
        }
        Ok(())
    }
}
