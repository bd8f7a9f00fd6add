//! Forms of English words, as far as two wordings of one fact differ in them.

use crate::english::base;

/// Words that end in `s` and are no plural of what is left without it.
const NO_PLURALS: &[&str] = &[
    "https", "news", "windows", "rails", "means", "goods", "sales", "lens", "as", "is", "us", "was", "has",
    "does", "its", "this",
];

/// 1 where the second has an `s` more than the first, -1 where it has one fewer, None where they differ in anything else.
pub(super) fn plural_step(one: &str, two: &str) -> Option<i8> {
    if is_plural_of(two, one) {
        Some(1)
    } else if is_plural_of(one, two) {
        Some(-1)
    } else {
        None
    }
}

fn is_plural_of(more: &str, less: &str) -> bool {
    if less.len() < 3 || NO_PLURALS.contains(&more) || less.ends_with("ss") && more.len() == less.len() + 1 {
        return false;
    }
    let is_sibilant = less.ends_with(['s', 'x', 'z', 'o']) || less.ends_with("ch") || less.ends_with("sh");
    match less.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => more.strip_suffix("ies") == Some(stem),
        _ if is_sibilant => more.strip_suffix("es") == Some(less),
        _ => more.strip_suffix('s') == Some(less),
    }
}

/// Whether a word is the participle of a verb: `stored` of `store`, `written` of `write`.
pub(super) fn is_participle_of(word: &str, verb: &str) -> bool {
    if verb.len() < 2 {
        return false;
    }
    if base(word) == Some(verb) {
        return true;
    }
    // The same form for both, as `put`, `set`, `read`.
    if word == verb {
        return matches!(
            verb,
            "put" | "run" | "set" | "read" | "cut" | "cast" | "hit" | "split" | "let" | "shut"
        );
    }
    let Some(stem) = word.strip_suffix("ed") else { return false };
    let doubled = stem.len() > 1 && {
        let mut ends = stem.bytes().rev();
        let last = ends.next();
        last.is_some() && last == ends.next() && stem.get(..stem.len() - 1) == Some(verb)
    };
    stem == verb
        || verb.strip_suffix('e') == Some(stem)
        || doubled
        || verb.strip_suffix('y').is_some_and(|one| stem.strip_suffix('i') == Some(one))
}
