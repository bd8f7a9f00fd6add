//! From what a document names to the parts that it is about.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::CompactSort as _;
use rustc_hash::FxHashMap;

use super::mentions::{Mention, Mentions};
use super::vocabulary::{Part, Vocabulary, plain};

/// What a part has of what a whole has, at least, for a document to be about the part alone.
const DOMINANT_SHARE: f64 = 0.6;

/// What an inner part has of the names of one around it, at least, to be meant instead, and how many times as much as the next one.
const OUTSTANDING_SHARE: f64 = 0.4;
const OUTSTANDING_TIMES: f64 = 1.6;

/// How much of what is said of a part may be of parts inside it.
const SPREAD_SHARE: f64 = 0.5;

/// The same for a document that is about several parts, and names of each, at least.
const SHARE_OF_SEVERAL: f64 = 0.3;
const MIN_NAMES_OF_SEVERAL: usize = 5;

/// Names of a part that a document has, at least, and a section.
const MIN_NAMES: usize = 2;
const MIN_SECTION_NAMES: usize = 3;

/// How sure a document is about a part by one kind of evidence alone.
const OF_README: f64 = 0.9;
const OF_PLACE: f64 = 0.7;
const OF_TITLE: f64 = 0.75;
const OF_FILE_TITLE: f64 = 0.55;
const OF_SHARED_TITLE: f64 = 0.5;
const OF_COMMON_TITLE: f64 = 0.45;
const OF_USUAL_TITLE: f64 = 0.3;
const OF_FOLDER: f64 = 0.4;

/// How much names of a part that holds settings say, beside those of others.
const OF_SETTINGS: f64 = 0.7;

const OF_SEVERAL: f64 = 0.8;

/// Where a document names much and nothing of the part that it is called like, the title means something else.
const MIN_NAMES_ELSEWHERE: f64 = 4.0;

/// Parts inside one that make it nearly the project, as a share of all, and at least.
const NEARLY_ALL: f64 = 0.4;
const MIN_PARTS_OF_ALL: usize = 8;

/// How many names make half of what names can say, about.
const NAMES: f64 = 3.0;

/// Sections of a document, at least, for one of them to be meant alone, and what it has of all that is named, at least.
const MIN_SECTIONS: usize = 4;
const OF_ONE_SECTION: f64 = 0.8;

/// Sections that are given.
const MAX_SECTIONS: usize = 4;

/// Names that are given as evidence.
const MAX_GIVEN_NAMES: usize = 8;

/// Parts of one name that are sides of one thing, at most: a driver and what is tested with it.
const MAX_TITLE_PARTS: usize = 3;

/// Letters of a title, at least.
const MIN_TITLE_CHARS: usize = 2;

/// Folders of documents, as [`plain`] makes them.
const DOCUMENT_FOLDERS: &[&str] =
    &["", "doc", "content", "documentation", "guide", "manual", "source", "src", "website"];

/// Titles that many projects have for a part, and others for a document of all.
const USUAL_TITLES: &[&str] = &[
    "admin", "api", "app", "application", "asset", "backend", "build", "cli", "client", "common",
    "component", "config", "configuration", "core", "data", "db", "demo", "doc", "example", "extension",
    "frontend", "helper", "lib", "library", "main", "migration", "model", "module", "package", "plugin",
    "public", "resource", "script", "server", "service", "setup", "shared", "src", "style", "template",
    "test", "testing", "tool", "type", "ui", "util", "utility", "view", "web",
];

/// Whether any project may have a part, or a document, of that title, which is given as [`plain`] makes it.
pub fn is_usual_title(title: &str) -> bool {
    USUAL_TITLES.contains(&title)
}

/// Words of a title that say what kind of text it is.
const WORDS_OF_TITLES: &[&str] = &[
    "a", "about", "an", "and", "api", "architecture", "design", "doc", "docs", "documentation", "feature",
    "features", "for", "guide", "how", "in", "introduction", "library", "manual", "module", "of", "overview",
    "package", "reference", "service", "system", "the", "to", "use", "using", "with", "working",
];

/// A part that a document, or a section of it, is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The number of the part.
    pub part: u32,
    /// How sure that is, up to 1.
    pub score: f64,
    /// First and last line and heading of the section; None where it is the document.
    pub section: Option<(u32, u32, String)>,
    /// Why.
    pub evidence: Evidence,
}

/// What speaks for a link.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    /// The document lies in a folder of the part.
    pub place: bool,
    /// It, or the folder that it lies in, is called like the part.
    pub title: bool,
    /// Names of the part that it has, the most telling first.
    pub names: LinkedNames,
}

/// Names with the lines that have them first.
pub type LinkedNames = Vec<(String, u32)>;

/// Tells what documents are about.
pub struct Judge<'a> {
    parts: &'a [Part],
    vocabulary: &'a Vocabulary,
    /// The parts that are in another one, by what they are called.
    by_title: FxHashMap<&'a str, Vec<u32>>,
    /// The same by their folders: of several the first.
    by_folder: FxHashMap<&'a str, u32>,
    /// How many parts are inside each.
    inside: Vec<usize>,
}

impl<'a> Judge<'a> {
    /// For these parts, which the vocabulary numbers.
    pub fn new(parts: &'a [Part], vocabulary: &'a Vocabulary) -> Self {
        let mut by_title: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        let mut by_folder: FxHashMap<&str, u32> = FxHashMap::default();
        let projects: Vec<&String> =
            parts.iter().filter(|part| part.parent.is_none()).flat_map(|part| &part.titles).collect();
        for (at, part) in (0_u32..).zip(parts).filter(|(_, part)| part.parent.is_some()) {
            // A client that is called like the project is not what documents of that title are about.
            for title in part.titles.iter().filter(|title| !projects.contains(title)) {
                by_title.entry(title).or_default().push(at);
            }
            let folders = part.places.iter().filter_map(|place| place.strip_suffix('/'));
            for folder in folders.filter(|folder| !matches!(*folder, "" | ".")) {
                by_folder.entry(folder).or_insert(at);
            }
        }
        let mut inside = vec![0; parts.len()];
        for at in (0_u32..).zip(parts).map(|(at, _)| at) {
            for around in outwards(parts, at).into_iter().skip(1) {
                if let Some(count) = inside.get_mut(around as usize) {
                    *count += 1;
                }
            }
        }
        Self { parts, vocabulary, by_title, by_folder, inside }
    }

    /// The parts that a document is about, the surest first: of the document as a whole, then of its sections.
    pub fn links(&self, path: &str, mentions: &Mentions) -> Vec<Link> {
        let parts = self.parts;
        let all: Vec<&Mention> = mentions.all.iter().collect();
        let masses = Masses::of(parts, &all);
        let is_general = is_general(path);
        let mut found: Vec<Link> = Vec::new();
        for (part, share, several) in masses.about().into_iter().filter(|_| !is_general) {
            let score =
                if several { OF_SEVERAL * (share * 2.0).min(1.0) } else { share } * masses.trust(part);
            let score = if self.holds_settings(part) { score * OF_SETTINGS } else { score };
            add(&mut found, part, score, |evidence| evidence.names = given(parts, part, &all, &|_| true));
        }
        if let Some((part, is_readme)) = self.place(path) {
            let score = if is_readme { OF_README } else { OF_PLACE };
            add(&mut found, part, score, |evidence| evidence.place = true);
        }
        let placed = self.place(path).map(|(part, _)| part);
        let is_elsewhere = |part: u32| {
            placed.is_some_and(|of| of != part && !is_within(parts, part, of) && !is_within(parts, of, part))
        };
        for (part, worth) in self.titled(path, &mentions.title).into_iter().filter(|_| !is_general) {
            // What lies in the folder of one part is about another of that name only if its names say so.
            if is_elsewhere(part) {
                continue;
            }
            let (share, names) = (masses.share(part), masses.names(part));
            if names == 0 && masses.total >= MIN_NAMES_ELSEWHERE && !self.lies_alike(path, part) {
                continue;
            }
            add(&mut found, part, worth + share * masses.trust(part) * (1.0 - worth), |evidence| {
                evidence.title = true;
                evidence.names = given(parts, part, &all, &|_| true);
            });
        }
        for part in self.in_folder_called(path).into_iter().filter(|_| !is_general) {
            if masses.names(part) == 0 || found.iter().any(|link| link.part == part && link.evidence.title) {
                continue;
            }
            let score = OF_FOLDER + masses.share(part) * masses.trust(part) * (1.0 - OF_FOLDER);
            add(&mut found, part, score, |evidence| {
                evidence.title = true;
                evidence.names = given(parts, part, &all, &|_| true);
            });
        }
        // A document in the folder of a part that is about a part of that belongs to the inner one alone.
        let inner: Vec<u32> =
            found.iter().filter(|link| link.score >= super::LINKED).map(|link| link.part).collect();
        found.retain(|link| {
            link.evidence.title
                || !inner.iter().any(|part| *part != link.part && is_within(parts, *part, link.part))
        });
        found.retain(|link| link.evidence.place || !self.is_nearly_all(link.part));
        found.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then(a.part.cmp(&b.part)));
        for link in &mut found {
            link.section = only_section(parts, mentions, link);
        }
        if !is_list_of_changes(path) {
            let of_sections = of_sections(parts, mentions, &found);
            found.extend(of_sections);
        }
        found
    }

    /// Whether a part holds settings or tables: documents of everything name these.
    fn holds_settings(&self, part: u32) -> bool {
        let titles = self.parts.get(part as usize).map_or(&[][..], |one| &one.titles);
        titles.iter().any(|title| {
            matches!(
                title.as_str(),
                "config" | "configuration" | "conf" | "constant" | "migration" | "seed" | "setting"
            )
        })
    }

    /// Whether most parts are inside one: what is about it is about the project.
    fn is_nearly_all(&self, part: u32) -> bool {
        let inside = self.inside.get(part as usize).copied().unwrap_or(0);
        inside as f64 >= self.parts.len() as f64 * NEARLY_ALL && inside >= MIN_PARTS_OF_ALL
    }

    /// The innermost part whose folder a document lies in, and whether it is the one that introduces the folder. The project is
    /// none.
    fn place(&self, path: &str) -> Option<(u32, bool)> {
        let (folder, name) = path.rsplit_once('/')?;
        let mut at = folder;
        loop {
            if let Some(part) = self.by_folder.get(at) {
                return Some((*part, at.len() == folder.len() && is_introduction(name)));
            }
            at = at.rsplit_once('/')?.0;
        }
    }

    /// Whether a document lies in a folder that is called like one around the part: `docs/forges/gitlab.md` and `server/forge/gitlab/`.
    fn lies_alike(&self, path: &str, part: u32) -> bool {
        let Some((folder, _)) = path.rsplit_once('/') else { return false };
        let around: Vec<String> =
            folder.split('/').map(plain).filter(|name| !DOCUMENT_FOLDERS.contains(&name.as_str())).collect();
        let places = self.parts.get(part as usize).map_or(&[][..], |one| &one.places);
        places.iter().any(|place| {
            let place = place.trim_end_matches('/');
            let outer = place.rsplit_once('/').map_or("", |(outer, _)| outer);
            outer.split('/').any(|name| around.contains(&plain(name)))
        })
    }

    /// The parts that the folder of a document is called like: `docs/events/dates.md` is about events.
    fn in_folder_called(&self, path: &str) -> Vec<u32> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let title = plain(folder.rsplit('/').next().unwrap_or(folder));
        if is_introduction(name)
            || title.chars().count() < MIN_TITLE_CHARS
            || USUAL_TITLES.contains(&title.as_str())
        {
            return Vec::new();
        }
        self.by_title.get(title.as_str()).cloned().unwrap_or_default()
    }

    /// The parts that a document is called like, or that alone have a file or folder of that name, each with what that is worth.
    fn titled(&self, path: &str, title: &str) -> Vec<(u32, f64)> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let called = if is_introduction(name) { folder.rsplit('/').next().unwrap_or("") } else { name };
        let stem = called.split('.').next().unwrap_or(called);
        let words = |text: &str| -> String {
            text.split(|c: char| !c.is_alphanumeric())
                .filter(|word| !WORDS_OF_TITLES.contains(&word.to_lowercase().as_str()))
                .collect()
        };
        let mut titles: Vec<String> =
            vec![plain(stem), plain(&words(stem)), plain(title), plain(&words(title))];
        titles.retain(|title| title.chars().count() >= MIN_TITLE_CHARS);
        let is_usual = is_usual_title;
        let called: BTreeSet<u32> =
            titles.iter().filter_map(|title| self.by_title.get(title.as_str())).flatten().copied().collect();
        let worth = |at: u32| {
            let title = self.parts.get(at as usize)?.titles.iter().find(|title| titles.contains(title))?;
            Some((at, if is_usual(title) { OF_USUAL_TITLE } else { OF_TITLE }))
        };
        let found: Vec<(u32, f64)> = called.into_iter().filter_map(worth).collect();
        if found.is_empty() {
            // The folder of an example or a tool at the root is called like anything.
            if is_introduction(name) && !folder.contains('/') {
                return Vec::new();
            }
            let of_files =
                titles.iter().filter(|title| title.chars().count() > MIN_TITLE_CHARS && !is_usual(title));
            let of_files = of_files.filter_map(|title| self.vocabulary.called(title)).next();
            let is_part = |part: &u32| self.parts.get(*part as usize).is_some_and(|one| one.parent.is_some());
            return of_files.filter(is_part).map(|part| (part, OF_FILE_TITLE)).into_iter().collect();
        }
        // Few parts of one name are sides of one thing; of many, it is unknown which is meant.
        match found.len() {
            0 | 1 => found,
            2..=MAX_TITLE_PARTS => {
                found.into_iter().map(|(at, worth)| (at, worth.min(OF_SHARED_TITLE))).collect()
            }
            _ => found.into_iter().map(|(at, worth)| (at, worth.min(OF_COMMON_TITLE))).collect(),
        }
    }
}

/// The one section that has nearly all that the document names of a part, where only names speak for the link and the document has many.
fn only_section(parts: &[Part], mentions: &Mentions, link: &Link) -> Option<(u32, u32, String)> {
    if link.evidence.place || link.evidence.title || mentions.headings.all.len() < MIN_SECTIONS {
        return None;
    }
    let mut all = 0.0;
    let mut of_section: BTreeMap<usize, f64> = BTreeMap::new();
    let is_of = |of: &u32| *of == link.part || is_within(parts, *of, link.part);
    for mention in mentions.all.iter().filter(|mention| mention.parts.iter().any(is_of)) {
        all += mention.weight;
        let mut sections: Vec<usize> =
            mention.lines.iter().map(|line| mentions.headings.number_at(*line)).collect();
        sections.dedup();
        for section in sections {
            *of_section.entry(section).or_default() += mention.weight;
        }
    }
    let (at, weight) = of_section.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    let ((first, last), heading) = mentions.headings.section(at);
    let is_all = weight >= all * OF_ONE_SECTION && at > 0;
    is_all.then(|| (first, last, heading.to_owned()))
}

/// The sections that are about other parts than the document.
fn of_sections(parts: &[Part], mentions: &Mentions, whole: &[Link]) -> Vec<Link> {
    let count = mentions.headings.all.len();
    let mut of_section: Vec<Vec<&Mention>> = vec![Vec::new(); count + 1];
    for mention in &mentions.all {
        let mut last = None;
        for line in &mention.lines {
            let at = mentions.headings.number_at(*line);
            if last.replace(at) != Some(at)
                && let Some(names) = of_section.get_mut(at)
            {
                names.push(mention);
            }
        }
    }
    let mut found: Vec<Link> = Vec::new();
    for (number, names) in of_section.iter().enumerate().filter(|(_, names)| names.len() >= MIN_SECTION_NAMES)
    {
        let masses = Masses::of(parts, names);
        let [(part, share, false)] = masses.about()[..] else { continue };
        let score = share * masses.trust(part);
        let is_known = |link: &Link| {
            link.score >= super::LINKED
                && (link.part == part
                    || is_within(parts, part, link.part)
                    || is_within(parts, link.part, part))
        };
        if masses.names(part) < MIN_SECTION_NAMES || score < super::LINKED || whole.iter().any(is_known) {
            continue;
        }
        let ((first, last), heading) = mentions.headings.section(number);
        let inside = |line: u32| (first..=last).contains(&line);
        let evidence = Evidence { names: given(parts, part, names, &inside), ..Evidence::default() };
        let link = Link { part, score, section: Some((first, last, heading.to_owned())), evidence };
        match found.iter_mut().find(|link| link.part == part) {
            Some(best) if best.score < score => *best = link,
            Some(_) => {}
            None => found.push(link),
        }
    }
    found.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then(a.part.cmp(&b.part)));
    found.truncate(MAX_SECTIONS);
    found
}

/// Adds evidence for a part: two kinds of it are surer than either.
fn add(found: &mut Vec<Link>, part: u32, score: f64, note: impl FnOnce(&mut Evidence)) {
    match found.iter_mut().find(|link| link.part == part) {
        Some(link) => {
            link.score = 1.0 - (1.0 - link.score) * (1.0 - score);
            note(&mut link.evidence);
        }
        None => {
            let mut evidence = Evidence::default();
            note(&mut evidence);
            found.push(Link { part, score, section: None, evidence });
        }
    }
}

/// How much is named of each part, with all that is inside it.
struct Masses<'a> {
    parts: &'a [Part],
    /// Weight and number of names, of parts that have any.
    named: BTreeMap<u32, (f64, usize)>,
    total: f64,
}

impl<'a> Masses<'a> {
    fn of(parts: &'a [Part], mentions: &[&Mention]) -> Self {
        let mut masses = Self { parts, named: BTreeMap::new(), total: 0.0 };
        for mention in mentions {
            let mut around: Vec<u32> = Vec::new();
            for part in &mention.parts {
                for at in outwards(parts, *part) {
                    masses.named.entry(at).or_default().0 += mention.weight;
                    if !around.contains(&at) {
                        around.push(at);
                    }
                }
                masses.total += mention.weight;
            }
            for at in around {
                masses.named.entry(at).or_default().1 += 1;
            }
        }
        masses
    }

    fn weight(&self, part: u32) -> f64 {
        self.named.get(&part).map_or(0.0, |(weight, _)| *weight)
    }

    fn names(&self, part: u32) -> usize {
        self.named.get(&part).map_or(0, |(_, names)| *names)
    }

    /// The parts right inside one, or in none, of which something is named.
    fn inside(&self, part: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        let parent = |at: u32| self.parts.get(at as usize).and_then(|one| one.parent);
        self.named.keys().copied().filter(move |at| parent(*at) == part)
    }

    fn share(&self, part: u32) -> f64 {
        if self.total > 0.0 { self.weight(part) / self.total } else { 0.0 }
    }

    /// How far so many names can be trusted.
    fn trust(&self, part: u32) -> f64 {
        1.0 - (-(self.weight(part)) / NAMES).exp()
    }

    /// The part inside one that much is named of, and much more than of any other.
    fn outstanding(&self, part: u32) -> Option<u32> {
        let mut inside: Vec<u32> = self.inside(Some(part)).collect();
        inside.sort_by(|a, b| self.weight(*b).total_cmp(&self.weight(*a)).then(a.cmp(b)));
        let best = *inside.first()?;
        let next = inside.get(1).map_or(0.0, |next| self.weight(*next));
        let is_much = self.weight(best) >= self.weight(part) * OUTSTANDING_SHARE
            && self.weight(best) >= next * OUTSTANDING_TIMES
            && self.names(best) >= MIN_SECTION_NAMES;
        is_much.then_some(best)
    }

    /// Whether what is named is of the part itself, and not spread over what is inside it.
    fn is_itself(&self, part: u32) -> bool {
        let inside: f64 = self.inside(Some(part)).map(|inner| self.weight(inner)).sum();
        inside <= self.weight(part) * SPREAD_SHARE
    }

    /// The innermost part that most names are of, or the parts inside it that much is said of, with their shares, and whether they are
    /// several. Nothing where it is the project.
    fn about(&self) -> Vec<(u32, f64, bool)> {
        let mut at: Option<u32> = None;
        for _ in 0..self.parts.len() {
            let most =
                self.inside(at).max_by(|a, b| self.weight(*a).total_cmp(&self.weight(*b)).then(b.cmp(a)));
            let around = at.map_or(self.total, |part| self.weight(part));
            match most {
                Some(part)
                    if self.weight(part) > 0.0
                        && self.weight(part) >= around * DOMINANT_SHARE
                        && self.names(part) >= MIN_NAMES =>
                {
                    at = Some(part);
                }
                _ => break,
            }
        }
        let is_project = |part: u32| self.parts.get(part as usize).is_some_and(|one| one.parent.is_none());
        // What names most of one inner part is about that, though the part around it has some of the names too.
        let mut innermost: Option<(u32, f64)> = None;
        while let Some(here) = innermost.map(|(part, _)| part).or(at)
            && let Some(inner) = self.outstanding(here)
        {
            let share = if is_project(here) { self.share(inner) } else { self.share(here) };
            innermost = Some((inner, innermost.map_or(share, |(_, outer)| outer)));
        }
        if let Some((part, share)) = innermost {
            return vec![(part, share, false)];
        }
        let several: Vec<(u32, f64, bool)> = self
            .inside(at)
            .filter(|part| self.share(*part) >= SHARE_OF_SEVERAL && self.names(*part) >= MIN_NAMES_OF_SEVERAL)
            .filter(|part| !is_project(*part))
            .map(|part| (part, self.share(part), true))
            .collect();
        match at {
            _ if several.len() > 1 => several,
            Some(part) if !is_project(part) && self.is_itself(part) => vec![(part, self.share(part), false)],
            _ => several,
        }
    }
}

/// A part and those around it.
fn outwards(parts: &[Part], part: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = Some(part);
    while let Some(here) = at.filter(|here| !found.contains(here)) {
        found.push(here);
        at = parts.get(here as usize).and_then(|one| one.parent);
    }
    found
}

fn is_within(parts: &[Part], part: u32, whole: u32) -> bool {
    part != whole && outwards(parts, part).contains(&whole)
}

fn is_introduction(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    stem.eq_ignore_ascii_case("readme") || stem.eq_ignore_ascii_case("index")
}

/// Whether a document is about the project as a whole, whatever it names.
pub fn is_general(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    const GENERAL: &[&str] = &[
        "agents", "claude", "code_of_conduct", "contributing", "copilot-instructions", "development",
        "gemini", "hacking", "index", "install", "readme", "roadmap", "security", "summary", "support",
        "todo",
    ];
    let is_top = folder.is_empty() || matches!(folder, "docs" | "doc" | "documentation" | ".github");
    is_top && GENERAL.contains(&stem.as_str()) || is_of_all(&stem)
}

/// Whether a document lists what was or will be done: none of its sections explains a part.
fn is_list_of_changes(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = plain(name.split('.').next().unwrap_or(name));
    matches!(stem.as_str(), "changelog" | "change" | "history" | "new" | "releasenote" | "roadmap" | "todo")
}

/// Whether a document is about all parts by what kind it is, wherever it lies.
fn is_of_all(stem: &str) -> bool {
    const OF_ALL: &[&str] = &[
        "changelog", "codestyle", "gettingstarted", "glossary", "install", "installation", "migration",
        "migrationguide", "releasenote", "summary", "todo", "troubleshooting", "upgrade", "upgrading",
        "whatsnew",
    ];
    // Pages are numbered: `91-migrations.md`.
    let name = stem.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_'));
    OF_ALL.contains(&plain(name).as_str())
}

/// The names that a document has of a part and of what is inside it, the most telling first.
fn given(parts: &[Part], part: u32, mentions: &[&Mention], inside: &dyn Fn(u32) -> bool) -> LinkedNames {
    let is_of =
        |mention: &&&Mention| mention.parts.iter().any(|of| *of == part || is_within(parts, *of, part));
    let mut names: Vec<&&Mention> = mentions.iter().filter(is_of).collect();
    names.compact_sort_by(|a, b| {
        b.weight
            .total_cmp(&a.weight)
            .then(b.lines.len().cmp(&a.lines.len()))
            .then_with(|| a.name.cmp(&b.name))
    });
    let first = |mention: &&Mention| {
        let line = mention.lines.iter().copied().find(|line| inside(*line))?;
        Some((mention.name.clone(), line))
    };
    names.into_iter().filter_map(first).take(MAX_GIVEN_NAMES).collect()
}
