//! BM25 over texts whose parts count differently.

use std::hash::Hash;

use beadloom_words::bm25;
use rustc_hash::FxHashMap;

/// By term: the tools that have it, and how often, parts weighed.
#[derive(Debug, Clone)]
pub(crate) struct Inverted<K> {
    ids: FxHashMap<K, u32>,
    postings: Vec<Vec<(u32, f32)>>,
    lengths: Vec<f32>,
}

impl<K> Default for Inverted<K> {
    fn default() -> Self {
        Self { ids: FxHashMap::default(), postings: Vec::new(), lengths: Vec::new() }
    }
}

impl<K: Hash + Eq + Clone> Inverted<K> {
    /// Adds the next text, of different terms.
    pub fn push(&mut self, terms: &[(K, f32)]) {
        let number = self.lengths.len() as u32;
        for (term, count) in terms {
            let id = self.id_or_new(term);
            if let Some(postings) = self.postings.get_mut(id as usize) {
                postings.push((number, *count));
            }
        }
        self.lengths.push(terms.iter().map(|(_, count)| count).sum());
    }

    /// Different terms.
    pub fn len(&self) -> usize {
        self.postings.len()
    }

    /// By text.
    pub fn lengths(&self) -> &[f32] {
        &self.lengths
    }

    /// All terms with their numbers, in no order.
    pub fn terms(&self) -> impl Iterator<Item = (&K, u32)> {
        self.ids.iter().map(|(term, id)| (term, *id))
    }

    pub fn id(&self, term: &K) -> Option<u32> {
        self.ids.get(term).copied()
    }

    fn id_or_new(&mut self, term: &K) -> u32 {
        if let Some(id) = self.ids.get(term) {
            return *id;
        }
        let id = self.postings.len() as u32;
        self.ids.insert(term.clone(), id);
        self.postings.push(Vec::new());
        id
    }

    pub fn postings(&self, id: u32) -> &[(u32, f32)] {
        self.postings.get(id as usize).map_or(&[], Vec::as_slice)
    }

    /// How many texts have a term, as BM25 weighs it.
    pub fn idf(&self, id: u32) -> f32 {
        idf(self.lengths.len(), self.postings(id).len())
    }

    /// Scores of all texts.
    pub fn score(&self, terms: &[(u32, f32)], k1: f32, b: f32) -> Vec<f32> {
        let mut scores = vec![0.0; self.lengths.len()];
        let mean = mean(&self.lengths).max(f32::MIN_POSITIVE);
        for (id, weight) in terms {
            let worth = weight * self.idf(*id);
            for (number, count) in self.postings(*id) {
                let (Some(score), Some(length)) =
                    (scores.get_mut(*number as usize), self.lengths.get(*number as usize))
                else {
                    continue;
                };
                *score += worth * bm25::saturated(*count, *length, mean, k1, b);
            }
        }
        scores
    }
}

pub(crate) fn idf(texts: usize, having: usize) -> f32 {
    bm25::idf(having as f32, texts as f32)
}

pub(crate) fn mean(values: &[f32]) -> f32 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f32>() / values.len() as f32 }
}

/// How many standard deviations each value is above the mean; zeros where all are the same.
pub(crate) fn z(mut values: Vec<f32>) -> Vec<f32> {
    let mean = mean(&values);
    let variance =
        values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / values.len().max(1) as f32;
    let deviation = variance.sqrt();
    let scale = if deviation > 1e-6 { 1.0 / deviation } else { 0.0 };
    for value in &mut values {
        *value = (*value - mean) * scale;
    }
    values
}
