//! What breaks with a change: the lines of other files that use the definitions which a task most likely changes.

use std::collections::BTreeMap;

use beadloom_model::answers::{Bundle, Mention};
use beadloom_model::{CompactSort as _, Result, is_in_tests};
use beadloom_store::{Confidence, Store};

use super::material::FileMaterial;
use super::mentions::{MAX_LINES, said};
use crate::context::list::List;
use crate::overrides::Overrides;
use crate::places::is_test;
use crate::references::callers_of_all;

/// Definitions whose users are looked for, and how likely the task needs one of these.
const MAX_DEFINITIONS: usize = 6;
const MIN_CHANCE: f64 = 0.15;

/// Files that use one: where there are more, all of them are asked for.
const MAX_FILES: usize = 8;

/// The lines that use what the files' pieces most likely change, each with the likelihood that they are needed, the likeliest definition
/// first; of each the files of code first, then tests. Lines within another likely piece are left out. `keep`: the files
/// that are wanted.
pub(super) fn breaks(
    store: &Store,
    files: &[FileMaterial],
    keep: &dyn Fn(&str) -> bool,
) -> Result<Vec<(f64, Mention)>> {
    let pieces = files.iter().flat_map(|file| file.pieces.iter().map(move |piece| (file, piece)));
    let mut likely: Vec<(f64, &str, i64)> = pieces
        .filter(|(_, piece)| piece.chance >= MIN_CHANCE)
        .filter_map(|(file, piece)| Some((piece.chance, file.path.as_str(), piece.definition?)))
        .collect();
    // Stable: by file where they are as likely.
    likely.compact_sort_by(|a, b| b.0.total_cmp(&a.0));
    likely.truncate(MAX_DEFINITIONS);
    let is_around = |path: &str, line: u32| {
        let of_file = files.iter().filter(|file| file.path == path).flat_map(|file| &file.pieces);
        of_file
            .filter(|piece| piece.chance >= MIN_CHANCE && !piece.is_head)
            .any(|piece| piece.whole.as_ref().is_some_and(|whole| whole.contains(&line)))
    };
    let mut overrides = Overrides::new(store);
    let mut found = Vec::new();
    for (chance, own, id) in likely {
        let users = callers_of_all(store, &mut overrides, &[id], MAX_FILES)?;
        let Some(row) = store.symbols_by_id(&[id])?.into_iter().next() else { continue };
        if users.files_left_out > 0 {
            continue;
        }
        let ids: Vec<i64> = users.paths.keys().copied().collect();
        let tests = store.inline_tests_of(&ids)?;
        let mut lines: BTreeMap<(bool, &str), Vec<u32>> = BTreeMap::new();
        for user in users.rows.iter().filter(|user| is_sure(user.confidence) && !user.idle) {
            let Some(path) = users.paths.get(&user.file_id).filter(|path| *path != own && keep(path)) else {
                continue;
            };
            for line in user.lines.iter().filter(|line| !is_around(path, **line)) {
                let in_test =
                    is_test(path) || tests.get(&user.file_id).is_some_and(|tests| is_in_tests(tests, *line));
                lines.entry((in_test, path)).or_default().push(*line);
            }
        }
        for ((_, path), mut lines) in lines {
            lines.sort_unstable();
            lines.dedup();
            let lines_count = lines.len() as u64;
            lines.truncate(MAX_LINES);
            let mention =
                Mention { name: row.qualified_name.clone(), path: path.to_owned(), lines, lines_count };
            found.push((chance, mention));
        }
    }
    Ok(found)
}

fn is_sure(confidence: Confidence) -> bool {
    matches!(confidence, Confidence::Exact | Confidence::Unique)
}

pub(super) static BREAKS: List<Mention> = List {
    title: "Breaks with it",
    put: |bundle: &mut Bundle, uses, _| bundle.breaks = uses,
    line: said,
    alone: said,
    places: |places, bundle| places.files(bundle.breaks.iter().map(|one| &one.path)),
    ..List::PLAIN
};
