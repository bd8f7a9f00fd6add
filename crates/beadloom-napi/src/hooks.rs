//! Git's hooks, and what they shall do.

use napi_derive::napi;

use crate::NativeEngine;

/// Where Git's hooks are. Paths are absolute.
#[napi(object)]
pub struct HookPlaces {
    /// The top of the work tree; absent where the project is in no repository.
    pub top: Option<String>,
    /// The project, relative to the top and `/`-separated; empty where it is the top.
    pub folder: String,
    /// Of this work tree.
    pub git_dir: String,
    /// Of all work trees of the repository.
    pub common_dir: String,
    /// The folder of the hooks; links in it are not resolved.
    pub hooks: String,
    /// Whether `core.hooksPath` says so.
    pub is_set: bool,
    /// Why there is no repository.
    pub problem: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
}

#[napi]
impl NativeEngine {
    /// Where the hooks of the repository are that the project is in.
    #[napi(catch_unwind)]
    pub fn hook_places(&self) -> HookPlaces {
        match self.engine.hook_places() {
            Ok(places) => HookPlaces {
                top: Some(places.top),
                folder: places.folder,
                git_dir: places.git_dir,
                common_dir: places.common_dir,
                hooks: places.hooks,
                is_set: places.is_set,
                problem: None,
                hint: None,
            },
            Err(error) => HookPlaces {
                top: None,
                folder: String::new(),
                git_dir: String::new(),
                common_dir: String::new(),
                hooks: String::new(),
                is_set: false,
                problem: Some(error.message),
                hint: error.hint,
            },
        }
    }

    /// Takes out of the repository's configuration what hooks of earlier versions went by.
    #[napi(catch_unwind)]
    pub fn forget_hook_command(&self) {
        self.engine.forget_hook_command();
    }

    /// What the Git hook does about stale documents, by the settings of now.
    #[napi(ts_return_type = "'warn' | 'block' | 'off'", catch_unwind)]
    pub fn hook_mode(&self) -> &'static str {
        self.engine.hook_mode().as_str()
    }
}
