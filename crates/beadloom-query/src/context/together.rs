//! Files that usually change with those that are asked about.

use beadloom_model::answers::{Bundle, ChangedTogether};
use beadloom_model::{Result, counted};
use beadloom_store::Store;

use super::chapter::{Listed, Tier, bytes_of};
use super::gathered::Shape;
use super::list::List;
use crate::answer::places::Places;
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

pub(crate) const TITLE: &str = "Usually changes with it";

/// One of them in Markdown.
pub(crate) fn said(one: &ChangedTogether) -> String {
    match one.commits {
        // No commit says so, but its name or a message.
        0 => format!("- {} (likely)", line(&one.path)),
        commits => format!("- {} ({commits} of {})", line(&one.path), counted(one.of, "commit", "commits")),
    }
}

/// The files that they name.
pub(crate) fn places(places: &mut Places, bundle: &Bundle) {
    places.files(bundle.changed_together.iter().flatten().map(|one| &one.path));
}

static TOGETHER: List<ChangedTogether> = List {
    title: TITLE,
    share: SHARE,
    tier: |plan, share, at, one| match plan.shape {
        Shape::Other if at < FIRST => Tier::Opening,
        Shape::Other => Tier::Surroundings,
        _ if share.takes(one.path.len() + plan.frame() / 4) => Tier::Uses,
        _ => Tier::Neighbours,
    },
    bytes: |one| bytes_of(&[&one.path]) + 20,
    put: |bundle, files, left_out| {
        bundle.changed_together = (left_out > 0 || !files.is_empty()).then_some(files);
    },
    line: said,
    places,
    ..List::PLAIN
};

pub(super) const CHAPTER: Listed = Listed {
    about: Bundle::changed_together,
    gather: |found| Ok(TOGETHER.of(together(found.store, &found.resolved)?)),
};

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
                with: None,
            });
        }
    }
    Ok(found)
}
