//! The model from outside: the entries of languages and what reads by them, requests, and what all
//! crates build on.

mod compact_sort;
mod folders;
mod languages;
mod lexer;
mod links;
mod prose;
mod requests;
mod varint;
