//! Documents that name things of the project, and what a name says about which thing is meant.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::LinkedDocument;
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::Store;
use rustc_hash::FxHashMap;

/// Definitions of a name from which on it says nothing about which of them is meant.
const MAX_DEFINITIONS: usize = 4;

/// Names of a section that are given.
const MAX_GIVEN_NAMES: usize = 4;

/// What a document says of something, at least, to speak of it: a name that no other document has, or two that another has too.
pub(crate) const MIN_WORTH: f64 = 0.8;

/// A section: its first and last line, 1-based, and its heading.
pub(crate) type Section = (u32, u32, String);

/// Names, each with the first lines of a document that have it.
pub(crate) type NameLines = BTreeMap<String, Vec<u32>>;

/// The documents that have any of the names, by path, with the names that each has.
///
/// # Errors
/// Store errors, here and below.
pub(crate) fn documents_naming(
    store: &Store,
    names: &BTreeSet<String>,
) -> Result<BTreeMap<String, NameLines>> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut found: BTreeMap<String, NameLines> = BTreeMap::new();
    for mention in store.mentions_of(&names)? {
        found.entry(mention.doc_path).or_default().insert(mention.name, mention.lines);
    }
    Ok(found)
}

/// How documents write the path of a file or folder: whole or, of a file, by an end that no other file has.
pub(crate) fn written_paths(store: &Store, path: &str) -> Result<BTreeSet<String>> {
    let path = path.trim_end_matches('/');
    let mut found: BTreeSet<String> =
        path.contains(['/', '.']).then(|| path.to_owned()).into_iter().collect();
    if store.file_id(path)?.is_none() {
        return Ok(found);
    }
    let ends = path.match_indices('/').filter_map(|(at, _)| path.get(at + 1..));
    // Files are looked through only for what some document has.
    for end in ends {
        if store.mentions_of(&[end])?.is_empty() {
            continue;
        }
        // What several files end in, a shorter end is too.
        if store.file_id(end)?.is_some() || store.files_ending(&format!("/{end}"))?.len() > 1 {
            break;
        }
        found.insert(end.to_owned());
    }
    Ok(found)
}

/// Whether so few definitions have a name that it tells which is meant.
pub(crate) fn is_telling_of_one(store: &Store, name: &str) -> Result<bool> {
    Ok(definitions(store, name)? < MAX_DEFINITIONS)
}

fn definitions(store: &Store, name: &str) -> Result<usize> {
    Ok(store.state().listed_definitions(name, MAX_DEFINITIONS)?.len().max(1))
}

/// What names say about which definition is meant: the less, the more documents have a name, and the more definitions.
pub(crate) struct Worth(FxHashMap<String, f64>);

impl Worth {
    /// Of the names that these documents have.
    pub(crate) fn of<'n>(store: &Store, documents: impl Iterator<Item = &'n NameLines>) -> Result<Self> {
        let mut having: FxHashMap<&str, usize> = FxHashMap::default();
        for name in documents.flat_map(BTreeMap::keys) {
            *having.entry(name).or_default() += 1;
        }
        let mut worth = FxHashMap::default();
        for (name, having) in having {
            let defined = definitions(store, name)?;
            // What many define belongs to none.
            let one = if defined >= MAX_DEFINITIONS { 0.0 } else { 1.0 / (having * defined) as f64 };
            worth.insert(name.to_owned(), one);
        }
        Ok(Self(worth))
    }

    /// Of one name, up to 1.
    pub(crate) fn of_name(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or(0.0)
    }

    /// Of all names together.
    pub(crate) fn of_all<'n>(&self, names: impl Iterator<Item = &'n String>) -> f64 {
        names.map(|name| self.of_name(name)).sum()
    }
}

/// The section of a document that says most of what these names mean; the first with a heading where it has none of them. `section`: that
/// of which it is known, with its lines and heading.
pub(crate) fn section_naming(
    store: &Store,
    path: &str,
    names: &NameLines,
    worth: &Worth,
    section: Option<Section>,
) -> Result<LinkedDocument> {
    let headings = store.names_in(path)?.map(|names| names.headings()).unwrap_or_default();
    let mut sections: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
    for (name, lines) in names {
        for line in lines {
            sections.entry(headings.number_at(*line)).or_default().insert(name);
        }
    }
    let says = |names: &BTreeSet<&str>| names.iter().map(|name| worth.of_name(name)).sum::<f64>();
    let number = match &section {
        Some((first, ..)) => headings.number_at(*first),
        None => {
            // Of equal ones the first.
            let best = sections.iter().rev().max_by(|a, b| says(a.1).total_cmp(&says(b.1)));
            best.map_or(usize::from(!headings.all.is_empty()), |(number, _)| *number)
        }
    };
    let mut held: Vec<&str> = sections.remove(&number).unwrap_or_default().into_iter().collect();
    held.compact_sort_by(|a, b| worth.of_name(b).total_cmp(&worth.of_name(a)).then(a.cmp(b)));
    held.retain(|name| worth.of_name(name) > 0.0);
    let (line_start, line_end, heading) = section.unwrap_or_else(|| {
        let ((first, last), heading) = headings.section(number);
        (first, last, heading.to_owned())
    });
    Ok(LinkedDocument {
        path: path.to_owned(),
        line_start,
        line_end,
        heading,
        names: held.into_iter().take(MAX_GIVEN_NAMES).map(str::to_owned).collect(),
    })
}
