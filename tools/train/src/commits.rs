//! What a commit's subject says and the file that it changed most.

use std::path::Path;

use crate::Result;
use crate::comments::describes;
use crate::corpus::Repository;

/// Commits that are looked at, the newest.
const MOST_COMMITS: &str = "2000";

/// Commits that change more files are about nothing in particular.
const MOST_FILES: usize = 3;

/// Words that begin subjects about the work and not about the code.
const NOT_ABOUT_CODE: &[&str] = &[
    "bump",
    "release",
    "merge",
    "revert",
    "version",
    "prepare",
    "upgrade",
    "update",
    "changelog",
    "format",
    "lint",
    "typo",
    "typos",
    "fix typo",
    "fix typos",
    "cleanup",
    "ci",
    "chore",
    "docs",
    "doc",
    "style",
    "build",
    "wip",
    "run",
    "apply",
    "address",
    "review",
    "rename",
    "move",
    "delete",
    "translated",
    "i18n",
    "deps",
    "test",
    "tests",
];

/// A subject, and what it changed.
pub struct Change {
    /// Without a number of an issue or a kind of commit.
    pub subject: String,
    /// Of the file with the most changed lines.
    pub path: String,
    /// The lines of its longest change as they are after it, with those around them.
    pub code: String,
    /// The definitions that Git names over the changes.
    pub around: String,
}

/// Calls `each` with the changes of the newest commits, the newest first; `wants` says which files count.
pub fn each_change(
    repository: &Repository,
    repositories: &Path,
    longest: usize,
    each: &mut dyn FnMut(Change),
) -> Result<()> {
    let arguments = [
        // Larger files are not read, and not compared.
        "-c",
        "core.bigFileThreshold=256k",
        "log",
        "--no-merges",
        "--no-renames",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        "--patch",
        "--unified=6",
        "--diff-filter=M",
        "--format=%x00%s",
        "-n",
        MOST_COMMITS,
        repository.commit.as_str(),
    ];
    let output = repository.git(repositories, &arguments).output()?;
    if !output.status.success() {
        eprintln!("{}: its history is not whole", repository.name);
    }
    for commit in String::from_utf8_lossy(&output.stdout).split('\0') {
        let Some((subject, patch)) = commit.split_once('\n') else { continue };
        let Some(subject) = about(subject) else { continue };
        if let Some(change) = largest(repository, patch, longest) {
            each(Change { subject, ..change });
        }
    }
    Ok(())
}

/// What a subject says about the code, if that is what it is about.
fn about(subject: &str) -> Option<String> {
    let mut text = subject.trim();
    // `(#12)` and the like at the end.
    while let Some((before, end)) = text.rsplit_once([' ', '(', '[']) {
        let reference = end.contains('#') || end.bytes().all(|b| b.is_ascii_digit() || b")]".contains(&b));
        if !reference {
            break;
        }
        text = before.trim_end_matches([' ', '(', '[']);
    }
    // `fix(client): …`: the kind goes, what it is about stays.
    let mut said = text.to_owned();
    if let Some((kind, rest)) = text.split_once(": ") {
        let (kind, scope) = kind.split_once('(').unwrap_or((kind, ""));
        let kind = kind.trim().trim_end_matches('!').to_lowercase();
        if NOT_ABOUT_CODE.contains(&kind.as_str()) {
            return None;
        }
        if ["fix", "feat", "perf", "refactor", "bug", "feature"].contains(&kind.as_str()) {
            said = format!("{} {rest}", scope.trim_end_matches([')', '!']));
        }
    }
    let said = said.trim();
    let lower = said.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let useless = NOT_ABOUT_CODE.contains(&first)
        || ["typo", "changelog", "lint", "readme", "dependenc", "copyright", "whitespace"]
            .iter()
            .any(|word| lower.contains(word));
    (!useless && said.split_whitespace().count() >= 4 && describes(said)).then(|| said.to_owned())
}

/// The file of a patch that changed most, unless too many did.
fn largest(repository: &Repository, patch: &str, longest: usize) -> Option<Change> {
    let files: Vec<&str> = patch.split("\ndiff --git ").collect();
    let mut wanted = Vec::new();
    for file in files {
        let Some((_, after)) = file.split_once("\n+++ b/") else { continue };
        let Some((path, hunks)) = after.split_once('\n') else { continue };
        let path = path.trim_end_matches('\t');
        if repository.wants(path, 1) && beadloom_lang::detect(path).is_some() {
            wanted.push((path, hunks));
        }
    }
    if wanted.len() > MOST_FILES {
        return None;
    }
    let changed = |text: &str| text.lines().filter(|line| line.starts_with(['+', '-'])).count();
    let (path, hunks) = wanted.into_iter().max_by_key(|(_, hunks)| changed(hunks))?;
    let mut around = String::new();
    let mut best: Option<(usize, &str)> = None;
    for hunk in hunks.split("\n@@ ").map(|hunk| hunk.trim_start_matches("@@ ")) {
        let Some((place, lines)) = hunk.split_once('\n') else { continue };
        if let Some((_, definition)) = place.split_once("@@ ") {
            around.push_str(definition);
            around.push(' ');
        }
        let count = changed(lines);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, lines));
        }
    }
    let mut code = String::new();
    for line in best?.1.lines().filter(|line| line.starts_with(['+', ' '])) {
        let line = line.get(1..).unwrap_or_default().trim();
        if code.len() + line.len() > longest {
            break;
        }
        code.push_str(line);
        code.push('\n');
    }
    Some(Change { subject: String::new(), path: path.to_owned(), code, around })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_about_code_are_kept_without_their_numbers() {
        for (subject, expected) in [
            (
                "fix(client): skip an undefined entry inside an array (#5280)",
                Some("client skip an undefined entry inside an array"),
            ),
            (
                "Fallback to non-positional read and write [#12]",
                Some("Fallback to non-positional read and write"),
            ),
            ("chore(deps): skip an undefined entry inside", None),
            ("Bump the version of something to another", None),
            ("Fix a typo in the comment of pool", None),
            ("short one", None),
        ] {
            assert_eq!(about(subject).as_deref(), expected, "{subject}");
        }
    }
}
