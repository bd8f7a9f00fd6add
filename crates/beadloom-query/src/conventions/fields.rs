//! Fields of GraphQL: who selects one, which schema states it, what resolves it.

use std::collections::BTreeMap;

use beadloom_conventions::{TABLE, Thing};
use beadloom_model::Result;
use beadloom_store::{Confidence, ConventionRow};

use super::links::{ConventionLink, Named};
use super::named::{Target, thing_of};
use super::project::Conventions;

impl Conventions<'_> {
    pub(super) fn add_fields(
        &mut self,
        users: &[&ConventionRow],
        gives: &[&ConventionRow],
        named: &mut Named,
    ) -> Result<()> {
        let mut resolvers: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        let mut schemas: BTreeMap<&str, Vec<&ConventionRow>> = BTreeMap::new();
        for mark in gives.iter().filter(|mark| thing_of(mark) == Some(Thing::Field)) {
            let is_schema = TABLE.get(usize::from(mark.rule)).is_some_and(|row| row.imports.is_empty());
            if is_schema {
                schemas.entry(&mark.name).or_default().push(mark);
                continue;
            }
            let targets = self.given(mark)?;
            resolvers.entry(&mark.name).or_default().extend(targets);
        }
        for targets in resolvers.values_mut() {
            targets.sort_unstable();
            targets.dedup();
        }
        for mark in users {
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
                for (file, symbol) in targets {
                    named.add(ConventionLink {
                        user_file: *file,
                        line: self.line_of(*file, *symbol)?,
                        user: *symbol,
                        used_file: mark.file_id,
                        used: Some(stated),
                        confidence: Confidence::Unique,
                        candidates: 1,
                        runs: true,
                        is_reverse: false,
                        reason: format!("resolves {name} (GraphQL)").into(),
                    });
                }
            }
        }
        Ok(())
    }

    pub(super) fn line_of(&mut self, file: i64, symbol: Option<i64>) -> Result<u32> {
        let symbols = self.facts.symbols(file)?;
        Ok(symbols.iter().find(|row| Some(row.id) == symbol).map_or(1, |row| row.line_start))
    }
}
