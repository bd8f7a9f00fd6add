//! How sure an answer to a task is, by how far the best file stands above the others.

use beadloom_model::answers::TaskConfidence;

use crate::places::is_test;
use crate::search::code::RankedFile;

/// The best file is compared with the one at this place.
const RIVAL: usize = 5;

/// From these values on. Measured on tasks of thirteen projects (`docs/internals/CONTEXT-EVAL.md`): the first file is one that was changed in six of
/// seven answers above, in two of five between, in one of seven below.
const HIGH: f64 = 8.0;
const MEDIUM: f64 = 4.0;

/// Of fewer candidates it is not known how far one stands above the others: what counts is how much of the task it holds.
const MIN_CANDIDATES: usize = 10;

/// The same for those: what part of the task the best piece of code holds.
const HIGH_SHARE: f64 = 0.5;
const MEDIUM_SHARE: f64 = 0.25;

/// Of files, best first. `with_tests`: whether tests are what is looked for.
pub(super) fn confidence(ranked: &[RankedFile], with_tests: bool) -> TaskConfidence {
    let mut files = ranked.iter().filter(|file| with_tests || !is_test(&file.file.path));
    let Some(best) = files.next() else { return TaskConfidence::Low };
    let by = |value: f64, high: f64, medium: f64| match value {
        _ if value >= high => TaskConfidence::High,
        _ if value >= medium => TaskConfidence::Medium,
        _ => TaskConfidence::Low,
    };
    if ranked.len() < MIN_CANDIDATES {
        return by(best.chunks.first().map_or(0.0, |(_, share)| *share), HIGH_SHARE, MEDIUM_SHARE);
    }
    let rival = files.nth(RIVAL - 1).map_or(0.0, |file| file.score);
    by((best.score + best.score - rival) / 2.0, HIGH, MEDIUM)
}
