//! Secrets in texts that the shell keeps or moves.

use beadloom_engine::screening;
use napi_derive::napi;

/// A part of a text.
#[napi(object)]
pub struct TextPart {
    /// As it stands there.
    pub text: String,
    /// Whether it is a secret.
    pub secret: bool,
}

/// A text in its parts, in their order: what is secret, and what stands between.
#[napi(catch_unwind)]
pub fn secret_parts(text: String) -> Vec<TextPart> {
    let mut parts = Vec::new();
    let mut add = |range: std::ops::Range<usize>, secret: bool| {
        if let Some(part) = text.get(range).filter(|part| !part.is_empty()) {
            parts.push(TextPart { text: part.to_owned(), secret });
        }
    };
    let mut at = 0;
    for one in screening::secrets(&text) {
        add(at..one.range.start, false);
        at = one.range.end;
        add(one.range, true);
    }
    add(at..text.len(), false);
    parts
}

/// A text with a marker in place of every secret.
#[napi(catch_unwind)]
pub fn redacted(text: String) -> String {
    screening::redacted(&text).into_owned()
}

/// Whether the value of a setting, flag or member of that name is a secret, whatever it looks like.
#[napi(catch_unwind)]
pub fn is_secret_name(name: String) -> bool {
    screening::is_secret_name(&name)
}
