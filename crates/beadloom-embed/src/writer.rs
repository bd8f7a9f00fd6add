//! Writes what [`crate::StaticModel`] reads.

use thiserror::Error;

use crate::format::{DIMENSION_LIMIT, DIMENSION_STEP, Sizes, TERM_LIMIT, hash};

/// A term of a table to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct TableTerm {
    /// As `beadloom_words::Terms` makes it.
    pub term: String,
    /// In queries; at least zero.
    pub query_weight: f32,
    /// In code; at least zero.
    pub code_weight: f32,
    /// As many numbers as the table has dimensions.
    pub vector: Vec<f32>,
}

/// Why terms make no table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// None, or more than a table can number.
    #[error("a table has 1 to {TERM_LIMIT} terms, not {0}")]
    Terms(usize),
    /// Not a multiple of 64, or too many.
    #[error("a table has 64, 128, … dimensions, not {0}")]
    Dimensions(usize),
    /// A vector of another length, or a number that is none.
    #[error("the term `{0}` occurs twice, or has numbers that do not fit")]
    Term(String),
}

/// The bytes of a table file: vectors rounded to signed bytes, each by a scale of its own. The same terms give the same
/// bytes in whatever order.
pub fn write_table(dimensions: usize, mut terms: Vec<TableTerm>) -> Result<Vec<u8>, Unwritable> {
    if !(1..=TERM_LIMIT).contains(&terms.len()) {
        return Err(Unwritable::Terms(terms.len()));
    }
    if !(1..=DIMENSION_LIMIT).contains(&dimensions) || !dimensions.is_multiple_of(DIMENSION_STEP) {
        return Err(Unwritable::Dimensions(dimensions));
    }
    terms.sort_by(|a, b| a.term.cmp(&b.term));
    let misfit = terms.iter().find(|term| !fits(term, dimensions));
    let twice = terms.windows(2).find_map(|pair| match pair {
        [a, b] if a.term == b.term => Some(a),
        _ => None,
    });
    if let Some(term) = misfit.or(twice) {
        return Err(Unwritable::Term(term.term.clone()));
    }

    // Less than half of them taken, so that searches are short.
    let slot_count = (2 * terms.len() + 1).next_power_of_two();
    let mut slots = vec![0_u16; slot_count];
    let mut ends = Vec::new();
    let mut weights = Vec::new();
    let mut vectors = Vec::new();
    let mut text = Vec::new();
    for (number, term) in (1_u16..).zip(&terms) {
        let mut slot = hash(term.term.as_bytes()) as usize & (slot_count - 1);
        while slots.get(slot).is_some_and(|taken| *taken != 0) {
            slot = (slot + 1) & (slot_count - 1);
        }
        if let Some(empty) = slots.get_mut(slot) {
            *empty = number;
        }
        text.extend_from_slice(term.term.as_bytes());
        ends.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
        let largest = term.vector.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        weights.extend([term.query_weight * scale, term.code_weight * scale]);
        vectors.extend(term.vector.iter().map(|x| ((x / scale).round() as i8).cast_unsigned()));
    }
    let sizes = Sizes { terms: terms.len(), dimensions, slots: slot_count, text: text.len() };
    let mut body: Vec<u8> = slots.into_iter().flat_map(u16::to_le_bytes).collect();
    body.extend(ends.into_iter().flat_map(u32::to_le_bytes));
    body.extend(weights.into_iter().flat_map(f32::to_le_bytes));
    body.extend(vectors);
    body.extend(text);
    Ok([sizes.header(&body), body].concat())
}

fn fits(term: &TableTerm, dimensions: usize) -> bool {
    let weight = |weight: f32| (0.0..=1e4).contains(&weight);
    term.vector.len() == dimensions
        && weight(term.query_weight)
        && weight(term.code_weight)
        && term.vector.iter().all(|x| x.abs() <= 1e4)
}
