//! The rules of a bundle.

use beadloom_model::answers::{Bundle, Constraint};
use beadloom_model::{Error, Result};
use beadloom_store::Store;

use super::chapter::{Listed, Tier, bytes_of};
use super::list::List;
use crate::text::line;

/// Rules that come before what is further off.
const FIRST: usize = 5;

/// Where a bundle has rules from.
pub trait RulesAbout {
    /// The rules about nodes and places – files, and folders, which end in `/` –, in the order of their file.
    ///
    /// # Errors
    /// What is wrong in the rules file, with its place; store errors.
    fn about(&self, store: &Store, nodes: &[String], places: &[String]) -> Result<Vec<Constraint>>;
}

/// There are no rules.
pub struct NoRules;

impl RulesAbout for NoRules {
    fn about(&self, _: &Store, _: &[String], _: &[String]) -> Result<Vec<Constraint>> {
        Ok(Vec::new())
    }
}

/// Why a bundle has no rules though there is a file of them.
pub(super) fn unreadable(error: &Error) -> String {
    let place: Vec<String> = error
        .path
        .iter()
        .cloned()
        .chain(error.line.map(|line| line.to_string()))
        .chain(error.column.map(|column| column.to_string()))
        .collect();
    let first = error.message.lines().next().unwrap_or("");
    if place.is_empty() { first.to_owned() } else { format!("{}: {first}", place.join(":")) }
}

static RULES: List<Constraint> = List {
    title: "Rules",
    tier: |_, _, at, _| if at < FIRST { Tier::Binding } else { Tier::MoreBinding },
    bytes: |one| bytes_of(&[&one.rule, &one.description]),
    put: |bundle, rules, left_out| {
        bundle.constraints = rules;
        bundle.omitted.constraints = left_out;
    },
    line: |Constraint { rule, severity, description }| {
        let warns = if severity == "warn" { " (warn)" } else { "" };
        match line(description).as_str() {
            "" => format!("- {}{warns}", line(rule)),
            says => format!("- {}{warns}: {says}", line(rule)),
        }
    },
    ..List::PLAIN
};

/// Those about the references, in the order of their file.
pub(super) const CHAPTER: Listed =
    Listed { about: Bundle::constraints, gather: |found| Ok(RULES.of(std::mem::take(&mut found.rules))) };
