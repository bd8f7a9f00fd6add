//! Documents that are about the project as a whole by what kind they are.

use super::titles::plain;

/// Whether a file introduces the folder that it lies in.
pub(super) fn is_introduction(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    stem.eq_ignore_ascii_case("readme") || stem.eq_ignore_ascii_case("index")
}

/// Whether a document is about the project as a whole, whatever it names.
pub fn is_general(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    const GENERAL: &[&str] = &[
        "agents", "claude", "code_of_conduct", "contributing", "copilot-instructions", "development",
        "gemini", "hacking", "index", "install", "readme", "roadmap", "security", "summary", "support",
        "todo",
    ];
    let is_top = folder.is_empty() || matches!(folder, "docs" | "doc" | "documentation" | ".github");
    is_top && GENERAL.contains(&stem.as_str()) || is_of_all(&stem)
}

/// Whether a document lists what was or will be done: none of its sections explains a part.
pub(super) fn is_list_of_changes(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = plain(name.split('.').next().unwrap_or(name));
    matches!(stem.as_str(), "changelog" | "change" | "history" | "new" | "releasenote" | "roadmap" | "todo")
}

/// Whether a document is about all parts by what kind it is, wherever it lies.
fn is_of_all(stem: &str) -> bool {
    const OF_ALL: &[&str] = &[
        "changelog", "codestyle", "gettingstarted", "glossary", "install", "installation", "migration",
        "migrationguide", "releasenote", "summary", "todo", "troubleshooting", "upgrade", "upgrading",
        "whatsnew",
    ];
    // Pages are numbered: `91-migrations.md`.
    let name = stem.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_'));
    OF_ALL.contains(&plain(name).as_str())
}
