//! Calls in the arguments of macros that a grammar loses: `CHECK(load(path))` without a semicolon is masked, and what is no
//! expression (`ASSIGN_OR_RETURN(auto it, store->load(path))`) is an error in the tree.

use tree_sitter::Node;

use super::File;
use super::declarators::is_macro;
use super::functions::STATEMENTS;
use super::names::scope;
use crate::outline::Outline;
use crate::references::Before;

/// Longer arguments are not read.
const MAX_ARGUMENTS_BYTES: usize = 2_000;
/// Macros of one function whose arguments are read.
const MAX_MACROS_ITEMS: usize = 1_000;
/// Words that a call may follow; behind others a name with parentheses is declared.
const BEFORE_CALLS: &[&str] =
    &["return", "co_return", "co_await", "co_yield", "throw", "else", "case", "not", "and", "or", "do"];
/// Words that stand before parentheses and are no functions.
const KEYWORDS: &[&str] = &[
    "new", "delete", "decltype", "alignof", "noexcept", "typeid", "defined", "operator", "int", "bool",
    "char", "void", "auto",
];

impl File<'_> {
    /// Notes what the arguments of macros in a function call, where the tree may not have it. `whole`: the function, `body`: its
    /// block.
    pub(super) fn lost_calls(&self, whole: Node<'_>, body: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let Some(body) = body else { return };
        let (text, broken) = (outline.text, body.has_error());
        let Some(code) = text.get(..body.end_byte()) else { return };
        let mut reader = Reader { bytes: code.as_bytes(), at: body.start_byte() };
        let mut macros = 0;
        while let Some((start, end)) = reader.word() {
            let word = code.get(start..end).unwrap_or("");
            if word.len() < 3 || !is_macro(word) || reader.next_sign() != Some(b'(') {
                continue;
            }
            let open = reader.at;
            let Some(close) = reader.closed() else { continue };
            if !broken && !ends_without_semicolon(code, close) && !declares(code.get(open + 1..close)) {
                // What it calls is in the tree. Another macro may stand in it.
                continue;
            }
            macros += 1;
            if macros > MAX_MACROS_ITEMS {
                return;
            }
            self.calls_within(whole, open + 1, close, outline);
            reader.at = close + 1;
        }
    }

    fn calls_within(&self, whole: Node<'_>, from: usize, to: usize, outline: &mut Outline<'_>) {
        let text = outline.text;
        let Some(code) = text.get(..to) else { return };
        let mut reader = Reader { bytes: code.as_bytes(), at: from };
        while let Some((start, end)) = reader.word() {
            let Some(word) = code.get(start..end) else { continue };
            let is_name = !is_macro(word) && !STATEMENTS.contains(&word) && !KEYWORDS.contains(&word);
            if !is_name || reader.next_sign() != Some(b'(') {
                continue;
            }
            let head = code.get(whole.start_byte()..start).unwrap_or("");
            if let Some(before) = self.stands_behind(head, word) {
                outline.lost_call(word, before, start);
            }
        }
    }

    /// What stands before a name that is called; none where it is declared, or a variable of the function.
    fn stands_behind<'t>(&self, head: &'t str, word: &str) -> Option<Before<'t>> {
        let before = head.trim_end();
        if before.ends_with("->") || before.ends_with('.') {
            // A field of C is no definition.
            return self.rules.cpp.then_some(Before::Value);
        }
        if before.ends_with("::") {
            let chain = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
            let path = before.get(before.trim_end_matches(chain).len()..)?;
            return Some(scope(path));
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let last = before.get(before.trim_end_matches(is_word).len()..).unwrap_or("");
        if !last.is_empty() && !BEFORE_CALLS.contains(&last)
            || before.ends_with(['>', '*', '&']) && !last.is_empty()
        {
            return None;
        }
        (!names_variable(head, word)).then_some(Before::Nothing)
    }
}

/// Whether a text uses a word otherwise than to call it: a parameter, a local.
fn names_variable(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).unwrap_or("");
        let after = text.get(at + word.len()..).unwrap_or("");
        !before.ends_with(is_word)
            && !before.ends_with(['.', '>', ':', '"'])
            && !after.starts_with(is_word)
            && !after.trim_start().starts_with(['(', ':'])
    })
}

/// Whether the first argument of a macro declares something: `auto it, load(path)`.
fn declares(arguments: Option<&str>) -> bool {
    let first = arguments.and_then(|all| all.split(',').next()).unwrap_or("").trim();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let name = first.get(first.trim_end_matches(is_word).len()..).unwrap_or("");
    let of = first.strip_suffix(name).unwrap_or("");
    !name.is_empty()
        && of.ends_with([' ', '*', '&'])
        && of.trim_end_matches([' ', '*', '&']).ends_with(|c: char| is_word(c) || c == '>')
}

/// Whether a statement that ends with `)` has no semicolon behind it, and is no part of another.
fn ends_without_semicolon(code: &str, close: usize) -> bool {
    let after = code.get(close + 1..).unwrap_or("").trim_start();
    after.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '}'))
}

/// Reads words, past comments and literals.
struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Where the next word begins and ends.
    fn word(&mut self) -> Option<(usize, usize)> {
        while self.at < self.bytes.len() {
            if self.skipped() {
                continue;
            }
            let start = self.at;
            while is_word_byte(self.byte(0)) {
                self.at += 1;
            }
            if self.at > start {
                if !self.bytes.get(start).is_some_and(u8::is_ascii_digit) {
                    return Some((start, self.at));
                }
                continue;
            }
            self.at += 1;
        }
        None
    }

    /// The next byte that is no white space, where reading goes on.
    fn next_sign(&mut self) -> Option<u8> {
        while self.byte(0).is_ascii_whitespace() {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Where the parenthesis at hand closes. Reading stays where it is.
    fn closed(&self) -> Option<usize> {
        let mut reader = Reader { bytes: self.bytes, at: self.at };
        let mut depth = 0_usize;
        while reader.at < reader.bytes.len().min(self.at + MAX_ARGUMENTS_BYTES) {
            if reader.skipped() {
                continue;
            }
            match reader.byte(0) {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Some(reader.at);
            }
            reader.at += 1;
        }
        None
    }

    /// Goes past a comment or a literal that begins here.
    fn skipped(&mut self) -> bool {
        let (end, escapes): (&[u8], bool) = match (self.byte(0), self.byte(1)) {
            (b'/', b'/') => (b"\n", false),
            (b'/', b'*') => (b"*/", false),
            (b'"', _) if self.at.checked_sub(1).and_then(|at| self.bytes.get(at)) == Some(&b'R') => {
                (b")\"", false)
            }
            (b'"', _) => (b"\"", true),
            (b'\'', _) => (b"'", true),
            _ => return false,
        };
        self.at += 1 + usize::from(end.len() > 1 && !escapes);
        while self.at < self.bytes.len() {
            if escapes && self.byte(0) == b'\\' {
                self.at += 2;
                continue;
            }
            if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(end)) {
                self.at += end.len();
                return true;
            }
            // A literal that does not end on its line is none.
            if escapes && self.byte(0) == b'\n' {
                return true;
            }
            self.at += 1;
        }
        true
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
