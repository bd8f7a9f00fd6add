//! Times that a person writes and reads.

use beadloom_model::{Code, Error, Result};

const SECOND: i64 = 1_000;
const DAY: i64 = 24 * 60 * 60 * SECOND;

/// A time in milliseconds since 1970: of a date, of a date with a time (UTC), or of a duration before now.
///
/// # Errors
/// `usage` for anything else.
pub(super) fn time_of(text: &str, now: i64) -> Result<i64> {
    duration(text).map(|length| now.saturating_sub(length)).or_else(|| date_time(text)).ok_or_else(|| {
        let shown: String = text.chars().take(60).collect();
        Error::new(Code::Usage, format!("since: {shown:?} is no time"))
            .hint("a date such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or a duration such as 30m, 8h, 7d, 2w")
    })
}

/// ISO 8601 UTC, from milliseconds since 1970. What no clock says, because somebody wrote it by hand, is the nearest that one may.
pub(super) fn iso(ms: i64) -> String {
    beadloom_index::iso_utc(ms.clamp(0, i64::MAX / 1_000_000) * 1_000_000)
}

fn duration(text: &str) -> Option<i64> {
    let unit = text.chars().last()?;
    let length = match unit {
        's' => SECOND,
        'm' => 60 * SECOND,
        'h' => 60 * 60 * SECOND,
        'd' => DAY,
        'w' => 7 * DAY,
        _ => return None,
    };
    let number = text.strip_suffix(unit)?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| number.parse::<i64>().ok()?.checked_mul(length)).flatten()
}

fn date_time(text: &str) -> Option<i64> {
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time.strip_suffix('Z').unwrap_or(time))),
        None => (text, None),
    };
    let mut of_date = date.split('-');
    let [year, month, day] =
        [number(of_date.next()?, 4)?, number(of_date.next()?, 2)?, number(of_date.next()?, 2)?];
    let [hour, minute, second] = match time {
        None => [0, 0, 0],
        Some(time) => {
            let mut of_time = time.split(':');
            let first = [number(of_time.next()?, 2)?, number(of_time.next()?, 2)?];
            let second = of_time.next().map_or(Some(0), |text| number(text.split('.').next()?, 2))?;
            if of_time.next().is_some() {
                return None;
            }
            let [hour, minute] = first;
            [hour, minute, second]
        }
    };
    let is_right = of_date.next().is_none()
        && (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    is_right.then(|| days_since_1970(year, month, day) * DAY + ((hour * 60 + minute) * 60 + second) * SECOND)
}

fn number(text: &str, digits: usize) -> Option<i64> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// After Howard Hinnant's `days_from_civil`.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
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
