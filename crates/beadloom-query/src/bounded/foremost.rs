//! Lists of which an agent can use the first entries alone.

use super::json::Json;
use crate::answer::packer::{Entry, Queue};

/// Pairs that are listed: a project of a thousand files has thousands, nearly all of them up to date.
const MAX_PAIRS: usize = 40;

/// Findings that are listed; `beadloom status` has the rest.
const MAX_DIAGNOSTICS: usize = 10;

/// Leaves out pairs that nobody has to look at where there are many, and says so.
pub(super) fn fewer_pairs(answer: &mut Json<'_>) -> Option<String> {
    let pairs = answer.list_of("pairs");
    if pairs.len() <= MAX_PAIRS {
        return None;
    }
    let worth = |pair: &Json<'_>| match pair.text_of("status").as_str() {
        "ok" => None,
        "stale" => Some(0),
        _ => Some(1),
    };
    let behind = pairs.iter().filter(|pair| worth(pair).is_some()).count();
    let (kept, all) = (foremost(pairs, MAX_PAIRS, worth), pairs.len());
    let which = if kept.len() < behind { "stale ones first" } else { "all that are not ok" };
    let says = format!("{} of {all} pairs are listed, {which}", kept.len());
    answer.set("pairs", Json::List(kept));
    Some(says)
}

/// Leaves out the least grave findings where there are many, and says so.
pub(super) fn fewer_diagnostics(answer: &mut Json<'_>) -> Option<String> {
    let diagnostics = answer.list_of("diagnostics");
    if diagnostics.len() <= MAX_DIAGNOSTICS {
        return None;
    }
    let worth = |one: &Json<'_>| match one.text_of("level").as_str() {
        "error" => Some(0),
        "warn" => Some(1),
        _ => Some(2),
    };
    let (kept, all) = (foremost(diagnostics, MAX_DIAGNOSTICS, worth), diagnostics.len());
    let says = format!("{} of {all} diagnostics are listed, the gravest first", kept.len());
    answer.set("diagnostics", Json::List(kept));
    Some(says)
}

/// The most wanted entries, in the order in which they stood.
fn foremost<'t>(all: &[Json<'t>], most: usize, worth: impl Fn(&Json<'t>) -> Option<u8>) -> Vec<Json<'t>> {
    let entry = |(at, one): (usize, &Json<'t>)| Some(Entry { at, worth: worth(one)?, cost: 0 });
    let queue = Queue::new(vec![all.iter().enumerate().filter_map(entry).collect()]);
    queue.first(most).into_iter().flatten().filter_map(|at| all.get(at).cloned()).collect()
}
