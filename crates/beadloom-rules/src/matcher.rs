//! How a rules file names nodes, files and tags, and what it exempts.

use std::collections::{BTreeMap, HashSet};

use beadloom_graph::PathPattern;

/// What tags of a rules file stand for, on top of the nodes that carry them.
pub type Tags = BTreeMap<String, Names>;

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

    /// The nodes that it means, in words.
    pub(crate) fn in_words(&self) -> String {
        if self.is_empty() {
            return "any node".to_owned();
        }
        let quoted = |texts: &[String]| -> String {
            let shown: Vec<String> = texts.iter().take(5).map(|text| format!("`{text}`")).collect();
            let more = if texts.len() > 5 { format!(" or {} more", texts.len() - 5) } else { String::new() };
            shown.join(" or ") + &more
        };
        let mut words = if self.ref_id.is_empty() { "a node".to_owned() } else { quoted(&self.ref_id) };
        if !self.kind.is_empty() {
            words.push(' ');
            words.push_str(&of_kinds(&self.kind, ""));
        }
        if !self.tag.is_empty() {
            words.push_str(&format!(" tagged {}", quoted(&self.tag)));
        }
        if let Some(source) = &self.source {
            words.push_str(&format!(" in {}", quoted(&source.texts)));
        }
        if let Some(exclude) = &self.exclude {
            words.push_str(&format!(" except {}", quoted(&exclude.texts)));
        }
        words
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
    /// Nothing but these ids.
    pub(crate) fn of_ids(ids: &[String]) -> Option<Self> {
        let nothing = PathPattern::new::<&str>(&[]).ok()?;
        Some(Self {
            texts: ids.to_vec(),
            pattern: nothing.clone(),
            taken_out: nothing,
            ids: ids.iter().cloned().collect(),
        })
    }

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

/// The kinds that a node or an edge may have, in words. `any`: what is said where every kind will do.
pub(crate) fn of_kinds(kinds: &[String], any: &str) -> String {
    if kinds.is_empty() { any.to_owned() } else { format!("of kind {}", kinds.join(" or ")) }
}
