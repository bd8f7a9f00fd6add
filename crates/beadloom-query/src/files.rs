//! A file that is asked for by its path.

use std::collections::BTreeMap;

use beadloom_graph::paths;
use beadloom_model::requests::SearchRequest;
use beadloom_model::{Code, Error, LanguageId, Result};
use beadloom_store::{FileInfo, Store};

use crate::names::near;
use crate::odd_names::path_meant;
use crate::text;

/// Paths that are looked through for one like an unknown one.
const MAX_PATHS: usize = 200_000;

/// Suggestions for an unknown path.
const OFFERED: usize = 5;

/// Whether files of code have that ending, and members hardly: what only describes builds and the like is left out.
pub(crate) fn is_counted(ending: &str) -> bool {
    LanguageId::of_extension(ending)
        .is_some_and(|language| language.facts().counted_extensions().any(|counted| counted == ending))
}

/// The file at a path of the project.
///
/// # Errors
/// `usage` for an empty path, `outside_root` for one that leads out of the project, `not_found` with files of that or a
/// similar name, also for a folder; store errors.
pub(crate) fn file_named(store: &Store, path: &str) -> Result<FileInfo> {
    if path.trim().is_empty() {
        return Err(Error::new(Code::Usage, "the path of the file is empty"));
    }
    let shown = text::cut_at_word(&text::line(path), 200);
    let path = match (path_meant(store, path)?, paths::normalise(path)) {
        (Some(path), _) | (None, Ok(path)) => path,
        (None, Err(problem)) => {
            return Err(Error::new(problem.code(), format!("\"{shown}\" {problem}")).hint(problem.hint()));
        }
    };
    if let Some(file) = store.file(path.trim_end_matches('/'))? {
        return Ok(file);
    }
    let folder = if path == paths::ROOT { "" } else { path.trim_end_matches('/') };
    let inside = store.code_files_below(folder, OFFERED)?;
    if !inside.is_empty() {
        let names: Vec<String> = inside.iter().map(|(_, path)| text::line(path)).collect();
        return Err(Error::new(Code::NotFound, format!("\"{shown}\" is a folder, not a file"))
            .hint(format!("name a file, such as {}", names.join(", "))));
    }
    let names = similar(store, &path)?;
    Err(Error::new(Code::NotFound, format!("no file \"{shown}\" in the project")).hint_with(|hints| {
        if names.is_empty() {
            let search = hints.call::<SearchRequest>("");
            format!("Paths are relative to the project's root; {search} looks for words in them")
        } else {
            format!("Did you mean: {}?", names.join(", "))
        }
    }))
}

/// Paths that end like the one given; else those whose last part is near its last part; by path, at most five.
pub(crate) fn similar(store: &Store, path: &str) -> Result<Vec<String>> {
    let known = store.paths_with_content(MAX_PATHS)?;
    let ending = format!("/{path}");
    let mut found: Vec<String> = known
        .iter()
        .filter(|known| known.ends_with(&ending))
        .take(OFFERED)
        .map(|path| text::line(path))
        .collect();
    if found.is_empty() {
        let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut by_name: BTreeMap<String, Vec<&String>> = BTreeMap::new();
        for path in &known {
            by_name.entry(last(path)).or_default().push(path);
        }
        for name in near(&last(path), by_name.keys().map(String::as_str), OFFERED) {
            found.extend(by_name.get(name).into_iter().flatten().map(|path| text::line(path)));
        }
        found.truncate(OFFERED);
    }
    Ok(found)
}
