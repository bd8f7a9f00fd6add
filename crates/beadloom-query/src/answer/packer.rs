//! How many entries of an answer a budget holds.

use beadloom_model::{CompactSort as _, Result};

/// Bytes of a token, by which a first guess is made.
const BYTES_OF_TOKEN: usize = 3;

/// A rendering that leaves less than this part of the budget is as good as full: the next entry would hardly fit.
const FULL_PART: usize = 30;

/// How often the number of entries is narrowed down at most before the search halves what is left.
const MAX_GUESSES: usize = 6;

/// Something that a chapter can leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry<W> {
    /// Its place in the chapter's list.
    pub at: usize,
    /// What it is worth: the least goes in first.
    pub worth: W,
    /// What it costs: about how many bytes it takes, or how many tokens, as the budget is counted.
    pub cost: usize,
}

/// An entry in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Item {
    pub chapter: usize,
    /// Its place in the chapter's list.
    pub at: usize,
    pub cost: usize,
}

/// What is left of a budget or of a chapter's share of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room(pub usize);

impl Room {
    /// Whether there is room for so much; it is taken if so.
    pub fn takes(&mut self, cost: usize) -> bool {
        let fits = cost <= self.0;
        if fits {
            self.0 -= cost;
        }
        fits
    }
}

/// The entries of all chapters, the most wanted first.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    items: Vec<Item>,
    /// Of as many items: what they cost together.
    costs: Vec<usize>,
    chapters: usize,
}

impl Queue {
    /// By worth; of equal worth by chapter, in the order of each chapter's entries.
    pub fn new<W: Ord + Copy>(chapters: Vec<Vec<Entry<W>>>) -> Self {
        let count = chapters.len();
        let mut ranked: Vec<(W, Item)> = Vec::new();
        for (chapter, entries) in chapters.into_iter().enumerate() {
            let item = |Entry { at, worth, cost }: Entry<W>| (worth, Item { chapter, at, cost });
            ranked.extend(entries.into_iter().map(item));
        }
        // Stable: within a chapter as it has them.
        ranked.compact_sort_by_key(|(worth, item)| (*worth, item.chapter));
        let items: Vec<Item> = ranked.into_iter().map(|(_, item)| item).collect();
        let sums = items.iter().scan(0, |all, item| {
            *all += item.cost;
            Some(*all)
        });
        Self { costs: sums.collect(), items, chapters: count }
    }

    /// The entries, the most wanted first.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// What the first `most` entries cost.
    pub fn cost_of(&self, most: usize) -> usize {
        let last = most.min(self.costs.len()).checked_sub(1);
        last.and_then(|at| self.costs.get(at)).copied().unwrap_or(0)
    }

    /// How many of the first entries cost so much at most.
    pub fn reach(&self, cost: usize) -> usize {
        self.costs.partition_point(|all| *all <= cost)
    }

    /// The first `most` entries: by chapter, the places in its list, ascending.
    pub fn first(&self, most: usize) -> Vec<Vec<usize>> {
        self.kept(self.items.get(..most).unwrap_or(&self.items))
    }

    /// By chapter, the places of these entries in its list, ascending.
    pub fn kept(&self, items: &[Item]) -> Vec<Vec<usize>> {
        by_chapter(items, self.chapters)
    }

    /// Every entry for which there is still room, a larger one left out for smaller ones behind it. `opens`: what a chapter
    /// costs besides, with its first entry.
    pub fn fill(&self, room: Room, opens: impl Fn(usize) -> usize) -> Vec<Item> {
        let mut filling = Filling { taken: Vec::new(), used: 0, least: 0 };
        filling.fill(&self.items, room, &mut Opening { is_open: vec![false; self.chapters], opens });
        filling.taken
    }

    /// The most of the first entries with which an answer fits. Without any it is taken to fit.
    ///
    /// # Errors
    /// Those of `fits`.
    pub fn most(&self, mut fits: impl FnMut(usize) -> Result<bool>) -> Result<usize> {
        let (mut low, mut high) = (0, self.len() + 1);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if fits(middle)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(low)
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
        // Cost and tokens of the entries by which what fits grew last.
        let mut last_step = (0, 0);
        let mut guesses = 0;
        while high - low > 1 {
            let room = budget.saturating_sub(used as usize);
            if room * FULL_PART < budget && low > 0 {
                break;
            }
            let from = self.cost_of(low);
            let middle = if guesses < MAX_GUESSES {
                // Tokens grow nearly evenly with what entries cost, in bytes.
                let target = match over {
                    Some(over) => {
                        let span = self.cost_of(high).saturating_sub(from);
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
                last_step = (self.cost_of(middle) - from, tokens.saturating_sub(used) as usize);
                (low, used) = (middle, tokens);
            } else {
                (high, over) = (middle, Some(tokens));
            }
        }
        Ok(Some(low))
    }
}

/// By chapter, the places of these entries in its list, ascending.
pub(crate) fn by_chapter(items: &[Item], chapters: usize) -> Vec<Vec<usize>> {
    let mut kept = vec![Vec::new(); chapters];
    for item in items {
        if let Some(places) = kept.get_mut(item.chapter) {
            places.push(item.at);
        }
    }
    kept.iter_mut().for_each(|places: &mut Vec<usize>| places.compact_sort());
    kept
}

/// What an entry costs beside those that were taken before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cost {
    pub takes: usize,
    /// What one costs that it stands instead of.
    pub frees: usize,
}

/// Knows what entries cost.
pub(crate) trait Costs {
    /// None of one that adds nothing to what was taken.
    fn of(&mut self, item: &Item, taken: &[Item]) -> Option<Cost>;

    /// One was taken.
    fn take(&mut self, item: &Item, cost: Cost);
}

/// Entries that are taken one after the other.
#[derive(Debug)]
pub(crate) struct Filling {
    pub taken: Vec<Item>,
    pub used: usize,
    /// Where less room is left, nothing that follows is worth a try.
    pub least: usize,
}

impl Filling {
    /// Takes every entry that still fits, in their order. `costs` is asked what those cost that are about to be taken.
    pub fn fill(&mut self, items: &[Item], Room(room): Room, costs: &mut impl Costs) {
        for item in items {
            if self.used + self.least > room {
                break;
            }
            let Some(cost) = costs.of(item, &self.taken) else { continue };
            if self.used + cost.takes.saturating_sub(cost.frees) > room {
                continue;
            }
            self.used = (self.used + cost.takes).saturating_sub(cost.frees);
            costs.take(item, cost);
            self.taken.push(*item);
        }
    }
}

/// Costs that are known beforehand, with those of a chapter's title.
struct Opening<F> {
    is_open: Vec<bool>,
    opens: F,
}

impl<F: Fn(usize) -> usize> Costs for Opening<F> {
    fn of(&mut self, item: &Item, _: &[Item]) -> Option<Cost> {
        let is_open = *self.is_open.get(item.chapter)?;
        Some(Cost { takes: item.cost + if is_open { 0 } else { (self.opens)(item.chapter) }, frees: 0 })
    }

    fn take(&mut self, item: &Item, _: Cost) {
        if let Some(is_open) = self.is_open.get_mut(item.chapter) {
            *is_open = true;
        }
    }
}

/// Renders with all that was taken; where that is too long, without the last of it, until it fits or nothing is left. Pieces
/// may come to more together than one by one.
///
/// # Errors
/// Those of `render`.
pub(crate) fn settled<T, R>(
    taken: &mut Vec<T>,
    mut render: impl FnMut(&[T]) -> Result<R>,
    fits: impl Fn(&R) -> bool,
) -> Result<R> {
    loop {
        let rendered = render(taken)?;
        if fits(&rendered) || taken.pop().is_none() {
            return Ok(rendered);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(chapters: &[&[(u8, usize)]]) -> Queue {
        let entries = |of: &&[(u8, usize)]| {
            of.iter()
                .enumerate()
                .map(|(at, (worth, cost))| Entry { at, worth: *worth, cost: *cost })
                .collect()
        };
        Queue::new(chapters.iter().map(entries).collect())
    }

    #[test]
    fn the_most_wanted_go_in_first() {
        let queue = queue(&[&[(2, 1), (0, 1)], &[], &[(2, 1), (1, 1), (2, 1)]]);
        let order: Vec<_> = queue.items().iter().map(|item| (item.chapter, item.at)).collect();
        assert_eq!(order, [(0, 1), (2, 1), (0, 0), (2, 0), (2, 2)]);
        assert_eq!(queue.first(3), [vec![0, 1], vec![], vec![1]]);
        assert_eq!(queue.first(99), [vec![0, 1], vec![], vec![0, 1, 2]]);
    }

    #[test]
    fn what_is_too_large_makes_room_for_smaller_ones() {
        let queue = queue(&[&[(0, 6), (1, 5), (3, 1)], &[(2, 2)]]);
        let taken = |room: usize, heading: usize| queue.kept(&queue.fill(Room(room), |_| heading));
        assert_eq!(taken(9, 0), [vec![0, 2], vec![0]]);
        // The first entry of a chapter pays for its heading.
        assert_eq!(taken(9, 1), [vec![0, 2], vec![]]);
        assert_eq!((queue.reach(10), queue.reach(11), queue.cost_of(2)), (1, 2, 11));
    }

    #[test]
    fn nothing_longer_than_the_budget_comes_back() {
        // Each entry takes more than it is thought to.
        let queue = queue(&[&[(0, 3); 400], &[(1, 40); 9]]);
        let tokens = |kept: usize| 50 + queue.cost_of(kept) as u64 * 2;
        for budget in [50, 55, 56, 300, 1_111, 2_400, 2_600, 9_999] {
            let kept = queue.longest(budget, |kept| Ok(tokens(kept))).unwrap().unwrap();
            assert!(tokens(kept) <= budget as u64, "{budget}");
            let is_full = kept == queue.len() || tokens(kept + 1) > budget as u64;
            let room = budget as u64 - tokens(kept);
            assert!(is_full || room * (FULL_PART as u64) < budget as u64, "{budget}: {room} left");
            let most = queue.most(|kept| Ok(tokens(kept) <= budget as u64)).unwrap();
            assert!(most >= kept && tokens(most) <= budget as u64, "{budget}");
        }
        assert_eq!(queue.longest(49, |kept| Ok(tokens(kept))).unwrap(), None);
    }

    #[test]
    fn the_last_is_given_back_until_it_fits() {
        let mut taken = vec![1, 2, 3, 4];
        let sum = settled(&mut taken, |taken| Ok(taken.iter().sum::<u64>()), |sum| *sum <= 4).unwrap();
        assert_eq!((sum, taken.as_slice()), (3, &[1, 2][..]));
        assert_eq!(settled(&mut taken, |taken| Ok(taken.len()), |_| false).unwrap(), 0);
    }
}
