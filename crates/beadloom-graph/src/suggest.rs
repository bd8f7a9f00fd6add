//! What somebody may have meant: the known names that are nearest to an unknown one.

use beadloom_model::CompactSort as _;

/// Names longer than this are compared with nothing: the cost grows with the product of the lengths.
const MAX_NAME_CHARS: usize = 64;

/// How many names a hint offers.
const OFFERED: usize = 3;

/// How many letter pairs one [`Suggester`] compares before it falls silent: under a second, however many
/// unknown names a hostile file holds.
const WORK: u64 = 100_000_000;

/// The names nearest to `wanted`, nearest first, at most `limit`; equal distances by name.
///
/// Near is: at most a third of the letters differ (always one, never more than four), case apart; or one is
/// the beginning of the other and at least three letters long.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<&'a str> {
    Suggester::new().nearest(wanted, known, limit)
}

/// `Did you mean: a, b?`, or nothing where no known name is near.
pub fn did_you_mean<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    Suggester::new().hint(wanted, known)
}

/// Suggestions for many unknown names with one bound on the work.
#[derive(Debug)]
pub struct Suggester {
    left: u64,
}

impl Default for Suggester {
    fn default() -> Self {
        Self::new()
    }
}

impl Suggester {
    /// One with its whole allowance.
    pub fn new() -> Self {
        Self { left: WORK }
    }

    /// As [`did_you_mean`].
    pub fn hint<'a>(&mut self, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let near = self.nearest(wanted, known, OFFERED);
        (!near.is_empty()).then(|| format!("Did you mean: {}?", near.join(", ")))
    }

    /// As [`nearest`].
    pub fn nearest<'a>(
        &mut self,
        wanted: &str,
        known: impl IntoIterator<Item = &'a str>,
        limit: usize,
    ) -> Vec<&'a str> {
        let folded = wanted.to_lowercase();
        let length = folded.chars().count();
        if length == 0 || length > MAX_NAME_CHARS || self.left == 0 {
            return Vec::new();
        }
        let allowed = (length / 3).clamp(1, 4);

        let mut near: Vec<(usize, &'a str)> = Vec::new();
        for name in known {
            if self.left == 0 {
                break;
            }
            // Who wrote a name does not mean that very name.
            if name == wanted {
                continue;
            }
            let candidate = name.to_lowercase();
            let letters = candidate.chars().count();
            let extends = length.min(letters) >= 3
                && (candidate.starts_with(&folded) || folded.starts_with(&candidate));
            if letters > MAX_NAME_CHARS || (length.abs_diff(letters) > allowed && !extends) {
                self.left = self.left.saturating_sub(candidate.len() as u64);
                continue;
            }
            self.left = self.left.saturating_sub((length * letters) as u64);
            let distance = strsim::osa_distance(&folded, &candidate);
            if distance <= allowed || extends {
                near.push((distance, name));
            }
        }
        near.compact_sort();
        near.dedup();
        near.truncate(limit);
        near.into_iter().map(|(_, name)| name).collect()
    }
}
