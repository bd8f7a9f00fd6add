//! The rules file on the disk, and the day.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use beadloom_files::read_regular;
use beadloom_model::{Code, Error, Result};

/// The names that a rules file may have, the first that is there counts.
const NAMES: &[&str] = &["rules.yml", "rules.yaml"];

/// A rules file as it is.
pub(crate) struct RulesFile {
    /// Relative to the root.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The rules file in the graph's folder, if there is one.
///
/// # Errors
/// `not_readable`, `not_text`, `outside_root` for a link that leads out, `yaml_limit` where it is too large.
pub(crate) fn rules_file(root: &Path, graph_folder: &str) -> Result<Option<RulesFile>> {
    let folder = graph_folder.trim_end_matches('/');
    for name in NAMES {
        let path = if folder.is_empty() { (*name).to_owned() } else { format!("{folder}/{name}") };
        let full = root.join(&path);
        if full.metadata().is_err() {
            continue;
        }
        let unreadable = |error: &dyn std::fmt::Display| {
            Error::new(Code::NotReadable, "the rules cannot be read").at(&path, 0, 0).caused_by(error)
        };
        let inside = full.canonicalize().and_then(|real| Ok(real.starts_with(root.canonicalize()?)));
        if !inside.map_err(|error| unreadable(&error))? {
            return Err(
                Error::new(Code::OutsideRoot, "the rules are a link out of the project").at(&path, 0, 0)
            );
        }
        let bytes =
            read_regular(&full, beadloom_rules::MAX_BYTES as u64).map_err(|error| match error.kind() {
                ErrorKind::InvalidInput | ErrorKind::IsADirectory => {
                    Error::new(Code::NotReadable, "the rules file is not a file").at(&path, 0, 0)
                }
                ErrorKind::FileTooLarge => {
                    Error::new(Code::YamlLimit, "the rules are larger than 1 MiB").at(&path, 0, 0)
                }
                _ => unreadable(&error),
            })?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Error::new(Code::NotText, "the rules are not UTF-8").at(&path, 0, 0))?;
        return Ok(Some(RulesFile { path, text }));
    }
    Ok(None)
}

/// The day, ISO 8601 UTC.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date so many days after 1970-01-01, in the Gregorian calendar.
fn date(days: u64) -> String {
    // Years that begin in March, so that a leap day is the last of its year; eras of 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_dates() {
        for (days, want) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (20_453, "2025-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days), want);
        }
    }
}
