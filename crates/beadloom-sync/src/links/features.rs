//! What the model sees of a document and a part that it may be about.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::kinds::{is_general, is_introduction, is_list_of_changes};
use super::masses::Masses;
use super::mentions::{Mention, Mentions};
use super::parts::Parts;
use super::stems::TitleInFiles;
use super::titles::{is_usual_title, plain, telling_words, words};
use super::vocabulary::Vocabulary;

/// Lines that introduce a document.
const FIRST_LINES: u32 = 15;

/// Letters of a title, at least.
const MIN_TITLE_CHARS: usize = 2;

/// Words of a document that tell what it is about, the most frequent first: what is behind them has no place in their order.
const LAST_RANK: usize = 30;

/// Folders of documents, as [`plain`] makes them.
const DOCUMENT_FOLDERS: &[&str] =
    &["", "doc", "content", "documentation", "guide", "manual", "source", "src", "website"];

/// What the model knows of a document and a part. Counts and weights are given as `ln(1 + value)`; the rest are shares and flags.
pub const LINK_FEATURES: [&str; 46] = [
    "share", "own_share", "weight", "names", "of_around", "best_inside", "spread", "rank", "against_next",
    "paths", "called", "early", "sections", "best_section", "placed", "introduces", "placed_inside",
    "placed_around", "placed_elsewhere", "levels", "stem", "heading", "stem_stripped", "heading_stripped",
    "title_words", "part_words", "sharing_title", "rarest_word", "usual", "folder_called", "folder_words",
    "lies_alike", "file_title", "words_in_files", "similar_file", "share_of_most_similar", "headings",
    "share_of_headings", "body", "body_share", "body_rank", "general", "list_of_changes", "introduction",
    "settings", "best_of_total",
];

/// A document beside the parts of a project.
pub(super) struct Seen<'a> {
    parts: &'a Parts<'a>,
    path: &'a str,
    mentions: &'a Mentions,
    masses: Masses<'a>,
    /// The innermost part whose folder the document lies in.
    placed: Option<u32>,
    introduces: bool,
    /// What its file and its first heading say, as [`plain`] makes it: whole, and without words of titles.
    titles: [String; 4],
    /// Words of both that tell something.
    title_words: [Vec<String>; 2],
    /// Names of the folders that it lies in but for folders of documents, the innermost first.
    folders: Vec<String>,
    headings: Vec<BTreeSet<String>>,
    /// The part that alone has a file of that title.
    of_file: Option<u32>,
    /// What files of parts have of the titles.
    in_files: FxHashMap<u32, TitleInFiles>,
}

impl<'a> Seen<'a> {
    pub fn of(parts: &'a Parts<'a>, vocabulary: &Vocabulary, path: &'a str, mentions: &'a Mentions) -> Self {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_introduction = is_introduction(name);
        let called = if is_introduction { folder.rsplit('/').next().unwrap_or("") } else { name };
        let stem = called.split('.').next().unwrap_or(called);
        let title_words = [telling_words(stem), telling_words(&mentions.title)];
        let titles = [plain(stem), plain(&mentions.title), title_words[0].concat(), title_words[1].concat()];
        let all: Vec<&Mention> = mentions.all.iter().collect();
        // The folder of an example or a tool at the root is called like anything.
        let is_any = is_introduction && !folder.contains('/');
        let is_title =
            |title: &&String| title.chars().count() > MIN_TITLE_CHARS && !is_usual_title(title) && !is_any;
        let of_file = titles.iter().filter(is_title).find_map(|title| vocabulary.called(title));
        let (placed, introduces) = place(parts, path).map_or((None, false), |(part, is)| (Some(part), is));
        let mut folders: Vec<String> = folder.rsplit('/').map(plain).collect();
        folders.retain(|name| !DOCUMENT_FOLDERS.contains(&name.as_str()));
        if is_introduction && !folders.is_empty() {
            folders.remove(0);
        }
        Self {
            parts,
            path,
            masses: Masses::of(parts, &all, FIRST_LINES),
            placed,
            introduces,
            titles,
            folders,
            headings: mentions
                .headings
                .all
                .iter()
                .map(|one| words(&one.text).into_iter().collect())
                .collect(),
            of_file,
            in_files: vocabulary.in_files(parts, &title_words),
            title_words,
            mentions,
        }
    }

    /// Whether the part is the innermost one whose folder the document lies in.
    pub fn is_placed(&self, part: u32) -> bool {
        self.placed == Some(part)
    }

    /// Whether the document, or a folder around it, is called like a part, or has all words of its name in the title.
    pub fn is_titled(&self, part: u32) -> bool {
        let titles = self.parts.titles(part);
        self.titles.iter().chain(self.folders.first()).any(|title| titles.contains(title))
            || self.of_file == Some(part)
            || self.title_words.iter().any(|words| covered(self.parts.words(part), words) >= 1.0)
    }

    /// The parts that anything speaks for, but for the project.
    pub fn candidates(&self) -> BTreeSet<u32> {
        let mut found: BTreeSet<u32> = self.masses.named().collect();
        found.extend(self.placed);
        found.extend(self.of_file);
        for title in self.titles.iter().chain(self.folders.first()) {
            if title.chars().count() >= MIN_TITLE_CHARS {
                found.extend(self.parts.called(title));
            }
        }
        let of_headings = self.headings.iter().flatten();
        for word in self.title_words.iter().flatten().chain(of_headings) {
            found.extend(self.parts.called_by(word));
        }
        for (word, _) in &self.mentions.words {
            found.extend(self.parts.called_by(word));
        }
        found.retain(|part| self.parts.parent(*part).is_some());
        found
    }

    /// The values of all features, of each of these parts.
    pub fn rows(&self, candidates: &BTreeSet<u32>) -> Vec<Vec<f32>> {
        let best = candidates.iter().map(|part| self.masses.weight(*part)).fold(0.0, f64::max);
        candidates.iter().map(|part| self.row(*part, candidates, best)).collect()
    }

    fn row(&self, part: u32, candidates: &BTreeSet<u32>, best: f64) -> Vec<f32> {
        let mut row = Vec::with_capacity(LINK_FEATURES.len());
        row.extend(self.of_names(part, candidates));
        row.extend(self.of_sections(part));
        row.extend(self.of_place(part));
        row.extend(self.of_title(part));
        row.extend(self.of_words(part));
        row.extend(self.of_both(part, best));
        row
    }

    fn of_names(&self, part: u32, candidates: &BTreeSet<u32>) -> [f32; 12] {
        let mass = self.masses.mass(part);
        let around = match self.parts.parent(part) {
            Some(outer) if self.parts.parent(outer).is_some() => self.masses.weight(outer),
            _ => self.masses.total(),
        };
        let (best_inside, inside) = self
            .masses
            .inside(Some(part))
            .fold((0.0, 0.0), |(best, sum), weight| (f64::max(best, weight), sum + weight));
        let others = candidates.iter().filter(|other| {
            **other != part && !self.parts.is_within(**other, part) && !self.parts.is_within(part, **other)
        });
        let (mut before, mut next) = (0_usize, 0.0);
        for other in others {
            let weight = self.masses.weight(*other);
            before += usize::from(weight > mass.weight);
            next = f64::max(next, weight);
        }
        [
            self.masses.share(part) as f32,
            ratio(mass.weight - inside, self.masses.total()),
            log(mass.weight),
            log(mass.names as f64),
            ratio(mass.weight, around),
            ratio(best_inside, mass.weight),
            ratio(inside, mass.weight),
            log(before as f64),
            ratio(mass.weight, mass.weight + next),
            log(mass.paths as f64),
            flag(mass.called),
            ratio(mass.early, mass.weight),
        ]
    }

    /// Share of the sections that name anything which name the part, and the largest share of it that one section has.
    fn of_sections(&self, part: u32) -> [f32; 2] {
        let (mut all, mut own): (BTreeSet<usize>, Vec<(usize, f64)>) = (BTreeSet::new(), Vec::new());
        let mut total = 0.0;
        for mention in &self.mentions.all {
            let sections = self.mentions.sections_of(mention);
            all.extend(&sections);
            let is_own = mention.parts.iter().any(|of| *of == part || self.parts.is_within(*of, part));
            if is_own {
                total += mention.weight;
                own.extend(sections.into_iter().map(|section| (section, mention.weight)));
            }
        }
        own.sort_by_key(|(section, _)| *section);
        let mut best: f64 = 0.0;
        let mut count = 0;
        for of_section in own.chunk_by(|a, b| a.0 == b.0) {
            count += 1;
            best = best.max(of_section.iter().map(|(_, weight)| weight).sum());
        }
        [ratio(f64::from(count), all.len() as f64), ratio(best, total)]
    }

    fn of_place(&self, part: u32) -> [f32; 6] {
        let is = |of: &dyn Fn(u32) -> bool| flag(self.placed.is_some_and(of));
        let within = |inner, outer| self.parts.is_within(inner, outer);
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let levels = self.parts.places(part).iter().filter_map(|place| {
            let behind = folder.strip_prefix(place.trim_end_matches('/'))?;
            (behind.is_empty() || behind.starts_with('/')).then(|| behind.matches('/').count())
        });
        [
            is(&|placed| placed == part),
            flag(self.introduces && self.placed == Some(part)),
            is(&|placed| within(placed, part)),
            is(&|placed| within(part, placed)),
            is(&|placed| placed != part && !within(placed, part) && !within(part, placed)),
            levels.min().map_or(0.0, |levels| log(levels as f64)),
        ]
    }

    fn of_title(&self, part: u32) -> [f32; 16] {
        let own = self.parts.titles(part);
        let is = |at: usize| self.titles.get(at).is_some_and(|title| own.contains(title));
        let words = self.parts.words(part);
        let of_title = self.title_words.iter().map(|title| {
            let shared = title.iter().filter(|word| words.iter().flatten().any(|own| own == *word)).count();
            ratio(shared as f64, title.len() as f64)
        });
        let of_part = self.title_words.iter().map(|title| covered(words, title));
        let sharing = self
            .titles
            .iter()
            .filter(|title| own.contains(title))
            .map(|title| self.parts.called(title).len())
            .max();
        let rarest =
            self.title_words.iter().flatten().filter(|word| words.iter().flatten().any(|own| own == *word));
        let rarest = rarest.map(|word| self.parts.with_word(word)).min();
        let in_folders = covered(words, &self.folders);
        let in_files = self.in_files.get(&part).copied().unwrap_or_default();
        [
            flag(is(0)),
            flag(is(1)),
            flag(is(2)),
            flag(is(3)),
            of_title.fold(0.0, f32::max),
            of_part.fold(0.0, f64::max) as f32,
            sharing.map_or(0.0, |count| log(count as f64)),
            rarest.map_or(0.0, |count| 1.0 / count.max(1) as f32),
            flag(own.iter().all(|title| is_usual_title(title))),
            flag(self.folders.first().is_some_and(|folder| own.contains(folder))),
            in_folders as f32,
            flag(self.lies_alike(part)),
            flag(self.of_file == Some(part)),
            in_files.words as f32,
            in_files.similarity as f32,
            in_files.of_most_similar as f32,
        ]
    }

    /// Whether the document lies in a folder that is called like one around the part: `docs/forges/gitlab.md` and `server/forge/gitlab/`.
    fn lies_alike(&self, part: u32) -> bool {
        self.parts.places(part).iter().any(|place| {
            let place = place.trim_end_matches('/');
            let outer = place.rsplit_once('/').map_or("", |(outer, _)| outer);
            outer.split('/').any(|name| self.folders.contains(&plain(name)))
        })
    }

    /// How often headings and text have the words of the part's name.
    fn of_words(&self, part: u32) -> [f32; 5] {
        let words = self.parts.words(part);
        let has = |heading: &BTreeSet<String>| {
            words.iter().any(|name| name.iter().all(|word| heading.contains(word)))
        };
        let headings = self.headings.iter().filter(|heading| has(heading)).count();
        let count_of = |word: &String| {
            let at = self.mentions.words.iter().position(|(known, _)| known == word)?;
            self.mentions.words.get(at).map(|(_, count)| (*count, at))
        };
        // A name of several words occurs as often as the rarest of them.
        let of_name = |name: &Vec<String>| {
            let counts: Option<Vec<(u32, usize)>> = name.iter().map(count_of).collect();
            counts?.into_iter().min_by_key(|(count, at)| (*count, std::cmp::Reverse(*at)))
        };
        let most = self.mentions.words.first().map_or(0, |(_, count)| *count);
        let best =
            words.iter().filter_map(of_name).max_by_key(|(count, at)| (*count, std::cmp::Reverse(*at)));
        let (count, at) = best.unwrap_or((0, LAST_RANK));
        [
            log(headings as f64),
            ratio(headings as f64, self.headings.len() as f64),
            log(f64::from(count)),
            ratio(f64::from(count), f64::from(most)),
            log(at.min(LAST_RANK) as f64),
        ]
    }

    fn of_both(&self, part: u32, best: f64) -> [f32; 5] {
        let name = self.path.rsplit('/').next().unwrap_or(self.path);
        [
            flag(is_general(self.path)),
            flag(is_list_of_changes(self.path)),
            flag(is_introduction(name)),
            flag(self.parts.holds_settings(part)),
            ratio(best, self.masses.total()),
        ]
    }
}

/// The innermost part whose folder a document lies in, and whether the document introduces that folder. The project is none.
fn place(parts: &Parts<'_>, path: &str) -> Option<(u32, bool)> {
    let (folder, name) = path.rsplit_once('/')?;
    let mut at = folder;
    loop {
        if let Some(part) = parts.at_folder(at) {
            return Some((part, at.len() == folder.len() && is_introduction(name)));
        }
        at = at.rsplit_once('/')?.0;
    }
}

/// How many of the words of a name others have, as a share; of several names the largest.
fn covered(names: &[Vec<String>], others: &[String]) -> f64 {
    let share = |name: &Vec<String>| {
        name.iter().filter(|word| others.contains(word)).count() as f64 / name.len().max(1) as f64
    };
    names.iter().map(share).fold(0.0, f64::max)
}

/// How counts and weights are given.
pub(super) fn log(value: f64) -> f32 {
    value.ln_1p() as f32
}

fn ratio(part: f64, whole: f64) -> f32 {
    if whole > 0.0 { (part / whole) as f32 } else { 0.0 }
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}
