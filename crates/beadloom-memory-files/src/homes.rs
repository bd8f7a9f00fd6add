//! Which folder among the user's data holds the private memories of a project: one for each repository, whichever work tree is asked
//! about, and for each folder in it that is a project of its own.
//!
//! A list beside the folders says which is whose. Nothing that lies in a repository says so, because a clone or an archive could bring
//! it along: a repository is known by the file system's name for the folder that all its work trees share, which moves with it and is
//! no copy's, a project by that of its own folder, and both by their paths. At the path of a repository another one may lie by now;
//! then the commit that was HEAD has to be in it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use beadloom_files::{FileLock, make_private_folders, read_regular_text};
use beadloom_git::{Repository, Revisions, head_stamp};
use beadloom_model::{Code, Error, Result};
use beadloom_store::{FileId, MemoryPlace};
use serde::{Deserialize, Serialize};

use beadloom_local::places;

/// The folder of all memories, among the user's data.
const FOLDER: &str = "memories";
/// Says whose folders are below.
const LIST: &str = "projects.json";
const LOCK: &str = "projects.lock";
/// What earlier versions kept in the cache: the roots of projects with memories.
const EARLIER: &str = "memory-projects.json";

const MAX_BYTES: u64 = 16 << 20;
const MAX_PROJECTS: usize = 20_000;
/// Names of folders that are kept of a project: one for each work tree, and each clone that took its place.
const MAX_FOLDERS: usize = 64;

/// How long another process that writes the list is waited for.
const WAIT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A project whose private memories have a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Home {
    /// The name of the folder.
    pub id: String,
    /// Where the project was asked about last.
    pub root: String,
    /// What all work trees of its repository share; None where it is in none.
    repository: Option<String>,
    /// The project's folder in the work tree; empty where it is the top.
    prefix: String,
    /// What the file system calls the shared folder.
    shared: Vec<String>,
    /// The same of the project's own folder, for each work tree.
    folders: Vec<String>,
    /// What HEAD was when something was remembered last.
    head: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct List {
    version: u32,
    projects: Vec<Home>,
    /// Roots whose memories still lie in their `.beadloom`.
    #[serde(default)]
    unmoved: Vec<String>,
}

/// What a path alone says about the project there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Paths {
    /// It is the one that was there.
    Count,
    /// It is that one if its history says so.
    Proven,
}

/// What a project is known by.
#[derive(Debug)]
pub struct Identity {
    root: PathBuf,
    shown_root: String,
    repository: Option<String>,
    prefix: String,
    shared: Option<String>,
    folder: Option<String>,
}

impl Identity {
    /// Of the project at `root`.
    pub fn of(root: &Path) -> Self {
        let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let repository = Repository::around(&root).ok();
        let name = |folder: &Path| FileId::of(&folder.metadata().ok()?).name();
        Self {
            shown_root: shown(&root),
            folder: name(&root),
            shared: repository.as_ref().and_then(|found| name(&found.common_dir)),
            prefix: repository.as_ref().map(Repository::prefix).unwrap_or_default(),
            repository: repository.as_ref().map(|found| shown(&found.common_dir)),
            root,
        }
    }

    /// Which of the projects it is.
    fn find<'l>(&self, list: &'l List, paths: Paths) -> Option<&'l Home> {
        let is_in =
            |name: &Option<String>, names: &[String]| name.as_ref().is_some_and(|name| names.contains(name));
        let is_shared = |home: &&Home| home.prefix == self.prefix && is_in(&self.shared, &home.shared);
        let is_folder = |home: &&Home| is_in(&self.folder, &home.folders);
        let is_path = |home: &&Home| match (&home.repository, &self.repository) {
            (Some(there), Some(here)) => {
                there == here && home.prefix == self.prefix && self.has_commit(home.head.as_deref())
            }
            // A repository that cannot be asked is one all the same.
            (Some(there), None) => home.root == self.shown_root && Path::new(there).is_dir(),
            // A project may become a repository.
            (None, _) => home.root == self.shown_root,
        };
        // Without a commit that was there, or a name that the file system gives, anything may lie at a path.
        let is_proven = |home: &&Home| match &home.repository {
            Some(_) => home.head.is_some() && self.repository.is_some(),
            None => self.folder.is_none() || home.folders.is_empty(),
        };
        let all = &list.projects;
        let by_name = all.iter().find(is_shared).or_else(|| all.iter().find(is_folder));
        let counts = |home: &&Home| paths == Paths::Count || is_proven(home);
        by_name.or_else(|| all.iter().find(|home| counts(home) && is_path(home)))
    }

    fn has_commit(&self, commit: Option<&str>) -> bool {
        let Some(commit) = commit else { return true };
        let cancelled = AtomicBool::new(false);
        Revisions { root: &self.root, cancelled: &cancelled }.commit(commit).is_ok()
    }

    /// HEAD's commit, read without Git.
    fn head(&self) -> Option<String> {
        self.repository.as_ref()?;
        let stamp = head_stamp(&self.root)?;
        let is_id =
            |text: &&str| matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit());
        stamp.split(';').find(is_id).map(str::to_owned)
    }
}

/// The folder of the project's memories, if it has one.
///
/// # Errors
/// `memory_damaged` where the list cannot be understood: which memories are whose stands nowhere else.
pub fn find(identity: &Identity) -> Result<Option<MemoryPlace>> {
    let Some(folder) = folder() else { return Ok(None) };
    Ok(identity.find(&read(&folder)?, Paths::Count).and_then(|home| place(&folder, home)))
}

/// The same, after it was made where it was not there.
///
/// # Errors
/// `not_writable`, `disk_full`, `index_busy`, and as [`find`].
pub fn claim(identity: &Identity) -> Result<MemoryPlace> {
    let folder = folder().ok_or_else(|| {
        Error::new(Code::NotWritable, "this user has no folder for data").hint("set HOME or XDG_DATA_HOME")
    })?;
    make_private_folders(&folder).map_err(|error| cannot_write(&folder, error))?;
    let _lock = lock(&folder)?;
    let mut list = read(&folder)?;
    let before = list.clone();
    let id = enter(identity, &mut list, Paths::Count)?;
    let is_unmoved = |root: &String| Path::new(root).join(".beadloom/memory.db").is_file();
    for root in earlier_roots().into_iter().filter(is_unmoved) {
        if !list.unmoved.contains(&root) {
            list.unmoved.push(root);
        }
    }
    list.unmoved.retain(is_unmoved);
    let home = list.projects.iter().find(|home| home.id == id);
    let place_of = home.and_then(|home| place(&folder, home)).ok_or_else(|| damaged(&folder))?;
    make_private_folders(&folder.join(&id)).map_err(|error| cannot_write(&folder, error))?;
    if list != before {
        write(&folder, &list)?;
    }
    Ok(place_of)
}

/// The id of a project in the list of another folder, if it has one; none where the list cannot be understood.
pub fn known(folder: &Path, identity: &Identity) -> Option<String> {
    let list = read(folder).ok()?;
    identity.find(&list, Paths::Proven).map(|home| home.id.clone()).filter(|id| is_id(id))
}

/// The same, after it was entered where it was not there. The folder exists.
///
/// # Errors
/// As [`claim`].
pub fn register(folder: &Path, identity: &Identity) -> Result<String> {
    let _lock = lock(folder)?;
    let mut list = read(folder)?;
    let before = list.clone();
    let id = enter(identity, &mut list, Paths::Proven)?;
    if list != before {
        write(folder, &list)?;
    }
    if is_id(&id) { Ok(id) } else { Err(damaged(folder)) }
}

/// Where the list of such a folder lies.
pub fn list_in(folder: &Path) -> PathBuf {
    folder.join(LIST)
}

/// Enters a project as it is now; its id.
fn enter(identity: &Identity, list: &mut List, paths: Paths) -> Result<String> {
    let found = identity.find(list, paths).map(|home| home.id.clone());
    let id = match found {
        Some(id) => id,
        None => {
            let id = drawn_id()?;
            if list.projects.len() >= MAX_PROJECTS {
                return Err(Error::new(
                    Code::Usage,
                    format!("{MAX_PROJECTS} projects have memories, and no more can"),
                ));
            }
            list.projects.push(Home {
                id: id.clone(),
                root: identity.shown_root.clone(),
                repository: None,
                prefix: String::new(),
                shared: Vec::new(),
                folders: Vec::new(),
                head: None,
            });
            id
        }
    };
    if let Some(home) = list.projects.iter_mut().find(|home| home.id == id) {
        home.root.clone_from(&identity.shown_root);
        // A repository that cannot be asked just now is one all the same.
        if identity.repository.is_some() || home.repository.is_none() {
            home.repository.clone_from(&identity.repository);
            home.prefix.clone_from(&identity.prefix);
            for (name, names) in [(&identity.shared, &mut home.shared), (&identity.folder, &mut home.folders)]
            {
                if let Some(name) = name.as_ref().filter(|name| !names.contains(name)) {
                    names.insert(0, name.clone());
                    names.truncate(MAX_FOLDERS);
                }
            }
            home.head = identity.head().or_else(|| home.head.take());
        }
    }
    Ok(id)
}

/// Forgets that a project has memories: what they were in is gone.
pub fn release(identity: &Identity) -> Result<()> {
    let Some(folder) = folder() else { return Ok(()) };
    let _lock = lock(&folder)?;
    let mut list = read(&folder)?;
    let Some(id) = identity.find(&list, Paths::Count).map(|home| home.id.clone()) else { return Ok(()) };
    list.projects.retain(|home| home.id != id);
    write(&folder, &list)
}

/// Every other project with private memories: its name and the place, by the project's root. Those of earlier versions are among them.
pub fn others(identity: &Identity) -> Result<Vec<(String, MemoryPlace)>> {
    let folder = folder().ok_or_else(|| Error::new(Code::NotWritable, "no folder for data is available"))?;
    let list = read(&folder)?;
    let own = identity.find(&list, Paths::Count).map(|home| home.id.clone());
    let mut all: Vec<(String, MemoryPlace)> = list
        .projects
        .iter()
        .filter(|home| Some(&home.id) != own.as_ref())
        .filter_map(|home| Some((home.root.clone(), place(&folder, home)?)))
        .collect();
    for root in list.unmoved.into_iter().chain(earlier_roots()) {
        let place = MemoryPlace::of_project(Path::new(&root));
        if root != identity.shown_root && !all.iter().any(|(_, there)| *there == place) {
            all.push((root, place));
        }
    }
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(all)
}

/// How many projects have private memories.
pub fn count() -> usize {
    folder().and_then(|folder| read(&folder).ok()).map_or(0, |list| list.projects.len())
}

/// What tells one state of the list from the next.
pub fn stamp() -> Option<FileId> {
    folder()?.join(LIST).symlink_metadata().ok().map(|metadata| FileId::of(&metadata))
}

fn folder() -> Option<PathBuf> {
    Some(places::data_folder()?.join(FOLDER))
}

/// Ids are ours; another one would lead elsewhere.
fn place(folder: &Path, home: &Home) -> Option<MemoryPlace> {
    is_id(&home.id).then(|| MemoryPlace::of_user(folder.join(&home.id)))
}

fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn read(folder: &Path) -> Result<List> {
    let path = folder.join(LIST);
    match read_regular_text(&path, MAX_BYTES) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| damaged(folder).caused_by(error)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(List::default()),
        // Another user's, or one that a sandbox hides.
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(List::default()),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Ok(List::default()),
        Err(error) => Err(damaged(folder).caused_by(error)),
    }
}

fn write(folder: &Path, list: &List) -> Result<()> {
    let list = List { version: 1, projects: list.projects.clone(), unmoved: list.unmoved.clone() };
    let text = serde_json::to_string_pretty(&list)
        .map_err(|error| Error::new(Code::Internal, "the list has no JSON form").caused_by(error))?;
    beadloom_files::write_private(&folder.join(LIST), (text + "\n").as_bytes())
        .map_err(|error| cannot_write(folder, error))
}

fn lock(folder: &Path) -> Result<FileLock> {
    let began = Instant::now();
    loop {
        match FileLock::try_acquire(&folder.join(LOCK)).map_err(|error| cannot_write(folder, error))? {
            Some(lock) => return Ok(lock),
            None if began.elapsed() < WAIT => std::thread::sleep(POLL_INTERVAL),
            None => {
                return Err(Error::new(
                    Code::IndexBusy,
                    "another process is writing the list of projects with memories",
                )
                .at(shown(&folder.join(LIST)), 0, 0)
                .hint("wait until it is done, then try again"));
            }
        }
    }
}

fn earlier_roots() -> Vec<String> {
    let text =
        places::cache_folder().and_then(|cache| read_regular_text(&cache.join(EARLIER), MAX_BYTES).ok());
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn drawn_id() -> Result<String> {
    let mut random = [0; 16];
    getrandom::fill(&mut random)
        .map_err(|error| Error::new(Code::Internal, "the system has no random numbers").caused_by(error))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn damaged(folder: &Path) -> Error {
    Error::new(Code::MemoryDamaged, "the list that says which memories are whose cannot be understood")
        .at(shown(&folder.join(LIST)), 0, 0)
        .hint("it stays unchanged; restore a copy of it, or move it away and add the neighbouring files with `beadloom memories adopt FILE`")
}

fn cannot_write(folder: &Path, error: std::io::Error) -> Error {
    let code = if beadloom_files::is_out_of_room(&error) { Code::DiskFull } else { Code::NotWritable };
    Error::new(code, "the folder of the memories cannot be written")
        .at(shown(folder), 0, 0)
        .hint("check its permissions and free space, or set XDG_DATA_HOME")
        .caused_by(error)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
