//! Models from outside: folders that are read, and what a runtime makes of them.
//!
//! A runtime is 40 MB and no part of the project. Tests that need one are ignored; with its library in
//! `ORT_DYLIB_PATH` they run under `cargo test -p beadloom-onnx -- --include-ignored`.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod embedding;
mod folders;
mod model;
