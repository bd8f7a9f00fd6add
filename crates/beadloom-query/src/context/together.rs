//! Files that usually change with those that are asked about.

use std::fmt::Write as _;

use beadloom_model::answers::ChangedTogether;
use beadloom_model::{Result, counted};
use beadloom_store::Store;

use crate::focus::{Own, Resolved};
use crate::places;
use crate::text::line;

/// Files that are named: of 149 commits that changed several files of code, twelve held two thirds of the others.
const MAX_FILES: usize = 12;

/// Of a folder fewer: it has files of its own to show.
const OF_FOLDER: usize = 6;

/// Files that are looked for in the index at most; the others are gone.
const LOOKED_AT: usize = 60;

/// The files that past commits changed with those of references, best first, without tests and such as are gone; None where
/// commits say nothing.
pub(super) fn together(store: &Store, resolved: &[Resolved]) -> Result<Option<Vec<ChangedTogether>>> {
    let asked: Vec<&Own> = resolved
        .iter()
        .map(|one| &one.own)
        .filter(|own| matches!(own, Own::File(_) | Own::Folder(_)))
        .collect();
    if asked.is_empty() {
        return Ok(None);
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
    Ok((!found.is_empty()).then_some(found))
}

/// The chapter.
pub(super) fn markdown(out: &mut String, files: Option<&[ChangedTogether]>) {
    let Some(files) = files.filter(|files| !files.is_empty()) else { return };
    out.push_str("## Usually changes with it\n");
    for ChangedTogether { path, commits, of } in files {
        let _ = writeln!(out, "- {} ({commits} of {})", line(path), counted(*of, "commit", "commits"));
    }
    out.push('\n');
}
