//! What a project is, on a page: languages, parts, folders, what is used most, what was done last. The page follows from
//! the files and from HEAD alone, so that two checkouts have the same.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::ops::Bound;

use beadloom_model::answers::{ANSWER_VERSION, ContextFileAnswer, LinesByPath};
use beadloom_model::{About, CompactSort as _, RecentCommit, Result, SymbolKind, counted};
use beadloom_store::{Store, SymbolRow};
use beadloom_tokens::{CachedCounter, Counter};
use serde::Serialize;

use crate::answer::heading::Heading;
use crate::answer::packer::{Entry, Queue, Room, settled};
use crate::answer::places::Places;
use crate::answer::summary::{Pieces, Summary, SummaryInput};
use crate::budget::check_least;
use crate::text::{cut_at_word, line};
use crate::{Staleness, places};

/// Signatures that are shown.
const MAX_SIGNATURES: usize = 50;

/// Symbols that are looked at for those.
const LOOKED_AT: usize = 2_000;

/// Commits that are shown.
const MAX_COMMITS: usize = 12;

/// Files that are shown of those that commits touched.
const MAX_TOUCHED_FILES: usize = 10;

/// Memories that are shown.
const MAX_MEMORIES: usize = 20;

/// Folders below each other that are shown.
const MAX_DEPTH: usize = 4;

/// Folders that are shown.
const MAX_FOLDERS: usize = 120;

/// Characters of a signature, of a summary and of a subject.
const MAX_LINE_CHARS: usize = 160;

/// The least budget: name and languages fit.
const MIN_BUDGET: usize = 100;

/// What the page is made of besides the index.
#[derive(Debug, Clone)]
pub struct OverviewRequest {
    /// The project's name.
    pub name: String,
    /// Newest first.
    pub commits: Vec<RecentCommit>,
    /// What was remembered for everybody, in the order in which it is shown.
    pub memories: Vec<String>,
    /// Tokens of the page, at most.
    pub budget: usize,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// The page, and what it says of itself.
#[derive(Debug, Clone, Serialize)]
pub struct Overview {
    /// The answer.
    #[serde(flatten)]
    pub answer: ContextFileAnswer,
    /// Of its content.
    pub summary: Summary,
}

/// The page.
///
/// # Errors
/// `budget_too_small`, store errors.
pub fn overview(store: &Store, request: &OverviewRequest, counter: &Counter<'_>) -> Result<Overview> {
    check_least(request.budget, MIN_BUDGET)?;
    store.snapshot(|| {
        let page = Page::read(store, request)?;
        let counter = &CachedCounter::new(*counter);
        let (pieces, named) = page.within(request.budget, counter)?;
        let (content, marks) = pieces.finish();
        // It is a page of a size, and says nothing of what it has no room for.
        let said = SummaryInput {
            warning: request.stale.warning.clone(),
            complete: request.stale.warning.is_none(),
            named,
        };
        let summary = marks.summary(&content, said);
        let answer = ContextFileAnswer {
            version: ANSWER_VERSION,
            path: None,
            changed: false,
            tokens: counter.count(&content) as u64,
            content,
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        };
        Ok(Overview { answer, summary })
    })
}

/// When the lines of a list go in, in turn with those of the others: the least first.
#[derive(Clone, Copy)]
struct Turns {
    first: usize,
    /// Between a line and the next one.
    step: usize,
}

impl Turns {
    const MEMORIES: Self = Self { first: 0, step: 1 };
    /// Features and entities are many, and stand inside what is named.
    const LARGE_PARTS: Self = Self { first: 20, step: 1 };
    const SMALL_PARTS: Self = Self { first: 80, step: 1 };
    const COMMITS: Self = Self { first: 25, step: 8 };
    const SIGNATURES: Self = Self { first: 30, step: 4 };
    const TOUCHED_FILES: Self = Self { first: 45, step: 8 };

    /// By how deep a folder lies, the largest first.
    fn of_folders(depth: usize) -> Self {
        Self { first: [10, 40, 90, 200].get(depth).copied().unwrap_or(300), step: 1 }
    }
}

/// A line of the page.
struct Line {
    turn: usize,
    text: String,
    /// The file that it names, with a line of it.
    place: Option<(String, Option<u32>)>,
}

impl Line {
    /// `at`: its place in the list.
    fn new(turns: Turns, at: usize, text: String) -> Self {
        Self { turn: turns.first + turns.step * at, text, place: None }
    }
}

const PARTS: Heading = Heading { title: "Parts", about: About::Graph };
const FOLDERS: Heading = Heading { title: "Folders", about: About::Code };
const USED_MOST: Heading = Heading { title: "Used most", about: About::Code };
const REMEMBERED: Heading =
    Heading { title: "Remembered (quoted from .beadloom/memories.jsonl)", about: About::Frame };
const LAST_COMMITS: Heading = Heading { title: "Last commits", about: About::History };
const CHANGED_MOST: Heading = Heading { title: "Changed most by them", about: About::History };

struct Page {
    /// Always there.
    head: String,
    /// Title and lines, in the order in which they are shown.
    sections: [(Heading, Vec<Line>); 6],
}

impl Page {
    fn read(store: &Store, request: &OverviewRequest) -> Result<Self> {
        let files = store.file_symbol_counts()?;
        let mut head = format!("# {}\n\n", cut_at_word(&line(&request.name), MAX_LINE_CHARS));
        let mut languages: Vec<(String, u64)> = store.languages()?.into_iter().collect();
        languages.compact_sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let named: Vec<String> =
            languages.iter().take(8).map(|(language, count)| format!("{language} ({count})")).collect();
        let symbols: u64 = files.iter().map(|(_, symbols)| symbols).sum();
        let _ = writeln!(
            head,
            "{}, {}. Files by language: {}.\n",
            counted(files.len() as u64, "code file", "code files"),
            counted(symbols, "symbol", "symbols"),
            if named.is_empty() { "none".to_owned() } else { line(&named.join(", ")) }
        );
        Ok(Self {
            head,
            sections: [
                (PARTS, parts(store)?),
                (FOLDERS, folders(&files)),
                (USED_MOST, used_most(store)?),
                (REMEMBERED, memories(&request.memories)),
                (LAST_COMMITS, commits(&request.commits)),
                (CHANGED_MOST, touched(&request.commits)),
            ],
        })
    }

    /// As many lines as the budget holds, in turn.
    fn within(&self, budget: usize, counter: &CachedCounter<'_>) -> Result<(Pieces, LinesByPath)> {
        let entry =
            |(at, line): (usize, &Line)| Entry { at, worth: line.turn, cost: counter.count(&line.text) };
        let entries = |lines: &[Line]| lines.iter().enumerate().map(entry).collect();
        let queue = Queue::new(self.sections.iter().map(|(_, lines)| entries(lines)).collect());
        let room = Room(budget.saturating_sub(counter.count(&self.head)));
        let heading = |section: usize| {
            self.sections.get(section).map_or(0, |(heading, _)| counter.count(heading.title) + 4)
        };
        let mut taken = queue.fill(room, heading);
        let pieces = settled(
            &mut taken,
            |taken| Ok(self.render(&queue.kept(taken))),
            |pieces: &Pieces| counter.count(&pieces.text) <= budget,
        )?;
        let mut named = Places::default();
        for line in taken.iter().filter_map(|item| self.sections.get(item.chapter)?.1.get(item.at)) {
            if let Some((path, line)) = &line.place {
                named.add(path, line.map(|line| [line, line]));
            }
        }
        Ok((pieces, named.0))
    }

    /// `kept`: places of the lines of each section.
    fn render(&self, kept: &[Vec<usize>]) -> Pieces {
        let mut out = Pieces::default();
        out.text.push_str(&self.head);
        out.end(About::Frame);
        for ((heading, lines), kept) in self.sections.iter().zip(kept) {
            if kept.is_empty() {
                continue;
            }
            let _ = writeln!(out.text, "## {}", heading.title);
            for line in kept.iter().filter_map(|at| lines.get(*at)) {
                out.text.push_str(&line.text);
            }
            out.text.push('\n');
            out.end(heading.about);
        }
        out.trim_end();
        out.text.push('\n');
        out
    }
}

/// A line for each of these.
fn lines_of<T>(all: impl IntoIterator<Item = T>, line: impl Fn(usize, T) -> Line) -> Vec<Line> {
    all.into_iter().enumerate().map(|(at, one)| line(at, one)).collect()
}

/// The first memories.
fn memories(memories: &[String]) -> Vec<Line> {
    lines_of(memories.iter().take(MAX_MEMORIES), |at, text| {
        Line::new(Turns::MEMORIES, at, format!("- > {}\n", cut_at_word(&line(text), MAX_LINE_CHARS)))
    })
}

/// The nodes of the graph, by source; without one, at the end.
fn parts(store: &Store) -> Result<Vec<Line>> {
    let mut nodes = store.nodes_by_id(&store.node_ids()?)?;
    nodes.retain(|node| {
        !node.summary.is_empty() || node.source.as_ref().is_some_and(|source| !source.is_empty())
    });
    nodes.compact_sort_by(|a, b| {
        (a.source.is_none(), &a.source, &a.ref_id).cmp(&(b.source.is_none(), &b.source, &b.ref_id))
    });
    Ok(lines_of(&nodes, |at, node| {
        let mut text = format!("- {} ({})", line(&node.ref_id), line(&node.kind));
        if let Some(source) = node.source.as_deref().filter(|source| !source.is_empty()) {
            let _ = write!(text, " {}", line(source));
        }
        if !node.summary.is_empty() {
            let _ = write!(text, ": {}", cut_at_word(&line(&node.summary), MAX_LINE_CHARS));
        }
        text.push('\n');
        let is_large = matches!(node.kind.as_str(), "service" | "domain");
        Line::new(if is_large { Turns::LARGE_PARTS } else { Turns::SMALL_PARTS }, at, text)
    }))
}

#[derive(Default)]
struct Folder {
    files: u64,
    symbols: u64,
}

/// Folders that hold code, with counts of all that is below, as a tree.
fn folders(files: &[(String, u64)]) -> Vec<Line> {
    let mut found: BTreeMap<&str, Folder> = BTreeMap::new();
    for (path, symbols) in files {
        for (depth, (at, _)) in path.match_indices('/').enumerate() {
            if depth == MAX_DEPTH {
                break;
            }
            let folder = found.entry(path.get(..at).unwrap_or_default()).or_default();
            folder.files += 1;
            folder.symbols += symbols;
        }
    }
    // What a folder of tests is made of says nothing of the project.
    found.retain(|path, _| !places::is_test(path));
    // A folder that holds nothing but another one says nothing.
    let alone = |path: &str, folder: &Folder| {
        let below = format!("{path}/");
        let from = (Bound::Included(below.as_str()), Bound::Unbounded);
        let mut inside = found.range::<str, _>(from).take_while(|(name, _)| name.starts_with(&below));
        inside.next().is_some_and(|(_, first)| first.files == folder.files)
    };
    let mut shown: Vec<(&str, &Folder)> = found
        .iter()
        .filter(|(path, folder)| !alone(path, folder))
        .map(|(path, folder)| (*path, folder))
        .collect();
    let mut by_size: Vec<u64> = shown.iter().map(|(_, folder)| folder.files).collect();
    by_size.compact_sort_by(|a, b| b.cmp(a));
    let least = by_size.get(MAX_FOLDERS).copied().unwrap_or(0);
    shown.retain(|(_, folder)| folder.files > least || by_size.len() <= MAX_FOLDERS);
    let names: Vec<&str> = shown.iter().map(|(path, _)| *path).collect();
    shown
        .iter()
        .map(|(path, folder)| {
            let above = |name: &&&str| path.strip_prefix(**name).is_some_and(|rest| rest.starts_with('/'));
            let depth = names.iter().filter(above).count();
            let parent = names.iter().filter(above).max_by_key(|name| name.len());
            let name = parent.and_then(|parent| path.get(parent.len() + 1..)).unwrap_or(path);
            let text = format!(
                "{}- {}/ ({}, {})\n",
                "  ".repeat(depth),
                line(name),
                counted(folder.files, "file", "files"),
                counted(folder.symbols, "symbol", "symbols")
            );
            let larger = by_size.iter().filter(|files| **files > folder.files).count();
            Line::new(Turns::of_folders(depth), larger, text)
        })
        .collect()
}

/// Public definitions that most other files refer to, most first.
fn used_most(store: &Store) -> Result<Vec<Line>> {
    let counts: HashMap<i64, u64> = store.most_referred(LOOKED_AT)?.into_iter().collect();
    let mut ids: Vec<i64> = counts.keys().copied().collect();
    ids.compact_sort();
    let mut rows: Vec<SymbolRow> = store.symbols_by_id(&ids)?;
    // Methods of common names have candidates everywhere; what offers them is named instead.
    rows.retain(|row| {
        row.exported
            && !row.part
            && !matches!(row.kind, SymbolKind::Method | SymbolKind::Module)
            && !places::is_test(&row.file_path)
            && !places::is_side(&row.file_path)
            && !places::is_foreign(&row.file_path)
    });
    // Stable: the rows are by path and line.
    rows.compact_sort_by_key(|row| std::cmp::Reverse(counts.get(&row.id).copied().unwrap_or(0)));
    rows.truncate(MAX_SIGNATURES);
    Ok(lines_of(&rows, |at, row| {
        let says = if row.signature.is_empty() { &row.qualified_name } else { &row.signature };
        let text = format!(
            "- {}:{} {}\n",
            line(&row.file_path),
            row.line_start,
            cut_at_word(&line(says), MAX_LINE_CHARS)
        );
        let place = Some((row.file_path.clone(), Some(row.line_start)));
        Line { place, ..Line::new(Turns::SIGNATURES, at, text) }
    }))
}

fn commits(commits: &[RecentCommit]) -> Vec<Line> {
    lines_of(commits.iter().take(MAX_COMMITS), |at, commit| {
        let id: String = commit.id.chars().take(10).collect();
        let text = format!(
            "- {} {} {}\n",
            line(&commit.date),
            line(&id),
            cut_at_word(&line(&commit.subject), MAX_LINE_CHARS)
        );
        Line::new(Turns::COMMITS, at, text)
    })
}

/// The files that the commits touched most often.
fn touched(commits: &[RecentCommit]) -> Vec<Line> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for path in commits.iter().flat_map(|commit| &commit.files) {
        *counts.entry(path).or_default() += 1;
    }
    let mut found: Vec<(&str, u64)> = counts.into_iter().filter(|(_, count)| *count > 1).collect();
    // Stable: by path where they are equal.
    found.compact_sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    found.truncate(MAX_TOUCHED_FILES);
    lines_of(&found, |at, (path, count)| {
        let text = format!("- {} ({})\n", line(path), counted(*count, "commit", "commits"));
        Line { place: Some(((*path).to_owned(), None)), ..Line::new(Turns::TOUCHED_FILES, at, text) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_a_tree_with_counts() {
        let files: Vec<(String, u64)> = ["a/x/1.py", "a/x/2.py", "a/y/1.py", "b/only/c/1.py", "top.py"]
            .iter()
            .map(|path| ((*path).to_owned(), 2))
            .collect();
        let said: String = folders(&files).into_iter().map(|entry| entry.text).collect();
        assert_eq!(
            said,
            "- a/ (3 files, 6 symbols)\n  - x/ (2 files, 4 symbols)\n  - y/ (1 file, 2 symbols)\n\
             - b/only/c/ (1 file, 2 symbols)\n"
        );
    }
}
