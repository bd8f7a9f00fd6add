//! What a process needs that keeps a project's index fresh, and answers for others.

use std::time::Duration;

use beadloom_graph::config::Switch;
use beadloom_index::{Wait, Watch};
use beadloom_store::{Access, Condition};

use crate::Engine;

/// `daemon:` of the settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DaemonSettings {
    /// Whether there may be one.
    pub wanted: bool,
    /// How long it stays without a request.
    pub idle: Duration,
    /// Bytes of memory that it may have.
    pub memory: u64,
}

impl Engine {
    /// The settings of now.
    pub fn daemon_settings(&self) -> DaemonSettings {
        let settings = self.settings();
        let daemon = &settings.config.daemon;
        DaemonSettings {
            wanted: daemon.mode == Switch::Auto,
            memory: daemon.memory_mb << 20,
            idle: Duration::try_from_secs_f64(daemon.idle_minutes * 60.0).unwrap_or(Duration::MAX),
        }
    }

    /// Gives back the memory of what can be made anew: answers that were kept, connections that nobody uses, and with `memories` the index
    /// of these, which takes much longer to make than a question to it. Calls that run are not disturbed.
    pub fn give_back(&self, memories: bool) {
        self.bundles.clear();
        self.searches.clear();
        self.crossings.clear();
        self.pool.clear();
        if memories {
            self.memories.clear();
        }
        beadloom_index::give_back_heap();
    }

    /// The generation of the index; None where there is none that is ready.
    pub fn generation(&self) -> Option<u64> {
        self.pool
            .with(Access::Read, |store| {
                let ready = store.condition()? == Condition::Ready;
                Ok(if ready { store.state().meta("generation")? } else { None })
            })
            .ok()
            .flatten()?
            .parse()
            .ok()
    }

    /// Blocks until files changed that no call has looked at, or until there is nothing to wait for.
    pub fn next_change(&self) -> Wait {
        let Some(watch) = self.watch() else { return Wait::Off };
        loop {
            let woken = watch.wait();
            if woken != Wait::Changed || !watch.is_up_to_date(&self.settings().config) {
                return woken;
            }
        }
    }

    /// Whether the files are being watched.
    pub fn is_watching(&self) -> bool {
        self.watch().is_some_and(Watch::is_watching)
    }
}
