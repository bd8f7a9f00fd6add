//! The code files of the project: by row id, by folder, and Python's modules by name.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use beadloom_graph::is_test;
use beadloom_model::{Error, Result};
use beadloom_store::State;
use elsa::FrozenMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::keys::{Key, folder};
use super::names::{fold, hash};
use super::rules::{BareImport, Import, Rules, rules};

/// Folders beside tests whose files are programs of their own, or change what there was once.
const ASIDE: &[&str] = &[
    "benchmark", "benchmarks", "demo", "demos", "example", "examples", "fixtures", "migrate", "sample",
    "samples", "templates",
];

/// A code file.
#[derive(Debug, Clone)]
pub struct File {
    /// Relative to the root.
    pub path: Arc<str>,
    /// How its language looks for names.
    pub rules: &'static Rules,
    /// [`Key::looked_into`] of it.
    pub key: Key,
    /// [`Key::imports`] of it.
    pub imports_key: Key,
    /// See [`File::is_aside`].
    aside: OnceLock<bool>,
}

impl File {
    fn new(path: Arc<str>, rules: &'static Rules) -> Self {
        Self {
            key: Key::looked_into(&path),
            imports_key: Key::imports(&path),
            path,
            rules,
            aside: OnceLock::new(),
        }
    }

    /// Whether what the file defines is for tests or examples alone.
    pub fn is_aside(&self) -> bool {
        *self.aside.get_or_init(|| {
            let folders = self.path.rsplit_once('/').map_or("", |(folders, _)| folders);
            is_test(&self.path) || folders.split('/').any(|folder| ASIDE.contains(&folder))
        })
    }
}

/// The code files of a project.
pub trait Files {
    /// A file by its row id.
    fn get(&self, id: i64) -> Option<&File>;

    /// Code files directly in a folder (ending in `/`; `./` for the root), by path.
    fn in_folder(&self, folder: &str) -> Cow<'_, [i64]>;

    /// The name of a folder, ending in `/`: one for all who keep it, where it has code.
    fn folder(&self, folder: &str) -> Arc<str>;

    /// The module of a name (by its hash) in a folder.
    fn module_in(&self, folder: &str, name: u64) -> Option<i64>;
}

/// All of them, in memory.
#[derive(Debug, Default)]
pub struct AllFiles {
    by_id: FxHashMap<i64, File>,
    /// By folder (`./` for the root), then by path.
    by_folder: FxHashMap<Arc<str>, Vec<i64>>,
    /// By [`module_key`].
    modules: FxHashMap<u64, i64>,
}

impl AllFiles {
    /// All code files that the index holds.
    ///
    /// # Errors
    /// Store errors.
    pub fn load(state: &State<'_>) -> Result<Self> {
        let rows = state.code_files()?.into_iter();
        Ok(Self::new(rows.map(|(id, path, language)| (id, path.into(), rules(language))).collect()))
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
            made.by_id.insert(id, File::new(path, rules));
        }
        made
    }
}

impl Files for AllFiles {
    fn get(&self, id: i64) -> Option<&File> {
        self.by_id.get(&id)
    }

    fn in_folder(&self, folder: &str) -> Cow<'_, [i64]> {
        Cow::Borrowed(self.by_folder.get(folder).map_or(&[], Vec::as_slice))
    }

    fn folder(&self, folder: &str) -> Arc<str> {
        self.by_folder.get_key_value(folder).map_or_else(|| folder.into(), |(known, _)| Arc::clone(known))
    }

    fn module_in(&self, folder: &str, name: u64) -> Option<i64> {
        self.modules.get(&module_key(folder, name)).copied()
    }
}

/// Those that are asked for, as the index has them: a run over few files asks for few.
pub struct StoredFiles<'a> {
    state: &'a State<'a>,
    by_id: FrozenMap<i64, Box<File>, FxBuildHasher>,
    /// By folder, as [`Files`] names them.
    folders: RefCell<FxHashMap<Box<str>, Arc<Folder>>>,
    /// The first error of the store, after which nothing is found.
    error: RefCell<Option<Error>>,
}

/// A folder that was asked for.
#[derive(Debug, Default)]
struct Folder {
    /// By path.
    files: Vec<i64>,
    /// By the hash of the name.
    modules: FxHashMap<u64, i64>,
}

impl<'a> StoredFiles<'a> {
    /// Knows nothing yet.
    pub fn new(state: &'a State<'a>) -> Self {
        Self { state, by_id: FrozenMap::default(), folders: RefCell::default(), error: RefCell::default() }
    }

    /// The first error that an answer met.
    ///
    /// # Errors
    /// That one.
    pub fn check(&self) -> Result<()> {
        self.error.borrow_mut().take().map_or(Ok(()), Err)
    }

    fn some<T: Default>(&self, result: Result<T>) -> T {
        result.unwrap_or_else(|error| {
            self.error.borrow_mut().get_or_insert(error);
            T::default()
        })
    }

    fn look_into(&self, folder: &str) -> Arc<Folder> {
        if let Some(known) = self.folders.borrow().get(folder) {
            return Arc::clone(known);
        }
        let found = Arc::new(self.some(self.read(folder)));
        self.folders.borrow_mut().insert(folder.into(), Arc::clone(&found));
        found
    }

    fn read(&self, folder: &str) -> Result<Folder> {
        let prefix = match folder {
            "./" => "",
            "" => return Ok(Folder::default()),
            deeper => deeper,
        };
        let listed = self.state.code_folder(prefix)?;
        let mut found = Folder::default();
        for (id, path, language) in listed.files {
            let file = File::new(path.into(), rules(language));
            if let Some((_, name)) = module(file.rules, &file.path).filter(|(of, _)| *of == folder) {
                found.modules.insert(hash(name), id);
            }
            found.files.push(id);
            self.by_id.insert(id, Box::new(file));
        }
        for name in listed.folders {
            let package = self.state.code_file_at(&format!("{prefix}{name}/__init__.py"))?;
            // A package comes before a module of the same name.
            if let Some((id, _)) = package.filter(|(_, language)| has_modules(rules(*language))) {
                found.modules.insert(hash(&name), id);
            }
        }
        Ok(found)
    }
}

impl Files for StoredFiles<'_> {
    fn get(&self, id: i64) -> Option<&File> {
        if let Some(known) = self.by_id.get(&id) {
            return Some(known);
        }
        let (path, language) = self.some(self.state.code_file(id))?;
        Some(self.by_id.insert(id, Box::new(File::new(path.into(), rules(language)))))
    }

    fn in_folder(&self, folder: &str) -> Cow<'_, [i64]> {
        Cow::Owned(self.look_into(folder).files.clone())
    }

    fn folder(&self, folder: &str) -> Arc<str> {
        folder.into()
    }

    fn module_in(&self, folder: &str, name: u64) -> Option<i64> {
        self.look_into(folder).modules.get(&name).copied()
    }
}

/// Whether modules of a language are found by name, without an import.
fn has_modules(rules: &Rules) -> bool {
    rules.import == Import::Names(BareImport::Dotted)
}

/// The folder that a module lies in and its name, for languages whose modules are found without an import.
pub fn module<'p>(rules: &Rules, path: &'p str) -> Option<(&'p str, &'p str)> {
    if !has_modules(rules) {
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
    use beadloom_model::LanguageId;

    use super::*;

    #[test]
    fn files_by_folder_and_modules_by_name() {
        let file = |id, path: &str| (id, path.into(), rules(LanguageId::Python));
        let files = AllFiles::new(vec![
            file(3, "a/c.py"),
            file(1, "a/b.py"),
            file(2, "a/b/__init__.py"),
            file(4, "d.py"),
        ]);
        assert_eq!(*files.in_folder("a/"), [1, 3]);
        assert_eq!(*files.in_folder("./"), [4]);
        assert_eq!(*files.in_folder("x/"), [] as [i64; 0]);
        let modules = [("a/", "b"), ("a/", "c"), ("./", "d"), ("./", "a"), ("a/", "__init__")];
        let found = modules.map(|(folder, name)| files.module_in(folder, hash(name)));
        assert_eq!(found, [Some(2), Some(3), Some(4), None, None]);
        assert_eq!(&*files.get(3).unwrap().path, "a/c.py");
    }
}
