//! Which sections of documents are about the focus, and what of them matters.
//!
//! What people wrote for a part is about it, but for what every project says alike (how to install it, who sponsors it).
//! What they wrote elsewhere is, where it names the part's paths or several of its definitions.

use beadloom_model::answers::TextChunk;
use beadloom_model::{CompactSort as _, Result, Section};
use beadloom_store::{ChunkRow, Store};
use std::collections::{BTreeSet, HashMap, HashSet};

use super::ContextRequest;
use super::area::Area;
use crate::lists::{cut, firsts, sort_once};
use crate::text::{cut_at_word, is_of_name, is_whole};

/// Names of definitions by which sections are judged and found.
const MAX_NAMES: usize = 40;
/// Of these, how many are looked for in documents of nobody around.
const MAX_SOUGHT_SYMBOLS: usize = 10;
/// Sections that are looked for there.
const MAX_FOUND_SECTIONS: usize = 24;
/// Sections of the documents of the focus and its neighbours that are read.
const MAX_READ_SECTIONS: usize = 160;

/// What a section says is cut to paragraphs that matter beyond this, in bytes.
const OWN_LENGTH: usize = 2_400;
const OTHER_LENGTH: usize = 900;

/// A section from elsewhere needs this much to be shown.
const MIN_SCORE: f64 = 2.0;
const OF_PATH: f64 = 2.0;
const OF_NAME: f64 = 1.0;
const MAX_SCORED_NAMES: usize = 4;
const OF_HEADING: f64 = 1.0;
/// What a neighbour demands holds for who uses it.
const OF_RULE: f64 = 2.0;
const OF_BOILERPLATE: f64 = -3.0;

/// What headings of sections begin with that tell about the project's surroundings, in lower case.
const BOILERPLATE: &str = "\
    acknowledg, badges, changelog, citation, code of conduct, commercial support, community, compatib, contact, \
    contents, contribut, credits, documentation, donat, features, getting help, getting started, install, licen, \
    maintainer, need help, prerequisite, quick start, quickstart, release, requirements, resources, screenshots, \
    security, sponsor, star history, support, table of contents, thanks, who, backers";

/// Files that list what changed, whatever they name.
const LISTS: &[&str] =
    &["changelog", "changes", "history", "news", "releases", "release-notes", "contributors", "authors"];

/// A piece of a document.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub chunk: TextChunk,
    /// From the focus to the chunk's node.
    pub distance: usize,
    /// Whether it is the best of its node.
    pub best: bool,
}

/// The focus, as documents would name it.
pub(super) struct Focused<'a> {
    /// Nodes that are themselves the focus: their documents are its own.
    pub own_nodes: Vec<String>,
    /// In which order nodes name their documents.
    pub declared: &'a HashMap<&'a str, &'a [String]>,
    /// Nodes of the bundle with their distance, nearest first.
    pub order: &'a [(String, usize)],
    /// Ids and paths, without a final `/`.
    pub paths: Vec<String>,
    /// Names of its most important definitions that hardly mean anything else.
    pub names: Vec<String>,
}

/// Whether a name is telling: words that are put together, or a long one.
pub(crate) fn is_telling(name: &str) -> bool {
    let inner_upper = name.chars().skip(1).any(char::is_uppercase) && name.chars().any(char::is_lowercase);
    let joined = name.trim_matches('_').contains('_');
    name.len() >= 4 && (inner_upper || joined) || name.len() >= 10
}

/// Whether a name has several words: a long one of one word may be anybody's.
pub(crate) fn has_parts(name: &str) -> bool {
    name.trim_matches('_').contains('_') || name.chars().skip(1).any(char::is_uppercase)
}

/// The last parts of qualified names that are telling, each once.
pub(super) fn telling_names<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    firsts(names.filter(|name| is_telling(name))).take(MAX_NAMES).map(str::to_owned).collect()
}

/// Paths by which documents may name the area: those of the references; the one file's name, where it is one.
pub(super) fn paths_of(area: &Area, places: &[String]) -> Vec<String> {
    let mut paths: Vec<String> = places
        .iter()
        .map(|place| place.trim_end_matches('/').to_owned())
        .filter(|place| place.contains('/') || place.contains('.'))
        .collect();
    if let [file] = area.files.as_slice() {
        paths.push(file.path.clone());
    }
    sort_once(&mut paths);
    paths
}

/// The sections that are about the focus, its own first, and how many are left out.
pub(super) fn pieces(
    store: &Store,
    request: &ContextRequest,
    focused: &Focused<'_>,
) -> Result<(Vec<Piece>, u64)> {
    let ids: Vec<String> = focused.order.iter().map(|(id, _)| id.clone()).collect();
    let distance: HashMap<&str, usize> = focused.order.iter().map(|(id, at)| (id.as_str(), *at)).collect();
    let mut heads = store.chunk_heads(&ids)?;
    heads.sort_by_cached_key(|head| {
        let priority = &request.sections_priority;
        let wanted = priority.iter().position(|one| *one == head.section).unwrap_or(priority.len());
        let own = focused.own_nodes.contains(&head.ref_id);
        let documents = focused.declared.get(head.ref_id.as_str()).copied().unwrap_or_default();
        let place = documents.iter().position(|one| *one == head.doc_path).unwrap_or(documents.len());
        let node = focused.order.iter().position(|(id, _)| *id == head.ref_id);
        (!own, node, wanted, place, head.doc_path.clone(), head.index)
    });
    let mut seen: HashSet<i64> = HashSet::new();
    heads.retain(|head| seen.insert(head.id));
    heads.truncate(MAX_READ_SECTIONS);
    let row_ids: Vec<i64> = heads.iter().map(|head| head.id).collect();
    let mut rows: Vec<(ChunkRow, Option<String>)> =
        store.chunks(&row_ids)?.into_iter().zip(heads).map(|(row, head)| (row, Some(head.ref_id))).collect();
    for found in sought(store, focused)? {
        if seen.insert(found.id) {
            let node = found.ref_id.clone();
            rows.push((found, node));
        }
    }

    let mut own: Vec<Piece> = Vec::new();
    let mut other: Vec<(f64, Piece)> = Vec::new();
    let mut left_out = 0u64;
    for (row, node) in rows {
        let is_own = node.as_ref().is_some_and(|node| focused.own_nodes.contains(node));
        let (mut score, terms) = judge(&row, focused);
        let near = node.as_deref().and_then(|node| distance.get(node)).is_some_and(|at| *at == 1);
        if near && matches!(row.section, Section::Invariants | Section::Constraints) {
            score += OF_RULE;
        }
        let is_shown = if is_own { score > OF_BOILERPLATE + OF_NAME } else { score >= MIN_SCORE };
        if !is_shown {
            left_out += 1;
            continue;
        }
        let length = if is_own { OWN_LENGTH } else { OTHER_LENGTH };
        let at = node.as_deref().and_then(|node| distance.get(node)).copied();
        let piece = Piece {
            chunk: TextChunk {
                content: shortened(&row.content, length, &terms),
                ..shown(row, node.unwrap_or_default())
            },
            distance: if is_own { 0 } else { at.unwrap_or(1).max(1) },
            best: is_own && own.is_empty(),
        };
        if is_own {
            own.push(piece);
        } else {
            other.push((score, piece));
        }
    }
    // Stable: of equal ones the nearest stays first.
    other.compact_sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut shown: Vec<Piece> = own;
    shown.extend(other.into_iter().map(|(_, piece)| piece));
    left_out += cut(&mut shown, request.max_chunks);
    Ok((shown, left_out))
}

/// A section, as answers show it.
pub(crate) fn shown(row: ChunkRow, ref_id: String) -> TextChunk {
    let ChunkRow { doc_path, section, heading, content, line_start, .. } = row;
    TextChunk { doc_path, section, heading, content, ref_id, line_start }
}

/// Sections of any document that name the focus.
fn sought(store: &Store, focused: &Focused<'_>) -> Result<Vec<ChunkRow>> {
    let mut phrases: Vec<String> = Vec::new();
    let sought = focused.paths.iter().chain(focused.names.iter().take(MAX_SOUGHT_SYMBOLS));
    for text in sought {
        let words: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        if !words.is_empty() {
            phrases.push(format!("\"{}\"", words.join(" ")));
        }
    }
    if phrases.is_empty() {
        return Ok(Vec::new());
    }
    let keep = |path: &str| !is_list(path);
    let found = store.search_chunks(
        &format!("content : ({})", phrases.join(" OR ")),
        MAX_FOUND_SECTIONS,
        Some(&keep),
    )?;
    Ok(found.into_iter().map(|found| found.chunk).collect())
}

/// Whether a document lists changes or people.
pub(crate) fn is_list(path: &str) -> bool {
    let lower = path.to_lowercase();
    lower.split('/').any(|part| {
        let stem = part.split('.').next().unwrap_or(part);
        LISTS.contains(&stem)
    })
}

/// How much a section is about the focus, and the terms by which it is.
fn judge<'f>(row: &ChunkRow, focused: &'f Focused<'_>) -> (f64, Vec<&'f str>) {
    let mut terms: Vec<&str> = Vec::new();
    let mut score = 0.0;
    // A section has fewer words than there are names to look for in it: each name is looked for only where it may be.
    let words: HashSet<&str> = row.content.split(|c: char| !is_of_name(c)).collect();
    let may_name = |name: &str| name.split(|c: char| !is_of_name(c)).all(|part| words.contains(part));
    for path in &focused.paths {
        if may_name(path) && names_whole(&row.content, path) {
            score += OF_PATH;
            terms.push(path);
        }
    }
    let named: Vec<&str> = focused
        .names
        .iter()
        .map(String::as_str)
        .filter(|name| may_name(name) && names_whole(&row.content, name))
        .collect();
    score += OF_NAME * named.len().min(MAX_SCORED_NAMES) as f64;
    terms.extend(named);
    let heading = row.heading.to_lowercase();
    let mut first =
        row.content.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().to_lowercase();
    if !first.starts_with('#') {
        first = String::new();
    }
    let ids = focused.own_nodes.iter().map(|id| id.replace(['-', '_'], " ").to_lowercase());
    let ids: BTreeSet<String> = ids.filter(|id| id.len() >= 4).collect();
    if ids.iter().any(|id| names_whole(&heading, id) || names_whole(&first, id)) {
        score += OF_HEADING;
    }
    if is_boilerplate(&heading) || is_boilerplate(&first) || is_list(&row.doc_path) {
        score += OF_BOILERPLATE;
    }
    (score, terms)
}

/// Whether a heading, in lower case, is one that every project has.
pub(crate) fn is_boilerplate(heading: &str) -> bool {
    let words = heading.trim_start_matches(|c: char| !c.is_alphabetic());
    BOILERPLATE.split(", ").any(|word| words.starts_with(word))
}

/// Whether a text holds a name that is no part of a longer one.
pub(super) fn names_whole(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| is_whole(text, at, name.len()))
}

/// A long text as its first paragraph and those that hold the terms, within so many bytes, with a mark where others stood.
fn shortened(content: &str, most: usize, terms: &[&str]) -> String {
    if content.len() <= most {
        return content.to_owned();
    }
    let paragraphs = paragraphs(content);
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    let mut room = most;
    let telling = |text: &str| terms.iter().any(|term| names_whole(text, term));
    let by_value = (0..paragraphs.len().min(1))
        .chain((0..paragraphs.len()).filter(|at| paragraphs.get(*at).is_some_and(|text| telling(text))))
        .chain(0..paragraphs.len());
    for at in by_value {
        let Some(text) = paragraphs.get(at) else { continue };
        if text.len() <= room && kept.insert(at) {
            room -= text.len();
        }
    }
    if kept.is_empty() {
        // A paragraph alone is too long: its beginning says more than that something was left out.
        return beginning(paragraphs.first().map_or(content, String::as_str), most);
    }
    let mut out = String::new();
    let mut is_gap = false;
    for (at, text) in paragraphs.iter().enumerate() {
        if kept.contains(&at) {
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            out.push_str(text);
            is_gap = false;
        } else if !is_gap {
            out.push_str(if out.is_empty() { "…" } else { "\n\n…" });
            is_gap = true;
        }
    }
    out
}

/// The beginning of a paragraph within so many bytes. A fence that is open where it ends is closed.
fn beginning(paragraph: &str, most: usize) -> String {
    const FENCES: [&str; 2] = ["```", "~~~"];
    let room = paragraph.get(..paragraph.floor_char_boundary(most)).unwrap_or_default();
    let mut shown = cut_at_word(paragraph, room.chars().count());
    let fence = |line: &str| FENCES.into_iter().find(|fence| line.trim_start().starts_with(fence));
    let fences: Vec<&str> = shown.lines().filter_map(fence).collect();
    if let [first, ..] = fences.as_slice()
        && fences.len() % 2 == 1
    {
        shown = format!("{shown}\n{first}");
    }
    shown
}

/// Parts of Markdown between blank lines; what stands in a fence stays together.
fn paragraphs(content: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut current = String::new();
    let mut fenced = false;
    for line in content.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fenced = !fenced;
        }
        if trimmed.is_empty() && !fenced {
            if !current.is_empty() {
                found.push(std::mem::take(&mut current));
            }
            continue;
        }
        if !current.is_empty() {
            current.push('\n');
        }
        current.push_str(line);
    }
    if !current.is_empty() {
        found.push(current);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_never_a_mark_alone() {
        let long = "word ".repeat(100);
        for (text, shown) in [
            ("short".to_owned(), "short".to_owned()),
            (format!("first\n\n{long}\n\nlast"), "first\n\n…\n\nlast".to_owned()),
            (format!("{long}\n\nlast"), "…\n\nlast".to_owned()),
            (long.clone(), format!("{}…", "word ".repeat(8).trim_end())),
            (format!("```sh\n{long}\n```"), format!("```sh\n{}…\n```", "word ".repeat(6).trim_end())),
            ("é".repeat(40), format!("{}…", "é".repeat(19))),
        ] {
            assert_eq!(shortened(&text, 40, &[]), shown, "{text}");
        }
    }
}
