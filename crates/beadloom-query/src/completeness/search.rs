//! The end of a list of hits, and of a list of lines.

use beadloom_model::answers::{ExactAnswer, HitType, Next, SearchAnswer};
use beadloom_model::counted;
use beadloom_model::requests::{Hints, Hits, Limit};

use super::calls::CallFormatter;
use super::{MAX_NAMED_PLACES, complete, incomplete, lines, next, warned};
use crate::staleness::hampers;

/// `limit`: hits that were wanted.
pub(crate) fn of_search(answer: &SearchAnswer, limit: usize, hints: Hints) -> Next {
    let calls = CallFormatter(hints);
    if hampers(answer.warning.as_deref()) {
        return warned();
    }
    if answer.hits.is_empty() {
        return incomplete(format!(
            "nothing matches these words; a text to the letter: {}.",
            calls.exact("TEXT")
        ));
    }
    let read: Vec<String> = answer
        .hits
        .iter()
        .filter(|hit| hit.r#type == HitType::Code)
        .filter_map(|hit| Some(lines(hit.path.as_deref()?, hit.line_start?, hit.line_end?)))
        .take(MAX_NAMED_PLACES)
        .collect();
    let shows = match read.as_slice() {
        [] => String::new(),
        [first, ..] => format!(" To read: {}.", calls.show(std::slice::from_ref(first))),
    };
    let count = answer.hits.len() as u64;
    if answer.hits.len() >= limit {
        let best = counted(count, "hit", "hits");
        let says = if count < *Hits::BOUNDS.end() {
            format!("the best {best}; {} gives more.{shows}", calls.option("limit"))
        } else {
            format!("the best {best}, and no answer has more; narrow it by {}.{shows}", calls.option("path"))
        };
        return next(false, &says, read);
    }
    let all =
        if count == 1 { "this is the only hit".to_owned() } else { format!("these are all {count} hits") };
    next(true, &format!("{all}.{shows}"), read)
}

/// Lines are always those of the files; that they are all is not said where the index is behind.
pub(crate) fn of_exact(answer: &ExactAnswer, hints: Hints) -> Next {
    let calls = CallFormatter(hints);
    if answer.omitted > 0 {
        let says = if answer.lines <= *Limit::BOUNDS.end() {
            format!(
                "{} not listed; {} {} lists all.",
                counted(answer.omitted, "line is", "lines are"),
                calls.option("limit"),
                answer.lines
            )
        } else {
            format!("{} are not listed; narrow it by {}.", answer.omitted, calls.option("path"))
        };
        return incomplete(says);
    }
    if let Some(left) = &answer.not_searched
        && !(left.large.is_empty() && left.secret.is_empty() && left.unreadable.is_empty())
    {
        return incomplete("the files named above were not searched.");
    }
    if hampers(answer.warning.as_deref()) {
        return warned();
    }
    if let Some(tests) = &answer.tests {
        return incomplete(format!(
            "every line outside tests is listed; {} in tests, which {} of a test lists.",
            counted(tests.lines, "line is", "lines are"),
            calls.option("path")
        ));
    }
    if answer.lines == 0 {
        return complete("no line of the files here has it.");
    }
    complete(format!(
        "all there is: {} in {}, as the files are now.",
        counted(answer.lines, "line", "lines"),
        counted(answer.files, "file", "files")
    ))
}
