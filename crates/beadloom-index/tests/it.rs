//! The index from outside, on real folders. One program for all: each test binary links the whole crate and its grammars.

mod cancel;
#[path = "incremental/main.rs"]
mod incremental;
#[path = "languages/main.rs"]
mod languages;
mod routes;
mod texts;
mod upgrade;
#[path = "walk/main.rs"]
mod walk;
#[path = "watch/main.rs"]
mod watch;
