//! Past commits, for what their messages and files say. Nobody is named: who wrote a commit is not asked.

use std::path::Path;
use std::time::{Instant, UNIX_EPOCH};

use std::sync::atomic::AtomicBool;

use beadloom_files::read_regular_text;

use crate::command::{Deadline, GitOutput, Pace, ProcessIo, ask, stream};
use crate::repository::Repository;

/// Bytes of a message that are kept while it is read; what follows is left out.
const MESSAGE: usize = 64 << 10;

/// Bytes of a path that are read.
const PATH: usize = 4_096;

/// Bytes of the files that say what HEAD is.
const MAX_HEAD_BYTES: u64 = 64 << 10;

/// References in a row that HEAD leads through.
const STEPS: usize = 5;

/// Bytes of a line of ids: 64 digits and an end.
const ID_LINE: u64 = 65;

/// A commit as Git tells of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PastCommit {
    /// In hexadecimal digits.
    pub id: String,
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// Whether it changes something rather than being where the history begins, or where that of a shallow clone does.
    pub has_parent: bool,
    /// The first 64 KiB.
    pub message: String,
    /// Files below the folder that was asked about, relative to it, as many as were wanted.
    pub files: Vec<String>,
    /// How many there are.
    pub files_count: usize,
}

/// What to compare to know that HEAD is another commit, or its history was made longer or shorter; read without Git. None where
/// there is no repository.
pub fn head_stamp(root: &Path) -> Option<String> {
    let repository = Repository::around(root).ok()?;
    let small = |path: &Path| read_regular_text(path, MAX_HEAD_BYTES).ok();
    let mut stamp = repository.prefix();
    let mut name = "HEAD".to_owned();
    for _ in 0..STEPS {
        let text =
            small(&repository.git_dir.join(&name)).or_else(|| small(&repository.common_dir.join(&name)));
        let text = text.as_deref().map(str::trim).unwrap_or_default();
        stamp.push(';');
        stamp.push_str(text);
        match text.strip_prefix("ref:").map(str::trim) {
            // A name that leads out of the repository is none.
            Some(next) if !next.split('/').any(|part| part == "..") && next.starts_with("refs/") => {
                next.clone_into(&mut name);
            }
            _ => break,
        }
    }
    // Where references are packed, another file has them; a shallow clone says where it ends.
    for other in ["packed-refs", "reftable/tables.list", "shallow"] {
        if let Ok(metadata) = repository.common_dir.join(other).symlink_metadata() {
            let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            stamp.push_str(&format!(";{}:{}", metadata.len(), modified.unwrap_or_default().as_nanos()));
        }
    }
    Some(stamp)
}

/// Ids of the newest commits that lead to HEAD, newest first, without merges. None where nothing can be known: no Git, no
/// repository, no commit, or the time is over.
pub fn commit_ids(root: &Path, most: usize, until: Instant, cancelled: &AtomicBool) -> Option<Vec<String>> {
    let limit = format!("--max-count={most}");
    let arguments = ["--no-replace-objects", "rev-list", "--no-merges", &limit, "HEAD", "--"];
    let bytes = most as u64 * ID_LINE + 1;
    match ask(root, &arguments, ProcessIo { input: &[], most: bytes }, Deadline { until, cancelled }) {
        GitOutput::Whole(bytes) => Some(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()),
        GitOutput::Cut(_) | GitOutput::Missing | GitOutput::Failed => None,
    }
}

/// Hands over the commits of these ids, in their order, with at most so many files each. Returns whether that is all there is to
/// know: false where the time was over.
pub fn past_commits(
    root: &Path,
    ids: &[String],
    most_files: usize,
    until: Instant,
    cancelled: &AtomicBool,
    pace: Pace,
    take: &mut dyn FnMut(PastCommit),
) -> bool {
    let mut input = ids.join("\n").into_bytes();
    if input.is_empty() {
        return true;
    }
    input.push(b'\n');
    let mut reader = Reader { most_files, ..Reader::default() };
    let ended = stream(
        root,
        &[
            "--no-replace-objects",
            "log",
            "--stdin",
            "--no-walk=unsorted",
            "--no-notes",
            "--format=%x00%H%x00%ct%x00%P%x00%B",
            "--name-only",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules=all",
            "--relative",
            "-z",
        ],
        &input,
        Deadline { until, cancelled },
        pace,
        &mut |piece| reader.read(piece, take),
    );
    reader.end(take);
    ended
}

/// Which part of a commit comes next.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Part {
    /// The empty field that begins a commit, or a path of the one before it.
    #[default]
    Path,
    Id,
    Time,
    Parents,
    Message,
}

/// Reads a log as it comes. Fields end with a zero byte, which neither messages nor paths can hold; an empty one and an id begin a
/// commit. The first path has a line end before it, so that none is taken for an id.
#[derive(Default)]
struct Reader {
    part: Part,
    field: Vec<u8>,
    commit: Option<PastCommit>,
    most_files: usize,
}

impl Reader {
    fn read(&mut self, mut piece: &[u8], take: &mut dyn FnMut(PastCommit)) {
        while let Some(end) = piece.iter().position(|byte| *byte == 0) {
            self.keep(piece.get(..end).unwrap_or_default());
            self.field_ends(take);
            piece = piece.get(end + 1..).unwrap_or_default();
        }
        self.keep(piece);
    }

    /// A part of a field, as far as there is room.
    fn keep(&mut self, bytes: &[u8]) {
        let most = if self.part == Part::Message { MESSAGE } else { PATH };
        let room = most.saturating_sub(self.field.len());
        self.field.extend(bytes.iter().take(room));
    }

    fn field_ends(&mut self, take: &mut dyn FnMut(PastCommit)) {
        let field = std::mem::take(&mut self.field);
        let text = String::from_utf8_lossy(&field);
        if self.part == Part::Id && is_id(&text) {
            self.end(take);
            self.commit = Some(PastCommit { id: text.into_owned(), ..PastCommit::default() });
            self.part = Part::Time;
            return;
        }
        let now = self.commit.get_or_insert_default();
        self.part = match self.part {
            Part::Path | Part::Id => {
                let path = text.trim_start_matches('\n');
                if path.is_empty() {
                    Part::Id
                } else {
                    now.files_count += 1;
                    // Such a name is no file of ours, which are UTF-8 and shorter.
                    if now.files.len() < self.most_files && field.len() < PATH && !path.contains('\u{fffd}') {
                        now.files.push(path.to_owned());
                    }
                    Part::Path
                }
            }
            Part::Time => {
                now.time = text.trim().parse().unwrap_or(0);
                Part::Parents
            }
            Part::Parents => {
                now.has_parent = !text.trim().is_empty();
                Part::Message
            }
            Part::Message => {
                now.message = text.into_owned();
                Part::Path
            }
        };
    }

    /// Hands over the commit at hand, if it is whole.
    fn end(&mut self, take: &mut dyn FnMut(PastCommit)) {
        let is_whole = matches!(self.part, Part::Path | Part::Id);
        if let Some(commit) = self.commit.take().filter(|commit| is_whole && !commit.id.is_empty()) {
            take(commit);
        }
    }
}

fn is_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &[u8], each: usize) -> Vec<PastCommit> {
        let mut found = Vec::new();
        let mut reader = Reader { most_files: 2, ..Reader::default() };
        for piece in log.chunks(each) {
            reader.read(piece, &mut |commit| found.push(commit));
        }
        reader.end(&mut |commit| found.push(commit));
        found
    }

    #[test]
    fn a_log_is_read_in_pieces_of_any_size() {
        let [a, b, c] = ["a", "b", "c"].map(|digit| digit.repeat(40));
        let log = format!(
            "\0{a}\x007\0p\0one\n\ntwo\n\0\na.py\0b.py\0c.py\0\0{b}\x008\0\0\0\0{c}\x009\0p q\0three\0\n{a}\0"
        );
        let log = log.as_bytes();
        let whole = read(log, log.len());
        for each in 1..log.len() {
            assert_eq!(read(log, each), whole);
        }
        let said: Vec<_> = whole
            .iter()
            .map(|c| {
                (
                    c.id.get(..1).unwrap_or(""),
                    c.time,
                    c.has_parent,
                    c.message.as_str(),
                    c.files.join(" "),
                    c.files_count,
                )
            })
            .collect();
        assert_eq!(
            said,
            [
                ("a", 7, true, "one\n\ntwo\n", "a.py b.py".to_owned(), 3),
                ("b", 8, false, "", String::new(), 0),
                ("c", 9, true, "three", a.clone(), 1),
            ]
        );
    }

    #[test]
    fn an_endless_message_takes_bounded_room() {
        let mut log = format!("\0{}\x007\0p\0", "a".repeat(40)).into_bytes();
        log.extend(std::iter::repeat_n(b'x', 10 << 20));
        log.extend(b"\0\na.py\0");
        let found = read(&log, 64 << 10);
        assert_eq!(
            found.iter().map(|c| (c.message.len(), c.files.len())).collect::<Vec<_>>(),
            [(MESSAGE, 1)]
        );
    }
}
