//! Which sections of a document a change is about.

use std::collections::BTreeMap;

use super::change::{Change, TermUse};
use super::reading::Reading;

/// Sections that are named of a document.
const MAX_SECTIONS: usize = 3;

/// What a section says of the change, at least, as a part of what the best one says.
const MIN_SHARE: f64 = 0.3;

/// What a word of a sentence says, as a part of what a name says: it tells sections apart.
const OF_WORD: f64 = 0.3;

/// Documents that have a word of a sentence, at most, for it to be a reason.
const MAX_WORD_DOCUMENTS: u32 = 3;

/// Documents that name a token, at most, where it says which section is meant.
const MAX_DOCUMENTS: u32 = 10;

/// Tokens that are named as the reason.
const MAX_REASONS: usize = 5;

/// A section, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// 1-based, inclusive.
    pub lines: (u32, u32),
    /// The heading above; empty before the first one.
    pub heading: String,
    /// What it says of the change; compares sections of one document.
    pub score: f64,
    /// Numbers of the tokens that speak for it, the best first, each with its first line in the section: names, and words that went
    /// and few documents have; none where it has only other words of the change.
    pub terms: Vec<(u32, u32)>,
}

/// The sections of a document that name most of a change, best first. `documents`: how many documents have a token, by number.
pub fn sections(change: &Change, reading: &Reading, documents: &[u32]) -> Vec<Section> {
    let mut found: BTreeMap<usize, Vec<(f64, u32, u32)>> = BTreeMap::new();
    let is_name = |term: u32| change.term_use(term).is_some_and(|used| used.is_name || used.is_path);
    let is_reason = |term: u32| {
        let having = documents.get(term as usize).copied().unwrap_or(0);
        let is_gone = || change.term_use(term).is_some_and(TermUse::is_gone);
        is_name(term) || having <= MAX_WORD_DOCUMENTS && is_gone()
    };
    for (term, lines) in &reading.terms {
        let having = documents.get(*term as usize).copied().unwrap_or(0).max(1);
        let Some(used) = change.uses.get(*term as usize).filter(|_| having <= MAX_DOCUMENTS) else {
            continue;
        };
        let of_form = if is_name(*term) { 1.0 } else { OF_WORD };
        let weight = weight(used) * of_form / f64::from(having);
        for line in lines {
            let at = reading.headings.number_at(*line);
            let of_section = found.entry(at).or_default();
            if !of_section.iter().any(|(_, known, _)| known == term) {
                of_section.push((weight, *term, *line));
            }
        }
    }
    let mut all: Vec<Section> =
        found.into_iter().map(|(at, terms)| section(reading, at, terms, &is_reason)).collect();
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.lines.cmp(&b.lines)));
    let best = all.first().map_or(0.0, |section| section.score);
    all.retain(|section| section.score > 0.0 && section.score >= best * MIN_SHARE);
    all.truncate(MAX_SECTIONS);
    all
}

/// `at`: how many headings begin before it ends.
fn section(
    reading: &Reading,
    at: usize,
    mut terms: Vec<(f64, u32, u32)>,
    is_reason: &dyn Fn(u32) -> bool,
) -> Section {
    terms.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)).then(a.1.cmp(&b.1)));
    let score = terms.iter().map(|(weight, _, _)| weight).sum();
    terms.retain(|(_, term, _)| is_reason(*term));
    let (lines, heading) = reading.headings.section(at);
    Section {
        lines,
        heading: heading.to_owned(),
        score,
        terms: terms.into_iter().take(MAX_REASONS).map(|(_, term, line)| (term, line)).collect(),
    }
}

/// How much a token that a section names says about it.
fn weight(used: &TermUse) -> f64 {
    if used.is_gone() {
        1.5
    } else if used.removed != used.added {
        1.0
    } else if used.is_changed() {
        0.6
    } else if used.is_holder || used.is_path || used.is_file_name || used.is_stem {
        0.5
    } else {
        0.2
    }
}
