//! What maintainers state about paths in files made for it: CODEOWNERS, the labeler's configuration, and OWNERS
//! files with labels. A folder named there is a part.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeSet, HashSet};

use super::document::is_default_document_path;
use super::named_folders::Stated;
use super::parts::{Class, Part, Parts};
use super::tree::Tree;
use super::{Confidence, ProjectFacts, inputs, words};

/// A label with more paths than this is about a kind of change, not about a part.
const PATHS_OF_A_LABEL: usize = 8;

/// More statements than this are generated.
const MAX_STATEMENTS: usize = 2_000;

/// Folders in folders in folders: hardly anybody names these.
const TRUSTED_LEVELS: usize = 2;

/// Reads the files; of CODEOWNERS and of the labeler's the first that exists.
pub(super) fn read(facts: &ProjectFacts) -> Stated {
    let wanted = |paths: &'static [&'static str]| {
        let present: HashSet<&str> =
            facts.files.iter().map(|file| file.path.as_str()).filter(|path| paths.contains(path)).collect();
        paths.iter().find(|path| present.contains(**path)).and_then(|path| (facts.read)(path))
    };
    let mut stated = Stated::default();
    if let Some(text) = wanted(inputs::CODEOWNERS) {
        stated.folders.extend(text.lines().take(MAX_STATEMENTS).filter_map(owned_folder));
    }
    if let Some(text) = wanted(inputs::LABELERS) {
        stated.folders.extend(labelled_folders(&text));
    }
    let owners = facts.files.iter().map(|file| file.path.as_str()).filter(|path| {
        words::file_name(path) == inputs::OWNERS && inputs::is_input(path) && path.contains('/')
    });
    let mut owners: Vec<&str> = owners.collect();
    owners.compact_sort();
    for path in owners.into_iter().take(MAX_STATEMENTS) {
        if (facts.read)(path).is_some_and(|text| text.lines().any(|line| line.trim_end() == "labels:")) {
            stated.folders.insert(words::folder_of(path).to_owned());
        }
    }
    stated
}

/// The folder of a CODEOWNERS line: `/src/billing/ @team`, `/src/billing/** @team`.
fn owned_folder(line: &str) -> Option<String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', '[', '^']) {
        return None;
    }
    let pattern = line.split_whitespace().next()?;
    // Without a `/` before its end a pattern matches at any depth.
    let anchored = pattern.starts_with('/') || pattern.trim_end_matches(['/', '*']).contains('/');
    if anchored { folder_of_pattern(pattern) } else { None }
}

/// The folder that a pattern covers whole; `None` for any other.
fn folder_of_pattern(pattern: &str) -> Option<String> {
    let pattern = pattern.trim_start_matches("./").trim_start_matches('/');
    let mut folder = pattern;
    while let Some(shorter) =
        folder.strip_suffix("/**").or_else(|| folder.strip_suffix("/*")).or_else(|| folder.strip_suffix('/'))
    {
        folder = shorter;
    }
    let plain = !folder.is_empty() && !folder.contains(['*', '?', '[', '{', '!', '\\']);
    (plain && folder.len() < 1_000).then(|| folder.to_owned())
}

/// The folders of labels with few paths.
fn labelled_folders(text: &str) -> Vec<String> {
    let Ok(labels) = serde_saphyr::from_str::<serde_json::Value>(text) else { return Vec::new() };
    let mut found = Vec::new();
    for (_, value) in labels.as_object().into_iter().flatten().take(MAX_STATEMENTS) {
        let mut patterns = Vec::new();
        collect(value, 6, &mut patterns);
        let folders: BTreeSet<String> = patterns.into_iter().filter_map(folder_of_pattern).collect();
        if folders.len() <= PATHS_OF_A_LABEL {
            found.extend(folders);
        }
    }
    found
}

/// The globs of a label, in the old form (a list) and the new (`changed-files`).
fn collect<'v>(value: &'v serde_json::Value, depth: usize, into: &mut Vec<&'v str>) {
    if depth == 0 || into.len() > MAX_STATEMENTS {
        return;
    }
    match value {
        serde_json::Value::String(pattern) => into.push(pattern),
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect(item, depth - 1, into)),
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                if !key.contains("branch") && !key.contains("all-globs-to") {
                    collect(value, depth - 1, into);
                }
            }
        }
        _ => {}
    }
}

/// How far to trust each part: units and what people described most, groups of files least.
pub(super) fn confidences(
    facts: &ProjectFacts,
    tree: &Tree,
    parts: &Parts,
    ids: &[String],
    stated: &Stated,
) -> Vec<Confidence> {
    let described = Described::find(facts);
    parts
        .list
        .iter()
        .zip(ids)
        .map(|(part, id)| {
            let places =
                part.folder.and_then(|folder| tree.folder(folder)).map(|folder| folder.places.as_slice());
            let places = places.unwrap_or(&[]);
            let is =
                |known: &dyn Fn(&str) -> bool| known(part.dir) || places.iter().any(|place| known(place));
            match part.class {
                Class::Unit | Class::Root => Confidence::High,
                Class::Group => Confidence::Low,
                Class::Folder
                    if is(&|place| stated.folders.contains(place))
                        || is(&|place| described.readmes.contains(place))
                        || described.pages.contains(&words::folded(id)) =>
                {
                    // A page named `views` is about the part of that id, not about every folder of that name.
                    Confidence::High
                }
                Class::Folder if folder_levels(parts, part) > TRUSTED_LEVELS => Confidence::Low,
                Class::Folder => Confidence::Medium,
            }
        })
        .collect()
}

/// How many folders in one another are parts, up to the unit or project around them.
fn folder_levels(parts: &Parts, part: &Part) -> usize {
    let mut levels = 0;
    let mut at = Some(part);
    while let Some(part) = at.filter(|part| part.class == Class::Folder && levels <= TRUSTED_LEVELS) {
        levels += 1;
        at = part.parent.and_then(|parent| parts.list.get(parent as usize));
    }
    levels
}

/// What documentation there is, by path alone.
struct Described<'a> {
    /// Folders with a README.
    readmes: HashSet<&'a str>,
    /// Names of pages and folders under `docs/`, folded.
    pages: HashSet<String>,
}

impl<'a> Described<'a> {
    fn find(facts: &ProjectFacts<'a>) -> Self {
        let mut readmes = HashSet::new();
        let mut pages = HashSet::new();
        for file in facts.files {
            let name = words::file_name(&file.path);
            if inputs::is_readme(name) {
                readmes.insert(words::folder_of(&file.path));
            }
            let prose = matches!(words::extension(name), "md" | "mdx" | "rst" | "txt" | "adoc");
            let is_page = prose && !is_default_document_path(&file.path);
            if is_page
                && file.path.split('/').any(|folder| matches!(folder, "docs" | "doc" | "documentation"))
            {
                pages.insert(words::folded(words::stem(name)));
                pages.insert(words::folded(words::file_name(words::folder_of(&file.path))));
            }
        }
        Self { readmes, pages }
    }
}
