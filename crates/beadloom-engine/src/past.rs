//! Keeps past commits up to date with HEAD: when an answer asks for them, within a short time, the newest first. What the time does
//! not suffice for waits for the next answer; a first index does not wait for it at all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beadloom_git::{Pace, PastCommit, commit_ids, head_stamp, past_commits};
use beadloom_history::{Commit, MAX_COMMITS, MAX_FILES, Packed, Past};
use beadloom_model::Result;
use beadloom_store::{Access, Condition, Store};

use crate::refresh::REFRESH_WAIT;
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};

/// How long an answer waits for commits that are new to it.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);

/// How long Git may take where somebody asked for the index, or works on the first one meanwhile.
const GIT_TIMEOUT: Duration = Duration::from_secs(600);

/// Of the time that a first index takes, the part that it then waits for commits.
const SHARE: u32 = 25;

/// The form of what is kept: with another one, all is asked anew.
const FORM: u32 = 1;

/// What came of asking Git.
struct FetchedCommits {
    stamp: String,
    packed: Packed,
    is_whole: bool,
}

impl Engine {
    /// Brings what is kept of past commits up to date with HEAD before an answer, as far as the time goes; nothing that goes wrong
    /// here is the answer's business.
    pub(crate) fn keep_past(&self, refresh: impl Into<Refresh>, call: &Call<'_>) {
        let settings = self.settings();
        if !refresh.into().writes(&settings) || self.is_closed() {
            return;
        }
        let stamp = self.past_stamp(&settings);
        // The connection that the answer itself takes next: one that cannot write keeps no bundles.
        let known = self.pool.with(Access::Write, |store| {
            Ok((store.condition()? == Condition::Ready).then_some(store.past_stamp()?))
        });
        let Ok(Some(known)) = known else { return };
        if known == stamp {
            return;
        }
        let _ = self.pool.with(Access::Write, |store| {
            let before = if known.is_some() { store.past()?.commits() } else { Vec::new() };
            let until = Instant::now() + ANSWER_TIMEOUT;
            let asked =
                stamp.map(|stamp| ask(self.root(), stamp, before, (until, call.cancelled), Pace::Same));
            put(store, asked.flatten().as_ref())
        });
    }

    /// Runs what makes an index or brings it up to date, and asks for past commits beside it. Where it is the first, it waits for
    /// them hardly longer than for the rest; else until all are there.
    pub(crate) fn with_past<T>(
        &self,
        store: &mut Store,
        settings: &Settings,
        call: &Call<'_>,
        index: impl FnOnce(&mut Store) -> Result<T>,
    ) -> Result<T> {
        let Some(stamp) = self.past_stamp(settings) else { return index(store) };
        let mut known = Vec::new();
        let is_first = store.condition()? != Condition::Ready;
        if !is_first {
            if store.past_stamp()?.as_ref() == Some(&stamp) {
                return index(store);
            }
            known = store.past()?.commits();
        }
        let pace = if is_first { Pace::Behind } else { Pace::Same };
        let began = Instant::now();
        let is_over = AtomicBool::new(false);
        let came = Mutex::new(None);
        let made = std::thread::scope(|scope| {
            let asking = scope.spawn(|| {
                let asked = ask(self.root(), stamp, known, (began + GIT_TIMEOUT, &is_over), pace);
                *came.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = asked;
            });
            let made = index(store);
            let longer = if is_first { began.elapsed() / SHARE } else { GIT_TIMEOUT };
            let until = Instant::now() + longer;
            let goes_on = || Instant::now() < until && !call.cancelled.load(Ordering::Relaxed);
            while made.is_ok() && !asking.is_finished() && goes_on() {
                std::thread::sleep(Duration::from_millis(2));
            }
            is_over.store(true, Ordering::Relaxed);
            made
        })?;
        let asked = came.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if store.condition()? == Condition::Ready && !call.cancelled.load(Ordering::Relaxed) {
            // The index is there: that the commits are not is nobody's business.
            let _ = put(store, asked.as_ref());
        }
        Ok(made)
    }

    /// What to compare; None where nothing is to be kept.
    fn past_stamp(&self, settings: &Settings) -> Option<String> {
        let head = settings.config.search.history.then(|| head_stamp(self.root())).flatten()?;
        Some(format!("{FORM};{head}"))
    }
}

/// Writes what came; nothing is kept where nothing is to be.
fn put(store: &mut Store, asked: Option<&FetchedCommits>) -> Result<()> {
    match asked {
        // An empty stamp is that of no HEAD: the next answer goes on.
        Some(FetchedCommits { stamp, packed, is_whole }) => {
            store.set_past(Some((if *is_whole { stamp } else { "" }, packed)), REFRESH_WAIT)
        }
        None if store.past_stamp()?.is_some() => store.set_past(None, REFRESH_WAIT),
        None => Ok(()),
    }
}

/// The newest commits before HEAD: those that are known, and the others as far as the time goes. Which these are Git says each
/// time, so that nothing is left of a history that was rewritten. None where nobody can say.
fn ask(
    root: &Path,
    stamp: String,
    known: Vec<Commit>,
    (until, cancelled): (Instant, &AtomicBool),
    pace: Pace,
) -> Option<FetchedCommits> {
    let whole =
        |past: &Past, is_whole| FetchedCommits { stamp: stamp.clone(), packed: past.pack(), is_whole };
    let Some(ids) = commit_ids(root, MAX_COMMITS, until, cancelled) else {
        // No commit, or no Git: there is nothing more to wait for.
        let is_over = Instant::now() >= until || cancelled.load(Ordering::Relaxed);
        return (!is_over).then(|| whole(&Past::default(), true));
    };
    let known: BTreeMap<String, Commit> = known.into_iter().map(|commit| (commit.name(), commit)).collect();
    let name = |id: &str| id.get(..40).unwrap_or(id).to_owned();
    let missing: Vec<String> = ids.iter().filter(|id| !known.contains_key(&name(id))).cloned().collect();
    let reached: BTreeSet<String> = ids.iter().map(|id| name(id)).collect();
    let mut commits: Vec<Commit> =
        known.into_iter().filter(|(id, _)| reached.contains(id)).map(|(_, commit)| commit).collect();
    let is_whole =
        past_commits(root, &missing, MAX_FILES + 1, until, cancelled, pace, &mut |commit: PastCommit| {
            // Where a history begins, or what a shallow clone has of it, everything is new and nothing changed. It is not kept,
            // because it may get a parent.
            if commit.has_parent {
                commits.extend(Commit::new(&commit.id, commit.time, &commit.message, commit.files));
            }
        });
    Some(whole(&Past::of(commits), is_whole))
}
