//! What a rules file says.

use std::collections::{BTreeMap, HashSet};

use beadloom_graph::PathPattern;
pub use beadloom_model::Place;
use beadloom_model::answers::Severity;

/// The rules of a project.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// In the order of the file.
    pub rules: Vec<Rule>,
    /// What tags of the file stand for, on top of the nodes that carry them.
    pub tags: BTreeMap<String, Names>,
}

/// One rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Unique in the file.
    pub name: String,
    /// What its author says of it.
    pub description: Option<String>,
    /// How much a violation matters.
    pub severity: Severity,
    /// What it demands.
    pub body: Body,
    /// In the order of the file.
    pub exempt: Vec<Exemption>,
    /// Where its name stands.
    pub place: Place,
}

/// What a rule demands.
#[derive(Debug, Clone)]
pub enum Body {
    /// No resolved import from one to the other, unless an edge of one of these kinds is declared between them.
    Deny {
        /// Nodes whose files import.
        from: Matcher,
        /// Nodes whose files are imported.
        to: Matcher,
        /// Edge kinds.
        unless_edge: Vec<String>,
    },
    /// Each of the nodes has a declared edge.
    Require {
        /// The nodes.
        nodes: Matcher,
        /// Where the edge leads.
        has_edge_to: Matcher,
        /// Edge kinds; any where empty.
        edge_kind: Vec<String>,
    },
    /// No such declared edge.
    Forbid {
        /// Where it leads from.
        from: Matcher,
        /// Where it leads to.
        to: Matcher,
        /// Edge kinds; any where empty.
        edge_kind: Vec<String>,
    },
    /// Imports and declared edges go down only.
    Layers {
        /// Top first.
        layers: Vec<Layer>,
        /// Whether one may reach past the next layer below.
        allow_skip: bool,
        /// Kinds of the edges that count; every dependence where empty.
        edge_kind: Vec<String>,
    },
    /// Nothing leads back to where it came from.
    ForbidCycles {
        /// Edge kinds; every dependence where empty.
        edge_kind: Vec<String>,
        /// What is looked at.
        scope: Scope,
    },
    /// No import from files to files or packages.
    ForbidImport {
        /// Files that import.
        from: Names,
        /// Files or packages.
        to: Names,
    },
    /// Each of the nodes keeps within bounds.
    Check {
        /// The nodes.
        nodes: Matcher,
        /// The bounds.
        limits: Limits,
    },
    /// No source file belongs to no node.
    ModuleCoverage {
        /// Where files count; all where empty.
        source_root: String,
        /// Files that need no node.
        exempt: Names,
    },
}

impl Body {
    /// Whether imports decide if it is broken.
    pub fn follows_imports(&self) -> bool {
        match self {
            Self::Deny { .. } | Self::Layers { .. } | Self::ForbidImport { .. } => true,
            Self::ForbidCycles { scope, .. } => *scope == Scope::Files,
            Self::Require { .. } | Self::Forbid { .. } | Self::Check { .. } | Self::ModuleCoverage { .. } => {
                false
            }
        }
    }

    /// Whether what is suggested where it is broken depends on imports.
    pub fn counts_imports(&self) -> bool {
        matches!(self, Self::ForbidCycles { scope: Scope::Nodes, .. })
    }

    /// Whether it asks how many symbols a node has, or whether it is documented.
    pub fn counts_nodes(&self) -> bool {
        match self {
            Self::Check { limits, .. } => limits.max_symbols.is_some() || limits.min_doc_coverage.is_some(),
            _ => false,
        }
    }
}

impl Body {
    /// The key in the rules file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Deny { .. } => "deny",
            Self::Require { .. } => "require",
            Self::Forbid { .. } => "forbid",
            Self::Layers { .. } => "layers",
            Self::ForbidCycles { .. } => "forbid_cycles",
            Self::ForbidImport { .. } => "forbid_import",
            Self::Check { .. } => "check",
            Self::ModuleCoverage { .. } => "module_coverage",
        }
    }
}

/// What a cycle is looked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Edges between nodes.
    Nodes,
    /// Imports between files.
    Files,
}

/// A layer: the nodes with a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// As messages call it.
    pub name: String,
    /// The tag.
    pub tag: String,
    /// Where the layer stands.
    pub place: Place,
}

/// Bounds of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Limits {
    /// Symbols at most.
    pub max_symbols: Option<u64>,
    /// Code files at most.
    pub max_files: Option<u64>,
    /// Nodes that it depends on, at most.
    pub max_fan_out: Option<u64>,
    /// Percent of it and the nodes inside it that are documented, at least.
    pub min_doc_coverage: Option<f64>,
}

/// Nodes for which all that is given holds; of each list one is enough.
#[derive(Debug, Clone, Default)]
pub struct Matcher {
    /// Ids.
    pub ref_id: Vec<String>,
    /// Node kinds.
    pub kind: Vec<String>,
    /// Tags, of nodes or of the rules file.
    pub tag: Vec<String>,
    /// Patterns of sources.
    pub source: Option<Names>,
    /// Which nodes are left out all the same.
    pub exclude: Option<Names>,
}

impl Matcher {
    /// Whether it says nothing, so that every node matches.
    pub fn is_empty(&self) -> bool {
        self.ref_id.is_empty()
            && self.kind.is_empty()
            && self.tag.is_empty()
            && self.source.is_none()
            && self.exclude.is_none()
    }
}

/// Ids and path patterns as they are written.
#[derive(Debug, Clone)]
pub struct Names {
    /// As written, in the order of the file.
    pub texts: Vec<String>,
    /// Of the texts that are no ids.
    pub(crate) pattern: PathPattern,
    /// Of those among them with a `!`, without it.
    pub(crate) taken_out: PathPattern,
    /// Those of the texts that are ids.
    pub(crate) ids: HashSet<String>,
}

impl Names {
    /// Whether a node is named, or its source matches.
    pub(crate) fn matches_node(&self, ref_id: &str, source: &str) -> bool {
        self.ids.contains(ref_id)
            || self.pattern.matches(ref_id)
            || (!source.is_empty() && self.pattern.matches(source))
    }

    /// Whether a path matches.
    pub(crate) fn matches_path(&self, path: &str) -> bool {
        self.pattern.matches(path)
    }

    /// Whether a path does not match because a `!` says so.
    pub(crate) fn takes_out(&self, path: &str) -> bool {
        self.taken_out.matches(path) && !self.pattern.matches(path)
    }
}

/// Where a rule does not hold.
#[derive(Debug, Clone)]
pub struct Exemption {
    /// Where the import or edge leads from, or the node or file that the rule is about.
    pub from: Option<Side>,
    /// Where it leads to.
    pub to: Option<Side>,
    /// Why.
    pub reason: String,
    /// The last day on which it holds, ISO 8601.
    pub until: Option<String>,
}

/// One end of an exemption: an id, or a pattern of files or sources.
#[derive(Debug, Clone)]
pub struct Side {
    /// The names.
    pub names: Names,
}

impl Side {
    /// As written.
    pub fn text(&self) -> String {
        self.names.texts.join(", ")
    }
}
