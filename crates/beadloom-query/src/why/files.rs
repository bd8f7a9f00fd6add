//! Files, by what they import and what they refer to.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use beadloom_graph::Ownership;
use beadloom_model::answers::{Certainty, DependenceOrigin};
use beadloom_model::{ImportKind, Result};
use beadloom_store::{Confidence, FileLink, MAX_REFERENCE_CANDIDATES, Store, TargetCount};
use rustc_hash::{FxHashMap, FxHashSet};

use super::dependency_graph::{DependencyGraph, Direction, Label, Words};
use super::shared_helpers::{Shared, SharedHelpers};
use super::walk::{Link, Step, walk};
use crate::conventions::Conventions;
use crate::focus::ownership;
use crate::lists::each_once;
use crate::overrides::Overrides;
use crate::references::callers_through;
use crate::refs::certainty;

/// Files whose references are read in one walk.
const MAX_READ_FILES: usize = 20_000;

/// Definitions of the files that were asked for that are looked at for what they override.
const MAX_METHODS: usize = 2_000;

/// Files whose references are looked at together.
const FILES_PER_BATCH: usize = 500;

/// What a reference may mean that a way goes on behind.
const MAX_MEANINGS: usize = 3;

/// Files that depend on one which is reached through doubt: more of them share what little is known.
const MAX_DEPENDENTS: usize = 8;

/// A file, or a package that is imported as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Place {
    File(i64),
    /// Ends in `/`.
    Folder(Rc<str>),
}

pub(super) struct Files<'s> {
    store: &'s Store,
    starts: Vec<Place>,
    paths: FxHashMap<Place, Rc<str>>,
    owners: Ownership,
    /// Files whose references were read in this direction.
    read: FxHashSet<i64>,
    /// References that may mean something else are steps, too.
    unsure: bool,
    /// Where it is asked for: a test that loads what most tests share is not sure to need what that needs.
    helpers: Option<SharedHelpers>,
    conventions: Conventions<'s>,
}

impl<'s> Files<'s> {
    pub fn new(store: &'s Store, starts: Vec<(i64, String)>) -> Result<Self> {
        Ok(Self {
            store,
            starts: starts.iter().map(|(id, _)| Place::File(*id)).collect(),
            paths: starts.into_iter().map(|(id, path)| (Place::File(id), path.into())).collect(),
            owners: ownership(store)?,
            read: FxHashSet::default(),
            unsure: false,
            helpers: None,
            conventions: Conventions::new(store),
        })
    }

    /// Leaves out steps to tests from helpers that most of them share, unless the test uses what a helper needs the change for. Such
    /// tests are among those that [`Files::perhaps`] finds.
    pub fn without_shared_helpers(mut self) -> Self {
        self.helpers = Some(SharedHelpers::new());
        self
    }

    /// The files of a level that most tests share.
    fn shared(&mut self, level: &[i64]) -> Result<Shared> {
        let Some(helpers) = self.helpers.as_mut().filter(|_| !self.unsure) else {
            return Ok(Shared::default());
        };
        let paths = &self.paths;
        let starts = &self.starts;
        let reached = level.iter().map(|file| Place::File(*file)).filter(|place| !starts.contains(place));
        let named: Vec<(i64, &str)> = reached
            .filter_map(|place| match (paths.get(&place), &place) {
                (Some(path), Place::File(file)) => Some((*file, &**path)),
                _ => None,
            })
            .collect();
        helpers.among(self.store, &named)
    }

    /// What is reached from a file of a set, downstream, up to `depth`, if references count that may mean something
    /// else, one on each way: the files that are not in `sure`, with the steps to them. A way goes on behind such a reference where
    /// that may mean few things, and few files depend on the one that it stands in: else all of a project would be reached, which
    /// says nothing of any.
    ///
    /// # Errors
    /// Store errors.
    pub fn perhaps(&mut self, depth: usize, sure: &FxHashSet<Place>) -> Result<Vec<(Place, usize)>> {
        let starts = self.starts.clone();
        let mut doubtful: FxHashSet<Place> = FxHashSet::default();
        self.unsure = true;
        // What is reached through doubt and carries on to nothing.
        let mut ended: FxHashSet<Place> = FxHashSet::default();
        let walked = walk(&starts, depth, |level| {
            let (mut steps, complete) = self.steps(Direction::Downstream, level)?;
            let weak = |step: &Step<Place>| step.link.confidence == Certainty::Ambiguous;
            steps.retain(|step| !(ended.contains(&step.from) || weak(step) && doubtful.contains(&step.from)));
            let mut dependents: FxHashMap<Place, usize> = FxHashMap::default();
            for step in steps.iter().filter(|step| doubtful.contains(&step.from)) {
                *dependents.entry(step.from.clone()).or_default() += 1;
            }
            steps.retain(|step| dependents.get(&step.from).is_none_or(|count| *count <= MAX_DEPENDENTS));
            let firm: FxHashSet<Place> = steps
                .iter()
                .filter(|step| !weak(step) && !doubtful.contains(&step.from))
                .map(|step| step.to.clone())
                .collect();
            let told: FxHashSet<Place> =
                steps.iter().filter(|step| is_told(&step.link)).map(|step| step.to.clone()).collect();
            for to in steps.iter().map(|step| &step.to).filter(|to| !firm.contains(to)) {
                if !told.contains(to) {
                    ended.insert(to.clone());
                }
                doubtful.insert(to.clone());
            }
            Ok((steps, complete))
        });
        self.unsure = false;
        let reached = walked?.reached.into_iter();
        Ok(reached.filter(|one| !sure.contains(&one.key)).map(|one| (one.key, one.distance)).collect())
    }

    /// The node whose source holds a path, also one that is gone.
    pub fn owner(&self, path: &str) -> Option<&str> {
        self.owners.owner(path)
    }

    fn step(&mut self, from: i64, to: Place, path: Rc<str>, link: Link) -> Step<Place> {
        let path = Rc::clone(self.paths.entry(to.clone()).or_insert(path));
        Step { from: Place::File(from), to, link, order: (path, 0) }
    }

    fn upstream(&mut self, level: &[i64]) -> Result<(Vec<Step<Place>>, bool)> {
        let mut steps = Vec::new();
        // Folders that a file reaches by references too: these say which of the files are meant.
        let mut met: HashSet<(i64, String)> = HashSet::new();
        let room = MAX_READ_FILES.saturating_sub(self.read.len());
        let read = level.get(..room).unwrap_or(level);
        self.read.extend(read);
        for batch in read.chunks(FILES_PER_BATCH) {
            let mut counts: Vec<(i64, Counts)> = Vec::with_capacity(batch.len());
            self.store.target_counts(batch, |file, found| counts.push((file, together(found))))?;
            let symbols: Vec<i64> = each_once(counts.iter().flat_map(|(_, counts)| counts.keys().copied()));
            let homes: FxHashMap<i64, (i64, Rc<str>)> = self
                .store
                .files_of_symbols(&symbols)?
                .into_iter()
                .map(|(symbol, file, path)| (symbol, (file, path.into())))
                .collect();
            for (file, counts) in counts {
                let mut files: BTreeMap<i64, (&Rc<str>, Reference)> = BTreeMap::new();
                for (symbol, one) in counts {
                    let Some((other, path)) = homes.get(&symbol) else { continue };
                    files.entry(*other).and_modify(|known| known.1.add(one)).or_insert((path, one));
                }
                files.remove(&file);
                for (other, (path, one)) in files {
                    if let Some((folder, _)) = path.rsplit_once('/') {
                        met.insert((file, format!("{folder}/")));
                    }
                    let link = reference_link(one);
                    steps.push(self.step(file, Place::File(other), Rc::clone(path), link));
                }
            }
        }
        for link in self.store.imported_by_files(level)? {
            let import = import_link(&link);
            let path: Rc<str> = link.path.as_str().into();
            let to = match link.to {
                Some(other) => Place::File(other),
                None if met.contains(&(link.from, link.path)) => continue,
                None => Place::Folder(Rc::clone(&path)),
            };
            steps.push(self.step(link.from, to, path, import));
        }
        Ok((steps, read.len() == level.len()))
    }

    /// Steps to files that call a method which one of the files overrides or implements: what runs there may be it.
    fn add_dispatched(&mut self, files: &[i64], steps: &mut Vec<Step<Place>>) -> Result<()> {
        let homes: FxHashMap<i64, i64> =
            self.store.symbol_ids_of_files(files)?.into_iter().take(MAX_METHODS).collect();
        let mut symbols: Vec<i64> = homes.keys().copied().collect();
        symbols.sort_unstable();
        let mut overrides = Overrides::new(self.store);
        let found = callers_through(self.store, &mut overrides, &symbols, MAX_READ_FILES)?;
        let mut counts: BTreeMap<(i64, i64), Reference> = BTreeMap::new();
        for row in &found.rows {
            let Some(home) = homes.get(&row.near).filter(|home| **home != row.file_id) else { continue };
            let (confidence, places) = (certainty(row.confidence), row.lines.len() as u64);
            if confidence == Certainty::Ambiguous && !self.unsure {
                continue;
            }
            let one = Reference { confidence, count: places, candidates: row.candidates.len().max(1) };
            counts.entry((*home, row.file_id)).and_modify(|known| known.add(one)).or_insert(one);
        }
        for ((home, file), met) in counts {
            if let Some(path) = found.paths.get(&file) {
                let link = reference_link(met);
                steps.push(self.step(home, Place::File(file), path.as_str().into(), link));
            }
        }
        Ok(())
    }

    /// Steps that a framework links and nothing imports or calls. `first`: the files are those that are asked about.
    fn add_by_convention(
        &mut self,
        direction: Direction,
        (files, first): (&[i64], bool),
        steps: &mut Vec<Step<Place>>,
    ) -> Result<()> {
        for file in files {
            let links = match direction {
                Direction::Upstream => self.conventions.links_from(*file)?,
                Direction::Downstream => self.conventions.links_to(*file)?,
            };
            let mut found: BTreeMap<i64, (Reference, Arc<str>)> = BTreeMap::new();
            for link in links.iter() {
                let far = match direction {
                    Direction::Upstream => link.used_file,
                    Direction::Downstream => link.user_file,
                };
                // Which definition of a file is meant makes no difference here.
                let is_one = link.candidates == 1;
                let confidence = certainty(if is_one { Confidence::Unique } else { link.confidence });
                if link.is_reverse && direction == Direction::Downstream && !first {
                    continue;
                }
                if far == *file || !link.runs || confidence == Certainty::Ambiguous && !self.unsure {
                    continue;
                }
                let one = Reference { confidence, count: 1, candidates: link.candidates };
                found
                    .entry(far)
                    .and_modify(|known| known.0.add(one))
                    .or_insert_with(|| (one, Arc::clone(&link.reason)));
            }
            for (far, (met, reason)) in found {
                let path = self.conventions.path(far)?;
                let (kind, reason) = ("convention".into(), Some(reason));
                let link = Link { rank: 5, kind, reason, ..reference_link(met) };
                steps.push(self.step(*file, Place::File(far), path, link));
            }
        }
        Ok(())
    }

    fn downstream(&mut self, level: &[i64]) -> Result<(Vec<Step<Place>>, bool)> {
        let mut steps = Vec::new();
        let mut complete = true;
        self.read.extend(level);
        let shared = self.shared(level)?;
        for link in self.store.importers_of_files(level)? {
            let Some(to) = link.to.filter(|to| !shared.contains_key(to)) else { continue };
            let import = import_link(&link);
            self.read.insert(link.from);
            steps.push(self.step(to, Place::File(link.from), link.path.into(), import));
        }
        // What refers to a file without importing it: it is of the same package, or imports that as a whole.
        let mut others = self.store.files_referring_to(level)?;
        others.retain(|file| !self.read.contains(file));
        if others.is_empty() {
            return Ok((steps, true));
        }
        let mut homes: FxHashMap<i64, i64> = self.store.symbol_ids_of_files(level)?.into_iter().collect();
        if self.helpers.is_some() {
            for namespace in self.store.namespaces_of_files(level)? {
                homes.remove(&namespace);
            }
        }
        for batch in self.store.paths_of_files(&others)?.chunks(FILES_PER_BATCH) {
            if self.read.len() >= MAX_READ_FILES {
                complete = false;
                break;
            }
            let files: Vec<i64> = batch.iter().map(|(file, _)| *file).collect();
            let mut met: FxHashMap<i64, Counts> = FxHashMap::default();
            self.store.target_counts(&files, |file, found| {
                for one in found {
                    let telling = one.fewest < MAX_REFERENCE_CANDIDATES;
                    let confidence =
                        sure(one.confidence).or((self.unsure && telling).then_some(Certainty::Ambiguous));
                    let home = homes.get(&one.symbol);
                    let home = home
                        .filter(|home| shared.get(*home).is_none_or(|needing| needing.contains(&one.symbol)));
                    if let (Some(home), Some(confidence)) = (home, confidence) {
                        let one = Reference { confidence, count: one.places, candidates: one.fewest };
                        add(met.entry(file).or_default(), *home, one);
                    }
                }
            })?;
            for (file, path) in batch {
                // Where it refers to something of that name only, another level may be what it means.
                let Some(met) = met.remove(file) else { continue };
                if self.read.len() >= MAX_READ_FILES {
                    complete = false;
                    break;
                }
                self.read.insert(*file);
                for (home, met) in met {
                    let link = reference_link(met);
                    steps.push(self.step(home, Place::File(*file), path.as_str().into(), link));
                }
            }
        }
        Ok((steps, complete))
    }
}

impl DependencyGraph for Files<'_> {
    type Key = Place;
    const WORDS: Words = ("file", "files");

    fn starts(&self) -> &[Place] {
        &self.starts
    }

    fn steps(&mut self, direction: Direction, level: &[Place]) -> Result<(Vec<Step<Place>>, bool)> {
        let first = level == self.starts.as_slice();
        if first {
            self.read.clear();
        }
        let files: Vec<i64> = level
            .iter()
            .filter_map(|place| match place {
                Place::File(id) => Some(*id),
                Place::Folder(_) => None,
            })
            .collect();
        match direction {
            Direction::Upstream => {
                let (mut steps, complete) = self.upstream(&files)?;
                self.add_by_convention(Direction::Upstream, (&files, first), &mut steps)?;
                Ok((steps, complete))
            }
            Direction::Downstream => {
                let (mut steps, complete) = self.downstream(&files)?;
                self.add_by_convention(Direction::Downstream, (&files, first), &mut steps)?;
                if first {
                    self.add_dispatched(&files, &mut steps)?;
                }
                if let Some(helpers) = &mut self.helpers {
                    for step in &steps {
                        if let (Place::File(from), Place::File(to)) = (&step.from, &step.to) {
                            helpers.note(*from, *to, &step.order.0);
                        }
                    }
                }
                Ok((steps, complete))
            }
        }
    }

    fn ambiguous(&mut self) -> Vec<(Place, Link)> {
        Vec::new()
    }

    fn describe(&self, keys: &[Place]) -> Result<HashMap<Place, Label>> {
        Ok(keys
            .iter()
            .filter_map(|key| {
                let path = self.paths.get(key)?;
                let described = Label {
                    ref_id: self.owners.owner(path).map(str::to_owned),
                    path: Some(path.to_string()),
                    line: None,
                    name: path.to_string(),
                    kind: match key {
                        Place::File(_) => "file".to_owned(),
                        Place::Folder(_) => "folder".to_owned(),
                    },
                };
                Some((key.clone(), described))
            })
            .collect())
    }

    fn path(&self, key: &Place) -> Option<&str> {
        self.paths.get(key).map(|path| &**path)
    }

    fn nodes_of(&self, keys: &[Place]) -> Result<Vec<(usize, String)>> {
        let owner = |key: &Place| self.owners.owner(self.paths.get(key)?).map(str::to_owned);
        Ok(keys.iter().enumerate().filter_map(|(at, key)| Some((at, owner(key)?))).collect())
    }

    fn has_tests(&self) -> bool {
        true
    }

    fn holding_tests(&self, keys: &[Place]) -> Result<Vec<usize>> {
        let places: FxHashMap<i64, usize> = keys
            .iter()
            .enumerate()
            .filter_map(|(at, key)| match key {
                Place::File(id) => Some((*id, at)),
                Place::Folder(_) => None,
            })
            .collect();
        let mut files: Vec<i64> = places.keys().copied().collect();
        files.compact_sort();
        let with_tests = self.store.inline_tests_of(&files)?;
        Ok(with_tests.keys().filter_map(|file| places.get(file).copied()).collect())
    }
}

/// How surely something is meant by references, and how often.
#[derive(Debug, Clone, Copy)]
struct Reference {
    confidence: Certainty,
    count: u64,
    /// What the surest of them may mean.
    candidates: usize,
}

impl Reference {
    fn add(&mut self, other: Self) {
        self.confidence = self.confidence.min(other.confidence);
        self.count += other.count;
        self.candidates = self.candidates.min(other.candidates);
    }
}

/// What is meant, by symbol or by file.
type Counts = BTreeMap<i64, Reference>;

fn add(counts: &mut Counts, to: i64, one: Reference) {
    counts.entry(to).and_modify(|known| known.add(one)).or_insert(one);
}

/// What is surely meant, by symbol.
fn together(found: Vec<TargetCount>) -> Counts {
    let mut counts = Counts::new();
    for one in found {
        if let Some(confidence) = sure(one.confidence) {
            add(&mut counts, one.symbol, Reference { confidence, count: one.places, candidates: 1 });
        }
    }
    counts
}

fn import_link(link: &FileLink) -> Link {
    Link {
        rank: match link.kind {
            ImportKind::Import => 0,
            ImportKind::ReExport | ImportKind::Module => 1,
            ImportKind::Dynamic => 2,
            ImportKind::Type => 3,
        },
        kind: link.kind.as_str().into(),
        origin: DependenceOrigin::Import,
        reason: None,
        count: Some(link.statements),
        confidence: if link.to.is_some() { Certainty::Exact } else { Certainty::Unique },
        candidates: 1,
    }
}

fn reference_link(met: Reference) -> Link {
    Link {
        rank: 4,
        kind: "reference".into(),
        origin: DependenceOrigin::Reference,
        reason: None,
        count: Some(met.count),
        confidence: met.confidence,
        candidates: met.candidates,
    }
}

/// Whether a step is sure or leads from one of few things. One thing alone has the name of what libraries have, too: `save`.
fn is_told(link: &Link) -> bool {
    link.confidence != Certainty::Ambiguous || (2..=MAX_MEANINGS).contains(&link.candidates)
}

fn sure(confidence: Confidence) -> Option<Certainty> {
    match confidence {
        Confidence::Exact => Some(Certainty::Exact),
        Confidence::Unique => Some(Certainty::Unique),
        Confidence::Ambiguous | Confidence::External => None,
    }
}
