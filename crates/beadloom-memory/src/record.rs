//! A memory as it is kept: what it is made of, what it may hold, and what answers have of it.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{
    Memory, MemoryEvidence, MemoryKind, MemoryScope, MemorySource, MemoryTrust, MemoryWording,
};
use beadloom_model::requests::RememberRequest;
use beadloom_model::time::iso_utc;
use beadloom_model::{CompactSort as _, Result};
use serde::{Deserialize, Deserializer, Serialize};

use crate::bounds::{
    LAST, MAX_CONTENT_BYTES, MAX_ENTRIES, MAX_HISTORY_ITEMS, MAX_WHY_BYTES, check_text, check_word,
    check_words, is_id, usage,
};
use crate::expiry::expiry;
use crate::normal::has_words;
use crate::times::{optional_time, time};

/// A memory. Lists are sorted, without twins.
///
/// Its JSON is a line of the file of shared memories, so fields stand in alphabetical order, as their keys do there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What to know.
    pub content: String,
    /// Seconds since 1970.
    #[serde(with = "time")]
    pub created_at: i64,
    /// Code that shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "optional_time")]
    pub expires_at: Option<i64>,
    /// Earlier wordings, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Wording>,
    /// Stable, and never another's.
    pub id: String,
    /// Note, decision or gotcha.
    #[serde(default = "note")]
    pub kind: MemoryKind,
    /// Nodes that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refs: Vec<String>,
    /// Who said so.
    #[serde(default = "manual")]
    pub source: MemorySource,
    /// Ids of those that it replaces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    /// Words to find it by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Seconds since 1970. A line may leave it out: then it is [`UNSET`] until it is checked.
    #[serde(default = "unset", serialize_with = "time::serialize", deserialize_with = "updated_at")]
    pub updated_at: i64,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What a line has that this version does not know.
    #[serde(flatten)]
    pub more: BTreeMap<String, serde_json::Value>,
}

/// Code that shows what a memory says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Of the definition, else of the line, else of the file, as it was: hex digits.
    pub hash: String,
    /// 1-based; None for a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Relative to the root.
    pub path: String,
    /// The qualified name of the definition there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
}

/// An earlier wording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// As it was.
    pub content: String,
    /// Seconds since 1970: until when.
    #[serde(with = "time")]
    pub until: i64,
}

/// No time.
const UNSET: i64 = i64::MIN;

fn unset() -> i64 {
    UNSET
}

fn note() -> MemoryKind {
    MemoryKind::Note
}

fn manual() -> MemorySource {
    MemorySource::Manual
}

fn updated_at<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<i64, D::Error> {
    Ok(optional_time::deserialize(deserializer)?.unwrap_or(UNSET))
}

impl Record {
    /// What somebody asked to keep.
    ///
    /// # Errors
    /// `usage`, naming the field.
    pub fn of(request: &RememberRequest, id: String, evidence: Vec<Evidence>, now: i64) -> Result<Self> {
        Self {
            id,
            content: request.content.trim().to_owned(),
            kind: request.kind.unwrap_or(MemoryKind::Note),
            why: request.why.as_deref().map(|why| why.trim().to_owned()),
            tags: request.tags.clone(),
            source: request.source,
            refs: request.refs.clone(),
            evidence,
            created_at: now,
            updated_at: now,
            expires_at: request.expires.as_deref().map(|when| expiry(when, now)).transpose()?,
            supersedes: request.supersedes.clone(),
            history: Vec::new(),
            more: BTreeMap::new(),
        }
        .checked()
    }

    /// As answers have it, where nothing else is known of it: private, not accepted, with evidence that nobody looked at.
    pub fn answer(&self) -> Memory {
        let evidence = self.evidence.iter().map(|one| MemoryEvidence {
            path: one.path.clone(),
            line: one.line,
            symbol: one.symbol.clone(),
            changed: false,
        });
        let history = self
            .history
            .iter()
            .map(|one| MemoryWording { content: one.content.clone(), until: iso_utc(one.until) });
        Memory {
            id: self.id.clone(),
            content: self.content.clone(),
            kind: self.kind,
            why: self.why.clone(),
            tags: self.tags.clone(),
            source: self.source,
            trust: MemoryTrust::Unverified,
            scope: MemoryScope::Private,
            ref_id: self.refs.first().cloned(),
            refs: self.refs.clone(),
            evidence: evidence.collect(),
            created_at: iso_utc(self.created_at),
            updated_at: iso_utc(self.updated_at),
            expires_at: self.expires_at.map(iso_utc),
            uses: 0,
            quality: 0.0,
            outdated: false,
            supersedes: self.supersedes.clone(),
            superseded_by: None,
            history: history.collect(),
            accepted: false,
            withheld: None,
            project: None,
        }
    }

    /// Checks what a record may hold, and sorts its lists.
    ///
    /// # Errors
    /// `usage`, naming the field.
    pub fn checked(mut self) -> Result<Self> {
        if self.updated_at == UNSET {
            self.updated_at = self.created_at;
        }
        if !is_id(&self.id) {
            return Err(usage("id must be mem- and letters or digits".to_owned()));
        }
        check_text("content", &self.content, MAX_CONTENT_BYTES)?;
        if !has_words(&self.content) {
            return Err(usage("content has no word in it".to_owned()));
        }
        if let Some(why) = &self.why {
            check_text("why", why, MAX_WHY_BYTES)?;
        }
        for (name, words) in
            [("tags", &mut self.tags), ("refs", &mut self.refs), ("supersedes", &mut self.supersedes)]
        {
            check_words(name, words)?;
        }
        if let Some(id) = self.supersedes.iter().find(|id| !is_id(id) || **id == self.id) {
            return Err(usage(format!("supersedes must name other memories, not {id:?}")));
        }
        if self.evidence.len() > MAX_ENTRIES {
            return Err(usage(format!("evidence has more than {MAX_ENTRIES} entries")));
        }
        for Evidence { path, symbol, hash, .. } in &self.evidence {
            check_word("evidence", path)?;
            if let Some(symbol) = symbol {
                check_word("evidence", symbol)?;
            }
            let is_inside = !path.starts_with('/') && !path.split('/').any(|part| part == "..");
            if !is_inside || hash.len() > 64 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
                return Err(usage(
                    "evidence must be inside the project, with hashes in hex digits".to_owned(),
                ));
            }
        }
        self.sort_evidence();
        self.evidence.dedup();
        let times = [Some(self.created_at), Some(self.updated_at), self.expires_at];
        if times
            .into_iter()
            .flatten()
            .chain(self.history.iter().map(|one| one.until))
            .any(|at| !(0..LAST).contains(&at))
        {
            return Err(usage("a time is before 1970 or after 9999".to_owned()));
        }
        for wording in &self.history {
            check_text("history", &wording.content, MAX_CONTENT_BYTES)?;
        }
        self.bound_history();
        Ok(self)
    }

    /// Takes another wording; the one before goes to the history.
    pub fn reword(&mut self, content: String, now: i64) {
        let before = std::mem::replace(&mut self.content, content);
        self.history.push(Wording { content: before, until: now });
        self.bound_history();
    }

    fn sort_evidence(&mut self) {
        fn place(one: &Evidence) -> (&str, Option<u32>, Option<&str>, &str) {
            (&one.path, one.line, one.symbol.as_deref(), &one.hash)
        }
        self.evidence.compact_sort_by(|a, b| place(a).cmp(&place(b)));
    }

    fn bound_history(&mut self) {
        let mut bytes = 0;
        let kept = self.history.iter().rev().take(MAX_HISTORY_ITEMS).take_while(|one| {
            bytes += one.content.len();
            bytes <= MAX_CONTENT_BYTES
        });
        let gone = self.history.len() - kept.count();
        self.history.drain(..gone);
    }

    /// Adds what another one has beside its content.
    pub fn adopt(&mut self, other: &Self) {
        self.tags = united(&self.tags, &other.tags);
        self.refs = united(&self.refs, &other.refs);
        self.supersedes = united(&self.supersedes, &other.supersedes);
        self.supersedes.retain(|id| *id != self.id);
        // The same place is looked at anew: it shows the memory as it is now.
        let is_new = |old: &Evidence| !other.evidence.iter().any(|new| old.is_same_place(new));
        self.evidence.retain(is_new);
        self.evidence.extend(other.evidence.iter().cloned());
        self.sort_evidence();
        if other.why.is_some() {
            self.why.clone_from(&other.why);
        }
        if other.kind != MemoryKind::Note {
            self.kind = other.kind;
        }
        if other.expires_at.is_some() {
            self.expires_at = other.expires_at;
        }
    }

    /// Whether both are about a node or a piece of code in common.
    pub fn shares_anchor(&self, other: &Self) -> bool {
        self.refs.iter().any(|one| other.refs.contains(one))
            || self.evidence.iter().any(|one| other.evidence.iter().any(|two| one.is_same_place(two)))
    }

    /// What a search finds it by besides its content: reason, tags and nodes.
    pub fn besides(&self) -> impl Iterator<Item = &str> {
        self.why.iter().chain(&self.tags).chain(&self.refs).map(String::as_str)
    }

    /// All that a search finds it by.
    pub fn searched(&self) -> String {
        let mut text = self.content.clone();
        for more in self.besides() {
            text.push('\n');
            text.push_str(more);
        }
        text
    }
}

impl Record {
    /// All that is kept of what somebody wrote: what search knows, earlier wordings, places of evidence, and what a later version wrote.
    pub fn written(&self) -> String {
        let mut text = self.searched();
        let places =
            self.evidence.iter().flat_map(|one| [Some(one.path.as_str()), one.symbol.as_deref()]).flatten();
        for more in self.history.iter().map(|one| one.content.as_str()).chain(places) {
            text.push('\n');
            text.push_str(more);
        }
        for (name, value) in &self.more {
            push_named(name, value, &mut text);
        }
        text
    }
}

/// A memory that nobody here accepted, as answers to agents quote it: a line for each text, without what a terminal obeys, and without
/// earlier wordings.
pub fn quoted(mut memory: Memory) -> Memory {
    if !memory.accepted {
        memory.content = in_a_line(&memory.content);
        memory.why = memory.why.as_deref().map(in_a_line);
        for words in [&mut memory.tags, &mut memory.refs] {
            words.iter_mut().for_each(|word| *word = in_a_line(word));
        }
        memory.ref_id = memory.ref_id.as_deref().map(in_a_line);
        memory.history.clear();
    }
    memory
}

/// Characters of a quotation.
const MAX_QUOTED_CHARS: usize = 1_000;

/// In one line, without control characters, cut where it is long.
pub fn in_a_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

impl Evidence {
    /// Whether both name the same definition, or the same line, or the same file.
    fn is_same_place(&self, other: &Self) -> bool {
        self.path == other.path
            && match (&self.symbol, &other.symbol) {
                (None, None) => self.line == other.line,
                (one, two) => one == two,
            }
    }
}

/// A value with its name, texts as they were before they were written as JSON. The parser bounds how deep it is.
fn push_named(name: &str, value: &serde_json::Value, text: &mut String) {
    use serde_json::Value;
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| push_named(name, value, text)),
        Value::Array(all) => all.iter().for_each(|value| push_named(name, value, text)),
        Value::String(one) => {
            for piece in ["\n", name, ": ", one.as_str()] {
                text.push_str(piece);
            }
        }
        other => {
            for piece in ["\n", name, ": ", &*other.to_string()] {
                text.push_str(piece);
            }
        }
    }
}

fn united(one: &[String], two: &[String]) -> Vec<String> {
    one.iter().chain(two).collect::<BTreeSet<_>>().into_iter().cloned().collect()
}
