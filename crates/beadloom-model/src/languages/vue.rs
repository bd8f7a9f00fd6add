//! Vue.

use super::facts::LanguageFacts;

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "vue",
    name: "Vue",
    extensions: &["vue"],
    syntax: super::javascript::SYNTAX,
    names: super::javascript::NAMES,
    ..LanguageFacts::PLAIN
};
