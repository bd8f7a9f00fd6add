//! Times as seconds since 1970, and as ISO 8601 writes them in UTC. The only calendar of the product.

/// Seconds of a day.
pub const DAY: i64 = 86_400;

/// `2026-01-31T12:00:00Z` (days to date after Howard Hinnant's `civil_from_days`).
pub fn iso_utc(seconds: i64) -> String {
    let (days, time) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
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
    Some(days_from_civil(year, month, day) * DAY + seconds)
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

/// Seconds of a length of time: a whole number of seconds, minutes, hours, days or weeks, as `90s`, `30m`, `8h`, `7d`, `2w`.
pub fn parse_duration(text: &str) -> Option<i64> {
    let unit = text.chars().last()?;
    let length = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => DAY,
        'w' => 7 * DAY,
        _ => return None,
    };
    let number = text.strip_suffix(unit)?;
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| number.parse::<i64>().ok()?.checked_mul(length)).flatten()
}
