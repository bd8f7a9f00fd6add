//! What a run works on, and what all its stages ask it.

use std::sync::atomic::Ordering;
use std::time::Instant;

use beadloom_model::{Code, Diagnostic, Error, Links, Result};

use crate::changes::{Changes, Classifier, compare};
use crate::indexed_files::IndexedFiles;
use crate::options::Options;
use crate::progress::{Phase, Progress};
use crate::walk::{Found, Walked};

/// What a run works on.
pub struct Run<'a> {
    pub options: &'a Options<'a>,
    pub files: &'a [Found],
    pub walk_diagnostics: &'a [Diagnostic],
    /// Other names of files and folders.
    pub links: &'a Links,
    pub fingerprint: String,
    pub scanned_ns: i64,
}

impl<'a> Run<'a> {
    /// One that compares what was found with the index, and writes nothing.
    pub fn to_compare(options: &'a Options<'a>, walked: &'a Walked) -> Self {
        Self {
            options,
            files: &walked.files,
            walk_diagnostics: &walked.diagnostics,
            links: &walked.links,
            fingerprint: String::new(),
            scanned_ns: 0,
        }
    }
}

impl Run<'_> {
    pub fn check(&self) -> Result<()> {
        if self.options.cancelled.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Cancelled, "cancelled; the index is unchanged"));
        }
        Ok(())
    }

    pub fn too_slow(&self) -> bool {
        self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    pub fn report(&self, phase: Phase, done: usize, total: usize) {
        (self.options.progress)(Progress::new(phase, done, total));
    }

    pub fn difference(&self, indexed: &IndexedFiles) -> Changes {
        let classifier = Classifier::new(self.options.config, &indexed.named, self.files);
        compare(self.files, &indexed.stamps, &classifier, indexed.scanned_ns)
    }
}
