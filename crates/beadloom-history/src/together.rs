//! Files that change together.

use std::collections::BTreeMap;

use crate::past::Past;

/// A file that changes with others.
#[derive(Debug, Clone, PartialEq)]
pub struct Together<'p> {
    /// The file.
    pub path: &'p str,
    /// Commits that changed it with one of those that were asked about.
    pub commits: u32,
    /// Commits that changed it at all.
    pub of: u32,
    /// How many times as often it is in those commits as in any.
    pub lift: f64,
    /// What it is ranked by.
    pub score: f64,
}

/// What is added to the commits of a file: what few of them say counts for less.
const DOUBT: f64 = 2.0;

/// A file that goes with others, each of which is to be changed at some likelihood.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside<'p> {
    /// The file.
    pub path: &'p str,
    /// The one of these that speaks most for it.
    pub with: &'p str,
    /// Commits that changed both.
    pub commits: u32,
    /// Commits that changed that one.
    pub of: u32,
    /// How likely it is changed with them, 0 to 1.
    pub chance: f64,
}

impl Past {
    /// The files that commits changed with some of these, by path. `files`: each with how likely it is to be changed, 0 to 1. Every one of
    /// them speaks for what was changed in many of its own commits.
    pub fn beside(&self, files: &[(&str, f64)]) -> Vec<Beside<'_>> {
        let asked: BTreeMap<u32, f64> =
            files.iter().filter_map(|(path, chance)| Some((self.number(path)?, *chance))).collect();
        let mut with: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for commit in 0..self.len() {
            let changed = self.files_of(commit);
            for file in changed.iter().filter(|file| asked.contains_key(file)) {
                for other in changed.iter().filter(|other| *other != file) {
                    *with.entry((*other, *file)).or_default() += 1;
                }
            }
        }
        let commits_of = |file: u32| self.touched.get(file as usize).map_or(0, |touched| touched.commits);
        let mut found: Vec<Beside<'_>> = Vec::new();
        let mut most = 0.0;
        for ((path, file), commits) in with {
            let path_text = self.path(path);
            if found.last().is_none_or(|last| last.path != path_text) {
                found.push(Beside { path: path_text, with: "", commits: 0, of: 0, chance: 0.0 });
                most = 0.0;
            }
            let Some(last) = found.last_mut() else { continue };
            let share = f64::from(commits) / (f64::from(commits_of(file)) + DOUBT);
            let says = asked.get(&file).copied().unwrap_or(0.0) * share;
            last.chance = 1.0 - (1.0 - last.chance) * (1.0 - says);
            if says > most {
                most = says;
                (last.with, last.commits, last.of) = (self.path(file), commits, commits_of(file));
            }
        }
        found
    }

    /// The files that were changed by the commits that changed one of those that `is_asked` names, best first, ties by path.
    /// `may`: those that are wanted.
    pub fn together(&self, is_asked: &dyn Fn(&str) -> bool, may: &dyn Fn(&str) -> bool) -> Vec<Together<'_>> {
        let asked: Vec<bool> = self.paths.iter().map(|path| is_asked(path)).collect();
        self.together_of(&|file| asked.get(*file as usize) == Some(&true), may)
    }

    /// The same of one file.
    pub fn together_with(&self, path: &str, may: &dyn Fn(&str) -> bool) -> Vec<Together<'_>> {
        let number = self.number(path);
        number.map_or_else(Vec::new, |number| self.together_of(&|file| *file == number, may))
    }

    /// `is_asked`: of the number of a file.
    #[expect(clippy::cast_precision_loss, reason = "counts of commits and files")]
    fn together_of(&self, is_asked: &dyn Fn(&u32) -> bool, may: &dyn Fn(&str) -> bool) -> Vec<Together<'_>> {
        let mut with: BTreeMap<u32, (u32, f64)> = BTreeMap::new();
        let mut of_asked = 0u32;
        for commit in 0..self.len() {
            let files = self.files_of(commit);
            if !files.iter().any(is_asked) {
                continue;
            }
            of_asked += 1;
            let weight = self.recency(commit) / (files.len() as f64).sqrt();
            for file in files.iter().filter(|file| !is_asked(file)) {
                let (commits, sum) = with.entry(*file).or_default();
                *commits += 1;
                *sum += weight;
            }
        }
        let all = self.len() as f64;
        let mut found: Vec<Together<'_>> = with
            .into_iter()
            .filter(|(file, _)| may(self.path(*file)))
            .map(|(file, (commits, sum))| {
                let of = self.touched.get(file as usize).map_or(commits, |touched| touched.commits);
                let lift = f64::from(commits) * all / (f64::from(of) * f64::from(of_asked)).max(1.0);
                Together {
                    path: self.path(file),
                    commits,
                    of,
                    lift,
                    score: sum / f64::from(of + 4).powf(0.25),
                }
            })
            .collect();
        found.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(b.path)));
        found
    }
}
