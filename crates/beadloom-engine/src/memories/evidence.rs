//! Evidence: the code that shows what a memory says, and whether it is still the same.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_git::LeftOut;
use beadloom_memory::{Evidence, Record};
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;
use beadloom_store::Store;
use sha2::{Digest, Sha256};

/// Symbols of a file that are looked at.
const MAX_SYMBOLS: usize = 10_000;

/// Reads files of the project.
pub(super) type ReadText<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What a place of code, `path` or `path:line`, shows now.
///
/// # Errors
/// `not_found` for a file that the project does not have, `usage` for a line that the file does not have.
pub(super) fn evidence(store: &Store, read: ReadText<'_>, place: &str) -> Result<Evidence> {
    let (path, line) = parted(place);
    let Some(hash) = store.file_hash(path)? else {
        return Err(Error::new(Code::NotFound, format!("the project has no file {path:?} for evidence"))
            .hint("give PATH or PATH:LINE of a file that is indexed; `beadloom search` finds files"));
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

/// Of each piece of evidence of a memory, whether the code is another one now. Of a file that the work tree leaves out nobody knows.
pub(super) fn changed(root: &Path, store: &Store, read: ReadText<'_>, record: &Record) -> Result<Vec<bool>> {
    let left_out = OnceCell::new();
    let is_changed = |one: &Evidence| -> Result<bool> {
        let Some(hash) = store.file_hash(&one.path)? else {
            let left_out = left_out.get_or_init(|| LeftOut::around(root, &AtomicBool::new(false)));
            return Ok(!left_out.has(&one.path));
        };
        Ok(match (&one.symbol, one.line) {
            (Some(symbol), _) => {
                !store.symbol_hashes(&one.path, symbol)?.iter().any(|hashes| hex(hashes) == one.hash)
            }
            (None, Some(_)) => {
                !read(&one.path).unwrap_or_default().lines().any(|line| hash_of(line) == one.hash)
            }
            (None, None) => hex(hash.get(..16).unwrap_or(&hash)) != one.hash,
        })
    };
    record.evidence.iter().map(is_changed).collect()
}

/// Refuses ids that no node has.
pub(super) fn check_nodes(store: &Store, refs: &[String]) -> Result<()> {
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
