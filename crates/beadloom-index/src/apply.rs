//! Candidates in, rows out: parsers on all cores feed one writer over a bounded channel.

use beadloom_model::CompactSort as _;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use beadloom_model::{LanguageId, Result};
use beadloom_store::{FileKind, Stamp, Stat, Writer};

use crate::byte_semaphore::ByteSemaphore;
use crate::changes::{Candidate, Changes};
use crate::ids::{FileIds, Numbered};
use crate::parse::{Gone, Work};
use crate::progress::{Phase, Progress};
use crate::references::{AllFiles, Threads, rules};
use crate::run::Run;
use crate::run_changes::RunChanges;
use crate::source::{ReadOutcome, most_bytes, read_file};
use crate::write_file::IndexWriter;
use beadloom_resolve::ImportResolver;
use rayon::prelude::*;

impl Run<'_> {
    /// Takes the candidates out that have the bytes that the index knows, and notes their stats. They are read twice that do not:
    /// worth it where nearly all do. Returns how many had them.
    pub fn leave_out_same(&self, writer: &Writer<'_>, changes: &mut Changes) -> Result<u64> {
        let same = |candidate: &Candidate| -> Result<Option<Stat>> {
            self.check()?;
            let Some(known) = candidate.known else { return Ok(None) };
            let path: &str = &candidate.file.path;
            Ok(match read_file(self.options.root, path, most_bytes(path, self.options.config)) {
                ReadOutcome::Whole(content) if content.hash == known => Some(content.stat),
                _ => None,
            })
        };
        let stats: Vec<Option<Stat>> = changes.candidates.par_iter().map(same).collect::<Result<_>>()?;
        let (mut same, mut others) = (0, Vec::new());
        for (candidate, stat) in std::mem::take(&mut changes.candidates).into_iter().zip(stats) {
            match stat {
                Some(stat) => {
                    writer.set_stat(&candidate.file.path, stat)?;
                    same += 1;
                }
                None => others.push(candidate),
            }
        }
        changes.candidates = others;
        Ok(same)
    }

    /// Reads and parses the candidates on all cores and writes what comes of them. Leaves the rest undone once the
    /// deadline has passed: see [`Run::too_slow`].
    pub fn apply(
        &self,
        writer: &Writer<'_>,
        stamps: &BTreeMap<String, Stamp>,
        ids: &mut FileIds<'_>,
        changes: &Changes,
        resolver: Option<&ImportResolver<'static>>,
        tally: &mut RunChanges,
    ) -> Result<()> {
        let threads = ids.numbered().map(|numbers| threads_of(numbers, changes));
        let gone = gone(stamps, changes);
        let mut candidates: Vec<&Candidate> = changes.candidates.iter().collect();
        // Large files first, so that no thread is left with one at the end.
        candidates.compact_sort_by(|a, b| {
            b.file.stat.size.cmp(&a.file.stat.size).then_with(|| a.file.path.cmp(&b.file.path))
        });
        let has_text = candidates.iter().any(|one| one.kind == FileKind::Doc || one.language.is_some());
        let model = self.options.embedder.filter(|_| has_text).and_then(|embedder| (embedder.load)());
        let work = Work {
            root: self.options.root,
            config: self.options.config,
            candidates: &candidates,
            resolver,
            embedder: model.as_deref(),
            threads,
            gone: &gone,
            cancelled: self.options.cancelled,
            next: AtomicUsize::new(0),
            room: ByteSemaphore::default(),
            bytes: AtomicU64::new(0),
        };
        let bytes: u64 = candidates.iter().map(|candidate| candidate.file.stat.size).sum();
        let mut index_writer = IndexWriter::new(writer, stamps, ids, tally);
        let total = candidates.len();
        let threads = crate::threads::threads().min(total);
        let is_complete = std::thread::scope(|scope| -> Result<bool> {
            let (send, receive) = crossbeam_channel::bounded(128);
            for _ in 0..threads {
                let (send, work) = (send.clone(), &work);
                crate::threads::spawn(scope, move || work.run(&send));
            }
            drop(send);
            // Dropping this and the receiver on the way out ends the threads.
            let _closing = work.room.closing();
            for (done, (size, parsed)) in receive.iter().enumerate() {
                self.check()?;
                if done % 16 == 0 {
                    if self.too_slow() {
                        return Ok(false);
                    }
                    let bytes = (work.bytes.load(Ordering::Relaxed), bytes);
                    (self.options.progress)(Progress { bytes, ..Progress::new(Phase::Parse, done, total) });
                }
                index_writer.keep(parsed)?;
                work.room.give_back(size);
            }
            // Threads that were cancelled leave files undone, and nothing behind that the loop could see.
            self.check()?;
            self.report(Phase::Parse, total, total);
            Ok(true)
        })?;
        if !is_complete {
            return Ok(());
        }
        index_writer.finish(changes)?;
        if let Some(threads) = work.threads {
            tally.references.all_files(threads.files);
        }
        Ok(())
    }
}

/// What threads need to gather references beside parsing.
fn threads_of<'a>(numbers: Numbered<'a>, changes: &Changes) -> Threads<'a> {
    let code = |candidate: &Candidate| {
        if candidate.kind != FileKind::Code {
            return None;
        }
        let path = Arc::clone(&candidate.file.path);
        Some((numbers.of(&path)?, path, rules(LanguageId::parse(candidate.language?)?)))
    };
    let files = changes.candidates.iter().filter_map(code).collect();
    Threads { files: AllFiles::new(files), ids: numbers }
}

/// Code files that are no longer there, by what they held.
fn gone(stamps: &BTreeMap<String, Stamp>, changes: &Changes) -> Gone {
    Gone::new(changes.removed.iter().filter_map(|path| {
        let stamp = stamps.get(path).filter(|stamp| stamp.kind == FileKind::Code && !stamp.skipped)?;
        Some((stamp.hash?, path.clone()))
    }))
}
