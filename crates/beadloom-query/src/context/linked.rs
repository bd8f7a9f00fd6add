//! Documents that speak of the references though nobody linked them: a manual, a page of a site, a README elsewhere. They are found by the names
//! that they have in common with the code. Of the folder of documents, whose sections are searched anyway, those that are called like the part.

use std::collections::BTreeMap;

use beadloom_lexical::GramQuery;
use beadloom_model::answers::{Bundle, LinkedDocument};
use beadloom_model::prose::{Headings, is_document};
use beadloom_model::{CompactSort as _, Result};
use rustc_hash::{FxHashMap, FxHashSet};

use super::about::{is_telling, names_whole, paths_of};
use super::chapter::{Listed, Tier, bytes_of};
use super::gathered::Gathered;
use super::list::List;
use super::own;
use crate::text::line;

/// Documents that are named.
const MAX_DOCUMENTS: usize = 4;

/// Documents that are read in search of names: those that may hold most of them.
const MAX_READ_DOCUMENTS: usize = 16;

/// Definitions whose names are looked for.
const MAX_NAMES: usize = 300;

/// Definitions of a name from which on it says nothing about which of them is meant.
const MAX_DEFINITIONS: usize = 4;

/// Documents that may hold a name, at most, where it says which of them is meant.
const MAX_HOLDERS: usize = 8;

/// Names of a section that are given.
const MAX_GIVEN_NAMES: usize = 4;

/// What a document says, at least: a name that no other has, or two that another has too.
const MIN_SCORE: f64 = 0.8;

/// Characters of a name by which a document may be called.
const MIN_TITLE_CHARS: usize = 4;

static LINKED: List<LinkedDocument> = List {
    title: "Documents that speak of it",
    share: 6,
    tier: |_, share, _, one| if share.takes(one.path.len() + 80) { Tier::Uses } else { Tier::Neighbours },
    bytes: |one| bytes_of(&[&one.path, &one.heading]) + 60,
    path: Some(|one| &one.path),
    put: |bundle: &mut Bundle, documents, _| bundle.linked_documents = documents,
    line: said,
    alone: said,
    places: |places, bundle| places.files(bundle.linked_documents.iter().map(|one| &one.path)),
};

pub(super) const CHAPTER: Listed =
    Listed { about: Bundle::linked_documents, gather: |found| Ok(LINKED.of(linked(found)?)) };

fn said(one: &LinkedDocument) -> String {
    let names = one.names.join(", ");
    let names = if names.is_empty() { "called like it".to_owned() } else { names };
    let heading = if one.heading.is_empty() { String::new() } else { format!(" {}", line(&one.heading)) };
    format!("- {}:{}-{}{heading} ({})", line(&one.path), one.line_start, one.line_end, line(&names))
}

/// The documents that name most of what the references define and few others name, best first.
fn linked(found: &Gathered<'_>) -> Result<Vec<LinkedDocument>> {
    let mut names = own_names(found)?;
    names.extend(paths_of(&found.area, &found.places).into_iter().filter(|path| path.contains('/')));
    let titles = titles(found);
    let excepted = excepted(found);
    if names.is_empty() && titles.is_empty() {
        return Ok(Vec::new());
    }
    let prose = found.store.prose_files()?;
    let is_meant = |path: &str| is_document(path) && !excepted.iter().any(|other| other == path);
    let prose: Vec<_> = prose.iter().filter(|file| is_meant(&file.path)).collect();
    let queries: Vec<GramQuery> = names.iter().map(|name| GramQuery::of(name.as_bytes())).collect();
    let holders: Vec<Vec<usize>> = queries
        .iter()
        .map(|query| {
            (0..prose.len())
                .filter(|at| prose.get(*at).is_some_and(|file| query.may_fit(&file.grams)))
                .collect()
        })
        .collect();
    let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
    for holders in holders.iter().filter(|holders| holders.len() <= MAX_HOLDERS) {
        for at in holders {
            *scores.entry(*at).or_default() += 1.0 / holders.len() as f64;
        }
    }
    let is_called = |path: &str| titles.contains(&plain(stem(path)));
    for (at, _) in prose.iter().enumerate().filter(|(_, file)| is_called(&file.path)) {
        *scores.entry(at).or_default() += 1.0;
    }
    let mut likely: Vec<(f64, usize)> = scores.into_iter().map(|(at, score)| (score, at)).collect();
    likely.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    likely.truncate(MAX_READ_DOCUMENTS);
    // A filter may be wrong; a text is not.
    let mut read: Vec<(&str, bool, Lines)> = Vec::new();
    for (_, at) in likely {
        let Some(file) = prose.get(at) else { continue };
        if let Some(text) = (found.read)(&file.path) {
            let held = (0..names.len())
                .filter(|name| holders.get(*name).is_some_and(|of| of.binary_search(&at).is_ok()));
            read.push((
                &file.path,
                is_called(&file.path),
                lines_of(&text, &names, &held.collect::<Vec<_>>()),
            ));
        }
    }
    let mut defined: BTreeMap<usize, usize> = BTreeMap::new();
    for name in read.iter().flat_map(|(_, _, lines)| lines.names.keys()) {
        if let Some(text) = names.get(*name)
            && !defined.contains_key(name)
        {
            defined.insert(*name, found.store.state().definitions(text, MAX_DEFINITIONS)?.len().max(1));
        }
    }
    let having = |name: usize| {
        let seen = read.iter().filter(|(_, _, lines)| lines.names.contains_key(&name)).count();
        // Those that were not read may hold it as well.
        let all = holders.get(name).map_or(0, Vec::len);
        seen.max(if all > MAX_READ_DOCUMENTS { all } else { seen })
    };
    let mut best: Vec<(f64, LinkedDocument)> = read
        .iter()
        .filter_map(|(path, is_called, lines)| {
            let worth = |name: usize| {
                let defined = defined.get(&name).copied().unwrap_or(1);
                // What many define belongs to nobody.
                if defined >= MAX_DEFINITIONS { 0.0 } else { 1.0 / (having(name).max(1) * defined) as f64 }
            };
            let score =
                lines.names.keys().map(|name| worth(*name)).sum::<f64>() + f64::from(u8::from(*is_called));
            (score >= MIN_SCORE).then(|| (score, document(path, lines, &names, &worth)))
        })
        .collect();
    best.extend(called(found, &titles, &is_meant)?);
    best.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.path.cmp(&b.1.path)));
    best.truncate(MAX_DOCUMENTS);
    Ok(best.into_iter().map(|(_, document)| document).collect())
}

/// What the nodes of the references are called: by their ids and by their folders.
fn titles(found: &Gathered<'_>) -> Vec<String> {
    let of_node = |id: &String| {
        let source = found.nodes.get(id).and_then(|node| node.source.as_deref()).unwrap_or_default();
        let folder = source.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        [id.as_str(), folder].map(plain)
    };
    let mut titles: Vec<String> =
        own::own_nodes(&found.resolved).iter().flat_map(of_node).filter(|title| is_title(title)).collect();
    titles.sort_unstable();
    titles.dedup();
    titles
}

/// Documents that a person said are not about the nodes of the references.
fn excepted(found: &Gathered<'_>) -> Vec<String> {
    let nodes = own::own_nodes(&found.resolved);
    nodes.iter().filter_map(|id| found.nodes.get(id)).flat_map(|node| node.not_docs()).collect()
}

/// The documents in the folder of documents that are called like the references.
fn called(
    found: &Gathered<'_>,
    titles: &[String],
    is_meant: &dyn Fn(&str) -> bool,
) -> Result<Vec<(f64, LinkedDocument)>> {
    if titles.is_empty() {
        return Ok(Vec::new());
    }
    let is_called = |name: &str| titles.contains(&plain(name));
    let documents = found.store.unlinked_documents()?;
    let meant = documents.into_iter().filter(|(path, title)| {
        is_meant(path) && (is_called(stem(path)) || title.as_deref().is_some_and(is_called))
    });
    Ok(meant
        .filter_map(|(path, _)| {
            let text = (found.read)(&path)?;
            Some((1.0, document(&path, &lines_of(&text, &[], &[]), &[], &|_| 0.0)))
        })
        .collect())
}

/// The telling names of what references are and define, the most important first.
fn own_names(found: &Gathered<'_>) -> Result<Vec<String>> {
    let ids: Vec<i64> = found.ranking.order.iter().map(|weighed| weighed.id).take(MAX_NAMES).collect();
    let place: FxHashMap<i64, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let mut rows = found.store.symbols_by_id(&ids)?;
    rows.compact_sort_by_key(|row| place.get(&row.id).copied());
    let named = own::named(&found.resolved).chain(&found.own_code).chain(&rows);
    let mut names: Vec<String> = Vec::new();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for row in named.filter(|row| is_telling(&row.symbol_name) && has_parts(&row.symbol_name)) {
        if seen.insert(&row.symbol_name) {
            names.push(row.symbol_name.clone());
        }
    }
    Ok(names)
}

/// Where a document has names, by their place, and its sections.
struct Lines {
    names: BTreeMap<usize, Vec<u32>>,
    headings: Headings,
}

/// `held`: places of the names that it may hold.
fn lines_of(text: &str, names: &[String], held: &[usize]) -> Lines {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (number, text) in (1..).zip(&lines) {
        for at in held.iter().filter(|at| names.get(**at).is_some_and(|name| names_whole(text, name))) {
            found.entry(*at).or_default().push(number);
        }
    }
    Lines { names: found, headings: Headings::of(&lines) }
}

/// A document by the section that says most; the first one where it is only called like the reference.
fn document(path: &str, lines: &Lines, names: &[String], worth: &dyn Fn(usize) -> f64) -> LinkedDocument {
    let mut sections: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (name, of_name) in &lines.names {
        for line in of_name {
            let of_section = sections.entry(lines.headings.number_at(*line)).or_default();
            if !of_section.contains(name) {
                of_section.push(*name);
            }
        }
    }
    let says = |names: &[usize]| names.iter().map(|name| worth(*name)).sum::<f64>();
    // Of equal ones the first.
    let best = sections.iter().rev().max_by(|a, b| says(a.1).total_cmp(&says(b.1)));
    let (number, mut held) = best.map_or((1, Vec::new()), |(number, held)| (*number, held.clone()));
    held.compact_sort_by(|a, b| worth(*b).total_cmp(&worth(*a)).then(a.cmp(b)));
    held.retain(|name| worth(*name) > 0.0);
    let ((line_start, line_end), heading) = lines.headings.section(number);
    LinkedDocument {
        path: path.to_owned(),
        line_start,
        line_end,
        heading: heading.to_owned(),
        names: held.iter().take(MAX_GIVEN_NAMES).filter_map(|name| names.get(*name).cloned()).collect(),
    }
}

/// Whether a name has several words: a long one of one word may be anybody's.
fn has_parts(name: &str) -> bool {
    name.trim_matches('_').contains('_') || name.chars().skip(1).any(char::is_uppercase)
}

/// Whether a document may be called so: by a word that names something.
fn is_title(name: &str) -> bool {
    name.chars().count() >= MIN_TITLE_CHARS && (is_telling(name) || name.chars().all(char::is_alphabetic))
}

/// Letters and digits in lower case, without the ending of a plural: `Invoices` like `invoice`.
fn plain(name: &str) -> String {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    name.strip_suffix('s').map_or(name.clone(), str::to_owned)
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}
