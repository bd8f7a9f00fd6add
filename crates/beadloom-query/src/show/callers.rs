//! The lines that refer to a definition.

use beadloom_model::answers::{CallingLine, Certainty, Source};
use beadloom_model::{CompactSort as _, Result, is_in_tests};
use beadloom_store::Store;

use super::definition::Definition;
use super::definitions::Definitions;
use crate::overrides::Overrides;
use crate::places::is_test;
use crate::references::callers_of_all;
use crate::refs::certainty;
use crate::text::cut;

/// Files that refer to one definition and are looked at.
const MAX_FILES: usize = 5_000;

/// Definitions of a file whose users are looked for.
const MAX_DEFINITIONS: usize = 400;

/// Lines that are shown.
const MAX_LINES: usize = 20;

/// Characters of a line.
const MAX_LINE_CHARS: usize = 160;

/// Adds the lines that refer to definitions of a file, as far as the index knows these. `is_file`: they are all that lines or a file
/// define, so that only what stands elsewhere uses them.
pub(super) fn add(
    store: &Store,
    definitions: &Definitions<'_>,
    (own, is_file): (&[&Definition], bool),
    source: &mut Source,
) -> Result<()> {
    let ids: Vec<i64> = own.iter().filter_map(|own| own.id).take(MAX_DEFINITIONS).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut overrides = Overrides::new(store);
    let found = callers_of_all(store, &mut overrides, &ids, MAX_FILES)?;
    let files: Vec<i64> = found.paths.keys().copied().collect();
    let tests = store.inline_tests_of(&files)?;
    let mut lines: Vec<(Certainty, &str, u32, Option<i64>)> = Vec::new();
    let of_test = is_test(&source.path);
    for row in &found.rows {
        let Some(path) = found.paths.get(&row.file_id) else { continue };
        if is_file && *path == source.path {
            continue;
        }
        for line in &row.lines {
            let beside = tests.get(&row.file_id).is_some_and(|tests| is_in_tests(tests, *line));
            if !of_test && (beside || is_test(path)) {
                source.test_callers += 1;
            } else {
                lines.push((certainty(row.confidence), path, *line, row.far));
            }
        }
    }
    lines.compact_sort();
    lines.dedup_by(|later, first| (later.1, later.2) == (first.1, first.2));
    let more = lines.len().saturating_sub(MAX_LINES) + usize::try_from(found.files_left_out).unwrap_or(0);
    source.more_callers = more as u64;
    lines.truncate(MAX_LINES);
    let ids: Vec<i64> = lines.iter().filter_map(|(.., far)| *far).collect();
    let names = store.symbols_by_id(&ids)?;
    for (confidence, path, line, far) in lines {
        // Where the file changed since, other text stands on that line.
        let text = definitions
            .file(path)
            .filter(|file| file.changed.is_none())
            .and_then(|file| file.lines(line, line).first().map(|text| cut(text.trim(), MAX_LINE_CHARS)));
        let symbol = names.iter().find(|row| Some(row.id) == far).map(|row| row.qualified_name.clone());
        source.callers.push(CallingLine { path: path.to_owned(), line, text, symbol, confidence });
    }
    Ok(())
}
