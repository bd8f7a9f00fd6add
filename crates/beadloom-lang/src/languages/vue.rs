//! Vue: components whose scripts are TypeScript or JavaScript.

use beadloom_model::LanguageId;

use super::ecma::component;
use crate::language::{Dialect, DocComments, Language, Reading};

/// Vue.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Vue,
    docs: DocComments::Marked,
    place: Some(component::place),
    values: None,
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_vue_next::LANGUAGE, rules: component::vue },
    }],
};
