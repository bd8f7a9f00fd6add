//! The files that hold the very name that a query is, where they are few.

use std::collections::BTreeSet;

use beadloom_lexical::Scorer;
use beadloom_model::Result;
use beadloom_store::Store;

use crate::search::query::CodeQuery;
use crate::search::sources::Sources;

/// A word that more files hold as it is written is an everyday one, and so is its stem.
const FEW_WORDS: usize = 3;

/// The same of a compound name, whose parts say less.
const FEW_COMPOUND: usize = 30;

/// Files that are read for that, at most.
const MAX_READ_FILES: usize = 1_000;

/// Which files hold a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holders {
    /// These, by the ids of their first chunks; none too.
    Few(BTreeSet<u32>),
    /// Too many for it to say much, or the query is no name.
    Any,
}

impl Holders {
    /// Looks for the name that a query is, as it is written, in the files of which the index has its stem, and in their paths.
    ///
    /// # Errors
    /// Store errors.
    pub fn find(store: &Store, query: &CodeQuery, sources: &Sources<'_>) -> Result<Self> {
        // The first term is the name as a whole: a stem, without what is between letters.
        let (Some(name), Some((term, _))) = (&query.name, query.terms.first()) else { return Ok(Self::Any) };
        let few = if name.is_compound { FEW_COMPOUND } else { FEW_WORDS };
        let lexicon = store.lexicon()?;
        let marks = lexicon.marks();
        let postings = Scorer::new(marks).add(&lexicon.postings(term)?, 1.0).postings;
        let firsts: BTreeSet<u32> = postings
            .iter()
            .filter_map(|(chunk, _)| marks.firsts().get(marks.file_of(*chunk) as usize).copied())
            .collect();
        let mut files = store.chunk_paths(&firsts.into_iter().collect::<Vec<u32>>())?;
        files.sort_unstable();
        let mut found = BTreeSet::new();
        for (path, first) in files.into_iter().take(MAX_READ_FILES) {
            if name.is_in(&path) || sources.text(&path).is_some_and(|text| name.is_in(&text)) {
                found.insert(first);
            }
            if found.len() > few {
                return Ok(Self::Any);
            }
        }
        Ok(Self::Few(found))
    }

    /// The few; none where there are many.
    pub fn few(&self) -> BTreeSet<u32> {
        match self {
            Self::Few(firsts) => firsts.clone(),
            Self::Any => BTreeSet::new(),
        }
    }
}
