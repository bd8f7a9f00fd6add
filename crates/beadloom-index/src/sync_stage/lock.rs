//! The lock as it lies on the disk.

use std::path::Path;

use beadloom_model::{Code, Diagnostic};
use beadloom_sync::{LOCK_PATH, Lock, MAX_LOCK_BYTES};

use crate::source::{ReadOutcome, decode_whole, read_bytes};

/// The lock of a project, and what is wrong with it. There may be none.
pub fn read_lock(root: &Path) -> (Lock, Vec<Diagnostic>) {
    let (text, unreadable) = lock_text(root);
    parsed(&text, unreadable)
}

pub(super) fn parsed(text: &str, unreadable: Option<Diagnostic>) -> (Lock, Vec<Diagnostic>) {
    let (lock, mut findings) = Lock::parse(text);
    findings.extend(unreadable);
    (lock, findings)
}

/// The text of the lock, and why it cannot be read, if so; of a lock that is not there it is empty.
pub(super) fn lock_text(root: &Path) -> (String, Option<Diagnostic>) {
    // Nobody asks for its hash here, which takes as long as reading it.
    match read_bytes(&root.join(LOCK_PATH), LOCK_PATH, MAX_LOCK_BYTES) {
        ReadOutcome::Vanished => (String::new(), None),
        ReadOutcome::Skipped(_, diagnostic) => unreadable(diagnostic),
        ReadOutcome::Whole((bytes, _)) => text_of(bytes),
    }
}

pub(super) fn text_of(bytes: Vec<u8>) -> (String, Option<Diagnostic>) {
    decode_whole(LOCK_PATH, bytes).map_or_else(|diagnostic| unreadable(*diagnostic), |text| (text, None))
}

fn unreadable(diagnostic: Diagnostic) -> (String, Option<Diagnostic>) {
    let mut finding = Diagnostic::error(Code::BadLock, diagnostic.message);
    finding.path = Some(LOCK_PATH.to_owned());
    finding.line = diagnostic.line;
    finding.hint = diagnostic.hint;
    (String::new(), Some(finding))
}
