//! Kotlin: classes like Java's, and functions and properties that belong to a package.

use beadloom_model::CompactSort as _;
use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::jvm::{self, Classes};
use super::manifest::Manifests;
use super::{ImportTarget, paths};

pub(super) struct Resolver {
    classes: Arc<Classes>,
    /// What the project's modules say that their packages begin with. Folders of the common root may be left
    /// out: `com.acme.auth.Tokens` in `src/main/kotlin/auth/Tokens.kt`.
    groups: Vec<String>,
}

impl Resolver {
    pub(super) fn new(classes: Arc<Classes>, manifests: &mut Manifests<'_>) -> Self {
        let mut groups = Vec::new();
        for name in ["build.gradle", "build.gradle.kts", "gradle.properties"] {
            for path in manifests.named(name) {
                let text = manifests.text(&path).unwrap_or_default();
                groups.extend(text.lines().filter_map(group).map(str::to_owned));
            }
        }
        groups.compact_sort();
        groups.dedup();
        Self { classes, groups }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> Vec<ImportTarget> {
        self.classes.resolve(from, import, |name| self.below_group(from, name))
    }

    /// A class whose path leaves out the group, or more of the package: then at least its last folder must fit.
    fn below_group(&self, from: &str, name: &str) -> Option<&str> {
        for group in &self.groups {
            let Some(rest) = name.strip_prefix(group.as_str()).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let mut below = rest.replace('.', "/");
            while !below.is_empty() {
                let found = suffixes(&below)
                    .filter(|part| *part == below || part.contains('/'))
                    .find_map(|part| self.classes.below_layout(from, part));
                if found.is_some() {
                    return found;
                }
                below.truncate(paths::parent(&below).len());
            }
        }
        None
    }
}

/// The path, and what is left of it without its first folders.
fn suffixes(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.split_once('/').map(|(_, rest)| rest))
}

/// The group or namespace that a line of a build script or its properties states.
fn group(line: &str) -> Option<&str> {
    let line = line.trim();
    let rest = line.strip_prefix("group").or_else(|| line.strip_prefix("namespace"))?;
    let value = rest.trim_start().trim_start_matches('=').trim();
    let value = value.trim_matches(['"', '\'']);
    let is_package = value.contains('.')
        && jvm::is_name(value)
        && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_'));
    (is_package && !rest.starts_with(char::is_alphanumeric)).then_some(value)
}
