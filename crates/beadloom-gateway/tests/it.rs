//! What the crate does, from outside.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "it/confidence.rs"]
mod confidence;
#[path = "it/definition.rs"]
mod definition;
#[path = "it/examine.rs"]
mod examine;
#[path = "it/latency.rs"]
mod latency;
#[path = "it/ranking.rs"]
mod ranking;
#[path = "it/support.rs"]
mod support;
#[path = "it/tables.rs"]
mod tables;
