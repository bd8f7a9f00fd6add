//! The rules file on the disk, and the day.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use beadloom_files::read_regular;
use beadloom_model::time::iso_utc;
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
    let mut today = iso_utc(i64::try_from(seconds).unwrap_or(0));
    today.truncate("2026-01-31".len());
    today
}
