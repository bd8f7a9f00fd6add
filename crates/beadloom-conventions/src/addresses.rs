//! Addresses as clients write them: in parts, and as the argument of a call that says the method of HTTP.

use std::ops::Range;

use beadloom_model::{HTTP_METHODS, LanguageId};

/// Bytes of an address and of what is joined to it.
const MAX_JOINED_BYTES: usize = 600;

/// What may follow the method of HTTP in the name of a client's function, in capitals: `postJson`, `getForObject`, `delete_json`.
const ENDINGS: &[&str] = &[
    "", "JSON", "_JSON", "ASYNC", "JSONASYNC", "ASJSONASYNC", "FROMJSONASYNC", "STRINGASYNC", "FOROBJECT",
    "FORENTITY", "AS", "JSONAS",
];

/// An address whose literal stands at `start..end` with its quotes: with `*` for each value that is joined to it. None where the
/// path begins in an earlier literal.
pub(crate) fn joined(text: &str, start: usize, end: usize, language: Option<LanguageId>) -> Option<String> {
    let operator = if language == Some(LanguageId::Php) { '.' } else { '+' };
    if let Some(before) = before_literal(text, start).strip_suffix(operator)
        && !is_base(before, operator)
    {
        return None;
    }
    let mut whole = text.get(start + 1..end.checked_sub(1)?)?.to_owned();
    let limit = text.floor_char_boundary((end + MAX_JOINED_BYTES).min(text.len()));
    let mut rest = text.get(end..limit)?;
    while let Some(operand) = rest.trim_start().strip_prefix(operator) {
        let operand = operand.trim_start();
        let bare = operand.trim_start_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, '$' | '@'));
        let is_literal = operand.len() - bare.len() <= 2 && bare.starts_with(['"', '\'', '`']);
        let operand = if is_literal { bare } else { operand };
        if let Some(quote) = operand.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) {
            let inner = operand.get(1..)?;
            let Some(close) = inner.find(quote) else { break };
            whole.push_str(inner.get(..close)?);
            rest = inner.get(close + 1..)?;
        } else {
            whole.push('*');
            rest = operand.get(end_of_operand(operand, operator)..)?;
        }
    }
    Some(whole)
}

/// The text before a literal and its prefix: `f`, `rb`, `$`, `@`.
pub(crate) fn before_literal(text: &str, start: usize) -> &str {
    let before = text.get(..start).unwrap_or_default();
    let bare = before.trim_end_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, '$' | '@'));
    // A longer word is none.
    if before.len() - bare.len() > 2 { before.trim_end() } else { bare.trim_end() }
}

/// Whether a text ends with one value that begins an expression, such as the address of a host: what is joined to it is a whole path.
fn is_base(text: &str, operator: char) -> bool {
    let from = text.ceil_char_boundary(text.len().saturating_sub(MAX_JOINED_BYTES));
    let text = text.get(from..).unwrap_or_default().trim_end();
    if text.ends_with(['"', '\'', '`']) {
        return false;
    }
    let mut depth = 0u32;
    for c in text.chars().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return true,
            '(' | '[' | '{' => depth -= 1,
            ',' | ';' | '\n' | '=' if depth == 0 => return true,
            _ if c == operator && depth == 0 => return false,
            _ => {}
        }
    }
    true
}

/// Where the value at the beginning of a text ends: before the next operator, or what ends the expression.
fn end_of_operand(text: &str, operator: char) -> usize {
    let mut depth = 0u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            ',' | ';' | '\n' if depth == 0 => return at,
            _ if c == operator && depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// The method of HTTP that the call around a first argument says by its name; empty where it says none.
pub(crate) fn method_of_call(text: &str, start: usize) -> &'static str {
    let before = before_literal(text, start);
    let before = before.strip_suffix('(').unwrap_or(before).trim_end();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = before.rsplit(|c: char| !is_part(c)).next().unwrap_or_default().to_ascii_uppercase();
    // Tests in a browser open a page by it, and what is linked is opened.
    if name == "VISIT" || is_link(text, start) {
        return "GET";
    }
    method_of_name(&name).unwrap_or("")
}

/// An address without a value at its end that continues a word, as that of a query mostly does: `/orders${query}`.
pub(crate) fn without_query(address: &str) -> &str {
    let Some(open) = address.rfind("${").or_else(|| address.rfind("#{")).or_else(|| address.rfind('{'))
    else {
        return address;
    };
    let before = address.get(..open).unwrap_or(address).trim_end_matches('$');
    let is_last = address.get(open..).is_some_and(|value| value.ends_with('}') && !value.contains('/'));
    let word = before.rsplit('/').next().unwrap_or(before);
    if is_last
        && word.len() > 1
        && word.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '_'))
        && word.ends_with(|c: char| c.is_ascii_alphabetic())
    {
        before
    } else {
        address
    }
}

/// The method of HTTP that an element of a page asks by, or what a controller returns: forms post where they do not say otherwise.
pub(crate) fn method_of_element(text: &str, at: Range<usize>) -> &'static str {
    let whole = text.get(at.clone()).unwrap_or_default();
    let name = whole.split('=').next().unwrap_or(whole);
    let last = name.rsplit(['-', ':']).next().unwrap_or(name).to_ascii_uppercase();
    if let Some(method) = HTTP_METHODS.iter().find(|method| **method == last) {
        return method;
    }
    if !matches!(last.as_str(), "ACTION" | "FORMACTION") {
        return "GET";
    }
    // The element around.
    let before = text.get(..at.start).unwrap_or_default();
    let start = before.rfind('<').unwrap_or(at.start);
    let end = text.get(at.end..).and_then(|rest| rest.find('>')).map_or(at.end, |end| at.end + end);
    let element = text.get(start..end.min(start + MAX_JOINED_BYTES)).unwrap_or_default().to_ascii_lowercase();
    if element.contains("method=\"post\"") || element.contains("method='post'") || name.contains("th:") {
        "POST"
    } else {
        "GET"
    }
}

/// The method of HTTP that a line in Ruby asks for a named route by: `redirect_to`, `link_to`, `button_to`, requests of tests.
pub(crate) fn method_of_ruby(text: &str, at: usize) -> Option<&'static str> {
    let before = text.get(..at)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    let said = ["turbo_method:", "method:", ":method =>"].iter().find_map(|key| {
        let (_, value) = line.split_once(key)?;
        let word = value.trim_start().trim_start_matches([':', '"', '\'']);
        HTTP_METHODS
            .iter()
            .find(|method| word.get(..method.len()).is_some_and(|start| start.eq_ignore_ascii_case(method)))
    });
    let asks = before.get(start..)?.trim_end_matches(['(', ' ']);
    let word = asks.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
    let upper = word.to_ascii_uppercase();
    if let Some(method) = HTTP_METHODS.iter().find(|method| **method == upper) {
        return Some(method);
    }
    let has = |word: &str| line.contains(word);
    if has("button_to") || has("form_tag") {
        return said.copied().or(Some("POST"));
    }
    if has("form_") {
        return said.copied();
    }
    let opens = has("redirect_to") || has("link_to") || has("visit") || has("redirect_back");
    said.copied().or_else(|| opens.then_some("GET"))
}

/// Whether an address is the value of `href`, of an element or of what a test looks for.
fn is_link(text: &str, start: usize) -> bool {
    let before = before_literal(text, start);
    before.strip_suffix([':', '=']).is_some_and(|before| before.trim_end().ends_with("href"))
}

/// The method of HTTP that a name in capitals begins with.
pub(crate) fn method_of_name(name: &str) -> Option<&'static str> {
    let said = |method: &&&str| name.strip_prefix(**method).is_some_and(|ending| ENDINGS.contains(&ending));
    HTTP_METHODS.iter().find(said).copied()
}

/// An address without what stands for the host: a value (`${base}/orders`), or a name without dots, which is that of a service.
pub(crate) fn without_base(address: &str) -> &str {
    let base = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"))
        .and_then(|rest| rest.find('/').and_then(|at| rest.get(at..)));
    let value = || {
        let inner = address.strip_prefix('$').unwrap_or(address).strip_prefix('{')?;
        inner.split_once('}').map(|(_, rest)| rest).filter(|rest| rest.starts_with('/'))
    };
    base.or_else(value).unwrap_or(address)
}
