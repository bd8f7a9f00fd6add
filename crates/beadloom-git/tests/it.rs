//! Git from outside, on real repositories. One program for all: each test binary links the whole crate and its grammars.

mod contents;
mod past;
mod recent;
mod ticket;
