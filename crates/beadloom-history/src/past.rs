//! Past commits in memory.

use std::sync::OnceLock;

use crate::message::{cleaned, subject, terms};
use crate::path_words::PathWords;

/// Commits that are kept, the newest.
pub const MAX_COMMITS: usize = 20_000;

/// A commit that changes more files moved, formatted or generated things: it says nothing about any of them.
pub const MAX_FILES: usize = 50;

/// Bytes of a commit's id that are kept.
pub const ID_BYTES: usize = 20;

/// Of its weight, what a commit keeps after a year.
const PER_YEAR: f64 = 0.8;

const YEAR: f64 = 365.0 * 86_400.0;

/// What is kept of a commit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Commit {
    /// The first bytes of its id.
    pub id: [u8; ID_BYTES],
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// What it says it does.
    pub subject: String,
    /// Hashes of its message's terms, see [`crate::term_hash`]; the lowest two bits are one less than the count.
    pub terms: Vec<u32>,
    /// Files that it changed, sorted; none where it changed too many or is no use otherwise.
    pub files: Vec<String>,
}

impl Commit {
    /// Of what Git says. `id`: in hexadecimal digits. None where that is no id.
    pub fn new(id: &str, time: i64, message: &str, mut files: Vec<String>) -> Option<Self> {
        let id = bytes_of(id)?;
        if files.is_empty() || files.len() > MAX_FILES {
            return Some(Self { id, time, ..Self::default() });
        }
        files.sort_unstable();
        files.dedup();
        let message = cleaned(message);
        Some(Self { id, time, subject: subject(&message), terms: terms(&message), files })
    }

    /// The id that is kept, in hexadecimal digits.
    pub fn name(&self) -> String {
        hex(&self.id)
    }
}

/// The first bytes of an id in hexadecimal digits.
pub fn bytes_of(id: &str) -> Option<[u8; ID_BYTES]> {
    let mut bytes = [0; ID_BYTES];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(id.get(at * 2..at * 2 + 2)?, 16).ok()?;
    }
    Some(bytes)
}

pub(crate) fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How often and how lately a file was changed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Touched {
    /// Commits that changed it.
    pub commits: u32,
    /// The same, older ones for less: 0.8 per year.
    pub weight: f64,
    /// The latest, in seconds since 1970.
    pub last: i64,
}

/// Past commits, newest first, in few pieces of memory: they are read whole.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Past {
    pub(crate) ids: Vec<[u8; ID_BYTES]>,
    pub(crate) times: Vec<i64>,
    /// All of them, one behind the other, and where each ends.
    pub(crate) subjects: String,
    pub(crate) subject_ends: Vec<u32>,
    /// Different files, sorted.
    pub(crate) paths: Vec<Box<str>>,
    /// Numbers of files, commit by commit, and where those of each end.
    pub(crate) files: Vec<u32>,
    pub(crate) file_ends: Vec<u32>,
    pub(crate) terms: Vec<u32>,
    pub(crate) term_ends: Vec<u32>,
    /// By number of the file; see [`Past::index`].
    pub(crate) touched: Vec<Touched>,
    /// Of the paths, made when it is first asked for.
    pub(crate) words: OnceLock<PathWords>,
}

impl Past {
    /// The newest of the commits, each once. What it comes to depends on the commits alone, not on their order.
    pub fn of(mut commits: Vec<Commit>) -> Self {
        commits.sort_unstable_by(|a, b| b.time.cmp(&a.time).then_with(|| a.id.cmp(&b.id)));
        commits.dedup_by(|a, b| a.id == b.id);
        commits.truncate(MAX_COMMITS);
        let mut paths: Vec<&str> =
            commits.iter().flat_map(|commit| commit.files.iter().map(String::as_str)).collect();
        paths.sort_unstable();
        paths.dedup();
        let mut past = Self::default();
        for commit in &commits {
            past.ids.push(commit.id);
            past.times.push(commit.time);
            past.subjects.push_str(&commit.subject);
            past.subject_ends.push(end(past.subjects.len()));
            let numbers =
                commit.files.iter().filter_map(|file| paths.binary_search(&file.as_str()).ok()).map(end);
            past.files.extend(numbers);
            past.file_ends.push(end(past.files.len()));
            past.terms.extend(&commit.terms);
            past.term_ends.push(end(past.terms.len()));
        }
        past.paths = paths.into_iter().map(Box::from).collect();
        past.index();
        past
    }

    /// Counts what is asked of every file.
    pub(crate) fn index(&mut self) {
        let mut touched = vec![Touched::default(); self.paths.len()];
        for commit in 0..self.len() {
            let (weight, time) = (self.recency(commit), self.time(commit));
            for file in self.files_of(commit) {
                if let Some(touched) = touched.get_mut(*file as usize) {
                    touched.commits += 1;
                    touched.weight += weight;
                    touched.last = touched.last.max(time);
                }
            }
        }
        self.touched = touched;
    }

    /// Number of commits, those of no use too.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// When the newest of them was made, in seconds since 1970; 0 where nothing is known.
    pub fn newest(&self) -> i64 {
        self.times.first().copied().unwrap_or(0)
    }

    /// The commits as they were given.
    pub fn commits(&self) -> Vec<Commit> {
        let path = |file: &u32| self.path(*file).to_owned();
        let commit = |at: usize| Commit {
            id: self.ids.get(at).copied().unwrap_or_default(),
            time: self.time(at),
            subject: self.subject(at).to_owned(),
            terms: self.terms_of(at).to_vec(),
            files: self.files_of(at).iter().map(path).collect(),
        };
        (0..self.len()).map(commit).collect()
    }

    /// How often and lately a file was changed; nothing where no commit that is known changed it.
    pub fn touched(&self, path: &str) -> Touched {
        self.number(path).and_then(|file| self.touched.get(file as usize)).copied().unwrap_or_default()
    }

    pub(crate) fn number(&self, path: &str) -> Option<u32> {
        self.paths.binary_search_by(|known| (**known).cmp(path)).ok().map(end)
    }

    pub(crate) fn path(&self, file: u32) -> &str {
        self.paths.get(file as usize).map_or("", |path| path)
    }

    pub(crate) fn subject(&self, commit: usize) -> &str {
        let (from, to) = span(&self.subject_ends, commit);
        self.subjects.get(from..to).unwrap_or("")
    }

    pub(crate) fn files_of(&self, commit: usize) -> &[u32] {
        let (from, to) = span(&self.file_ends, commit);
        self.files.get(from..to).unwrap_or(&[])
    }

    pub(crate) fn terms_of(&self, commit: usize) -> &[u32] {
        let (from, to) = span(&self.term_ends, commit);
        self.terms.get(from..to).unwrap_or(&[])
    }

    pub(crate) fn time(&self, commit: usize) -> i64 {
        self.times.get(commit).copied().unwrap_or(0)
    }

    /// What a commit counts for, by its age before the newest.
    #[expect(clippy::cast_precision_loss, reason = "seconds")]
    pub(crate) fn recency(&self, commit: usize) -> f64 {
        let newest = self.times.first().copied().unwrap_or(0);
        PER_YEAR.powf(newest.saturating_sub(self.time(commit)).max(0) as f64 / YEAR)
    }
}

fn span(ends: &[u32], at: usize) -> (usize, usize) {
    let from = if at == 0 { 0 } else { ends.get(at - 1).copied().unwrap_or(0) };
    (from as usize, ends.get(at).copied().unwrap_or(from) as usize)
}

/// Lengths stay far below: so many commits have so many files and terms at most.
fn end(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
