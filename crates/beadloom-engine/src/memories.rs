//! Memories, with the index of this project.

use beadloom_memory_core::{
    Asking, MemoryHome, ProjectMemories, ShownMemories, projects, release, task_memories,
};
use beadloom_model::Result;
use beadloom_model::requests::RefreshMode;
use beadloom_query::{ReadText, TaskMemory};
use beadloom_store::Store;
use serde::Serialize;

use crate::json::to_json;
use crate::unchanged::Unchanged;
use crate::{Call, Engine};

impl Engine {
    /// What is done with the memories of this project.
    pub(crate) fn with_memories<T>(
        &self,
        call: &Call<'_>,
        work: impl FnOnce(&ProjectMemories<'_>) -> Result<T>,
    ) -> Result<T> {
        self.check_open()?;
        let index = |refresh: RefreshMode, ask: &mut Asking<'_>| {
            self.answer(refresh, call, |store, _, stale| {
                let sources = Unchanged::new(self.root(), store, refresh, stale);
                ask(store, &|path| sources.text(path), stale)
            })
        };
        let (kept, cancelled) = (&self.memories, call.cancelled);
        work(&ProjectMemories { root: self.root(), kept, index: &index, cancelled })
    }

    /// The same, as JSON.
    pub(crate) fn of_memories<A: Serialize>(
        &self,
        call: &Call<'_>,
        work: impl FnOnce(&ProjectMemories<'_>) -> Result<A>,
    ) -> Result<String> {
        to_json(&self.with_memories(call, work)?)
    }

    /// As [`ShownMemories::of`].
    pub(crate) fn shown_memories(&self, only_shared: bool) -> ShownMemories {
        ShownMemories::of(self.root(), &self.memories, only_shared)
    }

    /// As [`task_memories`].
    pub(crate) fn task_memories(
        &self,
        task: &str,
        store: &Store,
        read: ReadText<'_>,
        call: &Call<'_>,
    ) -> (Vec<TaskMemory>, Option<String>) {
        task_memories(self.root(), &self.memories, task, store, read, call.cancelled)
    }

    /// Where the private memories of this project lie. Nothing is moved or made.
    pub fn memory_home(&self) -> MemoryHome {
        MemoryHome::of(self.root())
    }

    /// How many projects of this user have private memories.
    pub fn memory_projects(&self) -> usize {
        projects()
    }

    /// Notes that the private memories of this project are gone, because a person took their files away.
    ///
    /// # Errors
    /// Those of the list of projects.
    pub fn release_memories(&self) -> Result<()> {
        self.memories.clear();
        release(self.root())
    }
}
