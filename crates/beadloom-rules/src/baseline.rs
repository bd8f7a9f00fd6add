//! The baseline of `lint`: findings that a project knows and does not fail for, told apart by content and not by line.
//!
//! Its file has a header and then a JSON object on each line, sorted: a finding that comes or goes is one line of a diff, and
//! merging needs no commas.

use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_model::answers::{KnownFinding, Violation};
use beadloom_model::{Code, Diagnostic};
use serde::{Deserialize, Serialize};

use crate::evaluation::NEVER_MATCHES;

/// Where the file is, relative to the root.
pub const BASELINE_PATH: &str = ".beadloom/lint-baseline.jsonl";

/// The largest file that is read: more than a hundred thousand findings.
pub const MAX_BASELINE_BYTES: usize = 16 << 20;

/// The version of the file's form.
const VERSION: u64 = 1;

/// How Git begins the lines with which it marks a conflict.
const CONFLICT: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// What is the same of a finding when lines, wording, severity and what stands around it change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fingerprint {
    rule: String,
    #[serde(rename = "type")]
    rule_type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    import: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// Of a cycle, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    members: Vec<String>,
    /// How many findings are like this, at least 1. Equal in all fingerprints while they are compared.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    version: u64,
}

fn one() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(count: &u64) -> bool {
    *count == 1
}

impl Fingerprint {
    fn of(one: &Violation) -> Self {
        let mut print = Self {
            rule: one.rule.clone(),
            rule_type: one.rule_type.clone(),
            file: None,
            import: one.specifier.clone(),
            from: one.from_ref_id.clone(),
            to: one.to_ref_id.clone(),
            members: one.members.clone(),
            count: 1,
        };
        if !print.members.is_empty() {
            // Where a cycle is shown to begin depends on what else hangs together with it.
            print.members.sort_unstable();
            print.members.dedup();
            (print.from, print.to) = (None, None);
        } else if one.specifier.is_some() || (one.from_ref_id.is_none() && one.rule_type != NEVER_MATCHES) {
            // The other findings stand in graph files, between which nodes, edges and rules may move.
            print.file.clone_from(&one.file_path);
        }
        print
    }

    /// What stays when the file is moved to another folder under its name.
    fn moved_key(&self) -> Option<MovedKey<'_>> {
        let file = self.file.as_deref()?;
        let name = file.rsplit('/').next().unwrap_or(file);
        // The way to a relative import begins elsewhere.
        let import = self.import.as_deref().unwrap_or("").trim_start_matches(['.', '/']);
        Some((&self.rule, &self.rule_type, name, import, self.from.as_deref(), self.to.as_deref()))
    }

    fn shown(&self, count: u64, line: Option<u32>) -> KnownFinding {
        KnownFinding {
            rule: self.rule.clone(),
            rule_type: self.rule_type.clone(),
            file_path: self.file.clone(),
            specifier: self.import.clone(),
            from_ref_id: self.from.clone(),
            to_ref_id: self.to.clone(),
            members: self.members.clone(),
            count,
            line_number: line,
        }
    }
}

/// Rule, type, name of the file, import, and both ends.
type MovedKey<'f> = (&'f str, &'f str, &'f str, &'f str, Option<&'f str>, Option<&'f str>);

/// Known findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// How many findings have the fingerprint, and its line in the file that was read.
    entries: BTreeMap<Fingerprint, (u64, Option<u32>)>,
}

/// What a baseline says of findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// Of each finding, in their order, whether it is known.
    pub known: Vec<bool>,
    /// What is known and was not found.
    pub fixed: Baseline,
}

impl Baseline {
    /// The baseline that knows exactly these findings.
    pub fn of<'v>(violations: impl IntoIterator<Item = &'v Violation>) -> Self {
        let mut entries: BTreeMap<Fingerprint, (u64, Option<u32>)> = BTreeMap::new();
        for one in violations {
            entries.entry(Fingerprint::of(one)).or_default().0 += 1;
        }
        Self { entries }
    }

    /// Reads the file's text. Of a finding that stands in it twice, as after a merge that kept both sides, the greater count
    /// holds.
    ///
    /// # Errors
    /// `bad_baseline` with the line.
    pub fn read(text: &str) -> Result<Self, Box<Diagnostic>> {
        let mut entries: BTreeMap<Fingerprint, (u64, Option<u32>)> = BTreeMap::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1_u32..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        match lines.next() {
            Some((at, line)) => check_header(at, line)?,
            None => return Err(bad(1, "the baseline is empty".to_owned(), WRITE_AGAIN)),
        }
        for (at, line) in lines {
            check_conflict(at, line)?;
            let mut print: Fingerprint = serde_json::from_str(line)
                .map_err(|error| bad(at, format!("not a finding: {}", without_place(&error)), CORRECT))?;
            let count = std::mem::replace(&mut print.count, 1);
            if count == 0 {
                return Err(bad(at, "`count` is 0".to_owned(), "Remove the line"));
            }
            print.members.sort_unstable();
            let entry = entries.entry(print).or_insert((count, Some(at)));
            entry.0 = entry.0.max(count);
        }
        Ok(Self { entries })
    }

    /// The file's text: equal for equal baselines.
    pub fn render(&self) -> String {
        let mut text = format!("{{\"version\":{VERSION}}}\n");
        for (print, (count, _)) in &self.entries {
            let line = Fingerprint { count: *count, ..print.clone() };
            // Text and numbers always serialize.
            text.push_str(&serde_json::to_string(&line).unwrap_or_default());
            text.push('\n');
        }
        text
    }

    /// How many findings it knows.
    pub fn count(&self) -> u64 {
        self.entries.values().fold(0, |sum, (count, _)| sum.saturating_add(*count))
    }

    /// The findings, in the order of the file.
    pub fn findings(&self) -> Vec<KnownFinding> {
        self.entries.iter().map(|(print, (count, line))| print.shown(*count, *line)).collect()
    }

    /// What it knows beyond another one.
    #[must_use]
    pub fn beyond(&self, other: &Self) -> Self {
        let more = |(print, (count, line)): (&Fingerprint, &(u64, Option<u32>))| {
            let there = other.entries.get(print).map_or(0, |(count, _)| *count);
            (*count > there).then(|| (print.clone(), (count - there, *line)))
        };
        Self { entries: self.entries.iter().filter_map(more).collect() }
    }

    /// Which findings are known, and which known ones are gone.
    ///
    /// A cycle is known as long as nothing joins it. A finding in a file is known in another one of the same name, too, when
    /// the first is gone.
    ///
    /// `is_there`: whether the project has a file.
    pub fn compare(&self, violations: &[Violation], is_there: impl Fn(&str) -> bool) -> Compared {
        let prints: Vec<Fingerprint> = violations.iter().map(Fingerprint::of).collect();
        let mut left: HashMap<&Fingerprint, u64> =
            self.entries.iter().map(|(print, (count, _))| (print, *count)).collect();
        let mut known: Vec<bool> = prints.iter().map(|print| take(&mut left, print)).collect();

        let mut cycles: HashMap<&str, Vec<(&Fingerprint, HashSet<&str>)>> = HashMap::new();
        let mut gone: HashMap<_, Vec<&Fingerprint>> = HashMap::new();
        if known.contains(&false) {
            for (print, _) in self.entries.iter() {
                if !print.members.is_empty() {
                    let members = print.members.iter().map(String::as_str).collect();
                    cycles.entry(&print.rule).or_default().push((print, members));
                } else if print.file.as_deref().is_some_and(|file| !is_there(file)) {
                    gone.entry(print.moved_key()).or_default().push(print);
                }
            }
        }
        let mut shrunk: HashSet<&Fingerprint> = HashSet::new();
        for (print, known) in prints.iter().zip(&mut known).filter(|(_, known)| !**known) {
            if print.members.is_empty() {
                let earlier = gone.get(&print.moved_key()).into_iter().flatten();
                *known = earlier.into_iter().any(|earlier| take(&mut left, earlier));
                continue;
            }
            let mut held = cycles.get(print.rule.as_str()).into_iter().flatten();
            let held = held.find(|(was, members)| {
                was.rule_type == print.rule_type
                    && print.members.iter().all(|member| members.contains(member.as_str()))
            });
            if let Some((was, _)) = held {
                shrunk.insert(was);
                *known = true;
            }
        }
        let fixed = |(print, (_, line)): (&Fingerprint, &(u64, Option<u32>))| {
            let count = left.get(print).copied().filter(|count| *count > 0 && !shrunk.contains(print))?;
            Some((print.clone(), (count, *line)))
        };
        Compared { known, fixed: Self { entries: self.entries.iter().filter_map(fixed).collect() } }
    }
}

/// Takes one of the findings that are left.
fn take(left: &mut HashMap<&Fingerprint, u64>, print: &Fingerprint) -> bool {
    match left.get_mut(print) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

const CORRECT: &str = "Correct the line, or restore the file from Git; `beadloom lint --baseline write` creates it again once it is removed";
const WRITE_AGAIN: &str =
    "Take the file from Git again, or remove it and run `beadloom lint --baseline write`";

fn bad(line: u32, message: String, hint: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::BadBaseline, message).at(BASELINE_PATH, line, 0).hint(hint))
}

fn check_conflict(at: u32, line: &str) -> Result<(), Box<Diagnostic>> {
    if CONFLICT.iter().any(|mark| line.starts_with(mark)) {
        let hint =
            "Keep the lines of both sides without the marks, then run `beadloom lint --baseline prune`";
        return Err(bad(at, "the baseline has a merge conflict".to_owned(), hint));
    }
    Ok(())
}

fn check_header(at: u32, line: &str) -> Result<(), Box<Diagnostic>> {
    check_conflict(at, line)?;
    match serde_json::from_str::<Header>(line) {
        Ok(Header { version: VERSION }) => Ok(()),
        Ok(Header { version }) => {
            let message =
                format!("the baseline is of version {version}, and this beadloom reads version {VERSION}");
            Err(bad(at, message, "Install a newer beadloom"))
        }
        Err(_) => {
            let message = format!("the first line is not {{\"version\":{VERSION}}}");
            Err(bad(at, message, WRITE_AGAIN))
        }
    }
}

/// The place in an error is that in the line, which would read as one in the file.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or(&message).to_owned()
}
