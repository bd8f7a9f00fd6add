//! The end of a bundle about references.

use beadloom_model::answers::{Bundle, BundleSymbol, CodePiece, FocusType, Next, Reason};
use beadloom_model::counted;
use beadloom_model::requests::Hints;

use super::calls::CallFormatter;
use super::{MAX_NAMED_PLACES, complete, incomplete, lines, next, warned};
use crate::staleness::hampers;

/// Budgets that are proposed, in tokens, at most: no agent can use more of one answer.
const MAX_BUDGET_TOKENS: u64 = 32_000;

/// Uses of the symbol asked for that are in no list.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct UnlistedUses {
    /// References to it, or calls that may mean it.
    pub left_out: u64,
    /// Files that read a member of its name on a value of unknown type.
    pub unseen_reads: u64,
    /// Code can use it without its name.
    pub unnamed: bool,
}

/// `budget`: that of the answer, in tokens.
pub(crate) fn of_bundle(bundle: &Bundle, uses: &UnlistedUses, budget: u64, hints: Hints) -> Next {
    let calls = CallFormatter(hints);
    if hampers(bundle.warning.as_deref()) {
        return warned();
    }
    let refs: Vec<String> = bundle.focuses.iter().map(|focus| focus.r#ref.clone()).collect();
    let is_symbol = bundle.focus.r#type == FocusType::Symbol && bundle.focuses.len() == 1;
    if is_symbol {
        return of_symbol(bundle, uses, calls);
    }
    let (omitted, limited) = (&bundle.omitted, &bundle.limited);
    let has_code =
        !bundle.code_symbols.is_empty() || bundle.code.as_ref().is_some_and(|code| !code.is_empty());
    let is_code = matches!(bundle.focus.r#type, FocusType::Node | FocusType::Path) && has_code;
    let sections = omitted.text_chunks + limited.text_chunks;
    let code = omitted.code_symbols + limited.code_symbols + omitted.other_files + omitted.file_uses;
    if is_code && code + omitted.routes + omitted.tests + omitted.constraints == 0 {
        let bodies = calls.show(&["PATH:FROM-TO".to_owned()]);
        let documents = match sections {
            0 => String::new(),
            count => format!(
                " ({} left out)",
                counted(count, "section of documents is", "sections of documents are")
            ),
        };
        return complete(format!("every definition of it is listed{documents}; bodies: {bodies}."));
    }
    let missing = missing(bundle);
    if missing.is_empty() {
        return complete("all that is known of it is here.");
    }
    let missing = missing.join(" and ");
    let by_budget = code + omitted.code + omitted.text_chunks + omitted.nodes > 0;
    let says = if by_budget && budget < MAX_BUDGET_TOKENS {
        let more = calls.context(&refs, Some(("budget", (budget * 2).min(MAX_BUDGET_TOKENS))));
        format!("{missing} left out; {more} has more.")
    } else if limited.text_chunks > 0 {
        format!("{missing} left out; {} has more.", calls.option("max_chunks"))
    } else {
        format!("{missing} left out; ask for a file or folder of it.")
    };
    incomplete(says)
}

fn of_symbol(bundle: &Bundle, uses: &UnlistedUses, calls: CallFormatter) -> Next {
    let left_out = uses.left_out;
    let name = bundle.focus.r#ref.as_str();
    let cut: Vec<String> =
        bundle.code.iter().flatten().filter_map(|piece| rest(bundle, piece)).take(MAX_NAMED_PLACES).collect();
    if !cut.is_empty() {
        let says = format!("the definition is cut. Read on with {}.", calls.show(&cut));
        return next(false, &says, cut);
    }
    let symbols = bundle.omitted.code_symbols + bundle.limited.code_symbols;
    if symbols > 0 || left_out > 0 {
        return incomplete(format!(
            "{} left out; {} lists all.",
            counted(symbols + left_out, "use or callee", "uses and callees"),
            calls.refs(name, None)
        ));
    }
    let unsure =
        |symbol: &&BundleSymbol| symbol.reason == Some(Reason::Caller) && !symbol.candidates.is_empty();
    let unsure = bundle.code_symbols.iter().filter(unsure).count() as u64;
    if unsure > 0 {
        return incomplete(format!(
            "{} may mean another definition; {} says which.",
            counted(unsure, "caller", "callers"),
            calls.refs(name, None)
        ));
    }
    if bundle.omitted.code > 0 || bundle.code.as_ref().is_none_or(Vec::is_empty) {
        let read = places(bundle);
        let says = format!("callers and callees are all listed; source: {}.", calls.show(&read));
        return next(false, &says, read);
    }
    let is_caller = |symbol: &&BundleSymbol| symbol.reason == Some(Reason::Caller);
    let known = match bundle.code_symbols.iter().filter(is_caller).count() {
        0 => "no caller is known".to_owned(),
        1 => "its one caller outside tests is here".to_owned(),
        count => format!("all {count} callers outside tests are here"),
    };
    if uses.unseen_reads > 0 {
        return incomplete(format!(
            "the definition is whole, {known}, and what it calls; reads of values whose type is unknown are not counted; {} says of how many files.",
            calls.refs(name, None)
        ));
    }
    if uses.unnamed {
        return incomplete(format!(
            "the definition is whole, {known}, and what it calls; uses without its name (operators, conversions and the like) are not seen."
        ));
    }
    complete(format!(
        "the definition is whole, {known}, and what it calls; names in strings are not counted."
    ))
}

/// The lines of a definition that its piece does not show.
fn rest(bundle: &Bundle, piece: &CodePiece) -> Option<String> {
    let whole = bundle.code_symbols.iter().map(|symbol| &symbol.symbol).find(|symbol| {
        symbol.file_path == piece.path
            && symbol.line_start == piece.line_start
            && symbol.line_end > piece.line_end
    })?;
    Some(lines(&piece.path, piece.line_end + 1, whole.line_end))
}

/// Where the definitions stand.
fn places(bundle: &Bundle) -> Vec<String> {
    bundle
        .code_symbols
        .iter()
        .filter(|symbol| symbol.reason.is_none())
        .map(|BundleSymbol { symbol, .. }| lines(&symbol.file_path, symbol.line_start, symbol.line_end))
        .take(MAX_NAMED_PLACES)
        .collect()
}

/// What is left out, the two weightiest kinds of it.
fn missing(bundle: &Bundle) -> Vec<String> {
    let (omitted, limited) = (&bundle.omitted, &bundle.limited);
    let kinds = [
        (omitted.code_symbols + limited.code_symbols, "definition", "definitions"),
        (omitted.code, "body", "bodies"),
        (omitted.text_chunks + limited.text_chunks, "section", "sections"),
        (omitted.other_files + omitted.file_uses, "file", "files"),
        (omitted.nodes + limited.nodes + omitted.crossings, "neighbour", "neighbours"),
        (omitted.routes, "route", "routes"),
        (omitted.tests, "test file", "test files"),
        (
            omitted.constraints + omitted.stale_docs + omitted.links + omitted.linked_documents,
            "entry",
            "entries",
        ),
    ];
    kinds
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| counted(count, one, many))
        .take(2)
        .collect()
}
