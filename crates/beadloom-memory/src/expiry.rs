//! When a memory ceases to hold.

use beadloom_model::time::{DAY, iso_utc, parse_utc};
use beadloom_model::{Code, Error, Result};

/// The most days that a memory may be said to hold: a century.
const MAX_DAYS: i64 = 36_500;

/// When a memory ceases to hold: a date (to its end), a time, or a number of days from `now` such as `30d`.
///
/// # Errors
/// `usage` for what is none of these, and for what is over.
pub fn expiry(text: &str, now: i64) -> Result<i64> {
    let usage = |message: String| {
        Error::new(Code::Usage, message)
            .hint("for example 2027-01-31, 2027-01-31T12:00:00Z or 30d for thirty days from now")
    };
    let days =
        text.strip_suffix('d').filter(|days| !days.is_empty() && days.bytes().all(|b| b.is_ascii_digit()));
    let at = match days {
        Some(days) => match days.parse::<i64>() {
            Ok(days) if days <= MAX_DAYS => Some(now + days * DAY),
            _ => return Err(usage(format!("expires must be at most {MAX_DAYS}d, not {text}"))),
        },
        None if text.len() == "2026-01-31".len() => parse_utc(text).map(|at| at + DAY - 1),
        None => parse_utc(text),
    };
    match at {
        None => Err(usage(format!("expires must be a date, a time or a number of days, not {text:?}"))),
        Some(at) if at <= now => Err(usage(format!("expires is over: {}", iso_utc(at)))),
        Some(at) => Ok(at),
    }
}
