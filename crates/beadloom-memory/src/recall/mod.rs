//! Which memories answer a question.
//!
//! Words rank the memories, in every form, in pairs and by how they begin; how near a memory is in meaning adds to that. A memory is
//! seldom alone: what was remembered just before and after it, in the same sitting, says what it is about, so a part of their scores
//! counts for it, and a part of that of the sitting as a whole.
//!
//! `index` holds the memories, `terms` cuts texts into terms, `sittings` says what was remembered together, `ranking` answers.

mod index;
mod ranking;
mod sittings;
mod terms;

use beadloom_words::bm25;
pub use index::RecallIndex;

/// What parts of the ranking are worth; see `docs/internals/MEMORY-EVAL.md` for what was measured.
#[derive(Debug, Clone)]
pub struct Settings {
    /// BM25: how fast further occurrences of a term count for less.
    pub k1: f32,
    /// BM25: how much the length of a memory counts.
    pub b: f32,
    /// Terms that are added to each length: of two short memories the shorter one is hardly more about what both say.
    pub pad: f32,
    /// What a pair of words of the question is worth that stand beside each other in a memory too, of what they are worth.
    pub pair: f32,
    /// What a word is worth that begins as one of the question does, of what that one is worth.
    pub beginning: f32,
    /// Share of the scores of the neighbours in the sitting.
    pub near: f32,
    /// The same of those one further away, for a memory as short as `short`; the longer it is, the less.
    pub further: f32,
    /// Terms of a memory that needs what stands around it.
    pub short: f32,
    /// How much it adds that a memory has more of the words of a question.
    pub coordination: f32,
    /// Share of the score of its best passage.
    pub passage: f32,
    /// Words of a passage.
    pub window: usize,
    /// Share of the score of the sitting, in which its memories count as one text.
    pub sitting: f32,
    /// What a cosine of 1 is worth beside all words of a question.
    pub meaning: f32,
    /// Memories whose meaning is compared, at least: those whose signs agree most with the question's.
    pub compared: usize,
    /// The constant of reciprocal rank.
    pub rank: f32,
    /// Memories that quality puts in order, at least.
    pub depth: usize,
    /// How much quality, 0 to 1, adds to a score.
    pub quality: f32,
    /// What the words of a question that a memory has must be worth, of all, for one to be an answer.
    pub least_words: f32,
    /// The cosine from which a memory is an answer though it has no such words.
    pub least_cosine: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            k1: 1.0,
            b: 0.75,
            pad: 8.0,
            pair: 0.3,
            beginning: 0.4,
            near: 0.5,
            further: 0.5,
            short: 80.0,
            coordination: 0.3,
            passage: 0.3,
            window: 60,
            sitting: 1.0,
            meaning: 0.5,
            compared: 2_000,
            rank: 60.0,
            depth: 200,
            quality: 0.1,
            least_words: 0.15,
            least_cosine: 0.6,
        }
    }
}

/// What is looked for.
pub struct RecallQuery<'a> {
    /// In words.
    pub query: &'a str,
    /// Memories, at most.
    pub limit: usize,
    /// Which slots may be found, and with what quality, 0 to 1.
    pub quality: &'a dyn Fn(usize) -> Option<f64>,
}

/// A memory that answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// Where it was put.
    pub slot: usize,
    /// To compare with others of the same question.
    pub score: f32,
    /// What the words of the question that it has are worth, of all: 0 to 1.
    pub words: f32,
    /// How many words of the question it has.
    pub matched: usize,
    /// What those are worth, of all the words that it has itself: 0 to 1.
    pub told: f32,
    /// Of its vector and that of the question; 0 where one has none.
    pub cosine: f32,
}

/// No slot, no sitting.
const NONE: u32 = u32::MAX;

/// Of `all` memories `with` have the term.
fn idf(all: usize, with: usize) -> f32 {
    bm25::idf(with as f32, all as f32)
}
