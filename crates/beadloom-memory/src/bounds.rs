//! What a memory may hold: bounds, ids, words.

use beadloom_model::{Code, Error, Result};

/// Bytes of what a memory says.
pub const MAX_CONTENT_BYTES: usize = 65_536;
/// Bytes of the reason behind it.
pub(crate) const MAX_WHY_BYTES: usize = 8_192;
/// Earlier wordings that are kept; then the oldest goes.
pub const MAX_HISTORY_ITEMS: usize = 20;

/// Memories of a project, private and shared.
pub const MAX_MEMORIES: usize = 250_000;
/// Tags, nodes and places of evidence, each.
pub(crate) const MAX_ENTRIES: usize = 64;
/// Bytes of a tag, an id of a node and a path.
const MAX_WORD_BYTES: usize = 1_024;

/// The first second of the year 10000.
pub(crate) const LAST: i64 = 253_402_300_800;

/// An id, of random bytes.
pub fn new_id(random: [u8; 8]) -> String {
    /// Without letters that look like others.
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut number = u64::from_le_bytes(random);
    let mut id = String::from("mem-");
    for _ in 0..12 {
        id.extend(DIGITS.get((number % 32) as usize).map(|digit| char::from(*digit)));
        number /= 32;
    }
    id
}

/// Whether it may be an id.
pub fn is_id(text: &str) -> bool {
    text.strip_prefix("mem-").is_some_and(|rest| {
        (1..=40).contains(&rest.len())
            && rest.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    })
}

/// Checks a tag, an id of a node or a path.
///
/// # Errors
/// `usage`, naming the field.
pub fn check_word(name: &str, word: &str) -> Result<()> {
    if word.trim().is_empty() || word.trim() != word || word.chars().any(char::is_control) {
        return Err(usage(format!(
            "{name} must not be empty, begin or end with a space or hold control characters"
        )));
    }
    if word.len() > MAX_WORD_BYTES {
        return Err(usage(format!("{name} must have at most {MAX_WORD_BYTES} bytes each")));
    }
    Ok(())
}

pub(crate) fn check_words(name: &str, words: &mut Vec<String>) -> Result<()> {
    for word in words.iter() {
        check_word(name, word)?;
    }
    words.sort();
    words.dedup();
    if words.len() > MAX_ENTRIES {
        return Err(usage(format!("{name} has more than {MAX_ENTRIES} entries")));
    }
    Ok(())
}

pub(crate) fn check_text(name: &str, text: &str, most: usize) -> Result<()> {
    if text.trim().is_empty() {
        return Err(usage(format!("{name} is empty")));
    }
    if text.len() > most {
        return Err(usage(format!("{name} has {} bytes, and at most {most} are kept", text.len())));
    }
    if text.contains('\0') {
        return Err(usage(format!("{name} holds a zero character")));
    }
    Ok(())
}

pub(crate) fn usage(message: String) -> Error {
    Error::new(Code::Usage, message).hint("a memory is a few sentences; put longer texts into a document")
}
