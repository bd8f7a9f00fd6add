//! What answers a route: the action that a line of routes names, a method of the type around, what implements the method of an
//! interface.

use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Confidence, RouteRow, SymbolRow};

use super::links::{ConventionLink, Named, Target};
use super::named::{Controllers, is_callable};
use super::project::Conventions;
use crate::places::is_test;

/// Methods that implement the one of an interface.
const MAX_IMPLEMENTING_ITEMS: usize = 16;

impl Conventions<'_> {
    /// Links from the lines of routes in Ruby to the actions that they name.
    pub(super) fn add_actions(
        &mut self,
        rows: &[RouteRow],
        controllers: &Controllers,
        named: &mut Named,
    ) -> Result<()> {
        for row in rows.iter().filter(|row| row.framework == "rails") {
            let Some((controller, action)) = row.handler.as_deref().and_then(|of| of.split_once('#')) else {
                continue;
            };
            let Some(user_file) = self.store.file_id(&row.file_path)? else { continue };
            let targets = self.action(controllers, controller, action)?;
            // Without a method of its own, the controller has it from elsewhere, or the route answers nothing.
            let targets: Vec<Target> = targets.into_iter().filter(|(_, own)| own.is_some()).collect();
            for target in &targets {
                let reason = format!("routes {} {} (Rails)", row.method, row.path).into();
                let confidence = if targets.len() == 1 { Confidence::Unique } else { Confidence::Ambiguous };
                let link = ConventionLink::sure((user_file, None), row.line, *target, reason);
                named.add(ConventionLink { confidence, candidates: targets.len(), ..link });
            }
        }
        Ok(())
    }

    /// The method of this file that a route names as its handler, and what implements it where it is that of an interface.
    pub(super) fn handler_here(&mut self, file: i64, row: &RouteRow) -> Result<Vec<Target>> {
        let Some(handler) = row.handler.as_deref() else { return Ok(Vec::new()) };
        let symbols = self.facts.symbols(file)?;
        let (owner, name) = handler.rsplit_once('.').map_or((None, handler), |(of, name)| (Some(of), name));
        let is_type = |one: &&SymbolRow| matches!(one.kind, SymbolKind::Class | SymbolKind::Interface);
        let owners: Vec<&SymbolRow> = symbols
            .iter()
            .filter(is_type)
            .filter(|of| match owner {
                Some(owner) => of.qualified_name == owner || of.symbol_name == owner,
                None => (of.line_start..=of.line_end).contains(&row.line),
            })
            .collect();
        let Some(of) = owners.last() else { return Ok(Vec::new()) };
        let qualified = format!("{}.{name}", of.qualified_name);
        let own = |one: &&SymbolRow| one.qualified_name == qualified && is_callable(one.kind);
        let Some(method) = symbols.iter().find(own) else { return Ok(Vec::new()) };
        if of.kind == SymbolKind::Interface {
            let implementing = self.implementing(of.id, name)?;
            if !implementing.is_empty() {
                return Ok(implementing);
            }
        }
        Ok(vec![(file, Some(method.id))])
    }

    /// The methods of that name in types that inherit right from an interface.
    fn implementing(&mut self, interface: i64, name: &str) -> Result<Vec<Target>> {
        let mut found = Vec::new();
        let (files, _) = self.store.referring_files(&[interface], MAX_IMPLEMENTING_ITEMS)?;
        for (file, path) in files {
            if is_test(&path) {
                continue;
            }
            let references = self.facts.references(file)?;
            let heirs: Vec<i64> = references
                .iter()
                .filter(|row| row.kind == beadloom_model::ReferenceKind::Inherit)
                .filter(|row| row.targets.contains(&interface) && row.confidence < Confidence::Ambiguous)
                .filter_map(|row| row.from)
                .collect();
            let symbols = self.facts.symbols(file)?;
            for heir in symbols.iter().filter(|row| heirs.contains(&row.id)) {
                let qualified = format!("{}.{name}", heir.qualified_name);
                let own = symbols.iter().find(|row| row.qualified_name == qualified && is_callable(row.kind));
                found.extend(own.map(|row| (file, Some(row.id))));
            }
        }
        Ok(found)
    }
}
