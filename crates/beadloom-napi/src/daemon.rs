//! What a process needs that keeps the index fresh for others.

use std::sync::Arc;
use std::time::Duration;

use beadloom_engine::Wait;
use napi::threadsafe_function::ThreadsafeFunctionCallMode;
use napi_derive::napi;

use crate::NativeEngine;
use crate::task::ProgressListener;

/// How long it takes at least until somebody who was told to look is told again.
const AGAIN: Duration = Duration::from_millis(500);

/// Of `daemonFacts`.
#[napi(object)]
pub struct DaemonFacts {
    /// Whether the settings allow a daemon.
    pub wanted: bool,
    /// How long it stays without a request, in milliseconds.
    pub idle_ms: f64,
    /// Bytes of memory that it may have.
    pub memory_bytes: f64,
    /// Of the index; missing where there is none.
    pub generation: Option<f64>,
    /// Whether the files are being watched.
    pub watching: bool,
}

#[napi]
impl NativeEngine {
    /// What a daemon goes by, by the settings and the index of now.
    #[napi(catch_unwind)]
    pub fn daemon_facts(&self) -> DaemonFacts {
        let settings = self.engine.daemon_settings();
        DaemonFacts {
            wanted: settings.wanted,
            idle_ms: settings.idle.as_secs_f64() * 1000.0,
            #[expect(clippy::cast_precision_loss, reason = "bounded by the setting")]
            memory_bytes: settings.memory as f64,
            #[expect(clippy::cast_precision_loss, reason = "no index has so many changes")]
            generation: self.engine.generation().map(|generation| generation as f64),
            watching: self.engine.is_watching(),
        }
    }

    /// Gives back the memory of what can be made anew.
    #[napi(catch_unwind)]
    pub fn give_back(&self, memories: bool) {
        self.engine.give_back(memories);
    }

    /// Whether the settings allow a daemon.
    #[napi(catch_unwind)]
    pub fn daemon_wanted(&self) -> bool {
        self.engine.daemon_settings().wanted
    }

    /// Calls the listener whenever files changed that no call has looked at, once for all that change together: with
    /// `changed`; with `idle` where a call has to look at the files before they can be watched; with `off`, and never again,
    /// where they cannot. It ends with `close`, and keeps no process alive. Whether there is a thread for it.
    #[napi(catch_unwind)]
    pub fn on_change(
        &self,
        #[napi(ts_arg_type = "(error: Error | null, what: 'changed' | 'idle' | 'off') => void")]
        listener: ProgressListener,
    ) -> bool {
        let engine = Arc::clone(&self.engine);
        let listen = move || {
            loop {
                let (what, last) = match engine.next_change() {
                    Wait::Changed => ("changed", false),
                    Wait::Idle => ("idle", false),
                    Wait::Off => ("off", true),
                    Wait::Ended => return,
                };
                listener.call(Ok(what.to_owned()), ThreadsafeFunctionCallMode::NonBlocking);
                if last {
                    return;
                }
                std::thread::sleep(AGAIN);
            }
        };
        std::thread::Builder::new().name("beadloom changes".to_owned()).spawn(listen).is_ok()
    }
}
