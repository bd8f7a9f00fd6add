//! Which files a project has: ignore rules, links, and what is never indexed.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::{DirEntry, FileType, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use beadloom_files::UNFINISHED;
use beadloom_git::Repository;
use beadloom_graph::config::Config;
use beadloom_lang::detect;
use beadloom_model::{Code, Diagnostic, Error, Links, Result};
use beadloom_resolve::is_manifest;
use beadloom_store::Stat;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::folders::{Enter, Folder, Listed, each_folder};
use crate::hidden::{Decided, Indexes, Scope};
use crate::ignore_files::{unfit_above, unfit_in};
use crate::ignore_rules::{Present, Rules, Whose};
use crate::skipped::{LeftOut, with_slashes};

/// A file that the walk found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Relative to the root, `/`-separated. Shared, because a large project has many megabytes of paths.
    pub path: Arc<str>,
    /// As the file system says now.
    pub stat: Stat,
}

/// All files of a project, by path, and what was left out.
#[derive(Debug, Default, Clone)]
pub struct Walked {
    /// By path.
    pub files: Vec<Found>,
    /// By path.
    pub diagnostics: Vec<Diagnostic>,
    /// Other names of files and folders.
    pub links: Links,
    /// What a change of it does not show in the folders that were listed.
    pub beyond: ExternalInputs,
}

/// Links of a project that are known as such; of those beyond that many nothing but their names is lost.
const MAX_LINKS: usize = 10_000;

/// What a walk depends on besides the folders that it lists and the files that it finds there.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct ExternalInputs {
    /// Links, by path, and where they lead.
    pub links: Vec<(PathBuf, std::result::Result<PathBuf, ErrorKind>)>,
    /// Files that can be written to by another path as well: relative to the root, sorted.
    pub elsewhere: Vec<String>,
    /// Folders with a `.git` in them, sorted.
    pub repositories: Vec<PathBuf>,
    /// What said which hidden files count, by folder.
    pub decided: Vec<Decided>,
}

impl ExternalInputs {
    fn append(&mut self, mut other: Self) {
        self.links.append(&mut other.links);
        self.elsewhere.append(&mut other.elsewhere);
        self.repositories.append(&mut other.repositories);
    }

    fn sort(&mut self) {
        self.links.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        self.links.dedup();
        self.elsewhere.sort_unstable();
        self.elsewhere.dedup();
        self.repositories.sort_unstable();
        self.repositories.dedup();
    }
}

/// Progress is reported every so many files.
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
pub const HIDDEN_INPUTS: &[&str] = &[
    ".beadloom/config.yml",
    beadloom_sync::LOCK_PATH,
    ".github/CODEOWNERS",
    ".github/labeler.yml",
    ".gitlab/CODEOWNERS",
];

/// Whether a folder beside a file of this name may be build output.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "elsewhere nothing is reported"))]
pub fn is_output_manifest(name: &str) -> bool {
    OUTPUT.iter().any(|(_, manifests)| manifests.contains(&name))
}

/// Walks the scan paths. `progress` is called now and then with how many files were found so far, `enter` with every
/// folder before it is listed.
///
/// # Errors
/// `no_project` where the root cannot be listed, `cancelled`.
pub fn walk(
    root: &Path,
    config: &Config,
    cancelled: &AtomicBool,
    progress: &(dyn Fn(usize) + Sync),
    enter: Enter<'_>,
) -> Result<Walked> {
    let real_root = root.canonicalize().map_err(|e| {
        Error::new(Code::NoProject, format!("the project folder {} cannot be opened", root.display()))
            .caused_by(e)
    })?;
    let ignored = ignore_paths(&real_root, &config.ignore_paths);
    let count = AtomicUsize::new(0);
    let global = Arc::new(Gitignore::global().0);
    let indexes = Indexes::default();
    let walker = Walker {
        root: &real_root,
        left_out: LeftOut { root: &real_root },
        ignored: &ignored,
        global: &global,
        indexes: &indexes,
        cancelled,
        count: &count,
        progress,
        enter,
        common_dir: OnceLock::new(),
    };
    let mut found = walker.run(&scan_starts(&real_root, &config.scan_paths), false);
    for hidden in HIDDEN_INPUTS {
        walker.add_file(&real_root.join(hidden), &mut found);
    }
    walker.follow_all(&mut found);
    let links = walker.links(&found.beyond);
    // A graph has its files where it lies, also where these are links.
    let graph = real_root.join(config.docs.graph.trim_end_matches('/'));
    if graph.is_dir() {
        let mut in_graph = walker.run(&[graph], true);
        // They are not followed any further from there, so that a handful of links that point at each other cannot multiply
        // the tree.
        for link in std::mem::take(&mut in_graph.leads_to) {
            in_graph.append(walker.follow_in_graph(&link));
        }
        // It goes when whoever writes the graph is done, and no answer depends on it.
        in_graph.files.retain(|file| Path::new(&*file.path).file_name() != Some(UNFINISHED.as_ref()));
        found.append(in_graph);
    }
    if cancelled.load(Ordering::Relaxed) {
        return Err(Error::new(Code::Cancelled, "cancelled; the index is unchanged"));
    }
    found.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.files.dedup_by(|a, b| a.path == b.path);
    found.diagnostics.sort();
    found.diagnostics.dedup();
    found.beyond.sort();
    found.beyond.decided = indexes.decided();
    Ok(Walked { files: found.files, diagnostics: found.diagnostics, links, beyond: found.beyond })
}

#[derive(Default)]
struct Collected {
    files: Vec<Found>,
    /// What links lead to: files and folders of the project. In a graph, the links to folders themselves.
    leads_to: Vec<PathBuf>,
    diagnostics: Vec<Diagnostic>,
    beyond: ExternalInputs,
}

impl Collected {
    fn append(&mut self, mut other: Self) {
        self.files.append(&mut other.files);
        self.leads_to.append(&mut other.leads_to);
        self.diagnostics.append(&mut other.diagnostics);
        self.beyond.append(other.beyond);
    }
}

/// What a folder gets from those above it, before it is read.
struct Inherited {
    /// Relative to the root, with a final `/`; empty for the root itself. None where it is not UTF-8.
    prefix: Option<String>,
    /// The rules above it. None where every file counts, hidden or ignored.
    rules: Option<Rules>,
    /// Whether the walk began here.
    is_start: bool,
    /// What says whether hidden and ignored entries count.
    scope: Arc<Scope>,
    /// Whether that is asked of every entry, because the folder is hidden or ignored itself.
    is_hidden: bool,
}

/// Where an entry lies.
struct Around<'a> {
    folder: &'a Path,
    rules: &'a Rules,
    scope: &'a Scope,
    /// Whether the folder is hidden or ignored and counts all the same, or one above it.
    is_hidden: bool,
}

struct Walker<'a> {
    root: &'a Path,
    left_out: LeftOut<'a>,
    ignored: &'a Gitignore,
    /// The user's own rules, for all projects.
    global: &'a Arc<Gitignore>,
    indexes: &'a Indexes,
    cancelled: &'a AtomicBool,
    /// Files found so far.
    count: &'a AtomicUsize,
    progress: &'a (dyn Fn(usize) + Sync),
    enter: Enter<'a>,
    /// The repository of the project, with all its work trees; None where there is none. Looked for once somebody asks.
    common_dir: OnceLock<Option<PathBuf>>,
}

impl Walker<'_> {
    /// Walks below `starts`. `plain` takes every file, hidden or ignored: the graph folder is always read.
    fn run(&self, starts: &[PathBuf], plain: bool) -> Collected {
        let mut found = Collected::default();
        let mut above = Vec::new();
        if !plain {
            above = starts.iter().flat_map(|start| unfit_above(start, self.root)).collect();
            found
                .diagnostics
                .extend(above.iter().map(|unfit| unfit.switched_off(&self.left_out.shown(&unfit.path))));
        }
        let mut folders = Vec::new();
        for start in starts {
            match start.symlink_metadata() {
                Ok(metadata) if metadata.is_file() => self.push(start, &metadata, &mut found),
                Ok(metadata) if metadata.is_symlink() => self.visit_link(start, plain, &mut found),
                Ok(metadata) if !metadata.is_dir() => {}
                Ok(_) => {
                    let rules = (!plain).then(|| {
                        let rules = Rules::new(Arc::clone(self.global), &above);
                        let (rules, wrong) = rules.with_those_above(start);
                        found.diagnostics.extend(wrong.and_then(|wrong| self.left_out.rules_error(&wrong)));
                        rules
                    });
                    let prefix = self.relative(start).map(as_prefix);
                    let scope = Arc::new(Scope::of(start));
                    let inherited = Inherited { prefix, rules, is_start: true, scope, is_hidden: false };
                    folders.push(Folder { path: start.clone(), inherited });
                }
                Err(error) => found.diagnostics.extend(self.left_out.io_error(start, &error)),
            }
        }
        let visit =
            |folder: &Folder<Inherited>, listed: Listed, inside: &mut Vec<_>, into: &mut Collected| {
                match listed {
                    Ok(listed) => self.visit(folder, listed, inside, into),
                    Err(error) => into.diagnostics.extend(self.left_out.io_error(&folder.path, &error)),
                }
            };
        for gathered in each_folder(folders, self.cancelled, self.enter, &visit) {
            found.append(gathered);
        }
        found
    }

    /// Whether a folder is the top of another work tree of the project's repository: all its files are there a second time, as
    /// another branch has them.
    fn is_other_tree(&self, folder: &Path) -> bool {
        let linked = |folder: &Path| {
            let found = Repository::around(folder).ok()?;
            (found.top == found.folder && found.git_dir != found.common_dir).then_some(found.common_dir)
        };
        let own = || Repository::around(self.root).ok().map(|repository| repository.common_dir);
        linked(folder).is_some_and(|common| self.common_dir.get_or_init(own).as_ref() == Some(&common))
    }

    fn visit(
        &self,
        folder: &Folder<Inherited>,
        listed: Vec<std::io::Result<DirEntry>>,
        inside: &mut Vec<Folder<Inherited>>,
        into: &mut Collected,
    ) {
        let mut entries = Vec::with_capacity(listed.len());
        for entry in listed {
            match entry {
                Ok(entry) => entries.push((entry.file_name(), entry)),
                Err(error) => into.diagnostics.extend(self.left_out.io_error(&folder.path, &error)),
            }
        }
        let mut rules = None;
        let mut scope = Arc::clone(&folder.inherited.scope);
        if let Some(above) = &folder.inherited.rules {
            let mut present = Present::default();
            entries.iter().for_each(|(name, _)| present.see(name));
            if !folder.inherited.is_start
                && let Some(unfit) = unfit_in(&folder.path, present.files).next()
            {
                into.diagnostics.push(unfit.left_out(&self.left_out.shown(&unfit.path)));
                return;
            }
            if present.git && !folder.inherited.is_start && self.is_other_tree(&folder.path) {
                return;
            }
            if present.git {
                into.beyond.repositories.push(folder.path.clone());
                if !folder.inherited.is_start {
                    scope = Arc::new(Scope::of(&folder.path));
                }
            }
            rules = Some(above.below(&folder.path, present));
        }
        for (name, entry) in entries {
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(error) => {
                    into.diagnostics.extend(self.left_out.io_error(&entry.path(), &error));
                    continue;
                }
            };
            let mut is_below_hidden = false;
            if let Some(rules) = &rules {
                let around = Around {
                    folder: &folder.path,
                    rules,
                    scope: &scope,
                    is_hidden: folder.inherited.is_hidden,
                };
                match self.keeps(&around, &name, &entry, kind) {
                    None => continue,
                    Some(is_hidden) => is_below_hidden = is_hidden,
                }
            }
            if kind.is_dir() {
                let prefix = folder.inherited.prefix.as_ref().zip(name.to_str());
                let prefix = prefix.map(|(prefix, name)| format!("{prefix}{name}/"));
                let inherited = Inherited {
                    prefix,
                    rules: rules.clone(),
                    is_start: false,
                    scope: Arc::clone(&scope),
                    is_hidden: is_below_hidden,
                };
                inside.push(Folder { path: folder.path.join(&name), inherited });
            } else if kind.is_symlink() {
                self.visit_link(&folder.path.join(&name), rules.is_none(), into);
            } else if kind.is_file() {
                self.visit_file(folder, &name, &entry, into);
            } else if rules.is_none() {
                // A pipe or a socket among sources is no source; where every file counts, somebody meant it for one.
                into.diagnostics.push(self.left_out.unreadable(&entry.path(), &"it is not a regular file"));
            }
        }
    }

    fn visit_file(&self, folder: &Folder<Inherited>, name: &OsStr, entry: &DirEntry, into: &mut Collected) {
        match (entry.metadata(), folder.inherited.prefix.as_ref().zip(name.to_str())) {
            (Ok(metadata), Some((prefix, name))) => {
                self.push_named(format!("{prefix}{name}"), &metadata, into);
            }
            (Ok(_), None) => into.diagnostics.push(self.left_out.no_name(&folder.path.join(name))),
            (Err(error), _) => into.diagnostics.extend(self.left_out.io_error(&entry.path(), &error)),
        }
    }

    /// Whether a file or folder counts: then, whether because it is hidden or ignored and does all the same, or lies in such a
    /// folder.
    fn keeps(&self, around: &Around<'_>, name: &OsStr, entry: &DirEntry, kind: FileType) -> Option<bool> {
        let Around { folder, rules, scope, is_hidden: lies_hidden } = *around;
        let is_dir = kind.is_dir();
        let mut path = None;
        let said = if rules.is_empty() {
            Match::None
        } else {
            rules.matched(path.get_or_insert_with(|| folder.join(name)), is_dir)
        };
        let is_hidden = match said {
            Match::Ignore(Whose::Own) => return None,
            Match::Ignore(Whose::Git) => {
                let path = path.get_or_insert_with(|| folder.join(name));
                if scope.is_tracked(path, self.indexes, self.cancelled) != Some(true) {
                    return None;
                }
                true
            }
            Match::Whitelist(_) => lies_hidden,
            Match::None => lies_hidden || is_hidden(name, entry),
        };
        if is_hidden
            && said.is_none()
            && !scope.counts(path.get_or_insert_with(|| folder.join(name)), self.indexes, self.cancelled)
        {
            return None;
        }
        if is_dir {
            let Some(name) = name.to_str() else { return Some(is_hidden) };
            if NEVER.contains(&name) {
                return None;
            }
            if let Some((_, manifests)) = OUTPUT.iter().find(|(output, _)| *output == name)
                && manifests.iter().any(|manifest| folder.join(manifest).is_file())
            {
                return None;
            }
        }
        let is_ignored = !self.ignored.is_empty()
            && self.ignored.matched(path.get_or_insert_with(|| folder.join(name)), is_dir).is_ignore();
        (!is_ignored).then_some(is_hidden)
    }

    /// A link inside the root is another name of what it leads to, which counts under its own path. `is_graph`: one in a graph,
    /// where a link to a file counts as a file of its own.
    fn visit_link(&self, link: &Path, is_graph: bool, into: &mut Collected) {
        let target = link.canonicalize();
        let leads = target.as_ref().map(PathBuf::clone).map_err(std::io::Error::kind);
        into.beyond.links.push((link.to_owned(), leads));
        let target = match target {
            Ok(target) => target,
            // It leads to nothing: there is nothing to leave out.
            Err(error) if error.kind() == ErrorKind::NotFound => return,
            Err(error) => {
                let why = format!("points to nothing ({error})");
                into.diagnostics.push(self.left_out.link(link, &why));
                return;
            }
        };
        if !target.starts_with(self.root) {
            into.diagnostics.push(self.left_out.link(link, "leads outside the project"));
        } else if link.starts_with(&target) {
            into.diagnostics.push(self.left_out.link(link, "is a circular link"));
        } else if is_graph && !target.is_dir() {
            self.push_link(link, &target, into);
        } else if is_graph {
            into.leads_to.push(link.to_owned());
        } else if !is_never(self.root, &target) {
            // A manifest says something of the folder that it is found in.
            if self.relative(link).is_some_and(|path| is_manifest(&path) && detect(&path).is_none()) {
                self.push_link(link, &target, into);
            }
            into.leads_to.push(target);
        }
    }

    /// A file under the name of a link to it.
    fn push_link(&self, link: &Path, target: &Path, into: &mut Collected) {
        if let Ok(metadata) = target.metadata()
            && metadata.is_file()
        {
            into.beyond.elsewhere.extend(self.relative(link));
            self.push(link, &metadata, into);
        }
    }

    /// Finds what links lead to and the walk passed by: ignored, hidden, or outside the scan paths. Each folder is walked once,
    /// however many links lead to it or into it.
    fn follow_all(&self, found: &mut Collected) {
        if found.leads_to.is_empty() {
            return;
        }
        let mut known: HashSet<Arc<str>> = found.files.iter().map(|file| Arc::clone(&file.path)).collect();
        let mut followed: BTreeSet<PathBuf> = BTreeSet::new();
        while !found.leads_to.is_empty() && !self.cancelled.load(Ordering::Relaxed) {
            // A folder comes before what lies in it.
            for target in std::mem::take(&mut found.leads_to).into_iter().collect::<BTreeSet<_>>() {
                if target.ancestors().any(|above| followed.contains(above)) {
                    continue;
                }
                followed.insert(target.clone());
                if target.is_dir() {
                    let below = self.run(std::slice::from_ref(&target), false);
                    known.extend(below.files.iter().map(|file| Arc::clone(&file.path)));
                    found.append(below);
                } else if let Some(path) = self.relative(&target)
                    && known.insert(path.as_str().into())
                {
                    // Nobody may be told of changes in its folder.
                    found.beyond.elsewhere.push(path);
                    self.add_file(&target, found);
                }
            }
        }
    }

    /// The links that lead to what counts, by their paths.
    fn links(&self, beyond: &ExternalInputs) -> Links {
        let mut pairs: Vec<(String, String)> = beyond
            .links
            .iter()
            .filter_map(|(link, target)| {
                let target = target.as_ref().ok()?;
                let counts = !link.starts_with(target) && !is_never(self.root, target);
                counts.then(|| Some((self.relative(link)?, self.relative(target)?))).flatten()
            })
            .collect();
        pairs.sort_unstable();
        pairs.truncate(MAX_LINKS);
        Links::new(pairs)
    }

    fn follow_in_graph(&self, link: &Path) -> Collected {
        let mut found = Collected::default();
        let Ok(target) = link.canonicalize() else { return found };
        let Some(prefix) = self.relative(link) else {
            found.diagnostics.push(self.left_out.no_name(link));
            return found;
        };
        let below = self.run(std::slice::from_ref(&target), true);
        // What the walk found where the link leads is reported once: see the end of `walk`.
        found.diagnostics = below.diagnostics;
        found.beyond = below.beyond;
        let Some(base) = self.relative(&target) else { return found };
        found.files = below.files;
        for file in &mut found.files {
            if let Some(tail) = file.path.strip_prefix(&base) {
                file.path = format!("{prefix}{tail}").into();
            }
        }
        found.beyond.elsewhere.extend(found.files.iter().map(|file| file.path.to_string()));
        found
            .diagnostics
            .extend(below.leads_to.iter().map(|nested| self.left_out.link(nested, "is behind another link")));
        found
    }

    fn add_file(&self, path: &Path, into: &mut Collected) {
        if let Ok(metadata) = path.metadata()
            && metadata.is_file()
        {
            self.push(path, &metadata, into);
        }
    }

    fn push(&self, path: &Path, metadata: &Metadata, into: &mut Collected) {
        match self.relative(path) {
            Some(path) => self.push_named(path, metadata, into),
            None => into.diagnostics.push(self.left_out.no_name(path)),
        }
    }

    fn push_named(&self, path: String, metadata: &Metadata, into: &mut Collected) {
        if has_other_names(metadata) {
            into.beyond.elsewhere.push(path.clone());
        }
        into.files.push(Found { path: path.into(), stat: stat_of(metadata) });
        let count = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        if count.is_multiple_of(FILES_PER_REPORT) {
            (self.progress)(count);
        }
    }

    /// `/`-separated and relative to the root; None where the name is not UTF-8.
    fn relative(&self, path: &Path) -> Option<String> {
        Some(with_slashes(path.strip_prefix(self.root).ok()?.to_str()?))
    }
}

/// Whether a place of the project lies in a folder that is never looked into.
fn is_never(root: &Path, place: &Path) -> bool {
    place.strip_prefix(root).is_ok_and(|below| {
        below.components().any(|part| part.as_os_str().to_str().is_some_and(|name| NEVER.contains(&name)))
    })
}

/// With a final `/`, unless it is the root.
fn as_prefix(path: String) -> String {
    if path.is_empty() { path } else { path + "/" }
}

/// A name with a dot in front; on Windows also what is marked so.
#[cfg_attr(not(windows), expect(unused_variables, reason = "only Windows marks files"))]
fn is_hidden(name: &OsStr, entry: &DirEntry) -> bool {
    #[cfg(windows)]
    {
        use std::os::windows::fs::MetadataExt;
        const HIDDEN: u32 = 2;
        if entry.metadata().is_ok_and(|metadata| metadata.file_attributes() & HIDDEN != 0) {
            return true;
        }
    }
    name.as_encoded_bytes().starts_with(b".")
}

fn ignore_paths(root: &Path, patterns: &[String]) -> Gitignore {
    let mut builder = GitignoreBuilder::new(root);
    for pattern in patterns {
        // A pattern that does not parse was reported with its place when the configuration was read.
        let _ = builder.add_line(None, pattern);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

pub fn scan_starts(root: &Path, scan_paths: &[String]) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    scan_paths
        .iter()
        .map(|path| root.join(path))
        .filter_map(|path| path.canonicalize().ok())
        .filter(|path| path.starts_with(root) && seen.insert(path.clone()))
        .collect()
}

/// Whether hard links lead to the same file.
pub fn has_other_names(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        metadata.nlink() > 1
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

/// Size, times of change and inode.
pub fn stat_of(metadata: &Metadata) -> Stat {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let in_ns = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Stat {
            size: metadata.len(),
            mtime_ns: in_ns(metadata.mtime(), metadata.mtime_nsec()),
            ctime_ns: in_ns(metadata.ctime(), metadata.ctime_nsec()),
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
        Stat { size: metadata.len(), mtime_ns, ctime_ns: 0, inode: 0 }
    }
}
