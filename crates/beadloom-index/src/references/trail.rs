//! How far a name is followed from module to module, and that it never goes round in a circle.

use rustc_hash::FxHashSet;

/// Modules that are looked into for one name: those that pass on may name hundreds.
const LOOKS: usize = 1_000;
/// The same with those that are looked into for the names of aliases' paths on the way.
const LOOKS_IN_ALL: usize = 4 * LOOKS;
/// Names that lead to each other on the way to one: imports that pass on, aliases of aliases. It bounds the stack, too.
const MAX_STEPS: usize = 100;

/// What was looked at for one name so far.
#[derive(Default)]
pub struct Trail {
    seen: FxHashSet<(i64, u64)>,
    /// Modules that were followed because they pass on all of others.
    pub passing: usize,
    /// Names that are being looked for, each for the one before: whoever asks for one of them again goes round in a circle.
    steps: Vec<(i64, u64)>,
    /// See [`LOOKS_IN_ALL`].
    looks: usize,
}

impl Trail {
    /// Whether the module may be looked into for the name; a step begins then, which [`Trail::end`] ends.
    pub fn begin(&mut self, file: i64, name: u64) -> bool {
        let may = self.seen.len() < LOOKS
            && self.looks < LOOKS_IN_ALL
            && self.steps.len() < MAX_STEPS
            && !self.steps.contains(&(file, name))
            && self.seen.insert((file, name));
        if may {
            self.looks += 1;
            self.steps.push((file, name));
        }
        may
    }

    /// Ends the step that began last.
    pub fn end(&mut self) {
        self.steps.pop();
    }

    /// Another name on the way: what was looked into for this one may be looked into again, but for the steps that led here.
    pub fn apart<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let (seen, passing) = (std::mem::take(&mut self.seen), std::mem::take(&mut self.passing));
        let found = look(self);
        (self.seen, self.passing) = (seen, passing);
        found
    }
}
