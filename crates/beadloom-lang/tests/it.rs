//! Source text in, facts out: the crate from outside. One program for all: each test binary links the whole crate and its grammars.

#[path = "fuzz/main.rs"]
mod fuzz;
mod markdown;
#[path = "suite/main.rs"]
mod suite;
