//! What a reader of the page does not see as text of it: code, comments of all kinds, formulas.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

/// A formula or a comment in signs of its own that is longer is none, in bytes.
const MAX_ASIDE_BYTES: usize = 1 << 16;

/// The same of a formula on one line.
const MAX_INLINE_BYTES: usize = 1 << 10;

/// The same of a formula in brackets.
const MAX_BRACKETED_BYTES: usize = 1 << 12;

/// What begins an aside, and what ends it.
const ASIDES: &[(&str, &str)] = &[
    ("<!--", "-->"),
    ("{/*", "*/}"),
    ("{% comment %}", "{% endcomment %}"),
    ("{%- comment -%}", "{%- endcomment -%}"),
    ("<pre", "</pre>"),
];

/// Bytes of code blocks, comments and formulas, sorted and disjoint.
pub fn hidden(text: &str) -> Vec<Range<usize>> {
    let (blocks, spans) = code(text);
    let mut all = asides(text, &blocks, &spans);
    all.extend(blocks);
    all.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(all.len());
    for range in all {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Comments and formulas alone, sorted and disjoint.
pub(super) fn unread(text: &str) -> Vec<Range<usize>> {
    let may_have = ASIDES.iter().any(|(opens, _)| text.contains(opens))
        || text.contains("$$")
        || text.contains("]: #")
        || has_formula(text);
    if !may_have {
        return Vec::new();
    }
    let (blocks, spans) = code(text);
    asides(text, &blocks, &spans)
}

/// Code blocks and code spans.
fn code(text: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut blocks, mut spans) = (Vec::new(), Vec::new());
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => blocks.push(range),
            Event::Code(_) => spans.push(range),
            _ => {}
        }
    }
    (blocks, spans)
}

fn asides(text: &str, blocks: &[Range<usize>], spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut code: Vec<&Range<usize>> = blocks.iter().chain(spans).collect();
    code.sort_by_key(|range| range.start);
    let mut code = code.into_iter().peekable();
    let mut found = Vec::new();
    let mut at = 0;
    // What was looked for in vain does not stand further on.
    let mut never = [false; ASIDES.len()];
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(['<', '{', '$', '[', '\\'])) {
        at += next;
        while code.peek().is_some_and(|range| range.end <= at) {
            code.next();
        }
        if let Some(range) = code.peek().filter(|range| range.start <= at) {
            at = range.end;
            continue;
        }
        let rest = text.get(at..).unwrap_or("");
        let end = opened(rest, &mut never).or_else(|| formula(text, at)).or_else(|| comment_line(text, at));
        if end.is_none() && rest.starts_with("\\$") {
            // A dollar that is written out.
            at += 2;
            continue;
        }
        match end {
            Some(length) => {
                found.push(at..at + length);
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

fn opened(rest: &str, never: &mut [bool]) -> Option<usize> {
    for ((opens, closes), never) in ASIDES.iter().zip(never) {
        if *never || !rest.starts_with(opens) {
            continue;
        }
        let near = rest.get(..rest.floor_char_boundary(MAX_ASIDE_BYTES)).unwrap_or(rest);
        match near.find(closes) {
            Some(end) => return Some(end + closes.len()),
            None => *never = near.len() == rest.len(),
        }
    }
    None
}

/// Whether a text has a formula on one line or in lines of its own, with other signs than two dollars, also in code.
fn has_formula(text: &str) -> bool {
    text.match_indices(['$', '\\'])
        .any(|(at, _)| inline_formula(text, at).or_else(|| bracketed(text, at)).is_some())
}

/// A formula: between two dollars each on one line or in lines of its own, between one dollar each or `\(` and `\)` on one line,
/// between `\[` and `\]` on lines of their own.
fn formula(text: &str, at: usize) -> Option<usize> {
    display(text, at).or_else(|| inline_formula(text, at)).or_else(|| bracketed(text, at))
}

/// One dollar each, as forges and builders of sites read it: nothing that could be part of a word or a price stands outside, no
/// space inside.
fn inline_formula(text: &str, at: usize) -> Option<usize> {
    let inner = text.get(at..)?.strip_prefix('$')?;
    let before = text.get(..at)?.chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '$' | '\\' | '`'))
        || inner.starts_with(|c: char| c.is_whitespace() || c == '$')
    {
        return None;
    }
    let near = inner.get(..inner.floor_char_boundary(MAX_INLINE_BYTES))?;
    let line = near.split('\n').next()?;
    let mut from = 0;
    while let Some(found) = line.get(from..)?.find('$') {
        let end = from + found;
        let last = line.get(..end)?.chars().next_back();
        if last != Some('\\') {
            // The first one decides: else a price at the end would make a formula of a sentence.
            let after = line.get(end + 1..)?.chars().next();
            let closes = last.is_some_and(|c| !c.is_whitespace())
                && after.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '$' | '_'));
            return closes.then_some(end + 2);
        }
        from = end + 1;
    }
    None
}

/// What TeX writes in brackets behind a backslash, or two where Markdown takes one away.
fn bracketed(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let marks = rest.bytes().take_while(|byte| *byte == b'\\').count();
    if !(1..=2).contains(&marks) || text.get(..at)?.ends_with('\\') {
        return None;
    }
    let inner = rest.get(marks..)?;
    let near = inner.get(..inner.floor_char_boundary(MAX_BRACKETED_BYTES))?;
    let (is_inline, closing) = match near.bytes().next()? {
        b'(' => (true, ')'),
        b'[' => (false, ']'),
        _ => return None,
    };
    let closes = format!("{}{closing}", &"\\\\"[..marks]);
    let end = if is_inline {
        near.split('\n').next()?.find(&closes)?
    } else {
        // A bracket that is written out stands in a line of text.
        let is_own = begins_line(text, at, |c| c.is_whitespace() || c == '>')
            && near.get(1..)?.split('\n').next()?.trim().is_empty();
        near.find(&closes)
            .filter(|end| is_own && begins_line(near, *end, |c| c.is_whitespace() || c == '>'))?
    };
    Some(marks + end + closes.len())
}

fn display(text: &str, at: usize) -> Option<usize> {
    let inner = text.get(at..)?.strip_prefix("$$")?;
    let own_line = begins_line(text, at, |c| c.is_whitespace() || c == '>');
    let near = inner.get(..inner.floor_char_boundary(MAX_ASIDE_BYTES))?;
    let end = near.find("$$")?;
    let within = near.get(..end)?;
    (!within.is_empty() && (own_line || !within.contains('\n'))).then_some(end + 4)
}

/// A definition that leads nowhere, which is how people write comments: `[//]: # (text)`.
fn comment_line(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix('[')?;
    // Asked first: else each bracket of a long line would read that line to its end.
    if !begins_line(text, at, char::is_whitespace) {
        return None;
    }
    let line = rest.split('\n').next().unwrap_or(rest);
    let (_, target) = line.split_once("]:")?;
    let target = target.trim_start();
    let nowhere =
        target == "#" || target.starts_with("# ") || target.starts_with("#(") || target.starts_with("<>");
    nowhere.then_some(line.len() + 1)
}

/// Whether nothing but such characters stands before a place of its line. Reads back to the first other one, which may be near
/// in a line of any length.
fn begins_line(text: &str, at: usize, passed_over: impl Fn(char) -> bool) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before.chars().rev().take_while(|c| *c != '\n').all(passed_over)
}
