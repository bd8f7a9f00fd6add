//! Texts without what two copies of one may differ in.

/// A text without what two copies of it may differ in: case, spaces, punctuation at the ends of words.
pub fn normalised(text: &str) -> String {
    let words =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| is_punctuation(c)).to_lowercase());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether anything is left of it.
pub(crate) fn has_words(text: &str) -> bool {
    text.split_whitespace().any(|word| word.contains(|c: char| !is_punctuation(c)))
}

pub(crate) fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() && !matches!(c, '-' | '+' | '#' | '$' | '%' | '<' | '>' | '=')
        || matches!(c, '“' | '”' | '‘' | '’' | '…' | '–' | '—')
}
