//! Sections of documents that are about a part of their own.

use std::collections::BTreeMap;

use beadloom_model::CompactSort as _;

use super::link::{Evidence, Link, given};
use super::masses::Masses;
use super::mentions::{Mention, Mentions};
use super::parts::Parts;

/// Names of a part that a section has, at least.
const MIN_NAMES: usize = 3;

/// Sections of a document, at least, for one of them to be meant alone, and what it has of all that is named, at least.
const MIN_SECTIONS: usize = 4;
const OF_ONE_SECTION: f64 = 0.8;

/// How many names make half of what names can say, about.
const NAMES: f64 = 3.0;

/// How much of what a section names is of its part, at least, as a score of both the share and the number of names.
const MIN_SCORE: f64 = 0.5;

/// Sections that are given.
const MAX_SECTIONS: usize = 4;

/// The one section that has nearly all that the document names of a part, where only names speak for the link and the document has many.
pub(super) fn only_section(
    parts: &Parts<'_>,
    mentions: &Mentions,
    link: &Link,
) -> Option<(u32, u32, String)> {
    if link.evidence.place || link.evidence.title || mentions.headings.all.len() < MIN_SECTIONS {
        return None;
    }
    let mut all = 0.0;
    let mut of_section: BTreeMap<usize, f64> = BTreeMap::new();
    let is_of = |of: &u32| *of == link.part || parts.is_within(*of, link.part);
    for mention in mentions.all.iter().filter(|mention| mention.parts.iter().any(is_of)) {
        all += mention.weight;
        for section in mentions.sections_of(mention) {
            *of_section.entry(section).or_default() += mention.weight;
        }
    }
    let (at, weight) = of_section.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    let ((first, last), heading) = mentions.headings.section(at);
    let is_all = weight >= all * OF_ONE_SECTION && at > 0;
    is_all.then(|| (first, last, heading.to_owned()))
}

/// The sections that are about other parts than the document. A document of one section has none.
pub(super) fn of_sections(parts: &Parts<'_>, mentions: &Mentions, whole: &[Link]) -> Vec<Link> {
    if mentions.headings.all.len() <= 1 {
        return Vec::new();
    }
    let mut of_section: Vec<Vec<&Mention>> = vec![Vec::new(); mentions.headings.all.len() + 1];
    for mention in &mentions.all {
        for section in mentions.sections_of(mention) {
            if let Some(names) = of_section.get_mut(section) {
                names.push(mention);
            }
        }
    }
    let mut found: Vec<Link> = Vec::new();
    for (number, names) in of_section.iter().enumerate().filter(|(_, names)| names.len() >= MIN_NAMES) {
        let masses = Masses::of(parts, names, 0);
        let Some(part) = masses.dominant(MIN_NAMES) else { continue };
        let score = masses.share(part) * (1.0 - (-masses.weight(part) / NAMES).exp());
        let is_known = |link: &Link| {
            link.part == part || parts.is_within(part, link.part) || parts.is_within(link.part, part)
        };
        if score < MIN_SCORE || whole.iter().any(is_known) {
            continue;
        }
        let ((first, last), heading) = mentions.headings.section(number);
        let inside = |line: u32| (first..=last).contains(&line);
        let evidence = Evidence { names: given(parts, part, names, &inside), ..Evidence::default() };
        let link = Link { part, score, section: Some((first, last, heading.to_owned())), evidence };
        match found.iter_mut().find(|link| link.part == part) {
            Some(best) if best.score < score => *best = link,
            Some(_) => {}
            None => found.push(link),
        }
    }
    found.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then(a.part.cmp(&b.part)));
    found.truncate(MAX_SECTIONS);
    found
}
