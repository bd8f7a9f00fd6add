//! Which memories were made in one sitting, and in which order.

use super::NONE;

/// Seconds without a memory that end a sitting.
const GAP: i64 = 1_800;

/// Larger sittings are no sittings: somebody imported what others had remembered.
const MAX_SITTING_MEMORIES: usize = 400;

/// Who stands beside whom.
#[derive(Default)]
pub(super) struct Sittings {
    /// By slot: its sitting; `NONE` where it is in none, or out of use.
    of: Vec<u32>,
    /// By slot: the one before and the one after it in the sitting.
    around: Vec<[u32; 2]>,
    /// By sitting: the sum of lengths.
    lengths: Vec<u32>,
    mean: f32,
}

impl Sittings {
    /// `made`: time, id and slot of each memory; `length`: terms of one. `slots`: how many were given.
    pub fn new(mut made: Vec<(i64, &str, usize)>, slots: usize, length: &dyn Fn(usize) -> u32) -> Self {
        made.sort_unstable();
        let mut all = Self { of: vec![NONE; slots], around: vec![[NONE; 2]; slots], ..Self::default() };
        for run in made.chunk_by(|a, b| b.0.saturating_sub(a.0) <= GAP) {
            if run.len() > MAX_SITTING_MEMORIES {
                continue;
            }
            let number = all.lengths.len() as u32;
            let mut sum = 0_u32;
            for (at, (.., slot)) in run.iter().enumerate() {
                let beside =
                    |at: Option<usize>| at.and_then(|at| run.get(at)).map_or(NONE, |(.., slot)| *slot as u32);
                if let (Some(of), Some(around)) = (all.of.get_mut(*slot), all.around.get_mut(*slot)) {
                    *of = number;
                    *around = [beside(at.checked_sub(1)), beside(Some(at + 1))];
                }
                sum = sum.saturating_add(length(*slot));
            }
            all.lengths.push(sum);
        }
        let sum: u64 = all.lengths.iter().map(|length| u64::from(*length)).sum();
        all.mean = sum as f32 / all.lengths.len().max(1) as f32;
        all
    }

    /// The sitting of a slot.
    pub fn of(&self, slot: usize) -> Option<usize> {
        self.of.get(slot).filter(|one| **one != NONE).map(|one| *one as usize)
    }

    /// Those before and after it; `NONE` where there is none.
    pub fn around(&self, slot: u32) -> [u32; 2] {
        self.around.get(slot as usize).copied().unwrap_or([NONE; 2])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Terms of a sitting.
    pub fn length(&self, sitting: usize) -> f32 {
        self.lengths.get(sitting).copied().unwrap_or_default() as f32
    }

    /// Terms of one, in the mean.
    pub fn mean(&self) -> f32 {
        self.mean.max(1.0)
    }
}
