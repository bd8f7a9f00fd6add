//! The nearest of many packed vectors.

use crate::{PackedVectors, Probe};

/// A vector that is near.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Which of the blocks, from 0.
    pub block: usize,
    /// Which vector of the block, from 0.
    pub row: usize,
    /// −1 to 1.
    pub cosine: f32,
}

/// The `limit` nearest of all vectors in `blocks`, nearest first, equal ones by block and row. The signs of all vectors
/// are compared, and the cosines of the `rescored` whose signs agree most (at least `limit`). Blocks of other dimensions
/// than the probe's are passed over.
pub fn scan(probe: &Probe, blocks: &[PackedVectors<'_>], limit: usize, rescored: usize) -> Vec<Hit> {
    let rescored = rescored.max(limit);
    if limit == 0 || probe.dimensions() == 0 {
        return Vec::new();
    }
    let fitting = || blocks.iter().enumerate().filter(|(_, block)| block.dimensions() == probe.dimensions());
    let mut differences = Vec::with_capacity(fitting().map(|(_, block)| block.len()).sum());
    for (_, block) in fitting() {
        block.sign_differences(probe, &mut differences);
    }
    let nearest = Nearest::new(&differences, probe.dimensions(), rescored);

    let mut hits = Vec::with_capacity(rescored.min(differences.len()));
    let mut left_at_bound = nearest.at_bound;
    let mut rest = differences.as_slice();
    for (number, block) in fitting() {
        let (here, after) = rest.split_at_checked(block.len()).unwrap_or((rest, &[]));
        rest = after;
        for (row, difference) in here.iter().enumerate() {
            if *difference > nearest.bound {
                continue;
            }
            if *difference == nearest.bound {
                if left_at_bound == 0 {
                    continue;
                }
                left_at_bound -= 1;
            }
            hits.push(Hit { block: number, row, cosine: block.cosine(row, probe) });
        }
    }
    hits.sort_by(|a, b| b.cosine.total_cmp(&a.cosine).then((a.block, a.row).cmp(&(b.block, b.row))));
    hits.truncate(limit);
    hits
}

/// Which differences are among the smallest: all below the bound, and of those at it the first so many.
struct Nearest {
    bound: u16,
    at_bound: usize,
}

impl Nearest {
    fn new(differences: &[u16], dimensions: usize, wanted: usize) -> Self {
        let mut counts = vec![0_usize; dimensions + 1];
        for difference in differences {
            if let Some(count) = counts.get_mut(usize::from(*difference)) {
                *count += 1;
            }
        }
        let mut left = wanted;
        for (bound, count) in (0_u16..).zip(counts) {
            if count >= left {
                return Self { bound, at_bound: left };
            }
            left -= count;
        }
        Self { bound: u16::MAX, at_bound: wanted }
    }
}
