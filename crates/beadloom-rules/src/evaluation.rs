//! What a rule is evaluated with: the facts, the exemptions, and what was found so far.

use std::collections::{HashMap, HashSet};

use beadloom_model::answers::{Severity, Violation};

use crate::exempt::{End, Exemptions};
use crate::facts::{Facts, ImportFact, PART_OF};
use crate::matcher::Tags;

/// The type of violation that says of a rule that it can match nothing.
pub const NEVER_MATCHES: &str = "rule_never_matches";

/// What rules are evaluated on, with what several of them look at.
pub(crate) struct Context<'a> {
    pub(crate) facts: &'a Facts,
    /// Of the rules file.
    pub(crate) tags: &'a Tags,
    /// The rules file, for findings about rules themselves.
    path: &'a str,
    /// Imports between nodes, in the order of the imports.
    pub(crate) crossings: Vec<Crossing>,
    /// How many imports lead from one node to another, those of tests left out.
    pub(crate) imports: HashMap<(u32, u32), u64>,
}

/// That an import leads from one node to another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    /// Index of the import.
    pub(crate) import: u32,
    pub(crate) src: u32,
    pub(crate) dst: u32,
}

impl<'a> Context<'a> {
    /// `path`: the rules file, relative to the root.
    pub(crate) fn new(tags: &'a Tags, path: &'a str, facts: &'a Facts) -> Self {
        let mut crossings = Vec::new();
        for (at, import) in (0_u32..).zip(&facts.imports) {
            for &src in facts.owners(import.file) {
                for &dst in facts.target_owners(import) {
                    if src != dst {
                        crossings.push(Crossing { import: at, src, dst });
                    }
                }
            }
        }
        let mut imports: HashMap<(u32, u32), u64> = HashMap::new();
        let of_product = |crossing: &&Crossing| {
            facts.imports.get(crossing.import as usize).is_some_and(|import| !import.test)
        };
        for crossing in crossings.iter().filter(of_product) {
            *imports.entry((crossing.src, crossing.dst)).or_default() += 1;
        }
        Self { facts, tags, path, crossings, imports }
    }

    /// The ends of declared edges of these kinds; of all where empty.
    pub(crate) fn declared(&self, kinds: &[String]) -> HashSet<(u32, u32)> {
        let edges = self.facts.edges.iter();
        edges
            .filter(|edge| edge.declared && (kinds.is_empty() || kinds.contains(&edge.kind)))
            .map(|edge| (edge.src, edge.dst))
            .collect()
    }
}

/// Whether edges of a kind count: any of these, or, where none are named, every dependence.
pub(crate) fn is_dependence(kinds: &[String], kind: &str) -> bool {
    if kinds.is_empty() { kind != PART_OF } else { kinds.iter().any(|one| one == kind) }
}

/// One rule while it is evaluated.
pub(crate) struct Evaluation<'c> {
    pub(crate) context: &'c Context<'c>,
    pub(crate) rule: RuleHead<'c>,
    pub(crate) exemptions: Exemptions,
    pub(crate) violations: Vec<Violation>,
}

/// What findings say of the rule that they break.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleHead<'c> {
    pub(crate) name: &'c str,
    pub(crate) severity: Severity,
    /// The key of its kind.
    pub(crate) rule_type: &'static str,
    /// Where its name stands.
    pub(crate) line: u32,
}

/// Where something breaks a rule.
#[derive(Default)]
pub(crate) struct Spot<'a> {
    pub(crate) path: Option<&'a str>,
    pub(crate) line: Option<u32>,
    pub(crate) from: Option<&'a str>,
    pub(crate) to: Option<&'a str>,
    /// Of an import, as it is written.
    pub(crate) specifier: Option<&'a str>,
}

impl<'a> Spot<'a> {
    /// An import from one node to another.
    pub(crate) fn of_import(facts: &'a Facts, import: &'a ImportFact, from: &'a str, to: &'a str) -> Self {
        Self {
            path: Some(facts.path(import.file)),
            line: Some(import.line),
            from: Some(from),
            to: Some(to),
            specifier: Some(&import.specifier),
        }
    }
}

impl Evaluation<'_> {
    /// Adds what breaks the rule.
    pub(crate) fn add(&mut self, spot: &Spot<'_>, message: String, suggestion: String) -> &mut Violation {
        self.violations.push_mut(Violation {
            rule: self.rule.name.to_owned(),
            severity: self.rule.severity,
            rule_type: self.rule.rule_type.to_owned(),
            file_path: spot.path.map(str::to_owned),
            line_number: spot.line,
            from_ref_id: spot.from.map(str::to_owned),
            to_ref_id: spot.to.map(str::to_owned),
            specifier: spot.specifier.map(str::to_owned),
            members: Vec::new(),
            message,
            suggestion,
        })
    }

    /// Says that the rule, or a part of it, can match nothing.
    pub(crate) fn never_matches(&mut self, line: u32, message: String, suggestion: &str) {
        self.violations.push(Violation {
            rule: self.rule.name.to_owned(),
            severity: Severity::Warn,
            rule_type: NEVER_MATCHES.to_owned(),
            file_path: Some(self.context.path.to_owned()),
            line_number: (line > 0).then_some(line),
            from_ref_id: None,
            to_ref_id: None,
            specifier: None,
            members: Vec::new(),
            message,
            suggestion: suggestion.to_owned(),
        });
    }

    /// That a matcher means no node.
    pub(crate) fn no_node(&mut self, part: &str) {
        let message = format!("`{part}` matches no node, so the rule never finds anything");
        self.never_matches(self.rule.line, message, "Correct the matcher, or remove the rule");
    }

    /// Whether an exemption names the nodes, or the paths, that an import connects.
    pub(crate) fn is_exempt_import(&self, import: &ImportFact, src: u32, dst: u32) -> bool {
        let facts = self.context.facts;
        self.exemptions.has(
            End { node: Some(src), path: Some(facts.path(import.file)) },
            Some(End { node: Some(dst), path: facts.target_path(import) }),
        )
    }
}
