//! What a document names of a project.

use beadloom_model::prose::{DocumentNames, Headings};

use super::vocabulary::Vocabulary;

/// A name that a document has.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// As it is written.
    pub name: String,
    /// The first lines that have it, 1-based.
    pub lines: Vec<u32>,
    /// The parts that it belongs to, at least one.
    pub parts: Vec<u32>,
    /// How much it says about each of them.
    pub weight: f64,
}

/// What a document names.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// In the order of the document.
    pub all: Vec<Mention>,
    /// Its headings.
    pub headings: Headings,
    /// Its title; empty where there is none.
    pub title: String,
    /// The words that it has most, as [`names_in`](super::names_in) counts them.
    pub words: Vec<(String, u32)>,
}

impl Mentions {
    /// What these names mean.
    pub fn of(vocabulary: &Vocabulary, document: &DocumentNames) -> Self {
        let meant = |(name, lines): &(String, Vec<u32>)| {
            let (parts, worth) = vocabulary.meant(name);
            let weight = worth / parts.len().max(1) as f64;
            let mention = Mention { name: name.clone(), lines: lines.clone(), parts, weight };
            (!mention.parts.is_empty()).then_some(mention)
        };
        Self {
            all: document.names.iter().filter_map(meant).collect(),
            headings: document.headings(),
            title: document.title.clone(),
            words: document.words.clone(),
        }
    }

    /// The sections that have a name in one of the lines that are known of it, by the number of headings before them.
    pub(super) fn sections_of(&self, mention: &Mention) -> Vec<usize> {
        let mut sections: Vec<usize> =
            mention.lines.iter().map(|line| self.headings.number_at(*line)).collect();
        sections.dedup();
        sections
    }
}
