//! Which definitions of a part matter most: a reader with little room sees these first.

use beadloom_model::{CompactSort as _, Result, SymbolKind};
use beadloom_store::{Confidence, OutlineRow, Store};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::area::Area;
use crate::lists::firsts;

/// Files whose own references are read: what parts call each other by shows in these.
const MAX_READ_FILES: usize = 400;

/// Definitions that are weighed.
const MAX_WEIGHED_DEFINITIONS: usize = 8_000;

/// Definitions whose names are counted in the project.
const MAX_COUNTED_DEFINITIONS: usize = 400;

/// A name with that many definitions says nothing about which of them a reference means.
const MAX_SHARED_DEFINITIONS: usize = 12;

// Weights of what makes a definition important, chosen among 260 random sets on the folders of thirteen open projects, each project
// left out in turn: what their commits changed is to be among the first (`docs/internals/CONTEXT-EVAL.md`).

/// Each doubling (nearly) of the files outside that refer to it.
const OUTSIDE: f64 = 0.7;
/// The same inside.
const INSIDE: f64 = 0.25;
/// Visible outside of its file.
const EXPORTED: f64 = 0.45;
/// Each doubling (nearly) of its lines, but of a constant: what is long does more, and a long constant is a table.
const LENGTH: f64 = 0.75;
/// Each doubling (nearly) of the commits that changed its file, older ones for less: what people work on is what others ask about.
const CHANGED: f64 = 0.5;
/// Each type or module around it.
const NESTED: f64 = 0.35;
/// Of a part inside the focus rather than the focus's own.
const OF_PART: f64 = 1.0;

/// What the n-th definition of a file is worth, next to its first: a reader first wants to know what each file is for, and
/// then more of each.
fn diminished(value: f64, nth: usize) -> f64 {
    const FIRST: f64 = 1.0;
    match nth {
        0 => value + FIRST,
        nth => value - 0.3 * (nth as f64).sqrt(),
    }
}

fn of_kind(kind: SymbolKind) -> f64 {
    match kind {
        SymbolKind::Route => 1.0,
        SymbolKind::Class | SymbolKind::Interface | SymbolKind::Component => 0.8,
        SymbolKind::Function => 0.6,
        SymbolKind::Type => 0.4,
        SymbolKind::Method => 0.3,
        SymbolKind::Module => 0.0,
        SymbolKind::Constant => -0.8,
    }
}

fn length_of(row: &OutlineRow) -> f64 {
    if row.kind == SymbolKind::Constant {
        0.0
    } else {
        f64::from(row.line_end.saturating_sub(row.line_start))
    }
}

/// A definition of the area.
#[derive(Debug, Clone)]
pub(super) struct Weighed {
    /// Row id.
    pub id: i64,
    /// Files outside of the area that may refer to it, divided by how many definitions have its name.
    pub outside: f64,
    /// Files that may refer to it.
    pub files: u64,
}

/// What a look at the area brought.
#[derive(Debug, Clone, Default)]
pub(super) struct Ranking {
    /// Most important first.
    pub order: Vec<Weighed>,
    /// Files of the area, in the order of their most important definition; those without any last, by path.
    pub files: Vec<String>,
    /// Definitions outside that the area refers to for sure, with how often.
    pub uses: BTreeMap<i64, u64>,
}

/// The definitions of the area, most important first; ties by path and line.
pub(super) fn ranking(store: &Store, area: &Area) -> Result<Ranking> {
    let ids: Vec<i64> = area.files.iter().map(|file| file.id).collect();
    let outlines = store.outlines(&ids)?;
    let mut candidates: Vec<(usize, &OutlineRow)> = Vec::new();
    for (at, file) in area.files.iter().enumerate() {
        let outline: Option<&Arc<Vec<OutlineRow>>> = outlines.get(&file.id);
        candidates.extend(outline.into_iter().flat_map(|outline| outline.iter()).map(|row| (at, row)));
    }
    // Where there are too many, the inner ones are those that a reader can do without.
    if candidates.len() > MAX_WEIGHED_DEFINITIONS {
        candidates.retain(|(_, row)| row.scope().is_empty());
        candidates.truncate(MAX_WEIGHED_DEFINITIONS);
    }
    let symbols: Vec<i64> = candidates.iter().map(|(_, row)| row.id).collect();
    let total: HashMap<i64, u64> = store.referring_counts(&symbols)?.into_iter().collect();

    let here: HashSet<i64> = symbols.iter().copied().collect();
    let mut inside: HashMap<i64, (u64, u64)> = HashMap::new();
    let mut uses: BTreeMap<i64, u64> = BTreeMap::new();
    store.target_counts(&ids[..ids.len().min(MAX_READ_FILES)], |_, counts| {
        let mut seen: Option<i64> = None;
        for count in counts {
            let is_sure = count.confidence != Confidence::Ambiguous;
            if here.contains(&count.symbol) {
                let known = inside.entry(count.symbol).or_default();
                // By symbol: the sure and the unsure references of a file stand together.
                known.0 += u64::from(seen != Some(count.symbol));
                known.1 += if is_sure { count.places } else { 0 };
                seen = Some(count.symbol);
            } else if is_sure {
                *uses.entry(count.symbol).or_default() += count.places;
            }
        }
    })?;

    let mut named: HashMap<&str, usize> = HashMap::new();
    let mut counted: Vec<&(usize, &OutlineRow)> =
        candidates.iter().filter(|(_, row)| total.get(&row.id).is_some_and(|files| *files > 2)).collect();
    counted.sort_by_key(|(_, row)| std::cmp::Reverse(total.get(&row.id)));
    for (_, row) in counted.into_iter().take(MAX_COUNTED_DEFINITIONS) {
        if !named.contains_key(row.name.as_str()) {
            named.insert(&row.name, store.count_named(&row.name, MAX_SHARED_DEFINITIONS)?.max(1));
        }
    }

    let past = store.past()?;
    let changed: Vec<f64> =
        area.files.iter().map(|file| CHANGED * past.touched(&file.path).weight.ln_1p()).collect();
    let mut found: Vec<(f64, usize, usize, Weighed)> = Vec::with_capacity(candidates.len());
    for (order, (at, row)) in candidates.iter().enumerate() {
        let (files, places) = inside.get(&row.id).copied().unwrap_or_default();
        let all = total.get(&row.id).copied().unwrap_or(0);
        let of_name = named.get(row.name.as_str()).copied().unwrap_or(1) as f64;
        let outside = all.saturating_sub(files) as f64 / of_name;
        let own = area.files.get(*at).is_none_or(|file| file.own);
        let depth = row.scope().matches('.').count() as f64;
        let value = OUTSIDE * outside.ln_1p()
            + INSIDE * (places as f64).ln_1p()
            + of_kind(row.kind)
            + if row.exported { EXPORTED } else { 0.0 }
            + LENGTH * length_of(row).ln_1p()
            + changed.get(*at).copied().unwrap_or(0.0)
            - NESTED * depth
            - if own { 0.0 } else { OF_PART };
        found.push((value, *at, order, Weighed { id: row.id, outside, files: all }));
    }
    found.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
    let mut of_file: HashMap<usize, usize> = HashMap::new();
    for (value, file, ..) in &mut found {
        let nth = of_file.entry(*file).or_default();
        *value = diminished(*value, *nth);
        *nth += 1;
    }
    found.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
    let order = firsts(found.iter().map(|(_, file, ..)| *file).chain(0..area.files.len()));
    let files = order.filter_map(|at| Some(area.files.get(at)?.path.clone())).collect();
    Ok(Ranking { files, order: found.into_iter().map(|(.., weighed)| weighed).collect(), uses })
}
