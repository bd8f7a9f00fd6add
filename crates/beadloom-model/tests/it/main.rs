//! The model from outside: the entries of languages and what reads by them, and requests.

mod folders;
mod languages;
mod lexer;
mod requests;
