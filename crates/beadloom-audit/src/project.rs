//! What is there: files, folders, and what manifests define.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Bound;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use beadloom_git::LeftOut;
use beadloom_graph::PathPattern;
use beadloom_graph::suggest::nearest;
use beadloom_index::read_input;
use beadloom_model::Links;
use beadloom_store::FileRow;

use crate::manifests::{Manifests, ProjectFiles};
use crate::sites::{Builder, builder_of};

/// Names that a nearest one is looked for among.
const MAX_COMPARED_NAMES: usize = 20_000;

/// The project's files, as claims are compared with them.
pub(crate) struct Project<'a> {
    pub(crate) root: &'a Path,
    files: BTreeSet<&'a str>,
    /// Without `/` at the end.
    folders: HashSet<&'a str>,
    /// Paths by the name of the file.
    by_name: HashMap<&'a str, Vec<&'a str>>,
    endings: HashSet<&'a str>,
    /// What the ignore file of a folder names, once it was read.
    ignored: RefCell<HashMap<String, Option<Rc<PathPattern>>>>,
    /// The builder that makes pages of a folder's documents, once it was looked for.
    sites: RefCell<HashMap<String, Option<Builder>>>,
    manifests: OnceCell<Manifests>,
    left_out: OnceCell<LeftOut>,
    /// Other names of files and folders.
    links: Links,
}

impl<'a> Project<'a> {
    pub(crate) fn new(root: &'a Path, rows: &'a [FileRow], links: Links) -> Self {
        let mut project = Self {
            root,
            files: BTreeSet::new(),
            folders: HashSet::new(),
            by_name: HashMap::new(),
            endings: HashSet::new(),
            ignored: RefCell::default(),
            sites: RefCell::default(),
            manifests: OnceCell::new(),
            left_out: OnceCell::new(),
            links,
        };
        for path in rows.iter().map(|row| row.path.as_str()) {
            project.files.insert(path);
            let name = path.rsplit('/').next().unwrap_or(path);
            project.by_name.entry(name).or_default().push(path);
            if let Some((_, ending)) = name.rsplit_once('.') {
                project.endings.insert(ending);
            }
            for (at, _) in path.match_indices('/') {
                if let Some(folder) = path.get(..at) {
                    project.folders.insert(folder);
                }
            }
        }
        project
    }

    pub(crate) fn manifests(&self) -> &Manifests {
        self.manifests.get_or_init(|| Manifests::read(self))
    }

    /// The text of a small file.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let real = self.links.real(path);
        let path = real.as_deref().unwrap_or(path);
        self.files.contains(path).then(|| read_input(self.root, path)).flatten()
    }

    /// Whether there is a file or folder: also one that the index does not list, such as a picture.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        path.is_empty()
            || self.files.contains(path)
            || self.folders.contains(path)
            || self.root.join(path).exists()
            || self.left_out().has(path)
    }

    /// What the work tree leaves out: it is there, and nobody sees it.
    fn left_out(&self) -> &LeftOut {
        self.left_out.get_or_init(|| LeftOut::around(self.root, &AtomicBool::new(false)))
    }

    /// Whether the index lists such a file, or files in such a folder.
    pub(crate) fn is_listed(&self, path: &str) -> bool {
        self.files.contains(path) || self.folders.contains(path)
    }

    /// What makes pages of a site of that document; None where it is read as it lies.
    pub(crate) fn site_of(&self, document: &str) -> Option<Builder> {
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        let known = self.sites.borrow().get(folder).copied();
        known.unwrap_or_else(|| {
            let found = builder_of(&|path| self.is_listed(path), document).map(|(builder, _)| builder);
            self.sites.borrow_mut().insert(folder.to_owned(), found);
            found
        })
    }

    pub(crate) fn is_folder(&self, path: &str) -> bool {
        path.is_empty() || self.folders.contains(path)
    }

    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        self.endings.contains(ending)
    }

    /// Paths with that file name.
    pub(crate) fn named(&self, name: &str) -> &[&'a str] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a file or folder ends so, in whole segments.
    pub(crate) fn ends_with(&self, said: &str) -> bool {
        let said = said.trim_matches('/');
        let name = said.rsplit('/').next().unwrap_or(said);
        let tail =
            |path: &str| path.strip_suffix(said).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        self.named(name).iter().any(|path| tail(path)) || self.folders.iter().any(|folder| tail(folder))
    }

    /// Files directly in a folder, by path.
    pub(crate) fn files_in(&self, folder: &str) -> Vec<&'a str> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        self.files
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
            .copied()
            .take_while(|path| path.starts_with(&prefix))
            .filter(|path| path.get(prefix.len()..).is_some_and(|rest| !rest.contains('/')))
            .collect()
    }

    /// Names of folders directly in a folder, sorted.
    pub(crate) fn folders_in(&self, folder: &str) -> BTreeSet<&'a str> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        self.folders
            .iter()
            .filter_map(|path| path.strip_prefix(prefix.as_str()))
            .filter(|rest| !rest.is_empty() && !rest.contains('/'))
            .collect()
    }

    /// The path that is most likely meant: the one of that file name that shares most folders with what is said, else one
    /// beside it that is called nearly so.
    pub(crate) fn nearest(&self, path: &str) -> Option<String> {
        let path = path.trim_end_matches('/');
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let words: HashSet<&str> = folder.split('/').collect();
        let shared = |one: &str| one.split('/').filter(|part| words.contains(part)).count();
        let same = self.named(name);
        if !same.is_empty() && same.len() <= 20 {
            // Most shared folders; of those the shortest, then by name.
            return same
                .iter()
                .min_by_key(|one| (std::cmp::Reverse(shared(one)), one.len(), **one))
                .map(|one| (*one).to_owned());
        }
        let folder_of_name = self
            .folders
            .iter()
            .filter(|one| one.rsplit('/').next() == Some(name))
            .min_by_key(|one| (std::cmp::Reverse(shared(one)), one.len(), **one));
        if let Some(found) = folder_of_name {
            return Some(format!("{found}/"));
        }
        let mut beside: BTreeMap<&str, String> = BTreeMap::new();
        for one in self.files_in(folder).into_iter().take(MAX_COMPARED_NAMES) {
            beside.insert(one.rsplit('/').next().unwrap_or(one), one.to_owned());
        }
        for one in self.folders_in(folder) {
            let whole = if folder.is_empty() { format!("{one}/") } else { format!("{folder}/{one}/") };
            beside.entry(one).or_insert(whole);
        }
        let near = nearest(name, beside.keys().copied(), 1).first().copied()?;
        beside.get(near).cloned()
    }

    /// Whether an ignore file of a folder above names it: it is made by something, and need not be there.
    pub(crate) fn is_ignored(&self, path: &str) -> bool {
        let made = [
            "dist", "build", "target", "out", "node_modules", "coverage", "tmp", "temp", "bin", "obj",
            ".venv", "venv",
        ];
        path.split('/').any(|part| made.contains(&part))
            || std::iter::once(("", path))
                .chain(
                    path.match_indices('/')
                        .filter_map(|(at, _)| Some((path.get(..at)?, path.get(at + 1..)?))),
                )
                .any(|(folder, below)| self.ignored_in(folder).is_some_and(|pattern| pattern.matches(below)))
    }

    /// What `.gitignore` of a folder names.
    fn ignored_in(&self, folder: &str) -> Option<Rc<PathPattern>> {
        if !self.is_folder(folder) {
            return None;
        }
        if let Some(known) = self.ignored.borrow().get(folder) {
            return known.clone();
        }
        let file = if folder.is_empty() { ".gitignore".to_owned() } else { format!("{folder}/.gitignore") };
        let pattern = read_input(self.root, &file).and_then(|text| {
            let lines: Vec<&str> = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with(['#', '!']))
                .filter(|line| PathPattern::new(std::slice::from_ref(line)).is_ok())
                .take(2_000)
                .collect();
            PathPattern::new(&lines).ok().map(Rc::new)
        });
        self.ignored.borrow_mut().insert(folder.to_owned(), pattern.clone());
        pattern
    }
}

impl ProjectFiles for Project<'_> {
    fn text(&self, path: &str) -> Option<String> {
        Project::text(self, path)
    }

    fn named(&self, name: &str) -> &[&str] {
        Project::named(self, name)
    }
}

/// A path from a folder of the project; None where it leads out of the project.
pub(crate) fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
