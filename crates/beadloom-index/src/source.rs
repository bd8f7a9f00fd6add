//! Reads one file: bounded, decoded, hashed, and again if it changes meanwhile.

use std::cell::OnceCell;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use beadloom_graph::config::Config;
use beadloom_model::{Code, Diagnostic};
use beadloom_store::Stat;
use sha2::{Digest as _, Sha256};

use crate::walk::stat_of;
use beadloom_files::open_regular;

/// A file's bytes and what the file system said of them while they were read.
pub struct Content {
    /// All bytes.
    pub bytes: Vec<u8>,
    /// Taken before reading and the same after it.
    pub stat: Stat,
    /// SHA-256 of `bytes`.
    pub hash: [u8; 32],
}

/// The result of reading a file; `C` is the part of the content that the caller wants.
pub enum ReadOutcome<C = Content> {
    /// Read whole.
    Whole(C),
    /// It is gone.
    Vanished,
    /// Not read, for a reason that stays until the file changes.
    Skipped(Stat, Diagnostic),
}

/// How many bytes of a file are read.
pub fn most_bytes(path: &str, config: &Config) -> u64 {
    // The lock grows with the project, and no setting made for sources may silence it.
    if path == beadloom_sync::LOCK_PATH { beadloom_sync::MAX_LOCK_BYTES } else { config.max_file_size }
}

/// How often a file that changes under our eyes is read again.
const ATTEMPTS: usize = 3;

/// Reads a file of at most `max_size` bytes.
pub fn read_file(root: &Path, path: &str, max_size: u64) -> ReadOutcome {
    match read_bytes(&root.join(path), path, max_size) {
        ReadOutcome::Whole((bytes, stat)) => {
            let hash = Sha256::digest(&bytes).into();
            ReadOutcome::Whole(Content { bytes, stat, hash })
        }
        ReadOutcome::Vanished => ReadOutcome::Vanished,
        ReadOutcome::Skipped(stat, diagnostic) => ReadOutcome::Skipped(stat, diagnostic),
    }
}

/// The bytes of a file and what the file system says of it.
pub fn read_bytes(full: &Path, path: &str, max_size: u64) -> ReadOutcome<(Vec<u8>, Stat)> {
    let mut last = Stat::default();
    for _ in 0..ATTEMPTS {
        let (mut file, before) = match open_regular(full) {
            Ok((file, metadata)) => (file, stat_of(&metadata)),
            // A folder on the way may have become a file, or gone; a folder may have come.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory
                ) =>
            {
                return ReadOutcome::Vanished;
            }
            Err(error) => return unreadable(path, last, &error),
        };
        last = before;
        if before.size > max_size {
            let diagnostic = Diagnostic::warn(
                Code::TooLarge,
                format!("is larger than max_file_size ({max_size} bytes), it is listed, not parsed"),
            )
            .at(path, 0, 0)
            .hint("raise max_file_size in .beadloom/config.yml, or add the file to .beadloomignore");
            return ReadOutcome::Skipped(before, diagnostic);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(before.size).unwrap_or(0) + 1);
        if let Err(error) = (&mut file).take(max_size + 1).read_to_end(&mut bytes) {
            return unreadable(path, before, &error);
        }
        // The open file may have been written to, and the path may lead to another file by now.
        let after = std::fs::metadata(full).map(|metadata| stat_of(&metadata));
        if after.is_ok_and(|after| after == before) && bytes.len() as u64 == before.size {
            return ReadOutcome::Whole((bytes, before));
        }
    }
    let diagnostic = Diagnostic::warn(Code::Unstable, "kept changing while it was read, it was left out")
        .at(path, 0, 0)
        .hint("run `beadloom reindex` again when it is at rest");
    ReadOutcome::Skipped(Stat::default(), diagnostic)
}

fn unreadable<C>(path: &str, stat: Stat, error: &std::io::Error) -> ReadOutcome<C> {
    let diagnostic =
        Diagnostic::warn(Code::Unreadable, format!("could not be read and was left out: {error}"))
            .at(path, 0, 0)
            .hint("check its permissions, or add it to .beadloomignore");
    ReadOutcome::Skipped(stat, diagnostic)
}

/// Bytes at the head of a file by which it is seen whether it is binary.
const SNIFFED_BYTES: usize = 8_192;

/// Whether the head of a file says that it is binary; so does one that cannot be read.
pub fn begins_binary(root: &Path, path: &str) -> bool {
    let mut head = Vec::with_capacity(SNIFFED_BYTES);
    let read = open_regular(&root.join(path))
        .and_then(|(file, _)| file.take(SNIFFED_BYTES as u64).read_to_end(&mut head));
    read.is_err() || head.contains(&0)
}

/// A file's text.
pub struct Decoded {
    /// What cannot be decoded stands in it as U+FFFD.
    pub text: String,
    /// The warning where something does.
    pub replaced: Option<Box<Diagnostic>>,
}

/// Text of UTF-8 (with or without a mark) and UTF-16 (with one) bytes. What is neither here and there – a name in Latin-1 in a
/// comment – is replaced.
///
/// # Errors
/// The diagnostic for anything else: `binary` or `not_text`.
pub fn decode(path: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    decode_noting(path, bytes).map(|decoded| decoded.text)
}

/// The same for a file whose bytes mean what they say, such as the graph: nothing is replaced.
///
/// # Errors
/// As [`decode`], and `not_text` for the first byte that would be replaced.
pub fn decode_whole(path: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    let Decoded { text, replaced } = decode_noting(path, bytes)?;
    match replaced {
        None => Ok(text),
        Some(found) => Err(Box::new(not_text(path, found.line.unwrap_or(0)))),
    }
}

/// The same as [`decode`] with what is to be said of it.
///
/// # Errors
/// As [`decode`].
pub fn decode_noting(path: &str, bytes: Vec<u8>) -> Result<Decoded, Box<Diagnostic>> {
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(&bytes)
        && encoding != encoding_rs::UTF_8
    {
        let (text, _, broken) = encoding.decode(&bytes);
        if !broken {
            return Ok(Decoded { text: text.into_owned(), replaced: None });
        }
    }
    let head = bytes.get(..SNIFFED_BYTES).unwrap_or(&bytes);
    if head.contains(&0) {
        return Err(Box::new(
            Diagnostic::warn(Code::Binary, "is binary, it is listed, not parsed")
                .at(path, 0, 0)
                .hint("add it to .beadloomignore to silence this"),
        ));
    }
    let without_mark = |text: String| match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    };
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Decoded { text: without_mark(text), replaced: None }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let before = error.as_bytes().get(..at).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let line = u32::try_from(line).unwrap_or(0);
            let bytes = error.as_bytes();
            let bad: usize = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
            if bad > bytes.len() / 2 || control_characters(bytes) > bytes.len() / MIN_BYTES_PER_CONTROL {
                return Err(Box::new(not_text(path, line)));
            }
            let message = match bad {
                1 => "1 byte is not UTF-8 and is read as \u{fffd}".to_owned(),
                bad => format!("{bad} bytes are not UTF-8 and are read as \u{fffd}"),
            };
            let replaced =
                Diagnostic::warn(Code::BytesReplaced, message).at(path, line, 0).hint("save it as UTF-8");
            let text = without_mark(String::from_utf8_lossy(bytes).into_owned());
            Ok(Decoded { text, replaced: Some(Box::new(replaced)) })
        }
    }
}

fn not_text(path: &str, line: u32) -> Diagnostic {
    Diagnostic::warn(Code::NotText, "is neither UTF-8 nor UTF-16, it is listed, not parsed")
        .at(path, line, 0)
        .hint("save it as UTF-8, or add it to .beadloomignore")
}

/// Where one byte of fewer is a control character, and some are no UTF-8, it is no text.
const MIN_BYTES_PER_CONTROL: usize = 20;

/// Characters that stand in no text: none that ends a line or a page, is white space or begins an escape sequence.
fn control_characters(bytes: &[u8]) -> usize {
    let is_control = |byte: &&u8| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x1b);
    bytes.iter().filter(is_control).count()
}

/// The text of a file of at most `max_size` bytes.
///
/// # Errors
/// Why it cannot be had, as a warning with its path.
pub fn read_text(root: &Path, path: &str, max_size: u64) -> Result<String, Box<Diagnostic>> {
    match read_file(root, path, max_size) {
        ReadOutcome::Whole(content) => decode(path, content.bytes),
        ReadOutcome::Vanished => Err(Box::new(Diagnostic::warn(Code::NotReadable, "is gone").at(path, 0, 0))),
        ReadOutcome::Skipped(_, diagnostic) => Err(Box::new(diagnostic)),
    }
}

/// The text of a manifest or another small input of at most 1 MiB; None where it cannot be had.
pub fn read_input(root: &Path, path: &str) -> Option<String> {
    match read_file(root, path, 1 << 20) {
        ReadOutcome::Whole(content) => decode(path, content.bytes).ok(),
        ReadOutcome::Vanished | ReadOutcome::Skipped(..) => None,
    }
}

/// Files larger than this are not shown from, in bytes.
const MAX_SHOWN_BYTES: u64 = 8 << 20;

/// The files of a project, for answers that show what stands in them now.
pub struct Sources<'r> {
    root: &'r Path,
    /// The root without links; looked up once, for it is the same for all files.
    real: OnceCell<Option<PathBuf>>,
}

impl<'r> Sources<'r> {
    /// Of the project at `root`.
    pub fn new(root: &'r Path) -> Self {
        Self { root, real: OnceCell::new() }
    }

    /// The text of a file; None where it cannot be read or holds nothing, or `path` would leave the root.
    pub fn text(&self, path: &str) -> Option<String> {
        decode(path, self.bytes(path)?).ok().filter(|text| !text.is_empty())
    }

    /// The same with what is made of its bytes.
    pub fn text_and<T>(&self, path: &str, of_bytes: impl FnOnce(&[u8]) -> T) -> Option<(String, T)> {
        let bytes = self.bytes(path)?;
        let made = of_bytes(&bytes);
        let text = decode(path, bytes).ok().filter(|text| !text.is_empty())?;
        Some((text, made))
    }

    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        let full = self.root.join(path).canonicalize().ok()?;
        if !full.starts_with(self.real.get_or_init(|| self.root.canonicalize().ok()).as_ref()?) {
            return None;
        }
        let ReadOutcome::Whole((bytes, _)) = read_bytes(&full, path, MAX_SHOWN_BYTES) else { return None };
        Some(bytes)
    }

    /// Lines `from` to `to` (1-based, inclusive) of a file, for snippets; None where it has none of them.
    pub fn lines(&self, path: &str, from: u32, to: u32) -> Option<String> {
        let text = self.text(path)?;
        let (from, to) = (from.max(1) as usize, to.max(from).max(1) as usize);
        let start = match from.checked_sub(2) {
            Some(before) => memchr::memchr_iter(b'\n', text.as_bytes()).nth(before)? + 1,
            None => 0,
        };
        let lines: Vec<&str> = text.get(start..)?.lines().take(to - from + 1).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let folder = tempfile::tempdir().unwrap();
        let text = "one\ntwo\r\nthree\n\nfive";
        std::fs::write(folder.path().join("a.txt"), text).unwrap();
        std::fs::write(folder.path().join("empty.txt"), "").unwrap();
        let sources = Sources::new(folder.path());
        for (path, from, to, lines) in [
            ("a.txt", 1, 1, Some("one")),
            ("a.txt", 0, 0, Some("one")),
            ("a.txt", 2, 3, Some("two\nthree")),
            ("a.txt", 4, 9, Some("\nfive")),
            ("a.txt", 5, 1, Some("five")),
            ("a.txt", 6, 7, None),
            ("a.txt", u32::MAX, u32::MAX, None),
            ("empty.txt", 1, 1, None),
            ("gone.txt", 1, 1, None),
            ("../a.txt", 1, 1, None),
        ] {
            assert_eq!(sources.lines(path, from, to).as_deref(), lines, "{path} {from}-{to}");
        }
        assert_eq!(sources.text("a.txt").as_deref(), Some(text));
    }
}

/// A text file of the project, as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileText {
    /// Decoded.
    pub text: String,
    /// SHA-256 of the bytes.
    pub hash: [u8; 32],
    /// What Git calls the bytes.
    pub blob: String,
}

/// A file of the project that `path` names, with at most `max_size` bytes; None where it cannot be read as text, or `path`
/// would leave the root.
pub fn read_source(root: &Path, path: &str, max_size: u64) -> Option<FileText> {
    let real = root.join(path).canonicalize().ok()?;
    if !real.starts_with(root.canonicalize().ok()?) {
        return None;
    }
    let ReadOutcome::Whole(content) = read_file(root, path, max_size) else { return None };
    let blob = beadloom_sync::blob_id(&content.bytes);
    Some(FileText { hash: content.hash, blob, text: decode(path, content.bytes).ok()? })
}
