//! The files of a graph put together: what only all of them can show is checked here.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeSet, HashMap};

use beadloom_model::kinds::{EDGE_KINDS, NODE_KINDS};
use beadloom_model::{Code, Diagnostic, EdgeSpec, GraphFile, NodeSpec, Place};

use crate::declared::{Edges, Graph, GraphEdge, GraphNode, Nodes};
use crate::external;
use crate::suggest::Suggester;

/// Puts the files together. Their order does not matter: what is declared twice counts where it comes first by
/// path, then line.
///
/// Errors: a ref_id that is already taken, a kind that is neither built in nor declared in any file; the node or
/// edge is left out. Warnings: an edge to or from an unknown id, from a node to itself, or declared twice; the
/// edge is left out.
pub fn assemble(files: &[GraphFile]) -> Graph {
    let mut files: Vec<&GraphFile> = files.iter().collect();
    files.compact_sort_by(|a, b| a.path.cmp(&b.path));

    let mut assembly = Assembly {
        node_kinds: all_kinds(NODE_KINDS, files.iter().flat_map(|file| &file.node_kinds)),
        edge_kinds: all_kinds(EDGE_KINDS, files.iter().flat_map(|file| &file.edge_kinds)),
        suggester: Suggester::new(),
        diagnostics: Vec::new(),
    };
    let (mut nodes, left_out) = assembly.nodes(&files);
    let edges = assembly.edges(&files, &nodes, &left_out);
    external::add_nodes(&mut nodes, &edges);
    assembly.diagnostics.compact_sort();
    Graph {
        nodes: nodes.into_values().collect(),
        edges: edges.into_values().collect(),
        node_kinds: assembly.node_kinds,
        edge_kinds: assembly.edge_kinds,
        diagnostics: assembly.diagnostics,
    }
}

fn all_kinds<'a>(built_in: &[&str], declared: impl Iterator<Item = &'a String>) -> Vec<String> {
    let declared: BTreeSet<&str> =
        declared.map(String::as_str).filter(|kind| !built_in.contains(kind)).collect();
    built_in.iter().copied().chain(declared).map(str::to_owned).collect()
}

struct Assembly {
    node_kinds: Vec<String>,
    edge_kinds: Vec<String>,
    suggester: Suggester,
    diagnostics: Vec<Diagnostic>,
}

impl Assembly {
    /// The nodes, and where the ids stand whose node was left out.
    fn nodes(&mut self, files: &[&GraphFile]) -> (Nodes, HashMap<String, String>) {
        let mut nodes = Nodes::new();
        let mut left_out = HashMap::new();
        let known: BTreeSet<String> = self.node_kinds.iter().cloned().collect();
        for file in files {
            for spec in in_file_order(&file.nodes, |node| node.place) {
                if !known.contains(&spec.kind) {
                    self.unknown_node_kind(file, spec);
                    left_out.insert(spec.ref_id.clone(), place_text(&file.path, spec.place));
                } else if let Some(earlier) = nodes.get(&spec.ref_id) {
                    let first = place_text(&earlier.file, earlier.spec.place);
                    let message = format!("The ref_id `{}` is already taken by {first}", spec.ref_id);
                    self.diagnostics.push(
                        Diagnostic::error(Code::DuplicateId, message)
                            .at(&file.path, spec.place.line, spec.place.column)
                            .hint("Rename one of the two, or merge them"),
                    );
                } else {
                    let node = GraphNode { spec: spec.clone(), file: file.path.clone() };
                    nodes.insert(spec.ref_id.clone(), node);
                }
            }
        }
        (nodes, left_out)
    }

    fn edges(&mut self, files: &[&GraphFile], nodes: &Nodes, left_out: &HashMap<String, String>) -> Edges {
        let mut edges = Edges::new();
        let known: BTreeSet<String> = self.edge_kinds.iter().cloned().collect();
        for file in files {
            for spec in in_file_order(&file.edges, |edge| edge.place) {
                if !known.contains(&spec.kind) {
                    self.unknown_edge_kind(file, spec);
                    continue;
                }
                let ends = [("src", &spec.src, spec.src_place), ("dst", &spec.dst, spec.dst_place)];
                let outside = |id: &str| !nodes.contains_key(id) && external::parse(id).is_some();
                if outside(&spec.src) && outside(&spec.dst) {
                    let message =
                        format!("Neither `{}` nor `{}` is a node of this project", spec.src, spec.dst);
                    self.diagnostics.push(
                        Diagnostic::warn(Code::UnknownEndpoint, message)
                            .at(&file.path, spec.src_place.line, spec.src_place.column)
                            .hint("Declare the edge in the repository that one of its ends is in"),
                    );
                    continue;
                }
                let mut complete = true;
                for (end, id, at) in ends {
                    if !nodes.contains_key(id) && !outside(id) {
                        complete = false;
                        self.unknown_end(file, (end, id, at), nodes, left_out);
                    }
                }
                if complete {
                    self.keep_edge(file, spec, &mut edges);
                }
            }
        }
        edges
    }

    fn keep_edge(&mut self, file: &GraphFile, spec: &EdgeSpec, edges: &mut Edges) {
        let key = (spec.src.clone(), spec.dst.clone(), spec.kind.clone());
        let (finding, place) = if spec.src == spec.dst {
            let message = format!("The edge connects `{}` with itself", spec.src);
            (Diagnostic::warn(Code::BadValue, message).hint("Remove it, or correct `dst`"), spec.dst_place)
        } else if let Some(earlier) = edges.get(&key) {
            let first = place_text(&earlier.file, earlier.spec.place);
            let message =
                format!("The edge `{}` {} `{}` is already declared in {first}", key.0, key.2, key.1);
            (Diagnostic::warn(Code::DuplicateEdge, message).hint("Remove one of the two"), spec.place)
        } else {
            edges.insert(key, GraphEdge { spec: spec.clone(), file: file.path.clone() });
            return;
        };
        self.diagnostics.push(finding.at(&file.path, place.line, place.column));
    }

    fn unknown_node_kind(&mut self, file: &GraphFile, spec: &NodeSpec) {
        let message = format!("The node `{}` has the unknown kind `{}`", spec.ref_id, spec.kind);
        let hint = self.kind_hint(&spec.kind, "nodes");
        let finding = Diagnostic::error(Code::UnknownKind, message).hint(hint);
        self.diagnostics.push(finding.at(&file.path, spec.kind_place.line, spec.kind_place.column));
    }

    fn unknown_edge_kind(&mut self, file: &GraphFile, spec: &EdgeSpec) {
        let message =
            format!("The edge from `{}` to `{}` has the unknown kind `{}`", spec.src, spec.dst, spec.kind);
        let hint = self.kind_hint(&spec.kind, "edges");
        let finding = Diagnostic::error(Code::UnknownKind, message).hint(hint);
        self.diagnostics.push(finding.at(&file.path, spec.kind_place.line, spec.kind_place.column));
    }

    fn kind_hint(&mut self, kind: &str, declared_under: &str) -> String {
        let known = if declared_under == "nodes" { &self.node_kinds } else { &self.edge_kinds };
        self.suggester.hint(kind, known.iter().map(String::as_str)).unwrap_or_else(|| {
            format!("Kinds are {}; declare more under `kinds: {{{declared_under}: […]}}`", known.join(", "))
        })
    }

    fn unknown_end(
        &mut self,
        file: &GraphFile,
        (end, id, at): (&str, &str, Place),
        nodes: &Nodes,
        left_out: &HashMap<String, String>,
    ) {
        let mut finding = Diagnostic::warn(
            Code::UnknownEndpoint,
            format!("The edge's `{end}` is `{id}`, which is not a node"),
        );
        finding.hint = match left_out.get(id) {
            Some(place) => {
                Some(format!("The node at {place} was skipped because of an error; correct that first"))
            }
            None if id.starts_with('@') => {
                Some("A node of another repository is named `@repository:ref_id`".to_owned())
            }
            None => self
                .suggester
                .hint(id, nodes.keys().map(String::as_str))
                .or_else(|| Some("Add the node to the graph, or take the edge out".to_owned())),
        };
        self.diagnostics.push(finding.at(&file.path, at.line, at.column));
    }
}

/// Items by their place, for lists that were not read in order.
fn in_file_order<T>(items: &[T], place: impl Fn(&T) -> Place) -> Vec<&T> {
    let mut items: Vec<&T> = items.iter().collect();
    items.compact_sort_by_key(|item| place(item));
    items
}

fn place_text(path: &str, place: Place) -> String {
    format!("{path}:{}", place.line)
}
