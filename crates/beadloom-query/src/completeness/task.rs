//! The end of an answer to a task.

use beadloom_model::answers::{Bundle, Next, TaskConfidence};
use beadloom_model::counted;
use beadloom_model::requests::Hints;

use super::calls::CallFormatter;
use super::{MAX_NAMED_PLACES, incomplete, next, warned};
use crate::staleness::hampers;

/// How the pieces of code of an answer are shown.
#[derive(Debug, Default)]
pub(crate) struct TaskPieces {
    /// How many as all of their lines.
    pub whole: u64,
    /// The first of these by name.
    pub names: Vec<String>,
    /// How many in parts, by their place alone, and as the heads of types.
    pub cut: u64,
    pub named: u64,
    pub heads: u64,
    /// Of a change: which share of what it needs is expected to be named, 0 to 1.
    pub expected: Option<f64>,
    /// What is likely and not whole, as references, the likeliest first.
    pub likely_missing: Vec<String>,
}

/// Places of a change that are named to be read next, at most.
const MAX_READ_PLACES: usize = 5;

/// Said where everything that stood out is whole: that nothing else is needed is not known of a task.
const OTHERS: &str = "other places may matter";

/// Who asks wants to know whether to read on, and where: an answer says what is whole, and what else it may take.
fn of_question(pieces: &TaskPieces, calls: CallFormatter) -> Next {
    let read: Vec<String> = pieces.likely_missing.iter().take(MAX_NAMED_PLACES).cloned().collect();
    let whole = match pieces.names.as_slice() {
        [] => "no definition is whole".to_owned(),
        names => format!("{} whole", are(names)),
    };
    let says = if read.is_empty() {
        format!("{whole}; {OTHERS}.")
    } else {
        format!("{whole}. Likely besides: {}.", calls.show(&read))
    };
    next(false, &says, read)
}

/// `a is`, `a, b and c are`
fn are(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last} are", others.join(", ")),
        names => format!("{} is", names.concat()),
    }
}

/// What a task needs is never known for certain, so no answer to one is said to be complete: the line says what is whole, or which share
/// of a change is here, and what is likely besides.
pub(crate) fn of_task(bundle: &Bundle, pieces: TaskPieces, hints: Hints) -> Next {
    let calls = CallFormatter(hints);
    if hampers(bundle.warning.as_deref()) {
        return warned();
    }
    let is_low = bundle.confidence == Some(TaskConfidence::Low);
    if pieces.whole + pieces.cut + pieces.heads + pieces.named == 0 {
        if bundle.given.is_some_and(|given| given > 0) {
            return incomplete("this session was given what matches best before.");
        }
        return incomplete(format!("nothing matches; name a symbol or path, or {}.", calls.exact("MESSAGE")));
    }
    if let Some(expected) = pieces.expected {
        return of_change(&pieces, expected, is_low, calls);
    }
    if is_low {
        let says =
            format!("little matches these words; name a symbol or path, or {}.", calls.exact("MESSAGE"));
        return incomplete(says);
    }
    of_question(&pieces, calls)
}

/// How much of a change is expected to be named, and what to read next: what is likeliest and not whole.
fn of_change(pieces: &TaskPieces, expected: f64, is_low: bool, calls: CallFormatter) -> Next {
    let read: Vec<String> = pieces.likely_missing.iter().take(MAX_READ_PLACES).cloned().collect();
    // Nobody knows for certain that nothing is missing.
    let tenths = (expected * 10.0).round().clamp(1.0, 9.0);
    let words = if is_low { ", few words match" } else { "" };
    let named = format!("about {tenths} in 10 places to change are named{words}");
    let says = match (read.as_slice(), pieces.whole) {
        ([], 0) => format!("{named}."),
        ([], whole) => {
            format!("{named}; {} whole.", counted(whole, "definition is", "definitions are"))
        }
        (read, _) => format!("{named}. Likeliest that are not whole: {}.", calls.show(read)),
    };
    let expected = Some((expected * 100.0).round() / 100.0);
    Next { expected, ..next(false, &says, read) }
}
