//! Calls of HTTP clients in product code, by the names of what is called: `fetch('/orders')`, `axios.post('/orders')`,
//! `restTemplate.getForObject("/orders")`, and interfaces of which a library makes clients. The same words register routes elsewhere
//! (`app.get('/orders', …)`), so whatever is not known to be a client is none.

use std::ops::Range;

use beadloom_model::HTTP_METHODS;

use crate::addresses::{before_literal, method_of_name};
use crate::names::underscored;

/// Bytes before and behind an address that say what is asked for.
const MAX_AROUND_BYTES: usize = 300;

/// Functions that ask for an address and are called by their names alone; whether they ask by GET where nothing else is said.
const FUNCTIONS: &[(&str, bool)] = &[
    ("fetch", true),
    ("$fetch", true),
    ("ofetch", true),
    ("useFetch", true),
    ("useLazyFetch", true),
    ("useSWR", true),
    ("apiFetch", true),
    ("fetchJson", true),
    ("fetcher", true),
    ("axios", true),
    ("ky", true),
    ("got", true),
    ("$http", true),
    ("ajax", true),
    ("request", false),
    ("apiRequest", false),
];

/// Words of what clients are called.
const CLIENTS: &[&str] = &[
    "http", "https", "axios", "api", "client", "request", "requests", "rest", "fetch", "fetcher", "ky",
    "got", "superagent", "httpx", "ajax", "jquery", "$",
];

/// Words of what routes are registered with.
const ROUTERS: &[&str] = &[
    "app", "application", "router", "route", "routes", "blueprint", "bp", "server", "group", "mock", "nock",
    "msw",
];

/// The method of HTTP by which a client asks for the address at a place (with its quotes); empty where that is not known. None where
/// nothing shows that a client does.
pub(crate) fn method_of_client(text: &str, at: Range<usize>) -> Option<&'static str> {
    let from = text.ceil_char_boundary(at.start.saturating_sub(MAX_AROUND_BYTES));
    let before = call_before(before_literal(text, at.start).get(from..)?)?;
    let end = text.floor_char_boundary((at.end + MAX_AROUND_BYTES).min(text.len()));
    let after = rest_of_call(text.get(at.end..end)?);
    if let Some(before) = option_before(before) {
        // `axios({ method: 'post', url: '/orders' })`
        let (callee, inside) = before.rsplit_once('(')?;
        let (name, _) = name_before(callee);
        let known = FUNCTIONS.iter().find(|(function, _)| *function == name);
        return known.map(|_| option(inside).or_else(|| option(after)).unwrap_or(""));
    }
    let callee = before.strip_suffix('(')?.trim_end();
    let callee = without_type_arguments(callee);
    let (name, before_name) = name_before(callee);
    if is_annotated(before_name) {
        return declared(text, name, before_name);
    }
    let receiver = before_name.strip_suffix('.').map(|before| before.trim_end().trim_end_matches(['?', '!']));
    if let Some(receiver) = receiver {
        // A decorator registers a route.
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        if receiver.trim_end_matches(is_part).ends_with('@') {
            return None;
        }
        let words = underscored(last_name(receiver));
        let is = |list: &[&str]| words.split(['_', '.', '-', '/', '$']).any(|word| list.contains(&word));
        if name == "uri" {
            // `webClient.get().uri("/orders")`
            let made = receiver.strip_suffix("()").map(|made| name_before(made).0.to_ascii_uppercase());
            return made.and_then(|made| method_of_name(&made));
        }
        // A way of asking may stand between: `http.silently.put('orders')`.
        let chain = receiver.rsplit_once('.').map(|(before, _)| name_before(before));
        let is_chained = chain.is_some_and(|(name, before)| {
            matches!(name, "http" | "axios" | "$http" | "api") && !before.ends_with('.')
        });
        let is_window = matches!(receiver, "window" | "self" | "globalThis" | "this" | "$" | "jQuery");
        if !is_window || !FUNCTIONS.iter().any(|(function, _)| *function == name) {
            if is(ROUTERS) || !(is(CLIENTS) || is_chained || receiver.ends_with('$')) || gives_function(after)
            {
                return None;
            }
            if name == "exchange" {
                let (_, method) = after.split_once("HttpMethod.")?;
                return HTTP_METHODS.iter().find(|known| method.starts_with(**known)).copied();
            }
            return match method_of_name(&name.to_ascii_uppercase()) {
                Some(method) => Some(method),
                None if name == "request" => Some(option(after).unwrap_or("")),
                None => None,
            };
        }
    }
    let (_, asks_by_get) = FUNCTIONS.iter().find(|(function, _)| *function == name)?;
    let is_set = option(after);
    // What is given by a variable may say a method.
    // Behind the address of this one stands a function.
    let is_read = name == "useSWR";
    let plain = is_read || after.trim_start().trim_start_matches(',').trim_start().starts_with(['{', ')']);
    Some(is_set.unwrap_or(if *asks_by_get && plain && !after.contains("...") { "GET" } else { "" }))
}

/// What stands before an address that is joined to a base: `http.Get(base() + "/orders")`.
fn call_before(before: &str) -> Option<&str> {
    let Some(sum) = before.strip_suffix(['+', '.']) else { return Some(before) };
    let mut depth = 0u32;
    for (at, c) in sum.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => return sum.get(..=at),
            ',' | ';' | '\n' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The text before the name of an option whose value an address is.
fn option_before(before: &str) -> Option<&str> {
    let key = before.strip_suffix([':', '='])?.trim_end();
    key.strip_suffix("url")
        .or_else(|| key.strip_suffix("\"url\""))
        .filter(|rest| rest.ends_with(|c: char| c.is_whitespace() || matches!(c, '{' | ',' | '(')))
}

/// The rest of the arguments up to the end of the call.
fn rest_of_call(text: &str) -> &str {
    let mut depth = 0u32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return text.get(..=at).unwrap_or(text),
            ')' | ']' | '}' => depth -= 1,
            ';' if depth == 0 => return text.get(..at).unwrap_or(text),
            _ => {}
        }
    }
    text
}

/// The method that an option says: `method: 'POST'`, `type: "post"`.
fn option(text: &str) -> Option<&'static str> {
    let value = ["method:", "method =", "method=", "\"method\":", "type:"]
        .iter()
        .find_map(|key| text.split_once(key).map(|(_, value)| value.trim_start()))?;
    let value = value.strip_prefix(['"', '\'', '`'])?;
    let word: String = value.chars().take_while(char::is_ascii_alphabetic).collect();
    HTTP_METHODS.iter().find(|method| method.eq_ignore_ascii_case(&word)).copied()
}

/// Whether an argument behind the address is a function: then the call registers a handler.
fn gives_function(after: &str) -> bool {
    let Some(next) = after.trim_start().strip_prefix(',') else { return false };
    let next = next.trim_start();
    let first = next.split_once('\n').map_or(next, |(line, _)| line);
    next.starts_with("async") || next.starts_with("function") || first.contains("=>")
}

/// A name at the end of a text, and the text before it.
fn name_before(text: &str) -> (&str, &str) {
    let before = text.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
    (text.get(before.len()..).unwrap_or(""), before.trim_end())
}

/// The last name of what a member is called on, also of a call.
fn last_name(receiver: &str) -> &str {
    let receiver = match receiver.strip_suffix(')').and_then(|inner| inner.rfind('(')) {
        Some(open) => receiver.get(..open).unwrap_or(receiver),
        None => receiver,
    };
    name_before(receiver).0
}

/// `get<Order[]>` without its arguments.
fn without_type_arguments(callee: &str) -> &str {
    if !callee.ends_with('>') {
        return callee;
    }
    let mut depth = 0u32;
    for (at, c) in callee.char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' if depth == 1 => return callee.get(..at).unwrap_or(callee).trim_end(),
            '<' => depth -= 1,
            _ => {}
        }
    }
    callee
}

fn is_annotated(before_name: &str) -> bool {
    before_name.ends_with(['@', '['])
}

/// The method of an annotation on a method of an interface that a library makes a client of.
fn declared(text: &str, name: &str, before_name: &str) -> Option<&'static str> {
    if before_name.ends_with('[') {
        // Refit: `[Get("/orders")]`.
        let is_imported = text.contains("using Refit");
        let known = HTTP_METHODS.iter().find(|method| method.eq_ignore_ascii_case(name));
        return known.copied().filter(|_| is_imported);
    }
    if HTTP_METHODS.contains(&name) {
        // Retrofit: `@GET("/orders")`.
        return HTTP_METHODS
            .iter()
            .find(|method| **method == name)
            .copied()
            .filter(|_| text.contains("retrofit2."));
    }
    let verb = match name.strip_suffix("Exchange") {
        Some(verb) => verb,
        None => name.strip_suffix("Mapping").filter(|_| text.contains("@FeignClient"))?,
    };
    HTTP_METHODS.iter().find(|method| method.eq_ignore_ascii_case(verb)).copied()
}
