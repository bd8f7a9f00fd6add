//! The engine from outside. One program for all: each test binary links the whole crate and its grammars.

mod cache;
mod conventions;
mod damage;
mod deep;
mod gates;
