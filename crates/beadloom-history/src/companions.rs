//! Files, such as documents, that change with others.

use std::collections::{BTreeMap, BTreeSet};

use crate::past::Past;

/// Commits that are looked at, the newest.
const MAX_COMMITS: usize = 3_000;

/// What is added to the commits of a file or folder: what few of them say counts for less.
const DOUBT: f32 = 2.0;

/// What the newest commits say of a file beside others.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Companion {
    /// Commits that changed it.
    pub commits: u32,
    /// Commits since the last of them.
    pub since: u32,
    /// How often it was changed with one of the others, for each of these.
    pub together: u32,
    /// The greatest part of the commits of one of these that changed it, 0 to 1; less where there are few.
    pub share: f32,
    /// The same of the commits that changed anything in their folders.
    pub folder_share: f32,
}

impl Past {
    /// How many commits [`Past::companions`] looks at.
    pub fn companion_commits(&self) -> u32 {
        u32::try_from(self.len().min(MAX_COMMITS)).unwrap_or(u32::MAX)
    }

    /// What commits say of each of `files` beside `others`, in their order.
    pub fn companions(&self, files: &[&str], others: &[&str]) -> Vec<Companion> {
        let places: BTreeMap<u32, usize> =
            files.iter().enumerate().filter_map(|(at, path)| Some((self.number(path)?, at))).collect();
        let asked: BTreeSet<u32> = others.iter().filter_map(|path| self.number(path)).collect();
        let folders: BTreeSet<&str> = others.iter().map(|path| folder(path)).collect();
        let mut found = vec![Companion::default(); files.len()];
        let mut of_other: BTreeMap<u32, u32> = BTreeMap::new();
        let mut both: BTreeMap<(usize, u32), u32> = BTreeMap::new();
        let (mut in_folders, mut of_folders) = (0u32, vec![0u32; files.len()]);
        for commit in 0..self.len().min(MAX_COMMITS) {
            let changed = self.files_of(commit);
            let here: Vec<usize> = changed.iter().filter_map(|file| places.get(file).copied()).collect();
            let with: Vec<u32> = changed.iter().copied().filter(|file| asked.contains(file)).collect();
            let is_in_folder = changed.iter().any(|file| folders.contains(folder(self.path(*file))));
            in_folders += u32::from(is_in_folder);
            for other in &with {
                *of_other.entry(*other).or_default() += 1;
            }
            for at in here {
                if let (Some(one), Some(of_folder)) = (found.get_mut(at), of_folders.get_mut(at)) {
                    if one.commits == 0 {
                        one.since = u32::try_from(commit).unwrap_or(u32::MAX);
                    }
                    one.commits += 1;
                    one.together += u32::try_from(with.len()).unwrap_or(u32::MAX);
                    *of_folder += u32::from(is_in_folder);
                }
                for other in &with {
                    *both.entry((at, *other)).or_default() += 1;
                }
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of commits")]
        let share = |part: u32, all: u32| part as f32 / (all as f32 + DOUBT);
        for ((at, other), count) in both {
            let all = of_other.get(&other).copied().unwrap_or(count);
            if let Some(one) = found.get_mut(at) {
                one.share = one.share.max(share(count, all));
            }
        }
        for (one, count) in found.iter_mut().zip(of_folders) {
            one.folder_share = share(count, in_folders);
        }
        found
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use crate::past::{Commit, Past};

    #[test]
    fn a_document_goes_with_the_code_that_it_was_changed_with() {
        let commit = |number: u8, files: &[&str]| {
            let files = files.iter().map(|path| (*path).to_owned()).collect();
            Commit::new(&format!("{number:040x}"), i64::from(number), "", files).unwrap_or_default()
        };
        let past = Past::of(vec![
            commit(1, &["src/a.py", "docs/a.md"]),
            commit(2, &["src/a.py", "docs/a.md"]),
            commit(3, &["src/b.py"]),
            commit(4, &["README.md"]),
        ]);
        let found = past.companions(&["docs/a.md", "README.md", "none.md"], &["src/a.py"]);
        assert_eq!(found[0].commits, 2);
        assert_eq!((found[0].since, found[0].together), (2, 2));
        assert!((found[0].share - 0.5).abs() < 1e-6 && (found[0].folder_share - 0.4).abs() < 1e-6);
        assert_eq!((found[1].commits, found[1].since, found[1].together), (1, 0, 0));
        assert_eq!(found[2], super::Companion::default());
        assert_eq!(past.companion_commits(), 4);
    }
}
