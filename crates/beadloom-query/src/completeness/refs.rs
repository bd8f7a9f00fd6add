//! The end of a list of references.

use beadloom_model::answers::{Certainty, Next, RefsAnswer};
use beadloom_model::counted;
use beadloom_model::requests::{Hints, Limit};

use super::calls::{CallFormatter, name};
use super::{complete, incomplete, warned};
use crate::staleness::hampers;
use crate::unnamed::Unnamed;
use crate::unread::Unread;

/// What says beside the places whether there may be more.
pub(crate) struct Beside {
    /// Places were asked for that read the symbol as a value.
    pub(crate) reads: bool,
    /// What it lists is used by names of its own, so that no use names the symbol itself.
    pub(crate) lists: bool,
    /// The first file that loads the symbol's as a whole, and hands it to what does not name its parts.
    pub(crate) handed_on: Option<String>,
    /// Files that may name it and whose code is not read.
    pub(crate) unread: Option<Unread>,
    /// Code can use it without its name.
    pub(crate) unnamed: Option<Unnamed>,
    /// Where nothing refers to it, the first imports of its name, as `path:line`.
    pub(crate) imports: Vec<String>,
}

/// `filtered`: whether only some kinds, or sure ones, were asked for.
pub(crate) fn of_refs(answer: &RefsAnswer, filtered: bool, beside: &Beside, hints: Hints) -> Next {
    let calls = CallFormatter(hints);
    let Beside { lists, ref handed_on, .. } = *beside;
    if hampers(answer.warning.as_deref()) {
        return warned();
    }
    let missing = not_listed(answer, calls)
        .or_else(|| unseen(answer, beside, calls))
        .or_else(|| other_ends(answer, calls));
    if let Some(says) = missing {
        return incomplete(says);
    }
    let (callers, bare) = (answer.callers.len() as u64, bare(&answer.symbol));
    if filtered {
        return complete(format!("{} of the kind asked for, no more.", counted(callers, "place", "places")));
    }
    if callers == 0
        && let Some(path) = handed_on
    {
        return incomplete(format!(
            "no code refers to {} by name; {path} loads its file as a whole, and what that goes to may use it.",
            name(bare)
        ));
    }
    if callers == 0 && lists {
        return incomplete(format!(
            "no code refers to {} by name; what it lists is used by names of its own, which `refs` takes.",
            name(bare)
        ));
    }
    if callers == 0 && !beside.imports.is_empty() {
        return complete(format!(
            "no code refers to {} by name but imports of that name: {}; for others: {}.",
            name(bare),
            beside.imports.join(", "),
            calls.exact(bare)
        ));
    }
    if callers == 0 {
        return complete(format!(
            "no code refers to {} by name; for strings: {}.",
            name(bare),
            calls.exact(bare)
        ));
    }
    complete(format!(
        "every place in code that refers to it is listed ({callers}); names in strings are not."
    ))
}

/// The last part of a name.
fn bare(symbol: &str) -> &str {
    symbol.rsplit('.').next().unwrap_or(symbol)
}

/// What is known, and in no list.
fn not_listed(answer: &RefsAnswer, calls: CallFormatter) -> Option<String> {
    let RefsAnswer { counts, omitted, callers, symbol, .. } = answer;
    if omitted.callers > 0 {
        let (listed, most) = (callers.len() as u64, *Limit::BOUNDS.end());
        let all = (listed + omitted.callers).min(most);
        let not_listed = counted(omitted.callers, "place is", "places are");
        return Some(if listed < most {
            format!("{not_listed} not listed; {} lists more.", calls.refs(symbol, Some(all)))
        } else {
            let finds = calls.exact(bare(symbol));
            format!("{not_listed} not listed, for {most} are the most; {finds} finds them.")
        });
    }
    (counts.left_out > 0).then(|| {
        format!(
            "{} of that name may mean it and {} not listed; {} finds them.",
            counted(counts.left_out, "call", "calls"),
            if counts.left_out == 1 { "is" } else { "are" },
            calls.exact(bare(symbol))
        )
    })
}

/// What was not looked at, or says nothing of what it means.
fn unseen(answer: &RefsAnswer, beside: &Beside, calls: CallFormatter) -> Option<String> {
    let RefsAnswer { counts, callers, symbol, .. } = answer;
    let Beside { reads, unread, unnamed, .. } = *beside;
    let listed = match callers.len() as u64 {
        0 => "nothing is known to refer to it".to_owned(),
        listed => format!("{} listed", counted(listed, "place is", "places are")),
    };
    if reads && counts.unseen_reads > 0 {
        let bare = bare(symbol);
        return Some(format!(
            "{}; {} `.{bare}` of values whose type is unknown, not counted; {} finds them.",
            listed,
            counted(counts.unseen_reads, "file reads", "files read"),
            calls.exact(bare)
        ));
    }
    if let Some(unread) = unread {
        let bare = bare(symbol);
        return Some(format!(
            "{}; {}, {}, may name it; {} finds {}.",
            listed,
            unread.counted(),
            unread.why(),
            calls.exact(bare),
            if unread.is_one() { "it" } else { "them" }
        ));
    }
    match unnamed {
        Some(Unnamed::Sign) => {
            let finds = calls.exact(bare(symbol));
            return Some(format!("{listed}; uses of an operator are not seen; {finds} finds the sign."));
        }
        Some(Unnamed::Constructor) => {
            let owner = symbol.rsplit_once('.').map_or(symbol.as_str(), |(owner, _)| owner);
            let refs = calls.refs(owner, None);
            return Some(format!(
                "{listed}; code that makes a value names the type, not the constructor: {refs}."
            ));
        }
        Some(Unnamed::Syntax) => {
            let says = "the language also runs it without its name (operators, conversions and the like)";
            return Some(format!("{listed}; {says}, which is not seen."));
        }
        None => {}
    }
    (!counts.complete && counts.unseen_reads == 0)
        .then(|| "too many files or places refer to it to list all.".to_owned())
}

/// What it uses beyond what is listed, and what may mean another definition.
fn other_ends(answer: &RefsAnswer, calls: CallFormatter) -> Option<String> {
    let RefsAnswer { omitted, callers, symbol, .. } = answer;
    if omitted.callees > 0 {
        let all = (answer.callees.len() as u64 + omitted.callees).min(*Limit::BOUNDS.end());
        return Some(format!(
            "every place is listed, {} not; {} lists more.",
            counted(omitted.callees, "symbol that it uses is", "symbols that it uses are"),
            calls.refs(symbol, Some(all))
        ));
    }
    let unsure = callers.iter().filter(|caller| caller.confidence == Certainty::Ambiguous).count() as u64;
    (unsure > 0).then(|| {
        let all = counted(callers.len() as u64, "place", "places");
        format!("{unsure} of {all} may mean another definition, which stands behind it.")
    })
}
