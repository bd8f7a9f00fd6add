//! The end of an answer to a task.

use beadloom_model::answers::{Bundle, Next, TaskConfidence};
use beadloom_model::requests::Hints;

use super::calls::CallFormatter;
use super::{MAX_NAMED_PLACES, incomplete, next, warned};
use crate::staleness::hampers;

/// How the pieces of code of an answer are shown, each list best first, lines as references.
#[derive(Debug, Default)]
pub(crate) struct TaskPieces {
    /// As all of their lines.
    pub whole: u64,
    /// The first of these by name.
    pub names: Vec<String>,
    /// In parts: what the whole of each is. Of the best pieces, and of others.
    pub cut: Vec<String>,
    pub cut_aside: Vec<String>,
    /// By their place alone.
    pub named: Vec<String>,
    /// As the heads of types.
    pub heads: u64,
    /// Of a task: which share of what it needs is expected to be shown, 0 to 1.
    pub expected: Option<f64>,
    /// Of a question: what is likely and not shown, or cut, the likeliest first.
    pub likely_missing: Option<Vec<String>>,
}

/// Said where everything that stood out is whole: that nothing else is needed is not known of a task.
const OTHERS: &str = "other places may matter";

/// Who asks wants to know whether to read on, and where: an answer says what is whole, and what else it may take.
fn of_question(pieces: &TaskPieces, missing: Vec<String>, calls: CallFormatter) -> Next {
    let read: Vec<String> = missing.into_iter().take(MAX_NAMED_PLACES).collect();
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

/// What a task needs is never known for certain, so no answer to one is said to be complete: the line says what is whole, what was
/// left out, and what is likely besides.
pub(crate) fn of_task(bundle: &Bundle, pieces: TaskPieces, hints: Hints) -> Next {
    let calls = CallFormatter(hints);
    let mut pieces = pieces;
    if let Some(missing) = pieces.likely_missing.take()
        && !hampers(bundle.warning.as_deref())
        && bundle.confidence != Some(TaskConfidence::Low)
        && pieces.whole + pieces.heads > 0
    {
        return of_question(&pieces, missing, calls);
    }
    let expected = pieces.expected;
    let TaskPieces { whole, names, mut cut, cut_aside, named, .. } = pieces;
    if bundle.confidence != Some(TaskConfidence::High) {
        // Any of them may be what is looked for.
        cut.extend(cut_aside);
    }
    if hampers(bundle.warning.as_deref()) {
        return warned();
    }
    let shown = whole + cut.len() as u64;
    if shown == 0 && named.is_empty() {
        if bundle.given.is_some_and(|given| given > 0) {
            return incomplete("this session was given what matches best before.");
        }
        return incomplete(format!("nothing matches; name a symbol or path, or {}.", calls.exact("MESSAGE")));
    }
    if bundle.confidence == Some(TaskConfidence::Low) {
        let says =
            format!("little matches these words; name a symbol or path, or {}.", calls.exact("MESSAGE"));
        return next(false, &says, named.into_iter().take(MAX_NAMED_PLACES).collect());
    }
    if !cut.is_empty() {
        let count = cut.len() as u64;
        let read: Vec<String> = cut.into_iter().take(MAX_NAMED_PLACES).collect();
        let says = format!(
            "{count} of {shown} best matches {} cut. Read only {}.",
            if count == 1 { "is" } else { "are" },
            calls.show(&read)
        );
        return says_of_change(expected, &says, read);
    }
    let read: Vec<String> = named.into_iter().take(MAX_NAMED_PLACES).collect();
    if shown == 0 {
        let says = format!("places only, for the budget. Read {}.", calls.show(&read));
        return says_of_change(expected, &says, read);
    }
    let best =
        if shown == 1 { "the best match is".to_owned() } else { format!("the {shown} best matches are") };
    if bundle.confidence == Some(TaskConfidence::High) {
        let best = if names.is_empty() { best } else { are(&names) };
        let says = if read.is_empty() {
            format!("{best} whole; {OTHERS}.")
        } else {
            format!("{best} whole. Likely besides: {}.", calls.show(&read))
        };
        return says_of_change(expected, &says, read);
    }
    if read.is_empty() {
        return says_of_change(expected, &format!("{best} whole, but the match is uncertain."), read);
    }
    let says = format!("{best} whole, but the match is uncertain. Next read only {}.", calls.show(&read));
    says_of_change(expected, &says, read)
}

/// What an answer to a change says last: how much of it is expected to be here, then what is whole or cut, and what to read next.
fn says_of_change(expected: Option<f64>, says: &str, read: Vec<String>) -> Next {
    // Of a change nobody knows for certain that nothing is missing.
    let about = match expected.map(|share| (share * 10.0).round().min(9.0)) {
        Some(tenths) if tenths >= 1.0 => format!("about {tenths} in 10 places to change are named; "),
        _ => String::new(),
    };
    let expected = expected.map(|share| (share * 100.0).round() / 100.0);
    Next { expected, ..next(false, &format!("{about}{says}"), read) }
}
