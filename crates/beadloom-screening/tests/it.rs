//! What is found in texts, and what is not.

#[path = "it/secrets.rs"]
mod secrets;
