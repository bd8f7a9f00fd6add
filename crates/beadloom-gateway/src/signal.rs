//! How much a call teaches, and what is not worth keeping.

use beadloom_model::requests::GatewayHow;

/// Pairs that are kept.
pub const MAX_PAIRS: i64 = 5_000;

/// Below this confidence a pair is dropped.
pub const MIN_CONFIDENCE: f64 = 0.1;

/// Seconds after which a pair that was not used is dropped.
pub const UNUSED: i64 = 30 * 24 * 60 * 60;

/// The share of a new confidence that is the old one.
const KEPT: f64 = 0.8;

/// What a successful call says of the query before it: more where the client was shown the tool, or found it, than where it called a
/// tool that it had from elsewhere.
pub fn signal(how: GatewayHow) -> f64 {
    match how {
        GatewayHow::Listed => 1.0,
        GatewayHow::Searched => 1.5,
        GatewayHow::Direct => 0.5,
    }
}

/// The confidence of a pair after a call; never above 1.
pub fn confidence(before: Option<f64>, how: GatewayHow) -> f64 {
    let signal = signal(how);
    let confidence = before.map_or(signal, |before| KEPT * before + (1.0 - KEPT) * signal);
    confidence.clamp(0.0, 1.0)
}
