//! Times as buckets: each a twentieth longer than the one before, so that few numbers keep all calls.

/// The ratio of neighbouring buckets.
const RATIO: f64 = 1.05;

/// The shortest time that is told from none, in milliseconds.
const MIN_MS: f64 = 0.01;

/// A week and more is the last one.
const LAST: f64 = 500.0;

/// The bucket of a time in milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "between 0 and 500")]
pub fn bucket(milliseconds: f64) -> i64 {
    if milliseconds.is_nan() || milliseconds <= MIN_MS {
        return 0;
    }
    (milliseconds / MIN_MS).ln().div_euclid(RATIO.ln()).min(LAST - 1.0) as i64 + 1
}

/// The time that a share of the calls did not exceed, in milliseconds, from buckets with their calls; None without calls.
pub fn quantile(buckets: &[(i64, i64)], share: f64) -> Option<f64> {
    let mut sorted = buckets.to_vec();
    sorted.sort_unstable();
    let all: i64 = sorted.iter().map(|(_, calls)| *calls).sum();
    let wanted = (all as f64 * share).ceil().max(1.0);
    let mut before = 0;
    for (bucket, calls) in sorted {
        before += calls;
        if before as f64 >= wanted {
            let middle = if bucket <= 0 { 0.0 } else { MIN_MS * RATIO.powf(bucket as f64 - 0.5) };
            return Some((middle * 100.0).round() / 100.0);
        }
    }
    None
}
