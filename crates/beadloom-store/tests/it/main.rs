//! The store from outside, on files. One program for all: each test binary links SQLite.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

mod cache;
mod code;
mod documents;
mod files;
mod gateway;
mod graph;
mod kept;
mod memory;
mod opening;
mod sessions;
mod support;
mod sync;
mod transactions;
