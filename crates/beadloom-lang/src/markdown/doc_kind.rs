//! What a document is about, by what is trusted most: front matter, telling headings, file name, folder, and
//! last headings that more than one kind of document has.

use beadloom_model::{DocKind, FolderEvidence, KindEvidence};
use serde_json::{Map, Value};

use super::blocks::Heading;
use super::section::words;

/// Front matter keys, first one that names a kind counts.
const KEYS: &[&str] = &["type", "kind", "doc_kind"];

/// Headings that only a decision record has, as whole headings.
const DECISION_HEADINGS: &[&str] = &["decision", "decision outcome", "decision drivers"];

/// What a decision record's status can be, after `Status:`.
const STATUSES: &[&str] = &["accepted", "proposed", "rejected", "deprecated", "superseded"];

/// Titles of a document about the whole.
const WHOLE_TITLES: &[&str] =
    &["architecture", "architecture overview", "system architecture", "software architecture"];

/// Folders by what they hold.
const FOLDERS: &[(&str, DocKind)] = &[
    ("feature", DocKind::Feature),
    ("features", DocKind::Feature),
    ("specs", DocKind::Feature),
    ("domain", DocKind::Domain),
    ("domains", DocKind::Domain),
    ("service", DocKind::Service),
    ("services", DocKind::Service),
    ("adr", DocKind::Adr),
    ("adrs", DocKind::Adr),
    ("decisions", DocKind::Adr),
    ("rfc", DocKind::Adr),
    ("rfcs", DocKind::Adr),
    ("architecture", DocKind::Architecture),
];

/// The kind of the document at `path`.
pub(super) fn of(
    path: &str,
    metadata: &Map<String, Value>,
    title: Option<&str>,
    headings: &[Heading],
) -> DocKind {
    let found = evidence(path, metadata, title, headings);
    found
        .front_matter
        .or(found.title)
        .or(found.decides.then_some(DocKind::Adr))
        .or(found.file_name)
        .or(found.folder.map(|folder| folder.kind))
        .or(found.headings)
        .unwrap_or(DocKind::Other)
}

/// What speaks for which kind, each by itself.
pub(super) fn evidence(
    path: &str,
    metadata: &Map<String, Value>,
    title: Option<&str>,
    headings: &[Heading],
) -> KindEvidence {
    KindEvidence {
        front_matter: by_front_matter(metadata),
        title: title.and_then(by_title),
        decides: decides(headings),
        file_name: by_file_name(path),
        folder: by_folder(path),
        headings: by_common_headings(headings),
    }
}

fn by_front_matter(metadata: &Map<String, Value>) -> Option<DocKind> {
    KEYS.iter().find_map(|key| {
        let value = metadata.get(*key)?.as_str()?.trim().to_lowercase();
        Some(match value.as_str() {
            "feature" | "spec" => DocKind::Feature,
            "domain" => DocKind::Domain,
            "service" => DocKind::Service,
            "adr" | "rfc" | "decision" => DocKind::Adr,
            "architecture" => DocKind::Architecture,
            "other" => DocKind::Other,
            _ => return None,
        })
    })
}

/// `Feature: refunds`, `ADR-7 Use one queue`, `Architecture`.
fn by_title(title: &str) -> Option<DocKind> {
    let words = words(title);
    if WHOLE_TITLES.contains(&words.join(" ").as_str()) {
        return Some(DocKind::Architecture);
    }
    let first = words.first()?;
    let after = title.trim_start().get(first.len()..).unwrap_or_default().trim_start();
    let numbered = words.get(1).is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    match first.as_str() {
        "adr" | "rfc" if numbered || after.starts_with(':') => Some(DocKind::Adr),
        "feature" if after.starts_with(':') => Some(DocKind::Feature),
        "domain" if after.starts_with(':') => Some(DocKind::Domain),
        "service" if after.starts_with(':') => Some(DocKind::Service),
        _ => None,
    }
}

/// `## Decision`, `## Status: Accepted`. The word in running text says nothing.
fn decides(headings: &[Heading]) -> bool {
    headings.iter().filter(|heading| heading.level >= 2).any(|heading| {
        let words = words(&heading.text);
        // `3. Decision`
        let number = words.iter().take_while(|word| is_number(word)).count();
        match words.get(number..).unwrap_or_default() {
            [status, state, ..] if status == "status" => STATUSES.contains(&state.as_str()),
            words => DECISION_HEADINGS.contains(&words.join(" ").as_str()),
        }
    })
}

/// `ADR-7-queue.md`, `rfc_0003.md`, `0001-use-one-queue.md`, `ARCHITECTURE.md`.
fn by_file_name(path: &str) -> Option<DocKind> {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    if stem == "architecture" || stem.starts_with("architecture-") || stem.starts_with("architecture_") {
        return Some(DocKind::Architecture);
    }
    let parts: Vec<&str> = stem.split(['-', '_', ' ', '.']).collect();
    let record = parts.iter().enumerate().any(|(index, part)| {
        let next = parts.get(index + 1);
        match part.strip_prefix("adr").or_else(|| part.strip_prefix("rfc")) {
            Some("") => {
                next.is_some_and(|next| index == 0 || is_number(next))
                    || (index == 1 && parts.first().is_some_and(|first| is_number(first)))
            }
            Some(number) => is_number(number),
            None => false,
        }
    });
    let numbered = parts.first().is_some_and(|first| is_record_number(first, parts.get(1).copied()));
    (record || numbered).then_some(DocKind::Adr)
}

/// Four digits in front of a word, as decision records are numbered; not the year of a date.
fn is_record_number(first: &str, second: Option<&str>) -> bool {
    let year = matches!(first.get(..2), Some("19" | "20"));
    first.len() == 4 && is_number(first) && !year && second.is_some_and(|second| !is_number(second))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The innermost folder that says something. An index of decisions is no decision.
fn by_folder(path: &str) -> Option<FolderEvidence> {
    let (folders, name) = path.rsplit_once('/')?;
    let mut end = folders.len();
    let (kind, length) = folders.rsplit('/').find_map(|folder| {
        let length = end + 1;
        end = end.saturating_sub(folder.len() + 1);
        let folder = folder.to_lowercase();
        FOLDERS.iter().find(|(name, _)| *name == folder).map(|(_, kind)| (*kind, length))
    })?;
    let name = name.to_lowercase();
    let index = name.starts_with("readme.") || name.starts_with("index.");
    let kind = if index && kind == DocKind::Adr { DocKind::Other } else { kind };
    Some(FolderEvidence { kind, length })
}

fn by_common_headings(headings: &[Heading]) -> Option<DocKind> {
    let has = |names: &[&str]| {
        headings
            .iter()
            .filter(|heading| heading.level == 2)
            .any(|heading| names.contains(&words(&heading.text).join(" ").as_str()))
    };
    if has(&["invariants", "business rules"]) {
        Some(DocKind::Domain)
    } else if has(&["api", "endpoints"]) {
        Some(DocKind::Service)
    } else {
        None
    }
}
