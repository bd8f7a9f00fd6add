//! Names by which documents speak of parts.

use rustc_hash::FxHashMap;

use crate::tokens::is_name;

/// Parts that a name may belong to: one that more of them define says nothing about which is meant.
const MAX_PARTS: usize = 3;

/// Letters of a single word that names a definition, at least.
pub(super) const MIN_WORD_CHARS: usize = 4;

/// A part of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    /// Folders, each with a `/` at its end, and files that belong to it.
    pub places: Vec<String>,
    /// What it is called, each as [`plain`] makes it.
    pub titles: Vec<String>,
    /// The number of the part around it.
    pub parent: Option<u32>,
}

/// The names of a project's parts.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// By number, the parts that a name belongs to; none where these are too many.
    owners: FxHashMap<String, Vec<u32>>,
    /// Files and folders by the last segment of their paths, with their parts.
    files: FxHashMap<String, Vec<(String, u32)>>,
    /// The parts of files and folders that are called so, each as [`plain`] makes it; none where these are several.
    called: FxHashMap<String, Option<u32>>,
}

impl Vocabulary {
    /// Adds a definition's name.
    pub fn add_name(&mut self, name: &str, part: u32) {
        if !is_name(name) && name.chars().count() < MIN_WORD_CHARS {
            return;
        }
        let Some(owners) = self.owners.get_mut(name) else {
            self.owners.insert(name.to_owned(), vec![part]);
            return;
        };
        if !owners.is_empty() && !owners.contains(&part) {
            owners.push(part);
            if owners.len() > MAX_PARTS {
                owners.clear();
            }
        }
    }

    /// Adds a file or a folder; a folder ends in `/`.
    pub fn add_file(&mut self, path: &str, part: u32) {
        let path = path.trim_end_matches('/');
        let name = path.rsplit('/').next().unwrap_or(path);
        self.files.entry(name.to_owned()).or_default().push((path.to_owned(), part));
        let called = self.called.entry(plain(name.split('.').next().unwrap_or(name))).or_insert(Some(part));
        *called = called.filter(|other| *other == part);
    }

    /// The part that alone has files or folders of a name.
    pub(super) fn called(&self, title: &str) -> Option<u32> {
        self.called.get(title).copied().flatten()
    }

    /// The parts that a name means.
    pub(super) fn meant(&self, name: &str) -> Vec<u32> {
        if !name.contains('/')
            && let Some(owners) = self.owners.get(name)
        {
            return owners.clone();
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

/// Whether a token is a name wherever it stands: one of several words. `NULL`, `INFO` and `data` may be anybody's.
pub(super) fn is_telling(token: &str) -> bool {
    is_name(token) && !token.chars().all(|c| c.is_uppercase() || c.is_numeric())
}

/// Letters and digits in lower case, without the ending of a plural: `Invoices` like `invoice`, `stripe-webhooks` like `StripeWebhook`.
pub fn plain(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match name.strip_suffix("ies") {
        Some(stem) if stem.chars().count() > 2 => format!("{stem}y"),
        _ => name.strip_suffix('s').map_or(name.clone(), str::to_owned),
    }
}
