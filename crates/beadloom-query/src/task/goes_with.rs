//! What past commits say goes with a task: those whose messages are like it, and the files that change with what it most likely needs:
//! tests, translations, settings, change logs.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_lexical::stem_and_folders;
use beadloom_model::answers::{Bundle, ChangedTogether, Commit};
use beadloom_model::{CompactSort as _, Result, time};
use beadloom_store::Store;

use crate::context::list::List;
use crate::context::together;
use crate::context::wording::first;
use crate::places::is_test;
use crate::search::name::joined;
use crate::text::line;

/// Commits that are named, and how much of the task a message has to say, by the rarity of its words.
const MAX_ALIKE_ITEMS: usize = 3;
const MIN_LIKENESS: f64 = 0.3;

/// Commits that speak for their files, and how much one does that says all of the task.
const MAX_SPEAKING_ITEMS: usize = 8;
const OF_ALIKE: f64 = 0.5;

/// Files of a commit that are named; hexadecimal digits of its id.
const MAX_COMMIT_FILES: usize = 8;
const ID_DIGITS: usize = 10;

/// The likeliest files whose companions are looked for.
const MAX_ASKED_ITEMS: usize = 12;

/// Files that are named, and how likely each has to be changed.
const MAX_TOGETHER_ITEMS: usize = 14;
const MIN_CHANCE: f64 = 0.15;

/// Commits that changed a file with another one: what one alone did says little.
const MIN_COMMITS: u32 = 2;

/// How likely a test is changed that is called like a file that is, and letters of such a name.
const OF_TEST: f64 = 0.4;
const MIN_STEM_LETTERS: usize = 4;

/// The file that speaks most for another one, how many commits changed both, and how many that file.
type With<'p> = Option<(&'p str, u32, u32)>;

/// By path: how likely it is changed, and what speaks for it.
type Chances<'p> = BTreeMap<&'p str, (f64, With<'p>)>;

/// What goes with a task.
#[derive(Default)]
pub(super) struct GoesWith {
    /// Most like it first, each with how much.
    pub alike: Vec<(f64, Commit)>,
    /// The likeliest first, each with how likely it is changed.
    pub together: Vec<(f64, ChangedTogether)>,
}

impl GoesWith {
    /// `terms`: those of the task; `files`: what is shown, each with how likely it is needed; `tests`: those that match and are not shown.
    pub fn find(
        store: &Store,
        terms: &[(String, f32)],
        files: &[(&str, f64)],
        tests: &[String],
    ) -> Result<Self> {
        let past = store.past()?;
        let terms: Vec<(&str, f32)> = terms.iter().map(|(term, weight)| (term.as_str(), *weight)).collect();
        let mut asked: Vec<(&str, f64)> = files.iter().copied().filter(|(_, chance)| *chance > 0.0).collect();
        asked.compact_sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        asked.truncate(MAX_ASKED_ITEMS);
        let mut chances: Chances<'_> = BTreeMap::new();
        for one in past.beside(&asked).into_iter().filter(|one| one.commits >= MIN_COMMITS) {
            chances.insert(one.path, (one.chance, Some((one.with, one.commits, one.of))));
        }
        let mut alike = Vec::new();
        for commit in past.alike(&terms, MAX_SPEAKING_ITEMS) {
            for path in &commit.files {
                also(&mut chances, path, OF_ALIKE * commit.likeness);
            }
            if commit.likeness >= MIN_LIKENESS && alike.len() < MAX_ALIKE_ITEMS {
                let files = commit.files.iter().take(MAX_COMMIT_FILES).map(|path| (*path).to_owned());
                let said = Commit {
                    id: commit.id,
                    subject: commit.subject.to_owned(),
                    date: Some(day(commit.time)),
                    files: files.collect(),
                    files_count: commit.files.len() as u64,
                };
                alike.push((commit.likeness, said));
            }
        }
        // Each once, whether it matches, was changed with them, or both.
        let folded = tests.iter().map(String::as_str);
        let known: BTreeSet<&str> =
            chances.keys().copied().chain(folded).filter(|path| is_test(path)).collect();
        for test in known {
            let chance =
                asked.iter().map(|(path, chance)| if is_called_like(test, path) { *chance } else { 0.0 });
            let most = chance.fold(0.0, f64::max);
            if most > 0.0 {
                also(&mut chances, test, OF_TEST * most);
            }
        }
        Ok(Self { alike, together: together_of(store, &chances, files)? })
    }
}

/// The files that are likely enough, there, and not shown anyway.
fn together_of(
    store: &Store,
    chances: &Chances<'_>,
    files: &[(&str, f64)],
) -> Result<Vec<(f64, ChangedTogether)>> {
    let known = store.text_files()?;
    let is_there = |path: &str| known.files.binary_search_by(|one| one.path.as_str().cmp(path)).is_ok();
    let mut found: Vec<(f64, &str, With<'_>)> = chances
        .iter()
        .filter(|(path, (chance, _))| {
            *chance >= MIN_CHANCE && !files.iter().any(|(file, _)| file == *path) && is_there(path)
        })
        .map(|(path, (chance, with))| (*chance, *path, *with))
        .collect();
    found.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    found.truncate(MAX_TOGETHER_ITEMS);
    let said = |(chance, path, with): (f64, &str, With<'_>)| {
        let (with, commits, of) = with.map_or((None, 0, 0), |(with, commits, of)| (Some(with), commits, of));
        let (commits, of) = (u64::from(commits), u64::from(of));
        (chance, ChangedTogether { path: path.to_owned(), commits, of, with: with.map(str::to_owned) })
    };
    Ok(found.into_iter().map(said).collect())
}

/// One more that speaks for a file.
fn also<'p>(chances: &mut Chances<'p>, path: &'p str, chance: f64) {
    let known = chances.entry(path).or_insert((0.0, None));
    known.0 = 1.0 - (1.0 - known.0) * (1.0 - chance);
}

/// Whether a test is called like a file: `user_service_test` like `userService`.
fn is_called_like(test: &str, path: &str) -> bool {
    let stem = joined(stem_and_folders(path).0);
    stem.len() >= MIN_STEM_LETTERS && joined(stem_and_folders(test).0).contains(&stem)
}

/// `2026-01-31`.
fn day(seconds: i64) -> String {
    time::iso_utc(seconds).chars().take(10).collect()
}

/// Commits like the task.
pub(super) static ALIKE: List<Commit> = List {
    title: "Like this before",
    put: |bundle, commits, _| bundle.commits = commits,
    line: commit_line,
    alone: commit_line,
    places: |places, bundle| bundle.commits.iter().for_each(|commit| places.files(&commit.files)),
    ..List::PLAIN
};

fn commit_line(commit: &Commit) -> String {
    let id: String = commit.id.chars().take(ID_DIGITS).collect();
    let date = commit.date.as_deref().unwrap_or_default();
    let more = commit.files_count.saturating_sub(commit.files.len() as u64);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let files = first(&commit.files, MAX_COMMIT_FILES);
    format!("- {date} {}, {}: {files}{more}", line(&id), line(&commit.subject))
}

/// Files that change with what the task most likely needs.
pub(super) static TOGETHER: List<ChangedTogether> = List {
    title: together::TITLE,
    put: |bundle: &mut Bundle, files, _| bundle.changed_together = (!files.is_empty()).then_some(files),
    line: together::said,
    alone: together::said,
    places: together::places,
    ..List::PLAIN
};
