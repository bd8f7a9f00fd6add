//! Paths outside the watched folders that the list of files depends on. They are few, and each update stats them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use beadloom_graph::config::Config;
use beadloom_store::Stat;

use crate::changes::is_settled;
use crate::hidden::Decided;
use crate::ignore_files::NAMES;
use crate::ignore_rules::{GIT, exclude_files};
use crate::walk::{ExternalInputs, HIDDEN_INPUTS, scan_starts, stat_of};
use beadloom_files::read_regular_text;

/// The longest chain of references from `HEAD` to a commit.
const MAX_REFERENCES: usize = 5;

/// The state of paths that no event reports, as it was when the walk began.
#[derive(Debug)]
pub struct UnwatchedPaths {
    /// Where the walk begins: other folders at these paths are not the ones that are watched.
    starts: Vec<(PathBuf, Option<Mark>)>,
    files: Vec<(PathBuf, Option<Mark>)>,
    links: Vec<(PathBuf, Result<PathBuf, ErrorKind>)>,
    /// Git writes its indexes more often than it tracks other files.
    decided: Vec<(Decided, Option<Mark>)>,
    taken_ns: i64,
}

/// What is compared: of a folder only which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    stat: Stat,
    is_folder: bool,
}

/// What a look at them gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// All as it was.
    Same,
    /// Something changed, or may have without a trace.
    Changed,
    /// Other folders lie where the walk began.
    Moved,
}

impl UnwatchedPaths {
    /// `root` as given and as it really is; `beyond`: of the last walk. `now_ns`: a moment before.
    pub fn of(root: &Path, real: &Path, config: &Config, beyond: &ExternalInputs, now_ns: i64) -> Self {
        let mut starts: BTreeSet<PathBuf> = [root.to_owned(), real.to_owned()].into();
        starts.extend(config.scan_paths.iter().map(|path| real.join(path)));
        starts.extend(scan_starts(real, &config.scan_paths));
        starts.insert(real.join(config.docs.graph.trim_end_matches('/')));
        starts.extend(beyond.links.iter().filter_map(|(_, leads)| leads.clone().ok()));

        let mut files: BTreeSet<PathBuf> = HIDDEN_INPUTS.iter().map(|path| real.join(path)).collect();
        for above in starts.iter().flat_map(|start| start.ancestors()).collect::<BTreeSet<_>>() {
            files.extend(NAMES.iter().map(|name| above.join(name)));
            files.extend(exclude_files(above));
            if config.sync.auto_ack {
                files.extend(head_files(above));
            }
        }
        files.extend(beyond.repositories.iter().flat_map(|folder| exclude_files(folder)));
        files.extend(of_the_user());
        // A file may be where a walk begins, or where a link leads.
        files.extend(starts.extract_if(.., |start| start.is_file()));
        let marked = |paths: BTreeSet<PathBuf>| {
            paths.into_iter().map(|path| (path.clone(), mark(&path))).collect::<Vec<_>>()
        };
        let decided = beyond.decided.iter().map(|decided| (decided.clone(), mark(&decided.index))).collect();
        let links = beyond.links.clone();
        Self { starts: marked(starts), files: marked(files), links, decided, taken_ns: now_ns }
    }

    /// Whether all is as it was, `real` being the root then.
    pub fn state(&self, root: &Path, real: &Path) -> State {
        let same = |marks: &[(PathBuf, Option<Mark>)]| marks.iter().all(|(path, was)| mark(path) == *was);
        if !same(&self.starts) || root.canonicalize().ok().as_deref() != Some(real) {
            return State::Moved;
        }
        // A change within the clock's tick leaves no trace.
        let is_settled = |mark: Mark| mark.is_folder || is_settled(mark.stat, self.taken_ns);
        let settled = self.files.iter().filter_map(|(_, mark)| *mark).all(is_settled);
        let holds = |(decided, was): &(Decided, Option<Mark>)| {
            (mark(&decided.index) == *was && was.is_none_or(is_settled)) || decided.holds()
        };
        let leads = |(link, to): &(PathBuf, Result<PathBuf, ErrorKind>)| {
            link.canonicalize().map_err(|error| error.kind()) == *to
        };
        if settled && same(&self.files) && self.links.iter().all(leads) && self.decided.iter().all(holds) {
            State::Same
        } else {
            State::Changed
        }
    }
}

fn mark(path: &Path) -> Option<Mark> {
    let metadata = path.metadata().ok()?;
    let stat = stat_of(&metadata);
    if metadata.is_dir() {
        Some(Mark {
            stat: Stat { size: device(&metadata), mtime_ns: 0, ctime_ns: 0, ..stat },
            is_folder: true,
        })
    } else {
        Some(Mark { stat, is_folder: false })
    }
}

#[cfg(unix)]
fn device(metadata: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::dev(metadata)
}

#[cfg(not(unix))]
fn device(_: &std::fs::Metadata) -> u64 {
    0
}

/// Where the user's own ignore rules stand, for all projects: the lists, and the settings of Git that name another.
fn of_the_user() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = ignore::gitignore::gitconfig_excludes_path().into_iter().collect();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let settings = std::env::var_os("XDG_CONFIG_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    files.extend(home.iter().map(|home| home.join(".gitconfig")));
    for folder in settings.into_iter().chain(home.map(|home| home.join(".config"))) {
        files.extend([folder.join("git/config"), folder.join("git/ignore")]);
    }
    files
}

/// The files that say which commit HEAD is, in the repository whose work tree begins at `folder`.
fn head_files(folder: &Path) -> Vec<PathBuf> {
    let git = folder.join(GIT);
    if git.symlink_metadata().is_err() {
        return Vec::new();
    }
    let first_line = |path: &Path| {
        let text = read_regular_text(path, 1 << 16).ok()?;
        text.lines().next().map(str::to_owned)
    };
    let of_tree = first_line(&git)
        .and_then(|line| Some(folder.join(line.strip_prefix("gitdir: ")?)))
        .unwrap_or_else(|| git.clone());
    let common =
        first_line(&of_tree.join("commondir")).map_or_else(|| of_tree.clone(), |common| of_tree.join(common));
    let mut files = vec![git, of_tree.join("commondir")];
    for of in [&of_tree, &common] {
        files.extend([of.join("packed-refs"), of.join("reftable/tables.list")]);
        let mut name = "HEAD".to_owned();
        for _ in 0..MAX_REFERENCES {
            let file = of.join(&name);
            let leads = first_line(&file);
            files.push(file);
            match leads.as_deref().and_then(|line| line.strip_prefix("ref: ")) {
                Some(next) => name = next.trim().to_owned(),
                None => break,
            }
        }
    }
    // A branch of a work tree of its own is kept with the others.
    if let Some(branch) =
        first_line(&of_tree.join("HEAD")).as_deref().and_then(|line| line.strip_prefix("ref: "))
    {
        files.push(common.join(branch.trim()));
    }
    files
}
