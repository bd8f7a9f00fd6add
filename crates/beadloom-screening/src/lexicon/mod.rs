//! The words that orders to a model are made of, a file per language, all of one shape.
//!
//! A list is separated by `|`. A word counts as a whole, one that ends in `*` as the beginning of one; languages that write no
//! spaces have neither. `{user}` stands for each of `users`, `{tool}` for each of `tools`. Accents, case and width do not matter.

mod chinese;
mod class;
mod common;
mod concepts;
mod english;
mod french;
mod german;
mod grammar;
mod japanese;
mod objects;
mod portuguese;
mod russian;
mod spanish;
mod widened;

pub(crate) use class::{Class, Lexicon};
pub(crate) use grammar::may_be_in;

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

/// Words of concepts, with the language of each list.
pub(crate) fn concepts() -> impl Iterator<Item = (Class, usize, &'static str)> {
    let rows = concepts::ROWS.iter().chain(objects::ROWS).chain(widened::ROWS);
    rows.flat_map(|(class, lists)| lists.iter().enumerate().map(move |(at, list)| (*class, at, *list)))
}
