//! What every call takes along.

use std::sync::atomic::AtomicBool;

use beadloom_index::Progress;

/// What every call takes along: how to stop it, and whom to tell how far it is.
pub struct Call<'a> {
    /// Set from outside to stop the work; it ends with `cancelled` within 100 ms.
    pub cancelled: &'a AtomicBool,
    /// Called often, from several threads; throttling is up to the listener.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}
