//! The end of an answer to a task.

use beadloom_model::answers::{Bundle, Next, TaskConfidence};
use beadloom_model::requests::Hints;

use super::words::Words;
use super::{MOST_READ, next, warned};

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
}

/// A task is never answered for certain: what is complete is what was found, where that is likely to be it.
pub(crate) fn of_task(bundle: &Bundle, pieces: TaskPieces, hints: Hints) -> Next {
    let words = Words(hints);
    let TaskPieces { whole, names, mut cut, cut_aside, named } = pieces;
    if bundle.confidence != Some(TaskConfidence::High) {
        // Any of them may be what is looked for.
        cut.extend(cut_aside);
    }
    if bundle.warning.is_some() {
        return warned();
    }
    let shown = whole + cut.len() as u64;
    if shown == 0 && named.is_empty() {
        if bundle.given.is_some_and(|given| given > 0) {
            return next(true, "this session was given all that matches.", Vec::new());
        }
        let says = format!("nothing matches; name a symbol or path, or {}.", words.exact("MESSAGE"));
        return next(false, &says, Vec::new());
    }
    if bundle.confidence == Some(TaskConfidence::Low) {
        let says =
            format!("little matches these words; name a symbol or path, or {}.", words.exact("MESSAGE"));
        return next(false, &says, named.into_iter().take(MOST_READ).collect());
    }
    if !cut.is_empty() {
        let count = cut.len() as u64;
        let read: Vec<String> = cut.into_iter().take(MOST_READ).collect();
        let says = format!(
            "{count} of {shown} best matches {} cut. Read only {}.",
            if count == 1 { "is" } else { "are" },
            words.show(&read)
        );
        return next(false, &says, read);
    }
    let read: Vec<String> = named.into_iter().take(MOST_READ).collect();
    if shown == 0 {
        let says = format!("places only, for the budget. Read {}.", words.show(&read));
        return next(false, &says, read);
    }
    let best =
        if shown == 1 { "the best match is".to_owned() } else { format!("the {shown} best matches are") };
    if bundle.confidence == Some(TaskConfidence::High) {
        let best = match names.as_slice() {
            [] => best,
            [one] => format!("{one} is"),
            [others @ .., last] => format!("{} and {last} are", others.join(", ")),
        };
        return next(true, &format!("{best} whole; answer or edit without reading again."), read);
    }
    if read.is_empty() {
        return next(false, &format!("{best} whole, but the match is uncertain."), read);
    }
    let says = format!("{best} whole, but the match is uncertain. Next read only {}.", words.show(&read));
    next(false, &says, read)
}
