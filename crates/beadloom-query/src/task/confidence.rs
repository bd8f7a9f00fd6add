//! How sure an answer to a task is: by how far the best file stands above the others, and by how much of what carries the task it shows.

use beadloom_model::answers::TaskConfidence;

use super::evidence::Evidence;
use crate::places::is_test;
use crate::search::code::RankedFile;

/// The best file is compared with the one at this place.
const RIVAL: usize = 5;

/// From these values on. Measured on tasks of thirteen projects (`docs/internals/CONTEXT-EVAL.md`): the first file is one that was changed in six of
/// seven answers above, in two of five between, in one of seven below.
const HIGH: f64 = 8.0;
const MEDIUM: f64 = 4.0;

/// From this value on an answer may be said to be sure.
const FAR: f64 = 9.0;

/// Of fewer candidates it is not known how far one stands above the others: what counts is how much of the task it holds.
const MIN_CANDIDATES: usize = 10;

/// The same for those: what part of the task the best piece of code holds.
const HIGH_SHARE: f64 = 0.5;
const MEDIUM_SHARE: f64 = 0.25;

/// How far the best file stands above the others.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByScore {
    pub level: TaskConfidence,
    /// Whether it may be sure to be it.
    is_far: bool,
}

/// Of files, best first. `with_tests`: whether tests are what is looked for.
pub(super) fn by_score(ranked: &[RankedFile], with_tests: bool) -> ByScore {
    let mut files = ranked.iter().filter(|file| with_tests || !is_test(&file.file.path));
    let Some(best) = files.next() else { return ByScore { level: TaskConfidence::Low, is_far: false } };
    let by = |value: f64, high: f64, medium: f64, far: f64| {
        let level = match value {
            _ if value >= high => TaskConfidence::High,
            _ if value >= medium => TaskConfidence::Medium,
            _ => TaskConfidence::Low,
        };
        ByScore { level, is_far: value >= far }
    };
    if ranked.len() < MIN_CANDIDATES {
        return by(
            best.chunks.first().map_or(0.0, |(_, share)| *share),
            HIGH_SHARE,
            MEDIUM_SHARE,
            HIGH_SHARE,
        );
    }
    let rival = files.nth(RIVAL - 1).map_or(0.0, |file| file.score);
    by((best.score + best.score - rival) / 2.0, HIGH, MEDIUM, FAR)
}

/// From which share of the task's words on, by their rarity, the best file may be sure to be it: where it shows something that the task
/// spells out as it stands in code, and where it shows so many of the words at least. Measured by project, as those above.
const SPELT_SHARE: f32 = 0.5;
const SURE_SHARE: f32 = 0.6;
const SURE_WORDS: usize = 3;

/// What an answer says of itself: a file that stands out is none that was meant where the words that carry the task are not there. What a
/// task spells out and the code has not is never found, unless the task makes something new.
pub(super) fn said(by_score: ByScore, evidence: &Evidence, makes_new: bool) -> TaskConfidence {
    if !makes_new && !evidence.absent.is_empty() || evidence.found == 0 && !evidence.is_spelt {
        return TaskConfidence::Low;
    }
    let holds = evidence.is_spelt && evidence.share >= SPELT_SHARE
        || evidence.found >= SURE_WORDS && evidence.share >= SURE_SHARE;
    let is_sure = by_score.is_far && evidence.is_code && holds;
    if by_score.level == TaskConfidence::High && !is_sure { TaskConfidence::Medium } else { by_score.level }
}
