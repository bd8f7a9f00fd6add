//! Include folders as builds state them: `compile_commands.json`, CMake and make.
//!
//! Only what is written down counts: a path with a variable in it that is not one of the few that mean a folder of
//! the project is passed over.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::files::ProjectFiles;
use super::manifest::Manifests;
use super::paths;

/// Include folders of one build file are read up to this many.
const FOLDERS: usize = 1_000;

/// An include folder, and where it holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Include {
    /// The folder of the build file: sources below it are compiled with the include folder.
    pub(super) scope: String,
    /// The include folder.
    pub(super) folder: String,
}

/// Every include folder of the project's builds; sorted, without repeats.
pub(super) fn includes(files: &ProjectFiles, manifests: &mut Manifests<'_>) -> Vec<Include> {
    let mut found = Vec::new();
    for path in manifests.named("compile_commands.json") {
        if let Some(text) = manifests.text(&path) {
            compile_commands(&path, &text, files, manifests, &mut found);
        }
    }
    cmake(manifests, &mut found);
    for name in ["Makefile", "makefile", "GNUmakefile", "Makefile.am"] {
        for path in manifests.named(name) {
            if let Some(text) = manifests.text(&path) {
                makefile(paths::parent(&path), &text, &mut found);
            }
        }
    }
    found.retain(|include| files.has_folder(&include.folder));
    found.compact_sort();
    found.dedup();
    found
}

// compile_commands.json

fn compile_commands(
    path: &str,
    text: &str,
    files: &ProjectFiles,
    manifests: &mut Manifests<'_>,
    found: &mut Vec<Include>,
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
        for folder in include_flags(&entry) {
            let folder = self::absolute(&directory, &folder.replace('\\', "/"));
            if let Some(folder) = below(&folder, root) {
                seen.insert(Include { scope: scope.to_owned(), folder });
            }
        }
        if seen.len() > FOLDERS {
            break;
        }
    }
    found.extend(seen);
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

// CMake

fn cmake(manifests: &mut Manifests<'_>, found: &mut Vec<Include>) {
    let lists: BTreeMap<String, String> = manifests
        .named("CMakeLists.txt")
        .into_iter()
        .filter_map(|path| Some((paths::parent(&path).to_owned(), manifests.text(&path)?)))
        .collect();
    let begins = |text: &str| commands(text).any(|(name, _)| name.eq_ignore_ascii_case("project"));
    let projects: BTreeSet<&str> =
        lists.iter().filter(|(_, text)| begins(text)).map(|(folder, _)| folder.as_str()).collect();
    for (folder, text) in &lists {
        let project = paths::ancestors(folder).find(|folder| projects.contains(folder)).unwrap_or(folder);
        let top =
            paths::ancestors(folder).filter(|folder| lists.contains_key(*folder)).last().unwrap_or(folder);
        let mut count = 0;
        for (name, arguments) in commands(text) {
            let target = name.eq_ignore_ascii_case("target_include_directories");
            if !target && !name.eq_ignore_ascii_case("include_directories") {
                continue;
            }
            for argument in arguments.into_iter().skip(usize::from(target)) {
                if let Some(include) = cmake_path(argument, folder, project, top) {
                    found.push(Include { scope: folder.clone(), folder: include });
                    count += 1;
                }
            }
            if count > FOLDERS {
                break;
            }
        }
    }
}

/// The commands of a list file with their arguments, unquoted.
fn commands(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = skip_blank(rest);
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if let Some(open) = after.trim_start().strip_prefix('(').filter(|_| !name.is_empty()) {
                let (arguments, after) = arguments(open);
                rest = after;
                return Some((name, arguments));
            }
            let mut chars = after.chars();
            chars.next()?;
            rest = chars.as_str();
        }
    })
}

fn skip_blank(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix('#') {
        rest = comment.find('\n').map_or("", |end| comment.get(end..).unwrap_or("")).trim_start();
    }
    rest
}

/// Arguments up to the bracket that closes a command, and what follows.
fn arguments(text: &str) -> (Vec<&str>, &str) {
    let mut found = Vec::new();
    let mut rest = text;
    let mut depth = 0usize;
    loop {
        rest = skip_blank(rest);
        let mut chars = rest.chars();
        match chars.next() {
            None => return (found, ""),
            Some(')') if depth == 0 => return (found, chars.as_str()),
            Some('(') => {
                depth += 1;
                rest = chars.as_str();
            }
            Some(')') => {
                depth -= 1;
                rest = chars.as_str();
            }
            Some('"') => {
                let quoted = chars.as_str();
                let end = quoted.find('"').unwrap_or(quoted.len());
                found.extend(quoted.get(..end));
                rest = quoted.get(end + 1..).unwrap_or("");
            }
            Some(_) => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '#'))
                    .unwrap_or(rest.len());
                found.extend(rest.get(..end));
                rest = rest.get(end.max(1)..).unwrap_or("");
            }
        }
    }
}

fn cmake_path(argument: &str, folder: &str, project: &str, top: &str) -> Option<String> {
    if matches!(argument, "PUBLIC" | "PRIVATE" | "INTERFACE" | "SYSTEM" | "BEFORE" | "AFTER") {
        return None;
    }
    let argument =
        argument.strip_prefix("$<BUILD_INTERFACE:").map_or(argument, |of| of.trim_end_matches('>'));
    let bases = [
        ("${CMAKE_CURRENT_SOURCE_DIR}", folder),
        ("${CMAKE_CURRENT_LIST_DIR}", folder),
        ("${PROJECT_SOURCE_DIR}", project),
        ("${CMAKE_SOURCE_DIR}", top),
    ];
    let based = bases.iter().find_map(|(variable, base)| Some((*base, argument.strip_prefix(variable)?)));
    let (base, rest) = match based {
        Some((base, rest)) => (base, rest.trim_start_matches('/')),
        None => (folder, argument),
    };
    if rest.contains(['$', '<', '>']) { None } else { paths::resolve(base, rest) }
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
                found.push(Include { scope: folder.to_owned(), folder: include });
                count += 1;
            }
            if count > FOLDERS {
                return;
            }
        }
    }
}
