//! The file of known findings: read, compared with what a lint finds, and written.

use std::collections::HashSet;
use std::io::{Error as IoError, ErrorKind};
use std::path::Path;

use beadloom_files::{is_out_of_room, make_folders, read_regular};
use beadloom_git::place_to_write;
use beadloom_model::answers::{LintBaseline, Violation};
use beadloom_model::requests::{BaselineAction, LintRequest, SeverityFilter};
use beadloom_model::{Code, Error, Result};
use beadloom_rules::{BASELINE_PATH, Baseline, MAX_BASELINE_BYTES};

use super::judging::Judged;

/// What a lint found, parted by a baseline.
pub(crate) struct Split {
    pub(crate) baseline: Baseline,
    /// Violations that it knows, in the order of a lint.
    pub(crate) known: Vec<Violation>,
    /// What it lists and nothing breaks.
    pub(crate) fixed: Baseline,
}

/// Takes the violations that the project's baseline knows out of the others; None where there is no baseline.
///
/// # Errors
/// `bad_baseline`, `not_readable`, `not_text`, `outside_root`.
pub(crate) fn split(root: &Path, judged: &mut Judged) -> Result<Option<Split>> {
    Ok(read(root)?.map(|baseline| part(baseline, judged)))
}

fn part(baseline: Baseline, judged: &mut Judged) -> Split {
    let files: HashSet<&str> = judged.facts.files.iter().map(|file| file.path.as_str()).collect();
    let compared = baseline.compare(&judged.violations, |path| files.contains(path));
    let (mut known, mut new) = (Vec::new(), Vec::new());
    for (one, is_known) in std::mem::take(&mut judged.violations).into_iter().zip(compared.known) {
        if is_known { known.push(one) } else { new.push(one) }
    }
    judged.violations = new;
    Split { baseline, known, fixed: compared.fixed }
}

/// What a lint says of the baseline, and does with it. Known violations are taken out of `judged`.
///
/// # Errors
/// Those of [`split`]; `usage` for options that exclude each other, `no_rules`, `not_found` where there is nothing to prune,
/// `not_writable`, `disk_full`.
pub(super) fn of_lint(
    root: &Path,
    options: &LintRequest,
    judged: Option<&mut Judged>,
    is_asked: &dyn Fn(&Violation) -> bool,
) -> Result<Option<LintBaseline>> {
    check(options)?;
    if options.ignore_baseline {
        return Ok(None);
    }
    let Some(judged) = judged else {
        return match options.baseline {
            Some(_) => Err(Error::new(Code::NoRules, "without rules there is no baseline")
                .hint("write rules.yml, or run `beadloom init --bootstrap` to draft one")),
            None => Ok(None),
        };
    };
    let found = match (read(root)?, options.baseline) {
        (Some(baseline), _) => Some(part(baseline, judged)),
        (None, None) => return Ok(None),
        (None, Some(BaselineAction::Write)) => None,
        (None, Some(BaselineAction::Prune)) => {
            return Err(Error::new(Code::NotFound, format!("there is no {BASELINE_PATH}"))
                .hint("`beadloom lint --baseline write` makes it"));
        }
    };
    let is_new = found.is_none();
    let mut split = found.unwrap_or(Split {
        baseline: Baseline::default(),
        known: Vec::new(),
        fixed: Baseline::default(),
    });
    let kept = Baseline::of(&split.known);
    let mut added = Baseline::default();
    let mut written = false;
    if let Some(action) = options.baseline {
        if action == BaselineAction::Write {
            split.known.append(&mut judged.violations);
            added = Baseline::of(&split.known).beyond(&kept);
        }
        let wanted = Baseline::of(&split.known);
        // Equal findings leave the file as it is, whatever its order.
        if is_new || wanted.beyond(&split.baseline).count() > 0 || split.baseline.beyond(&wanted).count() > 0
        {
            write(root, &wanted)?;
            written = true;
        }
    }
    split.known.retain(is_asked);
    Ok(Some(LintBaseline {
        path: BASELINE_PATH.to_owned(),
        known: split.known.len() as u64,
        known_violations: if options.known { split.known } else { Vec::new() },
        fixed: split.fixed.findings(),
        added: added.findings(),
        written,
    }))
}

/// A list of some severities, or of what another list leaves, would lose the others.
fn check(options: &LintRequest) -> Result<()> {
    let wrong = |message: &str| Err(Error::new(Code::Usage, message.to_owned()));
    match options.baseline {
        Some(_) if options.severity != SeverityFilter::All => {
            wrong("a baseline holds violations of every severity: leave out the severity")
        }
        Some(_) if options.ignore_baseline => wrong("a baseline cannot be both ignored and written"),
        _ => Ok(()),
    }
}

fn read(root: &Path) -> Result<Option<Baseline>> {
    let at = |code, message: &str| Error::new(code, message.to_owned()).at(BASELINE_PATH, 0, 0);
    let unreadable = |error: IoError| at(Code::NotReadable, "the baseline cannot be read").caused_by(error);
    let full = root.join(BASELINE_PATH);
    if let Err(error) = full.symlink_metadata() {
        return match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(None),
            _ => Err(unreadable(error)),
        };
    }
    let real = full.canonicalize().map_err(unreadable)?;
    if !real.starts_with(root.canonicalize().map_err(unreadable)?) {
        return Err(at(Code::OutsideRoot, "the baseline is a link out of the project"));
    }
    let bytes = read_regular(&real, MAX_BASELINE_BYTES as u64).map_err(|error| match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::IsADirectory => {
            at(Code::NotReadable, "the baseline is not a file")
        }
        ErrorKind::FileTooLarge => at(Code::BadBaseline, "the baseline is larger than 16 MiB")
            .hint("a rule that so much breaks is better made narrower, or a warning without a baseline"),
        _ => unreadable(error),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| at(Code::NotText, "the baseline is not UTF-8"))?;
    let read = Baseline::read(&text).map_err(|finding| {
        let mut error = Error::new(finding.code, finding.message);
        (error.path, error.line, error.hint) = (finding.path, finding.line, finding.hint);
        error
    })?;
    Ok(Some(read))
}

/// A reader, or a crash, meets the old file or the new, never a part.
fn write(root: &Path, baseline: &Baseline) -> Result<()> {
    let failed = |error: IoError| {
        let code = if is_out_of_room(&error) { Code::DiskFull } else { Code::NotWritable };
        Error::new(code, "the baseline cannot be written; it is unchanged")
            .at(BASELINE_PATH, 0, 0)
            .caused_by(error)
    };
    let place = place_to_write(root, BASELINE_PATH, failed)?;
    place.parent().map_or(Ok(()), make_folders).map_err(failed)?;
    beadloom_files::write(&place, baseline.render().as_bytes()).map_err(failed)
}
