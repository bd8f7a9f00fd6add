//! A bundle as it is handed out: its text with what that says of itself, its tokens, and the hash of what it says.

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, Next, SyncStatus};
use beadloom_model::requests::TextFormat;
use beadloom_tokens::{CachedCounter, Counter};

use super::Rendered;
use super::chapter::Gained;
use crate::answer::json::json;
use crate::answer::places::Places;
use crate::answer::summary::Pieces;
use crate::etag::etag_of;

/// Writes bundles in one form, and counts their tokens.
pub(crate) struct Writer<'a> {
    format: TextFormat,
    counter: CachedCounter<'a>,
}

impl<'a> Writer<'a> {
    pub fn new(format: TextFormat, counter: &Counter<'a>) -> Self {
        Self { format, counter: CachedCounter::new(*counter) }
    }

    /// Tokens of a text.
    pub fn count(&self, text: &str) -> usize {
        self.counter.count(text)
    }

    /// The bundle in that form; `markdown` makes that of it.
    ///
    /// # Errors
    /// `internal` where it has no JSON form.
    pub fn write(
        &self,
        mut bundle: Bundle,
        chapters: &[Gained<'_>],
        markdown: impl FnOnce(&Bundle) -> Pieces,
    ) -> Result<Rendered> {
        bundle.etag = etag(&bundle)?;
        let mut places = Places::default();
        let (text, marks) = match self.format {
            TextFormat::Markdown => {
                let (text, marks) = markdown(&bundle).finish();
                bundle.tokens = self.count(&text) as u64;
                chapters.iter().for_each(|one| one.chapter.add_places(&mut places, &bundle));
                (text, Some(marks))
            }
            TextFormat::Json => (render_json_with_token_count(&mut bundle, &self.counter)?, None),
        };
        let (tokens, etag) = (bundle.tokens, bundle.etag.clone());
        Ok(Rendered { text, tokens, etag, bundle, marks, places: places.0 })
    }
}

/// The JSON of a bundle, whose `tokens` are made to be those of that text.
fn render_json_with_token_count(bundle: &mut Bundle, counter: &CachedCounter<'_>) -> Result<String> {
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

/// Over what the bundle says, without what a later run or another place may change.
fn etag(bundle: &Bundle) -> Result<String> {
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
