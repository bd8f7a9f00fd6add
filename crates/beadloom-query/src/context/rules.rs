//! The rules of a bundle.

use std::fmt::Write as _;

use beadloom_model::answers::{Bundle, Constraint};
use beadloom_model::{Error, Result};
use beadloom_store::Store;

use super::chapter::{Chapter, Draft, Listed, Plan, bytes_of, chosen, left_out};
use super::gathered::Gathered;
use crate::answer::about::About;
use crate::answer::packer::Entry;
use crate::answer::tier::Tier;
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

struct Rules(Vec<Constraint>);

const TITLE: &str = "Rules";
pub(super) const CHAPTER: Listed = Listed { about: About::Graph, gather };

/// Those about the references, in the order of their file.
fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    Ok(Box::new(Rules(std::mem::take(&mut found.rules))))
}

impl Chapter for Rules {
    fn entries<'c>(&'c self, _: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let tier = |at: usize| if at < FIRST { Tier::Binding } else { Tier::MoreBinding };
        let rules = self.0.iter().enumerate();
        rules
            .map(|(at, one)| Entry { at, worth: tier(at), cost: bytes_of(&[&one.rule, &one.description]) })
            .collect()
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.constraints = chosen(&self.0, kept).cloned().collect();
        draft.bundle.omitted.constraints = left_out(&self.0, kept);
    }

    fn markdown(&self, out: &mut String, bundle: &Bundle) {
        if bundle.constraints.is_empty() {
            return;
        }
        let _ = writeln!(out, "## {TITLE}");
        for Constraint { rule, severity, description } in &bundle.constraints {
            let warns = if severity == "warn" { " (warn)" } else { "" };
            let says = line(description);
            let _ = match says.as_str() {
                "" => writeln!(out, "- {}{warns}", line(rule)),
                _ => writeln!(out, "- {}{warns}: {says}", line(rule)),
            };
        }
        out.push('\n');
    }
}
