//! The time of a run, as the index holds it and as a person reads it.

use std::time::{SystemTime, UNIX_EPOCH};

use beadloom_model::time;

/// Nanoseconds since 1970.
pub fn now_ns() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_nanos()).ok())
        .unwrap_or(i64::MAX)
}

/// `2026-01-31T12:00:00Z`, from nanoseconds since 1970.
pub fn iso_utc(ns: i64) -> String {
    time::iso_utc(ns.div_euclid(1_000_000_000))
}
