//! What crosses between the focus and its neighbours: the names by which each uses the other.

use beadloom_model::answers::{Bundle, Crossing};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::{Confidence, Store};
use std::collections::{BTreeMap, HashMap, HashSet};

use super::area::Area;
use super::chapter::{Chapter, Listed, Tier, bytes_of};
use super::gathered::{Gathered, Shape};
use super::importance::{Ranking, Weighed};
use super::list::List;
use super::own::nodes_inside;
use crate::lists::{each_once, firsts};
use crate::places;

/// Definitions of the focus whose users are looked up, the most used first.
const MAX_OFFERED_DEFINITIONS: usize = 80;

/// Pairs of definition and file that are looked up for these.
const MAX_PAIRS: u64 = 4_000;

/// Files elsewhere whose references are read.
const MAX_USERS: usize = 250;

/// Definitions elsewhere that are looked up.
const MAX_USED_DEFINITIONS: usize = 600;

/// Names that cross one way.
const MAX_NAMES: usize = 6;

/// Neighbours.
const MAX_NEIGHBOURS: usize = 24;

/// A definition that is used by less than one file, once its namesakes took their share, is hardly meant.
const MIN_OUTSIDE_FILES: f64 = 0.5;

/// Names with how often they cross, by row id.
type Counts = BTreeMap<i64, u64>;

/// Their share of the budget, in hundredths, and those that come before all shares.
const SHARE: usize = 14;
const FIRST: usize = 3;

/// Markdown has them among the nodes around.
static CROSSINGS: List<Crossing> = List {
    share: SHARE,
    tier: |plan, share, at, crossing| {
        let fits = share.takes(length_of(crossing) + plan.frame() / 4);
        match () {
            () if at < FIRST => Tier::Opening,
            () if fits => Tier::Surroundings,
            () => Tier::BeyondShare,
        }
    },
    bytes: |Crossing { ref_id, uses, used }| bytes_of(&[ref_id, &uses.concat(), &used.concat()]),
    put: |bundle, crossings, left_out| {
        bundle.crossings = crossings;
        bundle.omitted.crossings = left_out;
    },
    ..List::PLAIN
};

pub(super) const CHAPTER: Listed = Listed { about: Bundle::crossings, gather };

/// Those of an area. Of a file, the files that use it say more than their parts.
fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    if found.shape != Shape::Area || found.one_file().is_some() {
        return Ok(CROSSINGS.of(Vec::new()));
    }
    let focus = nodes_inside(found.store, &found.area, &found.starts)?;
    Ok(CROSSINGS.of(crossings(found.store, &found.area, &found.ranking, &focus)?))
}

fn length_of(crossing: &Crossing) -> usize {
    let names = crossing.uses.iter().chain(&crossing.used);
    crossing.ref_id.len() + names.map(|name| name.len() + 2).sum::<usize>() + 16
}

/// The neighbours that the code of the area uses or is used by, those with the most traffic first. `focus`: the area's own
/// nodes, and those inside.
fn crossings(
    store: &Store,
    area: &Area,
    ranking: &Ranking,
    focus: &HashSet<String>,
) -> Result<Vec<Crossing>> {
    let mut uses: BTreeMap<String, Counts> = BTreeMap::new();
    let mut used: BTreeMap<String, Counts> = BTreeMap::new();
    let mut traffic: HashMap<String, u64> = HashMap::new();

    for (id, count, node) in used_elsewhere(store, ranking)? {
        if !focus.contains(&node) {
            *uses.entry(node.clone()).or_default().entry(id).or_default() += count;
            *traffic.entry(node).or_default() += count;
        }
    }

    let offered = offered(ranking);
    let inside: HashSet<i64> = area.files.iter().map(|file| file.id).collect();
    let mut files: Vec<i64> = each_once(store.referring_pairs(&offered)?.into_iter().map(|(_, file)| file));
    files.retain(|file| !inside.contains(file));
    let mut users: Vec<i64> = store
        .paths_of_files(&files)?
        .into_iter()
        .filter(|(_, path)| !places::is_no_product(path) && !places::is_side(path))
        .map(|(id, _)| id)
        .collect();
    users.truncate(MAX_USERS);
    let owners: HashMap<i64, String> = store.owners_of_files(&users)?.into_iter().collect();
    let offered: HashSet<i64> = offered.into_iter().collect();
    store.target_counts(&users, |file, counts| {
        let Some(node) = owners.get(&file).filter(|node| !focus.contains(*node)) else { return };
        for count in counts {
            // What may mean something else says nothing of what crosses.
            if count.confidence != Confidence::Ambiguous && offered.contains(&count.symbol) {
                *used.entry(node.clone()).or_default().entry(count.symbol).or_default() += count.places;
                *traffic.entry(node.clone()).or_default() += count.places;
            }
        }
    })?;

    let mut neighbours: Vec<(u64, String)> = traffic.into_iter().map(|(node, count)| (count, node)).collect();
    neighbours.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    neighbours.truncate(MAX_NEIGHBOURS);
    let both = neighbours.iter().flat_map(|(_, node)| [uses.get(node), used.get(node)]);
    let wanted: Vec<i64> = each_once(both.flatten().flat_map(Counts::keys).copied());
    // In the order of paths and lines, by which ties are broken: row ids are no part of an answer.
    let places = store.symbol_places(&wanted)?;
    let strongest = |counts: Option<&Counts>| -> Vec<String> {
        let Some(counts) = counts else { return Vec::new() };
        // Who reads a field names its type mostly, which says more.
        let mut found: Vec<(u64, &str)> = places
            .iter()
            .filter(|place| !place.part)
            .filter_map(|place| counts.get(&place.id).map(|count| (*count, place.qualified_name.as_str())))
            .collect();
        found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        firsts(found.into_iter().map(|(_, name)| name)).take(MAX_NAMES).map(str::to_owned).collect()
    };
    Ok(neighbours
        .into_iter()
        .map(|(_, node)| {
            let (uses, used) = (strongest(uses.get(&node)), strongest(used.get(&node)));
            Crossing { ref_id: node, uses, used }
        })
        .collect())
}

/// Definitions elsewhere that the area refers to, how often, and the node of each.
fn used_elsewhere(store: &Store, ranking: &Ranking) -> Result<Vec<(i64, u64, String)>> {
    let mut found: Vec<(i64, u64)> = ranking.uses.iter().map(|(id, places)| (*id, *places)).collect();
    found.sort_by_key(|(_, places)| std::cmp::Reverse(*places));
    // Of those that are used equally often all are taken, or none.
    if let Some((_, least)) = found.get(MAX_USED_DEFINITIONS).copied() {
        found.retain(|(_, places)| *places > least);
    }
    let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
    let owners: HashMap<i64, String> = store.nodes_of_symbols(&ids)?.into_iter().collect();
    Ok(found
        .into_iter()
        .filter_map(|(id, places)| owners.get(&id).map(|node| (id, places, node.clone())))
        .collect())
}

/// The definitions of the area that others use most.
fn offered(ranking: &Ranking) -> Vec<i64> {
    let mut found: Vec<&Weighed> =
        ranking.order.iter().filter(|weighed| weighed.outside >= MIN_OUTSIDE_FILES).collect();
    found.compact_sort_by(|a, b| b.outside.total_cmp(&a.outside));
    let mut room = MAX_PAIRS;
    found.truncate(MAX_OFFERED_DEFINITIONS);
    found.retain(|weighed| {
        let fits = weighed.files <= room;
        room -= if fits { weighed.files } else { 0 };
        fits
    });
    found.into_iter().map(|weighed| weighed.id).collect()
}
