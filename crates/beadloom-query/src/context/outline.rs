//! What is in a document that is a reference: its sections, and which definitions each speaks of.

use std::collections::BTreeMap;

use beadloom_model::answers::{Bundle, NamedDefinition, OutlineSection};
use beadloom_model::prose::Headings;
use beadloom_model::{CompactSort as _, Result, counted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::about::is_telling;
use super::chapter::{Listed, Tier, bytes_of};
use super::gathered::Gathered;
use super::list::List;
use super::of_document::of_one;
use crate::text::line;

/// Sections that are listed one by one.
const MAX_SECTIONS: usize = 60;

/// Names of a document that are looked up.
const MAX_NAMES: usize = 400;

/// Definitions of a section that are given.
const MAX_GIVEN_NAMES: usize = 12;

/// Bytes of a line that is read.
const MAX_LINE_BYTES: usize = 5_000;

static OUTLINE: List<OutlineSection> = List {
    title: "Outline",
    share: 30,
    tier: |_, share, _, one| if share.takes(bytes(one)) { Tier::Subject } else { Tier::Uses },
    bytes,
    path: None,
    put: |bundle: &mut Bundle, sections, _| bundle.document_outline = sections,
    line: said,
    alone: said,
    places: |places, bundle| {
        places
            .files(bundle.document_outline.iter().flat_map(|one| &one.definitions).map(|one| &one.file_path));
    },
};

pub(super) const CHAPTER: Listed =
    Listed { about: Bundle::document_outline, gather: |found| Ok(OUTLINE.of(outline(found)?)) };

fn bytes(one: &OutlineSection) -> usize {
    bytes_of(&[&one.heading])
        + 20
        + one.definitions.iter().map(|one| one.name.len() + one.file_path.len() + 12).sum::<usize>()
}

fn said(one: &OutlineSection) -> String {
    let heading = if one.heading.is_empty() { "(before the first heading)" } else { &one.heading };
    let names: Vec<String> = one
        .definitions
        .iter()
        .map(|one| format!("{} {}:{}", line(&one.name), line(&one.file_path), one.line))
        .collect();
    let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    format!("- {}-{} {}{names}", one.line_start, one.line_end, line(heading))
}

/// The sections of the one document that is asked for; nothing where another reference is.
fn outline(found: &Gathered<'_>) -> Result<Vec<OutlineSection>> {
    let Some(path) = of_one(found) else { return Ok(Vec::new()) };
    let Some(text) = (found.read)(path) else { return Ok(Vec::new()) };
    let lines: Vec<&str> = text.lines().collect();
    let headings = Headings::of(&lines);
    // Names by their section, in the order of the document.
    let mut names: Vec<&str> = Vec::new();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut of_section: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (number, text) in (1..).zip(&lines) {
        let text = text.get(..text.floor_char_boundary(MAX_LINE_BYTES)).unwrap_or(text);
        for name in text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| is_telling(name)) {
            let here = of_section.entry(headings.number_at(number)).or_default();
            if !here.contains(&name) && here.len() < MAX_NAMES {
                here.push(name);
            }
            if names.len() < MAX_NAMES && seen.insert(name) {
                names.push(name);
            }
        }
    }
    let defined = defined(found, &names)?;
    let first = usize::from(
        !headings.all.is_empty() && headings.all.first().is_some_and(|heading| heading.line == 1),
    );
    let mut sections: Vec<OutlineSection> = (first..=headings.all.len())
        .take(MAX_SECTIONS)
        .map(|number| {
            let ((line_start, line_end), heading) = headings.section(number);
            let names = of_section.get(&number).into_iter().flatten();
            OutlineSection {
                line_start,
                line_end,
                heading: heading.to_owned(),
                definitions: names
                    .filter_map(|name| defined.get(name).cloned())
                    .take(MAX_GIVEN_NAMES)
                    .collect(),
            }
        })
        .collect();
    let left = (headings.all.len() + 1 - first).saturating_sub(MAX_SECTIONS);
    if left > 0 {
        let ((line_start, _), _) = headings.section(first + MAX_SECTIONS);
        let ((_, line_end), _) = headings.section(headings.all.len());
        let heading = counted(left as u64, "more section", "more sections");
        sections.push(OutlineSection { line_start, line_end, heading, definitions: Vec::new() });
    }
    Ok(sections)
}

/// What each name means, where it means one definition.
fn defined<'n>(found: &Gathered<'_>, names: &[&'n str]) -> Result<FxHashMap<&'n str, NamedDefinition>> {
    let mut ids: Vec<(i64, &str)> = Vec::new();
    for name in names {
        let [one] = &found.store.state().listed_definitions(name, 2)?[..] else { continue };
        ids.push((one.id, name));
    }
    ids.compact_sort();
    let rows = found.store.symbols_by_id(&ids.iter().map(|(id, _)| *id).collect::<Vec<_>>())?;
    let named: FxHashMap<i64, &str> = ids.into_iter().collect();
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let name = *named.get(&row.id)?;
            Some((
                name,
                NamedDefinition { name: row.qualified_name, file_path: row.file_path, line: row.line_start },
            ))
        })
        .collect())
}
