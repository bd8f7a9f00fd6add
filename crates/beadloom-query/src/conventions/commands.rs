//! Commands of the console that code runs by their names.

use std::collections::BTreeMap;

use beadloom_conventions::Thing;
use beadloom_model::{Result, SymbolKind};

use super::links::{Marks, Named, Target};
use super::project::Conventions;

impl Conventions<'_> {
    /// Links from where a command is named to what runs of its class.
    pub(super) fn add_commands(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let users = marks.using(Thing::Command);
        if users.is_empty() {
            return Ok(());
        }
        let mut commands: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in marks.giving(Thing::Command) {
            let symbols = self.facts.symbols(mark.file_id)?;
            // An attribute may stand on the line above its class.
            let class = symbols.iter().find(|row| {
                row.kind == SymbolKind::Class && (row.line_start..=row.line_end).contains(&mark.line)
            });
            let class = class.or_else(|| {
                symbols.iter().find(|row| row.kind == SymbolKind::Class && row.line_start > mark.line)
            });
            if let Some(class) = class {
                let run = self.run_of(mark.file_id, class.id)?;
                commands.entry(&mark.name).or_default().push((mark.file_id, Some(run)));
            }
        }
        for mark in users {
            if let Some(targets) = commands.get(mark.name.as_str()) {
                self.link(mark, &targets.clone(), &format!("runs the command {}", mark.name), named)?;
            }
        }
        Ok(())
    }
}
