//! Blocking work off the event loop, with progress, cancellation, and panics caught.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Instant;

use beadloom_engine::{Call, Engine};
use beadloom_model::{Code, Error};
use napi::bindgen_prelude::AsyncTask;
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status, Task, Unknown};
use napi_derive::napi;
use serde::Serialize;

/// Called with `{"phase","done","total","rate","remaining_ms"}` at most ten times a second and at each new phase. Weak: it keeps
/// no process alive.
pub type ProgressListener = ThreadsafeFunction<String, Unknown<'static>, String, Status, true, true>;

/// Milliseconds between two progress calls of one phase.
const PROGRESS_EVERY_MS: u64 = 100;

/// Milliseconds of a phase after which the time that is left is said.
const REMAINING_AFTER_MS: u64 = 300;

/// An answer or an error, both as text.
#[napi(object)]
pub struct Outcome {
    /// The answer: JSON, Markdown or Mermaid.
    pub value: Option<String>,
    /// JSON of `{code, message, path, line, column, hint}`.
    pub error: Option<String>,
}

/// Stops the calls it was given to.
#[napi]
pub struct Cancellation {
    flag: Arc<AtomicBool>,
}

#[napi]
impl Cancellation {
    /// Not cancelled yet.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> Self {
        Self { flag: Arc::default() }
    }

    /// The calls end with `cancelled`, as soon as they look.
    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }
}

type Work<T> = Box<dyn FnOnce(&T, &Call<'_>) -> Result<String, Error> + Send>;

/// One call, waiting for a thread of the pool.
pub struct Job<T = Engine> {
    asked: Arc<T>,
    cancelled: Arc<AtomicBool>,
    progress: Option<ProgressListener>,
    work: Option<Work<T>>,
}

impl<T: Send + Sync + 'static> Job<T> {
    /// Queues `work`.
    pub fn spawn(
        asked: &Arc<T>,
        cancellation: &Cancellation,
        progress: Option<ProgressListener>,
        work: impl FnOnce(&T, &Call<'_>) -> Result<String, Error> + Send + 'static,
    ) -> AsyncTask<Self> {
        quiet_panics();
        AsyncTask::new(Self {
            asked: Arc::clone(asked),
            cancelled: Arc::clone(&cancellation.flag),
            progress,
            work: Some(Box::new(work)),
        })
    }
}

impl<T: Send + Sync + 'static> Task for Job<T> {
    type Output = Outcome;
    type JsValue = Outcome;

    fn compute(&mut self) -> napi::Result<Outcome> {
        let Some(work) = self.work.take() else {
            return Ok(outcome(Err(Error::new(Code::Internal, "the call was started twice"))));
        };
        let listener = Throttled::new(self.progress.as_ref());
        let call = Call { cancelled: &self.cancelled, progress: &|progress| listener.tell(progress) };
        let result = catch_unwind(AssertUnwindSafe(|| {
            panic_for_a_test();
            work(&self.asked, &call)
        }));
        Ok(outcome(result.unwrap_or_else(|panic| {
            let what = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "unknown panic".to_owned());
            Err(Error::new(Code::Internal, "beadloom met a bug in itself and gave up this call")
                .hint("please report it with the output of the same command with --debug")
                .caused_by(what))
        })))
    }

    fn resolve(&mut self, _: Env, output: Outcome) -> napi::Result<Outcome> {
        Ok(output)
    }
}

/// A bug, for tests of what becomes of one: in a development build every call panics while the file exists that
/// `BEADLOOM_TEST_PANIC` names.
#[cfg(debug_assertions)]
fn panic_for_a_test() {
    let planted = std::env::var_os("BEADLOOM_TEST_PANIC");
    assert!(!planted.is_some_and(|file| std::path::Path::new(&file).exists()), "planted by a test");
}

#[cfg(not(debug_assertions))]
fn panic_for_a_test() {}

/// JSON of plain data, which always has one.
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

fn outcome(result: Result<String, Error>) -> Outcome {
    match result {
        Ok(value) => Outcome { value: Some(value), error: None },
        Err(error) => Outcome { value: None, error: Some(to_json(&error)) },
    }
}

/// Passes on what a person can follow.
struct Throttled<'a> {
    listener: Option<&'a ProgressListener>,
    began: Instant,
    phase: AtomicU64,
    phase_began_ms: AtomicU64,
    last_ms: AtomicU64,
}

impl<'a> Throttled<'a> {
    fn new(listener: Option<&'a ProgressListener>) -> Self {
        Self {
            listener,
            began: Instant::now(),
            phase: AtomicU64::new(u64::MAX),
            phase_began_ms: AtomicU64::new(0),
            last_ms: AtomicU64::new(0),
        }
    }

    fn tell(&self, progress: beadloom_engine::Progress) {
        let Some(listener) = self.listener else { return };
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        let phase = progress.phase as u64;
        // However quick the work is, it was told of.
        let is_end = progress.total > 0 && progress.done == progress.total;
        if self.phase.swap(phase, Ordering::Relaxed) != phase {
            self.phase_began_ms.store(now, Ordering::Relaxed);
        } else if !is_end && now < self.last_ms.load(Ordering::Relaxed).saturating_add(PROGRESS_EVERY_MS) {
            return;
        }
        self.last_ms.store(now, Ordering::Relaxed);
        let spent = now.saturating_sub(self.phase_began_ms.load(Ordering::Relaxed)).max(1);
        let (done, total) = match progress.bytes {
            (_, 0) => (progress.done, progress.total),
            bytes => bytes,
        };
        // The first moments say little about the rest.
        let known = spent >= REMAINING_AFTER_MS && done > 0 && total >= done;
        let remaining_ms = known.then(|| u128::from(spent) * u128::from(total - done) / u128::from(done));
        let json = serde_json::json!({
            "phase": progress.phase.as_str(),
            "done": progress.done,
            "total": progress.total,
            "rate": progress.done.saturating_mul(1000) / spent,
            "remaining_ms": remaining_ms.map(|ms| u64::try_from(ms).unwrap_or(u64::MAX)),
        });
        listener.call(Ok(json.to_string()), ThreadsafeFunctionCallMode::NonBlocking);
    }
}

/// Panics are reported as errors; the default hook would write to a terminal that is not ours.
fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
}
