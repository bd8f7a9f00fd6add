//! Svelte: components whose scripts are TypeScript or JavaScript.

use beadloom_model::LanguageId;

use super::ecma::component;
use crate::language::{Dialect, DocComments, Language, Reading};

/// Svelte.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Svelte,
    docs: DocComments::Marked,
    place: Some(component::place),
    values: None,
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_svelte_ng::LANGUAGE, rules: component::svelte },
    }],
};
