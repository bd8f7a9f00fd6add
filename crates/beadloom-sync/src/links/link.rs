//! A link between a document and a part, with what speaks for it.

use beadloom_model::CompactSort as _;

use super::mentions::Mention;
use super::parts::Parts;

/// Names that are given as evidence.
const MAX_GIVEN_NAMES: usize = 8;

/// A part that a document, or a section of it, is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The number of the part.
    pub part: u32,
    /// How likely that is, up to 1.
    pub score: f64,
    /// First and last line and heading of the section; None where it is the document.
    pub section: Option<(u32, u32, String)>,
    /// Why.
    pub evidence: Evidence,
}

/// What speaks for a link.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evidence {
    /// The document lies in a folder of the part.
    pub place: bool,
    /// It, or the folder that it lies in, is called like the part.
    pub title: bool,
    /// Names of the part that it has, the most telling first.
    pub names: LinkedNames,
}

/// Names with the lines that have them first.
pub type LinkedNames = Vec<(String, u32)>;

/// The names that a document has of a part and of what is inside it, the most telling first.
pub(super) fn given(
    parts: &Parts<'_>,
    part: u32,
    mentions: &[&Mention],
    inside: &dyn Fn(u32) -> bool,
) -> LinkedNames {
    let is_of =
        |mention: &&&Mention| mention.parts.iter().any(|of| *of == part || parts.is_within(*of, part));
    let mut names: Vec<&&Mention> = mentions.iter().filter(is_of).collect();
    names.compact_sort_by(|a, b| {
        b.weight
            .total_cmp(&a.weight)
            .then(b.lines.len().cmp(&a.lines.len()))
            .then_with(|| a.name.cmp(&b.name))
    });
    let first = |mention: &&Mention| {
        let line = mention.lines.iter().copied().find(|line| inside(*line))?;
        Some((mention.name.clone(), line))
    };
    names.into_iter().filter_map(first).take(MAX_GIVEN_NAMES).collect()
}
