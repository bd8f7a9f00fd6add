//! Running Git so that it only reads, and not for long.

use std::io::{Read, Write};
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
    output_of(folder, arguments, None, MOST, patience)
}

/// The same, with what Git reads from its input, and another limit on what is read.
pub(crate) fn output_of(
    folder: &Path,
    arguments: &[&str],
    input: Option<Vec<u8>>,
    most: u64,
    patience: Patience<'_>,
) -> Option<Vec<u8>> {
    if patience.is_over() {
        return None;
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
        .env_remove("GIT_INDEX_FILE")
        .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let stdin = child.stdin.take();
    let read = std::thread::scope(|scope| {
        if let (Some(mut stdin), Some(input)) = (stdin, input) {
            // Git writes while it reads: to write first and read then would stop both.
            scope.spawn(move || stdin.write_all(&input));
        }
        read_all(&mut child, most, patience)
    });
    if read.is_none() {
        // It may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let status = child.wait().ok()?;
    read.filter(|(_, whole)| status.success() || !*whole).map(|(bytes, _)| bytes)
}

/// The output, and whether that is all of it.
fn read_all(child: &mut Child, most: u64, patience: Patience<'_>) -> Option<(Vec<u8>, bool)> {
    const EVERY: Duration = Duration::from_millis(20);
    let stdout = child.stdout.take()?;
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        scope.spawn(move || {
            let mut bytes = Vec::new();
            let mut stdout = stdout.take(most);
            let result = stdout.read_to_end(&mut bytes);
            // Dropping the pipe ends a Git that has more to say.
            drop(stdout);
            let whole = (bytes.len() as u64) < most;
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
