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
}

impl Engine {
    /// The settings of now.
    pub fn daemon_settings(&self) -> DaemonSettings {
        let settings = self.settings();
        let daemon = &settings.config.daemon;
        DaemonSettings {
            wanted: daemon.mode == Switch::Auto,
            idle: Duration::try_from_secs_f64(daemon.idle_minutes * 60.0).unwrap_or(Duration::MAX),
        }
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
