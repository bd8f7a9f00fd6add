//! What a task quotes as it stands in code: flags, messages, routes, keys.

use std::collections::BTreeMap;

use beadloom_lexical::GramQuery;
use beadloom_model::Result;
use beadloom_store::{FileKind, Store};

use super::TaskRequest;
use crate::places::is_test;
use crate::text::{around, is_of_name};

/// Literals that are looked for.
const MAX_LITERALS: usize = 6;

/// Bytes of one.
const MIN_LITERAL_BYTES: usize = 4;
const MAX_LITERAL_BYTES: usize = 160;

/// Characters of a task that are searched for them.
const MAX_TEXT_CHARS: usize = 16_384;

/// Files that may hold one by their trigrams; where there are more it is an everyday one.
const MAX_READ_FILES: usize = 40;

/// Files that hold one; where there are more it says nothing.
const MAX_LITERAL_FILES: usize = 8;

/// Lines that are noted of a file.
const MAX_LINES: usize = 4;

/// What a file is worth that alone holds a literal; of several, each has its part.
const WORTH: f64 = 4.0;

/// What a file holds of a task's literals.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Held {
    /// What that adds to its score.
    pub worth: f64,
    /// Where, 1-based.
    pub lines: Vec<u32>,
}

impl Held {
    /// Whether the file is worth as much as one that alone holds a literal: it does, or it holds several that few others do.
    pub fn is_rare(&self) -> bool {
        self.worth >= WORTH
    }
}

/// The files of code that hold what the task quotes, where they are few, by path. `keep`: those that are wanted.
pub(super) fn held(
    store: &Store,
    request: &TaskRequest<'_>,
    with_tests: bool,
    keep: &dyn Fn(&str) -> bool,
) -> Result<BTreeMap<String, Held>> {
    let mut found: BTreeMap<String, Held> = BTreeMap::new();
    let literals = literals_of(&request.task);
    if literals.is_empty() {
        return Ok(found);
    }
    let known = store.text_files()?;
    for literal in literals {
        for form in forms(&literal) {
            let query = GramQuery::of(form.as_bytes());
            let may_hold = known.files.iter().filter(|file| {
                file.kind == FileKind::Code
                    && known.filter(file).is_some_and(|filter| query.may_fit(filter))
                    && (with_tests || !is_test(&file.path))
                    && keep(&file.path)
            });
            let candidates: Vec<&str> =
                may_hold.map(|file| file.path.as_str()).take(MAX_READ_FILES + 1).collect();
            if candidates.len() > MAX_READ_FILES {
                continue;
            }
            let mut holding: Vec<(&str, Vec<u32>)> = Vec::new();
            for path in candidates {
                let Some(text) = (request.read)(path) else { continue };
                let lines: Vec<u32> = (1u32..)
                    .zip(text.lines())
                    .filter(|(_, line)| holds(line, &form))
                    .map(|(number, _)| number)
                    .take(MAX_LINES)
                    .collect();
                if !lines.is_empty() {
                    holding.push((path, lines));
                }
            }
            if holding.is_empty() {
                continue;
            }
            if holding.len() <= MAX_LITERAL_FILES {
                let share = WORTH / f64::from(u32::try_from(holding.len()).unwrap_or(u32::MAX)).sqrt();
                for (path, lines) in holding {
                    let held = found.entry(path.to_owned()).or_default();
                    held.worth += share;
                    held.lines.extend(lines);
                }
            }
            break;
        }
    }
    Ok(found)
}

/// Whether a line holds a literal that is not a part of a longer word.
fn holds(line: &str, literal: &str) -> bool {
    whole_at(line, literal).is_some()
}

/// Where a text first holds a literal or a name that is not a part of a longer word, in bytes.
pub(super) fn whole_at(text: &str, literal: &str) -> Option<usize> {
    text.match_indices(literal).map(|(at, _)| at).find(|at| {
        let [before, after] = around(text, *at, literal.len());
        !(literal.starts_with(is_of_name) && before.is_some_and(is_of_name)
            || literal.ends_with(is_of_name) && after.is_some_and(is_of_name))
    })
}

/// What a task quotes, each once, in the order of appearance: in quotation marks or backticks, flags, routes, keys in capitals. Names are
/// not among them: these are looked up as definitions.
fn literals_of(task: &str) -> Vec<String> {
    let task = &task[..task.floor_char_boundary(MAX_TEXT_CHARS)];
    let mut found: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let text = text.trim();
        let says_something = text.chars().filter(|c| c.is_alphanumeric()).nth(2).is_some();
        if (MIN_LITERAL_BYTES..=MAX_LITERAL_BYTES).contains(&text.len())
            && says_something
            && found.len() < MAX_LITERALS
            && !found.iter().any(|known| known == text)
        {
            found.push(text.to_owned());
        }
    };
    for line in task.lines() {
        for (open, close) in [('"', '"'), ('“', '”'), ('`', '`')] {
            let mut rest = line;
            while let Some((_, behind)) = rest.split_once(open)
                && let Some((inside, further)) = behind.split_once(close)
            {
                if !is_name(inside.trim()) {
                    add(inside);
                }
                rest = further;
            }
        }
        for token in line.split(|c: char| c.is_whitespace() || "\"“”`'()[]{},;".contains(c)) {
            let token = token.trim_end_matches(['.', ':', '!', '?']);
            let flag = token.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic));
            let route = token.strip_prefix('/').is_some_and(|rest| {
                rest.starts_with(|c: char| c.is_alphabetic() || c == ':') && !rest.contains("//")
            });
            let key = token.contains('_')
                && token.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            if flag || route || key {
                add(token.split('=').next().unwrap_or(token));
            }
        }
    }
    found
}

/// Whether a text is nothing but a word or a name.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '#' | '(' | ')'))
}

/// A literal in the forms in which code may have it, the likeliest first.
fn forms(literal: &str) -> Vec<String> {
    let mut forms = vec![literal.to_owned()];
    let mut add = |form: &str| {
        if form.len() >= MIN_LITERAL_BYTES && !forms.iter().any(|known| known == form) {
            forms.push(form.to_owned());
        }
    };
    if let Some(name) = literal.strip_prefix("--") {
        add(name);
        add(&name.replace('-', "_"));
        let mut parts = name.split('-');
        let first = parts.next().unwrap_or_default().to_owned();
        let camel = parts.fold(first, |camel, part| {
            let mut chars = part.chars();
            let upper: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
            camel + &upper + chars.as_str()
        });
        add(&camel);
    } else if let Some(route) = literal.strip_prefix('/') {
        add(route.trim_end_matches('/'));
    } else if let Some((begin, end)) = literal.split_once(": ") {
        // One side of a message is filled in, often.
        let (longer, shorter) = if begin.len() >= end.len() { (begin, end) } else { (end, begin) };
        for part in [longer, shorter] {
            if part.contains(' ') {
                add(part.trim());
            }
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::{forms, holds, literals_of};

    #[test]
    fn literals_are_told_from_words() {
        for (task, expected) in [
            ("add --no-cache-dir to build", &["--no-cache-dir"][..]),
            ("shows \"Permission denied\" when reading", &["Permission denied"]),
            ("GET /api/users/:id fails", &["/api/users/:id"]),
            ("read MAX_RETRY_COUNT from the environment", &["MAX_RETRY_COUNT"]),
            ("`retry` in HttpClient", &[]),
            ("use `T: Into<Body>` there", &["T: Into<Body>"]),
            ("either/or and a - b", &[]),
        ] {
            assert_eq!(literals_of(task), expected, "{task}");
        }
        assert_eq!(literals_of(&"--flag-a --flag-b ".repeat(1_000)).len(), 2);
    }

    #[test]
    fn flags_have_several_forms() {
        assert_eq!(forms("--no-cache"), ["--no-cache", "no-cache", "no_cache", "noCache"]);
        assert_eq!(forms("cannot open file: x.txt"), ["cannot open file: x.txt", "cannot open file"]);
    }

    #[test]
    fn a_literal_is_no_part_of_a_longer_word() {
        assert!(holds("if cache_dir:", "cache_dir"));
        assert!(!holds("no_cache_dirs", "cache_dir"));
        assert!(holds("\"--cache\", help", "--cache"));
    }
}
