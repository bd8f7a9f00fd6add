//! Which files make parts: source code of the product, not what tests, shows, builds or documents it.

use beadloom_model::{CompactSort as _, FolderKind};
use std::collections::{HashMap, HashSet};

use super::manifests::ManifestFolders;
use super::named_folders::Stated;
use super::{FileFact, ProjectFacts, words};
use crate::test_paths::{is_test_folder, is_test_project};

/// The files that make parts.
pub(super) struct Kept<'a> {
    /// Indexes into the facts, by path.
    pub(super) files: Vec<u32>,
    /// Every folder that was asked about, and whether its files are left out.
    dropped: HashMap<&'a str, bool>,
}

impl Kept<'_> {
    /// Whether the files of a folder with a manifest are left out.
    pub(super) fn drops(&self, folder: &str) -> bool {
        self.dropped.get(folder).copied().unwrap_or(false)
    }
}

/// How much a file counts as code of the product.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// Source code outside tests and the like.
    Product,
    /// Scripts and queries outside tests and the like.
    Auxiliary,
    /// Source code of tests, examples, tools.
    Aside,
}

/// Picks the files of the best tier that has any, so that a project of shell scripts, or one of examples, still
/// has parts.
pub(super) fn select<'a>(
    facts: &ProjectFacts<'a>,
    manifests: &ManifestFolders<'a>,
    stated: &Stated,
) -> Kept<'a> {
    let scopes = scope_folders(facts.scopes);
    let rules = Rules {
        manifests,
        docs_sites: documentation_sites(facts.files),
        tools: kept_tools(manifests, stated),
        aside: folders_aside(facts.files),
        scopes,
    };
    let mut dropped: HashMap<&'a str, bool> = HashMap::new();
    for folder in manifests.keys() {
        rules.decide(folder, &mut dropped);
    }
    let mut tiers: Vec<(Tier, u32)> = Vec::new();
    for (index, file) in (0u32..).zip(facts.files) {
        if !in_scope(&file.path, &rules.scopes) {
            continue;
        }
        if let Some(tier) = rules.tier_of(file, &mut dropped) {
            tiers.push((tier, index));
        }
    }
    let best = tiers.iter().map(|&(tier, _)| tier).min();
    let mut files: Vec<u32> =
        tiers.into_iter().filter(|&(tier, _)| Some(tier) == best).map(|(_, index)| index).collect();
    files.compact_sort_by(|&a, &b| path_at(facts.files, a).cmp(path_at(facts.files, b)));
    Kept { files, dropped }
}

/// The path of a file by its index.
pub(super) fn path_at(files: &[FileFact], index: u32) -> &str {
    files.get(index as usize).map_or("", |file| file.path.as_str())
}

/// The folders to which the plan is limited, without `/` at their ends; an empty one is the whole project.
pub(super) fn scope_folders(scopes: &[String]) -> Vec<&str> {
    let mut folders: Vec<&str> =
        scopes.iter().map(|scope| scope.trim_start_matches("./").trim_end_matches('/')).collect();
    if folders.iter().any(|folder| folder.is_empty() || *folder == ".") {
        folders.clear();
    }
    folders.compact_sort();
    folders.dedup();
    folders
}

fn in_scope(path: &str, scopes: &[&str]) -> bool {
    scopes.is_empty() || scopes.iter().any(|scope| is_within(path, scope))
}

/// Whether a path lies in a folder (or is that path).
pub(super) fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Folders that a documentation site generator renders.
fn documentation_sites(files: &[FileFact]) -> Vec<&str> {
    let mut sites: Vec<&str> = files
        .iter()
        .filter(|file| words::file_name(&file.path).starts_with("docusaurus.config."))
        .map(|file| words::folder_of(&file.path))
        .filter(|folder| !folder.is_empty())
        .collect();
    sites.compact_sort();
    sites
}

/// Folders that are no part by what most of their files are: `bin` with what only starts something else, by files without an
/// ending, and `test` with tests, by their names. Others of these names are parts: `django/test` helps to write tests.
fn folders_aside(files: &[FileFact]) -> HashSet<&str> {
    let mut counts: HashMap<&str, (u32, u32)> = HashMap::new();
    for file in files {
        let folder = words::folder_of(&file.path);
        let name = words::file_name(folder);
        let code = words::is_code(&file.path);
        let is_aside = match () {
            () if is_test_folder(name) => code && words::is_test(&file.path),
            () if name == "bin" => words::extension(&file.path).is_empty(),
            () => continue,
        };
        let (aside, others) = counts.entry(folder).or_default();
        *aside += u32::from(is_aside);
        *others += u32::from(code && !is_aside);
    }
    counts.into_iter().filter(|(_, (aside, others))| aside > others).map(|(folder, _)| folder).collect()
}

/// What decides about folders.
struct Rules<'r, 'a> {
    manifests: &'r ManifestFolders<'a>,
    docs_sites: Vec<&'a str>,
    tools: HashSet<String>,
    aside: HashSet<&'a str>,
    scopes: Vec<&'a str>,
}

impl<'a> Rules<'_, 'a> {
    fn tier_of(&self, file: &'a FileFact, dropped: &mut HashMap<&'a str, bool>) -> Option<Tier> {
        let code = words::is_code(&file.path);
        let auxiliary = !code && words::is_auxiliary(&file.path);
        if (!code && !auxiliary) || file.generated || words::is_setup(&file.path) {
            return None;
        }
        let folder = words::folder_of(&file.path);
        if words::is_test(&file.path) || self.decide(folder, dropped) {
            let foreign = folder
                .split('/')
                .any(|name| FolderKind::is_one(name, &[FolderKind::Vendored]) || name.starts_with('.'));
            return (code && !foreign).then_some(Tier::Aside);
        }
        Some(if code { Tier::Product } else { Tier::Auxiliary })
    }

    /// Whether a folder's files are left out; remembers the answer for it and the folders above.
    fn decide(&self, folder: &'a str, dropped: &mut HashMap<&'a str, bool>) -> bool {
        // Upwards to the first folder that is decided, then down again: no recursion on deep trees.
        let mut undecided: Vec<&'a str> = Vec::new();
        let mut at = folder;
        let mut answer = loop {
            if at.is_empty() || self.scopes.contains(&at) {
                break false; // what a person named is wanted, whatever it is called
            }
            if let Some(&known) = dropped.get(at) {
                break known;
            }
            undecided.push(at);
            at = words::folder_of(at);
        };
        for folder in undecided.into_iter().rev() {
            if !answer {
                let name = words::file_name(folder);
                let above = words::folder_of(folder);
                answer = words::never_kept(name)
                    || is_test_project(name)
                    || words::is_migrations_project(name)
                    || words::is_setup(folder)
                    || self.aside.contains(folder)
                    || self.docs_sites.binary_search(&folder).is_ok()
                    || (words::not_kept_beside(name)
                        && is_beside_manifest(above, self.manifests)
                        && !self.tools.contains(folder))
                    || is_test_source_set(name, above, self.manifests);
            }
            dropped.insert(folder, answer);
        }
        answer
    }
}

/// Folders of tools that are part of the product: with packages of their own, or named by the maintainers.
fn kept_tools(manifests: &ManifestFolders, stated: &Stated) -> HashSet<String> {
    let inside = manifests.keys().filter_map(|folder| {
        let mut at = words::folder_of(folder);
        while !at.is_empty() && !words::is_tools(words::file_name(at)) {
            at = words::folder_of(at);
        }
        (!at.is_empty()).then(|| at.to_owned())
    });
    let named = stated.folders().filter(|folder| words::is_tools(words::file_name(folder)));
    inside.chain(named.map(str::to_owned)).collect()
}

/// The root, a folder with a manifest, or the `src` of one.
fn is_beside_manifest(above: &str, manifests: &ManifestFolders) -> bool {
    above.is_empty()
        || manifests.contains_key(above)
        || (words::file_name(above) == "src" && has_manifest(words::folder_of(above), manifests))
}

fn has_manifest(folder: &str, manifests: &ManifestFolders) -> bool {
    folder.is_empty() || manifests.contains_key(folder)
}

/// `src/commonTest`, `src/jmh` and their like.
fn is_test_source_set(name: &str, above: &str, manifests: &ManifestFolders) -> bool {
    let test = name.ends_with("Test") || name.ends_with("Tests") || name.ends_with("TestFixtures");
    (test || matches!(name, "jmh" | "jcstress"))
        && words::file_name(above) == "src"
        && has_manifest(words::folder_of(above), manifests)
}
