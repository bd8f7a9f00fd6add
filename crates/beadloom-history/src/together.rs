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

impl Past {
    /// The files that were changed by the commits that changed one of those that `is_asked` names, best first, ties by path.
    /// `may`: those that are wanted.
    #[expect(clippy::cast_precision_loss, reason = "counts of commits and files")]
    pub fn together(&self, is_asked: &dyn Fn(&str) -> bool, may: &dyn Fn(&str) -> bool) -> Vec<Together<'_>> {
        let asked: Vec<bool> = self.paths.iter().map(|path| is_asked(path)).collect();
        let is_asked = |file: &u32| asked.get(*file as usize) == Some(&true);
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
