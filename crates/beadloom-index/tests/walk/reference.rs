//! What a project's files are by the walker of the `ignore` crate: slower, and written by others.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use beadloom_graph::Config;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{DirEntry, WalkBuilder};

const NEVER: &[&str] = &["node_modules", ".venv", "venv", "__pycache__", ".git"];
const OUTPUT: &[(&str, &str)] =
    &[("target", "Cargo.toml"), ("dist", "package.json"), ("build", "package.json")];

/// Paths relative to the root, which is absolute and without links.
pub fn files(root: &Path, config: &Config) -> BTreeSet<String> {
    let mut builder = GitignoreBuilder::new(root);
    for pattern in &config.ignore_paths {
        let _ = builder.add_line(None, pattern);
    }
    let ignored = builder.build().unwrap();
    let starts: Vec<PathBuf> = config
        .scan_paths
        .iter()
        .filter_map(|path| root.join(path).canonicalize().ok())
        .filter(|path| path.starts_with(root))
        .collect();
    let mut found = BTreeSet::new();
    let mut links = Vec::new();
    if !starts.is_empty() {
        walk(root, &starts, Some(&ignored), &mut found, &mut links);
    }
    let graph = root.join(".beadloom/_graph");
    let mut in_graph = Vec::new();
    if graph.is_dir() {
        walk(root, &[graph], None, &mut found, &mut in_graph);
    }
    // A graph has its files where it lies, also where these are links.
    for link in in_graph {
        let Ok(target) = link.canonicalize() else { continue };
        let (Some(from), Some(to)) = (relative(root, &target), relative(root, &link)) else { continue };
        let mut below = BTreeSet::new();
        walk(root, &[target], None, &mut below, &mut Vec::new());
        found.extend(below.iter().filter_map(|path| Some(format!("{to}{}", path.strip_prefix(&from)?))));
    }
    // What links lead to counts where it lies, whatever the rules say of it.
    let mut followed: BTreeSet<PathBuf> = BTreeSet::new();
    while !links.is_empty() {
        for target in std::mem::take(&mut links).into_iter().collect::<BTreeSet<_>>() {
            if target.ancestors().any(|above| followed.contains(above)) {
                continue;
            }
            followed.insert(target.clone());
            if target.is_dir() {
                walk(root, &[target], Some(&ignored), &mut found, &mut links);
            } else {
                found.extend(relative(root, &target));
            }
        }
    }
    found
}

fn walk(
    root: &Path,
    starts: &[PathBuf],
    ignored: Option<&Gitignore>,
    found: &mut BTreeSet<String>,
    links: &mut Vec<PathBuf>,
) {
    let mut builder = WalkBuilder::new(&starts[0]);
    starts[1..].iter().for_each(|start| {
        builder.add(start);
    });
    builder.standard_filters(ignored.is_some()).require_git(false).follow_links(false);
    if let Some(ignored) = ignored.cloned() {
        builder.add_custom_ignore_filename(".beadloomignore");
        builder.filter_entry(move |entry| keep(entry, &ignored));
    }
    for entry in builder.build().flatten() {
        let Some(kind) = entry.file_type() else { continue };
        if kind.is_symlink() {
            let Ok(target) = entry.path().canonicalize() else { continue };
            if !target.starts_with(root) || entry.path().starts_with(&target) {
                continue;
            }
            if ignored.is_none() {
                if target.is_dir() {
                    links.push(entry.path().to_owned());
                } else {
                    found.extend(relative(root, entry.path()));
                }
                continue;
            }
            let below = target.strip_prefix(root).unwrap_or(&target);
            let mut parts = below.components().filter_map(|part| part.as_os_str().to_str());
            if !parts.any(|part| NEVER.contains(&part)) {
                links.push(target);
            }
        } else if kind.is_file() {
            found.extend(relative(root, entry.path()));
        }
    }
}

fn keep(entry: &DirEntry, ignored: &Gitignore) -> bool {
    let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
    if entry.depth() > 0 && is_dir {
        let Some(name) = entry.file_name().to_str() else { return true };
        let beside = |manifest: &str| entry.path().with_file_name(manifest).is_file();
        if NEVER.contains(&name)
            || OUTPUT.iter().any(|(output, manifest)| *output == name && beside(manifest))
        {
            return false;
        }
    }
    !ignored.matched(entry.path(), is_dir).is_ignore()
}

fn relative(root: &Path, path: &Path) -> Option<String> {
    Some(path.strip_prefix(root).ok()?.to_str()?.to_owned())
}
