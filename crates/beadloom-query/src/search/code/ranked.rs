//! Files that were found, and what speaks for them.

use std::sync::Arc;

use beadloom_history::Vocabulary;
use beadloom_lexical::Chunk;
use beadloom_store::{ChunkFile, OutlineRow};

use super::among::RerankValues;
use super::past::CommitVotes;
use crate::search::weights::FileValues;

/// How much of the first line of a query, by the rarity of its words, 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
pub struct TitleShares {
    /// The file holds.
    pub covered: f64,
    /// The chunk that holds most of it holds.
    pub at_once: f64,
    /// Its path holds.
    pub path: f64,
}

/// A file that was found.
#[derive(Debug, Clone)]
pub struct RankedFile {
    /// Where it is, and its chunks.
    pub file: Arc<ChunkFile>,
    /// Its definitions, by line.
    pub outline: Arc<Vec<OutlineRow>>,
    /// Values of the features, relative ones compared.
    pub values: FileValues,
    /// The same before they were compared.
    pub raw: FileValues,
    /// Their weighted sum.
    pub score: f64,
    /// What was added to it for what the query quotes or names.
    pub quoted: f64,
    /// What the model of files makes of all that; 0 where it was not asked.
    pub sum: f64,
    /// What is known of it among the others.
    pub among: RerankValues,
    /// Numbers of its chunks that match, best first, with how much of the query each holds: 1 where every word is in it
    /// about as often as one would expect of a text about it. Where none holds a word, the nearest by meaning, with 0.
    pub chunks: Vec<(usize, f64)>,
    /// How near each of its chunks is to the query, in deviations from what is usual; empty where nothing compares.
    pub near: Vec<f32>,
    /// How near its nearest chunk is to the query, in deviations from what is usual; 0 where nothing compares.
    pub nearest: f64,
    /// What it holds of the first line of the query.
    pub title: TitleShares,
    /// Whether it is one of the few that hold the name that the query is.
    pub holds_name: bool,
}

impl RankedFile {
    /// Lines of a chunk.
    pub fn chunk(&self, number: usize) -> Option<Chunk> {
        self.file.chunks.get(number).copied()
    }
}

/// Files that match a query, and what past commits say about it.
pub struct Ranking {
    /// Best first.
    pub files: Vec<RankedFile>,
    pub(super) votes: CommitVotes,
}

impl Ranking {
    /// Which words of paths and names go with the query, by past commits.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.votes.vocabulary()
    }
}
