//! Memories as JSON lines: how each is kept, and the file of shared ones, which Git merges and people edit.
//!
//! Lines are sorted by id, with an empty one between them, so that what two branches add merges by itself. A line that is no
//! memory stays where it is, whatever is written; so does everything where a merge left its markers, until somebody resolves them.

use std::collections::BTreeMap;

use beadloom_model::{Code, CompactSort as _, Diagnostic};

use crate::record::Record;

/// Bytes of a line: content, history and all else at its longest, with every character escaped, is still shorter.
const MAX_LINE_BYTES: usize = 2 << 20;

/// A memory as a line, without a line end.
pub fn write_line(record: &Record) -> String {
    // Strings and numbers have a JSON form.
    serde_json::to_string(record).unwrap_or_default()
}

/// The memory of a line.
///
/// # Errors
/// Why it is none, as the end of a sentence.
pub fn read_line(text: &str) -> Result<Record, String> {
    if text.len() > MAX_LINE_BYTES {
        return Err(format!("it is longer than {MAX_LINE_BYTES} bytes"));
    }
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        what.split(" at line ").next().unwrap_or_default().to_owned()
    })?;
    record.checked().map_err(|error| error.message)
}

/// What a line of the file is.
enum Kept {
    Memory(Box<Record>),
    /// A marker of a merge, or what stood there before both sides changed it.
    Merge,
    Broken(String),
}

/// The file.
#[derive(Default)]
pub struct Lines {
    /// Those that are not empty: number from 1, bytes without the line end.
    lines: Vec<(u32, Vec<u8>, Kept)>,
    has_markers: bool,
}

/// What resolving a merge comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// The file as it shall be.
    pub bytes: Vec<u8>,
    /// Memories in it.
    pub memories: usize,
    /// Markers that were taken out.
    pub markers: usize,
    /// States of memories that were taken out for newer ones.
    pub older: usize,
}

impl Lines {
    /// Reads the file: every line is kept, whatever it is.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut file = Self::default();
        // What stood there before both sides changed it is in neither.
        let mut in_base = false;
        for (number, raw) in (1_u32..).zip(bytes.split(|b| *b == b'\n')) {
            let trimmed = raw.trim_ascii();
            if trimmed.is_empty() {
                continue;
            }
            let is_marker = |sign: u8| {
                trimmed.len() >= 7
                    && trimmed.iter().take(7).all(|b| *b == sign)
                    && trimmed.get(7).is_none_or(|b| *b == b' ')
            };
            let marker = [b'<', b'|', b'=', b'>'].into_iter().find(|sign| is_marker(*sign));
            let kept = match marker {
                Some(sign) => {
                    in_base = sign == b'|';
                    file.has_markers = true;
                    Kept::Merge
                }
                None if in_base => Kept::Merge,
                None => match std::str::from_utf8(trimmed)
                    .map_err(|_| "it is not UTF-8".to_owned())
                    .and_then(read_line)
                {
                    Ok(record) => Kept::Memory(Box::new(record)),
                    Err(why) => Kept::Broken(why),
                },
            };
            // All of them belong to the line's end: the next reading must find the same line.
            let end = raw.iter().rposition(|b| *b != b'\r').map_or(0, |last| last + 1);
            let raw = raw.get(..end).unwrap_or(raw);
            file.lines.push((number, raw.to_owned(), kept));
        }
        file
    }

    /// The memories, the newest state of each, by id. Of two states of one time the one with the greater line counts, so that it
    /// does not matter which stands first.
    pub fn records(&self) -> BTreeMap<&str, &Record> {
        let mut newest: BTreeMap<&str, (&Record, &[u8])> = BTreeMap::new();
        for (_, raw, kept) in &self.lines {
            let Kept::Memory(record) = kept else { continue };
            let state = (record.updated_at, raw.as_slice());
            newest
                .entry(&record.id)
                .and_modify(|best| {
                    if (best.0.updated_at, best.1) < state {
                        *best = (record, raw);
                    }
                })
                .or_insert((record, raw));
        }
        newest.into_iter().map(|(id, (record, _))| (id, record)).collect()
    }

    /// Whether a merge left its markers.
    pub fn has_markers(&self) -> bool {
        self.has_markers
    }

    /// What is wrong in the file at `path`, by line.
    pub fn diagnostics(&self, path: &str) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if self.has_markers
            && let Some((line, ..)) = self.lines.iter().find(|(.., kept)| matches!(kept, Kept::Merge))
        {
            found.push(
                Diagnostic::warn(
                    Code::BadMemories,
                    "a merge left its markers; the memories of both sides count",
                )
                .at(path, *line, 1)
                .hint("`beadloom memories resolve` removes them and keeps the memories of both sides"),
            );
        }
        for (line, _, kept) in &self.lines {
            if let Kept::Broken(why) = kept {
                found.push(
                    Diagnostic::warn(
                        Code::BadMemory,
                        format!("the line is not a valid memory and is ignored: {why}"),
                    )
                    .at(path, *line, 1)
                    .hint("correct or delete the line; beadloom does not change it"),
                );
            }
        }
        found
    }

    /// Puts a memory into the file, in place of all states of it.
    pub fn put(&mut self, record: &Record) {
        self.remove(&record.id);
        self.lines.push((0, write_line(record).into_bytes(), Kept::Memory(Box::new(record.clone()))));
    }

    /// Takes a memory out of the file, in all its states; whether there was one.
    pub fn remove(&mut self, id: &str) -> bool {
        let before = self.lines.len();
        self.lines.retain(|(.., kept)| !matches!(kept, Kept::Memory(record) if record.id == id));
        self.lines.len() < before
    }

    /// The file: memories by id, each followed by the broken lines that stood behind it.
    pub fn bytes(&self) -> Vec<u8> {
        let mut groups: Vec<(Option<&str>, Vec<&[u8]>)> = vec![(None, Vec::new())];
        for (_, raw, kept) in &self.lines {
            if let Kept::Memory(record) = kept {
                groups.push((Some(&record.id), Vec::new()));
            }
            if let Some((_, lines)) = groups.last_mut() {
                lines.push(raw);
            }
        }
        groups.compact_sort_by_key(|(id, _)| *id);
        let lines: Vec<&[u8]> = groups.into_iter().flat_map(|(_, lines)| lines).collect();
        let mut bytes = lines.join(b"\n\n".as_slice());
        if !bytes.is_empty() {
            bytes.push(b'\n');
        }
        bytes
    }

    /// The file without markers of merges and older states.
    pub fn resolved(mut self) -> Resolved {
        let newest: BTreeMap<String, Record> =
            self.records().into_iter().map(|(id, record)| (id.to_owned(), record.clone())).collect();
        let is_marker = |raw: &[u8]| matches!(raw.trim_ascii().first(), Some(b'<' | b'|' | b'=' | b'>'));
        let markers =
            self.lines.iter().filter(|(_, raw, kept)| matches!(kept, Kept::Merge) && is_marker(raw)).count();
        let states = self.lines.iter().filter(|(.., kept)| matches!(kept, Kept::Memory(_))).count();
        let mut seen = std::collections::BTreeSet::new();
        self.lines.retain(|(.., kept)| match kept {
            Kept::Merge => false,
            Kept::Broken(_) => true,
            Kept::Memory(record) => newest.get(&record.id) == Some(record) && seen.insert(record.id.clone()),
        });
        let memories = newest.len();
        Resolved { bytes: self.bytes(), memories, markers, older: states - memories }
    }
}
