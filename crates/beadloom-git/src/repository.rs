//! Where the repository of a folder is, found by us and not by Git: Git also takes a folder for a repository that only looks
//! like one, which a clone can bring along, and follows whatever a `.git` file or `core.worktree` names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use beadloom_files::read_regular_text;

/// What a work tree keeps its repository in.
const GIT: &str = ".git";

/// Bytes of the small files that say where a repository is.
const MAX_POINTER_BYTES: u64 = 64 << 10;

/// Bytes of a file of Git's own that is read whole; the index of a million files has about a tenth.
const MAX_FILE_BYTES: u64 = 2 << 30;

/// A repository with a work tree, and a folder in that. All paths are absolute, with links resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    /// The folder that was asked about.
    pub folder: PathBuf,
    /// The top of its work tree.
    pub top: PathBuf,
    /// Where HEAD and index of this work tree are.
    pub git_dir: PathBuf,
    /// Where the configuration and the hooks of all its work trees are.
    pub common_dir: PathBuf,
}

/// Why there is no repository to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Absence {
    /// There is none around the folder.
    None,
    /// A folder has the form of a repository without a work tree, and may have come with the files of another.
    Bare(PathBuf),
    /// A `.git` leads to a repository that does not know of this work tree.
    Foreign {
        /// The `.git`.
        from: PathBuf,
        /// Where it leads.
        to: PathBuf,
    },
    /// A file of the repository is a pipe or a device, or larger than any such file: Git would not come back.
    Unusable(PathBuf),
}

impl Absence {
    /// What is so, and what to do about it.
    pub fn sentences(&self) -> (String, String) {
        match self {
            Self::None => (
                "the project is in no Git repository".to_owned(),
                "git init, and a commit to compare with".to_owned(),
            ),
            Self::Bare(folder) => (
                format!("{} looks like a repository without a work tree, and Git is not asked there", folder.display()),
                "a bare repository contains no project files; if it is a fixture, name the project above it"
                    .to_owned(),
            ),
            Self::Unusable(file) => (
                format!("{} cannot be read as a file of Git, so Git is not used", file.display()),
                "run `git fsck`, or clone the repository again".to_owned(),
            ),
            Self::Foreign { from, to } => (
                format!("{} points to {}, which does not list this work tree", from.display(), to.display()),
                "if it belongs here: git config core.worktree TOP, with the top of the work tree, or git worktree repair"
                    .to_owned(),
            ),
        }
    }
}

impl Repository {
    /// The repository that a folder is in: the nearest `.git` from there upwards, as Git looks for it, up to the folders of
    /// `GIT_CEILING_DIRECTORIES`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn around(folder: &Path) -> Result<Self, Absence> {
        let folder = real(folder).ok_or(Absence::None)?;
        // The folder itself is always looked at, a ceiling above it is not.
        let ceiling = ceilings()
            .into_iter()
            .filter(|ceiling| folder != *ceiling && folder.starts_with(ceiling))
            .max_by_key(|ceiling| ceiling.as_os_str().len());
        for top in folder.ancestors() {
            if ceiling.as_deref() == Some(top) {
                break;
            }
            if let Some(found) = Self::at(&folder, top)? {
                return Ok(found);
            }
            if has_repository(top) {
                return Err(Absence::Bare(top.to_owned()));
            }
        }
        Err(Absence::None)
    }

    /// The repository of which a folder is the top, if it is one.
    fn at(folder: &Path, top: &Path) -> Result<Option<Self>, Absence> {
        let entry = top.join(GIT);
        let Ok(kind) = entry.symlink_metadata().map(|metadata| metadata.file_type()) else { return Ok(None) };
        let foreign = |to: PathBuf| Absence::Foreign { from: entry.clone(), to };
        let named = if entry.is_file() {
            // Git stops at a file that says nothing.
            let text = small(&entry).unwrap_or_default();
            let path = text.strip_prefix("gitdir:").unwrap_or_default().trim();
            top.join(if path.is_empty() { "nowhere" } else { path })
        } else {
            entry.clone()
        };
        let Some(git_dir) = real(&named) else {
            return if entry.is_file() { Err(foreign(named)) } else { Ok(None) };
        };
        // Git looks further up where a folder of that name is none of its own; it wants more than a HEAD.
        if git_dir.join("HEAD").symlink_metadata().is_err() {
            return if entry.is_file() { Err(foreign(git_dir)) } else { Ok(None) };
        }
        let common = small(&git_dir.join("commondir"));
        let common_dir = match &common {
            Some(path) => real(&git_dir.join(path.trim())).ok_or_else(|| foreign(git_dir.clone()))?,
            None => git_dir.clone(),
        };
        let is_worktree = || {
            let back = small(&git_dir.join("gitdir")).and_then(|path| real_entry(&git_dir.join(path.trim())));
            back.is_some_and(|back| back == entry)
                && git_dir.parent() == Some(common_dir.join("worktrees").as_path())
        };
        let is_ours = if common.is_some() {
            is_worktree()
        } else {
            kind.is_dir() || git_dir.starts_with(top) || leads_back(&git_dir, top)
        };
        if let Some(to) = leads_out(&git_dir, &common_dir, top) {
            return Err(foreign(to));
        }
        if !is_ours {
            return Err(foreign(if common.is_some() { common_dir } else { git_dir }));
        }
        if let Some(file) = unusable(&git_dir, &common_dir) {
            return Err(Absence::Unusable(file));
        }
        Ok(Some(Self { folder: folder.to_owned(), top: top.to_owned(), git_dir, common_dir }))
    }

    /// The folder relative to the top, `/`-separated; empty where it is the top.
    pub fn prefix(&self) -> String {
        let way = self.folder.strip_prefix(&self.top).unwrap_or(Path::new(""));
        let parts: Vec<String> = way.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        parts.join("/")
    }
}

/// Where a part of a repository leads that is a link to elsewhere: commits and names of files would be those of another.
fn leads_out(git_dir: &Path, common_dir: &Path, top: &Path) -> Option<PathBuf> {
    const OF_TREE: [&str; 2] = ["HEAD", "index"];
    const OF_ALL: [&str; 4] = ["objects", "refs", "packed-refs", "config"];
    let of_tree = OF_TREE.iter().map(|name| git_dir.join(name));
    let links = of_tree.chain(OF_ALL.iter().map(|name| common_dir.join(name)));
    let mut links = links.filter(|part| part.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()));
    links.find_map(|link| {
        let to = real(&link)?;
        let is_inside = [git_dir, common_dir, top].iter().any(|folder| to.starts_with(folder));
        (!is_inside).then_some(to)
    })
}

/// A file that Git reads whole whenever it is asked, and cannot: it waits at a pipe, and reads what has no end.
fn unusable(git_dir: &Path, common_dir: &Path) -> Option<PathBuf> {
    const OF_TREE: [&str; 5] = ["HEAD", "index", "commondir", "gitdir", "config.worktree"];
    const OF_ALL: [&str; 8] = [
        "config", "packed-refs", "shallow", "info/grafts", "info/attributes", "objects/info/alternates",
        "objects/info/commit-graph", "objects/info/packs",
    ];
    let branch = small(&git_dir.join("HEAD"))
        .and_then(|text| Some(common_dir.join(text.strip_prefix("ref:")?.trim())))
        .filter(|branch| branch.starts_with(common_dir));
    let of_tree = OF_TREE.iter().map(|name| git_dir.join(name));
    let of_all = OF_ALL.iter().map(|name| common_dir.join(name));
    of_tree.chain(of_all).chain(branch).find(|file| {
        // A branch that is called like a folder of branches is not there.
        file.metadata().is_ok_and(|metadata| {
            !(metadata.is_file() && metadata.len() <= MAX_FILE_BYTES || metadata.is_dir())
        })
    })
}

/// Whether the configuration of a repository names a folder as its work tree, as that of a submodule does.
fn leads_back(git_dir: &Path, top: &Path) -> bool {
    ["config", "config.worktree"].iter().filter_map(|name| small(&git_dir.join(name))).any(|text| {
        let named = work_tree(&text).and_then(|path| real(&git_dir.join(path)));
        named.is_some_and(|named| named == top)
    })
}

/// The last `core.worktree` of a configuration, read as far as Git itself writes it.
fn work_tree(config: &str) -> Option<String> {
    let mut is_core = false;
    let mut found = None;
    for line in config.lines().map(str::trim) {
        if line.starts_with('[') {
            is_core = line.eq_ignore_ascii_case("[core]");
        } else if let Some((key, value)) = line.split_once('=')
            && is_core
            && key.trim().eq_ignore_ascii_case("worktree")
        {
            let value = value.trim();
            let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
            found = Some(bare.replace("\\\"", "\"").replace("\\\\", "\\"));
        }
    }
    found
}

/// Whether a folder has what Git takes for a repository.
fn has_repository(folder: &Path) -> bool {
    folder.join("HEAD").symlink_metadata().is_ok()
        && folder.join("objects").is_dir()
        && folder.join("refs").is_dir()
}

/// The folders that the user has Git look no further than.
fn ceilings() -> Vec<PathBuf> {
    let listed = std::env::var_os("GIT_CEILING_DIRECTORIES").unwrap_or_default();
    std::env::split_paths(&listed)
        .filter(|path| path.is_absolute())
        .map(|path| real(&path).unwrap_or(path))
        .collect()
}

/// The text of a small regular file.
fn small(path: &Path) -> Option<String> {
    read_regular_text(path, MAX_POINTER_BYTES).ok()
}

/// An entry with the links of its folder resolved.
fn real_entry(path: &Path) -> Option<PathBuf> {
    Some(real(path.parent()?)?.join(path.file_name()?))
}

/// With all links resolved, in the form that Git understands.
pub(crate) fn real(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    if cfg!(windows) {
        // `\\?\C:\x` is the form in which Windows resolves; Git knows `C:\x`.
        let text = real.to_string_lossy();
        if let Some(plain) = text.strip_prefix(r"\\?\").filter(|rest| rest.get(1..2) == Some(":")) {
            return Some(PathBuf::from(plain));
        }
    }
    Some(real)
}

/// A file name as Git prints it.
pub(crate) fn os_path(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        PathBuf::from(OsStr::from_bytes(bytes))
    }
    #[cfg(not(unix))]
    {
        PathBuf::from(OsStr::new(String::from_utf8_lossy(bytes).as_ref()))
    }
}
