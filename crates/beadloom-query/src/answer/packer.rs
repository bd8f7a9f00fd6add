//! How many entries of an answer a budget holds.

use beadloom_model::{CompactSort as _, Result};

use super::tier::Tier;

/// Bytes of a token, by which a first guess is made.
const BYTES_OF_TOKEN: usize = 3;

/// A rendering that leaves less than this part of the budget is as good as full: the next entry would hardly fit.
const FULL_PART: usize = 30;

/// How often the number of entries is narrowed down at most before the search halves what is left.
const MAX_GUESSES: usize = 6;

/// Something that a chapter can leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its place in the chapter's list.
    pub at: usize,
    pub tier: Tier,
    /// About how much room it takes.
    pub bytes: usize,
}

/// The entries of all chapters, the most wanted first.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    /// The chapter and the place in it.
    entries: Vec<(usize, usize)>,
    /// Of as many entries: about how many bytes they take.
    bytes: Vec<usize>,
    chapters: usize,
}

impl Queue {
    /// By tier; of one tier by chapter, in the order of each chapter's entries.
    pub fn new(chapters: Vec<Vec<Entry>>) -> Self {
        let count = chapters.len();
        let mut ranked: Vec<(Tier, usize, Entry)> = Vec::new();
        for (chapter, entries) in chapters.into_iter().enumerate() {
            ranked.extend(entries.into_iter().map(|entry| (entry.tier, chapter, entry)));
        }
        // Stable: within a chapter as it has them.
        ranked.compact_sort_by_key(|(tier, chapter, _)| (*tier, *chapter));
        let mut all = 0;
        let (mut entries, mut bytes) = (Vec::new(), Vec::new());
        for (_, chapter, entry) in ranked {
            all += entry.bytes;
            entries.push((chapter, entry.at));
            bytes.push(all);
        }
        Self { entries, bytes, chapters: count }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// About how many bytes the first `most` entries take.
    pub fn bytes_of(&self, most: usize) -> usize {
        let last = most.min(self.bytes.len()).checked_sub(1);
        last.and_then(|at| self.bytes.get(at)).copied().unwrap_or(0)
    }

    /// How many entries take so many bytes.
    fn reach(&self, bytes: usize) -> usize {
        self.bytes.partition_point(|all| *all <= bytes)
    }

    /// The first `most` entries: by chapter, the places in its list, ascending.
    pub fn first(&self, most: usize) -> Vec<Vec<usize>> {
        let mut kept = vec![Vec::new(); self.chapters];
        for (chapter, at) in self.entries.iter().take(most) {
            if let Some(places) = kept.get_mut(*chapter) {
                places.push(*at);
            }
        }
        kept.iter_mut().for_each(|places: &mut Vec<usize>| places.compact_sort());
        kept
    }

    /// About as many of the first entries as a budget holds; None where it does not even hold none. `tokens_of`: what so
    /// many of them take.
    ///
    /// # Errors
    /// Those of `tokens_of`.
    pub fn longest(
        &self,
        budget: usize,
        mut tokens_of: impl FnMut(usize) -> Result<u64>,
    ) -> Result<Option<usize>> {
        let (mut low, mut used) = (0, tokens_of(0)?);
        if used > budget as u64 {
            return Ok(None);
        }
        // The first that is known to be too many, with its tokens.
        let mut high = self.len() + 1;
        let mut over: Option<u64> = None;
        // Bytes and tokens of the entries by which what fits grew last.
        let mut last_step = (0, 0);
        let mut guesses = 0;
        while high - low > 1 {
            let room = budget.saturating_sub(used as usize);
            if room * FULL_PART < budget && low > 0 {
                break;
            }
            let from = self.bytes_of(low);
            let middle = if guesses < MAX_GUESSES {
                // Tokens grow nearly evenly with bytes.
                let target = match over {
                    Some(over) => {
                        let span = self.bytes_of(high).saturating_sub(from);
                        from + span.saturating_mul(room) / over.saturating_sub(used).max(1) as usize
                    }
                    None => {
                        // As many bytes a token as the last ones took.
                        let (last, tokens) = last_step;
                        let more = room.saturating_mul(last).checked_div(tokens);
                        from + more.unwrap_or(room.saturating_mul(BYTES_OF_TOKEN))
                    }
                };
                self.reach(target).clamp(low + 1, high - 1)
            } else {
                low.midpoint(high)
            };
            guesses += 1;
            let tokens = tokens_of(middle)?;
            if tokens <= budget as u64 {
                last_step = (self.bytes_of(middle) - from, tokens.saturating_sub(used) as usize);
                (low, used) = (middle, tokens);
            } else {
                (high, over) = (middle, Some(tokens));
            }
        }
        Ok(Some(low))
    }
}
