//! Versions near the names that they belong to: of what the project needs, and of the project itself.

use beadloom_model::PassageForm;
use beadloom_model::answers::ClaimKind;

use crate::document::Document;
use crate::findings::Audit;
use crate::project::Project;
use crate::scope;

/// What a need is called in running text, and in [`super::manifests::Manifests::needs`].
const NAMES: &[(&str, &str)] = &[
    ("node.js", "node"),
    ("nodejs", "node"),
    ("node", "node"),
    ("python", "python"),
    ("rust", "rust"),
    ("rustc", "rust"),
    ("msrv", "rust"),
    ("go", "go"),
    ("golang", "go"),
];

/// Words of a line that say what is needed at least.
const NEEDED: &[&str] = &[
    "require", "at least", "or higher", "or later", "or newer", "or above", "minimum", "or greater", "msrv",
    "prerequisite", "supported", "supports", "and up", "and above", "and later", "and newer",
];

pub(crate) fn check(document: &Document, project: &Project<'_>, audit: &mut Audit) {
    needs(document, project, audit);
    if document.path == "README.md" {
        pins(document, project, audit);
    }
}

/// `Node.js >= 18`, `Python 3.9 or later`, `requires Rust 1.70`.
fn needs(document: &Document, project: &Project<'_>, audit: &mut Audit) {
    let manifests = project.manifests();
    // Elsewhere a version is part of an example more often than not.
    if manifests.needs.is_empty() || !scope::says_what_is_needed(&document.path) {
        return;
    }
    for passage in &document.reading.passages {
        if passage.form == PassageForm::Code {
            continue;
        }
        for (called, need) in NAMES {
            let Some((least, file)) = manifests.needs.get(need) else { continue };
            let Some((said, version)) = claim(&passage.text, called) else { continue };
            // Under a version of the project a list says what was new in it.
            if scope::is_elsewhere(&document.sentence(passage.line))
                || scope::is_version(document.heading(passage.line))
            {
                continue;
            }
            audit.compared(ClaimKind::Version);
            if !agree(&version, least) {
                let message = format!("{file} asks for {need} {least}");
                audit.wrong(document, ClaimKind::Version, passage.line, &said, message, Some(least.clone()));
            }
            break;
        }
    }
}

/// The least version that a text demands of something of that name, with the words that say so.
fn claim(text: &str, called: &str) -> Option<(String, String)> {
    // Small letters of ASCII keep their places.
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower.get(from..)?.find(called) {
        let start = from + at;
        let end = start + called.len();
        from = end;
        let before = lower.get(..start)?.chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.')) {
            continue;
        }
        let rest = lower.get(end..)?;
        let digits = rest.trim_start_matches([' ', '>', '=', '≥', '(', 'v', '*', ':']);
        let digits = digits.strip_prefix("ersion ").unwrap_or(digits);
        let length = digits.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(digits.len());
        let version = digits.get(..length)?.trim_end_matches('.');
        let skipped = rest.len() - digits.len();
        let between = rest.get(..skipped)?;
        if version.is_empty() || skipped == 0 || !between.starts_with(' ') && !between.starts_with(['>', '='])
        {
            continue;
        }
        let after = digits.get(length..)?;
        let bounded = between.contains(['>', '≥']) || after.starts_with('+');
        // A list or a span of versions says what is tested, not what is least.
        let listed = after.trim_start().starts_with([',', '-', '–', '/'])
            || after.trim_start().starts_with("and ")
                && !after.contains("and later")
                && !after.contains("and up")
                && !after.contains("and newer")
                && !after.contains("and above");
        let said = bounded || NEEDED.iter().any(|word| lower.contains(word));
        if said && !listed {
            let whole = text.get(start..end + skipped + length)?.trim().to_owned();
            return Some((whole, version.to_owned()));
        }
    }
    None
}

/// Whether two versions are the same as far as both say.
fn agree(one: &str, other: &str) -> bool {
    one.split('.').zip(other.split('.')).all(|(a, b)| a == b)
}

/// `name = "1.2"`, `name@1.2`, `name==1.2` of the project itself in its README.
fn pins(document: &Document, project: &Project<'_>, audit: &mut Audit) {
    for (name, version, file) in &project.manifests().own {
        // A version that never was released stands for none.
        if version.starts_with("0.0.0") || version.contains(['-', '+']) || name.len() < 2 {
            continue;
        }
        for (at, line) in document.text.lines().enumerate() {
            let Some(pin) = pinned(line, name) else { continue };
            audit.compared(ClaimKind::Version);
            if epoch(pin) != epoch(version) {
                let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
                let message = format!("{file} has {name} {version}");
                audit.wrong(
                    document,
                    ClaimKind::Version,
                    number,
                    line.trim(),
                    message,
                    Some(version.clone()),
                );
            }
        }
    }
}

/// The version that a line of a manifest or an install command names for a package.
fn pinned<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let at = line.find(name)?;
    let before = line.get(..at)?.chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '@' | '.')) {
        return None;
    }
    let rest = line.get(at + name.len()..)?;
    let rest =
        ["@^", "@~", "@", "==", " = \"", " = { version = \"", "\" = \"", "\": \"^", "\": \"~", "\": \""]
            .iter()
            .find_map(|mark| rest.strip_prefix(mark))?;
    let rest = rest.trim_start_matches(['^', '~', '=', '>']);
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
    let version = rest.get(..end)?;
    (version.contains('.') || !version.is_empty()).then_some(version)
}

/// What has to be the same for a version to be the one of today: the first number, and with 0 in front the second.
fn epoch(version: &str) -> Vec<&str> {
    let mut parts = version.split('.');
    let first = parts.next().unwrap_or_default();
    if first == "0" { vec![first, parts.next().unwrap_or_default()] } else { vec![first] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demand_is_told_from_a_mention() {
        for (text, called, version) in [
            ("Requires Node.js 18 or later", "node.js", Some("18")),
            ("Node >= 20.19", "node", Some("20.19")),
            ("Python 3.9+ is fine", "python", Some("3.9")),
            ("Python version 3.9 or higher", "python", Some("3.9")),
            ("needs a node 5 hops away", "node", None),
            ("Tested with Python 3.9, 3.10", "python", None),
            ("supports Python 3.9, 3.10", "python", None),
            ("Go 1.21", "go", None),
            ("requires cargo 3", "go", None),
        ] {
            let found = claim(text, called).map(|(_, version)| version);
            assert_eq!(found.as_deref(), version, "{text}");
        }
        assert!(agree("20", "20.19") && agree("20.19.0", "20.19") && !agree("18", "20.19"));
    }

    #[test]
    fn a_pin_names_the_whole_package() {
        for (line, version) in [
            ("serde = \"1.0\"", Some("1.0")),
            ("serde = { version = \"1\" }", Some("1")),
            ("npm i serde@2.1.0", Some("2.1.0")),
            ("pip install serde==3", Some("3")),
            ("my-serde = \"1.0\"", None),
            ("serde_json = \"1.0\"", None),
            ("serde is fine", None),
        ] {
            assert_eq!(pinned(line, "serde"), version, "{line}");
        }
        assert_eq!((epoch("1.2.3"), epoch("0.4.1")), (vec!["1"], vec!["0", "4"]));
    }
}
