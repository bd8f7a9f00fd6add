//! Documents that speak of the references though nothing declares it: a manual, a page of a site, a README elsewhere. The index has which
//! documents are about which nodes, and where documents have the names of definitions and files.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{Bundle, LinkedDocument};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::DerivedLink;
use rustc_hash::FxHashSet;

use super::about::{has_parts, is_telling, paths_of};
use super::chapter::{Listed, Tier, bytes_of};
use super::gathered::Gathered;
use super::list::List;
use super::own;
use crate::mentioned::{
    MIN_WORTH, NameLines, Section, Worth, documents_naming, section_naming, written_paths,
};
use crate::text::line;

/// Documents that are named, and those that are named as long as nothing else is to be said.
const MAX_DOCUMENTS: usize = 40;
const MAX_FIRST_DOCUMENTS: usize = 6;

/// Definitions whose names are looked for.
const MAX_NAMES: usize = 300;

static LINKED: List<LinkedDocument> = List {
    title: "Documents that speak of it",
    share: 6,
    tier: |_, share, at, one| match at {
        MAX_FIRST_DOCUMENTS.. => Tier::Fringe,
        _ if share.takes(one.path.len() + 80) => Tier::Uses,
        _ => Tier::Neighbours,
    },
    bytes: |one| bytes_of(&[&one.path, &one.heading]) + 60,
    path: Some(|one| &one.path),
    put: |bundle: &mut Bundle, documents, left_out| {
        bundle.linked_documents = documents;
        bundle.omitted.linked_documents = left_out;
    },
    line: said,
    alone: said,
    places: |places, bundle| places.files(bundle.linked_documents.iter().map(|one| &one.path)),
};

pub(super) const CHAPTER: Listed =
    Listed { about: Bundle::linked_documents, gather: |found| Ok(LINKED.of(linked(found)?)) };

pub(crate) fn said(one: &LinkedDocument) -> String {
    let names = one.names.join(", ");
    let names = if names.is_empty() { "about it".to_owned() } else { names };
    let heading = if one.heading.is_empty() { String::new() } else { format!(" {}", line(&one.heading)) };
    format!("- {}:{}-{}{heading} ({})", line(&one.path), one.line_start, one.line_end, line(&names))
}

/// What a document says of the references.
#[derive(Default)]
struct Spoken {
    /// Names with their lines.
    names: NameLines,
    /// How sure it is about one of their nodes, and the section that is.
    link: Option<(f64, Option<Section>)>,
}

/// The documents that are about the references' nodes, and those that name most of what the references define, best first.
fn linked(found: &Gathered<'_>) -> Result<Vec<LinkedDocument>> {
    let nodes = own::own_nodes(&found.resolved);
    let named = documents_naming(found.store, &names(found)?)?;
    let mut spoken: BTreeMap<String, Spoken> =
        named.into_iter().map(|(path, names)| (path, Spoken { names, link: None })).collect();
    let declared = found.store.documents_of_nodes(&nodes)?;
    let declared: FxHashSet<&str> = declared.iter().map(|(path, _)| path.as_str()).collect();
    let excepted = excepted(found, &nodes);
    for link in found.store.links_of_nodes(&nodes)? {
        add_link(spoken.entry(link.path.clone()).or_default(), link);
    }
    spoken.retain(|path, _| !declared.contains(path.as_str()) && !excepted.contains(path));
    let asked: Vec<&str> = own::named(&found.resolved).map(|row| row.symbol_name.as_str()).collect();
    let worth = Worth::of(found.store, spoken.values().map(|one| &one.names))?;
    let mut best: Vec<(f64, &str, &Spoken)> = spoken
        .iter()
        .filter_map(|(path, one)| {
            let named = worth.of_all(one.names.keys());
            let link = one.link.as_ref().map_or(0.0, |(score, _)| 1.0 + score);
            let is_asked =
                asked.iter().any(|name| one.names.contains_key(*name) && worth.of_name(name) > 0.0);
            (link > 0.0 || named >= MIN_WORTH || is_asked).then_some((named + link, path.as_str(), one))
        })
        .collect();
    best.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    best.truncate(MAX_DOCUMENTS);
    let said = best.into_iter().map(|(_, path, one)| {
        let section = one.link.as_ref().and_then(|(_, section)| section.clone());
        section_naming(found.store, path, &one.names, &worth, section)
    });
    said.collect()
}

/// Links come the surest first; that of the whole document counts before those of its sections.
fn add_link(one: &mut Spoken, link: DerivedLink) {
    for (name, first) in link.names {
        one.names.entry(name).or_insert_with(|| vec![first]);
    }
    let is_whole = link.section.is_none();
    if one.link.as_ref().is_none_or(|(_, section)| is_whole && section.is_some()) {
        one.link = Some((link.score, link.section));
    }
}

/// Documents that a person said are not about the nodes of the references.
fn excepted(found: &Gathered<'_>, nodes: &[String]) -> Vec<String> {
    nodes.iter().filter_map(|id| found.nodes.get(id)).flat_map(|node| node.not_docs()).collect()
}

/// The names of what the references are, and the telling ones of what they define; and their paths, as documents write them.
fn names(found: &Gathered<'_>) -> Result<BTreeSet<String>> {
    let ids: Vec<i64> = found.ranking.order.iter().map(|weighed| weighed.id).take(MAX_NAMES).collect();
    let rows = found.store.symbols_by_id(&ids)?;
    let telling = found.own_code.iter().chain(&rows).map(|row| &row.symbol_name);
    let telling = telling.filter(|name| is_telling(name) && has_parts(name));
    let mut names: BTreeSet<String> = telling.cloned().collect();
    names.extend(own::named(&found.resolved).map(|row| row.symbol_name.clone()));
    for path in paths_of(&found.area, &found.places) {
        names.extend(written_paths(found.store, &path)?);
    }
    Ok(names)
}
