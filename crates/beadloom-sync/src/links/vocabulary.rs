//! Names by which documents speak of parts.

use rustc_hash::FxHashMap;

use super::literals::{is_option, is_variable};
use super::parts::Parts;
use super::stems::{Stems, TitleInFiles};
use super::titles::plain;
use crate::tokens::is_name;

/// Parts that a name may belong to: one that more of them define says nothing about which is meant.
const MAX_PARTS: usize = 3;

/// What a name that is also a word says, and a literal that may be anybody's word, such as `access_token`.
const WORD: f64 = 0.25;
const OF_LITERAL: f64 = 0.5;

/// What the name of a part says that is one word, between backticks.
const OF_PART_NAME: f64 = 0.5;

/// Letters of a single word that names a definition, at least.
pub(super) const MIN_WORD_CHARS: usize = 4;

/// The names of a project's parts.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// By number, the parts that a name belongs to; none where these are too many.
    owners: FxHashMap<String, Vec<u32>>,
    /// Files and folders by the last segment of their paths, with their parts.
    files: FxHashMap<String, Vec<(String, u32)>>,
    /// Routes, as [`same_parameters`] makes them, and what code and settings state in literals: where no definition is called so.
    stated: FxHashMap<String, Vec<u32>>,
    /// What parts are called.
    part_names: FxHashMap<String, Vec<u32>>,
    /// The parts of files and folders that are called so, each as [`plain`] makes it; none where these are several.
    called: FxHashMap<String, Option<u32>>,
    /// What files of code are called.
    stems: Stems,
}

impl Vocabulary {
    /// Adds a definition's name.
    pub fn add_name(&mut self, name: &str, part: u32) {
        if !is_name(name) && name.chars().count() < MIN_WORD_CHARS {
            return;
        }
        add(&mut self.owners, name, part);
    }

    /// Adds what a part is called: its id, its folder.
    pub fn add_part(&mut self, name: &str, part: u32) {
        if name.chars().count() >= MIN_WORD_CHARS {
            add(&mut self.part_names, name, part);
            // Crates and packages are written in both ways.
            let other = if name.contains('_') { name.replace('_', "-") } else { name.replace('-', "_") };
            if other != name {
                add(&mut self.part_names, &other, part);
            }
        }
    }

    /// Adds a file that is no code, by which documents may name the part that it lies in.
    pub fn add_other_file(&mut self, path: &str, part: u32) {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.files.entry(name.to_owned()).or_default().push((path.to_owned(), part));
    }

    /// Adds a route, or what stands in a literal.
    pub fn add_stated(&mut self, name: &str, part: u32) {
        add(&mut self.stated, name, part);
    }

    /// Adds a file or a folder; a folder ends in `/`.
    pub fn add_file(&mut self, path: &str, part: u32) {
        let (path, is_folder) = path.strip_suffix('/').map_or((path, false), |folder| (folder, true));
        let name = path.rsplit('/').next().unwrap_or(path);
        self.files.entry(name.to_owned()).or_default().push((path.to_owned(), part));
        let stem = name.split('.').next().unwrap_or(name);
        if !is_folder {
            self.stems.add(stem, part);
        }
        if is_name(stem) {
            add(&mut self.stated, stem, part);
        }
        let called = self.called.entry(plain(stem)).or_insert(Some(part));
        *called = called.filter(|other| *other == part);
    }

    /// The part that alone has files or folders of a name.
    pub(super) fn called(&self, title: &str) -> Option<u32> {
        self.called.get(title).copied().flatten()
    }

    /// What the files of each part have of titles, given as words.
    pub(super) fn in_files(&self, parts: &Parts<'_>, titles: &[Vec<String>]) -> FxHashMap<u32, TitleInFiles> {
        self.stems.in_files(parts, titles)
    }

    /// The parts that a name means, and how much it says about them together.
    pub(super) fn meant(&self, name: &str) -> (Vec<u32>, f64) {
        let worth = if is_telling(name) || name.contains('/') { 1.0 } else { WORD };
        if !name.contains('/')
            && let Some(owners) = self.owners.get(name)
        {
            return (owners.clone(), worth);
        }
        let of_path = self.of_name_of_file(name);
        if !of_path.is_empty() {
            return (of_path, worth);
        }
        if let Some(parts) = self.part_names.get(name) {
            return (parts.clone(), if is_telling(name) { 1.0 } else { OF_PART_NAME });
        }
        let is_exact = name.starts_with('/') || is_variable(name) || is_option(name);
        let worth = if is_exact { worth } else { worth * OF_LITERAL };
        (self.stated.get(name).cloned().unwrap_or_default(), worth)
    }

    /// The parts of the files that a name may be the path of.
    fn of_name_of_file(&self, name: &str) -> Vec<u32> {
        // A route begins like this; a path from the root of the project stands in the document without its first sign too.
        if name.starts_with('/') {
            return Vec::new();
        }
        if name.contains(['/', '.']) { self.of_path(name) } else { Vec::new() }
    }

    /// The parts of the files whose paths end so.
    fn of_path(&self, token: &str) -> Vec<u32> {
        let path = token.trim_matches(['/', '.']);
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut parts: Vec<u32> = Vec::new();
        for (known, part) in self.files.get(name).into_iter().flatten() {
            let behind =
                known.strip_suffix(path).is_some_and(|before| before.is_empty() || before.ends_with('/'));
            if behind && !parts.contains(part) {
                parts.push(*part);
                if parts.len() > MAX_PARTS {
                    return Vec::new();
                }
            }
        }
        parts
    }
}

/// Adds a part to those that a name belongs to; none are left where they are too many.
fn add(owners: &mut FxHashMap<String, Vec<u32>>, name: &str, part: u32) {
    let Some(of_name) = owners.get_mut(name) else {
        owners.insert(name.to_owned(), vec![part]);
        return;
    };
    if !of_name.is_empty() && !of_name.contains(&part) {
        of_name.push(part);
        if of_name.len() > MAX_PARTS {
            of_name.clear();
        }
    }
}

/// Whether a token is a name wherever it stands: one of several words. `NULL`, `INFO` and `data` may be anybody's.
pub(super) fn is_telling(token: &str) -> bool {
    is_name(token) && !token.chars().all(|c| c.is_uppercase() || c.is_numeric())
}
