//! Times as memories have them: seconds since 1970, written as ISO 8601 in UTC.

use beadloom_model::{Code, Error, Result};

use crate::SECONDS_PER_DAY;

/// `2026-01-31T12:00:00Z` (days to date after Howard Hinnant's `civil_from_days`).
pub fn iso_utc(seconds: i64) -> String {
    let (days, time) = (seconds.div_euclid(SECONDS_PER_DAY), seconds.rem_euclid(SECONDS_PER_DAY));
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}

/// Seconds since 1970 of a date or a time: `2026-01-31`, `2026-01-31T12:00`, with seconds, a fraction of them, `Z` or an offset.
/// None where it is neither, or no day of any calendar.
pub fn parse_utc(text: &str) -> Option<i64> {
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let (year, month, day) =
        (number(parts.next()?, 4)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    if parts.next().is_some() || !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    let seconds = time.map_or(Some(0), time_of_day)?;
    Some(days_from_civil(year, month, day) * SECONDS_PER_DAY + seconds)
}

/// Seconds since midnight in UTC.
fn time_of_day(text: &str) -> Option<i64> {
    let (clock, offset) = match text.find(['Z', '+', '-']) {
        Some(at) => (text.get(..at)?, offset(text.get(at..)?)?),
        None => (text, 0),
    };
    let clock = clock.split_once('.').map_or(Some(clock), |(whole, part)| {
        (!part.is_empty() && part.len() <= 9 && part.bytes().all(|b| b.is_ascii_digit())).then_some(whole)
    })?;
    let mut parts = clock.split(':');
    let (hours, minutes) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    let seconds = parts.next().map_or(Some(0), |text| number(text, 2))?;
    let fits = parts.next().is_none() && hours < 24 && minutes < 60 && seconds < 60;
    fits.then_some(hours * 3600 + minutes * 60 + seconds - offset)
}

/// Seconds east of UTC.
fn offset(text: &str) -> Option<i64> {
    if text == "Z" {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let (hours, minutes) = text.get(1..)?.split_once(':')?;
    let (hours, minutes) = (number(hours, 2)?, number(minutes, 2)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

fn number(text: &str, digits: usize) -> Option<i64> {
    (text.len() == digits && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

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
            Ok(days) if days <= MAX_DAYS => Some(now + days * SECONDS_PER_DAY),
            _ => return Err(usage(format!("expires must be at most {MAX_DAYS}d, not {text}"))),
        },
        None if text.len() == "2026-01-31".len() => parse_utc(text).map(|at| at + SECONDS_PER_DAY - 1),
        None => parse_utc(text),
    };
    match at {
        None => Err(usage(format!("expires must be a date, a time or a number of days, not {text:?}"))),
        Some(at) if at <= now => Err(usage(format!("expires is over: {}", iso_utc(at)))),
        Some(at) => Ok(at),
    }
}
