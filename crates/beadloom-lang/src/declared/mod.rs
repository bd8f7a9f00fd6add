//! What files declare that others import by name: namespaces, packages and modules, and what stands at their top.
//!
//! Imports of one file are resolved while others are still to be parsed, so this is found without a tree: from words and
//! braces alone, in a hundredth of the time.

mod braces;
mod elixir;

use beadloom_model::{Declared, LanguageId};

/// Names of one space that are kept: a generated file may hold any number.
const NAMES: usize = 4_096;

/// Spaces of one file that are kept.
const SPACES: usize = 512;

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

/// Spaces as they are found.
#[derive(Default)]
struct Spaces {
    list: Vec<Declared>,
}

impl Spaces {
    /// The number of the space of that name.
    fn open(&mut self, name: String) -> usize {
        if let Some(at) = self.list.iter().position(|one| one.name == name) {
            return at;
        }
        if self.list.len() < SPACES {
            self.list.push(Declared { name, names: Vec::new() });
        }
        self.list.len() - 1
    }

    fn add(&mut self, space: usize, name: &str) {
        if let Some(space) = self.list.get_mut(space)
            && space.names.len() < NAMES
            && space.names.last().is_none_or(|last| last != name)
        {
            space.names.push(name.to_owned());
        }
    }
}
