//! Symbols, by who calls, names and inherits whom. What stands inside the symbol asked for belongs to it.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use beadloom_model::answers::{Certainty, DependenceOrigin, UseKind};
use beadloom_model::{Result, is_in_tests};
use beadloom_store::{Store, SymbolRow};
use rustc_hash::{FxHashMap, FxHashSet};

use super::dependency_graph::{DependencyGraph, Direction, Label, Words};
use super::walk::{Link, Step};
use crate::lists::{each_once, sort_once};
use crate::overrides::Overrides;
use crate::places::is_test;
use crate::references::{Relation, callees_of_all, callers_of_all, rank_and_name};
use crate::refs::certainty;
use crate::symbols::with_members;

/// Files that are read for one level.
const MAX_FILES: usize = 5_000;

/// A symbol, or a file where a reference stands outside of all symbols.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Place {
    Symbol(i64),
    File(i64),
}

pub(super) struct Symbols<'s> {
    store: &'s Store,
    overrides: Overrides<'s>,
    starts: Vec<Place>,
    /// The file of each place that was met.
    paths: FxHashMap<Place, Rc<str>>,
    unsure: Vec<(Place, Link)>,
    /// Symbols that stand in a test beside other code.
    in_tests: FxHashSet<i64>,
}

impl<'s> Symbols<'s> {
    pub fn new(store: &'s Store, rows: &[SymbolRow]) -> Result<Self> {
        let members = with_members(store, rows)?;
        Ok(Self {
            store,
            overrides: Overrides::new(store),
            starts: members.iter().map(|place| Place::Symbol(place.id)).collect(),
            paths: members
                .into_iter()
                .map(|place| (Place::Symbol(place.id), place.file_path.into()))
                .collect(),
            unsure: Vec::new(),
            in_tests: FxHashSet::default(),
        })
    }
}

/// References between two places that do the same, together.
#[derive(Clone)]
struct Together {
    confidence: Certainty,
    places: u64,
    /// Of a convention.
    reason: Option<Arc<str>>,
}

/// The path of a place, and where in it.
type Order = FxHashMap<Place, (Rc<str>, usize)>;

/// References between the same ends, put together.
#[derive(Default)]
struct Grouped {
    sure: BTreeMap<(i64, Place, UseKind), Together>,
    unsure: BTreeMap<(Place, UseKind), u64>,
}

impl Grouped {
    fn new(rows: &[Relation]) -> Self {
        let mut grouped = Self::default();
        for row in rows {
            let far = row.far.map_or(Place::File(row.file_id), Place::Symbol);
            let (kind, confidence) = (row.kind, certainty(row.confidence));
            let places = row.lines.len() as u64;
            // A call through an interface does reach what implements it, though it may be one of several.
            if row.idle || confidence == Certainty::Ambiguous && !row.dispatched {
                *grouped.unsure.entry((far, kind)).or_default() += places;
                continue;
            }
            let known = grouped.sure.entry((row.near, far, kind)).or_insert_with(|| Together {
                confidence,
                places: 0,
                reason: row.reason.clone(),
            });
            known.confidence = known.confidence.min(confidence);
            known.places += places;
        }
        grouped
    }

    /// The symbols at the other ends.
    fn symbols(&self, with_unsure: bool) -> Vec<i64> {
        let mut symbols: Vec<i64> = self.sure.keys().filter_map(|(_, place, _)| symbol(place)).collect();
        if with_unsure {
            symbols.extend(self.unsure.keys().filter_map(|(place, _)| symbol(place)));
        }
        sort_once(&mut symbols);
        symbols
    }
}

impl Symbols<'_> {
    /// Where symbols and files stand. Notes which symbols are tests.
    fn order(&mut self, symbols: &[i64], paths: impl IntoIterator<Item = (i64, String)>) -> Result<Order> {
        let mut order = Order::default();
        // What stands outside of all symbols comes first in its file.
        for (file, path) in paths {
            order.insert(Place::File(file), (path.into(), 0));
        }
        let places = self.store.symbol_places(symbols)?;
        let files: Vec<i64> = each_once(places.iter().map(|place| place.file_id));
        let tests = self.store.inline_tests_of(&files)?;
        for (at, place) in places.into_iter().enumerate() {
            if tests.get(&place.file_id).is_some_and(|lines| is_in_tests(lines, place.line_start)) {
                self.in_tests.insert(place.id);
            }
            let known = order.get(&Place::File(place.file_id)).map(|(path, _)| Rc::clone(path));
            // Within a file by line and name, as the store gives them.
            order.insert(Place::Symbol(place.id), (known.unwrap_or_else(|| place.file_path.into()), at + 1));
        }
        Ok(order)
    }

    /// What may mean the starts: each place once, by path and line.
    fn unsure_of(&self, unsure: BTreeMap<(Place, UseKind), u64>, order: &Order) -> Vec<(Place, Link)> {
        let own: HashSet<&Place> = self.starts.iter().collect();
        let mut all: Vec<((Rc<str>, usize), Place, Link)> = unsure
            .into_iter()
            .filter(|((place, _), _)| !own.contains(place))
            .filter_map(|((place, kind), places)| {
                Some((order.get(&place)?.clone(), place, link(kind, Certainty::Ambiguous, places)))
            })
            .collect();
        all.compact_sort_by(|a, b| (&a.0, a.2.rank).cmp(&(&b.0, b.2.rank)));
        all.dedup_by(|later, first| later.1 == first.1);
        all.into_iter().map(|(_, place, link)| (place, link)).collect()
    }
}

impl DependencyGraph for Symbols<'_> {
    type Key = Place;
    const WORDS: Words = ("symbol", "symbols");

    fn starts(&self) -> &[Place] {
        &self.starts
    }

    fn steps(&mut self, direction: Direction, level: &[Place]) -> Result<(Vec<Step<Place>>, bool)> {
        let ids: Vec<i64> = level
            .iter()
            .filter_map(|place| match place {
                Place::Symbol(id) => Some(*id),
                Place::File(_) => None,
            })
            .collect();
        let found = match direction {
            Direction::Upstream => {
                let places = self.store.symbol_places(&ids)?;
                callees_of_all(self.store, &mut self.overrides, &places)?
            }
            Direction::Downstream => callers_of_all(self.store, &mut self.overrides, &ids, MAX_FILES)?,
        };
        let complete = found.files_left_out == 0 && self.overrides.is_complete();
        let is_first = level == self.starts.as_slice();
        let grouped = Grouped::new(&found.rows);
        let order = self.order(&grouped.symbols(is_first), found.paths)?;
        self.paths.extend(order.iter().map(|(place, (path, _))| (place.clone(), Rc::clone(path))));
        let Grouped { sure, unsure } = grouped;
        if is_first {
            self.unsure = self.unsure_of(unsure, &order);
        }
        let step = |((near, to, kind), together): ((i64, Place, UseKind), Together)| {
            let link = link(kind, together.confidence, together.places);
            Some(Step {
                from: Place::Symbol(near),
                order: order.get(&to)?.clone(),
                to,
                link: Link { reason: together.reason, ..link },
            })
        };
        Ok((sure.into_iter().filter_map(step).collect(), complete))
    }

    fn ambiguous(&mut self) -> Vec<(Place, Link)> {
        std::mem::take(&mut self.unsure)
    }

    fn describe(&self, keys: &[Place]) -> Result<HashMap<Place, Label>> {
        let symbols: Vec<i64> = keys.iter().filter_map(symbol).collect();
        let mut found: HashMap<Place, Label> = self
            .store
            .symbols_by_id(&symbols)?
            .into_iter()
            .map(|row| {
                let described = Label {
                    ref_id: row.ref_id,
                    path: Some(row.file_path),
                    line: Some(row.line_start),
                    name: row.qualified_name,
                    kind: row.kind.as_str().to_owned(),
                };
                (Place::Symbol(row.id), described)
            })
            .collect();
        for key in keys.iter().filter(|key| symbol(key).is_none()) {
            if let Some(path) = self.paths.get(key) {
                let described = Label {
                    ref_id: None,
                    path: Some(path.to_string()),
                    line: None,
                    name: path.to_string(),
                    kind: "file".to_owned(),
                };
                found.insert(key.clone(), described);
            }
        }
        Ok(found)
    }

    fn path(&self, key: &Place) -> Option<&str> {
        self.paths.get(key).map(|path| &**path)
    }

    fn nodes_of(&self, keys: &[Place]) -> Result<Vec<(usize, String)>> {
        let places: HashMap<i64, usize> =
            keys.iter().enumerate().filter_map(|(at, key)| Some((symbol(key)?, at))).collect();
        let symbols: Vec<i64> = keys.iter().filter_map(symbol).collect();
        let nodes = self.store.nodes_of_symbols(&symbols)?;
        Ok(nodes.into_iter().filter_map(|(id, node)| Some((*places.get(&id)?, node))).collect())
    }

    fn has_tests(&self) -> bool {
        true
    }

    fn is_test(&self, key: &Place) -> bool {
        symbol(key).is_some_and(|id| self.in_tests.contains(&id)) || self.path(key).is_some_and(is_test)
    }
}

fn symbol(place: &Place) -> Option<i64> {
    match place {
        Place::Symbol(id) => Some(*id),
        Place::File(_) => None,
    }
}

fn link(kind: UseKind, confidence: Certainty, places: u64) -> Link {
    let (rank, kind) = rank_and_name(kind);
    let origin = DependenceOrigin::Reference;
    Link { rank, kind: kind.into(), origin, reason: None, count: Some(places), confidence, candidates: 1 }
}
