//! Bounds the bytes of source that are in memory at once, between reading a file and writing its rows.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of source whose trees and facts may be in memory at once. A tree takes some fifty times its source, and what
/// large files define waits for the writer in lists as long.
const MAX_SOURCE_BYTES: u64 = 2 << 20;

/// A counting semaphore in bytes.
#[derive(Default)]
pub struct ByteSemaphore {
    /// Whoever waits holds it, so that a large file gets its turn before small ones that come later.
    turn: Mutex<()>,
    taken: Mutex<Taken>,
    freed: Condvar,
}

#[derive(Default)]
struct Taken {
    bytes: u64,
    closed: bool,
}

impl ByteSemaphore {
    /// Waits until there is room for a file of so many bytes; one that is larger than all room waits until it is alone.
    /// False where nothing is to be done any more.
    pub fn take(&self, bytes: u64) -> bool {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |taken: &mut Taken| {
            !taken.closed && taken.bytes > 0 && taken.bytes.saturating_add(bytes) > MAX_SOURCE_BYTES
        };
        let mut taken = self.freed.wait_while(self.taken(), full).unwrap_or_else(PoisonError::into_inner);
        taken.bytes = taken.bytes.saturating_add(bytes);
        !taken.closed
    }

    /// What was taken for a file is free again.
    pub fn give_back(&self, bytes: u64) {
        let mut taken = self.taken();
        taken.bytes = taken.bytes.saturating_sub(bytes);
        drop(taken);
        self.freed.notify_all();
    }

    /// Closes the room when it is dropped: who waits goes home.
    pub fn closing(&self) -> Closing<'_> {
        Closing { room: self, always: true }
    }

    /// The same where it is dropped by a panic: what its thread took is never given back.
    pub fn closing_in_panic(&self) -> Closing<'_> {
        Closing { room: self, always: false }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See [`ByteSemaphore::closing`].
pub struct Closing<'a> {
    room: &'a ByteSemaphore,
    always: bool,
}

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if self.always || std::thread::panicking() {
            self.room.taken().closed = true;
            self.room.freed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn what_is_in_hand_is_bounded_and_nobody_waits_for_ever() {
        let (room, done) = (ByteSemaphore::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            let (send, receive) = crossbeam_channel::unbounded();
            for thread in 0..4u64 {
                let (room, done, send) = (&room, &done, send.clone());
                scope.spawn(move || {
                    for file in 0..50 {
                        // Some are larger than all room.
                        let bytes = (file * 7 + thread) * MAX_SOURCE_BYTES / 200;
                        assert!(room.take(bytes));
                        let taken = room.taken().bytes;
                        assert!(
                            taken <= MAX_SOURCE_BYTES || taken == bytes,
                            "{taken} taken, {bytes} of them by one"
                        );
                        send.send(bytes).unwrap();
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            drop(send);
            receive.iter().for_each(|bytes| room.give_back(bytes));
        });
        assert_eq!(done.load(Ordering::Relaxed), 200);
    }

    #[test]
    fn a_closed_room_lets_go_of_who_waits() {
        let room = ByteSemaphore::default();
        assert!(room.take(MAX_SOURCE_BYTES));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| room.take(1));
            drop(room.closing());
            assert!(!waiting.join().unwrap());
        });
    }
}
