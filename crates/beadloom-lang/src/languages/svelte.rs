//! Svelte: components whose scripts are TypeScript or JavaScript.

use super::ecma::component;
use crate::fingerprint::revision;
use crate::language::{Dialect, DocComments, Language};

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
        grammar: tree_sitter_svelte_ng::LANGUAGE,
        rules: component::svelte,
        revision: revision(&[include_bytes!("svelte.rs"), include_bytes!("ecma/component.rs")]),
    }],
};
