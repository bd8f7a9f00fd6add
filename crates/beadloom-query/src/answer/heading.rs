//! The headings of chapters.

use beadloom_model::About;

/// A chapter's title in Markdown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heading {
    pub title: &'static str,
    pub about: About,
}
