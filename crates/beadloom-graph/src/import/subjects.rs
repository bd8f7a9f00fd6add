//! What the documents are about: which of them tell about one thing, what it is called, and whether the graph has it.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_model::DocKind;

use super::class::is_index;
use super::facts::{is_folder, says_the_same};
use super::links::folder_of;
use super::{Classified, ImportFacts, KeptNode, ids};

/// One thing that documents tell about.
pub(super) struct Subject {
    /// The kept node's, or a new one.
    pub(super) ref_id: String,
    /// Feature, domain, service or adr.
    pub(super) class: DocKind,
    /// Indexes of documents, the main one first.
    pub(super) documents: Vec<usize>,
    /// Index of the kept node that it is.
    pub(super) kept: Option<usize>,
    /// Of the kept node, else what the code has under that name; `""` for none.
    pub(super) source: String,
    /// The folder of its documents, where all that lies in it belongs to it; ends with `/`.
    pub(super) folder: Option<String>,
}

pub(super) struct Subjects {
    /// In the order of their main documents: by depth, then path.
    pub(super) list: Vec<Subject>,
    by_document: HashMap<usize, usize>,
}

impl Subjects {
    /// Domains and services.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Subject> {
        self.list.iter().filter(|one| matches!(one.class, DocKind::Domain | DocKind::Service))
    }

    pub(super) fn of_document(&self, index: usize) -> Option<&Subject> {
        self.list.get(*self.by_document.get(&index)?)
    }
}

pub(super) fn find(facts: &ImportFacts, classes: &[Classified]) -> Subjects {
    let mut groups = groups(facts, classes);
    let path = |documents: &[usize]| {
        documents
            .first()
            .and_then(|&main| facts.documents.get(main))
            .map_or("", |document| document.path.as_str())
    };
    groups.compact_sort_by_key(|(_, documents)| {
        let path = path(documents);
        (path.matches('/').count(), path)
    });
    let mut taken: HashSet<String> = facts.kept.iter().map(|node| node.ref_id.to_lowercase()).collect();
    let mut sources: HashSet<String> = HashSet::new();
    let mut list = Vec::with_capacity(groups.len());
    for (folder, documents) in groups {
        let Some(main) = documents.first().and_then(|&main| facts.documents.get(main)) else { continue };
        let Some(class) = documents.first().and_then(|&main| classes.get(main)).map(|class| class.class)
        else {
            continue;
        };
        let names = ids::candidates(class, &main.path, folder.as_deref(), &main.reading);
        let kept =
            kept_by_document(facts, &documents).or_else(|| kept_by_name(facts, class, &names, &documents));
        let source = if class == DocKind::Adr { None } else { source(facts, class, &names, &sources) };
        // What the graph calls otherwise, but has the same source.
        let kept = kept.or_else(|| {
            let source = source.as_deref()?;
            facts.kept.iter().position(|node| bare(&node.source) == bare(source) && fits(class, &node.kind))
        });
        let (ref_id, source) = match kept.and_then(|kept| facts.kept.get(kept)) {
            Some(node) => (node.ref_id.clone(), node.source.clone()),
            None => {
                let source = source.filter(|source| !is_kept_source(facts, source)).unwrap_or_default();
                (free(&names, &mut taken), source)
            }
        };
        sources.insert(source.clone());
        list.push(Subject { ref_id, class, documents, kept, source, folder });
    }
    let by_document = list
        .iter()
        .enumerate()
        .flat_map(|(at, one)| one.documents.iter().map(move |&index| (index, at)))
        .collect();
    Subjects { list, by_document }
}

/// Documents that make nodes, those of one thing together, the main one first.
fn groups(facts: &ImportFacts, classes: &[Classified]) -> Vec<(Option<String>, Vec<usize>)> {
    let mut shared: BTreeMap<(DocKind, String), Vec<usize>> = BTreeMap::new();
    let mut alone = Vec::new();
    for (index, (document, class)) in facts.documents.iter().zip(classes).enumerate() {
        if matches!(class.class, DocKind::Architecture | DocKind::Other) {
            continue;
        }
        let below =
            class.folder.and_then(|length| Some((length, document.path.get(length..)?.split_once('/')?.0)));
        match below {
            Some((length, name)) if class.class != DocKind::Adr => {
                let folder = format!("{}{name}/", document.path.get(..length).unwrap_or_default());
                shared.entry((class.class, folder)).or_default().push(index);
            }
            _ => alone.push((None, vec![index])),
        }
    }
    for ((class, folder), mut documents) in shared {
        let rank = |index: &usize| {
            let path = facts.documents.get(*index).map_or("", |document| document.path.as_str());
            let inside = path.get(folder.len()..).unwrap_or_default();
            let stem = inside.rsplit_once('.').map_or(inside, |(stem, _)| stem).to_lowercase();
            let named = folder
                .trim_end_matches('/')
                .rsplit('/')
                .next()
                .is_some_and(|name| name.to_lowercase() == stem);
            (!(is_index(inside) || named), !is_index(inside), path)
        };
        documents.compact_sort_by_key(rank);
        let has_main = documents.first().is_some_and(|index| !rank(index).0);
        // `features/billing/refunds.md`, without a page about `billing`: each is a feature of its own.
        if class == DocKind::Feature && !has_main {
            alone.extend(documents.into_iter().map(|index| (None, vec![index])));
        } else {
            alone.push((Some(folder), documents));
        }
    }
    alone
}

/// The kept node that names one of the documents, or that one of them names.
fn kept_by_document(facts: &ImportFacts, documents: &[usize]) -> Option<usize> {
    let documents = || documents.iter().filter_map(|&index| facts.documents.get(index));
    let by_path = facts
        .kept
        .iter()
        .position(|node| node.docs.iter().any(|doc| documents().any(|document| document.path == *doc)));
    by_path.or_else(|| {
        let mut refs = documents().flat_map(|document| &document.reading.refs);
        refs.find_map(|id| facts.kept.iter().position(|node| node.ref_id == *id))
    })
}

fn kept_by_name(facts: &ImportFacts, class: DocKind, names: &[String], documents: &[usize]) -> Option<usize> {
    let main = documents.first().and_then(|&main| facts.documents.get(main))?;
    let named = |name: &String| {
        facts.kept.iter().position(|node| node.ref_id.eq_ignore_ascii_case(name) && fits(class, &node.kind))
    };
    let told = |node: &KeptNode| {
        let mut standing = node.docs.iter().filter_map(|doc| (facts.standing)(doc));
        standing.any(|standing| says_the_same(&standing, &main.reading))
    };
    let mut found = names.iter().filter_map(named);
    found.find(|&at| facts.kept.get(at).is_some_and(told)).or_else(|| {
        let first = names.first().and_then(named)?;
        // Two series of records have the same numbers: under another name it is another one.
        let docs = &facts.kept.get(first)?.docs;
        let file = main.path.rsplit('/').next();
        let same_file = docs.is_empty() || docs.iter().any(|doc| doc.rsplit('/').next() == file);
        (class != DocKind::Adr || same_file).then_some(first)
    })
}

/// Whether a kept node of that kind may be what a document of that class tells about: whether a part is a domain or a
/// service is a matter of taste.
fn fits(class: DocKind, kind: &str) -> bool {
    match class {
        DocKind::Domain | DocKind::Service => matches!(kind, "domain" | "service"),
        class => class.as_str() == kind,
    }
}

/// Where the code has a part of that name.
fn source(facts: &ImportFacts, class: DocKind, names: &[String], taken: &HashSet<String>) -> Option<String> {
    let name = fold(names.first()?);
    let mut parts = facts.parts.iter().filter(|part| !part.source.is_empty() && fold(&part.ref_id) == name);
    let found = parts.next().map(|part| part.source.clone());
    let found = found.or_else(|| (class == DocKind::Service).then(|| folder_named(facts, &name)).flatten());
    found.filter(|source| !taken.contains(source))
}

fn fold(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// The folder of that name, outside of the imported documents; `None` where it is not the only one of its depth.
pub(super) fn folder_named(facts: &ImportFacts, name: &str) -> Option<String> {
    let mut found: Option<(usize, &str, bool)> = None;
    for path in facts.files.iter().filter(|path| !is_document(facts, path)) {
        let mut start = 0;
        for (depth, segment) in folder_of(path).split_terminator('/').enumerate() {
            let end = start + segment.len() + 1;
            if fold(segment) == name
                && let Some(folder) = path.get(..end)
                && found.is_none_or(|(best, other, _)| depth < best || (depth == best && other != folder))
            {
                let alone = found.is_none_or(|(best, _, _)| depth < best);
                found = Some((depth, folder, alone));
            }
            start = end;
        }
    }
    let (_, folder, alone) = found?;
    (alone && is_folder(facts.files, folder)).then(|| folder.to_owned())
}

/// Whether a path is documentation rather than code.
pub(super) fn is_document(facts: &ImportFacts, path: &str) -> bool {
    let imported = !facts.folder.is_empty() && path.starts_with(facts.folder);
    imported || path.starts_with(facts.docs_root) || path.starts_with(".beadloom/") || path.ends_with(".md")
}

fn is_kept_source(facts: &ImportFacts, source: &str) -> bool {
    kept_with_source(facts, source).is_some()
}

/// The kept node that names that source itself.
pub(super) fn kept_with_source<'a>(facts: &'a ImportFacts, source: &str) -> Option<&'a KeptNode> {
    facts.kept.iter().find(|node| !node.source.is_empty() && bare(&node.source) == bare(source))
}

fn bare(path: &str) -> &str {
    path.trim_end_matches('/')
}

/// The first name that is free, else the last one with a number.
pub(super) fn free(names: &[String], taken: &mut HashSet<String>) -> String {
    for name in names {
        if taken.insert(name.to_lowercase()) {
            return name.clone();
        }
    }
    let base = names.last().map_or("page", String::as_str);
    let mut number = 2_u32;
    loop {
        let name = format!("{base}-{number}");
        if taken.insert(name.to_lowercase()) {
            return name;
        }
        number += 1;
    }
}
