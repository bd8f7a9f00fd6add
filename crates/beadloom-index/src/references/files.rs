//! The code files of the project: by row id, by folder, and Python's modules by name.

use std::sync::Arc;

use beadloom_model::Result;
use beadloom_store::State;
use rustc_hash::FxHashMap;

use super::keys::{Key, folder};
use super::names::{fold, hash};
use super::rules::{Bare, Import, Rules, rules};

/// A code file.
#[derive(Debug, Clone)]
pub struct File {
    /// Relative to the root.
    pub path: Arc<str>,
    /// How its language looks for names.
    pub rules: &'static Rules,
    /// [`Key::looked_into`] of it.
    pub key: Key,
}

/// All code files.
#[derive(Debug, Default)]
pub struct Files {
    by_id: FxHashMap<i64, File>,
    /// By folder (`./` for the root), then by path.
    by_folder: FxHashMap<Arc<str>, Vec<i64>>,
    /// By [`module_key`].
    modules: FxHashMap<u64, i64>,
}

impl Files {
    /// All code files that the index holds.
    ///
    /// # Errors
    /// Store errors.
    pub fn load(state: &State<'_>) -> Result<Self> {
        let rows = state.code_files()?.into_iter();
        Ok(Self::new(rows.map(|(id, path, language)| (id, path.into(), rules(&language))).collect()))
    }

    /// `files`: row id, path and rules of each, in any order.
    pub fn new(mut files: Vec<(i64, Arc<str>, &'static Rules)>) -> Self {
        files.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        let mut made = Self::default();
        for (id, path, rules) in files {
            let folder = folder(&path);
            match made.by_folder.get_mut(folder) {
                Some(files) => files.push(id),
                None => {
                    made.by_folder.insert(folder.into(), vec![id]);
                }
            }
            if let Some((folder, name)) = module(rules, &path) {
                // A package comes before a module of the same name.
                let package = path.ends_with("/__init__.py");
                let known = made.modules.entry(module_key(folder, hash(name))).or_insert(id);
                if package {
                    *known = id;
                }
            }
            let key = Key::looked_into(&path);
            made.by_id.insert(id, File { path, rules, key });
        }
        made
    }

    /// A file by its row id.
    pub fn get(&self, id: i64) -> Option<&File> {
        self.by_id.get(&id)
    }

    /// Code files directly in a folder (ending in `/`; `./` for the root), by path.
    pub fn in_folder(&self, folder: &str) -> &[i64] {
        self.by_folder.get(folder).map_or(&[], Vec::as_slice)
    }

    /// The name of a folder, ending in `/`: one for all who keep it, where it has code.
    pub fn folder(&self, folder: &str) -> Arc<str> {
        self.by_folder.get_key_value(folder).map_or_else(|| folder.into(), |(known, _)| Arc::clone(known))
    }

    /// The module of a name (by its hash) in a folder.
    pub fn module_in(&self, folder: &str, name: u64) -> Option<i64> {
        self.modules.get(&module_key(folder, name)).copied()
    }
}

/// The folder that a module lies in and its name, for languages whose modules are found without an import.
pub fn module<'p>(rules: &Rules, path: &'p str) -> Option<(&'p str, &'p str)> {
    if rules.import != Import::Names(Bare::Dotted) {
        return None;
    }
    let module = path.strip_suffix("/__init__.py").or_else(|| path.strip_suffix(".py"))?;
    let at = module.rfind('/').map_or(0, |at| at + 1);
    let (above, name) = module.split_at_checked(at)?;
    Some((if above.is_empty() { "./" } else { above }, name))
}

/// What a module is found by.
pub fn module_key(folder: &str, name: u64) -> u64 {
    fold(hash(folder), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_by_folder_and_modules_by_name() {
        let file = |id, path: &str| (id, path.into(), rules("python"));
        let files = Files::new(vec![
            file(3, "a/c.py"),
            file(1, "a/b.py"),
            file(2, "a/b/__init__.py"),
            file(4, "d.py"),
        ]);
        assert_eq!(files.in_folder("a/"), [1, 3]);
        assert_eq!(files.in_folder("./"), [4]);
        assert_eq!(files.in_folder("x/"), [] as [i64; 0]);
        let modules = [("a/", "b"), ("a/", "c"), ("./", "d"), ("./", "a"), ("a/", "__init__")];
        let found = modules.map(|(folder, name)| files.module_in(folder, hash(name)));
        assert_eq!(found, [Some(2), Some(3), Some(4), None, None]);
        assert_eq!(&*files.get(3).unwrap().path, "a/c.py");
    }
}
