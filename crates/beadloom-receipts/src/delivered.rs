//! What was sent, and the answer that it was made of.

use beadloom_model::About;
use beadloom_query::{Summary, SummedText};
use serde::Deserialize;
use serde_json::Value;

use super::places::Places;

/// What was sent, and the answer that it was made of.
#[derive(Debug)]
pub(crate) struct Delivered<'a> {
    pub sent: &'a str,
    /// None where it is too long to be looked into, or there is none.
    pub answer: Option<Answer>,
    /// What the pieces of the text are about, from its end, where whoever laid it out says so; each with its length in bytes.
    pub laid_out: &'a [(About, usize)],
}

/// An answer of the engine.
#[derive(Debug)]
pub(crate) enum Answer {
    Json(Value),
    /// A text that says itself what it holds.
    Text(SummedText),
}

/// A text within an answer.
#[derive(Deserialize)]
struct Page {
    content: String,
    summary: Summary,
}

impl<'a> Delivered<'a> {
    /// `answer`: as the engine gave it, where that is not what was sent.
    pub fn new(sent: &'a str, answer: Option<&str>, laid_out: &'a [(About, usize)]) -> Self {
        let answer = answer.or_else(|| sent.starts_with('{').then_some(sent));
        Self { sent, answer: answer.and_then(Answer::new), laid_out }
    }

    /// Whether JSON was sent.
    pub fn is_json(&self) -> bool {
        self.sent.starts_with('{')
    }

    /// How many bytes of a text were sent: all, its beginning, or, where something else was said instead, none.
    pub fn shown_of(&self, text: &str) -> usize {
        let (sent, whole) = (self.sent.trim_end(), text.trim_end());
        if self.is_json() || sent.len() >= whole.len() {
            text.len()
        } else if whole.starts_with(sent) {
            sent.len()
        } else {
            0
        }
    }

    /// Files and lines that it names.
    pub fn places(&self) -> Places {
        match &self.answer {
            Some(Answer::Json(answer)) if self.is_json() => Places::of_json(answer),
            // A shell may show a part of an answer.
            Some(Answer::Json(answer)) => Places::of_json(answer).within(self.sent),
            Some(Answer::Text(SummedText { text, summary })) if self.shown_of(text) > 0 => {
                Places::of_lines(&summary.named)
            }
            _ => Places::default(),
        }
    }
}

impl Answer {
    fn new(json: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(json).ok()?;
        if let Ok(text) = SummedText::deserialize(&value) {
            return Some(Self::Text(text));
        }
        if let Ok(Page { content, summary }) = Page::deserialize(&value) {
            return Some(Self::Text(SummedText { text: content, summary }));
        }
        Some(Self::Json(value))
    }
}
