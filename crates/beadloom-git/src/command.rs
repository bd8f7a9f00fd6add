//! Running Git so that it only reads, and not for long.

use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Bytes of output that are read.
const MOST: u64 = 8 << 20;

/// Settings that could run a program, or change what is printed.
const SETTINGS: &[&str] = &[
    "core.quotePath=false",
    "core.fsmonitor=false",
    "core.pager=cat",
    "core.hooksPath=/dev/null",
    "core.sshCommand=false",
    "diff.external=",
    "diff.noprefix=false",
    "diff.mnemonicPrefix=false",
    "diff.srcPrefix=a/",
    "diff.dstPrefix=b/",
    "diff.renames=true",
    "diff.orderFile=/dev/null",
    "diff.ignoreSubmodules=all",
    "log.showSignature=false",
    "log.mailmap=false",
    "color.ui=false",
];

/// How long Git may take, and who can stop it earlier.
#[derive(Clone, Copy)]
pub(crate) struct Patience<'a> {
    pub(crate) until: Instant,
    pub(crate) cancelled: &'a AtomicBool,
}

impl Patience<'_> {
    fn is_over(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || Instant::now() >= self.until
    }
}

/// What `git ARGUMENTS` prints in a folder, the first 8 MiB; None where it is missing, fails or takes too long.
pub(crate) fn output(folder: &Path, arguments: &[&str], patience: Patience<'_>) -> Option<Vec<u8>> {
    match ask(folder, arguments, Exchange { input: &[], most: MOST }, patience) {
        Reply::Whole(bytes) | Reply::Cut(bytes) => Some(bytes),
        Reply::Missing | Reply::Failed => None,
    }
}

/// What goes into Git, and how much of what comes out is read.
#[derive(Clone, Copy)]
pub(crate) struct Exchange<'a> {
    /// Its standard input.
    pub(crate) input: &'a [u8],
    /// Bytes of output that are read.
    pub(crate) most: u64,
}

/// What came of asking Git.
pub(crate) enum Reply {
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
}

/// Runs `git ARGUMENTS` in a folder.
pub(crate) fn ask(
    folder: &Path,
    arguments: &[&str],
    exchange: Exchange<'_>,
    patience: Patience<'_>,
) -> Reply {
    ask_with(folder, arguments, exchange, patience, Index::Own)
}

/// Likewise, with the index that is meant.
pub(crate) fn ask_with(
    folder: &Path,
    arguments: &[&str],
    exchange: Exchange<'_>,
    patience: Patience<'_>,
    index: Index,
) -> Reply {
    if patience.is_over() {
        return Reply::Failed;
    }
    let mut command = Command::new("git");
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command
        .args(["--no-pager", "--literal-pathspecs"])
        .args(arguments)
        .current_dir(folder)
        // No lock is taken for the sake of a look, nothing is asked, nothing is fetched.
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C")
        .env_remove("GIT_EXTERNAL_DIFF")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .stdin(if exchange.input.is_empty() { Stdio::null() } else { Stdio::piped() })
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // Git names it relative to the top of the work tree, where not every runner of hooks stays.
    let of_hook = std::env::var_os("GIT_INDEX_FILE").filter(|path| folder.join(path).exists());
    if index == Index::Own || of_hook.is_none() {
        command.env_remove("GIT_INDEX_FILE");
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Reply::Missing,
        Err(_) => return Reply::Failed,
    };
    let read = read_all(&mut child, exchange, patience);
    if read.is_none() {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let Ok(status) = child.wait() else { return Reply::Failed };
    match read {
        Some((bytes, true)) if status.success() => Reply::Whole(bytes),
        Some((bytes, false)) => Reply::Cut(bytes),
        _ => Reply::Failed,
    }
}

/// The output, and whether that is all of it.
fn read_all(child: &mut Child, exchange: Exchange<'_>, patience: Patience<'_>) -> Option<(Vec<u8>, bool)> {
    const EVERY: Duration = Duration::from_millis(20);
    let stdout = child.stdout.take()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        if let Some(mut stdin) = stdin {
            // Whoever has read enough closes the pipe; that is no failure.
            scope.spawn(move || drop(stdin.write_all(exchange.input)));
        }
        let (send, receive) = mpsc::channel();
        scope.spawn(move || {
            let mut bytes = Vec::new();
            let mut stdout = stdout.take(exchange.most);
            let result = stdout.read_to_end(&mut bytes);
            // Dropping the pipe ends a Git that has more to say.
            drop(stdout);
            let whole = (bytes.len() as u64) < exchange.most;
            let _ = send.send(result.ok().map(|_| (bytes, whole)));
        });
        loop {
            match receive.recv_timeout(EVERY) {
                Ok(read) => return read,
                Err(mpsc::RecvTimeoutError::Timeout) if !patience.is_over() => {}
                Err(_) => {
                    // Ends the thread too: the pipe closes.
                    let _ = child.kill();
                    return None;
                }
            }
        }
    })
}
