//! A text or a regular expression, checked and bounded.

use beadloom_lexical::GramQuery;
use beadloom_model::{Code, Error, Result};
use regex::bytes::{Regex, RegexBuilder};

use super::needs::needs;
use crate::text;

/// Characters of a pattern, at most.
pub const MAX_PATTERN_CHARS: usize = 10_000;

/// Bytes that an expression may take once it is compiled, and while it searches.
const MAX_COMPILED_BYTES: usize = 10 << 20;

/// How deep an expression may be nested.
const MAX_NESTING_DEPTH: u32 = 200;

/// What lines are searched for.
#[derive(Debug, Clone)]
pub struct Pattern {
    shown: String,
    regex: Regex,
    needs: GramQuery,
}

impl Pattern {
    /// Exact text.
    ///
    /// # Errors
    /// `usage` for an empty text, one of several lines, and one that is too long.
    pub fn exact(text: &str, ignore_case: bool) -> Result<Self> {
        check(text, "text")?;
        if text.contains('\n') {
            return Err(Error::new(Code::Usage, "the text to search for has several lines")
                .hint("search matches single lines: give one line"));
        }
        Self::build(text, &regex::escape(text), ignore_case)
    }

    /// A regular expression, in the syntax of Rust's `regex`.
    ///
    /// # Errors
    /// `usage` for an empty expression, for what is none, and for one that is too large.
    pub fn regex(expression: &str, ignore_case: bool) -> Result<Self> {
        check(expression, "regular expression")?;
        Self::build(expression, expression, ignore_case)
    }

    fn build(shown: &str, expression: &str, ignore_case: bool) -> Result<Self> {
        let regex = RegexBuilder::new(expression)
            .case_insensitive(ignore_case)
            .multi_line(true)
            .crlf(true)
            .size_limit(MAX_COMPILED_BYTES)
            .dfa_size_limit(MAX_COMPILED_BYTES)
            .nest_limit(MAX_NESTING_DEPTH)
            .build()
            .map_err(|error| unfit(&error))?;
        let parsed = regex_syntax::ParserBuilder::new()
            .utf8(false)
            .case_insensitive(ignore_case)
            .multi_line(true)
            .crlf(true)
            .nest_limit(MAX_NESTING_DEPTH)
            .build()
            .parse(expression);
        // What cannot be understood here is looked for everywhere.
        let needs = parsed.map_or(GramQuery::Any, |hir| needs(&hir));
        Ok(Self { shown: shown.to_owned(), regex, needs })
    }

    /// As given.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// What a file holds that has a line which matches.
    pub fn needs(&self) -> &GramQuery {
        &self.needs
    }

    pub(super) fn compiled(&self) -> &Regex {
        &self.regex
    }
}

fn check(pattern: &str, what: &str) -> Result<()> {
    if pattern.is_empty() {
        return Err(Error::new(Code::Usage, format!("the {what} to search for is empty")));
    }
    let length = pattern.chars().count();
    if length > MAX_PATTERN_CHARS {
        return Err(Error::new(
            Code::Usage,
            format!("the {what} to search for has {length} characters; the limit is {MAX_PATTERN_CHARS}"),
        ));
    }
    Ok(())
}

fn unfit(error: &regex::Error) -> Error {
    match error {
        regex::Error::CompiledTooBig(_) => Error::new(
            Code::Usage,
            format!(
                "the regular expression takes more than {} MB once it is compiled",
                MAX_COMPILED_BYTES >> 20
            ),
        )
        .hint("repeat fewer times, or search for a part of it"),
        other => {
            // The last line says what; those before draw the place.
            let said = other.to_string();
            let what = said.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            Error::new(
                Code::Usage,
                format!("no regular expression: {}", text::cut_at_word(&text::line(&what), 300)),
            )
            .hint("look-around and back-references are not supported; --exact searches for plain text")
        }
    }
}
