//! Where in a text the destination of a link stands: a CommonMark parser says what it is, not where.

use std::ops::Range;

/// The destination of an inline link or image. `inside`: where the text between its brackets ends; `end`: of the link.
pub(super) fn inline(text: &str, inside: usize, end: usize) -> Option<Range<usize>> {
    let start = inside + text.get(inside..end)?.find("](")? + "](".len();
    one(text, start, end)
}

/// The destination of a definition, `[label]: destination "title"`.
pub(super) fn definition(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let line = text.get(span.clone())?;
    let open = line.find('[')? + 1;
    let mut escaped = false;
    for (at, c) in line.get(open..)?.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => {
                let after = open + at + 1;
                let rest = line.get(after..)?.strip_prefix(':')?;
                return one(text, span.start + line.len() - rest.len(), span.end);
            }
            _ => {}
        }
    }
    None
}

/// The destination that begins after white space at `start`, without angle brackets.
fn one(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let rest = text.get(start..end)?;
    let blank = rest.len() - rest.trim_start().len();
    let start = start + blank;
    let rest = text.get(start..end)?;
    let (from, bracketed) = if rest.starts_with('<') { (1, true) } else { (0, false) };
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, c) in rest.get(from..)?.char_indices() {
        let place = start + from + at;
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '>' if bracketed => return Some(start + from..place),
            '\n' if bracketed => return None,
            _ if bracketed => {}
            '(' => depth += 1,
            ')' if depth == 0 => return Some(start..place),
            ')' => depth -= 1,
            c if c.is_ascii_whitespace() || c.is_ascii_control() => return Some(start..place),
            _ => {}
        }
    }
    (!bracketed).then_some(start..end)
}

/// The values of `src` and `href` in the tags of a piece of HTML, comments left out; ranges count from `base`.
pub(super) fn html(html: &str, base: usize) -> Vec<Range<usize>> {
    let bytes = html.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = html.get(at..).and_then(|rest| rest.find('<')) {
        at += open;
        let rest = html.get(at..).unwrap_or_default();
        if rest.starts_with("<!--") {
            match rest.find("-->") {
                Some(end) => at += end + "-->".len(),
                None => break,
            }
        } else if bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
            at = tag(bytes, at + 1, base, &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads a tag whose name begins at `at`; says where it ends.
fn tag(bytes: &[u8], mut at: usize, base: usize, found: &mut Vec<Range<usize>>) -> usize {
    let byte = |at: usize| bytes.get(at).copied();
    let is_name = |b: u8| !b.is_ascii_whitespace() && !matches!(b, b'=' | b'>' | b'/' | b'"' | b'\'');
    while byte(at).is_some_and(is_name) {
        at += 1;
    }
    loop {
        match byte(at) {
            None => return at,
            Some(b'>') => return at + 1,
            Some(b) if !is_name(b) => at += 1,
            Some(_) => {
                let name = at;
                while byte(at).is_some_and(is_name) {
                    at += 1;
                }
                let name = bytes.get(name..at).unwrap_or_default();
                let mut next = at;
                while byte(next).is_some_and(|b| b.is_ascii_whitespace()) {
                    next += 1;
                }
                if byte(next) != Some(b'=') {
                    continue;
                }
                next += 1;
                while byte(next).is_some_and(|b| b.is_ascii_whitespace()) {
                    next += 1;
                }
                let quote = byte(next).filter(|b| matches!(b, b'"' | b'\''));
                let start = next + usize::from(quote.is_some());
                let mut end = start;
                while byte(end).is_some_and(|b| match quote {
                    Some(quote) => b != quote,
                    None => !b.is_ascii_whitespace() && b != b'>',
                }) {
                    end += 1;
                }
                if name.eq_ignore_ascii_case(b"src") || name.eq_ignore_ascii_case(b"href") {
                    found.push(base + start..base + end);
                }
                at = end + usize::from(quote.is_some());
            }
        }
    }
}
