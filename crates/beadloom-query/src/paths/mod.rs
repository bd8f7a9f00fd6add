//! How one thing reaches another: the shortest ways along references, with the lines in which they step.

mod documents;
mod endpoints;
mod imports;
mod references;
mod trace;

use beadloom_model::answers::{ANSWER_VERSION, PathAnswer, Way, WayEnd};
use beadloom_model::{Result, counted};
use beadloom_store::Store;
use rustc_hash::FxHashMap;

use crate::{ReadText, Staleness};
use endpoints::End;
use trace::Reach;

/// Characters of a line.
const MAX_LINE_CHARS: usize = 160;

/// The ways between two things: symbols, files, folders or nodes. `read`: the text of a file; None where it cannot be read, or is not
/// what was indexed.
///
/// # Errors
/// `usage` for an empty reference, `not_found` with suggestions; store errors.
pub fn path(
    store: &Store,
    [from, to]: [&str; 2],
    stale: &Staleness,
    read: ReadText<'_>,
) -> Result<PathAnswer> {
    store.snapshot(|| {
        let from = endpoints::end(store, from)?;
        let to = endpoints::end(store, to)?;
        let mut answer = PathAnswer {
            version: ANSWER_VERSION,
            from: from.shown.clone(),
            to: to.shown.clone(),
            ways: Vec::new(),
            reversed: false,
            stops: None,
            warning: stale.warning.clone(),
            stale_paths: stale.shown_paths(),
        };
        if from.is_within(&to) || to.is_within(&from) {
            let (inner, outer) = if from.is_within(&to) { (&from, &to) } else { (&to, &from) };
            answer.stops = Some(format!("{} is a part of {}", named(&inner.shown), named(&outer.shown)));
            return Ok(answer);
        }
        if let Some((ways, reversed)) = of_documents(store, &from, &to)? {
            (answer.ways, answer.reversed) = (ways, reversed);
            add_lines(read, &mut answer.ways);
            return Ok(answer);
        }
        let by_files = from.is_files || to.is_files;
        let (ways, reach) = references::ways(store, &from, &to, false)?;
        answer.ways = ways;
        if answer.ways.is_empty() && by_files {
            answer.ways = imports::ways(store, &from, &to)?;
        }
        if answer.ways.is_empty() {
            let (back, _) = references::ways(store, &to, &from, false)?;
            let back = if back.is_empty() && by_files { imports::ways(store, &to, &from)? } else { back };
            answer.reversed = !back.is_empty();
            answer.ways = back;
        }
        // What is sure the other way round says more than a chain of what may be.
        if answer.ways.is_empty() {
            answer.ways = references::ways(store, &from, &to, true)?.0;
        }
        if answer.ways.is_empty() && !by_files {
            // What calls do not show, imports may.
            answer.ways = imports::ways(store, &from, &to)?;
        }
        if answer.ways.is_empty() || answer.reversed {
            answer.stops = Some(stops(store, &from, &to, &reach)?);
        }
        add_lines(read, &mut answer.ways);
        Ok(answer)
    })
}

/// Ways from a document, and whether it is the end that they lead to. None where there are none.
fn of_documents(store: &Store, from: &End, to: &End) -> Result<Option<(Vec<Way>, bool)>> {
    for (document, other, reversed) in [(from, to, false), (to, from, true)] {
        let Some(names) = documents::Names::of(store, document)? else { continue };
        let mut ways = names.direct(other);
        if ways.is_empty() {
            ways = names.before(references::ways(store, &names.end(document), other, false)?.0);
        }
        if !ways.is_empty() {
            return Ok(Some((ways, reversed)));
        }
    }
    Ok(None)
}

fn named(end: &WayEnd) -> String {
    crate::text::line(&end.name)
}

/// Where the graph stops.
fn stops(store: &Store, from: &End, to: &End, reach: &Reach) -> Result<String> {
    let mut said: Vec<String> = Vec::new();
    if from.symbols.is_empty() && from.files.is_empty() {
        return Ok(format!("{} has no code that is known", named(&from.shown)));
    }
    if to.symbols.is_empty() && to.files.is_empty() {
        return Ok(format!("{} has no code that is known", named(&to.shown)));
    }
    if reach.reached == 0 {
        said.push(format!("nothing in {} refers to other code of the project", named(&from.shown)));
    } else {
        said.push(format!(
            "of the {} that {} reaches in {}, none belongs to {}",
            counted(reach.reached, "definition", "definitions"),
            named(&from.shown),
            counted(reach.steps, "step", "steps"),
            named(&to.shown)
        ));
    }
    if !references::is_referred_to(store, to)? {
        said.push(format!("nothing outside {} is known to refer to it", named(&to.shown)));
    }
    if reach.unsure_count > 0 {
        let all = usize::try_from(reach.unsure_count).unwrap_or(usize::MAX);
        said.push(format!(
            "{} on the way may mean several things: {}",
            counted(reach.unsure_count, "reference", "references"),
            crate::text::and_more(&reach.unsure, all)
        ));
    }
    if !reach.complete {
        said.push("there was too much to follow all of it".to_owned());
    }
    Ok(said.join("; "))
}

/// The text of every step's line.
fn add_lines(read: ReadText<'_>, ways: &mut [Way]) {
    let mut texts: FxHashMap<String, Option<String>> = FxHashMap::default();
    for step in ways.iter_mut().flat_map(|way| &mut way.steps) {
        let text = texts.entry(step.path.clone()).or_insert_with(|| read(&step.path));
        let lines = text.as_deref().map(beadloom_words::lines);
        let line = lines.as_ref().and_then(|lines| lines.get((step.line as usize).wrapping_sub(1)));
        step.text = line.map(|line| crate::text::cut_at_word(&crate::text::line(line), MAX_LINE_CHARS));
    }
}
