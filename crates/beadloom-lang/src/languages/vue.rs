//! Vue: components whose scripts are TypeScript or JavaScript.

use super::ecma::component;
use crate::language::{Dialect, DocComments, Language, Reading};

/// Vue.
pub(crate) const LANGUAGE: Language = Language {
    id: "vue",
    name: "Vue",
    extensions: &["vue"],
    file_names: &[],
    entry_files: &[],
    docs: DocComments::Marked,
    place: Some(component::place),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_vue_next::LANGUAGE, rules: component::vue },
    }],
};
