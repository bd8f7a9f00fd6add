//! The embedding table and its scans, from outside. One program for all: each test binary links the whole crate and its grammars.

mod model;
mod scan;
mod shipped;
