//! Spaces of names, as they are found.

use beadloom_model::Declared;

/// Names of one space that are kept: a generated file may hold any number.
const NAMES: usize = 4_096;

/// Spaces of one file that are kept.
const SPACES: usize = 512;

/// Spaces as they are found.
#[derive(Default)]
pub(super) struct Spaces {
    pub(super) list: Vec<Declared>,
}

impl Spaces {
    /// The number of the space of that name.
    pub(super) fn open(&mut self, name: String) -> usize {
        if let Some(at) = self.list.iter().position(|one| one.name == name) {
            return at;
        }
        if self.list.len() < SPACES {
            self.list.push(Declared { name, names: Vec::new() });
        }
        self.list.len() - 1
    }

    pub(super) fn add(&mut self, space: usize, name: &str) {
        if let Some(space) = self.list.get_mut(space)
            && space.names.len() < NAMES
            && space.names.last().is_none_or(|last| last != name)
        {
            space.names.push(name.to_owned());
        }
    }
}
