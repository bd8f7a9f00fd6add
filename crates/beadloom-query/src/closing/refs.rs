//! The end of a list of references.

use beadloom_model::answers::{Certainty, Next, RefsAnswer};
use beadloom_model::counted;
use beadloom_model::requests::{Hints, Limit};

use super::words::{Words, name};
use super::{next, warned};
use crate::staleness::hampers;

/// What says beside the places whether there may be more.
pub(crate) struct Beside {
    /// Places were asked for that read the symbol as a value.
    pub(crate) reads: bool,
    /// What it lists is used by names of its own, so that no use names the symbol itself.
    pub(crate) lists: bool,
    /// Templates that may name it and whose expressions are not read.
    pub(crate) templates: u64,
}

/// `filtered`: whether only some kinds, or sure ones, were asked for.
pub(crate) fn of_refs(answer: &RefsAnswer, filtered: bool, beside: &Beside, hints: Hints) -> Next {
    let words = Words(hints);
    let Beside { reads, lists, templates } = *beside;
    let RefsAnswer { counts, omitted, callers, symbol, .. } = answer;
    if hampers(answer.warning.as_deref()) {
        return warned();
    }
    if omitted.callers > 0 {
        let (listed, most) = (callers.len() as u64, *Limit::BOUNDS.end());
        let all = (listed + omitted.callers).min(most);
        let not_listed = counted(omitted.callers, "place is", "places are");
        let says = if listed < most {
            format!("{not_listed} not listed; {} lists more.", words.refs(symbol, Some(all)))
        } else {
            let name = symbol.rsplit('.').next().unwrap_or(symbol);
            format!("{not_listed} not listed, for {most} are the most; {} finds them.", words.exact(name))
        };
        return next(false, &says, Vec::new());
    }
    let bare = symbol.rsplit('.').next().unwrap_or(symbol);
    if counts.left_out > 0 {
        let says = format!(
            "{} of that name may mean it and {} not listed; {} finds them.",
            counted(counts.left_out, "call", "calls"),
            if counts.left_out == 1 { "is" } else { "are" },
            words.exact(bare)
        );
        return next(false, &says, Vec::new());
    }
    if reads && counts.unseen_reads > 0 {
        let says = format!(
            "{}; {} `.{bare}` of values whose type is unknown, not counted; {} finds them.",
            match callers.len() as u64 {
                0 => "nothing is known to refer to it".to_owned(),
                listed => format!("{} listed", counted(listed, "place is", "places are")),
            },
            counted(counts.unseen_reads, "file reads", "files read"),
            words.exact(bare)
        );
        return next(false, &says, Vec::new());
    }
    if templates > 0 {
        let says = format!(
            "{}; {} of Astro or Angular, whose expressions are not read, may name it; {} finds {}.",
            match callers.len() as u64 {
                0 => "nothing is known to refer to it".to_owned(),
                listed => format!("{} listed", counted(listed, "place is", "places are")),
            },
            counted(templates, "template", "templates"),
            words.exact(bare),
            if templates == 1 { "it" } else { "them" }
        );
        return next(false, &says, Vec::new());
    }
    if !counts.complete && counts.unseen_reads == 0 {
        return next(false, "too many files or places refer to it to list all.", Vec::new());
    }
    if omitted.callees > 0 {
        let all = (answer.callees.len() as u64 + omitted.callees).min(*Limit::BOUNDS.end());
        let says = format!(
            "every place is listed, {} not; {} lists more.",
            counted(omitted.callees, "symbol that it uses is", "symbols that it uses are"),
            words.refs(symbol, Some(all))
        );
        return next(false, &says, Vec::new());
    }
    let unsure = callers.iter().filter(|caller| caller.confidence == Certainty::Ambiguous).count() as u64;
    if unsure > 0 {
        let all = counted(callers.len() as u64, "place", "places");
        return next(
            false,
            &format!("{unsure} of {all} may mean another definition, which stands behind it."),
            Vec::new(),
        );
    }
    if filtered {
        let says =
            format!("{} of the kind asked for, no more.", counted(callers.len() as u64, "place", "places"));
        return next(true, &says, Vec::new());
    }
    if callers.is_empty() && lists {
        let says = format!(
            "no code refers to {} by name; what it lists is used by names of its own, which `refs` takes.",
            name(bare)
        );
        return next(false, &says, Vec::new());
    }
    if callers.is_empty() {
        let says = format!("no code refers to {} by name; for strings: {}.", name(bare), words.exact(bare));
        return next(true, &says, Vec::new());
    }
    let says = format!(
        "every place in code that refers to it is listed ({}); names in strings are not.",
        callers.len()
    );
    next(true, &says, Vec::new())
}
