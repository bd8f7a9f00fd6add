//! The project as it was at a revision, read from Git's objects, to tell what a change brought from what was there.
//!
//! What is new is judged by today's rules: the code and the graph are those of the revision, so a rule that comes with the
//! change is broken only by what the change adds. Where the revision has no graph, today's stands in for it.

mod files;
mod findings;
mod imports;
mod pairs;
mod project;
mod violations;

use std::collections::{BTreeMap, BTreeSet};

use beadloom_git::{Blob, Revisions, changed_since, renamed_since};
use beadloom_graph::{is_graph_file, read_graph_file};
use beadloom_model::{Code, Diagnostic, Error, GraphFile, Result};

use crate::Call;
use crate::settings::Settings;

pub(crate) use findings::{Finding, KnownFindings};
pub(crate) use pairs::KnownPairs;
pub(crate) use project::Project;
pub(crate) use violations::new_violations;

/// A revision, and what differs between it and the working tree.
pub(crate) struct Base<'a> {
    revisions: Revisions<'a>,
    /// In hexadecimal.
    pub(crate) commit: String,
    /// Every file of the commit.
    files: BTreeMap<String, Blob>,
    /// Paths that are there now and say something else, or were not there.
    changed: BTreeSet<String>,
    /// Paths of the commit that are gone, and not only left out of the work tree.
    deleted: BTreeSet<String>,
    /// Where files are now that were moved, by their old path.
    later: BTreeMap<String, String>,
    graph: Vec<GraphFile>,
    /// What was wrong in graph files that did not parse.
    unread: Vec<Diagnostic>,
    /// Of the graph, relative to the root, ending in `/`.
    graph_folder: String,
}

impl<'a> Base<'a> {
    /// The commit that a person means by a revision.
    ///
    /// # Errors
    /// `bad_revision`, `no_repository`, `cancelled`.
    pub(crate) fn commit(root: &std::path::Path, revision: &str, call: &Call<'_>) -> Result<String> {
        Revisions { root, cancelled: call.cancelled }.commit(revision)
    }

    /// Reads the commit's list of files and its graph.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`.
    pub(crate) fn read(
        root: &'a std::path::Path,
        commit: String,
        settings: &Settings,
        call: &Call<'a>,
    ) -> Result<Self> {
        let revisions = Revisions { root, cancelled: call.cancelled };
        let (files, since) = std::thread::scope(|scope| {
            let since = scope.spawn(|| changed_since(root, &commit, call.cancelled));
            (revisions.files(&commit), since.join().ok().flatten())
        });
        let files = files?;
        let since = since.ok_or_else(|| {
            Error::new(Code::NotReadable, "Git could not compare the revision with the working tree")
        })?;
        let later = renamed_since(root, &commit, &since, call.cancelled);
        let folder = settings.config.docs.graph.trim_end_matches('/');
        let graph_folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut base = Self {
            revisions,
            commit,
            files,
            changed: since.changed,
            deleted: since.deleted,
            later,
            graph: Vec::new(),
            unread: Vec::new(),
            graph_folder,
        };
        base.read_graph(settings.config.max_file_size)?;
        Ok(base)
    }

    fn read_graph(&mut self, most: u64) -> Result<()> {
        let paths: Vec<String> = self
            .files
            .iter()
            .filter(|(path, blob)| {
                let name = path.strip_prefix(&self.graph_folder);
                blob.size <= most && name.is_some_and(|name| !name.contains('/') && is_graph_file(name))
            })
            .map(|(path, _)| path.clone())
            .collect();
        for (path, text) in self.texts(&paths)? {
            match read_graph_file(&path, &text) {
                Ok(file) => self.graph.push(file),
                Err(finding) => self.unread.push(*finding),
            }
        }
        Ok(())
    }

    /// Whether the commit has a file of that path.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Paths of the commit or of now whose file says something else, came or went, in order.
    pub(crate) fn differing(&self) -> BTreeSet<&str> {
        self.deleted.iter().chain(&self.changed).map(String::as_str).collect()
    }

    /// Whether a file of the commit is there, unchanged.
    pub(crate) fn is_unchanged(&self, path: &str) -> bool {
        self.has(path) && !self.changed.contains(path) && self.revisions.root.join(path).exists()
    }

    /// Where a file of the commit is now, as far as that is known.
    pub(crate) fn later_path<'p>(&'p self, path: &'p str) -> &'p str {
        self.later.get(path).map_or(path, String::as_str)
    }

    /// The texts of files of the commit, by path. Paths that it does not have are left out.
    pub(crate) fn texts(&self, paths: &[String]) -> Result<BTreeMap<String, String>> {
        let present: Vec<(&String, Blob)> =
            paths.iter().filter_map(|path| Some((path, self.files.get(path)?.clone()))).collect();
        let blobs: Vec<Blob> = present.iter().map(|(_, blob)| blob.clone()).collect();
        let contents = self.revisions.contents(&blobs)?;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok(present.into_iter().zip(contents).map(|((path, _), bytes)| (path.clone(), text(bytes))).collect())
    }

    /// The text of one file of the commit, if it has it.
    pub(crate) fn text(&self, path: &str) -> Result<Option<String>> {
        Ok(self.texts(&[path.to_owned()])?.remove(path))
    }

    /// The texts of these manifests as they were, of those that changed.
    fn changed_manifests(&self, paths: &[String]) -> Result<BTreeMap<String, String>> {
        let changed: Vec<String> = paths
            .iter()
            .filter(|path| beadloom_resolve::is_manifest(path) && !self.is_unchanged(path))
            .cloned()
            .collect();
        self.texts(&changed)
    }
}
