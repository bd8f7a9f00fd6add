//! Answers over small projects that are built straight into a store.

mod context;
mod graph;
mod search;
mod status;
mod support;
