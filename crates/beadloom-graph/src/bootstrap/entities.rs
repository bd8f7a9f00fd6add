//! Entities: types that many parts use and documents name; and decision records.
//!
//! How often a type is used finds façades and helpers first. So a candidate is a type with a file of its own name
//! that the project's documents name, and few are taken.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::ids::id_of;
use super::kept::path_at;
use super::parts::{Class, Parts};
use super::{
    Confidence, FileFact, PlannedEdge, PlannedNode, ProjectFacts, SummarySource, inputs, prose, words,
};

/// More entities than this nobody remembers.
const ENTITIES: usize = 8;

/// Parts that use an entity; in a project of few parts, fewer are enough.
const USERS: usize = 5;
const USERS_OF_FEW: usize = 3;
const FEW_PARTS: usize = 15;

/// And at least one part in so many.
const SHARE: usize = 5;

/// Decision records that become nodes, in the order of their paths.
const DECISIONS: usize = 100;

/// Adds entities with their `part_of` and `touches_entity` edges. A group that is the entity's file is the entity.
pub(super) fn add(
    facts: &ProjectFacts,
    parts: &Parts,
    ids: &[String],
    nodes: &mut Vec<PlannedNode>,
    (edges, dependences): (&mut Vec<PlannedEdge>, &mut Vec<PlannedEdge>),
) {
    let owner = |file: u32| parts.owners.get(file as usize).copied().flatten();
    let candidate = |file: u32| {
        let fact = facts.files.get(file as usize)?;
        let is_helper = words::is_helper(words::stem(&fact.path));
        fact.entity.as_deref().filter(|_| !is_helper && owner(file).is_some())
    };
    let packages = packages(facts);
    let subject = |file: u32| {
        let fact = facts.files.get(file as usize)?;
        let of = if imports_packages(fact) {
            packages.get(words::folder_of(&fact.path)).copied()
        } else {
            Some(file)
        };
        of.filter(|&of| candidate(of).is_some())
    };
    let mut users: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for import in facts.imports {
        if let Some(to) = subject(import.to)
            && let (Some(from), Some(of)) = (owner(import.from), owner(to))
            && from != of
        {
            users.entry(to).or_default().insert(from);
        }
    }
    let with_code = parts.list.iter().filter(|part| !part.own.is_empty()).count();
    let least = if with_code < FEW_PARTS { USERS_OF_FEW } else { USERS };
    let mut found: Vec<(std::cmp::Reverse<usize>, &str, u32, BTreeSet<u32>)> = users
        .into_iter()
        .filter(|(_, users)| users.len() >= least && users.len() * SHARE >= with_code)
        .map(|(file, users)| (std::cmp::Reverse(users.len()), path_at(facts.files, file), file, users))
        .collect();
    found.compact_sort();
    let mut seen: HashSet<&str> = HashSet::new();
    found.retain(|&(_, _, file, _)| candidate(file).is_some_and(|name| seen.insert(name)));

    let mut taken: HashSet<String> = nodes.iter().map(|node| node.ref_id.to_lowercase()).collect();
    for (_, path, file, users) in found.into_iter().take(ENTITIES) {
        let Some(own) = owner(file) else { continue };
        let is_group = parts
            .list
            .get(own as usize)
            .is_some_and(|part| part.class == Class::Group && part.source == path);
        let id = if is_group {
            let Some(id) = ids.get(own as usize) else { continue };
            if let Some(node) = nodes.iter_mut().find(|node| node.ref_id == *id) {
                "entity".clone_into(&mut node.kind);
            }
            id.clone()
        } else {
            let name = id_of(candidate(file).unwrap_or_default());
            let id = unique(&name, "entity", &mut taken);
            nodes.push(entity(facts, file, path, id.clone()));
            edges.extend(ids.get(own as usize).map(|part| edge(&id, part, "part_of")));
            id
        };
        let users = users.into_iter().filter_map(|user| ids.get(user as usize));
        dependences.extend(users.filter(|user| **user != id).map(|user| edge(user, &id, "touches_entity")));
    }
}

/// An entity whose file is part of a group.
fn entity(facts: &ProjectFacts, file: u32, path: &str, ref_id: String) -> PlannedNode {
    let comment =
        facts.files.get(file as usize).and_then(|file| prose::head_comment(file.summary.as_deref()?));
    let (summary, summary_source) = match comment {
        Some(text) => (text, SummarySource::HeadComment),
        None => (String::new(), SummarySource::Fallback),
    };
    PlannedNode {
        ref_id,
        kind: "entity".to_owned(),
        summary,
        summary_source,
        source: path.to_owned(),
        confidence: Confidence::Medium,
        folders: vec![path.to_owned()],
    }
}

/// Whether files of its language are imported by the package, so that an import names none of them.
fn imports_packages(file: &FileFact) -> bool {
    file.language.is_some_and(|language| language.facts().layout.imports_packages)
}

/// The files with the subjects of packages that are imported as a whole, by folder; of several the first by path.
fn packages<'a>(facts: &ProjectFacts<'a>) -> HashMap<&'a str, u32> {
    let mut found: HashMap<&'a str, u32> = HashMap::new();
    for (index, file) in (0u32..).zip(facts.files) {
        if file.entity.is_some() && imports_packages(file) {
            let first = found.entry(words::folder_of(&file.path)).or_insert(index);
            if file.path.as_str() < path_at(facts.files, *first) {
                *first = index;
            }
        }
    }
    found
}

/// Adds the decision records: `docs/adr/0001-use-sqlite.md`. Their only folder is the document; they own no code.
pub(super) fn add_decisions(
    facts: &ProjectFacts,
    nodes: &mut Vec<PlannedNode>,
    edges: &mut Vec<PlannedEdge>,
) {
    if !facts.scopes.is_empty() {
        return;
    }
    let mut records: Vec<&str> =
        facts.files.iter().map(|file| file.path.as_str()).filter(|path| inputs::is_decision(path)).collect();
    records.compact_sort();
    records.truncate(DECISIONS);
    let mut taken: HashSet<String> = nodes.iter().map(|node| node.ref_id.to_lowercase()).collect();
    let inner: HashSet<&str> =
        edges.iter().filter(|edge| edge.kind == "part_of").map(|edge| edge.src.as_str()).collect();
    let mut tops = nodes.iter().filter(|node| !inner.contains(node.ref_id.as_str()));
    let top = tops.next().filter(|_| tops.next().is_none()).map(|node| node.ref_id.clone());
    for path in records {
        let stem = words::stem(path);
        let name =
            if stem.to_lowercase().starts_with("adr") { id_of(stem) } else { format!("adr-{}", id_of(stem)) };
        let id = unique(&name, "record", &mut taken);
        let title = (facts.read)(path).and_then(|text| title(&text));
        let (summary, summary_source) = match title {
            Some(title) => (title, SummarySource::Readme),
            None => (format!("Decision {stem}"), SummarySource::Fallback),
        };
        edges.extend(top.as_deref().map(|top| edge(&id, top, "part_of")));
        nodes.push(PlannedNode {
            ref_id: id,
            kind: "adr".to_owned(),
            summary,
            summary_source,
            source: String::new(),
            confidence: Confidence::High,
            folders: vec![path.to_owned()],
        });
    }
}

/// The first heading, without its number: `# 7. Use SQLite`.
fn title(text: &str) -> Option<String> {
    let heading = text.lines().take(60).find_map(|line| line.trim().strip_prefix("# "))?;
    let heading = heading.trim();
    let bare = heading.strip_prefix("ADR").map_or(heading, |rest| rest.trim_start_matches(['-', ' ', '#']));
    let bare = bare
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start_matches(['.', ':', '-', '–', ' ', ')']);
    prose::sentence(if bare.is_empty() { heading } else { bare })
}

fn unique(name: &str, what: &str, taken: &mut HashSet<String>) -> String {
    if taken.insert(name.to_lowercase()) {
        return name.to_owned();
    }
    let mut id = format!("{name}-{what}");
    let mut number = 2;
    while !taken.insert(id.to_lowercase()) {
        id = format!("{name}-{what}-{number}");
        number += 1;
    }
    id
}

fn edge(src: &str, dst: &str, kind: &str) -> PlannedEdge {
    PlannedEdge { src: src.to_owned(), dst: dst.to_owned(), kind: kind.to_owned(), count: 0 }
}

/// Identifiers in text by which a type may be meant: `OrderLine`, as most languages write types.
///
/// For the caller of [`super::plan`], which looks them up.
pub fn type_names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| {
        word.len() >= 3
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.contains(|c: char| c.is_ascii_lowercase())
    })
}

/// Identifiers in code by which a type may be meant, in any spelling: C has `dict` and `list_node`.
fn code_names(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.len() >= 3 && word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// What documents name as types: counted by document, and at once in headings and guides.
///
/// Fed document by document; [`NamedTypes::finish`] gives the names, sorted.
#[derive(Debug, Default)]
pub struct NamedTypes {
    /// Documents that name it in code.
    documents: HashMap<String, u32>,
    chosen: BTreeSet<String>,
}

/// Documents that have to name a type in code for it to count.
const DOCUMENTS: u32 = 3;

/// Names that are followed at most.
const NAMES: usize = 20_000;

impl NamedTypes {
    /// Adds the sections of one document: heading and content.
    pub fn document<'s>(&mut self, path: &str, sections: impl IntoIterator<Item = (&'s str, &'s str)>) {
        let is_guide = inputs::is_guide(path);
        // Sorted: which names are followed where there are too many hangs on the order. `OrderLine` comes before `order`.
        let mut here: BTreeSet<&str> = BTreeSet::new();
        for (heading, content) in sections {
            if self.chosen.len() < NAMES {
                self.chosen.extend(type_names(heading).map(str::to_owned));
            }
            // What stands between two backticks; every second piece is code.
            let mut pieces = content.split('`');
            while let (Some(_), Some(code)) = (pieces.next(), pieces.next()) {
                if code.len() <= 120 {
                    here.extend(code_names(code));
                }
            }
        }
        for name in here {
            if is_guide && self.chosen.len() < NAMES {
                self.chosen.insert(name.to_owned());
            } else if let Some(count) = self.documents.get_mut(name) {
                *count += 1;
            } else if self.documents.len() < NAMES {
                self.documents.insert(name.to_owned(), 1);
            }
        }
    }

    /// The names, sorted.
    pub fn finish(mut self) -> Vec<String> {
        self.chosen.extend(
            self.documents.into_iter().filter(|(_, documents)| *documents >= DOCUMENTS).map(|(name, _)| name),
        );
        self.chosen.into_iter().collect()
    }
}
