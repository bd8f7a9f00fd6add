//! What a link into a document may lead to.

use std::collections::BTreeMap;

use beadloom_graph::suggest::nearest;
use unicode_normalization::UnicodeNormalization as _;

/// The longest list of attributes, in bytes: a text of nothing but braces must not be read anew from each.
const MAX_ATTRIBUTES: usize = 200;

/// The headings and marks of a document, as they are compared, each with the anchor to show. None where something else puts
/// the page together: then it has headings that do not stand in it.
///
/// Every builder makes anchors of headings in a way of its own; they agree on letters and digits. A line that only looks like
/// a heading is taken for one: an anchor too many costs nothing.
pub(super) fn anchors(text: &str) -> Option<BTreeMap<String, String>> {
    let assembled = [
        "--8<--",
        "{% include",
        "{{<",
        "{{%",
        "[[toc]]",
        ":::",
        "```{include}",
        "<<<",
        "{!",
        "^import ",
        "\nimport ",
    ];
    if assembled.iter().any(|mark| text.contains(mark)) {
        return None;
    }
    // A component of a page makes headings that do not stand here.
    let component = |line: &str| {
        let mut chars = line.trim_start().chars();
        chars.next() == Some('<') && chars.next().is_some_and(char::is_uppercase)
    };
    if text.lines().any(component) {
        return None;
    }
    let mut found = BTreeMap::new();
    let mut before = "";
    for line in text.lines() {
        let trimmed = line.trim_start_matches(['>', ' ', '\t', '-', '*']);
        if trimmed.starts_with('#') {
            add(&mut found, trimmed.trim_matches(['#', ' ', '\t']));
        }
        let under = line.trim_end();
        if !before.trim().is_empty() && !under.is_empty() && under.bytes().all(|byte| byte == b'=')
            || under.len() > 1 && under.bytes().all(|byte| byte == b'-')
        {
            add(&mut found, before.trim());
        }
        before = line;
    }
    for mark in ["id=", "name=", "id:"] {
        for (at, _) in text.match_indices(mark) {
            add_mark(&mut found, text.get(at + mark.len()..).unwrap_or_default());
        }
    }
    // Lists of attributes: `{#a}`, `{ #a }`, `{: .b #a }`.
    for (at, _) in text.match_indices('{') {
        let rest = text.get(at + 1..).unwrap_or_default();
        let near = rest.get(..rest.floor_char_boundary(MAX_ATTRIBUTES)).unwrap_or_default();
        let Some(end) = near.find(['{', '}', '\n']) else { continue };
        let inside = near.get(..end).unwrap_or_default();
        for attribute in inside.split([' ', ':']).filter_map(|word| word.strip_prefix('#')) {
            add_mark(&mut found, attribute);
        }
    }
    Some(found)
}

/// Adds the id that a text begins with.
fn add_mark(found: &mut BTreeMap<String, String>, text: &str) {
    let text = text.trim_start_matches(['"', '\'', ' ']);
    let end = text
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':')))
        .unwrap_or(text.len());
    let id = text.get(..end).unwrap_or_default();
    found.entry(plain(id)).or_insert_with(|| id.to_owned());
}

fn add(found: &mut BTreeMap<String, String>, heading: &str) {
    // What stands in braces is an anchor of its own; a link's target is no part of the heading's text.
    let text = heading.split("{#").next().unwrap_or(heading);
    let shown = without_targets(text);
    // In backticks `<name>` is a word, not a tag.
    for key in [plain(&shown), plain(text), letters(&shown), folded(&shown)] {
        found.entry(key).or_insert_with(|| slug(&shown));
    }
}

/// `[text](target)` → `text`.
fn without_targets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        out.push_str(rest.get(..at).unwrap_or_default());
        let after = rest.get(at + 2..).unwrap_or_default();
        rest = after.find(')').and_then(|end| after.get(end + 1..)).unwrap_or_default();
    }
    out.push_str(rest);
    out.replace(['[', ']', '!'], "")
}

/// Letters and digits in small letters, without tags, entities and shortcodes of pictures.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut tag = false;
    for c in text.chars() {
        match c {
            '<' => tag = true,
            '>' if tag => tag = false,
            c if !tag && c.is_alphanumeric() => out.extend(c.to_lowercase()),
            _ => {}
        }
    }
    // A sign that is no tag after all: `a < b`.
    if tag { letters(text) } else { out }
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Letters and digits as some builders write them into anchors: without accents, and without all that is not ASCII then.
/// Nothing is left of a heading in another script, which these builders number.
pub(super) fn folded(text: &str) -> String {
    text.nfkd().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

fn slug(heading: &str) -> String {
    let mut out = String::from("#");
    for c in heading.trim().chars() {
        match c {
            ' ' => out.push('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => out.extend(c.to_lowercase()),
            _ => {}
        }
    }
    out
}

pub(super) fn nearest_anchor(wanted: &str, there: &BTreeMap<String, String>) -> Option<String> {
    let near = nearest(wanted, there.keys().filter(|key| !key.is_empty()).map(String::as_str), 1);
    near.first().and_then(|key| there.get(*key)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_by_their_letters() {
        let text = "# A `b` c\n\nTitle: two\n====\n\n## [Link](x.md) & more\n<a id=\"my-mark\"></a>\n### X {#own}\n### `<relabel_config>`\n";
        let found = anchors(text).unwrap();
        for key in ["abc", "titletwo", "linkmore", "mymark", "own", "x", "relabelconfig"] {
            assert!(found.contains_key(key), "{key}: {found:?}");
        }
        assert_eq!(found.get("linkmore").map(String::as_str), Some("#link--more"));
        assert_eq!(nearest_anchor("linkmor", &found).as_deref(), Some("#link--more"));
        let text =
            "## Über uns\n## ℹ️ 🖥\n* **`locale`**{ #theme-locale }: x\n## Two { .b #second }\n## 日本語\n";
        let found = anchors(text).unwrap();
        for key in ["überuns", "uberuns", "i", "themelocale", "second", ""] {
            assert!(found.contains_key(key), "{key}: {found:?}");
        }
        assert!(anchors("# A\n{{< include x >}}\n").is_none());
        assert!(anchors("# A\n\n<Interface name=\"x\" />\n").is_none());
        assert_eq!(plain("a < b"), "ab");
    }
}
