//! Names of files that hold characters which are never shown as they are: a newline, a tab, what acts on a terminal.
//!
//! Whatever stands in a text, in a terminal or behind a backslash instead of such a character leads back to the file: people and
//! programs ask for what they were shown.

use std::borrow::Cow;
use std::collections::BTreeSet;

use beadloom_graph::paths;
use beadloom_model::Result;
use beadloom_store::Store;

use crate::text::{SHOWN_INSTEAD, acts};

/// Paths that are looked through for such names.
const MAX_PATHS: usize = 200_000;

/// A path of the project – of a file, or of a folder – as the index has it: in its normal form, or the only one that is shown
/// like `text`. None where it leads out of the project, or is none at all.
///
/// # Errors
/// Store errors.
pub fn path_meant(store: &Store, text: &str) -> Result<Option<String>> {
    let normal = paths::normalise(text).ok();
    // A link is another name of what it leads to.
    if let Some(path) = &normal
        && let Some(real) = store.links()?.real(path)
    {
        let plain = path.trim_end_matches('/');
        let is_own = store.file(plain)?.is_some_and(|file| file.path == plain);
        return Ok(if is_own { normal } else { Some(real) });
    }
    if !may_be_odd(text) {
        return Ok(normal);
    }
    if let Some(path) = &normal {
        let plain = path.trim_end_matches('/');
        if store.file(plain)?.is_some() || store.count_files_below(plain)? > 0 {
            return Ok(normal);
        }
    }
    Ok(odd(store, text)?.or(normal))
}

/// Whether something in a reference may stand for a character that is not shown.
fn may_be_odd(text: &str) -> bool {
    text.chars().any(|c| c == '\\' || c.is_whitespace() || is_sign(c) || acts(c))
}

fn odd(store: &Store, text: &str) -> Result<Option<String>> {
    let mut wanted = BTreeSet::from([seen(text), seen(&unescaped(text))]);
    wanted.retain(|one| !one.is_empty());
    let mut found: BTreeSet<String> = BTreeSet::new();
    for path in store.paths(MAX_PATHS)? {
        if !path.chars().any(|c| acts(c) || is_sign(c)) {
            continue;
        }
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let parts: Vec<&str> = ends.filter_map(|end| path.get(..end)).collect();
        found.extend(parts.into_iter().filter(|part| wanted.contains(&seen(part))).map(str::to_owned));
    }
    let exact: BTreeSet<&String> =
        found.iter().filter(|path| **path == text || **path == unescaped(text)).collect();
    Ok(match (found.len(), exact.len()) {
        (_, 1) => exact.into_iter().next().cloned(),
        (1, _) => found.pop_first(),
        _ => None,
    })
}

/// A sign of the Unicode block "Control Pictures", or what stands instead of a character that has none.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{2400}'..='\u{2421}') || c == SHOWN_INSTEAD
}

/// What all the ways to show a name have in common.
fn seen(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    let mut shown = String::with_capacity(path.len());
    for word in path.split_whitespace() {
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.extend(word.chars().map(|c| if acts(c) || is_sign(c) { SHOWN_INSTEAD } else { c }));
    }
    shown
}

/// With `\t`, `\n`, `\r` and `\u001b` for what they mean, as JSON, shells and people write them.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let numbered = || {
            let digits = behind.strip_prefix('u')?.get(..4)?;
            let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
            Some((c, behind.get(5..)?))
        };
        let named = || {
            let (letter, behind) = behind.split_at_checked(1)?;
            let c = match letter {
                "t" => '\t',
                "n" => '\n',
                "r" => '\r',
                "\\" => '\\',
                _ => return None,
            };
            Some((c, behind))
        };
        let (c, behind) = named().or_else(numbered).unwrap_or(('\\', behind));
        out.push(c);
        rest = behind;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{seen, unescaped};

    #[test]
    fn whatever_is_shown_of_a_name_is_the_same() {
        for (name, ways) in [
            ("src/a\tb.py", ["src/a b.py", "src/a\tb.py", "./src/a  b.py"]),
            ("a\n b", ["a b", "a\nb", "a b/"]),
            ("a\u{1b}b", ["a\u{fffd}b", "a\u{241b}b", "a\u{1b}b"]),
        ] {
            for shown in ways {
                assert_eq!(seen(name), seen(shown), "{name:?} as {shown:?}");
            }
        }
        assert_ne!(seen("a b"), seen("ab"));
    }

    #[test]
    fn escapes_mean_what_they_mean() {
        for (text, means) in [
            (r"a\tb", "a\tb"),
            (r"a\nb\rc\\d", "a\nb\rc\\d"),
            (r"a\u001bb", "a\u{1b}b"),
            (r"a\u00", r"a\u00"),
            (r"a\", r"a\"),
            ("plain", "plain"),
        ] {
            assert_eq!(unescaped(text), means, "{text:?}");
        }
    }
}
