//! Readable, unique ids.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::parts::{Class, Part, Parts};
use super::tree::{Tree, bare_name};
use super::{ProjectFacts, words};

/// At most so many segments are put in front.
const AROUND: usize = 6;

/// The longest id, in characters, without what makes it unique.
const MAX_ID_CHARS: usize = 80;

/// An id for each part, in the order of the parts. No two are equal, also where case is ignored.
///
/// A part is called by the last segment of its name or place. Where several would have the same id, the one
/// that comes first by class and depth keeps it if it is alone there; the others get what lies around them in
/// front.
pub(super) fn name_all(facts: &ProjectFacts, tree: &Tree, parts: &Parts) -> Vec<String> {
    let mut ids: Vec<Option<String>> = vec![None; parts.list.len()];
    let mut taken: HashSet<String> = HashSet::new();
    let names: Vec<Vec<String>> =
        parts.list.iter().map(|part| longer_and_longer(facts, tree, part)).collect();
    let longest = names.iter().map(Vec::len).max().unwrap_or(0);
    for length in 0..longest {
        let mut wanted: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (index, names) in names.iter().enumerate() {
            if ids.get(index).is_some_and(Option::is_none)
                && let Some(name) = names.get(length)
            {
                wanted.entry(name.to_lowercase()).or_default().push(index);
            }
        }
        for (folded, mut rivals) in wanted {
            if taken.contains(&folded) {
                continue;
            }
            rivals.compact_sort_by_key(|&index| parts.list.get(index).map(rank));
            let ranks: Vec<_> = rivals.iter().map(|&index| parts.list.get(index).map(rank)).collect();
            let alone = ranks.len() == 1 || ranks.first() != ranks.get(1);
            if let (true, Some(&first)) = (alone, rivals.first()) {
                taken.insert(folded);
                if let (Some(slot), Some(name)) =
                    (ids.get_mut(first), names.get(first).and_then(|n| n.get(length)))
                {
                    *slot = Some(name.clone());
                }
            }
        }
    }
    number_the_rest(parts, &names, ids, &mut taken)
}

/// What decides who keeps a name: class, then how deep it lies.
fn rank(part: &Part) -> (Class, usize) {
    // A project that has code of its own is called as it is; one that only holds packages gives way to them.
    let class = if part.class == Class::Root && !part.own.is_empty() { Class::Unit } else { part.class };
    (class, part.dir.split('/').filter(|segment| !segment.is_empty()).count())
}

/// Whoever is left after all that lies around it was put in front (the same place under two spellings).
fn number_the_rest(
    parts: &Parts,
    names: &[Vec<String>],
    ids: Vec<Option<String>>,
    taken: &mut HashSet<String>,
) -> Vec<String> {
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.compact_sort_by_key(|&index| {
        parts.list.get(index).map(|part| (part.class, part.dir, part.name.as_str(), part.source.as_str()))
    });
    let mut ids = ids;
    let mut next: HashMap<String, u32> = HashMap::new();
    for index in order {
        let Some(slot) = ids.get_mut(index).filter(|slot| slot.is_none()) else { continue };
        let base = names.get(index).and_then(|names| names.last()).map_or("part", String::as_str);
        let number = next.entry(base.to_lowercase()).or_insert(2);
        let id = loop {
            let id = format!("{base}-{number}");
            *number += 1;
            if taken.insert(id.to_lowercase()) {
                break id;
            }
        };
        *slot = Some(id);
    }
    ids.into_iter().map(Option::unwrap_or_default).collect()
}

/// The names of a part, the short one first; each further one has one more of what lies around it in front.
fn longer_and_longer(facts: &ProjectFacts, tree: &Tree, part: &Part) -> Vec<String> {
    let unit = part.unit.and_then(|unit| tree.units.get(unit as usize));
    let written = unit.and_then(|unit| unit.manifest.as_ref()).and_then(|manifest| manifest.name.as_deref());
    let mut names: Vec<String> = Vec::new();
    let mut around: Vec<&str> = part.dir.split('/').filter(|segment| !segment.is_empty()).collect();
    match part.class {
        Class::Root => {
            let name = unit_name(written.or(tree.name.as_deref())).unwrap_or_else(|| id_of(facts.name));
            names.push(name.clone());
            names.push(format!("{name}-project"));
            return names;
        }
        Class::Unit => {
            let place = around.pop().map_or_else(|| id_of(facts.name), id_of);
            names.push(unit_name(written).unwrap_or_else(|| place.clone()));
            if let Some(scope) = written.and_then(|name| name.trim().rsplit_once('/')).map(|(scope, _)| scope)
                && !scope.contains(['.', '/'])
                && let (false, Some(name)) = (id_of(scope) == "part", names.first())
            {
                names.push(format!("{}-{name}", id_of(scope)));
            }
            // Several packages of one name: the folder says which, unless it is called like any other.
            if !words::is_container(&place) && !names.contains(&place) {
                names.push(place);
            } else if let Some(name) = names.first().filter(|name| **name != place) {
                // Of two packages of one name, that in `web` is called so before it is called by a number.
                names.push(format!("{name}-{place}"));
            }
        }
        Class::Folder => {
            let name = around.pop().unwrap_or("");
            names.push(id_of(name));
        }
        Class::Group => names.push(id_of(&part.name)),
    }
    // The segments around it, nearest first, without those that say nothing.
    let own = names.first().cloned().unwrap_or_default();
    let mut telling: Vec<&str> = Vec::new();
    for segment in around.iter().rev() {
        if !words::is_container(segment) && !words::is_source_folder(segment) && !telling.contains(segment) {
            telling.push(segment);
        }
    }
    telling.truncate(AROUND);
    let mut name = own.clone();
    for (distance, segment) in telling.iter().enumerate() {
        name = cut(&format!("{}-{name}", id_of(segment)));
        names.push(name.clone());
        // The package tells more than all that lies between: `shop-spring-retry`, not `java-com-shop-retry`.
        if distance == 0
            && matches!(part.class, Class::Folder | Class::Group)
            && let Some(package) = unit.and_then(|unit| package_name(written, unit.dir))
        {
            names.push(cut(&format!("{package}-{own}")));
        }
    }
    // `tokio/src/util` beside the unit `tokio-util`: then a container says more than a number.
    let mut name = names.first().cloned().unwrap_or_default();
    for segment in around.iter().rev().take(AROUND) {
        name = cut(&format!("{}-{name}", id_of(segment)));
        if !names.contains(&name) {
            names.push(name.clone());
        }
    }
    names
}

/// What a package is called; `None` for the project as a whole.
fn package_name(written: Option<&str>, dir: &str) -> Option<String> {
    (!dir.is_empty()).then(|| unit_name(written).unwrap_or_else(|| id_of(words::file_name(dir))))
}

fn unit_name(written: Option<&str>) -> Option<String> {
    written.map(bare_name).filter(|name| name.chars().any(char::is_alphanumeric)).map(id_of)
}

/// A name as an id: letters, digits, `_`, `-` and inner dots stay, every run of others becomes one `-`.
pub(crate) fn id_of(name: &str) -> String {
    let mut id = String::new();
    for c in name.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '-' | '.') {
            id.push(c);
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_matches(['-', '.']);
    if id.chars().any(char::is_alphanumeric) { cut(id) } else { "part".to_owned() }
}

fn cut(id: &str) -> String {
    let cut: String = id.chars().take(MAX_ID_CHARS).collect();
    cut.trim_end_matches(['-', '.']).to_owned()
}
