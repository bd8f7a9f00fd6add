//! Which files a project has: ignore rules, links, and what is never indexed.

use std::collections::HashSet;
use std::fs::Metadata;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use beadloom_graph::config::Config;
use beadloom_model::{Code, Diagnostic, Error, Result};
use beadloom_store::Stat;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};

use crate::ignore_files::{BEADLOOMIGNORE, Unfit, unfit_above, unfit_in};
use crate::threads::threads;

/// A file that the walk found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Relative to the root, `/`-separated.
    pub path: String,
    /// As the file system says now.
    pub stat: Stat,
}

/// All files of a project, by path, and what was left out.
#[derive(Debug, Default)]
pub struct Walked {
    /// By path.
    pub files: Vec<Found>,
    /// By path.
    pub diagnostics: Vec<Diagnostic>,
}

/// Progress is told of every so many files.
const FILES_PER_REPORT: usize = 256;

/// Folders that hold what others made, whatever the ignore files say.
const NEVER: &[&str] = &["node_modules", ".venv", "venv", "__pycache__", ".git"];

/// Folders that hold build output where one of these manifests lies beside them.
const OUTPUT: &[(&str, &[&str])] = &[
    ("target", &["Cargo.toml", "pom.xml", "build.sbt"]),
    ("dist", &["package.json", "pyproject.toml", "setup.py", "setup.cfg"]),
    (
        "build",
        &["package.json", "pyproject.toml", "setup.py", "setup.cfg", "build.gradle", "build.gradle.kts"],
    ),
];

/// Files in hidden folders that answers depend on all the same.
const HIDDEN_INPUTS: &[&str] =
    &[".beadloom/config.yml", ".github/CODEOWNERS", ".github/labeler.yml", ".gitlab/CODEOWNERS"];

/// Walks the scan paths. `progress` is told now and then how many files were found so far.
///
/// # Errors
/// `no_project` where the root cannot be listed, `cancelled`.
pub fn walk(
    root: &Path,
    config: &Config,
    cancelled: &AtomicBool,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Walked> {
    let real_root = root.canonicalize().map_err(|e| {
        Error::new(Code::NoProject, format!("the project folder {} cannot be opened", root.display()))
            .caused_by(e)
    })?;
    let ignored = ignore_paths(&real_root, &config.ignore_paths);
    let count = AtomicUsize::new(0);
    let walker = Walker {
        root: &real_root,
        ignored: &ignored,
        cancelled,
        count: &count,
        progress,
        found: Mutex::default(),
    };
    let starts: Vec<PathBuf> = scan_starts(&real_root, &config.scan_paths);
    walker.run(&starts, false);
    for hidden in HIDDEN_INPUTS {
        walker.add_file(&real_root.join(hidden));
    }
    let graph = real_root.join(config.docs.graph.trim_end_matches('/'));
    if graph.is_dir() {
        walker.run(&[graph], true);
    }
    // Links to folders come last and are not followed any further from there, so that a handful of links that
    // point at each other cannot multiply the tree.
    let links = std::mem::take(&mut walker.lock().links);
    for link in links {
        walker.follow(&link);
    }
    if cancelled.load(Ordering::Relaxed) {
        return Err(Error::new(Code::Cancelled, "cancelled; the index is as it was"));
    }
    let mut found = std::mem::take(&mut *walker.lock());
    found.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.files.dedup_by(|a, b| a.path == b.path);
    found.diagnostics.sort();
    found.diagnostics.dedup();
    Ok(Walked { files: found.files, diagnostics: found.diagnostics })
}

#[derive(Default)]
struct Collected {
    files: Vec<Found>,
    links: Vec<PathBuf>,
    diagnostics: Vec<Diagnostic>,
}

struct Walker<'a> {
    root: &'a Path,
    ignored: &'a Gitignore,
    cancelled: &'a AtomicBool,
    /// Files found so far.
    count: &'a AtomicUsize,
    progress: &'a (dyn Fn(usize) + Sync),
    found: Mutex<Collected>,
}

impl Walker<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Collected> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Walks below `starts`. `plain` takes every file, hidden or ignored: the graph folder is always read.
    fn run(&self, starts: &[PathBuf], plain: bool) {
        let Some((first, rest)) = starts.split_first() else { return };
        let mut builder = WalkBuilder::new(first);
        for start in rest {
            builder.add(start);
        }
        builder.standard_filters(!plain).require_git(false).follow_links(false).threads(threads().min(8));
        let unfit = Arc::new(Mutex::new(Vec::new()));
        if !plain {
            let above: Vec<Unfit> = starts.iter().flat_map(|start| unfit_above(start, self.root)).collect();
            let fit = |name: &str| above.iter().all(|unfit| unfit.name != name);
            builder.git_ignore(fit(".gitignore")).ignore(fit(".ignore"));
            if fit(BEADLOOMIGNORE) {
                builder.add_custom_ignore_filename(BEADLOOMIGNORE);
            }
            self.lock()
                .diagnostics
                .extend(above.iter().map(|unfit| unfit.switched_off(&self.shown(&unfit.path))));
            let (ignored, unfit) = (self.ignored.clone(), Arc::clone(&unfit));
            builder.filter_entry(move |entry| {
                let kept = keep(entry, &ignored);
                let found = (kept && is_dir(entry)).then(|| unfit_in(entry.path()).next()).flatten();
                let Some(found) = found else { return kept };
                unfit.lock().unwrap_or_else(PoisonError::into_inner).push(found);
                false
            });
        }
        builder.build_parallel().run(|| {
            let mut batch = Batch { walker: self, collected: Collected::default() };
            Box::new(move |entry| {
                if self.cancelled.load(Ordering::Relaxed) {
                    return WalkState::Quit;
                }
                match entry {
                    Ok(entry) => self.visit(&entry, &mut batch.collected),
                    Err(error) => batch.collected.diagnostics.extend(self.walk_error(&error)),
                }
                WalkState::Continue
            })
        });
        let unfit = std::mem::take(&mut *unfit.lock().unwrap_or_else(PoisonError::into_inner));
        self.lock().diagnostics.extend(unfit.iter().map(|unfit| unfit.left_out(&self.shown(&unfit.path))));
    }

    fn visit(&self, entry: &DirEntry, into: &mut Collected) {
        let Some(kind) = entry.file_type() else { return };
        if kind.is_symlink() {
            self.visit_link(entry.path(), into);
        } else if kind.is_file() {
            match entry.metadata() {
                Ok(metadata) => self.push(entry.path(), &metadata, into),
                // None where the file is gone by now.
                Err(error) => into.diagnostics.extend(self.walk_error(&error)),
            }
        }
    }

    /// A link to a file counts as that file; one to a folder is followed later. Both only inside the root.
    fn visit_link(&self, link: &Path, into: &mut Collected) {
        let target = match link.canonicalize() {
            Ok(target) => target,
            // It leads to nothing: there is nothing to leave out.
            Err(error) if error.kind() == ErrorKind::NotFound => return,
            Err(error) => {
                let why = format!("leads nowhere ({error})");
                into.diagnostics.push(self.skipped_link(link, &why));
                return;
            }
        };
        if !target.starts_with(self.root) {
            into.diagnostics.push(self.skipped_link(link, "leads outside the project"));
        } else if target.is_file() {
            if let Ok(metadata) = target.metadata() {
                self.push(link, &metadata, into);
            }
        } else if link.starts_with(&target) {
            into.diagnostics.push(self.skipped_link(link, "leads in a circle"));
        } else {
            into.links.push(link.to_owned());
        }
    }

    fn follow(&self, link: &Path) {
        let Ok(target) = link.canonicalize() else { return };
        let Some(prefix) = self.relative(link) else {
            let no_name = self.no_name(link);
            self.lock().diagnostics.push(no_name);
            return;
        };
        let inner = Walker {
            root: self.root,
            ignored: self.ignored,
            cancelled: self.cancelled,
            count: self.count,
            progress: self.progress,
            found: Mutex::default(),
        };
        inner.run(std::slice::from_ref(&target), false);
        let mut below = std::mem::take(&mut *inner.lock());
        let mut found = self.lock();
        // What the walk found where the link leads is told once: see the end of `walk`.
        found.diagnostics.append(&mut below.diagnostics);
        let Some(base) = self.relative(&target) else { return };
        for file in &mut below.files {
            if let Some(tail) = file.path.strip_prefix(&base) {
                file.path = format!("{prefix}{tail}");
            }
        }
        found.files.append(&mut below.files);
        for nested in below.links {
            found.diagnostics.push(self.skipped_link(&nested, "lies behind another link"));
        }
    }

    fn add_file(&self, path: &Path) {
        if let Ok(metadata) = path.metadata()
            && metadata.is_file()
        {
            let mut found = self.lock();
            self.push(path, &metadata, &mut found);
        }
    }

    fn push(&self, path: &Path, metadata: &Metadata, into: &mut Collected) {
        match self.relative(path) {
            Some(path) => {
                into.files.push(Found { path, stat: stat_of(metadata) });
                let count = self.count.fetch_add(1, Ordering::Relaxed) + 1;
                if count.is_multiple_of(FILES_PER_REPORT) {
                    (self.progress)(count);
                }
            }
            None => into.diagnostics.push(self.no_name(path)),
        }
    }

    /// `/`-separated and relative to the root; None where the name is not UTF-8.
    fn relative(&self, path: &Path) -> Option<String> {
        Some(with_slashes(path.strip_prefix(self.root).ok()?.to_str()?))
    }

    /// The same for people: whatever is not UTF-8 is replaced.
    fn shown(&self, path: &Path) -> String {
        with_slashes(&path.strip_prefix(self.root).unwrap_or(path).to_string_lossy())
    }

    fn skipped_link(&self, link: &Path, why: &str) -> Diagnostic {
        Diagnostic::warn(Code::LinkSkipped, format!("the link {why} and was not followed"))
            .at(self.shown(link), 0, 0)
            .hint("add it to .beadloomignore to silence this")
    }

    /// For what no path of the index can name.
    fn no_name(&self, path: &Path) -> Diagnostic {
        Diagnostic::warn(
            Code::Unreadable,
            "its name, or that of a folder above, is not UTF-8, it was left out",
        )
        .at(self.shown(path), 0, 0)
        .hint("rename it")
    }

    fn unreadable(&self, path: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
        Diagnostic::warn(Code::Unreadable, format!("could not be read and was left out: {error}"))
            .at(self.shown(path), 0, 0)
            .hint("check its permissions, or add it to .beadloomignore")
    }

    fn walk_error(&self, error: &ignore::Error) -> Option<Diagnostic> {
        let (mut path, mut inner) = (None, error);
        loop {
            inner = match inner {
                ignore::Error::WithPath { path: p, err } => {
                    path = Some(p.clone());
                    err
                }
                ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
                // Gone, or a file by now where a folder was.
                ignore::Error::Io(io)
                    if matches!(io.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
                {
                    return None;
                }
                other => return Some(self.unreadable(path.as_deref().unwrap_or(self.root), other)),
            };
        }
    }
}

/// A backslash is a separator on Windows alone, and a letter like any other elsewhere.
fn with_slashes(path: &str) -> String {
    if std::path::MAIN_SEPARATOR == '/' {
        path.to_owned()
    } else {
        path.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

/// What one thread of the walk found, handed over at once when the thread is done.
struct Batch<'w, 'a> {
    walker: &'w Walker<'a>,
    collected: Collected,
}

impl Drop for Batch<'_, '_> {
    fn drop(&mut self) {
        let mut found = self.walker.lock();
        found.files.append(&mut self.collected.files);
        found.links.append(&mut self.collected.links);
        found.diagnostics.append(&mut self.collected.diagnostics);
    }
}

fn is_dir(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn keep(entry: &DirEntry, ignored: &Gitignore) -> bool {
    let is_dir = is_dir(entry);
    if entry.depth() > 0 && is_dir {
        let Some(name) = entry.file_name().to_str() else { return true };
        if NEVER.contains(&name) {
            return false;
        }
        if let Some((_, manifests)) = OUTPUT.iter().find(|(folder, _)| *folder == name)
            && let Some(parent) = entry.path().parent()
            && manifests.iter().any(|manifest| parent.join(manifest).is_file())
        {
            return false;
        }
    }
    !ignored.matched(entry.path(), is_dir).is_ignore()
}

fn ignore_paths(root: &Path, patterns: &[String]) -> Gitignore {
    let mut builder = GitignoreBuilder::new(root);
    for pattern in patterns {
        // A pattern that does not parse was reported with its place when the configuration was read.
        let _ = builder.add_line(None, pattern);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

fn scan_starts(root: &Path, scan_paths: &[String]) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    scan_paths
        .iter()
        .map(|path| root.join(path))
        .filter_map(|path| path.canonicalize().ok())
        .filter(|path| path.starts_with(root) && seen.insert(path.clone()))
        .collect()
}

/// Size, modification time and inode.
pub fn stat_of(metadata: &Metadata) -> Stat {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Stat {
            size: metadata.len(),
            mtime_ns: metadata.mtime().saturating_mul(1_000_000_000).saturating_add(metadata.mtime_nsec()),
            inode: metadata.ino(),
        }
    }
    #[cfg(not(unix))]
    {
        let mtime_ns = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
            .and_then(|since| i64::try_from(since.as_nanos()).ok())
            .unwrap_or(0);
        Stat { size: metadata.len(), mtime_ns, inode: 0 }
    }
}
