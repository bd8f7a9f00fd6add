//! A model and a runtime are tried in another process before this one loads them.
//!
//! A library with a wrong byte, or one built for instructions that this processor lacks, ends the process that loads
//! it; a model can make the runtime take all time there is. The process of an MCP server must live, so another one
//! loads both first and embeds a text. What passed is noted in the cache, and is not tried again while neither changes.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use beadloom_files::read_regular_text;
use beadloom_model::{Code, Error, Result, VERSION};
use beadloom_onnx::{Stamp, Transformer};
use sha2::{Digest, Sha256};

use crate::places::ModelPlaces;

/// A large model takes seconds to load from a slow disk.
const LOAD_TIMEOUT: Duration = Duration::from_secs(60);
/// How often is looked whether the process has ended.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// The outcome is one line.
const MAX_OUTPUT_BYTES: u64 = 64 * 1024;

/// What the other process does: opens the model. The outcome is `{"passed":true}`, or an error as JSON.
pub fn try_model(folder: &Path, library: &Path) -> String {
    match Transformer::open(folder, library, 1) {
        Ok(_) => r#"{"passed":true}"#.to_owned(),
        Err(error) => serde_json::to_string(&error).unwrap_or_default(),
    }
}

/// Returns once the model is known to load here.
///
/// # Errors
/// What the trial said; `no_runtime` where it ended in another way; `cancelled`.
pub fn pass(
    folder: &Path,
    library: &Path,
    places: &ModelPlaces,
    stamp: &Stamp,
    cancelled: &AtomicBool,
) -> Result<()> {
    let Some((program, arguments)) = places.trial.split_first() else { return Ok(()) };
    let note = Note::of(places.cache.as_deref(), folder, library, stamp);
    if note.as_ref().is_some_and(Note::holds) {
        return Ok(());
    }
    let failed = |what: String| {
        Error::new(Code::NoRuntime, what)
            .at(library.display().to_string(), 0, 0)
            .hint("reinstall the runtime or install another version, then run `beadloom model status`")
    };
    let mut child = Command::new(program)
        .args(arguments)
        .args([folder, library])
        // Options of the surrounding program, and an Electron application, are not meant for it.
        .env_remove("NODE_OPTIONS")
        .env("ELECTRON_RUN_AS_NODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed("the ONNX runtime could not be tried".to_owned()).caused_by(error))?;
    let status = wait(&mut child, cancelled)?;
    let mut output = String::new();
    if let Some(stdout) = child.stdout.take() {
        let _ = stdout.take(MAX_OUTPUT_BYTES).read_to_string(&mut output);
    }
    if status.is_some_and(|status| status.success()) {
        if output.trim() == r#"{"passed":true}"# {
            if let Some(note) = note {
                note.write();
            }
            return Ok(());
        }
        if let Ok(error) = serde_json::from_str::<Error>(output.trim()) {
            return Err(error);
        }
    }
    Err(failed(match status {
        None => {
            format!(
                "the ONNX runtime was tried with the model and took over {} seconds",
                LOAD_TIMEOUT.as_secs()
            )
        }
        Some(status) => format!(
            "the ONNX runtime is damaged or not for this machine: the process that tried it ended with {status}"
        ),
    }))
}

/// How it ended; None where it took too long and was ended.
fn wait(child: &mut Child, cancelled: &AtomicBool) -> Result<Option<ExitStatus>> {
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(Some(status)),
            Ok(None) if cancelled.load(Ordering::Relaxed) => {
                end(child);
                return Err(Error::new(Code::Cancelled, "cancelled while a model was loaded"));
            }
            Ok(None) if began.elapsed() < LOAD_TIMEOUT => thread::sleep(LOOK_EVERY),
            _ => {
                end(child);
                return Ok(None);
            }
        }
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// A file in the cache that says which state of a model and a library passed, with this version.
struct Note {
    path: PathBuf,
    content: String,
}

impl Note {
    fn of(cache: Option<&Path>, folder: &Path, library: &Path, stamp: &Stamp) -> Option<Self> {
        let pair = digest(format!("{}\0{}", folder.display(), library.display()).as_bytes());
        Some(Self {
            path: cache?.join("trials").join(pair.get(..32)?),
            content: digest(format!("{VERSION}\0{}", stamp.as_str()).as_bytes()),
        })
    }

    fn holds(&self) -> bool {
        read_regular_text(&self.path, 1 << 10).is_ok_and(|content| content == self.content)
    }

    /// Without the note the next process tries again: nothing else is lost.
    fn write(&self) {
        if let Some(folder) = self.path.parent() {
            let _ = beadloom_files::make_private_folders(folder);
        }
        let _ = beadloom_files::write_private(&self.path, self.content.as_bytes());
    }
}

/// A hash of bytes, as text.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use beadloom_onnx::stamp;

    fn outcome(script: &str, cache: &Path, cancelled: bool) -> Result<()> {
        let trial = ["sh", "-c", script, "sh"].map(str::to_owned).to_vec();
        let places = ModelPlaces { cache: Some(cache.to_owned()), trial, ..ModelPlaces::default() };
        let (folder, library) = (Path::new("/model"), Path::new("/library"));
        pass(folder, library, &places, &stamp(folder, library)?, &AtomicBool::new(cancelled))
    }

    #[test]
    fn what_passed_once_is_not_tried_again() {
        let cache = tempfile::tempdir().unwrap();
        let passes = r#"test "$1 $2" = "/model /library" && echo '{"passed":true}'"#;
        assert_eq!(outcome("exit 3", cache.path(), false).unwrap_err().code, Code::NoRuntime);
        assert_eq!(outcome(passes, cache.path(), false), Ok(()));
        assert_eq!(outcome("exit 3", cache.path(), false), Ok(()));
        assert!(outcome("exit 3", tempfile::tempdir().unwrap().path(), false).is_err());
    }

    #[test]
    fn how_it_ended_is_said() {
        let cache = tempfile::tempdir().unwrap();
        let killed = outcome("kill -SEGV $$", cache.path(), false).unwrap_err();
        assert_eq!((killed.code, killed.path.as_deref()), (Code::NoRuntime, Some("/library")));
        assert!(killed.message.contains("signal: 11"), "{}", killed.message);
        assert!(outcome("echo what", cache.path(), false).unwrap_err().message.contains("exit status: 0"));
        let said = Error::new(Code::BadModel, "no numbers").at("/model/model.onnx", 0, 0);
        let script = format!("echo '{}'", serde_json::to_string(&said).unwrap());
        assert_eq!(outcome(&script, cache.path(), false), Err(said));
        assert_eq!(outcome("sleep 60", cache.path(), true).unwrap_err().code, Code::Cancelled);
    }
}
