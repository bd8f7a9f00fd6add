//! What the project's own documents name: places in lists, tables, headings and drawn trees of READMEs,
//! architecture and contributing pages, and the names of documentation pages.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::kept::path_at;
use super::tree::Tree;
use super::{FileFact, ProjectFacts, inputs, words};

/// Documents that are read, the nearest to the root first.
const DOCUMENTS: usize = 40;

/// Lines of a document that are looked at.
const LINES: usize = 5_000;

/// Bytes of a line that are looked at.
const LINE_BYTES: usize = 600;

/// Names in front of one explanation: `a.c`, `b.c` and `c.c` …
const NAMES: usize = 24;

/// Folders in one another in a drawn tree.
const DEPTH: usize = 64;

/// A file with fewer lines is no part, whatever a document says of it.
const LINES_OF_FILE: u32 = 50;

/// What documents name.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// Folders, as places of the tree.
    pub(super) folders: BTreeSet<String>,
    /// Files that are explained together, in the order of the documents; no file twice.
    pub(super) groups: Vec<NamedGroup>,
    /// Names of documentation pages, in the form of [`page_name`].
    pages: HashSet<String>,
}

/// Files of one folder that one explanation names.
#[derive(Debug)]
pub(super) struct NamedGroup {
    /// How the group is called.
    pub(super) name: String,
    /// Index of the folder in the tree.
    pub(super) folder: u32,
    /// The file that names it first; indexes into the facts.
    pub(super) files: Vec<u32>,
}

impl Named {
    /// Whether a documentation page has this name, but for its number and punctuation.
    pub(super) fn has_page(&self, name: &str) -> bool {
        self.pages.contains(&page_name(name))
    }
}

/// Reads the documents.
pub(super) fn read(facts: &ProjectFacts, tree: &Tree) -> Named {
    let mut named = Named { pages: pages(facts.files), ..Named::default() };
    let mut documents: Vec<(usize, &str)> = facts
        .files
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| inputs::is_guide(path))
        .map(|path| (path.matches('/').count(), path))
        .collect();
    documents.compact_sort();
    documents.truncate(DOCUMENTS);
    if documents.is_empty() || !facts.scopes.is_empty() {
        return named;
    }
    let known = Known::new(facts, tree);
    let mut taken: HashSet<u32> = HashSet::new();
    for (_, path) in documents {
        let Some(text) = (facts.read)(path) else { continue };
        let about_code = inputs::explains_files(path);
        for subject in subjects(&text) {
            known.add(&subject, words::folder_of(path), about_code, &mut taken, &mut named);
        }
    }
    known.complete(&mut taken, &mut named);
    named
}

/// Names of pages and folders in the documentation.
fn pages(files: &[FileFact]) -> HashSet<String> {
    let mut pages = HashSet::new();
    for file in files {
        let prose = matches!(words::extension(&file.path), "md" | "mdx" | "rst" | "txt" | "adoc");
        if prose && file.path.split('/').any(|folder| matches!(folder, "docs" | "doc" | "documentation")) {
            pages.insert(page_name(words::stem(&file.path)));
        }
    }
    pages
}

/// A name for comparing pages with files: letters and digits in lower case, without the `s` of a plural.
fn page_name(name: &str) -> String {
    let mut folded = words::folded(name);
    if folded.len() > 3 && folded.ends_with('s') {
        folded.pop();
    }
    folded
}

/// What a document says something about.
#[derive(Debug, PartialEq, Eq)]
struct Subject {
    /// Paths or names as written.
    names: Vec<String>,
    /// From a drawn tree: the names are paths from its root, which may be the project's.
    drawn: bool,
}

/// The places that are there.
struct Known<'t, 'a> {
    facts: &'t ProjectFacts<'a>,
    tree: &'t Tree<'a>,
    folders: HashMap<&'a str, u32>,
    /// Kept files and the folder of each.
    files: HashMap<&'t str, (u32, u32)>,
    /// Kept files by name; none where several have it.
    by_name: HashMap<&'t str, Option<(u32, u32)>>,
}

#[derive(Clone, Copy)]
enum Place {
    Folder(u32),
    File(u32, u32),
}

impl<'t, 'a> Known<'t, 'a> {
    fn new(facts: &'t ProjectFacts<'a>, tree: &'t Tree<'a>) -> Self {
        let mut folders = HashMap::new();
        let mut files = HashMap::new();
        let mut by_name: HashMap<&str, Option<(u32, u32)>> = HashMap::new();
        for (index, folder) in (0u32..).zip(&tree.folders) {
            for &place in &folder.places {
                folders.entry(place).or_insert(index);
            }
            for &file in &folder.loose {
                let path = path_at(facts.files, file);
                files.insert(path, (file, index));
                by_name
                    .entry(words::file_name(path))
                    .and_modify(|known| *known = None)
                    .or_insert(Some((file, index)));
            }
        }
        Self { facts, tree, folders, files, by_name }
    }

    fn add(&self, subject: &Subject, dir: &str, about_code: bool, taken: &mut HashSet<u32>, to: &mut Named) {
        let mut files: Vec<(u32, u32)> = Vec::new();
        for name in &subject.names {
            match self.place(name, dir, subject.drawn) {
                Some(Place::Folder(folder)) => {
                    let places = self.tree.folder(folder).map(|folder| folder.places.as_slice());
                    to.folders.extend(places.unwrap_or(&[]).iter().map(|place| (*place).to_owned()));
                }
                Some(Place::File(file, folder)) if about_code && !subject.drawn => files.push((file, folder)),
                Some(Place::File(..)) | None => {}
            }
        }
        // Of three or more with one word in front that word is the name; else each is a part by itself.
        let stems: BTreeSet<&str> =
            files.iter().map(|&(file, _)| words::stem(path_at(self.facts.files, file))).collect();
        let shared = shared_word(&stems).filter(|_| stems.len() >= 3);
        let mut groups: BTreeMap<(u32, String), Vec<u32>> = BTreeMap::new();
        for &(file, folder) in &files {
            let stem = words::stem(path_at(self.facts.files, file));
            let name = shared.clone().unwrap_or_else(|| stem.to_owned());
            let group = groups.entry((folder, name)).or_default();
            // Header and source are one.
            let twins = self.tree.folder(folder).map_or(&[][..], |folder| &folder.loose);
            group.extend(
                twins.iter().filter(|&&other| words::stem(path_at(self.facts.files, other)) == stem).copied(),
            );
        }
        for ((folder, name), mut files) in groups {
            files.retain(|&file| taken.insert(file));
            let lines: u32 = files
                .iter()
                .filter_map(|&file| self.facts.files.get(file as usize))
                .fold(0, |sum, file| sum.saturating_add(file.lines));
            if lines >= LINES_OF_FILE && !words::is_index(&name) {
                to.groups.push(NamedGroup { name, folder, files });
            }
        }
    }

    /// `ae_epoll.c` beside a named `ae.c` goes with it, unless it is named itself.
    fn complete(&self, taken: &mut HashSet<u32>, named: &mut Named) {
        let at: HashMap<(u32, String), usize> = named
            .groups
            .iter()
            .enumerate()
            .map(|(index, group)| ((group.folder, group.name.to_lowercase()), index))
            .collect();
        let folders: BTreeSet<u32> = named.groups.iter().map(|group| group.folder).collect();
        for index in folders {
            let Some(folder) = self.tree.folder(index) else { continue };
            for &file in &folder.loose {
                let word = words::first_word(words::stem(path_at(self.facts.files, file)));
                if let Some(&group) = at.get(&(index, word))
                    && taken.insert(file)
                    && let Some(group) = named.groups.get_mut(group)
                {
                    group.files.push(file);
                }
            }
        }
    }

    fn place(&self, written: &str, dir: &str, drawn: bool) -> Option<Place> {
        let path = as_path(written)?;
        let here = if dir.is_empty() { path.clone() } else { format!("{dir}/{path}") };
        let below = path.split_once('/').map(|(_, below)| below).filter(|_| drawn);
        for path in [here.as_str(), path.as_str()].into_iter().chain(below) {
            if let Some(&folder) = self.folders.get(path) {
                return Some(Place::Folder(folder));
            }
            if let Some(&(file, folder)) = self.files.get(path) {
                return Some(Place::File(file, folder));
            }
        }
        if drawn || path.contains('/') || !words::is_code(&path) {
            return None;
        }
        let (file, folder) = (*self.by_name.get(path.as_str())?)?;
        Some(Place::File(file, folder))
    }
}

fn shared_word(stems: &BTreeSet<&str>) -> Option<String> {
    let mut all = stems.iter().map(|stem| words::first_word(stem));
    let first = all.next().filter(|word| word.chars().count() > 1)?;
    all.all(|word| word == first).then_some(first)
}

/// A name as a path of the project: without what stands around it in links, globs and build tools.
fn as_path(written: &str) -> Option<String> {
    let mut path = written.trim();
    if path.contains("://") {
        // A link to the forge: what comes after the branch.
        let at = ["/tree/", "/blob/"].iter().find_map(|mark| Some(path.find(mark)? + mark.len()))?;
        path = path.get(at..)?.split_once('/')?.1;
    }
    let path = path.split(['#', '?']).next().unwrap_or("");
    let path = path.trim_end_matches(['*', '/', '\\']).trim_start_matches("./").trim_start_matches('/');
    let plain = path.chars().all(|c| {
        c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '@' | ':' | '(' | ')' | '[' | ']')
    });
    if path.is_empty() || !plain || path.contains("..") {
        return None;
    }
    // Gradle writes `:core:data`.
    Some(if path.contains(':') && !path.contains('/') {
        path.trim_start_matches(':').replace(':', "/")
    } else {
        path.to_owned()
    })
}

/// The subjects of headings, list items, table rows and drawn trees.
fn subjects(text: &str) -> Vec<Subject> {
    let mut found: Vec<Subject> = Vec::new();
    let mut fence: Option<(&str, Vec<&str>)> = None;
    let mut previous = "";
    for line in text.lines().take(LINES) {
        let line = cut(line);
        let trimmed = line.trim();
        if let Some((mark, lines)) = &mut fence {
            if trimmed.starts_with(*mark) {
                found.extend(drawn(lines));
                fence = None;
            } else {
                lines.push(line);
            }
            continue;
        }
        if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)) {
            fence = Some((mark, Vec::new()));
            continue;
        }
        // The line above an underline is a heading.
        let is_underline =
            trimmed.len() >= 3 && (trimmed.bytes().all(|c| c == b'-') || trimmed.bytes().all(|c| c == b'='));
        let subject = if is_underline { Some(previous) } else { subject_of(trimmed) };
        previous = trimmed;
        if let Some(subject) = subject {
            let names = names(subject);
            if !names.is_empty() {
                found.push(Subject { names, drawn: false });
            }
        }
    }
    found
}

fn cut(line: &str) -> &str {
    let end = (0..=LINE_BYTES.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    line.get(..end).unwrap_or("")
}

/// What a heading, a list item or a table row begins with.
fn subject_of(line: &str) -> Option<&str> {
    if line.starts_with('#') {
        return Some(line.trim_start_matches('#'));
    }
    for mark in ["- ", "* ", "+ ", "|", "<td>", "<li>"] {
        if let Some(rest) = line.strip_prefix(mark) {
            return Some(rest);
        }
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if digits > 0 { line.get(digits..)?.strip_prefix(". ") } else { None }
}

/// The names with which a text begins, as long as only commas and `and` stand between them.
fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while found.len() < NAMES {
        rest = rest.trim_start_matches([' ', '*', '_', ',', '&', '\t']);
        rest = rest.strip_prefix("and ").unwrap_or(rest);
        rest = rest.trim_start_matches([' ', '*', '_']);
        let Some((name, behind)) = next_name(rest) else { break };
        found.push(name.to_owned());
        rest = behind;
    }
    found
}

/// Code, a link, or a bare path; and what comes behind it.
fn next_name(text: &str) -> Option<(&str, &str)> {
    if let Some(inside) = text.strip_prefix('`') {
        let inside = inside.trim_start_matches('`');
        let (name, behind) = inside.split_once('`')?;
        return Some((name, behind.trim_start_matches('`')));
    }
    if let Some(inside) = text.strip_prefix("<code>") {
        return inside.split_once("</code>");
    }
    if let Some(inside) = text.strip_prefix('[') {
        let (label, behind) = inside.split_once(']')?;
        let Some((target, behind)) = behind.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
            return Some((label.trim_matches('`'), behind));
        };
        let leads = as_path(target).is_some_and(|path| path.contains('/') || words::is_code(&path));
        return Some((if leads { target } else { label.trim_matches('`') }, behind));
    }
    let end = text.find([' ', ',', '\t']).unwrap_or(text.len());
    let (word, behind) = (text.get(..end)?, text.get(end..)?);
    let word = word.trim_end_matches([':', '*', '_']);
    let is_path = word.trim_matches('/').contains('/') || word.ends_with('/') || words::is_code(word);
    is_path.then_some((word, behind))
}

/// The paths of a tree that is drawn with lines: `├── src/`, `|-- lib`.
fn drawn(lines: &[&str]) -> Option<Subject> {
    const STROKES: &[char] = &['│', '├', '└', '─', '|', '+', '`', '-', ' ', '\t', '\u{a0}'];
    if !lines.iter().any(|line| ["├─", "└─", "|--", "+--", "`--"].iter().any(|mark| line.contains(mark)))
    {
        return None;
    }
    let mut above: Vec<(usize, String)> = Vec::new();
    let mut names = Vec::new();
    for line in lines {
        let column = line.chars().take_while(|c| STROKES.contains(c)).count();
        let rest = line.trim_start_matches(STROKES);
        let name = rest.split([' ', '\t', '#']).next().unwrap_or("").trim_end_matches(['/', '\\', ':']);
        if name.is_empty() {
            continue;
        }
        while above.last().is_some_and(|(at, _)| *at >= column) {
            above.pop();
        }
        let path = match above.last() {
            Some((_, parent)) if parent != "." => format!("{parent}/{name}"),
            _ => name.to_owned(),
        };
        if above.len() >= DEPTH || path.len() > LINE_BYTES {
            continue;
        }
        names.push(path.clone());
        above.push((column, path));
    }
    Some(Subject { names, drawn: true })
}
