//! Svelte: components whose scripts are TypeScript or JavaScript.

use super::ecma::component;
use crate::language::{Dialect, DocComments, Language, Reading};

/// Svelte.
pub(crate) const LANGUAGE: Language = Language {
    id: "svelte",
    name: "Svelte",
    extensions: &["svelte"],
    file_names: &[],
    entry_files: &[],
    docs: DocComments::Marked,
    place: Some(component::place),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_svelte_ng::LANGUAGE, rules: component::svelte },
    }],
};
