//! The threads that read, parse and resolve: how many, and with how much stack.

use std::thread::{Builder, Scope};

/// Stack of a thread, whatever the system gives by default. Nothing goes as deep as a project is nested, so this is a second
/// line of defence.
const STACK_BYTES: usize = 8 << 20;

/// As `BEADLOOM_THREADS` says (1 to 256), for machines that are shared; otherwise as many as the process may use cores.
pub fn threads() -> usize {
    std::env::var("BEADLOOM_THREADS")
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .filter(|threads| (1..=256).contains(threads))
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(2, usize::from))
}

/// Starts a thread; where the system has no such stack, with the one that it has.
pub fn spawn<'scope, W>(scope: &'scope Scope<'scope, '_>, work: W)
where
    W: FnOnce() + Clone + Send + 'scope,
{
    if Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work.clone()).is_err() {
        scope.spawn(work);
    }
}
