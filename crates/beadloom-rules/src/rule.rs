//! What a rules file says.

pub use beadloom_model::Place;
use beadloom_model::answers::Severity;

use crate::kind::{Needs, RuleBody};
use crate::matcher::{Exemption, Tags};

/// The rules of a project.
#[derive(Debug, Default)]
pub struct Rules {
    /// In the order of the file.
    pub rules: Vec<Rule>,
    /// Of the file.
    pub tags: Tags,
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Unique in the file.
    pub name: String,
    /// What its author says of it.
    pub description: Option<String>,
    /// How much a violation matters.
    pub severity: Severity,
    /// What it demands.
    pub(crate) body: Box<dyn RuleBody>,
    /// In the order of the file.
    pub exempt: Vec<Exemption>,
    /// Where its name stands.
    pub place: Place,
}

impl Rules {
    /// The facts that its rules need, of those that are not always read.
    pub fn needs(&self) -> Needs {
        self.rules.iter().fold(Needs::default(), |needs, rule| needs.and(rule.needs()))
    }
}

impl Rule {
    /// The facts that it needs, of those that are not always read.
    pub fn needs(&self) -> Needs {
        self.body.needs()
    }
}
