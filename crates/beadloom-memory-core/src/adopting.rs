//! Private memories as files: where they are, taking one over on a person's word, and taking them away on a person's word.

use std::path::{Path, PathBuf};

use beadloom_model::answers::MemoriesImportAnswer;
use beadloom_model::requests::MemoriesAdoptRequest;
use beadloom_model::{Code, Error, Result};
use beadloom_store::{Access, MemoryOwner, MemoryPlace, MemoryStore};

use crate::common::owner;
use crate::importing;
use crate::project::ProjectMemories;
use beadloom_memory_files::homes::{self, Identity};

/// The private memories of a project, as far as they lie in a file of this user's.
#[derive(Debug, Clone, Default)]
pub struct MemoryHome {
    /// The files, absolute: that among the user's data first, then that in the project.
    pub files: Vec<PathBuf>,
    /// How many memories they have together; None where one cannot be read.
    pub memories: Option<u64>,
    /// Why one cannot be read.
    pub failure: Option<Error>,
}

impl ProjectMemories<'_> {
    /// Takes over the memories of a file, whoever made it. One that is this project's own is sealed anew; of another one the memories
    /// are added to those that are there, and it stays as it is.
    ///
    /// # Errors
    /// `not_found`, `memory_refused`, and those of the files.
    pub fn adopt(&self, request: &MemoriesAdoptRequest) -> Result<MemoriesImportAnswer> {
        let file = self.root.join(&request.file);
        let missing = || {
            Error::new(Code::NotFound, format!("there is no file {:?}", request.file))
                .hint("give the path of a memory.db; `beadloom doctor` names those that cannot be read")
        };
        let real = file.canonicalize().map_err(|error| missing().caused_by(error))?;
        let place = MemoryPlace::of_file(&real).ok_or_else(missing)?;
        let home = homes::find(&Identity::of(self.root))?;
        if home.as_ref().is_some_and(|home| home.file().canonicalize().is_ok_and(|own| own == real)) {
            let trusting = MemoryOwner { trusts: true, ..owner() };
            drop(MemoryStore::open(&place, trusting, Access::Write)?);
            self.kept.clear();
            return self.add_private(&Default::default());
        }
        let anybody = MemoryOwner { keys: &[], trusts: true };
        let store = MemoryStore::open(&place, anybody, Access::Read)?.ok_or_else(missing)?;
        let lines: Vec<String> = store.since(0)?.1.into_iter().filter_map(|row| row.record).collect();
        drop(store);
        let answer = self.add_private(&importing::records(&lines.join("\n"), request.force)?)?;
        Ok(answer)
    }
}

impl MemoryHome {
    /// Where the private memories of the project at `root` lie. Nothing is moved or made.
    pub fn of(root: &Path) -> Self {
        let mut home = Self { memories: Some(0), ..Self::default() };
        let found = homes::find(&Identity::of(root)).unwrap_or_else(|error| {
            home.failure = Some(error);
            None
        });
        for place in found.into_iter().chain([MemoryPlace::of_project(root)]) {
            // To look needs no key where nothing is.
            if place.file().symlink_metadata().is_err() {
                continue;
            }
            let count = |store: MemoryStore| -> Result<u64> {
                Ok(store.since(0)?.1.iter().filter(|row| row.record.is_some()).count() as u64)
            };
            match MemoryStore::open(&place, owner(), Access::Read)
                .and_then(|store| store.map(count).transpose())
            {
                Ok(None) => continue,
                Ok(Some(count)) => home.memories = home.memories.map(|all| all + count),
                Err(error) => {
                    home.memories = None;
                    home.failure.get_or_insert(error);
                }
            }
            home.files.push(place.file());
        }
        home
    }
}

/// How many projects of this user have private memories.
pub fn projects() -> usize {
    homes::count()
}

/// Notes that the private memories of the project at `root` are gone, because a person took their files away.
///
/// # Errors
/// Those of the list of projects.
pub fn release(root: &Path) -> Result<()> {
    homes::release(&Identity::of(root))
}
