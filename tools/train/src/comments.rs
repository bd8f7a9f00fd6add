//! Comments and what they say, by the lines of a file.

use beadloom_model::LanguageId;

/// Languages whose comments say little of what code does, or stand in markup.
const LEFT_OUT: &[LanguageId] = &[LanguageId::GraphQl, LanguageId::Sql, LanguageId::Svelte, LanguageId::Vue];

/// A run of lines that are comment and nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// First line, from 0.
    pub begin: usize,
    /// After the last line, from 0.
    pub end: usize,
    /// What it says: its first paragraph, or what comes up to the first tag; in one line.
    pub says: String,
}

/// The comments of a file that fill lines, in order, and for every line whether it is one; None for a language that is left out.
pub fn comments(language: LanguageId, lines: &[&str]) -> Option<(Vec<Comment>, Vec<bool>)> {
    if LEFT_OUT.contains(&language) {
        return None;
    }
    let syntax = &language.facts().syntax;
    let mut is_comment = vec![false; lines.len()];
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim_start();
        let mut blocks = syntax.documentation.iter().chain(syntax.block_comments);
        let block = blocks.find(|(begin, _)| line.starts_with(begin));
        if let Some((begin, end)) = block {
            let mut last = at;
            let mut rest = &line[begin.len()..];
            while !rest.contains(end) && last + 1 < lines.len() {
                last += 1;
                rest = lines[last];
            }
            is_comment[at..=last].fill(true);
            at = last;
        } else if syntax.line_comments.iter().any(|mark| line.starts_with(mark))
            && !line.starts_with("#!")
            && !line.starts_with("#[")
        {
            is_comment[at] = true;
        }
        at += 1;
    }
    let mut found = Vec::new();
    let mut begin = 0;
    for run in is_comment.chunk_by(|a, b| a == b) {
        let end = begin + run.len();
        if run.first() == Some(&true) {
            found.push(Comment { begin, end, says: says(&lines[begin..end]) });
        }
        begin = end;
    }
    Some((found, is_comment))
}

/// Longest text, in bytes, that is taken of a comment.
const MAX_SAID: usize = 320;

/// Shorter first paragraphs take the next one with them, in bytes.
const SHORT: usize = 40;

fn says(lines: &[&str]) -> String {
    let mut said = String::new();
    for line in lines {
        let line = bare(line);
        let tag = line.strip_prefix(['@', '\\']).map(|tag| tag.trim_start_matches("brief "));
        let line = match tag {
            Some(_) if !said.is_empty() => break,
            Some(tag) if line.get(1..) == Some(tag) => continue,
            Some(tag) => tag,
            None => line.as_str(),
        };
        if said.is_empty() && line.is_empty() {
            continue;
        }
        if line.is_empty() && said.len() >= SHORT || starts_a_section(line) {
            break;
        }
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(line);
        if said.len() > MAX_SAID {
            break;
        }
    }
    said.truncate(said.floor_char_boundary(MAX_SAID));
    said.trim().to_owned()
}

/// A line without the marks of comments and documentation.
fn bare(line: &str) -> String {
    let mut line = line.trim();
    for mark in
        ["@moduledoc ~S", "@doc ~S", "@moduledoc", "@doc", "@typedoc", "r\"\"\"", "=begin", "=end", "--[["]
    {
        line = line.strip_prefix(mark).unwrap_or(line).trim_start();
    }
    let line = line.trim_matches(|c: char| "/*!#-|^{}\"'=;~".contains(c) || c.is_whitespace());
    let mut out = String::with_capacity(line.len());
    let mut in_tag = false;
    for (at, c) in line.char_indices() {
        match c {
            '<' if line[at + 1..].starts_with(|c: char| c == '/' || c.is_ascii_alphabetic())
                && line[at..].contains('>') =>
            {
                in_tag = true
            }
            '>' if in_tag => in_tag = false,
            _ if !in_tag => out.push(c),
            _ => {}
        }
    }
    for word in ["{@link ", "{@code ", "{@inheritDoc"] {
        out = out.replace(word, " ");
    }
    out.trim().to_owned()
}

/// Headings of documentation after which no more is said about what something does.
fn starts_a_section(line: &str) -> bool {
    const SECTIONS: &[&str] = &[
        "args:",
        "arguments:",
        "parameters",
        "params:",
        "returns:",
        "return:",
        "raises:",
        "example",
        "examples",
        "usage:",
        "see also",
        "note:",
        ":param",
        ":return",
        "options:",
        "```",
        ">>>",
        "parameter ",
        "throws:",
    ];
    let lower = line.to_lowercase();
    let lower = lower.trim_start_matches([' ', '#', '*', '-', '=', '.']);
    SECTIONS.iter().any(|section| lower.starts_with(section))
}

/// Whether what a comment says is a description in English, as far as that can be told without understanding.
pub fn describes(said: &str) -> bool {
    const NOT: &[&str] = &[
        "copyright",
        "licen",
        "spdx",
        "rights reserved",
        "warranty",
        "generated by",
        "do not edit",
        "eslint",
        "noqa",
        "pylint",
        "rubocop",
        "istanbul",
        "prettier",
        "@ts-",
        "clang-format",
        "shellcheck",
        "swiftlint",
        "nolint",
        "codecov",
        "coding: utf",
        "frozen_string_literal",
        "pragma",
        "http://www.apache",
    ];
    let lower = said.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if NOT.iter().any(|sign| lower.contains(sign))
        || ["todo", "fixme", "xxx", "hack", "mark"].contains(&first)
    {
        return false;
    }
    let words =
        said.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2);
    let letters = said.chars().filter(|c| c.is_ascii_alphabetic() || *c == ' ').count();
    words.count() >= 3
        && letters * 5 >= said.chars().count() * 4
        && !said.ends_with([';', '{', '}', ')', '>'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(language: &str, text: &str) -> Vec<String> {
        let lines: Vec<&str> = text.lines().collect();
        comments(LanguageId::parse(language).unwrap(), &lines)
            .into_iter()
            .flat_map(|(found, _)| found)
            .map(|comment| comment.says)
            .collect()
    }

    #[test]
    fn comments_are_found_in_every_syntax() {
        for (language, text, expected) in [
            ("go", "// Opens the pool,\n// lazily.\nfunc Open() {}", "Opens the pool, lazily."),
            (
                "java",
                "/**\n * Opens {@link Pool} <b>now</b>.\n * @param a b\n */\nvoid open() {}",
                "Opens  Pool} now.",
            ),
            ("csharp", "/// <summary>\n/// Opens it.\n/// </summary>\nvoid Open() {}", "Opens it."),
            (
                "python",
                "def a():\n    \"\"\"Opens it.\n\n    Args:\n        a: b\n    \"\"\"\n    return 1",
                "Opens it.",
            ),
            ("lua", "--- Opens it.\n-- @tparam string a\nlocal function open() end", "Opens it."),
            ("haskell", "-- | Opens it.\nopen :: IO ()", "Opens it."),
            ("haskell", "{-\n Opens it.\n-}\nopen = 1", "Opens it."),
            ("elixir", "@doc \"\"\"\nOpens it.\n\"\"\"\ndef open", "Opens it."),
            ("c", "/* Opens it. */\nint open;", "Opens it."),
            ("c", "/** @brief Opens it.\n * @param x\n */\nint open;", "Opens it."),
            ("bash", "#!/bin/sh\n# Opens it.\nopen", "Opens it."),
            ("rust", "#[test]\n/// Opens it.\nfn open() {}", "Opens it."),
        ] {
            assert_eq!(said(language, text), [expected], "{text}");
        }
    }

    #[test]
    fn only_descriptions_describe() {
        for (text, expected) in [
            ("Opens the connection pool when first asked.", true),
            ("return x(a, b);", false),
            ("Copyright 2020 by somebody else", false),
            ("TODO make this faster than before", false),
            ("a b", false),
            ("=== 12 + 34 / 56 == foo bar baz", false),
        ] {
            assert_eq!(describes(text), expected, "{text}");
        }
    }
}
