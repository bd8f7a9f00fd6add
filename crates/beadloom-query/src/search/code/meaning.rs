//! What chunks are about, compared with what is asked.

use std::collections::BTreeSet;

use beadloom_embed::{PackedVectors, Probe, Text, scan};
use beadloom_model::Result;
use beadloom_store::{ChunkFile, Lexicon, Store, Vectors};

use super::Model;
use super::query::CodeQuery;

/// Chunks whose signs agree most with the query's are compared closely.
const RESCORED: usize = 800;

/// What is less near than this is about something else.
const FLOOR: f32 = 0.25;

/// The vectors of all chunks and the query's; nothing where there is no model, or where it knows no word of the query.
pub struct Meaning {
    vectors: Option<(Probe, Vectors, usize)>,
    /// By file, in the order of [`beadloom_lexical::Marks::firsts`]: the cosine of its nearest chunk; 0 for what is not
    /// near.
    pub files: Vec<f32>,
}

impl Meaning {
    /// `allowed`: ids of the first chunks of files that may be found; all where None.
    pub fn of(
        store: &Store,
        lexicon: &Lexicon<'_>,
        query: &CodeQuery,
        model: Model<'_>,
        allowed: Option<&BTreeSet<u32>>,
    ) -> Result<Self> {
        let marks = lexicon.marks();
        let mut files = vec![0.0; marks.firsts().len()];
        let terms = query.terms.iter().map(|(term, weight)| (term.as_str(), *weight));
        let Some((vector, model)) = model.and_then(|model| Some((model.embed(Text::Query, terms)?, model)))
        else {
            return Ok(Self { vectors: None, files });
        };
        let blocks = store.chunk_vectors()?;
        let probe = Probe::new(&vector);
        let packed: Vec<PackedVectors<'_>> = blocks
            .iter()
            .filter_map(|block| PackedVectors::of_parts(&block.bits, &block.bytes, model.dimensions()).ok())
            .collect();
        if packed.len() < blocks.len() {
            return Ok(Self { vectors: None, files });
        }
        let id = |block: usize, row: usize| {
            let first = blocks.get(block).map_or(0, |block| block.first);
            first.saturating_add(u32::try_from(row).unwrap_or(u32::MAX))
        };
        let may_be_found = |chunk: u32| {
            marks.is_live(chunk)
                && allowed.is_none_or(|allowed| {
                    marks
                        .firsts()
                        .get(marks.file_of(chunk) as usize)
                        .is_some_and(|first| allowed.contains(first))
                })
        };
        for hit in scan(&probe, &packed, RESCORED, &|block, row| may_be_found(id(block, row))) {
            let file = marks.file_of(id(hit.block, hit.row)) as usize;
            if let Some(best) = files.get_mut(file).filter(|best| hit.cosine >= FLOOR && hit.cosine > **best)
            {
                *best = hit.cosine;
            }
        }
        Ok(Self { vectors: Some((probe, blocks, model.dimensions())), files })
    }

    /// The cosines of a file's chunks.
    pub fn of_chunks(&self, file: &ChunkFile) -> Vec<f32> {
        let Some((probe, blocks, dimensions)) = &self.vectors else { return Vec::new() };
        (file.first..)
            .take(file.chunks.len())
            .map(|chunk| {
                let block = blocks.iter().rfind(|block| block.first <= chunk);
                let packed = block
                    .and_then(|block| PackedVectors::of_parts(&block.bits, &block.bytes, *dimensions).ok());
                match (block, packed) {
                    (Some(block), Some(packed)) => packed.cosine((chunk - block.first) as usize, probe),
                    _ => 0.0,
                }
            })
            .collect()
    }
}
