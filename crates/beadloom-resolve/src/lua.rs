//! Lua: `a.b` is `a/b.lua` or `a/b/init.lua` below a source root, or what a rockspec says.

use std::collections::HashMap;
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::{ImportTarget, paths};

/// Folders that modules are named from.
const ROOTS: &[&str] = &["lua", "src", "lib"];

/// Modules of one rockspec.
const MODULES: usize = 10_000;

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
    /// Modules that rockspecs list, and those below a root: name with `/` to files.
    modules: HashMap<String, Vec<String>>,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>, manifests: &mut Manifests<'_>) -> Self {
        let mut modules: HashMap<String, Vec<String>> = HashMap::new();
        for path in manifests.ending(".rockspec") {
            let Some(text) = manifests.text(&path) else { continue };
            for (name, file) in listed_modules(&text) {
                let file = paths::resolve(paths::parent(&path), &file).filter(|file| files.has_file(file));
                if let Some(file) = file {
                    modules.entry(name.replace('.', "/")).or_default().push(file);
                }
            }
        }
        for path in files.iter().filter(|path| path.ends_with(".lua")) {
            // The innermost root names the module.
            let root =
                paths::ancestors(paths::parent(path)).find(|folder| ROOTS.contains(&paths::name(folder)));
            let Some(below) = root.and_then(|root| path.get(root.len() + 1..)) else { continue };
            let name = below.strip_suffix(".lua").unwrap_or(below);
            let name = name.strip_suffix("/init").unwrap_or(name);
            modules.entry(name.to_owned()).or_default().push(path.to_owned());
        }
        Self { files, modules }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let name = import.specifier.trim();
        let folder = paths::parent(from);
        let found = if name.starts_with("./") || name.starts_with("../") {
            // A file that is run: seen from the working folder, which is mostly the root.
            [folder, ""].into_iter().filter_map(|base| paths::resolve(base, name)).find_map(|path| {
                self.files.first_file([path.clone(), format!("{path}.lua"), format!("{path}/init.lua")])
            })
        } else {
            let path = name.replace('.', "/");
            if path.split('/').any(str::is_empty) {
                return ImportTarget::external(None, &import.names);
            }
            self.module(folder, &path)
        };
        match found {
            Some(path) => ImportTarget::internal(path, None, import.names.clone()),
            None => {
                let package = name.split(['.', '/']).find(|part| !part.is_empty()).map(str::to_owned);
                ImportTarget::external(package, &import.names)
            }
        }
    }

    fn module(&self, folder: &str, path: &str) -> Option<String> {
        // From a root around the file, from a folder around it, from a root elsewhere.
        let roots = paths::ancestors(folder)
            .flat_map(|around| ROOTS.iter().map(move |root| paths::join(around, root)));
        let around = || paths::ancestors(folder).map(str::to_owned);
        let at = |base: String| {
            let path = paths::join(&base, path);
            self.files.first_file([format!("{path}.lua"), format!("{path}/init.lua")])
        };
        roots
            .into_iter()
            .find_map(at)
            .or_else(|| around().find_map(at))
            .or_else(|| self.elsewhere(folder, path))
    }

    fn elsewhere(&self, folder: &str, path: &str) -> Option<String> {
        self.modules
            .get(path)?
            .iter()
            .filter(|file| paths::is_within(folder, paths::visible_from(paths::parent(file))))
            .min_by_key(|file| (paths::distance(folder, paths::parent(file)), file.as_str()))
            .cloned()
    }
}

/// The pairs of `modules = { ["a.b"] = "src/a/b.lua", c = "c.lua" }`.
fn listed_modules(rockspec: &str) -> Vec<(String, String)> {
    let mut rest = rockspec;
    // `modules` is a key of its own, not the end of another.
    let list = loop {
        let Some(at) = rest.find("modules") else { return Vec::new() };
        let before = rest.get(..at).and_then(|before| before.chars().next_back());
        rest = rest.get(at + "modules".len()..).unwrap_or("");
        let whole = before.is_none_or(|c| !c.is_alphanumeric() && c != '_');
        if let Some(list) =
            rest.trim_start().strip_prefix('=').and_then(|rest| rest.trim_start().strip_prefix('{'))
            && whole
        {
            break list;
        }
    };
    let list = list.get(..list.find('}').unwrap_or(list.len())).unwrap_or("");
    list.split([',', ';', '\n'])
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, file)| {
            let bare = |text: &str| text.trim().trim_matches(['[', ']', '"', '\'', ' ']).to_owned();
            (bare(name), bare(file))
        })
        .filter(|(name, file)| !name.is_empty() && file.ends_with(".lua"))
        .take(MODULES)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_of_rockspecs() {
        let text = "submodules = { x = 'no.lua' }\nbuild = {\n  type = \"builtin\",\n  modules = {\n    [\"a.b\"] = \"src/a/b.lua\",\n    c = 'c.lua'; ['d.core'] = { 'd.c' },\n  },\n}\n";
        let want =
            [("a.b", "src/a/b.lua"), ("c", "c.lua")].map(|(name, file)| (name.to_owned(), file.to_owned()));
        assert_eq!(listed_modules(text), want);
        for hostile in ["modules", "modules =", "modules = {", "modules = { = }", "xmodules = {a='a.lua'}"] {
            assert!(listed_modules(hostile).is_empty(), "{hostile}");
        }
    }
}
