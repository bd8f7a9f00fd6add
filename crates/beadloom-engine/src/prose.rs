//! Reads all documents of a project, on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use beadloom_index::read_text;
use beadloom_model::Result;
use beadloom_model::prose::is_document;
use beadloom_store::FileRow;

use crate::settings::Settings;
use crate::sync::call_check;
use crate::{Call, Engine};

/// Documents that are read, the first by path, and bytes of all together.
const MAX_DOCUMENTS: usize = 20_000;
const MAX_DOCUMENT_BYTES: u64 = 256 << 20;

/// Threads that read documents.
const MAX_THREADS: usize = 8;

/// The files among these that are documents and can be read.
pub(crate) fn documents(rows: &[FileRow]) -> impl Iterator<Item = &FileRow> {
    rows.iter().filter(|row| row.skipped.is_none() && is_document(&row.path))
}

impl Engine {
    /// Path of every document, by path, with what is made of its text. Documents beyond the bounds, and those that cannot be read,
    /// are left out.
    ///
    /// # Errors
    /// `cancelled`.
    pub(crate) fn each_document<T: Send>(
        &self,
        rows: &[FileRow],
        settings: &Settings,
        make: &(dyn Fn(&str, String) -> T + Sync),
        call: &Call<'_>,
    ) -> Result<Vec<(String, T)>> {
        let mut left = MAX_DOCUMENT_BYTES;
        let wanted: Vec<&str> = documents(rows)
            .take(MAX_DOCUMENTS)
            .map_while(|row| {
                left = left.checked_sub(row.stat.map_or(0, |stat| stat.size))?;
                Some(row.path.as_str())
            })
            .collect();
        let next = AtomicUsize::new(0);
        let found: Mutex<BTreeMap<usize, T>> = Mutex::new(BTreeMap::new());
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(path) = wanted.get(at).filter(|_| !call.cancelled.load(Ordering::Relaxed)) else {
                    return;
                };
                if let Ok(text) = read_text(self.root(), path, settings.config.max_file_size) {
                    let made = make(path, text);
                    found.lock().unwrap_or_else(PoisonError::into_inner).insert(at, made);
                }
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        call_check(call)?;
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let path = |at: usize| wanted.get(at).map(|path| (*path).to_owned()).unwrap_or_default();
        Ok(found.into_iter().map(|(at, made)| (path(at), made)).collect())
    }
}
