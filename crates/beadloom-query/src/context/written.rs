//! A bundle as JSON that states its own tokens, and the hash of what it says.

use beadloom_model::answers::{Bundle, Next, SyncStatus};
use beadloom_model::{Code, Error, Result};
use beadloom_tokens::CachedCounter;

use crate::etag::etag_of;

/// The JSON of a bundle, whose `tokens` are made to be those of that text.
pub(crate) fn render_json_with_token_count(
    bundle: &mut Bundle,
    counter: &CachedCounter<'_>,
) -> Result<String> {
    // The number stands in the text that it counts. Digits go to the tokenizer by threes, so only how
    // many there are matters: a guess is nearly always right, and settles in a round or two.
    bundle.tokens = (json(bundle)?.len() / 4) as u64;
    let mut text = json(bundle)?;
    let mut tokens = counter.count(&text) as u64;
    while tokens != bundle.tokens {
        let same = groups(bundle.tokens) == groups(tokens);
        bundle.tokens = tokens;
        text = json(bundle)?;
        if !same {
            tokens = counter.count(&text) as u64;
        }
    }
    Ok(text)
}

/// Groups of three digits, as the tokenizer takes a number apart.
fn groups(number: u64) -> usize {
    number.to_string().len().div_ceil(3)
}

pub(crate) fn json(bundle: &Bundle) -> Result<String> {
    serde_json::to_string(bundle)
        .map_err(|error| Error::new(Code::Internal, "the bundle cannot be written as JSON").caused_by(error))
}

/// Over what the bundle says, without what a later run or another place may change.
pub(crate) fn etag(bundle: &Bundle) -> Result<String> {
    let said = Bundle {
        etag: String::new(),
        tokens: 0,
        warning: None,
        stale_paths: Vec::new(),
        // It follows from the rest, and from how far the index is behind.
        next: Next::default(),
        sync_status: SyncStatus { last_reindex: None, ..bundle.sync_status.clone() },
        ..bundle.clone()
    };
    etag_of(&said)
}
