//! Files, by what they import and what they refer to.

use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_graph::Ownership;
use beadloom_model::answers::{Certainty, DependenceOrigin};
use beadloom_model::{ImportKind, Result};
use beadloom_store::{Confidence, FileLink, Store};

use super::field::{Described, Direction, Field, Words};
use super::walk::{Link, Step};

/// Files whose references are read in one walk.
const MAX_READ: usize = 20_000;

/// A file, or a package that is imported as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Place {
    File(i64),
    /// Ends in `/`.
    Folder(String),
}

pub(super) struct Files<'s> {
    store: &'s Store,
    starts: Vec<Place>,
    paths: HashMap<Place, String>,
    owners: Ownership,
    /// Files whose references were read in this direction.
    read: HashSet<i64>,
}

impl<'s> Files<'s> {
    pub fn new(store: &'s Store, starts: Vec<(i64, String)>) -> Result<Self> {
        let sources = store.node_sources()?;
        let owners = Ownership::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str())));
        Ok(Self {
            store,
            starts: starts.iter().map(|(id, _)| Place::File(*id)).collect(),
            paths: starts.into_iter().map(|(id, path)| (Place::File(id), path)).collect(),
            owners,
            read: HashSet::new(),
        })
    }

    fn step(&mut self, from: i64, to: Place, path: String, link: Link) -> Step<Place> {
        let step = Step { from: Place::File(from), to: to.clone(), link, order: path.clone() };
        self.paths.insert(to, path);
        step
    }

    fn upstream(&mut self, level: &[i64]) -> Result<(Vec<Step<Place>>, bool)> {
        let mut steps = Vec::new();
        let mut complete = true;
        // Folders that a file reaches by references too: these say which of the files are meant.
        let mut met: HashSet<(i64, String)> = HashSet::new();
        for file in level {
            if self.read.len() >= MAX_READ {
                complete = false;
                break;
            }
            self.read.insert(*file);
            let mut counts: BTreeMap<i64, (Certainty, u64)> = BTreeMap::new();
            for one in self.store.target_counts(*file)? {
                if let Some(confidence) = sure(one.confidence) {
                    let known = counts.entry(one.symbol).or_insert((confidence, 0));
                    *known = (known.0.min(confidence), known.1 + one.places);
                }
            }
            let symbols: Vec<i64> = counts.keys().copied().collect();
            let mut files: BTreeMap<i64, (String, Certainty, u64)> = BTreeMap::new();
            for (symbol, other, path) in self.store.files_of_symbols(&symbols)? {
                let Some((confidence, count)) = counts.get(&symbol).copied() else { continue };
                let known = files.entry(other).or_insert((path, confidence, 0));
                known.1 = known.1.min(confidence);
                known.2 += count;
            }
            files.remove(file);
            for (other, (path, confidence, count)) in files {
                if let Some((folder, _)) = path.rsplit_once('/') {
                    met.insert((*file, format!("{folder}/")));
                }
                steps.push(self.step(*file, Place::File(other), path, reference_link(confidence, count)));
            }
        }
        for link in self.store.imported_by_files(level)? {
            let import = import_link(&link);
            match link.to {
                Some(other) => steps.push(self.step(link.from, Place::File(other), link.path, import)),
                None if met.contains(&(link.from, link.path.clone())) => {}
                None => {
                    let folder = Place::Folder(link.path.clone());
                    steps.push(self.step(link.from, folder, link.path, import));
                }
            }
        }
        Ok((steps, complete))
    }

    fn downstream(&mut self, level: &[i64]) -> Result<(Vec<Step<Place>>, bool)> {
        let mut steps = Vec::new();
        let mut complete = true;
        self.read.extend(level);
        for link in self.store.importers_of_files(level)? {
            let Some(to) = link.to else { continue };
            let import = import_link(&link);
            self.read.insert(link.from);
            steps.push(self.step(to, Place::File(link.from), link.path, import));
        }
        // What refers to a file without importing it: it is of the same package, or imports that as a whole.
        let homes: HashMap<i64, i64> = self.store.symbol_ids_of_files(level)?.into_iter().collect();
        let mut symbols: Vec<i64> = homes.keys().copied().collect();
        symbols.sort_unstable();
        for (file, path) in self.store.referring_files(&symbols, usize::MAX)? {
            if self.read.contains(&file) {
                continue;
            }
            if self.read.len() >= MAX_READ {
                complete = false;
                break;
            }
            let mut met: BTreeMap<i64, (Certainty, u64)> = BTreeMap::new();
            for one in self.store.target_counts(file)? {
                if let (Some(home), Some(confidence)) = (homes.get(&one.symbol), sure(one.confidence)) {
                    let known = met.entry(*home).or_insert((confidence, 0));
                    *known = (known.0.min(confidence), known.1 + one.places);
                }
            }
            if met.is_empty() {
                // It refers to something of that name only; another level may be what it means.
                continue;
            }
            self.read.insert(file);
            for (home, (confidence, count)) in met {
                steps.push(self.step(
                    home,
                    Place::File(file),
                    path.clone(),
                    reference_link(confidence, count),
                ));
            }
        }
        Ok((steps, complete))
    }
}

impl Field for Files<'_> {
    type Key = Place;
    const WORDS: Words = ("file", "files");

    fn starts(&self) -> &[Place] {
        &self.starts
    }

    fn steps(&mut self, direction: Direction, level: &[Place]) -> Result<(Vec<Step<Place>>, bool)> {
        if level == self.starts.as_slice() {
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
            Direction::Upstream => self.upstream(&files),
            Direction::Downstream => self.downstream(&files),
        }
    }

    fn ambiguous(&mut self) -> Vec<(Place, Link)> {
        Vec::new()
    }

    fn describe(&self, keys: &[Place]) -> Result<HashMap<Place, Described>> {
        Ok(keys
            .iter()
            .filter_map(|key| {
                let path = self.paths.get(key)?;
                let described = Described {
                    ref_id: self.owners.owner(path).map(str::to_owned),
                    path: Some(path.clone()),
                    line: None,
                    name: path.clone(),
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
        self.paths.get(key).map(String::as_str)
    }

    fn nodes_of(&self, keys: &[Place]) -> Result<Vec<(usize, String)>> {
        let owner = |key: &Place| self.owners.owner(self.paths.get(key)?).map(str::to_owned);
        Ok(keys.iter().enumerate().filter_map(|(at, key)| Some((at, owner(key)?))).collect())
    }

    fn has_tests(&self) -> bool {
        true
    }
}

fn import_link(link: &FileLink) -> Link {
    Link {
        rank: match link.kind {
            ImportKind::Import => 0,
            ImportKind::ReExport | ImportKind::Module => 1,
            ImportKind::Dynamic => 2,
            ImportKind::Type => 3,
        },
        kind: link.kind.as_str().to_owned(),
        origin: DependenceOrigin::Import,
        count: Some(link.statements),
        confidence: if link.to.is_some() { Certainty::Exact } else { Certainty::Unique },
    }
}

fn reference_link(confidence: Certainty, count: u64) -> Link {
    Link {
        rank: 4,
        kind: "reference".to_owned(),
        origin: DependenceOrigin::Reference,
        count: Some(count),
        confidence,
    }
}

fn sure(confidence: Confidence) -> Option<Certainty> {
    match confidence {
        Confidence::Exact => Some(Certainty::Exact),
        Confidence::Unique => Some(Certainty::Unique),
        Confidence::Ambiguous | Confidence::External => None,
    }
}
