//! What a task spells out as it stands in code: names, paths, options, routes and messages. Who writes one expects it to be there.

use crate::search::understand::is_extension;
use crate::text::has_word;

/// Characters of a task that are read.
const MAX_TEXT_CHARS: usize = 16_384;

/// Things that are looked up.
const MAX_TERMS: usize = 12;

/// Bytes of one.
const MAX_BYTES: usize = 160;

/// Words and bytes that a message has at least.
const MIN_MESSAGE_WORDS: usize = 2;
const MIN_MESSAGE_BYTES: usize = 8;

/// Letters of each part of a name that is written with capitals alone: `GoTo` may be a word of a sentence.
const MIN_PART: usize = 3;

/// Names of products that are written like those of types, in lower case.
const PRODUCTS: &str = "\
    bitbucket chatgpt coffeescript devops dockerhub facebook fastapi github gitlab graphql intellij javascript \
    kotlin linkedin mariadb mongodb openapi paypal postgresql powershell pycharm sharepoint sourceforge \
    stackoverflow typescript vscode websocket websockets webassembly whatsapp wordpress youtube";

/// Folders that are not indexed: nothing is known of what they hold.
const UNKNOWN_FOLDERS: &[&str] = &[".git", "build", "dist", "node_modules", "out", "target", "vendor"];

/// Quotation marks in which a message stands.
const QUOTES: &[(char, char)] =
    &[('`', '`'), ('"', '"'), ('“', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('»', '«'), ('‘', '’')];

/// What is spelt out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `parse_header`, `Ledger`, `--dry-run` without its dashes.
    Name,
    /// `Ledger.post`, `ledger::post`.
    Qualified,
    /// `src/ledger.py`, `ledger.py`.
    Path,
    /// `/api/users/:id`.
    Route,
    /// Several words in quotation marks.
    Message,
}

/// Something that a task spells out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spelt {
    pub kind: Kind,
    /// As written.
    pub text: String,
}

/// What a task spells out, each once, in the order of appearance. Blocks of code are left out: they show what somebody else wrote.
pub(super) fn spelt(task: &str) -> Vec<Spelt> {
    let task = &task[..task.floor_char_boundary(MAX_TEXT_CHARS)];
    let mut found: Vec<Spelt> = Vec::new();
    let mut is_fenced = false;
    for line in task.lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
            continue;
        }
        if !is_fenced {
            in_line(line, &mut |one| {
                if found.len() < MAX_TERMS && !found.iter().any(|known| known.text == one.text) {
                    found.push(one);
                }
            });
        }
    }
    found
}

fn in_line(line: &str, emit: &mut dyn FnMut(Spelt)) {
    let mut rest = line;
    while let Some((before, open, behind)) = next_quote(rest) {
        words(before, emit);
        let closing = QUOTES.iter().filter(|(begin, _)| *begin == open).map(|(_, end)| *end);
        let end = closing.filter_map(|end| behind.find(end).map(|at| (at, end.len_utf8()))).min();
        let Some((at, length)) = end else {
            rest = behind;
            continue;
        };
        let inside = behind.get(..at).unwrap_or_default().trim();
        rest = behind.get(at + length..).unwrap_or_default();
        if !inside.contains(char::is_whitespace) {
            emit_token(inside, open == '`', emit);
        } else if let Some(message) = message(inside) {
            emit(message);
        } else {
            words(inside, emit);
        }
    }
    words(rest, emit);
}

/// Where a quotation begins. A single one begins a word, as an apostrophe does not.
fn next_quote(text: &str) -> Option<(&str, char, &str)> {
    let (at, open) = text.char_indices().find(|(_, c)| QUOTES.iter().any(|(open, _)| open == c))?;
    Some((text.get(..at)?, open, text.get(at + open.len_utf8()..)?))
}

fn message(text: &str) -> Option<Spelt> {
    let count = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    let fits = (MIN_MESSAGE_BYTES..=MAX_BYTES).contains(&text.len()) && count >= MIN_MESSAGE_WORDS;
    fits.then(|| Spelt { kind: Kind::Message, text: text.to_owned() })
}

fn words(text: &str, emit: &mut dyn FnMut(Spelt)) {
    // Messages in single quotation marks, which apostrophes are too.
    let mut rest = text;
    while let Some((before, inside, behind)) = single_quoted(rest) {
        for word in before.split_whitespace() {
            emit_token(word, false, emit);
        }
        match message(inside) {
            Some(message) => emit(message),
            None => inside.split_whitespace().for_each(|word| emit_token(word, false, emit)),
        }
        rest = behind;
    }
    for word in rest.split(|c: char| c.is_whitespace() || ",;|".contains(c)) {
        emit_token(word, false, emit);
    }
}

/// `'like this'`, with what stands before and behind it.
fn single_quoted(text: &str) -> Option<(&str, &str, &str)> {
    for (at, _) in text.match_indices('\'') {
        let (before, behind) = (text.get(..at)?, text.get(at + 1..)?);
        let opens = !before.ends_with(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric);
        let end = behind
            .match_indices('\'')
            .map(|(end, _)| end)
            .find(|end| behind.get(end + 1..).is_some_and(|after| !after.starts_with(char::is_alphanumeric)));
        if opens && let Some(end) = end {
            return Some((before, behind.get(..end)?, behind.get(end + 1..)?));
        }
    }
    None
}

fn emit_token(token: &str, is_code: bool, emit: &mut dyn FnMut(Spelt)) {
    let outer = |c: char| !c.is_alphanumeric() && !"_-/.$".contains(c);
    let is_called = token.trim_end_matches(|c: char| ".,:;!?".contains(c)).ends_with("()");
    let token = token.trim_matches(outer).trim_end_matches(['.', '-', '/']);
    let token = token.split('(').next().unwrap_or(token);
    if token.is_empty() || token.len() > MAX_BYTES || token.contains("://") || token.contains('@') {
        return;
    }
    if let Some(kind) = kind_of(token, is_code || is_called) {
        let text = if token.starts_with("--") { token.split('=').next().unwrap_or(token) } else { token };
        emit(Spelt { kind, text: text.to_owned() });
    }
}

fn kind_of(token: &str, is_code: bool) -> Option<Kind> {
    if let Some(option) = token.strip_prefix("--") {
        return option.starts_with(char::is_alphabetic).then_some(Kind::Name);
    }
    if token.contains('/') {
        return path_of(token);
    }
    let parts: Vec<&str> = token.split(['.', ':', '#', '>']).map(|part| part.trim_matches('-')).collect();
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let are_names = parts.iter().all(|part| is_identifier(part) && part.chars().nth(1).is_some());
    match parts.as_slice() {
        [_] => {
            let name = token.trim_start_matches(['.', '-', '$']);
            (is_identifier(name) && name.chars().nth(2).is_some() && (is_code || looks_like_code(name)))
                .then_some(Kind::Name)
        }
        [stem, ending] if token.contains('.') && is_extension(ending) => {
            // `Node.js` is no file.
            let is_product = *ending == "js" && stem.starts_with(char::is_uppercase);
            (are_names && !is_product).then_some(Kind::Path)
        }
        [.., _] if are_names => {
            let is_written =
                is_code || token.contains("::") || parts.iter().any(|part| looks_like_code(part));
            let starts = parts.iter().any(|part| part.starts_with(char::is_uppercase)) && token.contains('.');
            (is_written || starts && parts.iter().any(|part| part.starts_with(char::is_lowercase)))
                .then_some(Kind::Qualified)
        }
        _ => None,
    }
}

/// Of a token with slashes. `and/or` is none, and nothing is known of another machine's folders.
fn path_of(token: &str) -> Option<Kind> {
    let segments: Vec<&str> = token.split('/').filter(|one| !one.is_empty() && *one != ".").collect();
    if segments.iter().any(|one| UNKNOWN_FOLDERS.contains(one) || one.contains(".."))
        || token.starts_with('~')
    {
        return None;
    }
    let last = segments.last()?;
    let has_ending = last.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && is_extension(ending.split(':').next().unwrap_or(ending))
    });
    if token.starts_with('/') {
        return (!has_ending && segments.len() > 1).then_some(Kind::Route);
    }
    let is_deep = segments.len() > 2 && segments.iter().all(|one| is_identifier(one) && one.len() > 1);
    (has_ending || is_deep).then_some(Kind::Path)
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'))
}

/// Whether people write a word so of code alone.
fn looks_like_code(name: &str) -> bool {
    let inner = name.trim_matches('_');
    if inner.contains('_') {
        return true;
    }
    if name.contains('-') || has_word(PRODUCTS, &name.to_lowercase()) {
        return false;
    }
    let mut humps: Vec<usize> = Vec::new();
    let mut before = ' ';
    for c in inner.chars() {
        match humps.last_mut() {
            Some(length) if !(c.is_uppercase() && before.is_lowercase()) => *length += 1,
            _ => humps.push(1),
        }
        before = c;
    }
    let has_lower = inner.chars().any(char::is_lowercase);
    has_lower && humps.len() > 1 && humps.iter().all(|length| *length >= MIN_PART)
        || has_lower && humps.len() > 2
}

#[cfg(test)]
mod tests {
    use super::{Kind, spelt};

    #[test]
    fn what_stands_in_code_is_told_from_words() {
        use Kind::{Message, Name, Path, Qualified, Route};
        for (task, expected) in [
            ("fix frobnicate_widget", &[(Name, "frobnicate_widget")][..]),
            ("FooBarService.qux fails", &[(Qualified, "FooBarService.qux")]),
            ("why does Ledger.post() write twice?", &[(Qualified, "Ledger.post")]),
            ("ledger::post is slow", &[(Qualified, "ledger::post")]),
            ("mend src/none/at/all.py:12", &[(Path, "src/none/at/all.py:12")]),
            ("the flag --no-such-flag=1 is ignored", &[(Name, "--no-such-flag")]),
            ("`retry` in the client", &[(Name, "retry")]),
            ("call parseHeader(text) once", &[(Name, "parseHeader")]),
            ("it says \"the frob went away\" at start", &[(Message, "the frob went away")]),
            ("it says 'the frob went away' at start", &[(Message, "the frob went away")]),
            ("don't show the user's name, or it's wrong", &[]),
            ("die Meldung „Rechnung fehlt leider“ erscheint", &[(Message, "Rechnung fehlt leider")]),
            ("GET /api/users/:id fails", &[(Route, "/api/users/:id")]),
            ("read and/or write, e.g. on GitHub or Node.js 18.2.1 of example.com", &[]),
            ("Set up iOS and macOS builds. Then the iPhone.", &[]),
            ("see https://example.com/a_b/c.py and me@foo_bar.org", &[]),
            ("```\nfoo_bar(1)\n```\nbreaks", &[]),
            ("remove dist/cli.js", &[]),
        ] {
            let found: Vec<(Kind, String)> =
                spelt(task).into_iter().map(|one| (one.kind, one.text)).collect();
            let expected: Vec<(Kind, String)> =
                expected.iter().map(|(kind, text)| (*kind, (*text).to_owned())).collect();
            assert_eq!(found, expected, "{task}");
        }
        assert!(spelt(&"a_b1 c_d2 e_f3 ".repeat(9_000)).len() <= 12);
    }
}
