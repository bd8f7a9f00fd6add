//! Ignore rules as they add up on the way down: each folder's own files, those above it, Git's.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{Error, Match};

use crate::ignore_files::{BEADLOOMIGNORE, MAX_BYTES, NAMES, Unfit};
use beadloom_files::{open_regular, read_regular};

/// What leads to the list of patterns that Git keeps beside a repository.
pub const GIT: &str = ".git";

/// More than the line of any `.git` file needs (bytes).
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Names that a folder's list is looked through for, by position in [`NAMES`], and [`GIT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Present {
    /// Whether each of [`NAMES`] is there.
    pub files: [bool; NAMES.len()],
    /// Whether [`GIT`] is there.
    pub git: bool,
}

impl Present {
    /// Notes a name of a folder's list.
    pub fn see(&mut self, name: &std::ffi::OsStr) {
        let bytes = name.as_encoded_bytes();
        if bytes.first() != Some(&b'.') {
            return;
        }
        self.git |= bytes == GIT.as_bytes();
        for (seen, known) in self.files.iter_mut().zip(NAMES) {
            *seen |= bytes == known.as_bytes();
        }
    }
}

/// From which position in [`Level::lists`] on they are Git's, which say nothing of what is tracked.
const GITS: usize = 2;

/// Whose pattern ignores a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Whatever Git tracks.
    Own,
    /// Where Git does not track it.
    Git,
}

/// The patterns of one folder, strongest first: `.beadloomignore`, `.ignore`, `.gitignore`, `.git/info/exclude`.
/// Only folders that have any are there.
struct Level {
    lists: [Gitignore; 4],
    above: Option<Arc<Level>>,
}

/// What is ignored in a folder and below it.
#[derive(Clone)]
pub struct Rules {
    nearest: Option<Arc<Level>>,
    /// Of the user, the weakest.
    global: Arc<Gitignore>,
    /// Which of [`NAMES`] count.
    counts: [bool; NAMES.len()],
}

impl Rules {
    /// Only the user's own rules, `global`. No file of a name in `off` counts.
    pub fn new(global: Arc<Gitignore>, off: &[Unfit]) -> Self {
        Self { nearest: None, global, counts: NAMES.map(|name| off.iter().all(|unfit| unfit.name != name)) }
    }

    /// With the rules of all folders above `start`, up to the root of the file system, and what is wrong with them.
    pub fn with_those_above(mut self, start: &Path) -> (Self, Option<Error>) {
        let mut wrong = Vec::new();
        let above: Vec<&Path> = start.ancestors().skip(1).collect();
        for folder in above.into_iter().rev() {
            let there = |name: &str| folder.join(name).metadata().is_ok_and(|metadata| metadata.is_file());
            let present = Present { files: NAMES.map(there), git: folder.join(GIT).exists() };
            let mut of_folder = Vec::new();
            self = self.add(folder, present, &mut of_folder);
            wrong.extend(together(of_folder));
        }
        (self, together(wrong))
    }

    /// With those of `folder`, whose list has the names `present`. What is wrong with its patterns makes those alone
    /// count for nothing.
    pub fn below(&self, folder: &Path, present: Present) -> Self {
        self.clone().add(folder, present, &mut Vec::new())
    }

    fn add(self, folder: &Path, present: Present, wrong: &mut Vec<Error>) -> Self {
        let [git, plain, own] = [0, 1, 2].map(|at| present.files[at] && self.counts[at]);
        let mut list = |name: &str, counts: bool| {
            if counts { read(folder, &folder.join(name), wrong) } else { Gitignore::empty() }
        };
        let own = list(BEADLOOMIGNORE, own);
        let plain = list(".ignore", plain);
        let git = list(".gitignore", git);
        let exclude = match present.git.then(|| git_folder(folder)).flatten() {
            Some(git) => read(folder, &git.join("info").join("exclude"), wrong),
            None => Gitignore::empty(),
        };
        let lists = [own, plain, git, exclude];
        if lists.iter().all(Gitignore::is_empty) {
            return self;
        }
        let level = Level { lists, above: self.nearest };
        Self { nearest: Some(Arc::new(level)), ..self }
    }

    /// Whether nothing can match.
    pub fn is_empty(&self) -> bool {
        self.nearest.is_none() && self.global.is_empty()
    }

    /// What is said of an absolute path. A stronger kind of list goes before a nearer folder.
    pub fn matched(&self, path: &Path, is_dir: bool) -> Match<Whose> {
        for kind in 0..4 {
            let mut level = self.nearest.as_deref();
            while let Some(here) = level {
                let said = here.lists[kind].matched(path, is_dir);
                if !said.is_none() {
                    return said.map(|_| if kind < GITS { Whose::Own } else { Whose::Git });
                }
                level = here.above.as_deref();
            }
        }
        self.global.matched(path, is_dir).map(|_| Whose::Git)
    }
}

/// The patterns of a file, as far as they are patterns; one that cannot be read, or is larger than any list of patterns, has
/// none.
fn read(folder: &Path, path: &Path, wrong: &mut Vec<Error>) -> Gitignore {
    let mut builder = GitignoreBuilder::new(folder);
    let bytes = read_regular(path, MAX_BYTES).unwrap_or_default();
    // As Git does: a mark at the beginning is no part of the first pattern. What follows on what is no text does not count.
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    for (line, number) in text.lines().map_while(Result::ok).zip(1..) {
        if let Err(error) = builder.add_line(Some(path.to_owned()), &line) {
            let err = Box::new(Error::WithLineNumber { line: number, err: Box::new(error) });
            wrong.push(Error::WithPath { path: path.to_owned(), err });
        }
    }
    match builder.build() {
        Ok(list) => list,
        Err(error) => {
            wrong.push(error);
            Gitignore::empty()
        }
    }
}

fn together(mut errors: Vec<Error>) -> Option<Error> {
    match errors.len() {
        0 | 1 => errors.pop(),
        _ => Some(Error::Partial(errors)),
    }
}

/// The files that say what a repository ignores besides those in its folders. `folder` may be a work tree.
pub fn exclude_files(folder: &Path) -> Vec<PathBuf> {
    let git = folder.join(GIT);
    let mut files = Vec::new();
    if git.metadata().is_ok_and(|metadata| metadata.is_file())
        && let Some(of_tree) =
            first_line(&git).and_then(|line| Some(folder.join(line.strip_prefix("gitdir: ")?)))
    {
        files.push(of_tree.join("commondir"));
    }
    files.extend(git_folder(folder).map(|git| git.join("info").join("exclude")));
    files.push(git);
    files
}

/// The repository of a work tree: what `.git` is, or where a `.git` that is a file leads.
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let git = folder.join(GIT);
    if !git.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Some(git);
    }
    let of_tree = folder.join(first_line(&git)?.strip_prefix("gitdir: ")?);
    let common = first_line(&of_tree.join("commondir"))?;
    Some(of_tree.join(common))
}

fn first_line(path: &Path) -> Option<String> {
    BufReader::new(open_regular(path).ok()?.0.take(MAX_LINE_BYTES)).lines().next()?.ok()
}
