//! The rules that `init` writes.

use std::collections::BTreeMap;

use beadloom_graph::bootstrap::Plan;
use beadloom_index::{Code, add_found_edges, drafted};
use beadloom_model::Result;
use beadloom_rules::{DerivedRule, derive};
use beadloom_store::{EdgeRow, FileRow, ImportPair, NodeRow, Store};
use serde::Serialize;
use serde_json::{Value, json};

use super::facts;

/// Rules to write: the content of a rules file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct DraftRules {
    /// What tags stand for: ref_ids, sorted.
    pub tags: BTreeMap<String, Vec<String>>,
    /// In the order in which they are written.
    pub rules: Vec<DraftRule>,
}

/// A rule to write.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DraftRule {
    /// Unique.
    pub name: String,
    /// One sentence.
    pub description: String,
    /// Keys and values of the rule's body, in the order in which they are written.
    pub body: Vec<(String, Value)>,
}

/// The rules that hold for a graph that is to be written: those that a lint right after it finds unbroken. `kept`: the
/// nodes and declared edges of the graph that the plan is added to.
pub(crate) fn draft_rules(
    store: &Store,
    plan: &Plan,
    kept: (Vec<NodeRow>, Vec<EdgeRow>),
    files: &[FileRow],
    imports: &[ImportPair],
) -> Result<DraftRules> {
    let (mut nodes, mut edges) = kept;
    let (new_nodes, new_edges) = drafted(plan, &|_| false);
    nodes.extend(new_nodes);
    edges.extend(new_edges);
    let owners = beadloom_index::Owners::new(&nodes);
    let implementations = store.state().implementations()?;
    add_found_edges(&owners, &mut edges, &Code { files, imports, implementations: &implementations });
    let imports = facts::representative_imports(store, &nodes, files)?;
    let facts = facts::build(facts::Rows { nodes: &nodes, edges: &edges, files, imports, graph_files: &[] });
    let mut draft = DraftRules { tags: BTreeMap::new(), rules: Vec::new() };
    for rule in derive(&facts) {
        let (name, description) = (rule.name(), rule.description());
        let key = rule.key().to_owned();
        let body = match rule {
            DerivedRule::NoCycles => vec![(key, json!({ "scope": "nodes", "edge_kind": "depends_on" }))],
            DerivedRule::Layers(layers) => {
                let list: Vec<Value> =
                    layers.iter().map(|layer| json!({ "name": layer.name, "tag": layer.name })).collect();
                draft.tags.extend(layers.into_iter().map(|layer| (layer.name, layer.nodes)));
                vec![
                    (key, Value::from(list)),
                    ("enforce".to_owned(), json!("top-down")),
                    ("allow_skip".to_owned(), json!(true)),
                    ("edge_kind".to_owned(), json!("depends_on")),
                ]
            }
            DerivedRule::PartOf { kind } => {
                vec![(key, json!({ "for": { "kind": kind }, "has_edge_to": {}, "edge_kind": "part_of" }))]
            }
        };
        draft.rules.push(DraftRule { name, description, body });
    }
    Ok(draft)
}
