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

/// The vectors in `blocks` that may be near: the signs of all that `keep` wants (block and row, from 0) are compared, and
/// of the `rescored` whose signs agree most, with all that agree as well as the last of them, the cosines are given, by
/// block and row. What is found depends on the vectors alone, not on where they stand. Blocks of other dimensions than
/// the probe's are passed over.
pub fn scan(
    probe: &Probe,
    blocks: &[PackedVectors<'_>],
    rescored: usize,
    keep: &dyn Fn(usize, usize) -> bool,
) -> Vec<Hit> {
    if rescored == 0 || probe.dimensions() == 0 {
        return Vec::new();
    }
    let fitting = || blocks.iter().enumerate().filter(|(_, block)| block.dimensions() == probe.dimensions());
    let mut differences = Vec::with_capacity(fitting().map(|(_, block)| block.len()).sum());
    for (_, block) in fitting() {
        block.sign_differences(probe, &mut differences);
    }
    // Only those near enough to be compared closely are looked up, unless many of them are not wanted.
    let mut bound = bound(&differences, probe.dimensions(), rescored);
    for round in 0.. {
        let upto = if round < FEW_ROUNDS { bound } else { LEFT_OUT - 1 };
        let mut left_out = false;
        let mut rest = differences.as_mut_slice();
        for (number, block) in fitting() {
            let (here, after) = rest.split_at_mut(block.len().min(rest.len()));
            rest = after;
            for (row, difference) in here.iter_mut().enumerate().filter(|(_, one)| **one <= upto) {
                if !keep(number, row) {
                    *difference = LEFT_OUT;
                    left_out = true;
                }
            }
        }
        if !left_out {
            break;
        }
        bound = self::bound(&differences, probe.dimensions(), rescored);
        if upto >= bound {
            break;
        }
    }
    let mut hits = Vec::with_capacity(rescored.min(differences.len()));
    let mut rest = differences.as_slice();
    for (number, block) in fitting() {
        let (here, after) = rest.split_at_checked(block.len()).unwrap_or((rest, &[]));
        rest = after;
        for (row, _) in here.iter().enumerate().filter(|(_, difference)| **difference <= bound) {
            hits.push(Hit { block: number, row, cosine: block.cosine(row, probe) });
        }
    }
    hits
}

/// Times that more rows are looked up because some near ones are not wanted; then all are.
const FEW_ROUNDS: u32 = 3;
/// Cosines of many vectors, in short.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cosines {
    /// How many.
    pub count: usize,
    /// Their mean; 0 of none.
    pub mean: f64,
    /// Mean of their squares; 0 of none.
    pub square: f64,
}

/// The cosines of the probe and of some of the vectors that `keep` wants (block and row, from 0): of all, or of about
/// `most`, chosen by their signs, so that it does not matter where they stand.
pub fn cosines(
    probe: &Probe,
    blocks: &[PackedVectors<'_>],
    most: usize,
    keep: &dyn Fn(usize, usize) -> bool,
) -> Cosines {
    /// Sums of whole numbers are the same in any order.
    const SCALE: f64 = 1_000_000_000.0;
    let fitting = || blocks.iter().enumerate().filter(|(_, block)| block.dimensions() == probe.dimensions());
    let all: usize = fitting().map(|(_, block)| block.len()).sum();
    let one_in = all.div_ceil(most.max(1)).max(1) as u64;
    let (mut sum, mut squares, mut count) = (0_i64, 0_i64, 0_usize);
    for (number, block) in fitting() {
        for row in (0..block.len()).filter(|row| block.signs_hash(*row).is_multiple_of(one_in)) {
            if keep(number, row) {
                let cosine = f64::from(block.cosine(row, probe));
                sum += (cosine * SCALE) as i64;
                squares += (cosine * cosine * SCALE) as i64;
                count += 1;
            }
        }
    }
    let mean = |sum: i64| if count == 0 { 0.0 } else { sum as f64 / SCALE / count as f64 };
    Cosines { count, mean: mean(sum), square: mean(squares) }
}

/// Stands for more differences than there are dimensions.
const LEFT_OUT: u16 = u16::MAX;

/// The greatest difference among the `wanted` smallest.
fn bound(differences: &[u16], dimensions: usize, wanted: usize) -> u16 {
    let mut counts = vec![0_usize; dimensions + 1];
    for difference in differences {
        if let Some(count) = counts.get_mut(usize::from(*difference)) {
            *count += 1;
        }
    }
    let mut left = wanted;
    for (bound, count) in (0_u16..).zip(counts) {
        if count >= left {
            return bound;
        }
        left -= count;
    }
    LEFT_OUT - 1
}
