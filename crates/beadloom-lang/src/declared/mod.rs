//! What files declare that others import by name: namespaces, packages and modules, and what stands at their top.
//!
//! Imports of one file are resolved while others are still to be parsed, so this is found without a tree: from words and
//! braces alone, in a hundredth of the time.

mod braces;
mod elixir;
mod spaces;

use beadloom_model::{Declared, LanguageId};

/// Whether files of a language say themselves which namespace, package or module they hold.
pub fn declares_names(language: LanguageId) -> bool {
    language == LanguageId::Elixir || braces::before_names(language).is_some()
}

/// What a file declares, in order of appearance; what stands outside of all spaces is in one without a name. Nothing for
/// languages whose files say nothing of the kind.
pub fn declared(language: LanguageId, text: &str) -> Vec<Declared> {
    match braces::before_names(language) {
        Some(before_names) => braces::read(language, before_names, text),
        None if language == LanguageId::Elixir => elixir::read(text),
        None => Vec::new(),
    }
}
