//! Contracts and landscapes, from outside. One program for all: each test binary links the whole crate and its grammars.

mod crossings;
#[path = "found/main.rs"]
mod found;
mod landscape;
