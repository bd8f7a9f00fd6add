//! The end of source that was shown.

use beadloom_model::answers::{Certainty, Next, ShowAnswer, Source};
use beadloom_model::counted;
use beadloom_model::requests::Hints;

use super::calls::CallFormatter;
use super::{MAX_NAMED_PLACES, complete, incomplete, lines, next};
use crate::staleness::hampers;

/// Text is that of the files as they are; only who refers to it may be behind.
pub(crate) fn of_show(answer: &ShowAnswer, callers: bool, hints: Hints) -> Next {
    let calls = CallFormatter(hints);
    let shown = answer.shown.as_slice();
    let cut: Vec<String> = shown.iter().filter_map(rest).collect();
    if !cut.is_empty() || answer.omitted > 0 {
        let count = cut.len() as u64 + answer.omitted;
        let read: Vec<String> = cut.into_iter().take(MAX_NAMED_PLACES).collect();
        let how = if read.is_empty() {
            format!("{} shows more", calls.option("budget"))
        } else {
            format!("read on with {}", calls.show(&read))
        };
        return next(false, &format!("{count} of {} cut; {how}.", shown.len() as u64 + answer.omitted), read);
    }
    if let Some(missing) = answer.missing.first() {
        return incomplete(format!(
            "{} not found, first {}; a text to the letter: {}.",
            counted(answer.missing.len() as u64, "reference was", "references were"),
            super::calls::name(&missing.r#ref),
            calls.exact(&missing.r#ref)
        ));
    }
    if callers {
        if hampers(answer.warning.as_deref()) {
            return super::warned();
        }
        if let Some(source) = shown.iter().find(|source| source.more_callers > 0 || source.test_callers > 0) {
            let count: u64 = shown.iter().map(|source| source.more_callers + source.test_callers).sum();
            let lines = counted(count, "referring line is", "referring lines are");
            // Of a file nothing lists the lines; what needs it is listed by file.
            return incomplete(match (&source.symbol, source.kind) {
                (Some(symbol), Some(_)) => {
                    format!("{lines} not listed; {} lists all.", calls.refs(symbol, None))
                }
                _ => format!("{lines} not listed; {} lists the files.", calls.why(&source.path)),
            });
        }
        let unsure = shown
            .iter()
            .flat_map(|source| &source.callers)
            .filter(|caller| caller.confidence == Certainty::Ambiguous)
            .count() as u64;
        if unsure > 0 {
            return incomplete(format!(
                "{} may mean another definition.",
                counted(unsure, "referring line", "referring lines")
            ));
        }
    }
    let definitions = shown.iter().filter(|source| source.kind.is_some()).count();
    let (count, all) = (shown.len() as u64, definitions == shown.len());
    let what = match (count, all) {
        (1, true) => "the definition is".to_owned(),
        (1, false) => "it is".to_owned(),
        (_, true) => format!("all {count} definitions are"),
        (_, false) => format!("all {count} pieces are"),
    };
    if hampers(answer.warning.as_deref()) {
        return incomplete(format!("{what} whole, numbered as the file is now; see the warning above."));
    }
    complete(format!("{what} whole, numbered as the file is now; edit without reading again."))
}

/// The lines of a piece that are not shown.
fn rest(source: &Source) -> Option<String> {
    match (&source.text, &source.rest) {
        (Some(_), None) => None,
        (_, Some(rest)) => Some(rest.clone()),
        (None, None) => Some(lines(&source.path, source.line_start, source.line_end)),
    }
}
