//! `layers`: imports and declared edges go down only.

use std::collections::{HashMap, HashSet};

use beadloom_graph::yaml::{Node, place, shortened};
use beadloom_model::answers::RuleMatch;
use beadloom_model::{Code, Place};

use crate::body_reader::value_of;
use crate::evaluation::{Context, Evaluation, Spot, is_dependence};
use crate::exempt::End;
use crate::kind::{Needs, RuleBody, RuleKind, SiblingKey};
use crate::matcher::{Tags, of_kinds};
use crate::matches::matched_set;
use crate::part::Part;
use crate::reader::{Entry, Reader};
use crate::select::NodeSet;

pub(crate) const KIND: RuleKind = RuleKind {
    key: "layers",
    help: "Imports and declared edges lead down from layer to layer, or stay within one",
    siblings: &[
        SiblingKey { key: "enforce", elsewhere: "Remove it" },
        SiblingKey { key: "allow_skip", elsewhere: "Remove it" },
        SiblingKey { key: "edge_kind", elsewhere: "Write it inside the rule's body" },
    ],
    read,
};

#[derive(Debug)]
pub(crate) struct Layers {
    /// Top first.
    pub(crate) layers: Vec<Layer>,
    /// Whether one may reach past the next layer below.
    pub(crate) allow_skip: bool,
    /// Kinds of the edges that count; every dependence where empty.
    pub(crate) edge_kind: Vec<String>,
}

/// The nodes with a tag.
#[derive(Debug)]
pub(crate) struct Layer {
    /// As messages call it.
    pub(crate) name: String,
    /// The tag.
    pub(crate) tag: String,
    /// Where the layer stands.
    pub(crate) place: Place,
}

fn read<'t>(
    reader: &mut Reader<'t, '_>,
    node: &'t Node,
    siblings: &[Entry<'t>],
) -> Option<Box<dyn RuleBody>> {
    let began = reader.fields.diagnostics.len();
    let mut layers: Vec<Layer> = Vec::new();
    for item in reader.fields.items(node, KIND.key, "Write a list of {name, tag}, the top one first") {
        let at = place(item);
        let (mut name, mut tag) = (None, None);
        let before = reader.fields.diagnostics.len();
        for (key, _, value) in reader.entries(item, "A layer", &["name", "tag"]) {
            let text = reader.fields.name(value, key);
            *(if key == "name" { &mut name } else { &mut tag }) = text;
        }
        let Some(tag) = tag else {
            if reader.fields.diagnostics.len() == before {
                reader.missing(item, KIND.key, "tag");
            }
            continue;
        };
        if layers.iter().any(|layer| layer.tag == tag) {
            let message = format!("The tag `{}` is that of an upper layer, too", shortened(&tag));
            reader.fields.error(at, Code::BadValue, message, "A node is in one layer at most");
        }
        layers.push(Layer { name: name.unwrap_or_else(|| tag.clone()), tag, place: at });
    }
    if layers.len() < 2 && reader.fields.diagnostics.len() == began {
        let message = "`layers` needs two layers or more".to_owned();
        reader.fields.error(place(node), Code::BadValue, message, "List the top layer first");
    }
    if let Some(value) = value_of(siblings, "enforce")
        && let Some(order) = reader.fields.text(value, "enforce")
        && order != "top-down"
    {
        let message = format!("\"{}\" is not an order of layers", shortened(&order));
        reader.fields.error(place(value), Code::BadValue, message, "The one order is top-down");
    }
    let allow_skip = value_of(siblings, "allow_skip").and_then(|value| reader.flag(value, "allow_skip"));
    let edge_kind = value_of(siblings, "edge_kind").map(|value| reader.kinds(value, "edge_kind", true));
    Some(Box::new(Layers {
        layers,
        allow_skip: allow_skip.unwrap_or(true),
        edge_kind: edge_kind.unwrap_or_default(),
    }))
}

/// What is wrong with going from one layer to another.
#[derive(Clone, Copy)]
enum Wrong {
    Up,
    Skip,
}

impl RuleBody for Layers {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn needs(&self) -> Needs {
        Needs { imports: true, ..Needs::default() }
    }

    /// A node in two layers would be above itself.
    fn verify(&self, reader: &mut Reader<'_, '_>, tags: &Tags) {
        let facts = reader.facts;
        let mut layer_of: HashMap<u32, &Layer> = HashMap::new();
        for layer in &self.layers {
            for node in NodeSet::tagged(&layer.tag, tags, facts).iter() {
                if let Some(upper) = layer_of.insert(node, layer) {
                    let message = format!(
                        "The node `{}` is in the layers `{}` and `{}`",
                        shortened(facts.id(node)),
                        shortened(&upper.name),
                        shortened(&layer.name)
                    );
                    let hint = "Take it out of one of the tags";
                    reader.fields.error(layer.place, Code::BadValue, message, hint);
                }
            }
        }
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        let (context, facts) = (evaluation.context, evaluation.context.facts);
        let layers = &self.layers;
        let mut layer_of: Vec<Option<usize>> = vec![None; facts.nodes.len()];
        // Of each layer how many with nodes come before it: one without stands between nothing.
        let mut filled: Vec<usize> = Vec::with_capacity(layers.len());
        let mut with_nodes = 0;
        for (at, layer) in layers.iter().enumerate() {
            let members = NodeSet::tagged(&layer.tag, context.tags, facts);
            if members.is_empty() {
                let message =
                    format!("The layer `{}` has no node: none carries the tag `{}`", layer.name, layer.tag);
                let suggestion = "Tag nodes in the graph, or list them under `tags` in the rules file";
                evaluation.never_matches(layer.place.line, message, suggestion);
            }
            filled.push(with_nodes);
            with_nodes += usize::from(!members.is_empty());
            for node in members.iter() {
                if let Some(slot) = layer_of.get_mut(node as usize) {
                    *slot = Some(at);
                }
            }
        }
        let of = |node: u32| layer_of.get(node as usize).copied().flatten();
        let wrong = |src: u32, dst: u32| -> Option<(usize, usize, Wrong)> {
            let (from, to) = (of(src)?, of(dst)?);
            if to < from {
                Some((from, to, Wrong::Up))
            } else if !self.allow_skip && filled.get(to) > filled.get(from).map(|above| above + 1).as_ref() {
                Some((from, to, Wrong::Skip))
            } else {
                None
            }
        };
        let name = |at: usize| layers.get(at).map_or("", |layer| layer.name.as_str());

        // Ends of imports that were looked at: the edge that states the same needs no second finding.
        let mut seen: HashSet<(u32, u32)> = HashSet::new();
        let mut last = None;
        for crossing in &context.crossings {
            let (src, dst) = (crossing.src, crossing.dst);
            let Some((from, to, how)) = wrong(src, dst) else { continue };
            let Some(import) = facts.imports.get(crossing.import as usize) else { continue };
            if import.test {
                continue;
            }
            seen.insert((src, dst));
            if last == Some((import.file, import.line)) || evaluation.is_exempt_import(import, src, dst) {
                continue;
            }
            last = Some((import.file, import.line));
            let (src_id, dst_id) = (facts.id(src), facts.id(dst));
            let spot = Spot::of_import(facts, import, src_id, dst_id);
            let what = format!("imports `{}` of", import.specifier);
            let (message, suggestion) = message(&what, (src_id, name(from)), (dst_id, name(to)), how);
            evaluation.add(&spot, message, suggestion);
        }
        for edge in &facts.edges {
            // Edges of a derived graph have no place: they are the imports again.
            let counts = edge.declared && edge.path.is_some() && is_dependence(&self.edge_kind, &edge.kind);
            if !counts || seen.contains(&(edge.src, edge.dst)) {
                continue;
            }
            let Some((from, to, how)) = wrong(edge.src, edge.dst) else { continue };
            if evaluation.exemptions.has(End::node(edge.src), Some(End::node(edge.dst))) {
                continue;
            }
            let (src_id, dst_id) = (facts.id(edge.src), facts.id(edge.dst));
            let spot = Spot {
                path: edge.path.as_deref(),
                line: edge.line,
                from: Some(src_id),
                to: Some(dst_id),
                ..Spot::default()
            };
            let what = format!("has the edge `{}` to", edge.kind);
            let (message, suggestion) = message(&what, (src_id, name(from)), (dst_id, name(to)), how);
            evaluation.add(&spot, message, suggestion);
        }
    }

    fn says(&self) -> String {
        let names: Vec<&str> = self.layers.iter().map(|layer| layer.name.as_str()).collect();
        let skip = if self.allow_skip { "" } else { ", and only to the next layer" };
        let edges = of_kinds(&self.edge_kind, "of dependence");
        format!("Imports, and edges {edges}, go down from {}{skip}", names.join(" to "))
    }

    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch> {
        let of_layer = |layer: &Layer| {
            matched_set(&layer.name, &NodeSet::tagged(&layer.tag, context.tags, context.facts), context)
        };
        self.layers.iter().map(of_layer).collect()
    }

    fn concerns(&self, part: &Part<'_>) -> bool {
        self.layers.iter().any(|layer| part.is_tagged(&layer.tag))
    }
}

fn message(what: &str, from: (&str, &str), to: (&str, &str), how: Wrong) -> (String, String) {
    let ((src, lower), (dst, upper)) = (from, to);
    match how {
        Wrong::Up => (
            format!("`{src}` in layer `{lower}` {what} `{dst}` in layer `{upper}`, which is above it"),
            format!("Invert the dependency: let `{upper}` pass in what `{lower}` needs"),
        ),
        Wrong::Skip => (
            format!("`{src}` in layer `{lower}` {what} `{dst}` in layer `{upper}`, past the layers between"),
            "Go through the layer below, or set allow_skip: true".to_owned(),
        ),
    }
}
