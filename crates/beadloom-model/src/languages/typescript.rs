//! TypeScript.

use super::facts::{LanguageFacts, Layout};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "typescript",
    name: "TypeScript",
    extensions: &["ts", "mts", "cts", "tsx"],
    syntax: super::javascript::SYNTAX,
    layout: Layout { scripts: &["ts"], ..Layout::PLAIN },
    names: super::javascript::NAMES,
    ..LanguageFacts::PLAIN
};
