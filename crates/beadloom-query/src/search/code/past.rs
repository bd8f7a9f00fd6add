//! What past commits say about a query: which files were changed by commits whose messages are like it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use beadloom_history::{Past, Touched, Vocabulary, Votes};
use beadloom_model::Result;
use beadloom_store::Store;

use super::order::Order;
use crate::places;
use crate::search::query::CodeQuery;
use crate::search::weights::{FileFeature, FileValues};

/// Files with the most votes that are looked at, whatever words they hold.
const BY_VOTES: usize = 20;

/// The same where a model orders the files: by more voters.
const BY_WIDE_VOTES: usize = 60;

/// Files whose paths go with the query by the words of past messages.
const BY_VOCABULARY: usize = 20;

/// The best files, of which it is asked what changes with them.
const BEST: usize = 3;

/// Of the votes that a file gets for changing with the best, those of the second and the third.
const BEHIND: [f64; BEST] = [1.0, 0.6, 0.4];

/// Past commits, and what they say for files.
pub struct CommitVotes {
    past: Arc<Past>,
    votes: BTreeMap<String, Votes>,
    /// Votes of the files of every folder.
    folders: BTreeMap<String, f64>,
    most_of_folder: f64,
    vocabulary: Vocabulary,
}

impl CommitVotes {
    /// What they say about a query; nothing where there are none.
    /// A model is told which words of paths go with it, too.
    pub fn of(store: &Store, query: &CodeQuery, order: Order) -> Result<Self> {
        let past = store.past()?;
        let terms: Vec<(&str, f32)> =
            query.terms.iter().map(|(term, weight)| (term.as_str(), *weight)).collect();
        let may = |path: &str| {
            (query.wants_tests || !places::is_test(path))
                && (query.wants_sides || !places::is_side(path))
                && !places::is_foreign(path)
        };
        let votes = past.votes(&terms, &may);
        let votes: BTreeMap<String, Votes> =
            votes.into_iter().map(|(path, votes)| (path.to_owned(), votes)).collect();
        let mut folders: BTreeMap<String, f64> = BTreeMap::new();
        for (path, votes) in &votes {
            *folders.entry(folder_of(path).to_owned()).or_default() += votes.wide;
        }
        let most_of_folder = folders.values().copied().fold(0.0, f64::max);
        let vocabulary =
            if order == Order::Weighed { Vocabulary::default() } else { past.vocabulary(&terms) };
        Ok(Self { past, votes, folders, most_of_folder, vocabulary })
    }

    /// Files with the most votes, by the ids of their first chunks.
    pub fn files(&self, store: &Store, order: Order) -> Result<BTreeSet<u32>> {
        let (most, most_named) = match order {
            Order::Weighed => (BY_VOTES, 0),
            Order::Model => (BY_WIDE_VOTES, BY_VOCABULARY),
        };
        let votes_of = |votes: &Votes| if order == Order::Weighed { votes.sum } else { votes.wide };
        let mut best: Vec<(&String, f64)> = self
            .votes
            .iter()
            .map(|(path, votes)| (path, votes_of(votes)))
            .filter(|(_, votes)| *votes > 0.0)
            .collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut found = BTreeSet::new();
        for (path, _) in best {
            if found.len() == most {
                break;
            }
            found.extend(store.chunk_first_of(path)?);
        }
        let mut named = 0;
        for path in self.vocabulary.paths() {
            if named == most_named {
                break;
            }
            let first = store.chunk_first_of(path)?;
            named += usize::from(first.is_some());
            found.extend(first);
        }
        Ok(found)
    }

    /// Which words of paths and names go with the query.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// How much the words of a path go with the query: that of the one that goes most, and the sum of all.
    pub fn vocabulary_of(&self, path: &str) -> (f64, f64) {
        self.past.vocabulary_of_path(&self.vocabulary, path)
    }

    /// Votes of all files in the folder of one, over the most of any folder; 0 to 1.
    pub fn votes_of_folder(&self, path: &str) -> f64 {
        let most = self.most_of_folder.max(f64::MIN_POSITIVE);
        self.folders.get(folder_of(path)).map_or(0.0, |votes| votes / most)
    }

    /// What they say for a file.
    pub fn votes_of(&self, path: &str) -> Votes {
        self.votes.get(path).copied().unwrap_or_default()
    }

    /// The most that they say for any file.
    pub fn most(&self) -> f64 {
        self.votes.values().map(|votes| votes.wide).fold(0.0, f64::max)
    }

    /// The place of every file that has votes, by these.
    pub fn places(&self) -> BTreeMap<&str, usize> {
        let mut sorted: Vec<(&str, f64)> =
            self.votes.iter().map(|(path, votes)| (path.as_str(), votes.wide)).collect();
        sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
        sorted.into_iter().enumerate().map(|(place, (path, _))| (path, place)).collect()
    }

    /// How often and lately a file was changed.
    pub fn touched(&self, path: &str) -> Touched {
        self.past.touched(path)
    }

    /// When the newest commit was made, in seconds since 1970.
    pub fn newest(&self) -> i64 {
        self.past.newest()
    }

    /// Sets what is said for a file.
    pub fn set(&self, path: &str, values: &mut FileValues) {
        let votes = self.votes_of(path);
        for (feature, value) in [(FileFeature::Votes, votes.sum.sqrt()), (FileFeature::BestVote, votes.best)]
        {
            if let Some(place) = values.get_mut(feature as usize) {
                *place = value;
            }
        }
    }

    /// How far files change with the best ones, by path: 1 for what changes most with the best.
    pub fn together(&self, best: &[&str]) -> BTreeMap<String, f64> {
        let mut found: BTreeMap<String, f64> = BTreeMap::new();
        for (path, share) in best.iter().zip(BEHIND) {
            let with = self.past.together_with(path, &|_| true);
            let most = with.first().map_or(1.0, |first| first.score);
            for one in &with {
                *found.entry(one.path.to_owned()).or_default() += share * one.score / most;
            }
        }
        found
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
