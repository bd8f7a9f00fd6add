//! Which project of a repository a file is of, where types of one whole name are different types in each.

use beadloom_model::{LanguageId, Result};
use beadloom_store::{Store, SymbolRow};

use crate::lists::firsts;

/// Project files that are looked at.
const MAX_PROJECT_FILES: usize = 20_000;

/// Whether all definitions are of one project, or of projects of which one uses the other: a part of a type of C# is of the
/// project that it is compiled in, and a class of Ruby is opened again by what is loaded with it.
pub(crate) fn are_together(store: &Store, rows: &[SymbolRow]) -> Result<bool> {
    let Some(first) = rows.first() else { return Ok(true) };
    let folders = match LanguageId::of_path(&first.file_path) {
        Some(LanguageId::CSharp) => {
            let projects = folders_of(store, ".csproj")?;
            each(rows, |path| nearest(&projects, path))
        }
        Some(LanguageId::Ruby) => {
            let (bundles, gems) = (folders_of(store, "Gemfile")?, folders_of(store, ".gemspec")?);
            each(rows, |path| nearest(&bundles, path).or_else(|| nearest(&gems, path)))
        }
        _ => return Ok(true),
    };
    let [one, others @ ..] = folders.as_slice() else { return Ok(true) };
    if LanguageId::of_path(&first.file_path) == Some(LanguageId::CSharp) {
        return Ok(others.is_empty());
    }
    for other in others {
        if !store.imports_between(one, other)? && !store.imports_between(other, one)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The projects of the files of definitions, each once; the root for what is in none.
fn each(rows: &[SymbolRow], project: impl Fn(&str) -> Option<String>) -> Vec<String> {
    firsts(rows.iter().map(|row| project(&row.file_path).unwrap_or_default())).collect()
}

/// Folders with a file whose path ends like this, each ending in `/`; `""` for the root.
fn folders_of(store: &Store, ending: &str) -> Result<Vec<String>> {
    let paths = store.paths_ending(ending, MAX_PROJECT_FILES)?;
    let named = |path: &&String| ending.starts_with('.') || path.rsplit('/').next() == Some(ending);
    Ok(paths
        .iter()
        .filter(named)
        .map(|path| path.get(..folder_length(path)).unwrap_or("").to_owned())
        .collect())
}

/// The innermost of the folders that a file lies in.
fn nearest(folders: &[String], path: &str) -> Option<String> {
    folders
        .iter()
        .filter(|folder| path.starts_with(folder.as_str()))
        .max_by_key(|folder| folder.len())
        .cloned()
}

fn folder_length(path: &str) -> usize {
    path.rfind('/').map_or(0, |at| at + 1)
}
