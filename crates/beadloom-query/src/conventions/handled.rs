//! What a file handles: which messages, and which definitions run for them.

use std::sync::Arc;

use beadloom_conventions::{EVENT_BUS, Role, Rule, TABLE, Thing};
use beadloom_model::{ReferenceKind, Result, SymbolKind};
use beadloom_store::{Confidence, ConventionRow, SymbolRow};

use super::links::Target;
use super::project::Conventions;
use crate::lists::sort_once;

/// Steps from a type to a base.
const MAX_STEPS: usize = 8;

/// Types of one name.
const MAX_TYPES_ITEMS: usize = 32;

/// The methods by which observers of Laravel are told of what happens to a model.
const MODEL_EVENTS: &[&str] = &[
    "retrieved", "creating", "created", "updating", "updated", "saving", "saved", "deleting", "deleted",
    "trashed", "forceDeleting", "forceDeleted", "restoring", "restored", "replicating",
];

/// What a mark handles.
pub(super) struct Handled {
    /// Row ids of types or signals.
    pub messages: Vec<i64>,
    /// Files and definitions.
    pub by: Vec<Target>,
    pub framework: &'static str,
    /// The message is a class that need not be sent: what happens to it is.
    pub by_class: bool,
    pub reason: Arc<str>,
}

pub(super) fn message_rule(rule: &Rule) -> bool {
    matches!(
        rule,
        Rule::Takes { .. }
            | Rule::IsRun { .. }
            | Rule::Observes
            | Rule::Gives(Thing::Message | Thing::Sender, _)
            | Rule::GivesPairs(Thing::Message, _)
    )
}

impl Conventions<'_> {
    /// What a mark handles, where its convention holds.
    pub(super) fn handled(&mut self, mark: &ConventionRow) -> Result<Option<Handled>> {
        let Some(row) = TABLE.get(usize::from(mark.rule)).filter(|row| message_rule(&row.rule)) else {
            return Ok(None);
        };
        if !self.holds(row)? {
            return Ok(None);
        }
        let around = self.facts.around(mark)?;
        let (bases, by_class) = match row.rule {
            Rule::Takes { bases, .. } | Rule::IsRun { bases, .. } => (bases, false),
            Rule::Gives(Thing::Sender, _) | Rule::Observes => (&[][..], true),
            _ => (&[][..], false),
        };
        if mark.role == Role::Maybe.number() && !self.inherits(mark.file_id, around, bases)? {
            return Ok(None);
        }
        // A base of the project's own that is only called like the framework's is another thing.
        let is_foreign = !row.imports.is_empty();
        if is_foreign && mark.role == Role::Gives.number() && self.is_own_base(mark.file_id, bases)? {
            return Ok(None);
        }
        let mut messages = self.facts.meaning(mark.file_id, &mark.name)?;
        if row.framework == EVENT_BUS {
            // Each service has a type of its own for an event.
            messages.extend(self.types_called(&mark.name)?);
            sort_once(&mut messages);
        }
        let by = if mark.detail.is_empty() {
            vec![(mark.file_id, around)]
        } else {
            let (name, method) = mark.detail.split_once('@').unwrap_or((&mark.detail, ""));
            let ids = self.facts.meaning(mark.file_id, name)?;
            let mut by = Vec::new();
            for (symbol, file, _) in self.store.files_of_symbols(&ids)? {
                if matches!(row.rule, Rule::Observes) {
                    by.extend(self.observing(file, symbol)?.into_iter().map(|of| (file, Some(of))));
                } else {
                    by.push((file, Some(self.run_as(file, symbol, method)?)));
                }
            }
            by
        };
        let verb = if by_class { "runs on events of" } else { "handles" };
        let reason = format!("{verb} {} ({})", mark.name, row.framework).into();
        Ok(Some(Handled { messages, by, framework: row.framework, by_class, reason }))
    }

    /// The types of that name, in whatever files.
    fn types_called(&mut self, name: &str) -> Result<Vec<i64>> {
        let mut found = Vec::new();
        for target in self.store.symbol_targets(name, MAX_TYPES_ITEMS)? {
            let Some(file) = self.store.file_id(&target.file_path)? else { continue };
            let symbols = self.facts.symbols(file)?;
            let types = symbols.iter().filter(|row| row.symbol_name == name && row.kind == SymbolKind::Class);
            found.extend(types.map(|row| row.id));
        }
        Ok(found)
    }

    /// The methods of a class that run on events of a model; the class where it has none.
    fn observing(&mut self, file: i64, symbol: i64) -> Result<Vec<i64>> {
        let symbols = self.facts.symbols(file)?;
        let Some(class) = symbols.iter().find(|row| row.id == symbol) else { return Ok(vec![symbol]) };
        let start = format!("{}.", class.qualified_name);
        let of_class = |row: &&SymbolRow| {
            row.qualified_name.strip_prefix(start.as_str()).is_some_and(|name| MODEL_EVENTS.contains(&name))
        };
        let found: Vec<i64> = symbols.iter().filter(of_class).map(|row| row.id).collect();
        Ok(if found.is_empty() { vec![symbol] } else { found })
    }

    /// What runs of a class that is named as a handler: its one method for that, where it has one.
    pub(super) fn run_of(&mut self, file: i64, symbol: i64) -> Result<i64> {
        self.run_as(file, symbol, "")
    }

    /// The same where a method is named.
    fn run_as(&mut self, file: i64, symbol: i64, named: &str) -> Result<i64> {
        let symbols = self.facts.symbols(file)?;
        let Some(class) = symbols.iter().find(|row| row.id == symbol) else { return Ok(symbol) };
        let names = if named.is_empty() { vec!["handle", "__invoke"] } else { vec![named] };
        let method = names.iter().find_map(|name| {
            let qualified = format!("{}.{name}", class.qualified_name);
            symbols.iter().find(|row| row.qualified_name == qualified)
        });
        Ok(method.map_or(symbol, |method| method.id))
    }

    /// Whether one of the bases, as a file names them, is a type of the project, and all such are.
    fn is_own_base(&mut self, file: i64, bases: &[&str]) -> Result<bool> {
        let references = self.facts.references(file)?;
        let mut named = references
            .iter()
            .filter(|row| row.kind == ReferenceKind::Inherit && bases.contains(&row.name.as_str()))
            .peekable();
        if named.peek().is_none() {
            return Ok(false);
        }
        for row in named {
            if row.confidence >= Confidence::Ambiguous || row.targets.is_empty() {
                return Ok(false);
            }
            // It may pass on what the framework's has.
            for target in &row.targets {
                let home = self.store.files_of_symbols(&[*target])?.into_iter().next();
                if let Some((_, home, _)) = home
                    && self.type_inherits(home, *target, bases, MAX_STEPS)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether the type around a method has one of the bases, at any distance.
    fn inherits(&mut self, file: i64, method: Option<i64>, bases: &[&str]) -> Result<bool> {
        let symbols = self.facts.symbols(file)?;
        let Some(method) = method.and_then(|id| symbols.iter().find(|row| row.id == id)) else {
            return Ok(false);
        };
        let Some((owner, _)) = method.qualified_name.rsplit_once('.') else { return Ok(false) };
        for of in symbols.iter().filter(|row| row.qualified_name == owner) {
            if self.type_inherits(file, of.id, bases, MAX_STEPS)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn type_inherits(&mut self, file: i64, of: i64, bases: &[&str], steps: usize) -> Result<bool> {
        if steps == 0 {
            return Ok(false);
        }
        let references = self.facts.references(file)?;
        for row in references.iter().filter(|row| row.kind == ReferenceKind::Inherit && row.from == Some(of))
        {
            let is_outside = row.targets.is_empty() || row.confidence >= Confidence::Ambiguous;
            if is_outside && bases.contains(&row.name.as_str()) {
                return Ok(true);
            }
            if !is_outside {
                for (base, home, _) in self.store.files_of_symbols(&row.targets)? {
                    if base != of && self.type_inherits(home, base, bases, steps - 1)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}
