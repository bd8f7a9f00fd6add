//! Which documents, and which of their lines, speak of this project as it is now.

use beadloom_graph::is_test_folder;
use beadloom_model::FolderKind;

/// Beginnings of file names, in small letters, of documents about other times.
const OTHER_TIMES: &[&str] = &[
    "changelog", "changes", "history", "news", "release", "whatsnew", "what-s-new", "migrat", "upgrad",
    "roadmap", "todo", "proposal", "rfc", "deprecat", "breaking", "third-party", "third_party", "thirdparty",
    "notice", "license", "licence", "credits", "security", "code_of_conduct", "code-of-conduct",
];

/// Kinds of folders with documents about other projects; those of tests beside.
const OTHER_KINDS: &[FolderKind] =
    &[FolderKind::Vendored, FolderKind::TestData, FolderKind::Generated, FolderKind::Migrations];

/// Folders with documents about other times or other projects, or that are filled in by somebody.
const OTHER_FOLDERS: &[&str] = &[
    "adr", "adrs", "decisions", "rfc", "rfcs", "proposal", "proposals", "kep", "keps", "blog", "blogs",
    "posts", "news", "release", "releases", "release-notes", "release_notes", "releasenotes", "changelog",
    "changelogs", "changes", "whatsnew", "archive", "archived", "defunct", "deprecated", "obsolete",
    "legacy", "plans", "meetings", "minutes", ".changeset", "changesets", "issue_template",
    "pull_request_template", "templates", "template", "snippets", "deps", "external", "extern", "prompts",
    "upgrade", "upgrading",
];

/// Words of a sentence that speaks of what was, will be, or somebody else shall make.
const OTHER_WORDS: &[&str] = &[
    "deprecated", "removed", "renamed", "replaced", "previously", "formerly", "no longer", "used to",
    "legacy", "obsolete", "old ", "older", "will be", "would", "planned", "todo", "future", "e.g",
    "for example", "for instance", "such as", "example", "create", "creating", "new file", "add a",
    "add the", "adding", "your ", "you want", "if you", "instead of", "imagine", "suppose", "say ",
    "generate", "written to", "output", "upstream", "generated", "copy ", "save ", "moved", "delete",
    "not exist", "doesn't exist", "missing", "does not have", "there is no", "don't have", "like `",
    "temporary", "optional", "similar", "ignored", "build", "may ", "could", "let's", "we'll", "called ",
    "named ", "before ", "since version", "until ",
];

/// Whether the path says that a document speaks of something else.
pub(crate) fn is_left_out(path: &str) -> bool {
    let lower = path.to_lowercase();
    let (folders, file) = lower.rsplit_once('/').unwrap_or(("", &lower));
    folders.split('/').any(|folder| {
        FolderKind::is_one(folder, OTHER_KINDS) || OTHER_FOLDERS.contains(&folder) || is_test_folder(folder)
    })
        || OTHER_TIMES.iter().any(|start| file.starts_with(start))
        // `0007-use-x.md`, `adr-7.md`, `v1.2.md`
        || file.starts_with("adr-")
        || file.bytes().take_while(u8::is_ascii_digit).count() >= 3
        || (file.starts_with('v') && file.as_bytes().get(1).is_some_and(u8::is_ascii_digit))
        || path.starts_with(".beadloom/")
}

/// Whether the words around a claim say that it is about another time or place.
pub(crate) fn is_elsewhere(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    OTHER_WORDS.iter().any(|word| lower.contains(word))
}

/// Words of such a sentence that also say when and what for a command is to be run.
const WORDS_OF_USE: &[&str] = &[
    "before ", "until ", "build", "generate", "generated", "output", "written to", "if you", "you want",
    "optional", "delete", "may ", "could", "let's", "we'll", "copy ", "save ", "ignored", "temporary",
];

/// Whether the words around a command say that it is one of another time or place. What stands in backticks says nothing of it.
pub(crate) fn is_command_elsewhere(sentence: &str) -> bool {
    let words: String = sentence.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
    OTHER_WORDS
        .iter()
        .filter(|word| !WORDS_OF_USE.contains(word))
        .any(|word| words.contains(word.trim_matches('`')))
}

/// Whether a heading is a version: `v3`, `[1.2.0] - 2026-01-31`.
pub(crate) fn is_version(heading: &str) -> bool {
    let start = heading.trim_start_matches(['[', '(', 'v', 'V', ' ']);
    let digits = start.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(start.len());
    let short = heading.trim_start_matches(['[', '(', ' ']).starts_with(['v', 'V']) && digits > 0;
    short || start.get(..digits).is_some_and(|version| version.trim_matches('.').contains('.'))
}

/// Whether a document is for those who work on the project: its commands are the project's own, not those of somebody who
/// uses it.
pub(crate) fn is_for_developers(path: &str) -> bool {
    let stem = stem(path);
    let named = [
        "CONTRIBUT", "DEVELOP", "HACKING", "AGENTS", "CLAUDE", "BUILDING", "TESTING", "GEMINI",
        "COPILOT-INSTRUCTIONS",
    ];
    named.iter().any(|start| stem.starts_with(start))
}

/// Whether a heading of the README begins what is for those who work on the project.
pub(crate) fn is_of_developers(heading: &str) -> bool {
    let lower = heading.to_lowercase();
    let words = ["contribut", "develop", "build", "testing", "tests", "hacking", "from source", "scripts"];
    words.iter().any(|word| lower.contains(word))
}

/// Whether a document says what has to be there before the project can be used.
pub(crate) fn says_what_is_needed(path: &str) -> bool {
    let lower = stem(path).to_lowercase();
    let named = [
        "readme", "install", "getting-started", "getting_started", "requirements", "prerequisites", "setup",
        "quickstart",
    ];
    let top = !path.contains('/') || path.matches('/').count() == 1 && path.starts_with("doc");
    top && (is_for_developers(path) || named.iter().any(|name| lower.contains(name)))
}

/// The name of a file without its endings, in capitals.
fn stem(path: &str) -> String {
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
    file.split('.').next().unwrap_or(file).to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_times_and_places_are_left_out() {
        for path in [
            "CHANGELOG.md",
            "docs/changes-2.0.md",
            "docs/adr/0001-x.md",
            "docs/0012-storage.md",
            "vendor/x/README.md",
            "docs/releases/1.2.txt.md",
            "docs/v1.2.md",
            "tests/fixtures/a.md",
            "UPGRADING.md",
            ".github/ISSUE_TEMPLATE/bug.md",
        ] {
            assert!(is_left_out(path), "{path}");
        }
        for path in ["README.md", "docs/ARCHITECTURE.md", "docs/guide/01-start.md", "docs/values.md"] {
            assert!(!is_left_out(path), "{path}");
        }
        assert!(is_elsewhere("This was renamed to `x`"));
        assert!(!is_elsewhere("The parser stands in `src/parse.rs`."));
        for (heading, version) in
            [("v3", true), ("[1.2.0] - 2026", true), ("3.2", true), ("3 steps", false), ("Values", false)]
        {
            assert_eq!(is_version(heading), version, "{heading}");
        }
        assert!(is_for_developers("CONTRIBUTING.md") && is_for_developers("docs/DEVELOPMENT.md"));
        assert!(!is_for_developers("docs/guide.md") && !is_for_developers("README.md"));
        assert!(is_of_developers("Local development") && !is_of_developers("Quick start"));
        for path in ["README.md", "docs/installation.md", "CONTRIBUTING.md"] {
            assert!(says_what_is_needed(path), "{path}");
        }
        assert!(!says_what_is_needed("docs/concepts/resolution.md") && !says_what_is_needed("a/b/README.md"));
    }
}
