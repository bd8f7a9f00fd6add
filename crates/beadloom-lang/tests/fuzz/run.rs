//! Reads case after case on all cores, watches, and reports.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use beadloom_lang::{Limits, Parser, StepBudget, detect, markdown};

use crate::fuzz::corpus::Corpus;
use crate::fuzz::mutate;
use crate::fuzz::random::Random;
use crate::fuzz::shrink::shrink;
use crate::fuzz::wellformed::{self, Verdict};

/// Looks at its limits that a text gets: far more than any text needs that parses at all.
const LOOKS: u64 = 50_000;
/// A case that takes longer is named while it runs.
const SLOW: Duration = Duration::from_secs(20);

/// How long to go on.
#[derive(Clone, Copy)]
pub enum Until {
    /// So many texts.
    Cases(u64),
    /// So many seconds.
    Seconds(u64),
}

/// What to read.
#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
    pub until: Until,
}

/// One text, which follows from seed and number.
pub struct Case {
    /// What it is to be read as; tells the language and its dialect.
    pub name: String,
    pub text: String,
    /// After so many looks its time is over.
    looks: u64,
    /// Whether it is read again, which must give the same.
    twice: bool,
}

impl Case {
    pub fn new(corpus: &Corpus, seed: u64, number: u64) -> Self {
        let mut random = Random::of_case(seed, number);
        let of = usize::try_from(number).unwrap_or(0) % corpus.0.len();
        let name = random.pick(&corpus.0[of].names).clone();
        let text = mutate::text(corpus, of, &mut random);
        let looks = if random.once_in(10) { random.below(4) as u64 } else { LOOKS };
        Self { name, text, looks, twice: random.once_in(8) }
    }

    /// Reads it with a parser of its own.
    pub fn read(&self) -> Result<bool, String> {
        self.read_with(&mut Parser::new(), &self.text)
    }

    /// Reads `text` in its stead. True where a limit was hit; the error says what does not hold, panics included.
    fn read_with(&self, parser: &mut Parser, text: &str) -> Result<bool, String> {
        catch_unwind(AssertUnwindSafe(|| self.facts(parser, text)))
            .unwrap_or_else(|panic| Err(format!("panicked: {}", message(panic.as_ref()))))
    }

    fn facts(&self, parser: &mut Parser, text: &str) -> Result<bool, String> {
        let Some(language) = detect(&self.name) else {
            return self.chunks(text).map(|()| false);
        };
        let looks = StepBudget::new(self.looks);
        let limits = Limits { looks: Some(&looks), ..Limits::default() };
        let file = parser.parse(language, &self.name, text, &limits);
        wellformed::file(text, &file)?;
        // Once its time is over, nothing goes on to the next look.
        let over = looks.made().saturating_sub(self.looks);
        if over > 1 {
            return Err(format!("went on for {over} looks after its time was over"));
        }
        let limited = !file.diagnostics.is_empty();
        if over == 1 && !limited {
            return Err("its time was over, and it does not say so".to_owned());
        }
        // Where the clock ended it, it may end elsewhere the next time.
        if self.twice && (over == 1 || !limited) {
            let again = Limits { looks: Some(&StepBudget::new(self.looks)), ..limits };
            if Parser::new().parse(language, &self.name, text, &again) != file {
                return Err("reads differently by a parser that read other files before".to_owned());
            }
        }
        Ok(limited)
    }

    fn chunks(&self, text: &str) -> Verdict {
        let most = 1 + text.len() % 2000;
        wellformed::document(text, &markdown::parse(&self.name, text, most), most)
    }
}

/// What was read, by kind of file.
#[derive(Default)]
struct Tally {
    cases: u64,
    bytes: u64,
    limited: u64,
    slowest: (Duration, u64),
}

impl Plan {
    /// Reads until the plan is done or a case fails.
    pub fn run(&self, corpus: &Corpus) {
        say(&format!("fuzz: seed {}", self.seed));
        quiet_panics();
        let began = Instant::now();
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None::<String>);
        let tallies = Mutex::new(BTreeMap::<&str, Tally>::new());
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        std::thread::scope(|scope| {
            for worker in 0..workers {
                let (next, failure, tallies) = (&next, &failure, &tallies);
                scope.spawn(move || {
                    let (enter, entered) = std::sync::mpsc::channel();
                    scope.spawn(move || self.watch(&entered));
                    let mut parser = Parser::new();
                    let mut own = BTreeMap::<&str, Tally>::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let done = match self.until {
                            Until::Cases(cases) => number >= cases,
                            Until::Seconds(seconds) => began.elapsed().as_secs() >= seconds,
                        };
                        if done || lock(failure).is_some() {
                            break;
                        }
                        leave_trace(worker, self.seed, number);
                        let case = Case::new(corpus, self.seed, number);
                        let _ = enter.send(Some((number, case.name.clone())));
                        let started = Instant::now();
                        let read = case.read_with(&mut parser, &case.text);
                        let _ = enter.send(None);
                        let of = usize::try_from(number).unwrap_or(0) % corpus.0.len();
                        let tally = own.entry(corpus.0[of].what).or_default();
                        tally.cases += 1;
                        tally.bytes += case.text.len() as u64;
                        tally.slowest = tally.slowest.max((started.elapsed(), number));
                        match read {
                            Ok(limited) => tally.limited += u64::from(limited),
                            Err(why) => {
                                let mut failure = lock(failure);
                                if failure.is_none() {
                                    *failure = Some(self.describe(&case, number, &why));
                                }
                                // A parser that was left in the middle of its work is not used again.
                                parser = Parser::new();
                            }
                        }
                    }
                    add(&mut lock(tallies), own);
                });
            }
        });
        let _ = std::panic::take_hook();
        if matches!(self.until, Until::Seconds(_)) {
            report(&lock(&tallies));
        }
        if let Some(failure) = lock(&failure).take() {
            panic!("{failure}");
        }
    }

    fn describe(&self, case: &Case, number: u64, why: &str) -> String {
        let small = shrink(&case.text, |text| case.read_with(&mut Parser::new(), text).is_err());
        let now = case.read_with(&mut Parser::new(), &small).err();
        format!(
            "{}: {why}\nBEADLOOM_FUZZ_SEED={} BEADLOOM_FUZZ_CASE={number} writes the whole text to a file. \
             Made smaller: {}\n{small:?}",
            case.name,
            self.seed,
            now.as_deref().unwrap_or("fails with a parser that read other files before"),
        )
    }

    /// Names a case that does not come to an end, for the log of a run that somebody has to stop.
    fn watch(&self, entered: &std::sync::mpsc::Receiver<Option<(u64, String)>>) {
        let mut now = None;
        loop {
            match entered.recv_timeout(SLOW) {
                Ok(case) => now = case,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some((number, name)) = &now {
                        say(&format!("fuzz: still reading case {number} of seed {} ({name})", self.seed));
                    }
                }
            }
        }
    }
}

fn add<'a>(to: &mut BTreeMap<&'a str, Tally>, from: BTreeMap<&'a str, Tally>) {
    for (what, tally) in from {
        let sum = to.entry(what).or_default();
        sum.cases += tally.cases;
        sum.bytes += tally.bytes;
        sum.limited += tally.limited;
        sum.slowest = sum.slowest.max(tally.slowest);
    }
}

fn report(tallies: &BTreeMap<&str, Tally>) {
    say(&format!("{:<12} {:>9} {:>9} {:>9}  slowest", "language", "cases", "MB", "limited"));
    for (what, tally) in tallies {
        let (slowest, number) = tally.slowest;
        say(&format!(
            "{what:<12} {:>9} {:>9} {:>9}  {} ms (case {number})",
            tally.cases,
            tally.bytes >> 20,
            tally.limited,
            slowest.as_millis()
        ));
    }
    let cases: u64 = tallies.values().map(|tally| tally.cases).sum();
    let bytes: u64 = tallies.values().map(|tally| tally.bytes).sum();
    say(&format!("{:<12} {cases:>9} {:>9}", "all", bytes >> 20));
}

/// Straight to stderr: the harness shows what tests print only when they fail.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// What is being read, for the case that the process does not live to tell.
fn leave_trace(worker: usize, seed: u64, number: u64) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{worker}.case"));
    let _ = std::fs::write(path, format!("BEADLOOM_FUZZ_SEED={seed} BEADLOOM_FUZZ_CASE={number}\n"));
}

thread_local! {
    static PANIC: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// Making a text smaller panics a thousand times; the last message with its place is kept, and nothing printed.
fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| PANIC.with(|kept| *kept.borrow_mut() = info.to_string())));
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let kept = PANIC.with(|kept| std::mem::take(&mut *kept.borrow_mut()));
    if kept.is_empty() {
        payload.downcast_ref::<String>().cloned().unwrap_or_else(|| "no message".to_owned())
    } else {
        kept
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
