//! What a link into a document may lead to.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_graph::suggest::nearest;
use beadloom_lang::markdown;
use unicode_normalization::UnicodeNormalization as _;

/// The longest list of attributes, in bytes: a text of nothing but braces must not be read anew from each.
const MAX_ATTRIBUTES: usize = 200;

/// The headings and marks of a document, as they are compared.
#[derive(Debug, Default)]
pub(crate) struct Anchors {
    /// Each with the anchor to show.
    known: BTreeMap<String, String>,
    /// How often a heading stands there.
    times: BTreeMap<String, usize>,
    /// Anchors of headings on several lines with a hyphen where a forge has nothing between the lines.
    parted: BTreeSet<String>,
}

impl Anchors {
    /// Whether an anchor leads to one of them. `on_forge`: the page is shown as a forge shows it, no builder makes it anew.
    pub(crate) fn has(&self, anchor: &str, on_forge: bool) -> bool {
        if on_forge && self.parted.contains(&anchor.to_lowercase()) {
            return false;
        }
        let wanted = plain(anchor);
        // Some builders put the heading above in front.
        let nested = |key: &String| {
            !key.is_empty()
                && wanted.strip_prefix(key.as_str()).is_some_and(|rest| self.known.contains_key(rest))
        };
        let is_there = |key: &str| self.known.contains_key(key);
        is_there(&wanted)
            || is_there(&folded(&wanted))
            || self.is_repeated(&wanted)
            || self.known.keys().any(nested)
    }

    /// Whether it is the anchor of a heading with a number behind it, as builders number those that stand there several times.
    fn is_repeated(&self, wanted: &str) -> bool {
        let bare = wanted.trim_end_matches(|c: char| c.is_ascii_digit());
        if self.known.contains_key(bare) {
            return true;
        }
        // The heading may end in a number itself.
        (bare.len() + 1..wanted.len()).any(|at| {
            let (heading, number) = wanted.split_at(at);
            let times = self.times.get(heading).copied().unwrap_or(0);
            times > 1 && number.parse::<usize>().is_ok_and(|number| number <= times)
        })
    }

    pub(crate) fn nearest(&self, wanted: &str) -> Option<String> {
        let near = nearest(wanted, self.known.keys().filter(|key| !key.is_empty()).map(String::as_str), 1);
        near.first().and_then(|key| self.known.get(*key)).cloned()
    }
}

/// The anchors of a document. None where something else puts the page together: then it has headings that do not stand in it.
///
/// Every builder makes anchors of headings in a way of its own; they agree on letters and digits. A line that only looks like
/// a heading is taken for one, outside of code and comments: an anchor too many costs nothing.
pub(crate) fn anchors(text: &str) -> Option<Anchors> {
    let assembled = [
        "--8<--", "{% include", "{{<", "{{%", "[[toc]]", ":::", "```{include}", "<<<", "{!", "^import ",
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
    let mut found = Anchors::default();
    let seen = without_hidden(text);
    let mut paragraph: Vec<&str> = Vec::new();
    for line in seen.lines() {
        let trimmed = line.trim_start_matches(['>', ' ', '\t', '-', '*']);
        let under = line.trim_end();
        let is_line = |of: u8| !under.is_empty() && under.bytes().all(|byte| byte == of);
        if trimmed.starts_with('#') {
            found.add(&[trimmed.trim_matches(['#', ' ', '\t'])]);
            paragraph.clear();
        } else if !paragraph.is_empty() && (is_line(b'=') || under.len() > 1 && is_line(b'-')) {
            found.add(&paragraph);
            paragraph.clear();
        } else {
            if line.trim().is_empty() || line.trim_start().starts_with(['-', '*', '+', '>', '|']) {
                paragraph.clear();
            }
            let text = line.trim();
            if !text.is_empty() {
                paragraph.push(text);
            }
        }
    }
    for mark in ["id=", "name=", "id:"] {
        for (at, _) in text.match_indices(mark) {
            add_mark(&mut found.known, text.get(at + mark.len()..).unwrap_or_default());
        }
    }
    // Lists of attributes: `{#a}`, `{ #a }`, `{: .b #a }`.
    for (at, _) in text.match_indices('{') {
        let rest = text.get(at + 1..).unwrap_or_default();
        let near = rest.get(..rest.floor_char_boundary(MAX_ATTRIBUTES)).unwrap_or_default();
        let Some(end) = near.find(['{', '}', '\n']) else { continue };
        let inside = near.get(..end).unwrap_or_default();
        for attribute in inside.split([' ', ':']).filter_map(|word| word.strip_prefix('#')) {
            add_mark(&mut found.known, attribute);
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

impl Anchors {
    fn add(&mut self, lines: &[&str]) {
        let heading = lines.join(" ");
        // What stands in braces is an anchor of its own; a link's target is no part of the heading's text.
        let text = heading.split("{#").next().unwrap_or(&heading);
        let shown = without_targets(text);
        let anchor = if lines.len() > 1 { slug(&lines.concat()) } else { slug(&shown) };
        if lines.len() > 1 {
            self.parted.insert(slug(&shown).trim_start_matches('#').to_owned());
        }
        *self.times.entry(plain(&shown)).or_default() += 1;
        // In backticks `<name>` is a word, not a tag.
        for key in [plain(&shown), plain(text), letters(&shown), folded(&shown)] {
            self.known.entry(key).or_insert_with(|| anchor.clone());
        }
    }
}

/// The text with white space in the place of code, comments and formulas.
fn without_hidden(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    let mut at = 0;
    for range in markdown::hidden(text) {
        seen.push_str(text.get(at..range.start).unwrap_or_default());
        let breaks = text.get(range.clone()).unwrap_or_default().matches('\n').count();
        seen.extend(std::iter::repeat_n('\n', breaks));
        at = range.end;
    }
    seen.push_str(text.get(at..).unwrap_or_default());
    seen
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
pub(crate) fn plain(text: &str) -> String {
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
pub(crate) fn folded(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_by_their_letters() {
        let text = "# A `b` c\n\nTitle: two\n====\n\n## [Link](x.md) & more\n<a id=\"my-mark\"></a>\n### X {#own}\n### `<relabel_config>`\n";
        let found = anchors(text).unwrap();
        for key in ["abc", "titletwo", "linkmore", "mymark", "own", "x", "relabelconfig"] {
            assert!(found.known.contains_key(key), "{key}: {found:?}");
        }
        assert_eq!(found.known.get("linkmore").map(String::as_str), Some("#link--more"));
        assert_eq!(found.nearest("linkmor").as_deref(), Some("#link--more"));
        let text =
            "## Über uns\n## ℹ️ 🖥\n* **`locale`**{ #theme-locale }: x\n## Two { .b #second }\n## 日本語\n";
        let found = anchors(text).unwrap();
        for key in ["überuns", "uberuns", "i", "themelocale", "second", ""] {
            assert!(found.known.contains_key(key), "{key}: {found:?}");
        }
        assert!(anchors("# A\n{{< include x >}}\n").is_none());
        assert!(anchors("# A\n\n<Interface name=\"x\" />\n").is_none());
        assert_eq!(plain("a < b"), "ab");
    }
}
