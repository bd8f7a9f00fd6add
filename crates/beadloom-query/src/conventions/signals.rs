//! Who sends a signal, and who is connected to it.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_conventions::Thing;
use beadloom_model::Result;

use super::links::{Marks, Named, Target};
use super::project::Conventions;

impl Conventions<'_> {
    /// Signals are values, which not every file that defines one makes a definition of: they are told apart by their names, where one file
    /// makes one of that name.
    pub(super) fn add_signals(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let mut made: BTreeMap<&str, BTreeSet<i64>> = BTreeMap::new();
        for mark in marks.giving(Thing::SignalDefinition) {
            made.entry(&mark.name).or_default().insert(mark.file_id);
        }
        let mut handlers: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in marks.giving(Thing::Signal) {
            if made.get(mark.name.as_str()).is_some_and(|files| files.len() == 1) {
                let targets = self.given(mark)?;
                handlers.entry(&mark.name).or_default().extend(targets);
            }
        }
        for mark in marks.using(Thing::Signal) {
            if let Some(targets) = handlers.get(mark.name.as_str()) {
                for target in targets.clone() {
                    self.link(mark, &[target], &format!("handles {}", mark.name), named)?;
                }
            }
        }
        Ok(())
    }
}
