//! Ruby's constants: looked for in what is written around them, then in what that inherits from, then at the top.

use beadloom_graph::is_test;
use beadloom_model::{LanguageId, SymbolKind};

use super::Resolver;
use super::outcome::Outcome;
use crate::references::lookup::Def;
use crate::references::names::{ROOT, fold, hash};

/// Folders of a path that are names around a constant.
const FOLDERS: usize = 8;

impl Resolver<'_> {
    /// What a constant means that nothing in the file and in what it requires explains.
    pub(super) fn constant(&mut self, name: u64, from: Option<Def>) -> Outcome {
        let defs = self.constants(name, from);
        if !defs.is_empty() {
            // A class may be opened again anywhere. It is defined where its name says.
            let loaded = self.loaded(&defs);
            return if !loaded.is_empty() {
                Outcome::Exact(loaded)
            } else if defs.len() > 1 && self.find.places_of_all(&defs).is_some() {
                Outcome::Exact(defs)
            } else {
                Outcome::Likely(defs, true)
            };
        }
        match self.find.defs_anywhere(name) {
            // Those of other types are seen where one of these is included, or inherited from, outside of the project.
            Some(mut defs) => {
                defs.retain(is_constant);
                if defs.is_empty() { Outcome::Nothing } else { Outcome::Likely(defs, false) }
            }
            None => Outcome::Common,
        }
    }

    /// All definitions of the constant that a name means where it stands.
    pub(super) fn constants(&mut self, name: u64, from: Option<Def>) -> Vec<Def> {
        let Some(mut defs) = self.find.defs_anywhere(name) else { return Vec::new() };
        defs.retain(is_constant);
        if defs.is_empty() {
            return defs;
        }
        self.find.keep_own_bundle(&mut defs);
        let within =
            |scope: u64| -> Vec<Def> { defs.iter().filter(|def| def.scope == scope).copied().collect() };
        let scopes = self.scopes(from);
        for (scope, _) in scopes.iter().filter(|(scope, _)| *scope != ROOT) {
            let found = within(*scope);
            if !found.is_empty() {
                return found;
            }
        }
        // While it is being found out what a type inherits from, that is not looked into.
        let around = scopes.iter().find_map(|(_, around)| around.filter(is_constant));
        if let Some(around) = around {
            let chain = self.find.chain(&around);
            for of in chain.types.iter().filter(|of| of.id != around.id) {
                let found = within(of.own());
                if !found.is_empty() {
                    return found;
                }
            }
        }
        within(ROOT)
    }

    /// Those definitions that stand in the file which is loaded for the constant: `app/models/admin/story.rb` for
    /// `Admin::Story`.
    fn loaded(&mut self, defs: &[Def]) -> Vec<Def> {
        let files = self.find.lookup.files();
        let mut loaded: Vec<Def> = Vec::new();
        for def in defs {
            let Some(file) = files.get(def.file) else { continue };
            // A file may move and stay what it is otherwise.
            self.find.dependencies.add(file.key);
            if !is_test(&file.path) && is_loaded_for(&file.path, def.own()) {
                loaded.push(*def);
            }
        }
        match loaded.as_slice() {
            [first, rest @ ..] if rest.iter().all(|def| def.file == first.file) => loaded,
            _ => Vec::new(),
        }
    }
}

/// Whether a path is that of the file which defines the constant with that whole name (its hash).
pub fn is_loaded_for(path: &str, constant: u64) -> bool {
    let Some((path, ending)) = path.rsplit_once('.') else { return false };
    // What describes a build defines no constant that is loaded by name.
    if LanguageId::Ruby.facts().counted_extensions().all(|counted| counted != ending) {
        return false;
    }
    let segments: Vec<u64> = path.rsplit('/').take(FOLDERS).map(|segment| hash(&camel(segment))).collect();
    (1..=segments.len()).any(|count| {
        let names = segments.iter().take(count).rev();
        names.fold(ROOT, |scope, name| fold(scope, *name)) == constant
    })
}

/// `html_page` as `HtmlPage`.
fn camel(segment: &str) -> String {
    let mut out = String::with_capacity(segment.len());
    for word in segment.split('_') {
        let mut letters = word.chars();
        out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(letters.as_str());
    }
    out
}

fn is_constant(def: &Def) -> bool {
    def.is_type() || matches!(def.kind, SymbolKind::Module | SymbolKind::Constant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::references::names::fold_path;

    #[test]
    fn files_are_called_like_what_they_define() {
        for (path, constant, want) in [
            ("app/models/story.rb", "Story", true),
            ("app/models/admin/story.rb", "Admin.Story", true),
            ("app/models/admin/story.rb", "Story", true),
            ("app/controllers/concerns/html_page.rb", "HtmlPage", true),
            ("db/migrate/20120101_add_domain.rb", "AddDomain.Story", false),
            ("app/models/story.py", "Story", false),
            ("story.rb", "Story", true),
        ] {
            assert_eq!(is_loaded_for(path, fold_path(constant, '.')), want, "{path}");
        }
    }
}
