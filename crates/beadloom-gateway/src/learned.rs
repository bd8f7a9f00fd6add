//! What use taught: queries that led to successful calls.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::catalogue::{Asked, Catalogue, add, cosines};
use crate::confidence::{Signals, signals};
use crate::inverted::z;
use crate::parts::Parts;

/// A query and the tool that was called for it.
#[derive(Debug, Clone)]
pub struct Pair {
    /// In the catalogue.
    pub tool: u32,
    /// What the query's words are, each once.
    pub terms: Vec<Box<str>>,
    /// Of the query; None where its text is not kept, or there is no model.
    pub vector: Option<Vec<f32>>,
    /// 0 to 1.
    pub confidence: f32,
}

/// BM25 of tools' texts with past queries appended.
const PAST: (f32, f32) = (2.0, 0.3);

/// What past queries that have a word add to its occurrences.
const PAST_TEXT: f32 = 0.8;

/// Pairs at which what was learned counts half of what it ever will.
const HALF: f32 = 100.0;

/// What the tool's own vector counts beside those of past queries.
const OWN_VECTOR: f32 = 3.0;

/// The classifier: how fast it learns, and what a tool's own text counts.
const RATE: f32 = 0.5;

/// From so many pairs on, tools without any keep a place by their cold rank among the first `GUARDED`, before among fewer.
const MANY: usize = 500;

/// Pairs, to rank by.
#[derive(Default)]
pub struct Learned {
    pairs: Vec<Pair>,
    /// By tool: words of its past queries, with the sum of confidences.
    words: Vec<BTreeMap<u32, f32>>,
    ids: FxHashMap<Box<str>, u32>,
    terms: Vec<Box<str>>,
    /// By term: tools, and occurrences with past queries.
    past: Vec<Vec<(u32, f32)>>,
    past_lengths: Vec<f32>,
    centroids: Vec<Option<Vec<f32>>>,
    idf: Vec<f32>,
    /// By term: tools and their share of a unit vector.
    tfidf: Vec<Vec<(u32, f32)>>,
    /// By term and tool.
    weights: Vec<Vec<f32>>,
    counts: Vec<u32>,
}

impl Learned {
    /// Of pairs, oldest first.
    pub fn new(catalogue: &Catalogue, pairs: Vec<Pair>, parts: Parts) -> Self {
        let tools = catalogue.len();
        let mut learned = Self {
            words: vec![BTreeMap::new(); tools],
            past_lengths: vec![0.0; tools],
            counts: vec![0; tools],
            ..Self::default()
        };
        if pairs.is_empty() {
            return learned;
        }
        let mut texts: Vec<BTreeMap<u32, f32>> = Vec::with_capacity(tools);
        for reading in &catalogue.readings {
            texts.push(reading.terms.iter().map(|(term, count)| (learned.id(term), *count)).collect());
        }
        for pair in &pairs {
            let ids: Vec<u32> = pair.terms.iter().map(|term| learned.id(term)).collect();
            let Some(words) = learned.words.get_mut(pair.tool as usize) else { continue };
            for id in ids {
                *words.entry(id).or_default() += pair.confidence;
            }
            if let Some(count) = learned.counts.get_mut(pair.tool as usize) {
                *count += 1;
            }
        }
        let terms = learned.terms.len();
        learned.past = vec![Vec::new(); terms];
        learned.tfidf = vec![Vec::new(); terms];
        // Together.
        let mut all: Vec<BTreeMap<u32, f32>> = texts.clone();
        for (text, words) in all.iter_mut().zip(&learned.words) {
            for (id, count) in words {
                *text.entry(*id).or_default() += PAST_TEXT * (1.0 + count).ln();
            }
        }
        for (number, text) in all.iter().enumerate() {
            for (id, count) in text {
                if let Some(postings) = learned.past.get_mut(*id as usize) {
                    postings.push((number as u32, *count));
                }
            }
            if let Some(length) = learned.past_lengths.get_mut(number) {
                *length = text.values().sum();
            }
        }
        learned.idf =
            learned.past.iter().map(|postings| crate::inverted::idf(tools, postings.len())).collect();
        let idf = learned.idf.clone();
        for (number, (text, words)) in texts.iter().zip(&learned.words).enumerate() {
            let mut sum: BTreeMap<u32, f32> = BTreeMap::new();
            for (id, count) in text {
                *sum.entry(*id).or_default() += 2.0 * (1.0 + count).ln();
            }
            for (id, count) in words {
                *sum.entry(*id).or_default() += (1.0 + count).ln() * 1.5;
            }
            for (id, value) in &mut sum {
                *value *= idf.get(*id as usize).copied().unwrap_or(0.0);
            }
            let norm = sum.values().map(|value| value * value).sum::<f32>().sqrt();
            if norm > 0.0 {
                for (id, value) in sum {
                    if let Some(postings) = learned.tfidf.get_mut(id as usize) {
                        postings.push((number as u32, value / norm));
                    }
                }
            }
        }
        learned.centroids = catalogue
            .vectors
            .iter()
            .map(|own| own.as_ref().map(|own| own.iter().map(|x| OWN_VECTOR * x).collect()))
            .collect();
        for pair in &pairs {
            let (Some(Some(sum)), Some(vector)) =
                (learned.centroids.get_mut(pair.tool as usize), &pair.vector)
            else {
                continue;
            };
            add(sum, pair.confidence, vector);
        }
        for centroid in learned.centroids.iter_mut().flatten() {
            let norm = centroid.iter().map(|x| x * x).sum::<f32>().sqrt();
            if norm > 0.0 {
                centroid.iter_mut().for_each(|x| *x /= norm);
            }
        }
        if parts.classifier {
            learned.weights = vec![vec![0.0; tools]; terms];
            for (number, text) in texts.iter().enumerate() {
                let ids: Vec<(u32, f32)> = text.iter().map(|(id, c)| (*id, (1.0 + c).ln())).collect();
                learned.step(&ids, number, 1.0);
            }
            for pair in &pairs {
                let ids: Vec<(u32, f32)> = pair.terms.iter().map(|term| (learned.id(term), 1.0)).collect();
                learned.step(&ids, pair.tool as usize, pair.confidence);
            }
        }
        learned.pairs = pairs;
        learned
    }

    fn id(&mut self, term: &str) -> u32 {
        if let Some(id) = self.ids.get(term) {
            return *id;
        }
        let id = self.terms.len() as u32;
        self.ids.insert(term.into(), id);
        self.terms.push(term.into());
        id
    }

    fn unit(&self, terms: &[(u32, f32)]) -> Vec<(u32, f32)> {
        let weighed: Vec<(u32, f32)> = terms
            .iter()
            .map(|(id, count)| (*id, count * self.idf.get(*id as usize).copied().unwrap_or(0.0)))
            .collect();
        let norm = weighed.iter().map(|(_, x)| x * x).sum::<f32>().sqrt().max(1e-9);
        weighed.into_iter().map(|(id, x)| (id, x / norm)).collect()
    }

    fn logits(&self, unit: &[(u32, f32)]) -> Vec<f32> {
        let mut sum = vec![0.0; self.counts.len()];
        for (id, value) in unit {
            if let Some(row) = self.weights.get(*id as usize) {
                add(&mut sum, *value, row);
            }
        }
        sum
    }

    fn step(&mut self, terms: &[(u32, f32)], right: usize, strength: f32) {
        let unit = self.unit(terms);
        let mut gradient = self.logits(&unit);
        let most = gradient.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for value in &mut gradient {
            *value = (*value - most).exp();
            total += *value;
        }
        for value in &mut gradient {
            *value /= -total;
        }
        if let Some(value) = gradient.get_mut(right) {
            *value += 1.0;
        }
        for (id, value) in unit {
            if let Some(row) = self.weights.get_mut(id as usize) {
                add(row, 20.0 * RATE * strength * value, &gradient);
            }
        }
    }

    /// What the definitions and what was learned say together.
    pub(crate) fn scores(
        &self,
        catalogue: &Catalogue,
        asked: &Asked,
        cold: &[f32],
        parts: Parts,
    ) -> Vec<f32> {
        if self.pairs.is_empty() {
            return cold.to_vec();
        }
        let _ = catalogue;
        let n = self.pairs.len() as f32;
        let share = n / (n + HALF);
        let mut sum = z(cold.to_vec());
        sum.iter_mut().for_each(|score| *score *= 0.5 + 2.0 * (1.0 - share));
        let known: Vec<(u32, f32)> =
            asked.terms.iter().filter_map(|term| Some((*self.ids.get(term.as_str())?, 1.0))).collect();
        if parts.past_text {
            let mut scores = vec![0.0; self.counts.len()];
            let mean = crate::inverted::mean(&self.past_lengths).max(f32::MIN_POSITIVE);
            let (k1, b) = PAST;
            for (id, _) in &known {
                let idf = self.idf.get(*id as usize).copied().unwrap_or(0.0);
                for (number, count) in self.past.get(*id as usize).into_iter().flatten() {
                    let length = self.past_lengths.get(*number as usize).copied().unwrap_or(0.0);
                    if let Some(score) = scores.get_mut(*number as usize) {
                        *score += idf * count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * length / mean));
                    }
                }
            }
            add(&mut sum, 1.0, &z(scores));
        }
        let unit = self.unit(&known);
        if parts.past_words {
            let mut scores = vec![0.0; self.counts.len()];
            for (id, value) in &unit {
                for (number, share) in self.tfidf.get(*id as usize).into_iter().flatten() {
                    if let Some(score) = scores.get_mut(*number as usize) {
                        *score += value * share;
                    }
                }
            }
            add(&mut sum, 1.0, &z(scores));
        }
        if parts.classifier && !self.weights.is_empty() {
            add(&mut sum, 1.0, &z(self.logits(&unit)));
        }
        if parts.past_vectors
            && let Some(vector) = &asked.vector
        {
            add(&mut sum, 1.0, &z(cosines(vector, &self.centroids)));
        }
        sum
    }

    /// What a search knows of itself; `found`: all tools that it ranked.
    pub fn signals(&self, catalogue: &Catalogue, asked: &Asked, found: &[crate::rank::Ranked]) -> Signals {
        let known =
            asked.terms.iter().filter(|term| catalogue.words().id(&term.as_str().into()).is_some()).count();
        let share = known as f64 / asked.terms.len().max(1) as f64;
        signals(found, share, 0.0)
    }

    /// Tools that nothing was learned of keep a place in the first five where the definitions alone rank them first.
    pub(crate) fn guard(&self, cold: &[f32], found: &mut Vec<crate::rank::Ranked>) {
        if self.pairs.is_empty() || found.len() <= 5 {
            return;
        }
        let first = if self.pairs.len() < MANY { 3 } else { 5 };
        let mut by_cold: Vec<u32> = found.iter().map(|one| one.number).collect();
        let of = |number: u32| cold.get(number as usize).copied().unwrap_or(f32::MIN);
        by_cold.sort_unstable_by(|a, b| of(*b).total_cmp(&of(*a)).then(a.cmp(b)));
        by_cold.truncate(first);
        let is_new = |number: u32| self.counts.get(number as usize).is_some_and(|count| *count == 0);
        let guarded: Vec<u32> = by_cold.into_iter().filter(|number| is_new(*number)).collect();
        for number in guarded.into_iter().rev() {
            let Some(at) = found.iter().position(|one| one.number == number).filter(|at| *at >= 5) else {
                continue;
            };
            // In place of the last of the five that is not guarded itself.
            let taken = found.remove(at);
            let place = (0..5)
                .rev()
                .find(|place| found.get(*place).is_some_and(|one| !is_new(one.number)))
                .unwrap_or(4);
            let mut taken = taken;
            if let Some(one) = found.get(place) {
                taken.score = one.score;
            }
            found.insert(place, taken);
        }
    }
}
