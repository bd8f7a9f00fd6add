//! Broken texts of every language: no panic, no hang, facts that hold together.
//!
//! `cargo test` reads a fixed number of texts, half of them with a fixed seed, half with a new one that is printed.
//!
//! - `BEADLOOM_FUZZ_SECONDS=600 cargo test -p beadloom-lang --test fuzz -- --nocapture` goes on for ten minutes.
//! - `BEADLOOM_FUZZ_SEED=7` chooses the seed.
//! - `BEADLOOM_FUZZ_CASE=12` writes that one text of the seed given to a file, names it, and reads it.
//!
//! A text that fails is made smaller before it is shown. What ends the process outright (a crash in a grammar)
//! leaves the cases that were being read in `fuzz-<thread>.case` in cargo's folder for tests.

#![expect(clippy::panic, reason = "a test fails by panicking")]

mod corpus;
mod mutate;
mod random;
mod run;
mod shrink;
mod wellformed;

use std::path::Path;

use corpus::Corpus;
use run::{Case, Plan, Until};

/// Texts that one plain `cargo test` reads per seed.
const CASES: u64 = 500;

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is a whole number, not {value:?}")))
}

#[test]
fn broken_texts_of_every_language() {
    let corpus = Corpus::read();
    let seed = setting("BEADLOOM_FUZZ_SEED");
    if let Some(number) = setting("BEADLOOM_FUZZ_CASE") {
        let case = Case::new(&corpus, seed.unwrap_or(1), number);
        let name = case.name.replace('/', "-");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{number}-{name}"));
        std::fs::write(&path, &case.text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        run::say(&format!("fuzz: {} is in {}", case.name, path.display()));
        if let Err(why) = case.read() {
            panic!("{why}");
        }
        return;
    }
    let plans = match setting("BEADLOOM_FUZZ_SECONDS") {
        Some(seconds) => {
            vec![Plan { seed: seed.unwrap_or_else(random::fresh_seed), until: Until::Seconds(seconds) }]
        }
        None => [seed.unwrap_or(1), random::fresh_seed()]
            .map(|seed| Plan { seed, until: Until::Cases(CASES) })
            .to_vec(),
    };
    for plan in plans {
        plan.run(&corpus);
    }
}

#[test]
fn every_kind_of_file_has_texts_to_break() {
    for entry in Corpus::read().0 {
        assert!(!entry.texts.is_empty() && !entry.names.is_empty(), "{} has none", entry.what);
    }
}
