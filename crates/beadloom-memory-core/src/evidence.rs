//! Evidence: the code that shows what a memory says, and whether it is still the same.

use std::cell::{Cell, OnceCell};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_git::{LeftOut, contents, renamed_to};
use beadloom_memory::{Evidence, Record};
use beadloom_model::requests::SearchRequest;
use beadloom_model::{Code, Error, Result};
use beadloom_query::{self as query, ReadText};
use beadloom_store::Store;
use sha2::{Digest, Sha256};

/// Symbols of a file that are looked at.
const MAX_SYMBOLS: usize = 10_000;

/// Files that Git is asked about, each with a few processes: for an answer about memories, and for one that only shows some.
pub(crate) const MAX_ASKED_FILES: u32 = 8;
pub(crate) const MAX_SHOWN_EVIDENCE_FILES: u32 = 2;

/// What a place of code, `path` or `path:line`, shows now.
///
/// # Errors
/// `not_found` for a file that the project does not have, `usage` for a line that the file does not have.
pub(crate) fn evidence(store: &Store, read: ReadText<'_>, place: &str) -> Result<Evidence> {
    let (path, line) = parted(place);
    let Some(hash) = store.file_hash(path)? else {
        return Err(Error::new(Code::NotFound, format!("the project has no file {path:?} for evidence"))
            .hint_with(|hints| {
                let search = hints.call::<SearchRequest>("");
                format!("give PATH or PATH:LINE of a file that is indexed; {search} finds files")
            }));
    };
    let path = path.to_owned();
    let Some(line) = line else {
        return Ok(Evidence { path, line: None, symbol: None, hash: hex(hash.get(..16).unwrap_or(&hash)) });
    };
    let text = read(&path).unwrap_or_default();
    let Some(at_line) = text.lines().nth(line as usize - 1) else {
        return Err(Error::new(Code::Usage, format!("{path} has no line {line}")).at(path, 0, 0));
    };
    let symbols = store.symbols_of_file(&path, MAX_SYMBOLS)?;
    let around = symbols.iter().filter(|one| (one.line_start..=one.line_end).contains(&line));
    let innermost = around.min_by_key(|one| (one.line_end - one.line_start, one.line_start, one.id));
    if let Some(symbol) = innermost {
        let first = symbols
            .iter()
            .filter(|one| one.qualified_name == symbol.qualified_name)
            .position(|one| one.id == symbol.id)
            .unwrap_or(0);
        if let Some(hashes) = store.symbol_hashes(&path, &symbol.qualified_name)?.get(first) {
            let symbol = Some(symbol.qualified_name.clone());
            return Ok(Evidence { path, line: Some(line), symbol, hash: hex(hashes) });
        }
    }
    Ok(Evidence { path, line: Some(line), symbol: None, hash: hash_of(at_line) })
}

/// A path, and a line from 1 where one is given; of `from-to` the first.
fn parted(place: &str) -> (&str, Option<u32>) {
    let Some((path, lines)) = place.rsplit_once(':') else { return (place, None) };
    let first = lines.split_once('-').map_or(lines, |(from, _)| from);
    match first.parse::<u32>() {
        Ok(line) if line > 0 => (path, Some(line)),
        _ => (place, None),
    }
}

/// What became of a piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Now {
    /// Whether the code is another one.
    pub changed: bool,
    /// Where it is, if it is elsewhere: the path, and the line where that is known.
    pub moved: Option<(String, Option<u32>)>,
}

/// Looks at evidence. What is at its path no longer is looked for: by its content, by the name and content of its definition, and by the
/// renames that Git knows of.
pub(crate) struct Look<'a> {
    pub store: &'a Store,
    pub read: ReadText<'a>,
    pub root: &'a Path,
    pub cancelled: &'a AtomicBool,
    /// Files that Git may still be asked about.
    left: Cell<u32>,
    /// What the work tree leaves out, once that is asked.
    left_out: OnceCell<LeftOut>,
}

impl<'a> Look<'a> {
    /// `asked`: files that Git is asked about at most.
    pub fn new(
        store: &'a Store,
        read: ReadText<'a>,
        root: &'a Path,
        cancelled: &'a AtomicBool,
        asked: u32,
    ) -> Self {
        Self { store, read, root, cancelled, left: Cell::new(asked), left_out: OnceCell::new() }
    }

    /// What became of each piece of evidence of a memory.
    pub fn all(&self, record: &Record) -> Result<Vec<Now>> {
        record.evidence.iter().map(|one| self.one(one)).collect()
    }

    fn one(&self, one: &Evidence) -> Result<Now> {
        let is_there = self.store.file_hash(&one.path)?.is_some();
        if is_there && !self.is_changed(one, &one.path)? {
            return Ok(Now { changed: false, moved: None });
        }
        // Of a file that the work tree leaves out nobody knows.
        if !is_there
            && self.left_out.get_or_init(|| LeftOut::around(self.root, self.cancelled)).has(&one.path)
        {
            return Ok(Now { changed: false, moved: None });
        }
        if let Some(symbol) = &one.symbol {
            // A definition that is still in its file is another one now, and no other file has it.
            let has_left = !is_there || self.store.symbol_hashes(&one.path, symbol)?.is_empty();
            if has_left && let Some(moved) = self.definition(symbol, &one.hash)? {
                return Ok(Now { changed: false, moved: Some(moved) });
            }
        }
        if is_there {
            return Ok(Now { changed: true, moved: None });
        }
        let Some(path) = self.renamed(one)? else { return Ok(Now { changed: true, moved: None }) };
        let changed = self.is_changed(one, &path)?;
        let line = if changed { one.line } else { self.line(one, &path)?.or(one.line) };
        Ok(Now { changed, moved: Some((path, line)) })
    }

    /// Whether it is another one at a path that the project has.
    fn is_changed(&self, one: &Evidence, path: &str) -> Result<bool> {
        Ok(match (&one.symbol, one.line) {
            (Some(symbol), _) => {
                !self.store.symbol_hashes(path, symbol)?.iter().any(|hashes| hex(hashes) == one.hash)
            }
            (None, Some(_)) => {
                !(self.read)(path).unwrap_or_default().lines().any(|line| hash_of(line) == one.hash)
            }
            (None, None) => {
                let hash = self.store.file_hash(path)?.unwrap_or_default();
                hex(hash.get(..16).unwrap_or(&hash)) != one.hash
            }
        })
    }

    /// Where a definition is, word for word, if that is one place.
    fn definition(&self, qualified: &str, hash: &str) -> Result<Option<(String, Option<u32>)>> {
        let short = qualified.rsplit('.').next().unwrap_or(qualified);
        let all = self.store.definition_hashes(short, qualified, MAX_SYMBOLS)?;
        let mut same = all.into_iter().filter(|(.., hashes)| hex(hashes) == hash);
        let found = same.next().map(|(path, line, _)| (path, Some(line)));
        Ok(found.filter(|_| same.next().is_none()))
    }

    /// The line of evidence in another file.
    fn line(&self, one: &Evidence, path: &str) -> Result<Option<u32>> {
        if let Some(symbol) = &one.symbol {
            return Ok(self
                .definition(symbol, &one.hash)?
                .filter(|(there, _)| there == path)
                .and_then(|(_, line)| line));
        }
        let text = (self.read)(path).unwrap_or_default();
        let at = one.line.and_then(|_| text.lines().position(|line| hash_of(line) == one.hash));
        Ok(at.and_then(|at| u32::try_from(at + 1).ok()))
    }

    /// Where a file is that is at its path no longer.
    fn renamed(&self, one: &Evidence) -> Result<Option<String>> {
        if let (None, None, Some(hash)) = (&one.symbol, one.line, bytes_of(&one.hash))
            && let Some(path) = self.with_hash(&hash)?
        {
            return Ok(Some(path));
        }
        let left = self.left.get();
        if left == 0 {
            return Ok(None);
        }
        self.left.set(left - 1);
        // A rename that Git was not told of: the bytes of HEAD are in another file now.
        let name = format!("HEAD:./{}", one.path);
        let before = contents(self.root, std::slice::from_ref(&name), self.cancelled);
        if let Some(bytes) = before.get(&name)
            && let Some(path) = self.with_hash(&Sha256::digest(bytes))?
        {
            return Ok(Some(path));
        }
        let is_there = |path: &str| self.store.file_hash(path).is_ok_and(|hash| hash.is_some());
        Ok(renamed_to(self.root, &one.path, &is_there, self.cancelled))
    }

    /// The one file with these bytes.
    fn with_hash(&self, hash: &[u8]) -> Result<Option<String>> {
        let mut found = self.store.files_with_hash(hash, 2)?;
        Ok(if found.len() == 1 { found.pop() } else { None })
    }
}

/// Refuses ids that no node has.
pub(crate) fn check_nodes(store: &Store, refs: &[String]) -> Result<()> {
    for reference in refs {
        if store.nodes_by_id(std::slice::from_ref(reference))?.is_empty() {
            return Err(query::unknown_node(store, reference)?);
        }
    }
    Ok(())
}

fn hash_of(line: &str) -> String {
    let digest = Sha256::digest(line.trim().as_bytes());
    hex(digest.get(..16).unwrap_or_default())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digit = |at: usize| hex.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
    (0..hex.len()).step_by(2).map(digit).collect()
}
