//! Expressions of templates: which names they read and call, and which they bind themselves.
//!
//! A template has no tree of its own here: its expressions are short, and names are told by what stands around them. A name
//! counts only where a script of the file imports or defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use crate::outline::Outline;
use crate::references::Before;

/// Expressions of one file, names of one expression, and texts within texts that are read.
const MAX_EXPRESSIONS_ITEMS: usize = 20_000;
const MAX_NAMES_ITEMS: usize = 400;
const MAX_NESTED_ITEMS: usize = 8;

/// What stands in the markup of one file beside its tags.
#[derive(Default)]
pub(super) struct Expressions {
    found: Vec<Range<usize>>,
    /// Names that the markup binds, and where they hold.
    locals: Vec<(Range<usize>, Range<usize>)>,
}

impl Expressions {
    pub(super) fn add(&mut self, range: Range<usize>) {
        if self.found.len() < MAX_EXPRESSIONS_ITEMS && !range.is_empty() {
            self.found.push(range);
        }
    }

    /// Every name in `pattern` holds in `scope`.
    pub(super) fn bind(&mut self, text: &str, pattern: Range<usize>, scope: Range<usize>) {
        let room = MAX_EXPRESSIONS_ITEMS.saturating_sub(self.locals.len());
        let words = words(text, pattern, 0).into_iter().take(room);
        self.locals.extend(words.map(|word| (scope.clone(), word.range)));
    }

    /// `v-for="(line, at) in lines"`, `@click="close()"`, `#item="{ line }"`, `:title="text"`.
    pub(super) fn directive(&mut self, node: Node<'_>, text: &str) {
        let whole = node.byte_range();
        let Some(written) = text.get(whole.clone()) else { return };
        let Some((name, _)) = written.split_once('=') else { return };
        // `@[event]="close()"`
        if let (Some(open), Some(close)) = (name.find('['), name.rfind(']')) {
            self.add(whole.start + open + 1..whole.start + close);
        }
        let mut value = whole.start + name.len() + 1..whole.end;
        let quoted = text.get(value.clone()).is_some_and(|value| value.starts_with(['"', '\'']));
        if quoted && value.len() >= 2 {
            value = value.start + 1..value.end - 1;
        }
        let Some(written) = text.get(value.clone()) else { return };
        let element = node.parent().and_then(|tag| tag.parent()).map_or(whole, |of| of.byte_range());
        if name.starts_with("v-for") {
            let at = [" in ", " of "].into_iter().filter_map(|word| written.find(word)).min();
            if let Some(at) = at {
                self.bind(text, value.start..value.start + at, element);
                self.add(value.start + at + 4..value.end);
            }
        } else if name.starts_with(['#']) || name.starts_with("v-slot") || name == "slot-scope" {
            self.bind(text, value, element);
        } else {
            self.add(value);
        }
    }

    /// A text in braces, by what is around it.
    pub(super) fn braces(&mut self, node: Node<'_>, text: &str) {
        let range = node.byte_range();
        let Some(parent) = node.parent() else { return };
        let block = parent.parent().map_or_else(|| parent.byte_range(), |block| block.byte_range());
        match parent.kind() {
            "each_start" => {
                let written = text.get(range.clone()).unwrap_or("");
                let binds = parent.child_by_field_name("parameter").is_some_and(|of| of.id() == node.id());
                match written.find(" as ") {
                    _ if binds => self.each(text, range, block),
                    Some(at) => {
                        self.add(range.start..range.start + at);
                        self.each(text, range.start + at + 4..range.end, block);
                    }
                    None => self.add(range),
                }
            }
            "then_start" | "catch_start" | "snippet_start" => self.bind(text, range, block),
            "await_start" => {
                let written = text.get(range.clone()).unwrap_or("");
                let at = written.find(" then ").unwrap_or(written.len());
                self.add(range.start..range.start + at);
                if at < written.len() {
                    self.bind(text, range.start + at + 6..range.end, block);
                }
            }
            "const_tag" => {
                let at = text.get(range.clone()).and_then(|written| written.find('='));
                let at = range.start + at.unwrap_or(0);
                self.bind(text, range.start..at, block);
                self.add(at..range.end);
            }
            _ => self.add(range),
        }
    }

    /// `line, at (line.id)`: names, and the key that tells them apart.
    fn each(&mut self, text: &str, range: Range<usize>, block: Range<usize>) {
        let written = text.get(range.clone()).unwrap_or("");
        let at = range.start + written.find('(').unwrap_or(written.len());
        self.bind(text, range.start..at, block);
        self.add(at..range.end);
    }

    /// `use:tooltip`, `transition:fade`, `let:item`.
    pub(super) fn attribute(&mut self, node: Node<'_>, text: &str) {
        let range = node.byte_range();
        let Some((word, name)) = text.get(range.clone()).and_then(|name| name.split_once(':')) else {
            return;
        };
        let name = name.split('|').next().unwrap_or(name);
        let named = range.start + word.len() + 1..range.start + word.len() + 1 + name.len();
        match word {
            "use" | "transition" | "in" | "out" | "animate" => self.add(named),
            "let" => {
                let element = node
                    .parent()
                    .and_then(|of| of.parent())
                    .and_then(|tag| tag.parent())
                    .map(|of| of.byte_range());
                self.bind(text, named, element.unwrap_or(range));
            }
            _ => {}
        }
    }

    /// The names that the markup binds, by name.
    fn locals<'t>(&self, text: &'t str) -> Locals<'t> {
        let mut locals: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (scope, place) in &self.locals {
            let name = text.get(place.clone()).unwrap_or("");
            locals.entry(name).or_default().push((scope.start, scope.end));
        }
        for scopes in locals.values_mut() {
            scopes.sort_unstable();
            // The furthest end so far: scopes lie in each other, and a name may be bound in each.
            let mut furthest = 0;
            for (_, end) in scopes {
                furthest = furthest.max(*end);
                *end = furthest;
            }
        }
        Locals(locals)
    }

    /// Reports what the expressions read and call of what the scripts import or define.
    pub(super) fn report(&self, imported: &BTreeSet<&str>, outline: &mut Outline<'_>) {
        let text = outline.text;
        let mut known: BTreeMap<String, bool> = BTreeMap::new();
        for draft in &outline.drafts {
            let is_method = draft.definition.kind == SymbolKind::Method;
            known.entry(draft.definition.name.clone()).and_modify(|of| *of &= is_method).or_insert(is_method);
        }
        let locals = self.locals(text);
        for expression in &self.found {
            let words = words(text, expression.clone(), 0);
            let parameters = parameters(text, expression.clone());
            let parameters: BTreeSet<&str> =
                parameters.into_iter().filter_map(|place| text.get(place)).collect();
            for (number, word) in words.iter().enumerate() {
                let Some(name) = text.get(word.range.clone()) else { continue };
                if word.member || word.key {
                    continue;
                }
                let of_store = outline.store_of(name);
                let name = of_store.unwrap_or(name);
                let is_imported = imported.contains(name);
                let method = if is_imported { Some(false) } else { known.get(name).copied() };
                let is_local = parameters.contains(name) || locals.holds(name, expression.start);
                if let Some(method) = method.filter(|_| !is_local) {
                    if of_store.is_some() {
                        outline.value_to(name, Before::Nothing, word.range.start + 1);
                        continue;
                    }
                    report(name, if method { Before::This } else { Before::Nothing }, word, outline);
                }
                for member in words.get(number + 1..).unwrap_or_default().iter().take_while(|of| of.member) {
                    let path = text.get(word.range.start..member.range.start).unwrap_or("");
                    let path = path.trim_end_matches(['.', '?', ' ']);
                    let Some(name) = text.get(member.range.clone()) else { break };
                    // Of what type a variable of the component or a loop is, the markup does not say.
                    let is_known = is_imported && !is_local;
                    report(name, if is_known { Before::Path(path) } else { Before::Value }, member, outline);
                    if member.called {
                        break;
                    }
                }
            }
        }
    }
}

/// Where names of the markup hold: starts of scopes, and the furthest end of those so far.
struct Locals<'t>(BTreeMap<&'t str, Vec<(usize, usize)>>);

impl Locals<'_> {
    fn holds(&self, name: &str, at: usize) -> bool {
        self.0.get(name).is_some_and(|scopes| {
            let before = scopes.partition_point(|(start, _)| *start <= at);
            scopes.get(..before).and_then(<[_]>::last).is_some_and(|(_, end)| at < *end)
        })
    }
}

fn report<'t>(name: &'t str, before: Before<'t>, word: &Word, outline: &mut Outline<'t>) {
    if word.called {
        outline.reference_to(ReferenceKind::Call, name, before, word.range.start);
    } else {
        outline.value_to(name, before, word.range.start);
    }
}

/// A name in an expression.
struct Word {
    range: Range<usize>,
    /// It stands behind a dot.
    member: bool,
    /// It is the key of an object.
    key: bool,
    /// It is called.
    called: bool,
}

/// The names in a part of a text, outside of strings.
fn words(text: &str, range: Range<usize>, nested: usize) -> Vec<Word> {
    let mut words = Vec::new();
    let Some(part) = text.get(range.clone()) else { return words };
    let bytes = part.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80;
    let mut at = 0;
    let mut before = b'\0';
    let mut second = b'\0';
    while let Some(byte) = bytes.get(at).copied() {
        if matches!(byte, b'"' | b'\'') {
            at = end_of_string(bytes, at);
            (second, before) = (before, byte);
        } else if byte == b'`' {
            let end = end_of_string(bytes, at);
            let mut open = at;
            while let Some(found) = part.get(open..end).and_then(|rest| rest.find("${")) {
                let start = open + found + 2;
                let length = part.get(start..end).and_then(|rest| rest.find('}')).unwrap_or(0);
                if nested < MAX_NESTED_ITEMS {
                    let inner = range.start + start..range.start + start + length;
                    words.extend(self::words(text, inner, nested + 1));
                }
                open = start + length;
            }
            at = end;
            (second, before) = (before, byte);
        } else if is_name(byte) {
            let start = at;
            while bytes.get(at).copied().is_some_and(is_name) {
                at += 1;
            }
            if !byte.is_ascii_digit() && words.len() < MAX_NAMES_ITEMS {
                let rest = part.get(at..).unwrap_or("").trim_start();
                let called = rest.starts_with('(') || rest.starts_with("?.(");
                words.push(Word {
                    range: range.start + start..range.start + at,
                    member: before == b'.' && second != b'.',
                    key: matches!(before, b'{' | b',') && rest.starts_with(':'),
                    called,
                });
            }
            (second, before) = (before, b'a');
        } else {
            at += 1;
            if !byte.is_ascii_whitespace() {
                (second, before) = (before, byte);
            }
        }
    }
    words
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let quote = bytes.get(start).copied();
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at).copied() {
        at += 1;
        if byte == b'\\' {
            at += 1;
        } else if Some(byte) == quote {
            break;
        }
    }
    at.min(bytes.len())
}

/// The parameters of the arrow functions in an expression.
fn parameters(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let Some(part) = text.get(range.clone()) else { return found };
    for (at, _) in part.match_indices("=>").take(MAX_NAMES_ITEMS) {
        let head = part.get(..at).unwrap_or("").trim_end();
        let start = if let Some(inner) = head.strip_suffix(')') {
            inner.rfind('(').unwrap_or(inner.len())
        } else {
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
            head.trim_end_matches(is_name).len()
        };
        let pattern = range.start + start..range.start + head.len();
        found.extend(words(text, pattern, 0).into_iter().filter(|word| !word.key).map(|word| word.range));
        if found.len() > MAX_NAMES_ITEMS {
            break;
        }
    }
    found
}
