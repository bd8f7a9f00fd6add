//! Rules that hold today: what `init` writes, so that the first lint is clean and the next wrong turn is not.

use std::collections::{BTreeSet, HashMap};

use beadloom_model::Place;
use beadloom_model::answers::Severity;

use crate::components::Digraph;
use crate::evaluate::evaluate;
use crate::facts::{DEPENDS_ON, Facts, PART_OF};
use crate::kind::RuleBody;
use crate::kinds::forbid_cycles::{self, ForbidCycles, Scope};
use crate::kinds::layers::{self, Layer, Layers};
use crate::kinds::require::{self, Require};
use crate::matcher::{Matcher, Names, Tags};
use crate::rule::{Rule, Rules};

/// Most layers that are layer_count apart: finer ones say little, and the next import breaks them.
const MAX_LAYERS: usize = 5;

/// Nodes around a node that are looked at.
const MAX_DEPTH: usize = 64;

/// A rule that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DerivedRule {
    /// `forbid_cycles` of `depends_on`, between nodes.
    NoCycles,
    /// `layers` of `depends_on`, the top one first; two or more.
    Layers(Vec<DerivedLayer>),
    /// `require`: every node of this kind is `part_of` something.
    PartOf {
        /// Node kind.
        kind: String,
    },
}

/// A layer, and the nodes in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedLayer {
    /// Its name and its tag.
    pub name: String,
    /// ref_ids, sorted; at least one.
    pub nodes: Vec<String>,
}

impl DerivedRule {
    /// The name of the rule.
    pub fn name(&self) -> String {
        match self {
            Self::NoCycles => "no-dependency-cycles".to_owned(),
            Self::Layers(_) => "layers-go-down".to_owned(),
            Self::PartOf { kind } => format!("every-{kind}-has-a-place"),
        }
    }

    /// The key of its body in a rules file.
    pub fn key(&self) -> &'static str {
        match self {
            Self::NoCycles => forbid_cycles::KIND.key,
            Self::Layers(_) => layers::KIND.key,
            Self::PartOf { .. } => require::KIND.key,
        }
    }

    /// What the rule is for, one sentence.
    pub fn description(&self) -> String {
        match self {
            Self::NoCycles => "No part depends on itself through others".to_owned(),
            Self::Layers(_) => "A part imports from its own layer and from those below".to_owned(),
            Self::PartOf { kind } => format!("Every {kind} is part of another node"),
        }
    }
}

/// The rules that hold for these facts, in the order in which they are written. Each was evaluated and found nothing.
pub fn derive(facts: &Facts) -> Vec<DerivedRule> {
    let mut candidates = Vec::new();
    if facts.edges.iter().any(|edge| edge.kind == DEPENDS_ON) {
        candidates.push(DerivedRule::NoCycles);
    }
    // Where one part holds all others, the layers are inside it.
    candidates.extend((0..3).find_map(|depth| found_layers(facts, depth)).map(DerivedRule::Layers));
    let part_of: BTreeSet<&str> = facts
        .edges
        .iter()
        .filter(|edge| edge.declared && edge.kind == PART_OF)
        .filter_map(|edge| Some(facts.node(edge.src)?.kind.as_str()))
        .collect();
    candidates.extend(part_of.into_iter().map(|kind| DerivedRule::PartOf { kind: kind.to_owned() }));
    candidates.retain(|rule| as_rules(rule).is_some_and(|rules| evaluate(&rules, "", facts).is_empty()));
    candidates
}

/// The rule as a rules file would have it.
fn as_rules(derived: &DerivedRule) -> Option<Rules> {
    let mut tags = Tags::new();
    let depends_on = || vec![DEPENDS_ON.to_owned()];
    let body: Box<dyn RuleBody> = match derived {
        DerivedRule::NoCycles => Box::new(ForbidCycles { edge_kind: depends_on(), scope: Scope::Nodes }),
        DerivedRule::Layers(layers) => {
            for layer in layers {
                tags.insert(layer.name.clone(), Names::of_ids(&layer.nodes)?);
            }
            let layer = |layer: &DerivedLayer| Layer {
                name: layer.name.clone(),
                tag: layer.name.clone(),
                place: Place::default(),
            };
            Box::new(Layers {
                layers: layers.iter().map(layer).collect(),
                allow_skip: true,
                edge_kind: depends_on(),
            })
        }
        DerivedRule::PartOf { kind } => Box::new(Require {
            nodes: Matcher { kind: vec![kind.clone()], ..Matcher::default() },
            has_edge_to: Matcher::default(),
            edge_kind: vec![PART_OF.to_owned()],
        }),
    };
    let rule = Rule {
        name: derived.name(),
        description: None,
        severity: Severity::Error,
        body,
        exempt: Vec::new(),
        place: Place::default(),
    };
    Some(Rules { rules: vec![rule], tags })
}

/// Layers as imports and dependences show them, between parts with all that is inside them. Parts that depend on each
/// other stand in one layer; where that is most of them, there are no layers. `depth`: which nodes are parts, as in
/// [`groups`].
fn found_layers(facts: &Facts, depth: usize) -> Option<Vec<DerivedLayer>> {
    let group_of = groups(facts, depth);
    let group = |node: u32| group_of.get(node as usize).copied();
    let mut pairs: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut add = |src: u32, dst: u32| {
        if let (Some(from), Some(to)) = (group(src), group(dst))
            && from != to
        {
            pairs.insert((from, to));
        }
    };
    for edge in facts.edges.iter().filter(|edge| edge.kind == DEPENDS_ON) {
        add(edge.src, edge.dst);
    }
    for import in facts.imports.iter().filter(|import| !import.test) {
        for src in facts.owners(import.file) {
            for dst in facts.target_owners(import) {
                add(*src, *dst);
            }
        }
    }
    let linked: BTreeSet<u32> = pairs.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let graph = Digraph::new(facts.nodes.len(), pairs.into_iter().collect());
    let largest = graph.tangles().iter().map(Vec::len).max().unwrap_or(1);
    if linked.is_empty() || largest * 2 > linked.len() {
        return None;
    }

    // Steps down to what depends on nothing; edges lead to components with lower numbers, whose height is known.
    let (component, count) = graph.components();
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
    for group in &linked {
        if let Some(list) = component.get(*group as usize).and_then(|at| members.get_mut(*at as usize)) {
            list.push(*group);
        }
    }
    let mut heights: Vec<usize> = Vec::with_capacity(members.len());
    for list in &members {
        let below = list
            .iter()
            .flat_map(|group| graph.targets(*group))
            .filter_map(|target| heights.get(*component.get(*target as usize)? as usize))
            .map(|height| height + 1)
            .max();
        heights.push(below.unwrap_or(0));
    }
    let levels = heights.iter().max().copied().unwrap_or(0) + 1;
    let layer_count = levels.min(MAX_LAYERS);
    if layer_count < 2 {
        return None;
    }
    let mut layers: Vec<Vec<String>> = vec![Vec::new(); layer_count];
    for (index, node) in (0_u32..).zip(&facts.nodes) {
        let height = group(index)
            .filter(|group| linked.contains(group))
            .and_then(|group| component.get(group as usize))
            .and_then(|at| heights.get(*at as usize));
        if let Some(height) = height
            && let Some(layer) = layers.get_mut(layer_count - 1 - height * layer_count / levels)
        {
            layer.push(node.ref_id.clone());
        }
    }
    let taken: BTreeSet<&str> = facts.nodes.iter().flat_map(|node| &node.tags).map(String::as_str).collect();
    let stem = if taken.iter().any(|tag| tag.starts_with("layer-")) { "import-layer-" } else { "layer-" };
    Some(
        layers
            .into_iter()
            .zip(1..)
            .map(|(nodes, number)| DerivedLayer { name: format!("{stem}{number}"), nodes })
            .collect(),
    )
}

/// The part that each node belongs to, by index: of the nodes around it, the one `depth` steps inside the outermost that
/// owns something; the node itself where it lies less deep.
fn groups(facts: &Facts, depth: usize) -> Vec<u32> {
    let mut around: HashMap<u32, u32> = HashMap::new();
    for edge in facts.edges.iter().filter(|edge| edge.kind == PART_OF) {
        around.entry(edge.src).or_insert(edge.dst);
    }
    let owns = |node: u32| facts.node(node).is_some_and(|node| !node.source.is_empty());
    (0_u32..)
        .zip(&facts.nodes)
        .map(|(node, _)| {
            let mut way = vec![node];
            // A circle of parts ends here, too.
            for _ in 0..MAX_DEPTH {
                match way.last().and_then(|inner| around.get(inner)) {
                    Some(outer) if owns(*outer) => way.push(*outer),
                    _ => break,
                }
            }
            way.into_iter().rev().nth(depth).unwrap_or(node)
        })
        .collect()
}
