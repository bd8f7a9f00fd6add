//! Times that a person writes and reads.

use beadloom_model::time::{iso_utc, parse_duration, parse_utc};
use beadloom_model::{Code, Error, Result};

/// A time in milliseconds since 1970: of a date, of a date with a time (UTC), or of a duration before now.
///
/// # Errors
/// `usage` for anything else.
pub(crate) fn time_of(text: &str, now: i64) -> Result<i64> {
    let ago = parse_duration(text).and_then(|length| length.checked_mul(1_000));
    let at = || parse_utc(text).map(|at| at * 1_000);
    ago.map(|length| now.saturating_sub(length)).or_else(at).ok_or_else(|| {
        let shown: String = text.chars().take(60).collect();
        Error::new(Code::Usage, format!("invalid --since {shown:?}: use a date, time or duration"))
            .hint("for example 2026-01-31, 2026-01-31T12:00:00Z, 30m, 8h, 7d or 2w")
    })
}

/// ISO 8601 UTC, from milliseconds since 1970. What no clock says, because somebody wrote it by hand, is the nearest that one may.
pub(crate) fn iso(ms: i64) -> String {
    iso_utc(ms.clamp(0, i64::MAX / 1_000_000) / 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let now = 1_000_000_000_000;
        let cases = [
            ("90s", Some(now - 90_000)),
            ("30m", Some(now - 1_800_000)),
            ("8h", Some(now - 28_800_000)),
            ("7d", Some(now - 604_800_000)),
            ("2w", Some(now - 1_209_600_000)),
            ("1970-01-01", Some(0)),
            ("2000-02-29", Some(951_782_400_000)),
            ("2026-01-31T12:00:00Z", Some(1_769_860_800_000)),
            ("2026-01-31T12:00:00.123Z", Some(1_769_860_800_000)),
            ("2026-01-31 12:00", Some(1_769_860_800_000)),
            ("2001-02-29", None),
            ("2026-13-01", None),
            ("2026-01-31T24:00", None),
            ("2026-01-31T12:00:00:00", None),
            ("2026-1-1", None),
            ("-3d", None),
            ("3", None),
            ("3y", None),
            ("99999999999999999999d", None),
            ("9999999999999999d", None),
            ("d", None),
            ("", None),
            ("gestern", None),
            ("３d", None),
        ];
        for (text, expected) in cases {
            assert_eq!(time_of(text, now).ok(), expected, "{text}");
        }
    }
}
