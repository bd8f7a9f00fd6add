//! What kind of text a query is.

use beadloom_model::answers::QueryKind;

/// Marks of messages and stack traces in the languages that are indexed.
const ERROR_MARKS: &[&str] = &[
    "traceback (most recent",
    "panicked at",
    "exception in thread",
    "goroutine ",
    "segmentation fault",
    "stack trace",
    "caused by:",
    "error:",
    "exception:",
    "error[e",
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
        !stem.is_empty()
            && (1..=4).contains(&extension.len())
            && extension.chars().all(|c| c.is_ascii_lowercase())
    });
    if query.contains('/')
        || (is_file && !query.contains("::") && KNOWN_EXTENSIONS.iter().any(|e| query.ends_with(e)))
    {
        return QueryKind::Path;
    }
    if query.chars().any(char::is_alphanumeric) { QueryKind::Identifier } else { QueryKind::Question }
}

/// `charge.py` is a file, `Ledger.post` a name: only endings that are no likely name of a member.
const KNOWN_EXTENSIONS: &[&str] = &[
    ".py", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".go", ".rs", ".java", ".md", ".yml", ".yaml", ".toml",
    ".json", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".rb", ".php", ".swift", ".kt", ".scala", ".ex",
    ".exs", ".hs", ".lua", ".zig", ".sh", ".vue", ".svelte", ".sql", ".graphql", ".proto",
];

/// Whether files of code or documents end so.
pub(super) fn is_extension(text: &str) -> bool {
    KNOWN_EXTENSIONS.iter().any(|known| known.get(1..) == Some(text))
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
