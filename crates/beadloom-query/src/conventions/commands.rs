//! Commands of the console that code runs by their names.

use std::collections::BTreeMap;

use beadloom_conventions::Thing;
use beadloom_model::{Result, SymbolKind};
use beadloom_store::ConventionRow;

use super::links::Named;
use super::named::{Target, thing_of};
use super::project::Conventions;

impl Conventions<'_> {
    /// Links from where a command is named to what runs of its class.
    pub(super) fn add_commands(
        &mut self,
        users: &[&ConventionRow],
        gives: &[&ConventionRow],
        named: &mut Named,
    ) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let mut commands: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for mark in gives.iter().filter(|mark| thing_of(mark) == Some(Thing::Command)) {
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
