//! The words that orders to a model are made of, a file per language, all of one shape.
//!
//! A list is separated by `|`. A word counts as a whole, one that ends in `*` as the beginning of one; languages that write no
//! spaces have neither. `{user}` stands for each of `users`, `{tool}` for each of `tools`. Accents, case and width do not matter.

mod chinese;
mod class;
mod common;
mod english;
mod french;
mod german;
mod japanese;
mod portuguese;
mod russian;
mod spanish;

pub(crate) use class::{Class, Lexicon};

/// By the number that hits carry.
pub(crate) const LEXICONS: &[&Lexicon] = &[
    &english::LEXICON,
    &german::LEXICON,
    &french::LEXICON,
    &spanish::LEXICON,
    &portuguese::LEXICON,
    &russian::LEXICON,
    &chinese::LEXICON,
    &japanese::LEXICON,
    &common::LEXICON,
];

/// The number of what is common to all of them.
pub(crate) const COMMON: usize = LEXICONS.len() - 1;
