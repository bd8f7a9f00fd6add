//! The first sentence of comments and docstrings, without their markers.

/// Comments are looked at this far (bytes); a first sentence stands near the top.
const LOOK: usize = 4096;

/// Sentences are cut at this many characters.
const SENTENCE_CHARS: usize = 200;

/// Words before a full stop that ends no sentence.
const ABBREVIATIONS: &[&str] =
    &["e.g", "i.e", "eg", "ie", "etc", "vs", "cf", "approx", "resp", "incl", "dr", "mr", "ms", "no", "st"];

/// What a comment says to a machine rather than to a reader: it begins with one of these.
const DIRECTIVES: &[&str] = &[
    "beadloom:", "!", "coding:", "-*-", "vim:", "vi:", "ex:", "eslint", "jshint", "jslint", "prettier-",
    "tslint:", "ts-", "@ts-", "@flow", "@jsx", "@noflow", "@format", "@preserve", "biome-", "oxlint",
    "deno-", "istanbul", "c8 ", "v8 ", "webpack", "global ", "globals ", "exported ", "flake8", "noqa",
    "pylint", "mypy:", "type:", "ruff:", "isort:", "fmt:", "yapf:", "pyright", "pragma", "nosec", "ty:",
    "go:", "+", "{-#", "nolint", "lint:", "export ", "line ", "cgo ", "<reference", "<amd", "region",
    "#region", "endregion", "#endregion", "sourcemappingurl", "# sourcemappingurl", "checkstyle",
    "noinspection", "rustfmt", "clippy", "cspell", "spell-checker", "codespell", "language=",
    "frozen_string_literal:", "encoding:", "typed:", "warn_indent:", "shareable_constant_value:", ":nodoc:",
    "rubocop:", "standard:", "steep:", "shellcheck", "phpcs:", "phpstan", "psalm", "luacheck:", "stylua:",
    "selene:", "credo:", "todo", "fixme", "xxx",
];

/// What licence headers say.
const LICENCE: &[&str] = &[
    "copyright", "(c) ", "©", "licence", "license", "spdx-", "all rights reserved", "warrant",
    "redistribution",
];

/// Words that open a part of a docstring that is no prose.
const SECTIONS: &[&str] = &[
    "args:", "arguments:", "parameters", "parameters:", "returns:", "raises:", "yields:", "example:",
    "examples:", "usage:",
];

/// Cuts a text to at most `chars` characters, the last of them `…` where something went.
pub(crate) fn cut(text: &mut String, chars: usize) {
    if text.len() <= chars {
        return;
    }
    if let Some((at, _)) = text.char_indices().nth(chars) {
        let keep = text.char_indices().nth(chars.saturating_sub(1)).map_or(at, |(at, _)| at);
        text.truncate(keep);
        let trimmed = text.trim_end().len();
        text.truncate(trimmed);
        text.push('…');
    }
}

/// The start of a text, at most `bytes` long, ending at a character's end.
pub(crate) fn head(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or(text)
}

/// Whether a comment is written as documentation: `/** … */`, `///`, `//!`, `/*! … */`; markup has one form only.
pub(crate) fn is_doc_comment(text: &str) -> bool {
    (text.starts_with("/**") && !text.starts_with("/***") && text != "/**/")
        || text.starts_with("<!--")
        || (text.starts_with("///") && !text.starts_with("////"))
        || is_inner_doc(text)
}

/// Whether a comment documents what it stands in: `//!`, `/*! … */`.
pub(crate) fn is_inner_doc(text: &str) -> bool {
    text.starts_with("//!") || text.starts_with("/*!")
}

/// The lines of a comment's start, without markers.
pub(crate) fn comment_lines(comment: &str) -> impl Iterator<Item = &str> {
    let text = head(comment, LOOK);
    let block = text.starts_with("/*");
    text.lines().map(move |line| {
        let mut line = line.trim();
        if block {
            line = line.trim_end_matches("*/").trim_end();
            line = line.strip_prefix("/*").map_or(line, |rest| rest.trim_start_matches(['*', '!']));
            line = line.trim_start().strip_prefix('*').map_or(line, |rest| rest.trim_start_matches('*'));
        } else if let Some(rest) = line.strip_prefix("//") {
            line = rest.trim_start_matches('/');
            line = line.strip_prefix('!').unwrap_or(line);
        } else if let Some(rest) = line.strip_prefix("#!") {
            line = if rest.starts_with('/') { line.trim_start_matches('#') } else { rest };
        } else if let Some(rest) = line.strip_prefix("--") {
            line = rest.trim_start_matches('-').trim_end_matches("]]");
            // Haddock's marks for what follows and for what stands before.
            line = line.strip_prefix("[[").unwrap_or(line).trim().trim_start_matches(['|', '^']);
        } else if let Some(rest) = line.strip_prefix("=begin").or(line.strip_prefix("=end")) {
            line = rest;
        } else {
            line = line.trim_start_matches('#').trim_start_matches("<!--").trim_end_matches("-->");
            line = line.strip_suffix("]]").unwrap_or(line);
            if !line.starts_with("{-#") {
                line = line.trim_start_matches("{-").trim_end_matches("-}");
            }
            line = line.trim().trim_start_matches(['|', '^']);
        }
        line.trim()
    })
}

/// The lines of a docstring's start, without prefix and quotes.
pub(crate) fn docstring_lines(literal: &str) -> impl Iterator<Item = &str> {
    let text = head(literal, LOOK);
    let text = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| text.starts_with(quote)).unwrap_or("");
    let text = text.strip_prefix(quote).unwrap_or(text);
    let text = if quote.is_empty() { text } else { text.strip_suffix(quote).unwrap_or(text) };
    text.lines().map(str::trim)
}

/// Whether a line of a comment speaks to a tool.
pub(crate) fn is_directive(line: &str) -> bool {
    let start = head(line, 24).to_lowercase();
    DIRECTIVES.iter().any(|directive| start.starts_with(directive))
}

/// Whether a comment is a licence header.
pub(crate) fn is_licence<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    lines.take(40).any(|line| {
        let line = head(line, 400).to_lowercase();
        LICENCE.iter().any(|word| line.contains(word))
    })
}

fn is_rule(line: &str) -> bool {
    !line.chars().any(char::is_alphanumeric)
}

/// The first sentence of cleaned lines; `None` where there is no prose before the first tag.
pub(crate) fn sentence<'a>(lines: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut text = String::new();
    for line in lines {
        let mut line = line.trim();
        let mut last = false;
        if let Some((summary, _)) = line.split_once("</summary>") {
            (line, last) = (summary.trim_end(), true);
        }
        if text.is_empty() {
            line = line.strip_prefix("<summary>").unwrap_or(line).trim_start();
            if is_rule(line) || is_directive(line) {
                continue;
            }
            if let Some(tag) = line.strip_prefix('@').or_else(|| doxygen_tag(line)) {
                let (tag, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
                if names_subject(tag, rest.trim()) {
                    continue;
                }
                if !matches!(
                    tag,
                    "file"
                        | "fileoverview"
                        | "fileOverview"
                        | "overview"
                        | "description"
                        | "desc"
                        | "summary"
                        | "brief"
                        | "component"
                ) {
                    return None;
                }
                line = rest.trim();
            }
            line = line.trim_start_matches(['#', '=']).trim_start();
            if line.starts_with(":param") || line.starts_with("```") || line.starts_with(">>>") {
                return None;
            }
        } else if is_rule(line)
            || line.starts_with(['@', ':'])
            || doxygen_tag(line).is_some()
            || line.starts_with(">>>")
            || is_directive(line)
            || is_section(line)
        {
            break;
        }
        for word in line.split_whitespace() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            if ends_sentence(word) {
                return finish(text);
            }
        }
        if last || text.len() > SENTENCE_CHARS * 4 {
            break;
        }
    }
    finish(text)
}

/// `brief …` of `\brief …`.
fn doxygen_tag(line: &str) -> Option<&str> {
    line.strip_prefix('\\').filter(|tag| tag.starts_with(|c: char| c.is_ascii_lowercase()) && tag.len() > 3)
}

/// Whether a tag only says what the comment is about: `@class Ledger`, `@file ledger.h`.
fn names_subject(tag: &str, rest: &str) -> bool {
    match tag {
        "class" | "struct" | "union" | "fn" | "def" | "var" | "ingroup" => true,
        "file" => !rest.contains(char::is_whitespace) && rest.contains('.'),
        _ => false,
    }
}

fn is_section(line: &str) -> bool {
    line.len() < 16 && SECTIONS.contains(&line.to_lowercase().as_str())
}

fn ends_sentence(word: &str) -> bool {
    let word = word.trim_end_matches(['"', '\'', ')', '`', '*', '”', '’']);
    let Some(stem) = word.strip_suffix(['.', '!', '?', '。']) else { return false };
    if !word.ends_with('.') {
        return true;
    }
    let stem = stem.trim_start_matches(['(', '"', '\'', '`', '*']);
    // `J. Smith`, `e.g. this`, an ellipsis, `1. first`.
    !(stem.ends_with('.')
        || stem.is_empty()
        || (stem.chars().count() == 1 && stem.chars().all(|c| c.is_uppercase() || c.is_numeric()))
        || (stem.len() <= 6 && ABBREVIATIONS.contains(&stem.to_lowercase().as_str())))
}

fn finish(text: String) -> Option<String> {
    let mut text = without_markup(&text);
    cut(&mut text, SENTENCE_CHARS);
    (!is_rule(&text)).then_some(text)
}

/// What doc comments in HTML write for characters. The ampersand comes out last, so that nothing is read twice.
const ENTITIES: &[(&str, &str)] = &[
    ("&mdash;", "—"),
    ("&ndash;", "–"),
    ("&hellip;", "…"),
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&#64;", "@"),
    ("&amp;", "&"),
];

/// Takes `{@link X}` as `X`, drops the tags that doc comments are formatted with, and reads entities.
fn without_markup(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '<']) {
        clean.push_str(rest.get(..at).unwrap_or(""));
        rest = rest.get(at..).unwrap_or("");
        if rest.starts_with("{@")
            && let Some((inner, after)) = rest.split_once('}')
        {
            clean.push_str(inner.split_once(' ').map_or("", |(_, target)| target.trim()));
            rest = after;
        } else if let Some((name, after)) = reference_tag(rest) {
            clean.push_str(name);
            rest = after;
        } else if let Some(after) = after_tag(rest) {
            rest = after;
        } else {
            clean.push_str(rest.get(..1).unwrap_or(""));
            rest = rest.get(1..).unwrap_or("");
        }
    }
    clean.push_str(rest);
    if clean.contains('&') {
        for (entity, character) in ENTITIES {
            clean = clean.replace(entity, character);
        }
    }
    clean.trim().to_owned()
}

/// `Store` of `<see cref="Shop.Store"/>`, `entry` of `<paramref name="entry"/>`, and what follows the tag.
fn reference_tag(text: &str) -> Option<(&str, &str)> {
    let (tag, after) = text.strip_prefix('<')?.split_once('>')?;
    let tag = tag.strip_suffix('/')?;
    let (name, attributes) = tag.split_once(' ')?;
    if !matches!(name, "see" | "seealso" | "paramref" | "typeparamref") {
        return None;
    }
    let value = attributes.split_once('"')?.1.split('"').next()?;
    let value = value.split('(').next().unwrap_or(value);
    let value = if name.starts_with("see") { value.rsplit(['.', ':']).next()? } else { value };
    Some((value, after))
}

fn after_tag(text: &str) -> Option<&str> {
    let (tag, after) = text.strip_prefix('<')?.split_once('>')?;
    let name = tag.trim_start_matches('/').trim_end_matches('/');
    let name = name.split_once(' ').map_or(name, |(name, _)| name).trim();
    matches!(
        name,
        "p" | "b"
            | "i"
            | "em"
            | "strong"
            | "code"
            | "pre"
            | "br"
            | "ul"
            | "ol"
            | "li"
            | "a"
            | "tt"
            | "c"
            | "para"
            | "see"
            | "summary"
            | "inheritdoc"
    )
    .then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentences() {
        for (comment, want) in [
            ("// Charges a card. Then more.", Some("Charges a card.")),
            ("// Returns element i. Then more by J. Doe.", Some("Returns element i.")),
            ("/** Charges a card, e.g. a Visa. More */", Some("Charges a card, e.g. a Visa.")),
            (
                "/**\n * Charges\n * a {@link Card} of <b>1.5</b> euros\n *\n * Second.\n */",
                Some("Charges a Card of 1.5 euros"),
            ),
            ("/**\n * Gives it\n * @param x more\n */", Some("Gives it")),
            ("/** @param x more */", None),
            ("/**\n * \\class Card\n * \\brief Pays\n * bills.\n * \\param x more\n */", Some("Pays bills.")),
            (
                "/// <summary>\n/// Pays <paramref name=\"bill\" /> to a <see cref=\"Shop.Payee{T}\"/>.\n/// </summary>\n/// <param name=\"bill\">X</param>",
                Some("Pays bill to a Payee{T}."),
            ),
            ("/// <summary>Pays</summary> <remarks>More.</remarks>", Some("Pays")),
            ("/// <inheritdoc/>", None),
            ("/** @file pay.h\n * @brief Pays\n * @author X */", Some("Pays")),
            ("/** @fileoverview Pays bills. */", Some("Pays bills.")),
            ("/// # Title\n/// Text", Some("Title Text")),
            ("# ------\n# Pays bills\n# ------", Some("Pays bills")),
            ("# beadloom:domain=billing", None),
            ("//!Reads `Vec<T>`s.", Some("Reads `Vec<T>`s.")),
            ("/***/", None),
            ("/** Parts&mdash;and a List&lt;T&gt; &amp;lt; */", Some("Parts—and a List<T> &lt;")),
            ("// +k8s:deepcopy-gen=package\n// Pays.", Some("Pays.")),
            ("-- | Pays. Twice.", Some("Pays.")),
            ("{- | Pays\n     bills.\n-}", Some("Pays bills.")),
            ("{-# INLINE pay #-}", None),
            ("--- Pays bills. More.", Some("Pays bills.")),
            ("--[[ Pays\n  bills ]]", Some("Pays bills")),
            ("-- pays - all", Some("pays - all")),
            ("=begin\nPays bills.\n=end", Some("Pays bills.")),
            ("#!/bin/sh\n# frozen_string_literal: true\n# == Pays", Some("Pays")),
        ] {
            assert_eq!(sentence(comment_lines(comment)).as_deref(), want, "{comment}");
        }
    }

    #[test]
    fn docstrings_lose_prefix_and_quotes() {
        for (literal, want) in [
            ("\"\"\"Pays. Twice.\"\"\"", Some("Pays.")),
            ("r'''\n    Pays\n    bills\n\n    Args:\n'''", Some("Pays bills")),
            ("\"\"", None),
            ("\"\"\"Pays\nArgs:\n  x: y\"\"\"", Some("Pays")),
        ] {
            assert_eq!(sentence(docstring_lines(literal)).as_deref(), want, "{literal}");
        }
    }

    #[test]
    fn cutting_counts_characters() {
        let mut text = "äöü".repeat(100);
        cut(&mut text, 10);
        assert_eq!(text, "äöüäöüäöü…");
        let mut short = "abc".to_owned();
        cut(&mut short, 3);
        assert_eq!(short, "abc");
    }
}
