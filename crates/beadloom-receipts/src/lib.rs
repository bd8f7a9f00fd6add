//! Receipts: what was asked, what was sent, and what the agent opened afterwards. Kept in a journal beside the index, for this user
//! alone.
//!
//! A receipt is written after its answer was given, without a lock and outside of the index. That one cannot be kept is no reason
//! for anything: the answer was given.

mod delivered;
mod line;
mod parts;
mod places;
mod report;
mod sessions;
mod since;

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use beadloom_files::{Journal, JournalBounds};
use beadloom_model::answers::{LinesByPath, ReceiptsAnswer};
use beadloom_model::requests::ReceiptsRequest;
use beadloom_model::{About, Code, Error, Result};
use beadloom_screening::redacted;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use delivered::Delivered;
use line::{Line, Opened, Sent};
use places::Places;

/// In `.beadloom`, named like the index: ignore lines know that name.
const NAME: &str = "beadloom.db-receipts";

/// How much is kept.
const BOUNDS: JournalBounds = JournalBounds { bytes: 8 << 20, age: Duration::from_secs(90 * 24 * 60 * 60) };

/// Bytes of a line.
const MAX_LINE_BYTES: usize = 16 << 10;

/// Bytes of an answer that is looked into: to count a longer one takes longer than anybody should wait for a receipt.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// Characters of what was asked, and of any name that a client or program says.
const MAX_QUESTION_CHARS: usize = 500;
const MAX_NAME_CHARS: usize = 100;

/// What the shell tells of.
#[derive(Debug, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase", deny_unknown_fields)]
enum Note {
    Answer {
        channel: String,
        program: Option<String>,
        command: String,
        asked: Option<String>,
        session: Option<String>,
        ms: u64,
        #[serde(default)]
        cached: bool,
        #[serde(default)]
        parts: Vec<(About, usize)>,
    },
    Opened {
        session: String,
        program: String,
        tool: String,
        #[serde(default)]
        files: LinesByPath,
        #[serde(default)]
        characters: u64,
    },
    Asked {
        session: String,
        program: String,
        channel: String,
    },
    Listed {
        session: String,
    },
}

/// The receipts of a project.
pub struct Receipts {
    journal: Journal,
}

/// What the settings say of receipts.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Whether any are kept.
    pub keep: bool,
    /// Whether the words of questions are kept.
    pub questions: bool,
}

/// An answer that was given.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// The text that was given.
    pub sent: &'a str,
    /// The answer as the engine gave it, where that is another text.
    pub answer: Option<&'a str>,
}

impl Receipts {
    /// Those of the project at `root`; nothing is read yet.
    pub fn of(root: &Path) -> Self {
        Self { journal: Journal::new(&root.join(".beadloom"), NAME, BOUNDS) }
    }

    /// Notes that something was answered or opened, and says whether it could. `counter` makes what counts tokens, where there is one.
    pub fn note<C: Fn(&str) -> u64>(
        &self,
        note: &str,
        given: Given<'_>,
        settings: Settings,
        counter: impl FnOnce() -> Option<C>,
    ) -> bool {
        if !is_kept(settings) {
            return false;
        }
        let Ok(note) = serde_json::from_str(note) else { return false };
        let counter = (given.sent.len() <= MAX_ANSWER_BYTES).then(counter).flatten();
        let line = line_of(note, given, settings, counter.as_ref());
        text_of(line).is_some_and(|text| self.journal.append(&text).is_ok())
    }

    /// What the receipts say; or none of them any more.
    ///
    /// # Errors
    /// `usage` for a time that is none; `not_writable` where receipts cannot be deleted.
    pub fn report(&self, request: &ReceiptsRequest, settings: Settings) -> Result<ReceiptsAnswer> {
        let now = now_ms();
        let since = request.since.as_deref().map(|text| since::time_of(text, now)).transpose()?;
        let forgotten = if request.forget {
            let removed = self.journal.remove().map_err(|error| {
                Error::new(Code::NotWritable, "the receipts cannot be deleted")
                    .at(format!(".beadloom/{NAME}"), 0, 0)
                    .hint("check the permissions of .beadloom/")
                    .caused_by(error)
            })?;
            Some(removed)
        } else {
            None
        };
        self.journal.drop_old();
        let (text, warning) = match self.journal.read() {
            Ok(text) => (text, None),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => (String::new(), None),
            Err(error) => (
                String::new(),
                Some(format!(
                    ".beadloom/{NAME} was not read: {error}; nothing is recorded until `beadloom receipts --forget` \
                     deletes it"
                )),
            ),
        };
        let oldest = now - i64::try_from(BOUNDS.age.as_millis()).unwrap_or(i64::MAX);
        let filter = report::ReportFilter {
            since: since.unwrap_or(oldest).max(oldest),
            session: request.session.as_deref().map(|id| (id.to_owned(), session_id(id))),
            limit: request.limit.get(),
        };
        let mut answer = report::report(&text, &filter);
        answer.kept = is_kept(settings);
        answer.forgotten = forgotten;
        answer.since = since.map(since::iso);
        answer.warning = warning;
        Ok(answer)
    }
}

fn line_of(note: Note, given: Given<'_>, settings: Settings, counter: Option<&impl Fn(&str) -> u64>) -> Line {
    let at = now_ms();
    match note {
        Note::Answer { channel, program, command, asked, session, ms, cached, parts: laid_out } => {
            let answer = given.answer.filter(|json| !cached && json.len() <= 4 * MAX_ANSWER_BYTES);
            let delivered = Delivered::new(given.sent, answer, &laid_out);
            let places = if cached { Places::default() } else { delivered.places() };
            let (tokens, parts) = counter.map(|count| parts::parts_of(&command, &delivered, count)).unzip();
            let complete = cached || parts::is_complete(&delivered);
            Line::Answer(Sent {
                at,
                channel: name(&channel),
                program: program.map(|text| name(&text)),
                command: name(&command),
                asked: asked
                    .filter(|_| settings.questions)
                    .map(|text| shortened(&without_secrets(&text), MAX_QUESTION_CHARS)),
                session: session.map(|id| session_id(&id)),
                bytes: given.sent.len() as u64,
                tokens,
                parts,
                named: places.named,
                more: places.more,
                ms,
                cached,
                complete,
            })
        }
        Note::Opened { session, program, tool, files, characters } => Line::Opened(Opened {
            at,
            session: session_id(&session),
            program: name(&program),
            tool: name(&tool),
            files,
            characters,
        }),
        Note::Asked { session, program, channel } => Line::Asked {
            at,
            session: session_id(&session),
            program: name(&program),
            channel: name(&channel),
        },
        Note::Listed { session } => Line::Listed {
            at,
            session: session_id(&session),
            bytes: given.sent.len() as u64,
            tokens: counter.map(|count| count(given.sent)),
        },
    }
}

/// A line as it is written, within its bound: files that are too many are counted.
fn text_of(mut line: Line) -> Option<String> {
    loop {
        let text = serde_json::to_string(&line).ok()?;
        if text.len() <= MAX_LINE_BYTES {
            return Some(text);
        }
        let (files, more) = match &mut line {
            Line::Answer(Sent { named, more, .. }) => (named, Some(more)),
            Line::Opened(Opened { files, .. }) => (files, None),
            Line::Asked { .. } | Line::Listed { .. } => return None,
        };
        let middle = files.keys().nth(files.len() / 2).cloned()?;
        let dropped = files.split_off(&middle).len() as u64;
        if let Some(more) = more {
            *more += dropped;
        }
    }
}

/// Whether receipts are kept: not in a pipeline, where nobody reads them.
fn is_kept(settings: Settings) -> bool {
    let is_pipeline =
        std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "0" && value != "false");
    settings.keep && !is_pipeline
}

/// The id under which a session stands in receipts: what a program calls it may say more than a receipt should.
fn session_id(id: &str) -> String {
    let digest = Sha256::digest(id.as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn name(text: &str) -> String {
    shortened(&redacted(text), MAX_NAME_CHARS)
}

/// What was asked, without secrets: texts in JSON are looked at as they were before they were written as JSON.
fn without_secrets(asked: &str) -> String {
    if let Ok(mut value) = serde_json::from_str::<Value>(asked)
        && hide(&mut value)
    {
        return redacted(&value.to_string()).into_owned();
    }
    redacted(asked).into_owned()
}

/// Whether anything was hidden. The parser bounds how deep it is.
fn hide(value: &mut Value) -> bool {
    match value {
        Value::String(text) => match redacted(text) {
            Cow::Owned(hidden) => {
                *text = hidden;
                true
            }
            Cow::Borrowed(_) => false,
        },
        Value::Array(all) => all.iter_mut().filter_map(|one| hide(one).then_some(())).count() > 0,
        Value::Object(all) => all.values_mut().filter_map(|one| hide(one).then_some(())).count() > 0,
        _ => false,
    }
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
