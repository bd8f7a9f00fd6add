//! The lines of one file that match.

use memchr::{memchr, memchr_iter, memrchr};

use super::pattern::Pattern;

/// Lines of one file that are kept; the rest is counted.
const MAX_KEPT_LINES: usize = 500;

/// Names in what matched that are looked at for a definition.
const MAX_NAMES: usize = 6;

/// Bytes of a line that are shown, around what matched.
const MAX_SHOWN_BYTES: usize = 240;

/// A line that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    /// 1-based.
    pub line: u32,
    /// With its indentation; of a long line the part around what matched.
    pub text: String,
    /// The names that what matched is, holds or is part of.
    pub names: Vec<String>,
}

/// What a file holds of a pattern.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// By line.
    pub hits: Vec<Hit>,
    /// Lines that match, kept or not.
    pub lines: u64,
}

/// Searches a file line by line.
pub(super) fn scan(pattern: &Pattern, bytes: &[u8], keep: bool) -> Found {
    let regex = pattern.compiled();
    let mut found = Found::default();
    // Where the next line begins, and its number.
    let (mut at, mut number) = (0, 1u32);
    while at < bytes.len() {
        let Some(first) = regex.find_at(bytes, at) else { break };
        let start = bytes
            .get(at..first.start())
            .and_then(|before| memrchr(b'\n', before))
            .map_or(at, |end| at + end + 1);
        if start >= bytes.len() {
            break; // Behind the last line's end there is no line.
        }
        let skipped = memchr_iter(b'\n', bytes.get(at..start).unwrap_or_default()).count();
        number = number.saturating_add(u32::try_from(skipped).unwrap_or(u32::MAX));
        let end =
            bytes.get(start..).and_then(|rest| memchr(b'\n', rest)).map_or(bytes.len(), |end| start + end);
        let line = bytes.get(start..end).unwrap_or_default();
        // What ends a line is no part of it.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // A match that goes on into the next line is none; another may be in this line.
        let within = if first.end() <= start + line.len() {
            Some((first.start() - start, first.end() - start))
        } else {
            regex.find(line).map(|one| (one.start(), one.end()))
        };
        if let Some((from, to)) = within {
            found.lines += 1;
            if keep && found.hits.len() < MAX_KEPT_LINES {
                found.hits.push(hit(line, number, from, to));
            }
        }
        at = end + 1;
        number = number.saturating_add(1);
    }
    found
}

fn hit(line: &[u8], number: u32, from: usize, to: usize) -> Hit {
    let (from, to) = (from.min(line.len()), to.min(line.len()));
    Hit { line: number, text: shown(line, from), names: names(line, from, to) }
}

/// A line as it is shown.
pub(super) fn shown(line: &[u8], from: usize) -> String {
    if line.len() <= MAX_SHOWN_BYTES {
        return String::from_utf8_lossy(line).trim_end().to_owned();
    }
    let begin = from.saturating_sub(MAX_SHOWN_BYTES / 3).min(line.len() - MAX_SHOWN_BYTES);
    let end = begin + MAX_SHOWN_BYTES;
    // Between characters.
    let is_inside = |at: usize| line.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let begin = (begin..end).find(|at| !is_inside(*at)).unwrap_or(begin);
    let end = (begin..=end).rev().find(|at| !is_inside(*at)).unwrap_or(end);
    let text = String::from_utf8_lossy(line.get(begin..end).unwrap_or_default()).into_owned();
    let before = if begin > 0 { "…" } else { "" };
    let after = if end < line.len() { "…" } else { "" };
    format!("{before}{text}{after}")
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn names(line: &[u8], from: usize, to: usize) -> Vec<String> {
    let is_name = |at: usize| line.get(at).is_some_and(|byte| is_of_name(*byte));
    let mut begin = from;
    while begin > 0 && is_name(begin) && is_name(begin - 1) {
        begin -= 1;
    }
    let mut end = to;
    while end > begin && end < line.len() && is_name(end - 1) && is_name(end) {
        end += 1;
    }
    let mut names: Vec<String> = Vec::new();
    for name in line.get(begin..end).unwrap_or_default().split(|byte| !is_of_name(*byte)) {
        let name = String::from_utf8_lossy(name).into_owned();
        if !name.is_empty() && name.len() <= 200 && !names.contains(&name) && names.len() < MAX_NAMES {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As somebody would do it who has time.
    fn plain(pattern: &str, bytes: &[u8]) -> Vec<u32> {
        let regex = regex::bytes::RegexBuilder::new(pattern).crlf(true).multi_line(true).build().unwrap();
        let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        if lines.last().is_some_and(|last| last.is_empty()) {
            lines.pop();
        }
        let found = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| regex.is_match(line.strip_suffix(b"\r").unwrap_or(line)));
        found.map(|(at, _)| u32::try_from(at).unwrap() + 1).collect()
    }

    proptest! {
        #[test]
        fn lines_are_those_of_a_plain_search(
            bytes in proptest::collection::vec(prop_oneof![Just(b'a'), Just(b'b'), Just(b'\n'), Just(b'\r'), Just(b' '), Just(0xff)], 0..60),
            pattern in prop_oneof![
                Just("a"), Just("ab"), Just("^a"), Just("b$"), Just(r"a\s+b"), Just(r"\bab?\b"), Just("a*"), Just("[^a]b"),
                Just("$"), Just("^$"), Just(r"a[\s\S]*b"), Just(r"(?s)a.b"), Just(r"\s$"), Just(r"a|b\n"),
            ],
        ) {
            let found = scan(&Pattern::regex(pattern, false).unwrap(), &bytes, true);
            let lines: Vec<u32> = found.hits.iter().map(|hit| hit.line).collect();
            prop_assert_eq!(&lines, &plain(pattern, &bytes));
            prop_assert_eq!(found.lines, lines.len() as u64);
        }
    }

    #[test]
    fn names_are_whole() {
        for (line, from, to, found) in [
            ("def save_all(x):", 4, 8, vec!["save_all"]),
            ("def save(x):", 0, 8, vec!["def", "save"]),
            ("a.b", 1, 2, vec![]),
            ("x + y", 4, 5, vec!["y"]),
            ("\u{e9}t\u{e9}", 0, 2, vec!["\u{e9}t\u{e9}"]),
        ] {
            assert_eq!(names(line.as_bytes(), from, to), found, "{line}");
        }
    }

    #[test]
    fn of_a_long_line_the_part_is_shown_that_matched() {
        let line = format!("{}needle{}", "é".repeat(500), "x".repeat(500));
        let text = shown(line.as_bytes(), 1000);
        assert!(
            text.contains("needle")
                && text.starts_with('…')
                && text.ends_with('…')
                && !text.contains('\u{fffd}'),
            "{text}"
        );
        assert_eq!(shown(b"short  ", 0), "short");
    }
}
