//! What chunks of code are about, compared with what is asked.

use std::collections::BTreeSet;

use beadloom_model::Result;
use beadloom_store::{ChunkFile, Lexicon, Store, VectorsOf};

use crate::search::meaning::{Among, QueryVector};

/// Chunks whose signs agree most with the query's are compared closely.
const COMPARED: usize = 800;

/// What is less near than this is about something else.
const FLOOR: f32 = 2.5;

/// How near chunks are to the query; nothing where no model compares.
pub struct Meaning<'a> {
    among: Option<Among<'a>>,
    /// By file, in the order of [`beadloom_lexical::ChunkNorms::firsts`]: how near its nearest chunk is; 0 for what is not
    /// near.
    pub files: Vec<f32>,
}

impl<'a> Meaning<'a> {
    /// `allowed`: ids of the first chunks of files that may be found; all where None.
    pub fn of(
        store: &Store,
        lexicon: &Lexicon<'_>,
        asked: Option<&'a QueryVector>,
        allowed: Option<&BTreeSet<u32>>,
    ) -> Result<Self> {
        let marks = lexicon.marks();
        let mut files = vec![0.0; marks.firsts().len()];
        let among = asked.map(|asked| asked.among(store, VectorsOf::Code)).transpose()?.flatten();
        let Some(among) = among else { return Ok(Self { among: None, files }) };
        let may_be_found = |chunk: u32| {
            marks.is_live(chunk)
                && allowed.is_none_or(|allowed| {
                    marks
                        .firsts()
                        .get(marks.file_of(chunk) as usize)
                        .is_some_and(|first| allowed.contains(first))
                })
        };
        for (chunk, nearness) in among.near(FLOOR, COMPARED, &may_be_found) {
            if let Some(best) = files.get_mut(marks.file_of(chunk) as usize).filter(|best| nearness > **best)
            {
                *best = nearness;
            }
        }
        Ok(Self { among: Some(among), files })
    }

    /// How near a file's chunks are.
    pub fn of_chunks(&self, file: &ChunkFile) -> Vec<f32> {
        let Some(among) = &self.among else { return Vec::new() };
        (file.first..).take(file.chunks.len()).map(|chunk| among.of_row(chunk)).collect()
    }
}
