//! BM25 over postings, with counts that are weighted by where a term stands.

use beadloom_words::bm25;

use crate::block::each_posting;
use crate::norms::ChunkNorms;

/// How soon more of a term adds little.
pub const K1: f32 = 1.2;

/// How much a long chunk is discounted.
pub const B: f32 = 0.75;

/// What weighted counts are scaled by before they saturate. Measured: the same as a K1 of 3, and better than 1.2.
const SCALE: f32 = 0.4;

/// Least weight of a term: what stands everywhere still counts for something.
const MIN_IDF: f32 = 0.05;

/// Inverse document frequency of a term that `found` of `all` hold.
#[expect(clippy::cast_precision_loss, reason = "counts of chunks and files")]
pub fn idf(found: u32, all: u32) -> f32 {
    let (found, all) = (found as f32, all.max(found) as f32);
    bm25::idf(found, all).max(MIN_IDF)
}

/// What one term gives every chunk that holds it.
#[derive(Debug, Clone, Default)]
pub struct TermScores {
    /// Chunk and weighted count, by chunk, of those that are there.
    pub postings: Vec<(u32, u32)>,
    /// How rare the term is.
    pub idf: f32,
}

/// Sums scores of terms.
pub struct Scorer<'m> {
    marks: &'m ChunkNorms,
    mean: f32,
    /// By chunk id.
    scores: Vec<f32>,
}

impl<'m> Scorer<'m> {
    /// Begins with 0 everywhere.
    pub fn new(marks: &'m ChunkNorms) -> Self {
        Self { marks, mean: marks.mean_length(), scores: vec![0.0; marks.len()] }
    }

    /// Adds a term. `parts`: its postings in each part of the index, those with smaller ids first. `weight`: of the
    /// term in the query.
    pub fn add(&mut self, parts: &[Vec<u8>], weight: f32) -> TermScores {
        // A posting takes a byte at least, and seldom more than two.
        let bytes: usize = parts.iter().map(Vec::len).sum();
        let mut term = TermScores { postings: Vec::with_capacity(bytes / 2), idf: 0.0 };
        let mut measured = 0;
        for part in parts {
            each_posting(part, &mut |chunk, count| {
                if self.marks.is_live(chunk) {
                    term.postings.push((chunk, count));
                    measured += u32::from(self.marks.is_measured(chunk));
                }
            });
        }
        term.idf = idf(measured, self.marks.measured());
        for &(chunk, count) in &term.postings {
            let gain = self.gain(chunk, count) * term.idf * weight;
            if let Some(score) = self.scores.get_mut(chunk as usize) {
                *score += gain;
            }
        }
        term
    }

    /// What a count gives in a chunk, before rarity: 0 to K1 + 1.
    #[expect(clippy::cast_precision_loss, reason = "a count within a chunk")]
    pub fn gain(&self, chunk: u32, count: u32) -> f32 {
        let count = count as f32 * SCALE;
        let length = self.marks.length(chunk).unwrap_or(self.mean);
        bm25::saturated(count, length, self.mean, K1, B)
    }

    /// Scores by chunk id; 0 where no term is.
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }

    /// The same, to keep.
    pub fn into_scores(self) -> Vec<f32> {
        self.scores
    }
}
