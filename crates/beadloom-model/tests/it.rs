//! The model from outside: the entries of languages and what reads by them, and requests.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod languages;
mod lexer;
mod requests;
