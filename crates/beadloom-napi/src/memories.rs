//! Where the private memories of a project lie, for who takes them away on a person's word.

use napi_derive::napi;

use crate::NativeEngine;
use crate::task::to_json;

/// Of `memoryHome`.
#[napi(object)]
pub struct MemoryHome {
    /// The files, absolute, with what SQLite keeps beside them under their names and an ending.
    pub files: Vec<String>,
    /// How many memories they have; missing where one cannot be read.
    pub memories: Option<f64>,
    /// How many projects of this user have private memories.
    pub projects: f64,
}

#[napi]
impl NativeEngine {
    /// Where the private memories of the project lie.
    #[napi(catch_unwind)]
    pub fn memory_home(&self) -> MemoryHome {
        let home = self.engine.memory_home();
        #[expect(clippy::cast_precision_loss, reason = "no project has so many")]
        MemoryHome {
            files: home.files.iter().map(|file| file.to_string_lossy().into_owned()).collect(),
            memories: home.memories.map(|count| count as f64),
            projects: self.engine.memory_projects() as f64,
        }
    }

    /// Notes that a person took the files away. An error as JSON, or null.
    #[napi(catch_unwind)]
    pub fn release_memories(&self) -> Option<String> {
        self.engine.release_memories().err().map(|error| to_json(&error))
    }
}
