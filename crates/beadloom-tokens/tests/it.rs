//! Counts and budgets, from outside. One program for all: each test binary links the whole crate and its grammars.

mod budget;
mod reference;
