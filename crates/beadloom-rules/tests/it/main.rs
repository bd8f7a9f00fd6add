//! The rules from outside. One program for all.

mod baseline;
mod evaluate;
