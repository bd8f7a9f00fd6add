//! Literals that many languages write alike.

/// The content of a string literal without its quotes; `None` where it has escapes or is none.
pub(crate) fn unquote(literal: &str) -> Option<&str> {
    let quote = literal.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let content = literal.strip_prefix(quote)?.strip_suffix(quote)?;
    (!content.contains(['\\', '\n', quote])).then_some(content)
}
