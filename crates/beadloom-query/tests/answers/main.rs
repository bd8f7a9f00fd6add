//! Answers over small projects that are built straight into a store.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails as the test does")]

mod context;
mod graph;
mod nodes;
mod search;
mod status;
mod support;
