//! What is known of the memories of a project, one at a time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::state::State;

/// The memories of a project, read when they are first asked for.
#[derive(Default)]
pub struct Memories(Mutex<Option<Box<State>>>);

/// Memories that nobody else changes or reads meanwhile.
pub struct Held<'a>(MutexGuard<'a, Option<Box<State>>>);

impl Memories {
    /// Waits for whoever holds them.
    pub fn hold(&self) -> Held<'_> {
        Held(self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Gives up the connection and what is known.
    pub fn clear(&self) {
        *self.hold().0 = None;
    }
}

impl Held<'_> {
    /// `make`: for the first time.
    pub fn state(&mut self, make: impl FnOnce() -> State) -> &mut State {
        self.0.get_or_insert_with(|| Box::new(make()))
    }
}
