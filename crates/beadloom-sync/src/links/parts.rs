//! The parts of a project that documents may be about.

use rustc_hash::FxHashMap;

use super::titles::{plain, words};

/// A word that more of the parts are called by says nothing of which is meant, as a share of all, where there are so many at least.
const COMMON_WORD: f64 = 0.3;
const MIN_PARTS_OF_COMMON: usize = 6;

/// A part of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    /// Folders, each with a `/` at its end, and files that belong to it.
    pub places: Vec<String>,
    /// What it is called.
    pub names: Vec<String>,
    /// The number of the part around it.
    pub parent: Option<u32>,
}

/// The parts by number, with what they are called.
pub(super) struct Parts<'a> {
    list: &'a [Part],
    /// By part, its names as [`plain`] makes them.
    titles: Vec<Vec<String>>,
    /// By part, the words of its names but for what most parts are called by.
    words: Vec<Vec<Vec<String>>>,
    /// How many parts are called by a word.
    with_word: FxHashMap<String, u32>,
    /// The parts that are in another one, by what they are called.
    by_title: FxHashMap<String, Vec<u32>>,
    /// The same by one of their words.
    by_word: FxHashMap<String, Vec<u32>>,
    /// The same by their folders: of several the first.
    by_folder: FxHashMap<&'a str, u32>,
}

impl<'a> Parts<'a> {
    pub fn new(list: &'a [Part]) -> Self {
        let titles: Vec<Vec<String>> = list
            .iter()
            .map(|part| {
                let mut titles: Vec<String> = part.names.iter().map(|name| plain(name)).collect();
                titles.retain(|title| !title.is_empty());
                titles.dedup();
                titles
            })
            .collect();
        let mut parts = Self {
            list,
            titles,
            words: Vec::new(),
            with_word: FxHashMap::default(),
            by_title: FxHashMap::default(),
            by_word: FxHashMap::default(),
            by_folder: FxHashMap::default(),
        };
        parts.note_titles();
        parts.note_words();
        parts
    }

    fn note_titles(&mut self) {
        let outermost = self.list.iter().zip(&self.titles).filter(|(part, _)| part.parent.is_none());
        let projects: Vec<&String> = outermost.flat_map(|(_, titles)| titles).collect();
        for ((at, part), titles) in (0_u32..).zip(self.list).zip(&self.titles) {
            if part.parent.is_none() {
                continue;
            }
            // A client that is called like the project is not what documents of that title are about.
            for title in titles.iter().filter(|title| !projects.contains(title)) {
                self.by_title.entry(title.clone()).or_default().push(at);
            }
            let folders = part.places.iter().filter_map(|place| place.strip_suffix('/'));
            for folder in folders.filter(|folder| !matches!(*folder, "" | ".")) {
                self.by_folder.entry(folder).or_insert(at);
            }
        }
    }

    fn note_words(&mut self) {
        let all: Vec<Vec<Vec<String>>> =
            self.list.iter().map(|part| part.names.iter().map(|name| words(name)).collect()).collect();
        for of_part in &all {
            let mut known: Vec<&String> = of_part.iter().flatten().collect();
            known.sort();
            known.dedup();
            for word in known {
                *self.with_word.entry(word.clone()).or_default() += 1;
            }
        }
        let most = if all.len() < MIN_PARTS_OF_COMMON {
            usize::MAX
        } else {
            (all.len() as f64 * COMMON_WORD) as usize
        };
        let projects: Vec<&String> = self
            .list
            .iter()
            .zip(&all)
            .filter(|(part, _)| part.parent.is_none())
            .flat_map(|(_, of_part)| of_part.iter().flatten())
            .collect();
        let is_common = |word: &String| {
            projects.contains(&word) || self.with_word.get(word).is_some_and(|count| *count as usize > most)
        };
        let mut kept: Vec<Vec<Vec<String>>> = Vec::with_capacity(all.len());
        for of_part in &all {
            let mut of_names: Vec<Vec<String>> = of_part
                .iter()
                .map(|words| words.iter().filter(|word| !is_common(word)).cloned().collect::<Vec<String>>())
                .filter(|words| !words.is_empty())
                .collect();
            of_names.dedup();
            kept.push(of_names);
        }
        for ((at, part), of_names) in (0_u32..).zip(self.list).zip(&kept) {
            if part.parent.is_none() {
                continue;
            }
            for word in of_names.iter().flatten() {
                let with = self.by_word.entry(word.clone()).or_default();
                if with.last() != Some(&at) {
                    with.push(at);
                }
            }
        }
        self.words = kept;
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn parent(&self, part: u32) -> Option<u32> {
        self.list.get(part as usize)?.parent
    }

    pub fn places(&self, part: u32) -> &[String] {
        self.list.get(part as usize).map_or(&[], |one| &one.places)
    }

    pub fn titles(&self, part: u32) -> &[String] {
        self.titles.get(part as usize).map_or(&[], Vec::as_slice)
    }

    /// The words of each of its names.
    pub fn words(&self, part: u32) -> &[Vec<String>] {
        self.words.get(part as usize).map_or(&[], Vec::as_slice)
    }

    /// How many parts are called by a word.
    pub fn with_word(&self, word: &str) -> u32 {
        self.with_word.get(word).copied().unwrap_or(0)
    }

    /// The parts inside the project that are called so.
    pub fn called(&self, title: &str) -> &[u32] {
        self.by_title.get(title).map_or(&[], Vec::as_slice)
    }

    /// The parts inside the project that are called by a word among others.
    pub fn called_by(&self, word: &str) -> &[u32] {
        self.by_word.get(word).map_or(&[], Vec::as_slice)
    }

    /// The part inside the project that a folder belongs to, itself and not by one around it.
    pub fn at_folder(&self, folder: &str) -> Option<u32> {
        self.by_folder.get(folder).copied()
    }

    /// Whether a name is what a part is called.
    pub fn is_called(&self, part: u32, name: &str) -> bool {
        self.titles(part).contains(&plain(name))
    }

    /// Whether a part holds settings or tables: documents of everything name these.
    pub fn holds_settings(&self, part: u32) -> bool {
        self.titles(part).iter().any(|title| {
            matches!(
                title.as_str(),
                "config" | "configuration" | "conf" | "constant" | "migration" | "seed" | "setting"
            )
        })
    }

    /// A part and those around it.
    pub fn outwards(&self, part: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut at = Some(part);
        while let Some(here) = at.filter(|here| !found.contains(here)) {
            found.push(here);
            at = self.parent(here);
        }
        found
    }

    pub fn is_within(&self, part: u32, whole: u32) -> bool {
        part != whole && self.outwards(part).contains(&whole)
    }
}
