//! Waiting for files to change, for whoever brings the index up to date before somebody asks.

use std::path::Path;
use std::time::Duration;

use super::snapshot::WatchSnapshot;
use super::{State, Watch};

/// Nothing may happen for so long before a change is told of: many files that change together, as in a checkout, are one change.
const REST: Duration = Duration::from_millis(200);

/// Where files change all the time, it is told of after so many rests.
const MAX_RESTS: u32 = 10;

/// While Git changes files, after so many. One that was killed leaves its lock.
const MAX_GIT_RESTS: u32 = 50;

/// How often a first look is looked after.
const STARTING: Duration = Duration::from_millis(20);

/// What waiting came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Files may have changed, and then nothing happened for 200 milliseconds.
    Changed,
    /// Nothing is watched yet, or not any more: the next call that looks at the files begins it.
    Idle,
    /// Nothing can be watched here.
    Off,
    /// The watch was ended.
    Ended,
}

impl Watch {
    /// Waits until files may have changed. A call may have looked at them meanwhile: [`Watch::is_up_to_date`].
    pub fn wait(&self) -> Wait {
        loop {
            if self.shared.has_ended() {
                return Wait::Ended;
            }
            match *self.shared.lock() {
                State::Idle => return Wait::Idle,
                State::Off => return Wait::Off,
                State::Watching(_) => break,
                State::Starting => {}
            }
            std::thread::sleep(STARTING);
        }
        let Some(bell) = self.shared.bell() else { return Wait::Off };
        bell.wait();
        let changed = || if self.shared.has_ended() { Wait::Ended } else { Wait::Changed };
        for rests in 1..=MAX_GIT_RESTS {
            if self.shared.has_ended() {
                return Wait::Ended;
            }
            std::thread::sleep(REST);
            let listen = |snapshot: &mut WatchSnapshot, _: &Path| Ok(Some(snapshot.listen()?));
            let is_quiet = match self.shared.with_snapshot(listen) {
                Ok(Some(events)) => events == 0,
                // A call has it, which may be because files change.
                Ok(None) if self.is_watching() => false,
                // Nothing is watched any more, which the next look at the state says.
                Ok(None) | Err(_) => return changed(),
            };
            if (is_quiet || rests >= MAX_RESTS) && !self.is_git_at_work() {
                break;
            }
        }
        changed()
    }

    /// Whether a checkout, a merge or the like goes on: it holds this lock from its beginning to its end, however slow the
    /// machine is.
    fn is_git_at_work(&self) -> bool {
        self.shared.root.join(".git/index.lock").symlink_metadata().is_ok()
    }
}
