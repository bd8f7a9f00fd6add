//! Graph files, settings, drafts and imports, from outside. One program for all: each test binary links the whole crate and its grammars.

mod assemble;
#[path = "bootstrap/main.rs"]
mod bootstrap;
mod config;
mod graph_file;
mod import;
mod ownership;
mod traverse;
