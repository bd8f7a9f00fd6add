//! From what a document names, is called and lies beside to the parts that it is about.

use std::sync::OnceLock;

use beadloom_model::CompactSort as _;
use beadloom_ranking::RankingModel;

use super::features::{LINK_FEATURES, Seen};
use super::kinds::is_list_of_changes;
use super::link::{Evidence, Link, given};
use super::mentions::{Mention, Mentions};
use super::parts::{Part, Parts};
use super::plain_cases::at_least;
use super::sections::{of_sections, only_section};
use super::vocabulary::Vocabulary;

/// What is seen of a part that a document may be about.
#[derive(Debug)]
pub struct SeenPart {
    /// Its number.
    pub part: u32,
    /// Of the features, in their order.
    pub values: Vec<f32>,
    /// How likely the link is, whatever the model says: more than 0 where one thing alone speaks for it.
    pub at_least: f64,
}

/// Tells what documents are about.
pub struct Judge<'a> {
    parts: Parts<'a>,
    vocabulary: &'a Vocabulary,
}

impl<'a> Judge<'a> {
    /// For these parts, which the vocabulary numbers.
    pub fn new(parts: &'a [Part], vocabulary: &'a Vocabulary) -> Self {
        Self { parts: Parts::new(parts), vocabulary }
    }

    /// What is seen of each part that a document may be about.
    pub fn seen(&self, path: &str, mentions: &Mentions) -> Vec<SeenPart> {
        let seen = Seen::of(&self.parts, self.vocabulary, path, mentions);
        let candidates = seen.candidates();
        let rows = seen.rows(&candidates);
        let all = candidates.into_iter().zip(rows);
        all.map(|(part, values)| SeenPart { part, at_least: at_least(&values), values }).collect()
    }

    /// The parts that a document is about, the surest first: of the document as a whole, then of its sections.
    pub fn links(&self, path: &str, mentions: &Mentions) -> Vec<Link> {
        let seen = Seen::of(&self.parts, self.vocabulary, path, mentions);
        let candidates = seen.candidates();
        let rows = seen.rows(&candidates);
        let all: Vec<&Mention> = mentions.all.iter().collect();
        let mut found: Vec<Link> = Vec::new();
        for (part, score) in
            candidates.iter().zip(probabilities(&rows)).filter(|(_, score)| *score >= super::LINKED)
        {
            let evidence = Evidence {
                place: seen.is_placed(*part),
                title: seen.is_titled(*part),
                names: given(&self.parts, *part, &all, &|_| true),
            };
            // Words alone are no reason that can be shown.
            if evidence.place || evidence.title || !evidence.names.is_empty() {
                found.push(Link { part: *part, score, section: None, evidence });
            }
        }
        // A document that is about a part of a part belongs to the inner one alone.
        let inner: Vec<u32> = found.iter().map(|link| link.part).collect();
        found.retain(|link| {
            link.evidence.title || !inner.iter().any(|part| self.parts.is_within(*part, link.part))
        });
        found.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then(a.part.cmp(&b.part)));
        for link in &mut found {
            link.section = only_section(&self.parts, mentions, link);
        }
        if !is_list_of_changes(path) {
            let of_sections = of_sections(&self.parts, mentions, &found);
            found.extend(of_sections);
        }
        found
    }
}

fn probabilities(rows: &[Vec<f32>]) -> Vec<f64> {
    let Some(model) = model() else { return vec![0.0; rows.len()] };
    let of_model = model.sums(rows).into_iter().map(|sum| model.probability(sum));
    of_model.zip(rows).map(|(found, row)| found.max(at_least(row))).collect()
}

fn model() -> Option<&'static RankingModel> {
    static MODEL: OnceLock<Option<RankingModel>> = OnceLock::new();
    let read = || {
        let model = RankingModel::parse(include_bytes!("../../data/links.model"));
        model.filter(|model| model.is_of(LINK_FEATURES.into_iter()))
    };
    MODEL.get_or_init(read).as_ref()
}
