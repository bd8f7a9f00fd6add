//! What Git says of documents and code of pairs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_index::{History, decode};

/// What `sync.auto_ack` goes by.
pub(crate) const HISTORY: History = History { head, text, together };

fn head(root: &Path) -> Option<String> {
    beadloom_git::resolve(root, "HEAD", &AtomicBool::new(false))
}

fn text(root: &Path, blob: &str) -> Option<String> {
    let blob = blob.to_owned();
    let mut contents = beadloom_git::contents(root, std::slice::from_ref(&blob), &AtomicBool::new(false));
    decode(&blob, contents.remove(&blob)?).ok()
}

fn together(root: &Path, pairs: &[(String, String)]) -> BTreeMap<(String, String), Vec<String>> {
    beadloom_git::changed_together(root, pairs, &AtomicBool::new(false))
}
