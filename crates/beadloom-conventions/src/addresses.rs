//! Addresses as clients write them: in parts, and as the argument of a call that says the method of HTTP.

use beadloom_model::{HTTP_METHODS, LanguageId};

/// Bytes of an address and of what is joined to it.
const MAX_JOINED_BYTES: usize = 600;

/// What may follow the method of HTTP in the name of a client's function, in capitals: `postJson`, `getForObject`, `delete_json`.
const ENDINGS: &[&str] = &[
    "",
    "JSON",
    "_JSON",
    "ASYNC",
    "JSONASYNC",
    "ASJSONASYNC",
    "FROMJSONASYNC",
    "STRINGASYNC",
    "FOROBJECT",
    "FORENTITY",
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
    // Tests in a browser open a page by it.
    if name == "VISIT" {
        return "GET";
    }
    method_of_name(&name).unwrap_or("")
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
