//! Where the names that a task spells out stand: each line of few files, whether it is code, a setting or a text.

use std::collections::BTreeSet;

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, Mention};
use beadloom_store::Store;
use beadloom_words::Terms;

use super::TaskRequest;
use super::evidence::firsts_holding;
use super::literals::whole_at;
use super::spelt::{Kind, spelt};
use crate::context::list::List;
use crate::context::wording::first;
use crate::places::is_test;
use crate::text::line;

/// Names of which lines are listed, and characters of one: a shorter one is an everyday word.
const MAX_NAMES: usize = 3;
const MIN_NAME_CHARS: usize = 5;

/// Files that hold a name; where there are more, what uses it is asked for.
const MAX_FILES: usize = 16;

/// Lines of one that are named.
pub(super) const MAX_LINES: usize = 6;

/// The lines that hold what a task spells out, by name in the order of the task; of each the files of code first, then tests. `keep`: the
/// files that are wanted.
pub(super) fn mentions(
    store: &Store,
    request: &TaskRequest<'_>,
    keep: &dyn Fn(&str) -> bool,
) -> Result<Vec<Mention>> {
    let mut names: Vec<String> = Vec::new();
    for one in spelt(&request.task) {
        if !matches!(one.kind, Kind::Name | Kind::Qualified) {
            continue;
        }
        let name = one.text.trim_start_matches('-').rsplit(['.', ':', '#', '>']).next().unwrap_or_default();
        if name.chars().count() >= MIN_NAME_CHARS && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    let mut found = Vec::new();
    let mut listed = 0;
    for name in names {
        if listed == MAX_NAMES {
            break;
        }
        let mut of_name: Vec<Mention> = Vec::new();
        for path in files_with(store, &name)?.into_iter().filter(|path| keep(path)) {
            let Some(text) = (request.read)(&path) else { continue };
            let lines: Vec<u32> = (1u32..)
                .zip(text.lines())
                .filter(|(_, line)| whole_at(line, &name).is_some())
                .map(|(number, _)| number)
                .collect();
            if !lines.is_empty() {
                let lines_count = lines.len() as u64;
                let lines = lines.into_iter().take(MAX_LINES).collect();
                of_name.push(Mention { name: name.clone(), path, lines, lines_count });
            }
        }
        // Stable: by path.
        of_name.sort_by_key(|one| is_test(&one.path));
        listed += usize::from(!of_name.is_empty());
        found.extend(of_name);
    }
    Ok(found)
}

/// The files that hold a name, by path; none where they are many.
fn files_with(store: &Store, name: &str) -> Result<Vec<String>> {
    // The first term is that of the whole name.
    let mut whole = None;
    Terms::default().of_text(name, &mut |term| {
        whole.get_or_insert_with(|| term.to_owned());
    });
    let Some(whole) = whole else { return Ok(Vec::new()) };
    let firsts = firsts_holding(&store.lexicon()?, &whole, MAX_FILES)?;
    if firsts.len() > MAX_FILES {
        return Ok(Vec::new());
    }
    let paths: BTreeSet<String> = store.chunk_paths(&firsts)?.into_iter().map(|(path, _)| path).collect();
    Ok(paths.into_iter().collect())
}

pub(super) static MENTIONS: List<Mention> = List {
    title: "Where it is named",
    put: |bundle: &mut Bundle, mentions, _| bundle.mentions = mentions,
    line: said,
    alone: said,
    places: |places, bundle| places.files(bundle.mentions.iter().map(|one| &one.path)),
    ..List::PLAIN
};

/// `- src/a.rs:3, 8 and 2 more parse_header`
pub(super) fn said(mention: &Mention) -> String {
    let more = mention.lines_count.saturating_sub(mention.lines.len() as u64);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let lines: Vec<String> = mention.lines.iter().map(u32::to_string).collect();
    format!("- {}:{}{more} {}", line(&mention.path), first(&lines, MAX_LINES), line(&mention.name))
}
