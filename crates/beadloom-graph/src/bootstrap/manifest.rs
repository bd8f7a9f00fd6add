//! What manifests say: a unit's name, its description, and whether it is something that runs.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;

use beadloom_model::LanguageId;
use beadloom_model::languages::LanguageFamily;

use super::formats::{FORMATS, is_dotnet};
use super::kept::Kept;
use super::manifests::{Manifest, ManifestFolders};
use super::scan::assigned;
use super::{FileFact, ProjectFacts, words};

/// Whether a file of this name may make its folder a unit.
pub(super) fn is_manifest(name: &str) -> bool {
    FORMATS.iter().any(|format| (format.matches)(name))
}

/// Whether the file at this path names the whole project without making a unit.
pub(super) fn names_project(path: &str) -> bool {
    matches!(path, "settings.gradle" | "settings.gradle.kts")
}

/// Whether a file of this name says that its folder is deployed.
fn is_deployment(name: &str) -> bool {
    matches!(
        name,
        "Dockerfile" | "Procfile" | "fly.toml" | "serverless.yml" | "serverless.yaml" | "wrangler.toml"
    )
}

/// Finds the folders with manifests, in any order of the files.
pub(super) fn folders(files: &[FileFact]) -> ManifestFolders<'_> {
    let mut found = ManifestFolders::new();
    for file in files {
        let name = words::file_name(&file.path);
        if is_manifest(name) || is_deployment(name) {
            found.entry(words::folder_of(&file.path)).or_default().push(&file.path);
        }
    }
    for paths in found.values_mut() {
        paths.compact_sort();
    }
    found
}

/// Reads the manifests of folders with kept files. A folder without an entry is no unit: its manifest only
/// configures a tool, lists other units, or does not parse.
pub(super) fn read_all<'a>(
    facts: &ProjectFacts<'a>,
    found: &ManifestFolders<'a>,
    kept: &Kept<'a>,
) -> HashMap<&'a str, Manifest> {
    let script = script_majority(facts, found, kept);
    let mut read = HashMap::new();
    // A folder comes after those around it.
    for (&folder, paths) in found {
        if kept.drops(folder) {
            continue;
        }
        let prefers_npm = script.get(folder).copied().unwrap_or(false);
        let deployed = paths.iter().any(|path| is_deployment(words::file_name(path)));
        let manifest = match read_folder(facts, paths, prefers_npm) {
            Some(manifest) => Some(manifest),
            None if deployed && is_deployed_alone(folder, &read) => Some(Manifest::default()),
            None => None,
        };
        if let Some(mut manifest) = manifest {
            manifest.runs |= deployed;
            if folder.is_empty() && manifest.name.is_none() {
                manifest.name = gradle_project(facts);
            }
            read.insert(folder, manifest);
        }
    }
    read
}

/// What is deployed by itself is a unit, unless it only holds the sources of one or helps to build the package
/// around it.
fn is_deployed_alone(folder: &str, read: &HashMap<&str, Manifest>) -> bool {
    let mut above = folder;
    while !above.is_empty() {
        above = words::folder_of(above);
        if !above.is_empty() && read.contains_key(above) {
            return false;
        }
    }
    folder.is_empty() || !words::is_container(words::file_name(folder))
}

fn read_folder(facts: &ProjectFacts, paths: &[&str], prefers_npm: bool) -> Option<Manifest> {
    let mut ranked: Vec<(usize, &str)> = Vec::new();
    for &path in paths {
        let name = words::file_name(path);
        if let Some(rank) = FORMATS.iter().position(|format| (format.matches)(name)) {
            let first = prefers_npm && name == "package.json";
            ranked.push((if first { 0 } else { rank + 1 }, path));
        }
    }
    ranked.compact_sort();
    let mut merged: Option<Manifest> = None;
    for (_, path) in ranked {
        let name = words::file_name(path);
        let Some(format) = FORMATS.iter().find(|format| (format.matches)(name)) else { continue };
        let Some(mut manifest) = (facts.read)(path).and_then(|text| (format.read)(&text)) else { continue };
        if is_dotnet(name) && manifest.name.is_none() {
            manifest.name = Some(words::stem(path).to_owned());
        }
        // The first speaks; another fills in what it leaves open.
        merged = Some(match merged {
            None => manifest,
            Some(first) => Manifest {
                name: first.name.or(manifest.name),
                description: first.description.or(manifest.description),
                runs: first.runs,
                library: first.library,
            },
        });
    }
    merged
}

/// Which folders with manifests hold more JavaScript and TypeScript than anything else.
fn script_majority<'a>(
    facts: &ProjectFacts<'a>,
    found: &ManifestFolders<'a>,
    kept: &Kept<'a>,
) -> HashMap<&'a str, bool> {
    let mut counts: HashMap<&'a str, (u32, u32)> = HashMap::new();
    for &index in &kept.files {
        let Some(file) = facts.files.get(index as usize) else { continue };
        let family = LanguageId::of_path(&file.path).map(LanguageId::family);
        let script = family == Some(LanguageFamily::Ecma) || words::extension(&file.path) == "astro";
        let mut folder = words::folder_of(&file.path);
        while !folder.is_empty() && !found.contains_key(folder) {
            folder = words::folder_of(folder);
        }
        let (scripts, all) = counts.entry(folder).or_default();
        *scripts += u32::from(script);
        *all += 1;
    }
    counts.into_iter().map(|(folder, (scripts, all))| (folder, scripts * 2 > all)).collect()
}

fn gradle_project(facts: &ProjectFacts) -> Option<String> {
    ["settings.gradle", "settings.gradle.kts"]
        .iter()
        .filter(|path| facts.files.iter().any(|file| file.path == **path))
        .find_map(|path| assigned(&(facts.read)(path)?, "rootProject.name").map(str::to_owned))
}
