//! Include folders as builds state them: `compile_commands.json`, CMake and make.
//!
//! Only what is written down counts: a path with a variable in it that is not one of the few that mean a folder of
//! the project is passed over.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::c_cmake::{CMake, cmake};
use super::c_include::Include;
use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::paths;

/// Include folders of one build file are read up to this many.
const FOLDERS: usize = 1_000;

/// Files whose commands are kept.
const MAX_COMMAND_ITEMS: usize = 200_000;

/// What the builds of the project say.
#[derive(Debug, Default)]
pub(super) struct Builds {
    /// Sorted, without repeats.
    pub(super) includes: Vec<Include>,
    /// See [`CMake::links`](super::c_cmake::CMake).
    pub(super) links: BTreeMap<String, BTreeSet<String>>,
    /// The include folders of a file whose command is known, in their order.
    pub(super) of_file: BTreeMap<String, Vec<String>>,
}

/// Every include folder of the project's builds.
pub(super) fn builds(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> Builds {
    let mut builds = Builds::default();
    for path in manifests.named("compile_commands.json") {
        if let Some(text) = manifests.text(&path) {
            compile_commands(&path, &text, files, manifests, &mut builds);
        }
    }
    let CMake { includes, links } = cmake(manifests);
    builds.links = links;
    let found = &mut builds.includes;
    found.extend(includes);
    for name in ["Makefile", "makefile", "GNUmakefile", "Makefile.am"] {
        for path in manifests.named(name) {
            if let Some(text) = manifests.text(&path) {
                makefile(paths::parent(&path), &text, found);
            }
        }
    }
    found.retain(|include| files.has_folder(&include.folder));
    found.compact_sort();
    found.dedup();
    builds
}

// compile_commands.json

fn compile_commands(
    path: &str,
    text: &str,
    files: &ProjectFiles,
    manifests: &mut Manifests<'_>,
    builds: &mut Builds,
) {
    let Ok(Value::Array(entries)) = serde_json::from_str::<Value>(text) else {
        manifests.broken(path, 1, 1, "it holds no list of commands");
        return;
    };
    // Many files are compiled alike: each folder counts once per folder of sources.
    let mut seen: BTreeSet<Include> = BTreeSet::new();
    for entry in entries {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or("").replace('\\', "/");
        let (directory, file) = (text("directory"), text("file"));
        let absolute = absolute(&directory, &file);
        let Some((root, source)) = split_root(&absolute, files) else { continue };
        let scope = paths::parent(source);
        let mut of_file: Vec<String> = Vec::new();
        for folder in include_flags(&entry) {
            let folder = self::absolute(&directory, &folder.replace('\\', "/"));
            if let Some(folder) = below(&folder, root) {
                if of_file.len() < FOLDERS && !of_file.contains(&folder) {
                    of_file.push(folder.clone());
                }
                let scope = scope.to_owned();
                if seen.len() < FOLDERS {
                    seen.insert(Include { scope, folder, is_public: false, is_of_commands: true });
                }
            }
        }
        if builds.of_file.len() < MAX_COMMAND_ITEMS {
            builds.of_file.entry(source.to_owned()).or_insert(of_file);
        }
    }
    builds.includes.extend(seen);
}

/// The folders after `-I` and its kind.
fn include_flags(entry: &Value) -> Vec<String> {
    let words: Vec<String> = match entry.get("arguments").and_then(Value::as_array) {
        Some(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => words(entry.get("command").and_then(Value::as_str).unwrap_or("")),
    };
    flags(words.iter().map(String::as_str))
}

fn flags<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut folders = Vec::new();
    let mut takes = false;
    for word in words {
        if std::mem::take(&mut takes) {
            folders.push(word.to_owned());
        } else if matches!(word, "-I" | "-isystem" | "-iquote" | "/I") {
            takes = true;
        } else if let Some(folder) = ["-isystem", "-iquote", "-I", "/I"]
            .iter()
            .find_map(|flag| word.strip_prefix(flag))
            .filter(|folder| !folder.is_empty())
        {
            folders.push(folder.to_owned());
        }
        if folders.len() == FOLDERS {
            break;
        }
    }
    folders
}

/// A command cut into words; quotes hold them together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote: Option<char> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => word.extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.push(c),
            ('"' | '\'', None) => quote = Some(c),
            (c, None) if c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            (c, None) => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

fn absolute(directory: &str, path: &str) -> String {
    let rooted = path.starts_with('/') || path.get(1..2) == Some(":");
    let joined = if rooted || directory.is_empty() { path.to_owned() } else { format!("{directory}/{path}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The project's root on the machine that wrote the file, and the source below it: the longest end of the path that
/// is a file of the project.
fn split_root<'a>(absolute: &'a str, files: &ProjectFiles) -> Option<(&'a str, &'a str)> {
    let mut at = 0;
    loop {
        let rest = absolute.get(at..)?;
        if files.has_file(rest) {
            return Some((absolute.get(..at)?.trim_end_matches('/'), rest));
        }
        at += rest.find('/')? + 1;
    }
}

/// A folder below the root; `""` is the root.
fn below(folder: &str, root: &str) -> Option<String> {
    if folder == root {
        return Some(String::new());
    }
    if root.is_empty() {
        return Some(folder.to_owned());
    }
    folder.strip_prefix(root)?.strip_prefix('/').map(str::to_owned)
}

// make

fn makefile(folder: &str, text: &str, found: &mut Vec<Include>) {
    let bases = ["$(top_srcdir)", "${top_srcdir}", "$(srcdir)", "${srcdir}", "$(CURDIR)", "${CURDIR}"];
    let mut count = 0;
    for line in text.lines().filter(|line| line.contains("-I") && !line.trim_start().starts_with('#')) {
        for flag in flags(line.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))) {
            let based = bases.iter().find_map(|base| flag.strip_prefix(base));
            // Where the top lies, a makefile does not say.
            let top = flag.contains("top_srcdir");
            let path = based.unwrap_or(&flag);
            let path = if based.is_some() { path.trim_start_matches('/') } else { path };
            if path.contains('$') {
                continue;
            }
            let from = if top { "" } else { folder };
            if let Some(include) = paths::resolve(from, path) {
                found.push(Include {
                    scope: folder.to_owned(),
                    folder: include,
                    is_public: false,
                    is_of_commands: false,
                });
                count += 1;
            }
            if count > FOLDERS {
                return;
            }
        }
    }
}
