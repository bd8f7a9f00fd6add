//! Runs Git so that it only reads, within a time limit.

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::program;
use crate::repository::Repository;
use crate::settings::{settle, surround};

/// Bytes of output that are read.
const MAX_OUTPUT_BYTES: u64 = 8 << 20;

/// How long Git may take, and who can stop it earlier.
#[derive(Clone, Copy)]
pub(crate) struct Deadline<'a> {
    pub(crate) until: Instant,
    pub(crate) cancelled: &'a AtomicBool,
}

impl Deadline<'_> {
    pub(crate) fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || Instant::now() >= self.until
    }
}

/// What `git ARGUMENTS` prints in a folder, the first 8 MiB; None where it is missing, fails or takes too long.
pub(crate) fn output(folder: &Path, arguments: &[&str], deadline: Deadline<'_>) -> Option<Vec<u8>> {
    match ask(folder, arguments, ProcessIo { input: &[], most: MAX_OUTPUT_BYTES }, deadline) {
        GitOutput::Whole(bytes) | GitOutput::Cut(bytes) => Some(bytes),
        GitOutput::Missing | GitOutput::Failed => None,
    }
}

/// Whether what came so far is all that is wanted.
pub(crate) type StopWhen<'e> = &'e mut dyn FnMut(&[u8]) -> bool;

/// Likewise, but only until `enough` says so of what came so far; what came is what there is, also where the time is over.
pub(crate) fn output_until(
    folder: &Path,
    arguments: &[&str],
    deadline: Deadline<'_>,
    enough: StopWhen<'_>,
) -> Option<Vec<u8>> {
    let exchange = ProcessIo { input: &[], most: MAX_OUTPUT_BYTES };
    match run(folder, arguments, exchange, deadline, Index::Own, Some(Reader::Until(enough))) {
        GitOutput::Whole(bytes) | GitOutput::Cut(bytes) => Some(bytes),
        GitOutput::Missing | GitOutput::Failed => None,
    }
}

/// The input of a Git process, and how much of its output is read.
#[derive(Clone, Copy)]
pub(crate) struct ProcessIo<'a> {
    /// Its standard input.
    pub(crate) input: &'a [u8],
    /// Bytes of output that are read.
    pub(crate) most: u64,
}

/// The outcome of a Git process.
pub(crate) enum GitOutput {
    /// All that it printed.
    Whole(Vec<u8>),
    /// The beginning of what it printed.
    Cut(Vec<u8>),
    /// There is no Git.
    Missing,
    /// It failed, or took too long.
    Failed,
}

/// Which index Git looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Index {
    /// The repository's own.
    Own,
    /// The one that Git names to the hook that this runs in, if any.
    OfHook,
    /// None: what is asked is where the repository has its hooks, which other questions do not let Git know.
    None,
}

impl Index {
    /// Where it is; None where Git knows.
    fn path(self, repository: &Repository) -> Option<PathBuf> {
        if self != Self::OfHook {
            return None;
        }
        // Git names it relative to the top of the work tree, where not every runner of hooks stays.
        let named = std::env::var_os("GIT_INDEX_FILE")?;
        [repository.folder.join(&named), repository.top.join(&named)].into_iter().find(|path| path.is_file())
    }

    /// The file.
    pub(crate) fn file(self, repository: &Repository) -> PathBuf {
        self.path(repository).unwrap_or_else(|| repository.git_dir.join("index"))
    }
}

/// Runs `git ARGUMENTS` in a folder.
pub(crate) fn ask(
    folder: &Path,
    arguments: &[&str],
    exchange: ProcessIo<'_>,
    deadline: Deadline<'_>,
) -> GitOutput {
    ask_with(folder, arguments, exchange, deadline, Index::Own)
}

/// Likewise, with the index that is meant.
pub(crate) fn ask_with(
    folder: &Path,
    arguments: &[&str],
    exchange: ProcessIo<'_>,
    deadline: Deadline<'_>,
    index: Index,
) -> GitOutput {
    run(folder, arguments, exchange, deadline, index, None)
}

/// Which right to the processor Git has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// That of whoever asks.
    Same,
    /// The least: who waits for something else goes first.
    Behind,
}

/// Hands over what `git ARGUMENTS` prints, piece by piece, however much it is. Returns whether Git ended by itself, well or not, or there is none; false where the time was over.
pub(crate) fn stream(
    folder: &Path,
    arguments: &[&str],
    input: &[u8],
    deadline: Deadline<'_>,
    pace: Pace,
    take: &mut dyn FnMut(&[u8]),
) -> bool {
    let exchange = ProcessIo { input, most: u64::MAX };
    run(folder, arguments, exchange, deadline, Index::Own, Some(Reader::Stream(pace, take)));
    !deadline.is_over()
}

/// Who reads while Git still prints.
enum Reader<'r> {
    /// Asked after every piece whether what came so far is all that is wanted.
    Until(StopWhen<'r>),
    /// Takes every piece, and nothing is kept.
    Stream(Pace, &'r mut dyn FnMut(&[u8])),
}

fn run(
    folder: &Path,
    arguments: &[&str],
    exchange: ProcessIo<'_>,
    deadline: Deadline<'_>,
    index: Index,
    reader: Option<Reader<'_>>,
) -> GitOutput {
    if deadline.is_over() {
        return GitOutput::Failed;
    }
    let repository = Repository::around(folder);
    let top = repository.as_ref().map_or(folder, |repository| &repository.top);
    let Some(git) = program::git(top) else { return GitOutput::Missing };
    let Ok(repository) = &repository else { return GitOutput::Failed };
    let mut command = Command::new(git);
    settle(&mut command, index == Index::None);
    surround(&mut command, &repository.top);
    command.arg("--no-pager");
    // It refuses the flag, though it takes paths and no patterns.
    if arguments.first() != Some(&"check-ignore") {
        command.arg("--literal-pathspecs");
    }
    command
        .args(arguments)
        .current_dir(&repository.folder)
        .stdin(if exchange.input.is_empty() { Stdio::null() } else { Stdio::piped() })
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(path) = index.path(repository) {
        command.env("GIT_INDEX_FILE", path);
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return GitOutput::Missing,
        Err(_) => return GitOutput::Failed,
    };
    if matches!(reader, Some(Reader::Stream(Pace::Behind, _))) {
        yield_processor(&child);
    }
    let (bytes, end) = read(&mut child, exchange, deadline, reader);
    let Ok(status) = child.wait() else { return GitOutput::Failed };
    match end {
        End::Whole if status.success() => GitOutput::Whole(bytes),
        End::Cut => GitOutput::Cut(bytes),
        End::Whole | End::Failed => GitOutput::Failed,
    }
}

/// Lets whatever else runs go first.
#[cfg(unix)]
fn yield_processor(child: &Child) {
    /// The lowest priority that there is.
    const LAST: i32 = 19;
    let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    // Without it Git is only as fast as it would be anyway.
    let _ = rustix::process::setpriority_process(id, LAST);
}

#[cfg(not(unix))]
fn yield_processor(_: &Child) {}

/// How reading ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// With the output.
    Whole,
    /// Before it: more is not wanted.
    Cut,
    /// The time was over, or the pipe broke.
    Failed,
}

/// What came out.
fn read(
    child: &mut Child,
    exchange: ProcessIo<'_>,
    deadline: Deadline<'_>,
    mut reader: Option<Reader<'_>>,
) -> (Vec<u8>, End) {
    const EVERY: Duration = Duration::from_millis(20);
    const AT_ONCE: usize = 64 << 10;
    let mut bytes = Vec::new();
    let Some(mut stdout) = child.stdout.take() else { return (bytes, End::Failed) };
    let stdin = child.stdin.take();
    let end = std::thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            // Whoever has read enough closes the pipe; that is no failure.
            scope.spawn(move || drop(stdin.write_all(exchange.input)));
        }
        // A few pieces ahead: who reads slowly fills no memory.
        let (send, receive) = mpsc::sync_channel(4);
        scope.spawn(move || {
            let mut piece = vec![0; AT_ONCE];
            loop {
                let read = match stdout.read(&mut piece) {
                    Ok(length) => Ok(piece.get(..length).unwrap_or_default().to_vec()),
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_last = read.as_ref().map_or(true, Vec::is_empty);
                // Nobody listens any more: dropping the pipe ends a Git that has more to say.
                if send.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        let end = loop {
            match receive.recv_timeout(EVERY) {
                Ok(Ok(piece)) if piece.is_empty() => break End::Whole,
                Ok(Ok(piece)) => {
                    let is_enough = match &mut reader {
                        Some(Reader::Stream(_, take)) => {
                            take(&piece);
                            deadline.is_over()
                        }
                        Some(Reader::Until(enough)) => {
                            bytes.extend(piece);
                            enough(&bytes)
                        }
                        None => {
                            bytes.extend(piece);
                            false
                        }
                    };
                    if is_enough || bytes.len() as u64 >= exchange.most {
                        break End::Cut;
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) if !deadline.is_over() => {}
                Err(mpsc::RecvTimeoutError::Timeout) if reader.is_some() => break End::Cut,
                Ok(Err(_)) | Err(_) => break End::Failed,
            }
        };
        if end != End::Whole {
            // Ends the threads too: the pipes close.
            let _ = child.kill();
        }
        drop(receive);
        end
    });
    bytes.truncate(usize::try_from(exchange.most).unwrap_or(usize::MAX));
    (bytes, end)
}
