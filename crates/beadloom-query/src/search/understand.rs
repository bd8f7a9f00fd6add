//! What kind of text a query is.

use beadloom_model::answers::QueryKind;

use crate::files::is_counted;

/// Marks of messages and stack traces in the languages that are indexed.
const ERROR_MARKS: &[&str] = &[
    "traceback (most recent", "panicked at", "exception in thread", "goroutine ", "segmentation fault",
    "stack trace", "caused by:", "error:", "exception:", "error[e",
];

/// How the query is understood.
pub(super) fn kind_of(query: &str) -> QueryKind {
    let lower = query.to_lowercase();
    let traced = lower.lines().filter(|line| line.trim_start().starts_with("at ")).count() > 1;
    if traced || ERROR_MARKS.iter().any(|mark| lower.contains(mark)) {
        return QueryKind::Error;
    }
    if query.contains(char::is_whitespace) {
        return QueryKind::Question;
    }
    let is_file = query.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty() && (1..=4).contains(&extension.len()) && is_extension(extension)
    });
    if query.contains('/') || (is_file && !query.contains("::")) {
        return QueryKind::Path;
    }
    if query.chars().any(char::is_alphanumeric) { QueryKind::Identifier } else { QueryKind::Question }
}

/// Endings of documents and settings that are no likely name of a member.
const DOCUMENTS: &[&str] = &["md", "yml", "yaml", "toml", "json"];

/// Whether files of code or documents end so: `charge.py` is a file, `Ledger.post` a name.
pub(crate) fn is_extension(text: &str) -> bool {
    DOCUMENTS.contains(&text) || is_counted(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_told_apart() {
        for (query, kind) in [
            ("Ledger", QueryKind::Identifier),
            ("Ledger.post", QueryKind::Identifier),
            ("FEAT-7", QueryKind::Identifier),
            ("src/billing", QueryKind::Path),
            ("charge.py", QueryKind::Path),
            ("where are retries decided", QueryKind::Question),
            ("*", QueryKind::Question),
            ("TypeError: x is not a function", QueryKind::Error),
            ("boom\n  at f (a.js:1)\n  at g (b.js:2)", QueryKind::Error),
        ] {
            assert_eq!(kind_of(query), kind, "{query:?}");
        }
    }
}
