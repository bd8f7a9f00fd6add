//! Svelte.

use super::facts::LanguageFacts;

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "svelte",
    name: "Svelte",
    extensions: &["svelte"],
    syntax: super::javascript::SYNTAX,
    names: super::javascript::NAMES,
    ..LanguageFacts::PLAIN
};
