//! Files that usually change with those that are asked about.

use std::fmt::Write as _;

use beadloom_model::answers::{Bundle, ChangedTogether};
use beadloom_model::{Result, counted};
use beadloom_store::Store;

use super::chapter::{Chapter, Draft, Listed, Plan, bytes_of, chosen};
use super::gathered::{Gathered, Shape};
use crate::answer::about::About;
use crate::answer::packer::Entry;
use crate::answer::tier::Tier;
use crate::focus::{Own, Resolved};
use crate::places;
use crate::text::line;

/// Files that are named: of 149 commits that changed several files of code, twelve held two thirds of the others.
const MAX_FILES: usize = 12;

/// Of a folder fewer: it has files of its own to show.
const OF_FOLDER: usize = 6;

/// Files that are looked for in the index at most; the others are gone.
const LOOKED_AT: usize = 60;

/// Their share of the budget, in hundredths; and where the budget is not shared out, those that come first.
const SHARE: usize = 12;
const FIRST: usize = 6;

struct Together(Vec<ChangedTogether>);

const TITLE: &str = "Usually changes with it";
pub(super) const CHAPTER: Listed = Listed { about: About::History, gather };

fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    Ok(Box::new(Together(together(found.store, &found.resolved)?)))
}

impl Chapter for Together {
    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let mut share = plan.share(SHARE);
        let mut tier = |at: usize, path: &str| match plan.shape {
            Shape::Other if at < FIRST => Tier::Opening,
            Shape::Other => Tier::Surroundings,
            _ if share.takes(path.len() + plan.frame() / 4) => Tier::Uses,
            _ => Tier::Neighbours,
        };
        let files = self.0.iter().enumerate();
        files
            .map(|(at, one)| Entry { at, worth: tier(at, &one.path), cost: bytes_of(&[&one.path]) + 20 })
            .collect()
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        let files = || chosen(&self.0, kept).cloned().collect();
        draft.bundle.changed_together = (!self.0.is_empty()).then(files);
    }

    fn markdown(&self, out: &mut String, bundle: &Bundle) {
        let Some(files) = bundle.changed_together.as_ref().filter(|files| !files.is_empty()) else { return };
        let _ = writeln!(out, "## {TITLE}");
        for ChangedTogether { path, commits, of } in files {
            let _ = writeln!(out, "- {} ({commits} of {})", line(path), counted(*of, "commit", "commits"));
        }
        out.push('\n');
    }
}

/// The files that past commits changed with those of references, best first, without tests and such as are gone.
fn together(store: &Store, resolved: &[Resolved]) -> Result<Vec<ChangedTogether>> {
    let asked: Vec<&Own> = resolved
        .iter()
        .map(|one| &one.own)
        .filter(|own| matches!(own, Own::File(_) | Own::Folder(_)))
        .collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let is_asked = |path: &str| {
        asked.iter().any(|own| match own {
            Own::File(file) => path == file.as_str(),
            Own::Folder(folder) => {
                path.strip_prefix(folder.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
            }
            _ => false,
        })
    };
    let most = if asked.iter().any(|own| matches!(own, Own::Folder(_))) { OF_FOLDER } else { MAX_FILES };
    let past = store.past()?;
    let mut found = Vec::new();
    let may = |path: &str| !places::is_test(path) && !places::is_foreign(path);
    for one in past.together(&is_asked, &may).into_iter().take(LOOKED_AT) {
        if found.len() == most {
            break;
        }
        if store.is_code_file(one.path)? {
            found.push(ChangedTogether {
                path: one.path.to_owned(),
                commits: u64::from(one.commits),
                of: u64::from(one.of),
            });
        }
    }
    Ok(found)
}
