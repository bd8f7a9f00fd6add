//! Fresh or honest: before an answer the index is brought up to date; where that would take too long or cannot
//! be done, the answer says so.

use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use beadloom_index::{Options, Outcome, Watch};
use beadloom_model::answers::STALE_WARNING;
use beadloom_model::requests::RefreshMode;
use beadloom_model::{Code, Diagnostic, Error, Result, counted};
use beadloom_query::Staleness;
use beadloom_store::{Access, Condition, Store};

use crate::settings::Settings;
use crate::{Call, Engine};

/// How long a refresh may take before an answer for a reader goes ahead without it.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(2);

/// The same, for an answer that has to be right.
const NEEDED_TIMEOUT: Duration = Duration::from_secs(3600);

/// How long a refresh waits for another writer.
pub(crate) const REFRESH_WAIT: Duration = Duration::from_millis(300);

/// The same, for an answer that has to be right: a daemon may be reading a branch that was checked out.
const NEEDED_WAIT: Duration = Duration::from_secs(30);

/// How long the first index waits for another process that makes it.
const FIRST_WAIT: Duration = Duration::from_secs(600);

/// What `TIME_FACTOR` is at most.
const TIME_FACTOR_LIMIT: u32 = 100;

/// How many times as long answers for readers wait for a refresh: `BEADLOOM_TIME_FACTOR`, for machines that are slow or emulated.
static TIME_FACTOR: LazyLock<u32> =
    LazyLock::new(|| time_factor(std::env::var("BEADLOOM_TIME_FACTOR").ok().as_deref()));

/// Anything else than a whole number from 1 to the bound is no factor.
fn time_factor(text: Option<&str>) -> u32 {
    let factor = text.and_then(|text| text.parse().ok());
    factor.filter(|factor| (1..=TIME_FACTOR_LIMIT).contains(factor)).unwrap_or(1)
}

/// Files of which it is counted how many lines they have now, at most, in bytes.
const MAX_COUNTED_BYTES: u64 = 8 << 20;

/// Why an answer is empty.
const FIRST_INDEX: &str =
    "the first index of this project is being built; answers are empty until it is ready";

/// Whether and how an answer is brought up to date first. The first index of a project has no time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Refresh {
    /// Within two seconds.
    #[default]
    Auto,
    /// Within an hour. Where that fails, what is there answers and says so.
    Patient,
    /// Within an hour, and over all files, whatever a watch reported. Where the index is behind and cannot be brought up to date,
    /// that is the error: what is written, and what passes a check, must not follow from files as they were.
    Needed,
    /// As `mcp:` in `config.yml` says; with `auto_reindex: false` the answer says whether it is behind.
    Mcp,
    /// Not by this call, because another one is at it: the answer says how far it is behind, and where there is no index yet
    /// it is that of an empty one.
    Last,
    /// Not at all; the answer says how far it is behind.
    Compare,
    /// Not at all, and without a look at the files.
    Off,
}

impl From<RefreshMode> for Refresh {
    fn from(mode: RefreshMode) -> Self {
        match mode {
            RefreshMode::Auto => Self::Auto,
            RefreshMode::Mcp => Self::Mcp,
            RefreshMode::Last => Self::Last,
            RefreshMode::Compare => Self::Compare,
            RefreshMode::Off => Self::Off,
        }
    }
}

/// What a refresh comes to once the settings are known.
enum Plan {
    /// Within `timeout`, of which `wait` may go by until another writer is done.
    Reindex {
        timeout: Duration,
        wait: Duration,
    },
    Compare,
    Nothing,
}

impl Refresh {
    /// Whether the index may be written before an answer.
    pub(crate) fn writes(self, settings: &Settings) -> bool {
        matches!(self.plan(settings), Plan::Reindex { .. })
    }

    fn plan(self, settings: &Settings) -> Plan {
        let mcp = &settings.config.mcp;
        match self {
            Self::Auto => {
                let timeout = REFRESH_TIMEOUT * *TIME_FACTOR;
                Plan::Reindex { timeout, wait: timeout }
            }
            Self::Patient | Self::Needed => Plan::Reindex { timeout: NEEDED_TIMEOUT, wait: NEEDED_WAIT },
            Self::Mcp if mcp.auto_reindex => {
                let timeout = Duration::from_millis(mcp.timeout_ms) * *TIME_FACTOR;
                // Calls come side by side: the next one waits for the refresh of the one before.
                Plan::Reindex { timeout, wait: timeout.max(REFRESH_WAIT) }
            }
            Self::Mcp | Self::Last | Self::Compare => Plan::Compare,
            Self::Off => Plan::Nothing,
        }
    }
}

impl Engine {
    /// Whether there is an index to answer from.
    pub fn is_indexed(&self) -> bool {
        self.pool
            .with(Access::Read, |store| Ok(store.condition()? == Condition::Ready))
            .unwrap_or_else(|error| !matches!(error.code, Code::NoIndex | Code::IndexForeign))
    }

    /// How answers of the MCP server are brought up to date, as `config.yml` says now: whether at all, and for how long a
    /// call waits.
    pub fn mcp_refresh(&self) -> Option<Duration> {
        let settings = self.settings();
        let mcp = &settings.config.mcp;
        mcp.auto_reindex.then(|| Duration::from_millis(mcp.timeout_ms) * *TIME_FACTOR)
    }

    /// Whether answers of the MCP server have structured content, as `config.yml` says now.
    pub fn mcp_structured(&self) -> bool {
        self.settings().config.mcp.structured
    }

    /// Brings the index up to date as far as `refresh` allows, then answers from it.
    pub(crate) fn answer<T>(
        &self,
        refresh: impl Into<Refresh>,
        call: &Call<'_>,
        answer: impl FnOnce(&Store, &Settings, &Staleness) -> Result<T>,
    ) -> Result<T> {
        let refresh = refresh.into();
        self.check_open()?;
        let settings = self.settings();
        let answer = |store: &Store, mut stale: Staleness| {
            stale.add(self.pool.take_notice().map(|(_, what)| what).as_deref());
            let broken = BrokenGraph::of(store)?;
            stale.add(broken.sentence.as_deref());
            stale.add_paths(broken.paths);
            if refresh == Refresh::Needed {
                stale.add(unread(store)?.as_deref());
            }
            stale.look(|path| lines_now(self.root(), path));
            self.behind.store(stale.behind, Ordering::Relaxed);
            answer(store, &settings, &stale)
        };
        let (timeout, wait) = match refresh.plan(&settings) {
            Plan::Reindex { timeout, wait } => (timeout, wait),
            plan => {
                if refresh == Refresh::Last && !self.is_indexed() {
                    return empty_answer(answer);
                }
                return self.pool.with(Access::Read, |store| {
                    if store.condition()? != Condition::Ready {
                        return Err(no_index());
                    }
                    let paths = match plan {
                        Plan::Compare => self.behind(store, &settings, self.watch(), call)?,
                        Plan::Reindex { .. } | Plan::Nothing => Vec::new(),
                    };
                    answer(store, if paths.is_empty() { Staleness::default() } else { stale(paths) })
                });
            }
        };
        let is_needed = refresh == Refresh::Needed;
        // A watch may be told late, or not of all: a pass has to be right.
        let watch = self.watch().filter(|_| !is_needed);
        let fresh = self.pool.with(Access::Write, |store| {
            let stale = self.bring_up_to_date(store, &settings, watch, (timeout, wait), call)?;
            Ok((store.condition()? == Condition::Ready).then_some(stale))
        });
        match fresh {
            Ok(Some(stale)) if is_needed && stale.warning.is_some() => Err(too_slow()),
            // What passes a check is of one state, whoever writes the index meanwhile.
            Ok(Some(stale)) if is_needed => {
                self.pool.with(Access::Read, |store| store.snapshot(|| answer(store, stale)))
            }
            // The index is there and as fresh as can be.
            Ok(Some(stale)) => self.pool.with(Access::Read, |store| answer(store, stale)),
            Ok(None) => Err(no_index()),
            // It cannot be written: whatever is there answers, and says why it may be behind.
            Err(error) if leaves_an_answer(error.code) => self
                .pool
                .with(Access::Read, |store| {
                    store.snapshot(|| {
                        if store.condition()? != Condition::Ready {
                            return Err(error.clone());
                        }
                        let paths = self.behind(store, &settings, watch, call)?;
                        if is_needed && !paths.is_empty() {
                            return Err(not_refreshed(error.clone(), &paths));
                        }
                        let warning = format!("the index could not be refreshed: {}", error.message);
                        answer(store, Staleness { warning: Some(warning), behind: false, ..stale(paths) })
                    })
                })
                .map_err(|second| if second.code == Code::NoIndex { error } else { second }),
            Err(error) => Err(error),
        }
    }

    fn bring_up_to_date(
        &self,
        store: &mut Store,
        settings: &Settings,
        watch: Option<&Watch>,
        (timeout, wait): (Duration, Duration),
        call: &Call<'_>,
    ) -> Result<Staleness> {
        let first = store.condition()? == Condition::Empty;
        let deadline = (!first).then(|| Instant::now() + timeout);
        let wait = if first { FIRST_WAIT } else { wait };
        let indexed = Some(&self.indexed);
        let options =
            Options { watch, indexed, ..settings.reindex_options(self.root(), wait, deadline, call) };
        if beadloom_index::is_up_to_date(store, &options)? {
            return Ok(Staleness::default());
        }
        let index = |store: &mut Store| beadloom_index::reindex(store, &options);
        let outcome = if first { self.with_past(store, settings, call, index)? } else { index(store)? };
        match outcome {
            Outcome::Done(_) => {
                if let Some(watch) = self.watch() {
                    watch.begin(&settings.config);
                }
                Ok(Staleness::default())
            }
            Outcome::TooSlow(paths) => Ok(stale(paths)),
        }
    }

    /// Every path at which a file may be other than the index knows it.
    pub(crate) fn changed_paths(
        &self,
        store: &Store,
        settings: &Settings,
        call: &Call<'_>,
    ) -> Result<Vec<String>> {
        beadloom_index::changed_paths(store, &self.options_to_compare(settings, self.watch(), call))
    }

    fn behind(
        &self,
        store: &Store,
        settings: &Settings,
        watch: Option<&Watch>,
        call: &Call<'_>,
    ) -> Result<Vec<String>> {
        let paths = beadloom_index::behind(store, &self.options_to_compare(settings, watch, call))?;
        if let Some(watch) = self.watch() {
            watch.begin(&settings.config);
        }
        Ok(paths)
    }

    fn options_to_compare<'a>(
        &'a self,
        settings: &'a Settings,
        watch: Option<&'a Watch>,
        call: &'a Call<'a>,
    ) -> Options<'a> {
        let indexed = Some(&self.indexed);
        Options { watch, indexed, ..settings.reindex_options(self.root(), REFRESH_WAIT, None, call) }
    }
}

/// Of an index that is behind at these paths, of which there may be none: a run that had no time may not have found them.
fn stale(paths: Vec<String>) -> Staleness {
    let warning = Some(STALE_WARNING.to_owned());
    Staleness { warning, behind: true, stale_paths: paths, ..Staleness::default() }
}

/// Where a refresh went on for an hour.
fn too_slow() -> Error {
    Error::new(Code::IndexBusy, "the index could not be brought up to date in time, so nothing was checked")
        .hint("run `beadloom reindex`, then try again")
}

/// Why a check says nothing: the files are others than those of the index, which cannot be written.
fn not_refreshed(error: Error, paths: &[String]) -> Error {
    let first = paths.first().map_or("", String::as_str);
    let more = match paths.len() {
        0 | 1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let message =
        format!("{}; {first}{more} changed since it was made, so nothing was checked", error.message);
    Error { message, ..error }
}

/// How many lines a file has now; 0 where there is none that can be read.
fn lines_now(root: &Path, path: &str) -> u32 {
    beadloom_index::read_source(root, path, MAX_COUNTED_BYTES)
        .map_or(0, |file| u32::try_from(file.text.lines().count()).unwrap_or(u32::MAX))
}

/// Files that have no place in the index although their kind has one, for a check to name: what is in them was not looked at.
fn unread(store: &Store) -> Result<Option<String>> {
    if store.state().skipped_files()? == 0 {
        return Ok(None);
    }
    let files = store.state().files()?;
    let is_unread = |code: Code| matches!(code, Code::Unreadable | Code::TooCostly);
    let mut unread = files.iter().filter(|file| file.skipped.is_some_and(is_unread));
    let Some(first) = unread.next() else { return Ok(None) };
    let reason = first.skipped.map_or("", Code::as_str);
    Ok(Some(match unread.count() {
        0 => format!("{} was not checked ({reason})", first.path),
        more => format!(
            "{} ({reason}) and {} not checked",
            first.path,
            counted(more as u64, "more file were", "more files were")
        ),
    }))
}

/// Reasons for which an index that is there still answers.
pub(crate) fn leaves_an_answer(code: Code) -> bool {
    matches!(code, Code::NotWritable | Code::NotReadable | Code::DiskFull | Code::IndexBusy)
}

fn no_index() -> Error {
    Error::new(Code::NoIndex, "the project has no index yet").hint("run `beadloom reindex`")
}

/// What there is to say before the first index is there: nothing, and why. That something is not found in it means
/// nothing either.
fn empty_answer<T>(answer: impl FnOnce(&Store, Staleness) -> Result<T>) -> Result<T> {
    let warning = Some(FIRST_INDEX.to_owned());
    answer(&Store::nothing()?, Staleness { warning, ..Staleness::default() }).map_err(|error| {
        if error.code == Code::NotFound {
            Error::new(Code::NoIndex, FIRST_INDEX).hint("ask again in a few seconds")
        } else {
            error
        }
    })
}

/// Graph files that do not parse: their last good content answers.
#[derive(Default)]
struct BrokenGraph {
    sentence: Option<String>,
    paths: Vec<String>,
}

impl BrokenGraph {
    fn of(store: &Store) -> Result<Self> {
        let is_broken =
            |d: &&Diagnostic| matches!(d.code, Code::YamlSyntax | Code::YamlLimit | Code::YamlMergeKey);
        let diagnostics = store.state().errors()?;
        let broken: Vec<&Diagnostic> = diagnostics.iter().filter(is_broken).collect();
        let sentences: Vec<String> = broken
            .iter()
            .take(3)
            .map(|d| {
                let path = d.path.as_deref().unwrap_or("the graph");
                let line = d.line.map(|line| format!(":{line}")).unwrap_or_default();
                format!("{path}{line} does not parse, its last good content answers")
            })
            .collect();
        Ok(Self {
            sentence: (!sentences.is_empty()).then(|| sentences.join("; ")),
            paths: broken.into_iter().filter_map(|d| d.path.clone()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::time_factor;

    #[test]
    fn a_factor_is_a_whole_number_within_bounds() {
        for (text, expected) in [
            (None, 1),
            (Some("5"), 5),
            (Some("100"), 100),
            (Some("101"), 1),
            (Some("0"), 1),
            (Some("-3"), 1),
            (Some("2.5"), 1),
            (Some("much"), 1),
        ] {
            assert_eq!(time_factor(text), expected, "{text:?}");
        }
    }
}
