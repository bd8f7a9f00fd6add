//! Reading folders, on several threads where there are many.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::{Scope, ThreadPoolBuilder};

use crate::threads::threads;

/// So many folders that wait are worth starting threads for.
const MIN_FOLDERS_FOR_THREADS: usize = 24;
/// More threads only wait for each other in the file system.
const MAX_THREADS: usize = 8;

/// A folder that is to be read.
pub struct Folder<T> {
    /// Absolute.
    pub path: PathBuf,
    /// What it gets from the folders above.
    pub inherited: T,
}

/// Is called with a folder.
pub type Enter<'a> = &'a (dyn Fn(&Path) + Sync);

/// The list of a folder. What of it could not be read is an error of its own.
pub type Listed = std::io::Result<Vec<std::io::Result<DirEntry>>>;

/// Reads folders and those that `visit` adds to them, in no order, until there are none or `cancelled` is set. `visit`
/// gets a folder, its list, where to put folders inside it, and what its thread has gathered; all of that comes back.
/// `enter` is called with a folder before it is listed.
pub fn each_folder<T, G, V>(
    first: Vec<Folder<T>>,
    cancelled: &AtomicBool,
    enter: Enter<'_>,
    visit: &V,
) -> Vec<G>
where
    T: Send,
    G: Default + Send,
    V: Fn(&Folder<T>, Listed, &mut Vec<Folder<T>>, &mut G) + Sync,
{
    let most = threads().min(MAX_THREADS);
    let mut gathered = G::default();
    let waiting = some(
        first,
        if most > 1 { MIN_FOLDERS_FOR_THREADS } else { usize::MAX },
        cancelled,
        enter,
        visit,
        &mut gathered,
    );
    if waiting.is_empty() {
        return vec![gathered];
    }
    let Ok(pool) = ThreadPoolBuilder::new().num_threads(most).build() else {
        some(waiting, usize::MAX, cancelled, enter, visit, &mut gathered);
        return vec![gathered];
    };
    let mut by_thread: Vec<Mutex<G>> = (0..most).map(|_| Mutex::default()).collect();
    let work = Work { cancelled, enter, visit, by_thread: &by_thread };
    pool.scope(|scope| {
        for folder in waiting {
            scope.spawn(|scope| work.descend(folder, scope));
        }
    });
    by_thread.push(Mutex::new(gathered));
    by_thread.into_iter().map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Reads folders on this thread until `many` wait. Returns those that wait.
fn some<T, G, V>(
    mut waiting: Vec<Folder<T>>,
    many: usize,
    cancelled: &AtomicBool,
    enter: Enter<'_>,
    visit: &V,
    gathered: &mut G,
) -> Vec<Folder<T>>
where
    V: Fn(&Folder<T>, Listed, &mut Vec<Folder<T>>, &mut G),
{
    while waiting.len() < many
        && !cancelled.load(Ordering::Relaxed)
        && let Some(folder) = waiting.pop()
    {
        visit(&folder, list(&folder, enter), &mut waiting, gathered);
    }
    waiting
}

struct Work<'a, G, V> {
    cancelled: &'a AtomicBool,
    enter: Enter<'a>,
    visit: &'a V,
    by_thread: &'a [Mutex<G>],
}

impl<G: Send, V> Work<'_, G, V> {
    fn descend<'s, T>(&'s self, folder: Folder<T>, scope: &Scope<'s>)
    where
        T: Send + 's,
        V: Fn(&Folder<T>, Listed, &mut Vec<Folder<T>>, &mut G) + Sync,
    {
        let thread = rayon::current_thread_index().and_then(|thread| self.by_thread.get(thread));
        let Some(gathered) = thread.filter(|_| !self.cancelled.load(Ordering::Relaxed)) else { return };
        let mut inside = Vec::new();
        // Nobody else has this thread's: it is free.
        let mut gathered = gathered.lock().unwrap_or_else(PoisonError::into_inner);
        (self.visit)(&folder, list(&folder, self.enter), &mut inside, &mut gathered);
        drop(gathered);
        for folder in inside {
            scope.spawn(|scope| self.descend(folder, scope));
        }
    }
}

fn list<T>(folder: &Folder<T>, enter: Enter<'_>) -> Listed {
    enter(&folder.path);
    Ok(fs::read_dir(&folder.path)?.collect())
}
