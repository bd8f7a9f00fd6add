//! The rules of a bundle.

use beadloom_model::answers::Constraint;
use beadloom_model::{Error, Result};
use beadloom_store::Store;

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
