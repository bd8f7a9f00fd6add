//! Fields of GraphQL: who selects one, which schema states it, what resolves it.

use std::collections::BTreeMap;

use beadloom_conventions::{TABLE, Thing};
use beadloom_model::Result;
use beadloom_store::ConventionRow;

use super::links::{ConventionLink, Marks, Named, Target};
use super::project::Conventions;
use crate::lists::sort_once;

impl Conventions<'_> {
    pub(super) fn add_fields(&mut self, marks: &Marks, named: &mut Named) -> Result<()> {
        let mut resolvers: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        let mut schemas: BTreeMap<&str, Vec<&ConventionRow>> = BTreeMap::new();
        for mark in marks.giving(Thing::Field) {
            let is_schema = TABLE.get(usize::from(mark.rule)).is_some_and(|row| row.imports.is_empty());
            if is_schema {
                schemas.entry(&mark.name).or_default().push(mark);
                continue;
            }
            let targets = self.given(mark)?;
            resolvers.entry(&mark.name).or_default().extend(targets);
        }
        for targets in resolvers.values_mut() {
            sort_once(targets);
        }
        for mark in marks.using(Thing::Field) {
            if let Some(targets) = resolvers.get(mark.name.as_str()) {
                self.link(mark, &targets.clone(), &format!("selects {}", mark.name), named)?;
            }
            let mut stated = Vec::new();
            for schema in schemas.get(mark.name.as_str()).into_iter().flatten() {
                stated.push((schema.file_id, self.facts.around(schema)?));
            }
            if !stated.is_empty() {
                self.link(mark, &stated, &format!("selects {}", mark.name), named)?;
            }
        }
        // The schema states what the resolver does, and the resolver does what the schema states.
        for (name, marks) in &schemas {
            let Some(targets) = resolvers.get(name) else { continue };
            for mark in marks {
                self.link(mark, &targets.clone(), &format!("is resolved as {name}"), named)?;
                let Some(stated) = self.facts.around(mark)? else { continue };
                for user in targets {
                    let reason = format!("resolves {name} (GraphQL)").into();
                    let used = (mark.file_id, Some(stated));
                    named.add(ConventionLink::sure(*user, self.line_of(*user)?, used, reason));
                }
            }
        }
        Ok(())
    }

    pub(super) fn line_of(&mut self, (file, symbol): Target) -> Result<u32> {
        let symbols = self.facts.symbols(file)?;
        Ok(symbols.iter().find(|row| Some(row.id) == symbol).map_or(1, |row| row.line_start))
    }
}
