//! What a kind of rule is.

use std::fmt::Debug;

use beadloom_graph::yaml::Node;
use beadloom_model::answers::RuleMatch;

use crate::evaluation::{Context, Evaluation};
use crate::matcher::Tags;
use crate::part::Part;
use crate::reader::{Entry, Reader};

/// What is the same of all rules of a kind.
#[derive(Debug)]
pub(crate) struct RuleKind {
    /// Its key in the rules file; the type of what breaks such a rule.
    pub(crate) key: &'static str,
    /// What such a rule demands, one sentence of Markdown without a final period.
    pub(crate) help: &'static str,
    /// Keys of the rule that stand beside its own.
    pub(crate) siblings: &'static [SiblingKey],
    /// Reads the value of the key; None where what is wrong with it leaves no body, and has been told.
    pub(crate) read: ReadBody,
}

/// A key that only rules of one kind have.
#[derive(Debug)]
pub(crate) struct SiblingKey {
    pub(crate) key: &'static str,
    /// What to do with it in a rule of another kind.
    pub(crate) elsewhere: &'static str,
}

/// The last argument: the entries of the rule, for kinds with keys beside their own.
pub(crate) type ReadBody =
    for<'t> fn(&mut Reader<'t, '_>, &'t Node, &[Entry<'t>]) -> Option<Box<dyn RuleBody>>;

/// What one rule demands.
pub(crate) trait RuleBody: Debug + Send + Sync {
    /// Its kind.
    fn kind(&self) -> &'static RuleKind;

    /// The facts that it needs, of those that are not always read.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// Reports what is wrong with it, as far as only the whole file with its tags can tell.
    fn verify(&self, _reader: &mut Reader<'_, '_>, _tags: &Tags) {}

    /// Adds what breaks it.
    fn evaluate(&self, evaluation: &mut Evaluation<'_>);

    /// What it demands, one sentence without a final period.
    fn says(&self) -> String;

    /// What each of its parts matches, in the order of the rule.
    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch>;

    /// Whether something of a part of the project can break it, or be the reason why something else does.
    fn concerns(&self, part: &Part<'_>) -> bool;
}

/// Facts that some rules need and that take time to read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// Imports, because they decide whether the rule is broken.
    pub imports: bool,
    /// Imports, once the rule is broken: what is suggested then depends on them.
    pub imports_if_broken: bool,
    /// How many symbols nodes have, and whether they are documented.
    pub node_counts: bool,
}

impl Needs {
    /// The needs of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            imports: self.imports || other.imports,
            imports_if_broken: self.imports_if_broken || other.imports_if_broken,
            node_counts: self.node_counts || other.node_counts,
        }
    }
}
