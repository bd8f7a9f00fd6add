//! How much source a run has in hand at once, between reading it and writing what came of it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of source whose trees and facts may be in memory at once. A tree takes some fifty times its source, and what
/// large files define waits for the writer in lists as long.
const MOST: u64 = 2 << 20;

/// Room for the files that are in hand.
#[derive(Default)]
pub struct Room {
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

impl Room {
    /// Waits until there is room for a file of so many bytes; one that is larger than all room waits until it is alone.
    /// False where nothing is to be done any more.
    pub fn take(&self, bytes: u64) -> bool {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let full =
            |taken: &mut Taken| !taken.closed && taken.bytes > 0 && taken.bytes.saturating_add(bytes) > MOST;
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

/// See [`Room::closing`].
pub struct Closing<'a> {
    room: &'a Room,
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
        let (room, done) = (Room::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            let (send, receive) = crossbeam_channel::unbounded();
            for thread in 0..4u64 {
                let (room, done, send) = (&room, &done, send.clone());
                scope.spawn(move || {
                    for file in 0..50 {
                        // Some are larger than all room.
                        let bytes = (file * 7 + thread) * MOST / 200;
                        assert!(room.take(bytes));
                        let taken = room.taken().bytes;
                        assert!(taken <= MOST || taken == bytes, "{taken} taken, {bytes} of them by one");
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
        let room = Room::default();
        assert!(room.take(MOST));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| room.take(1));
            drop(room.closing());
            assert!(!waiting.join().unwrap());
        });
    }
}
