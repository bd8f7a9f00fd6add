//! Graph files: those that may have changed are read, and what they say is written.

use std::collections::{BTreeMap, HashMap, HashSet};

use beadloom_model::{Diagnostic, GraphFile, Level, Links, Result};
use beadloom_store::{FileKind, FileRow, Stamp, Writer};

use crate::changes::{Candidate, Classifier, compare};
use crate::ids::FileIds;
use crate::indexed_files::IndexedFiles;
use crate::invalidation::Cause;
use crate::parse::file_row;
use crate::run::Run;
use crate::run_changes::RunChanges;
use crate::source::{ReadOutcome, decode_whole, read_file};
use crate::walk::Found;

/// The graph as its files say it now.
#[derive(Default)]
pub struct GraphRead {
    /// By path.
    pub files: Vec<GraphFile>,
    /// Whether there is any file of the graph.
    pub is_kept: bool,
}

impl GraphRead {
    /// Documents that its nodes name, by their own paths.
    pub fn named_documents(&self, links: &Links) -> HashSet<String> {
        let nodes = self.files.iter().flat_map(|file| &file.nodes);
        let named = nodes.flat_map(|node| &node.docs);
        named.map(|(path, _)| links.real(path).unwrap_or_else(|| path.clone())).collect()
    }
}

impl Run<'_> {
    /// Reads the files of the graph that may have changed. `last`: what they said when they last parsed.
    pub fn read_graph(
        &self,
        writer: &Writer<'_>,
        indexed: &IndexedFiles,
        last: Vec<GraphFile>,
        ids: &mut FileIds<'_>,
        tally: &mut RunChanges,
    ) -> Result<GraphRead> {
        let none = HashSet::new();
        let classifier = Classifier::new(self.options.config, &none, self.files);
        let found: Vec<Found> =
            self.files.iter().filter(|file| classifier.is_graph(&file.path)).cloned().collect();
        let stamps = indexed.stamps.iter().filter(|(_, stamp)| stamp.kind == FileKind::Graph);
        let stamps: BTreeMap<String, Stamp> =
            stamps.map(|(path, stamp)| (path.clone(), stamp.clone())).collect();
        let changes = compare(&found, &stamps, &classifier, indexed.scanned_ns);
        let mut files: HashMap<String, GraphFile> =
            last.into_iter().map(|file| (file.path.clone(), file)).collect();
        let mut touched = !changes.removed.is_empty();
        for candidate in &changes.candidates {
            touched |= self.read_graph_file(writer, candidate, &mut files, ids, tally)?;
        }
        let mut files: Vec<GraphFile> = files.into_values().collect();
        files.retain(|file| found.iter().any(|found| *found.path == *file.path));
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        tally.invalidation.note(Cause::GraphFiles, touched);
        Ok(GraphRead { files, is_kept: !found.is_empty() })
    }

    /// Reads one file of the graph. Returns whether what it says changed.
    fn read_graph_file(
        &self,
        writer: &Writer<'_>,
        candidate: &Candidate,
        graph_files: &mut HashMap<String, GraphFile>,
        ids: &mut FileIds<'_>,
        tally: &mut RunChanges,
    ) -> Result<bool> {
        let path: &str = &candidate.file.path;
        let id = ids.take(path);
        let unreadable = |mut diagnostic: Diagnostic, row: FileRow| -> Result<bool> {
            diagnostic.level = Level::Error;
            writer.put_file(&row)?;
            writer.set_diagnostics(path, &[diagnostic])?;
            Ok(true)
        };
        let skipped = |stat, hash, code| FileRow {
            id,
            kind: FileKind::Graph,
            stat: Some(stat),
            hash,
            skipped: Some(code),
            ..FileRow::other(path.to_owned())
        };
        let content = match read_file(self.options.root, path, self.options.config.max_file_size) {
            ReadOutcome::Whole(content) => content,
            ReadOutcome::Vanished => return Ok(false),
            ReadOutcome::Skipped(stat, diagnostic) => {
                let row = skipped(stat, None, diagnostic.code);
                tally.visible = true;
                return unreadable(diagnostic, row);
            }
        };
        if candidate.known == Some(content.hash) {
            writer.set_stat(path, content.stat)?;
            return Ok(false);
        }
        tally.visible = true;
        tally.counts.parsed += 1;
        if candidate.is_new {
            tally.counts.added += 1;
        } else {
            tally.counts.changed += 1;
        }
        let (stat, hash) = (content.stat, content.hash);
        let mut row = FileRow { id, ..file_row(candidate, &content) };
        let text = match decode_whole(path, content.bytes) {
            Ok(text) => text,
            Err(diagnostic) => {
                let row = skipped(stat, Some(hash), diagnostic.code);
                return unreadable(*diagnostic, row);
            }
        };
        row.lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
        writer.put_file(&row)?;
        match beadloom_graph::read_graph_file(path, &text) {
            Ok(file) => {
                writer.set_diagnostics(path, &file.diagnostics)?;
                writer.put_graph_file(path, &file, false)?;
                graph_files.insert(path.to_owned(), file);
            }
            Err(diagnostic) => {
                writer.set_diagnostics(path, &[*diagnostic])?;
                if let Some(last) = graph_files.get(path) {
                    writer.put_graph_file(path, last, true)?;
                }
            }
        }
        Ok(true)
    }
}
