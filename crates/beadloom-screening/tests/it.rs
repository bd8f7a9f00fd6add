//! What is found in texts, and what is not.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "it/orders.rs"]
mod orders;
#[path = "it/secrets.rs"]
mod secrets;
