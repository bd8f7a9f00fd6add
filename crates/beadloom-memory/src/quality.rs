//! What age, use and source make a memory worth.

use beadloom_model::answers::MemorySource;
use beadloom_model::time::DAY;

/// Recall leaves out what is worth less than this and older than [`MAX_UNUSED_DAYS`].
pub const UNUSED_QUALITY: f64 = 0.3;

/// See [`UNUSED_QUALITY`].
pub const MAX_UNUSED_DAYS: i64 = 90;

/// After a year a memory is as old as it gets.
const YEAR: f64 = 365.0;
const MIN_RECENCY: f64 = 0.1;
/// So many uses are as good as more.
const MAX_USES: f64 = 10.0;

/// 0 to 1, to six digits: 0.4 · recency + 0.3 · frequency + 0.3 · weight of the source. Times in seconds since 1970.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
pub fn quality(created: i64, uses: u64, source: MemorySource, now: i64) -> f64 {
    let days = now.saturating_sub(created).max(0) as f64 / DAY as f64;
    let recency = (1.0 - days / YEAR).max(MIN_RECENCY);
    let frequency = (uses as f64 / MAX_USES).min(1.0);
    let source = match source {
        MemorySource::Manual => 1.0,
        MemorySource::Agent => 0.8,
        MemorySource::Auto => 0.6,
    };
    ((0.4 * recency + 0.3 * frequency + 0.3 * source) * 1e6).round() / 1e6
}

/// Whether recall leaves a memory of that quality out.
pub fn is_unused(quality: f64, created: i64, now: i64) -> bool {
    quality < UNUSED_QUALITY && now.saturating_sub(created) > MAX_UNUSED_DAYS * DAY
}
