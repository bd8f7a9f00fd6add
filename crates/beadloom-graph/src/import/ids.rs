//! Readable ids for what documents are about.

use beadloom_model::{DocKind, DocumentReading};
use serde_json::Value;

use super::class::is_index;
use crate::bootstrap::id_of;

/// Front matter keys that may hold an id.
const KEYS: &[&str] = &["ref_id", "id"];

/// Words around a name that only say what kind of thing it is.
const AFFIXES: &[(DocKind, &[&str])] = &[
    (DocKind::Domain, &["domain", "overview"]),
    (DocKind::Feature, &["feature", "spec", "specification"]),
    (DocKind::Service, &["overview"]),
];

/// Folders whose names say no more than that decisions are in them.
const SERIES: &[&str] = &["adr", "adrs", "decisions", "rfc", "rfcs"];

/// The longest id, in characters: as long as bootstrap makes that of a decision record.
const MAX_ID_CHARS: usize = 84;

/// At most so many folders are put in front.
const AROUND: usize = 4;

/// Ids for a document, the best first. `folder`: the folder that names its subject, if one does.
pub(super) fn candidates(
    class: DocKind,
    path: &str,
    folder: Option<&str>,
    reading: &DocumentReading,
) -> Vec<String> {
    let stated = KEYS.iter().find_map(|key| match reading.metadata.get(*key)? {
        Value::String(id) => Some(id.trim()).filter(|id| !id.is_empty()).map(id_of),
        _ => None,
    });
    let mut around: Vec<&str> = path.split('/').collect();
    let file = around.pop().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let name = match folder {
        Some(folder) => {
            around = folder.split('/').filter(|segment| !segment.is_empty()).collect();
            around.pop().unwrap_or(stem).to_owned()
        }
        None if is_index(file) => match (around.pop(), reading.title.as_deref()) {
            (Some(folder), _) => folder.to_owned(),
            (None, Some(title)) => title.to_owned(),
            (None, None) => stem.to_owned(),
        },
        None => stem.to_owned(),
    };
    let mut ids: Vec<String> = stated.into_iter().collect();
    let name = if class == DocKind::Adr { name.as_str() } else { without_order(&name) };
    let plain = without_affixes(class, &id_of(name).to_lowercase());
    if class == DocKind::Adr {
        ids.push(record_id(name, &plain, reading.title.as_deref()));
        around.retain(|segment| !SERIES.contains(&segment.to_lowercase().as_str()));
    } else if let Some(ticket) = ticket(name) {
        ids.push(ticket.to_owned());
        ids.push(plain.clone());
    } else {
        ids.push(plain.clone());
    }
    let mut longer = ids.last().cloned().unwrap_or(plain);
    for segment in around.iter().rev().filter(|segment| !segment.is_empty()).take(AROUND) {
        longer = format!("{}-{longer}", id_of(without_order(segment)).to_lowercase());
        ids.push(longer.clone());
    }
    ids.into_iter()
        .map(|id| id.chars().take(MAX_ID_CHARS).collect::<String>().trim_end_matches('-').to_owned())
        .collect()
}

/// `01-overview` → `overview`: pages are numbered to be sorted.
fn without_order(name: &str) -> &str {
    let rest = name.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['-', '_']) {
        Some(rest) if name.len() - rest.len() <= 4 && rest.starts_with(char::is_alphabetic) => rest,
        _ => name,
    }
}

/// `FEAT-7` of `FEAT-7-refunds`.
fn ticket(name: &str) -> Option<&str> {
    let (letters, rest) = name.split_once('-')?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let ends =
        rest.get(digits..).is_some_and(|after| after.is_empty() || after.starts_with(['-', '_', ' ', '.']));
    let is_ticket =
        letters.len() > 1 && letters.bytes().all(|b| b.is_ascii_uppercase()) && digits > 0 && ends;
    is_ticket.then(|| name.get(..letters.len() + 1 + digits)).flatten()
}

fn without_affixes(class: DocKind, id: &str) -> String {
    let words = AFFIXES.iter().find(|(of, _)| *of == class).map_or(&[][..], |(_, words)| words);
    let mut rest = id;
    for word in words {
        if let Some(short) = rest.strip_prefix(word).and_then(|rest| rest.strip_prefix(['-', '_'])) {
            rest = short;
        }
        if let Some(short) = rest.strip_suffix(word).and_then(|rest| rest.strip_suffix(['-', '_'])) {
            rest = short;
        }
    }
    let rest = rest.trim_matches(['-', '_', '.']);
    if rest.is_empty() { id.to_owned() } else { rest.to_owned() }
}

/// The id of a decision record, as bootstrap gives it: `adr-0001-use-sqlite`. The number is that of the file's name, else
/// of the title.
fn record_id(name: &str, plain: &str, title: Option<&str>) -> String {
    let known = |word: &str| word.starts_with("adr") || word.starts_with("rfc");
    if known(&name.to_lowercase()) {
        return id_of(name);
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("adr-{}", id_of(name));
    }
    match title.and_then(title_number) {
        Some((series, number)) => format!("{series}-{number}-{plain}"),
        None => plain.to_owned(),
    }
}

/// `ADR-7: …`, `RFC 7 …`, `7. …`
fn title_number(title: &str) -> Option<(&'static str, &str)> {
    let mut words = title.split([' ', '-', ':', '.', '#']).filter(|word| !word.is_empty());
    let first = words.next()?;
    let (series, number) = match first.to_lowercase().as_str() {
        "adr" => ("adr", words.next()?),
        "rfc" => ("rfc", words.next()?),
        _ => ("adr", first),
    };
    is_number(number).then_some((series, number))
}

/// `ADR-7: Use one queue`, `7. Use one queue` → `Use one queue`
pub(super) fn without_number(title: &str) -> &str {
    let mut rest = title.trim();
    for word in ["adr", "rfc", "feature:", "domain:", "service:"] {
        if rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
            let after = rest.get(word.len()..).unwrap_or_default();
            // `Adriatic` is no record.
            if word.ends_with(':') || !after.starts_with(char::is_alphabetic) {
                rest = after.trim_start_matches([' ', '-', '_', '#', ':']);
            }
        }
    }
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < rest.len() && after.starts_with(['.', ':', ')', '-', ' ', '–', '—']) {
        rest = after.trim_start_matches(['.', ':', ')', '-', ' ', '–', '—']);
    }
    if rest.is_empty() { title.trim() } else { rest }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_digit())
}
