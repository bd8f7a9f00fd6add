//! Nodes of other repositories: an edge may lead to `@repo:ref_id`, and from one.

use beadloom_model::{NodeSpec, Place};

use crate::declared::{Edges, GraphNode, Nodes};

/// The kind of the nodes that stand for those of other repositories.
pub const KIND: &str = "external";

/// The repository and the ref_id of `@repo:ref_id`; None for anything else.
pub fn parse(reference: &str) -> Option<(&str, &str)> {
    let (repo, id) = reference.strip_prefix('@')?.split_once(':')?;
    let plain = |text: &str| !text.is_empty() && text.trim() == text;
    (plain(repo) && plain(id) && !repo.contains(char::is_whitespace)).then_some((repo, id))
}

/// Whether a node stands for one of another repository.
pub fn is_external(ref_id: &str, kind: &str) -> bool {
    kind == KIND && parse(ref_id).is_some()
}

/// A node for every end of an edge that is in another repository, at the first edge that names it.
pub(crate) fn add_nodes(nodes: &mut Nodes, edges: &Edges) {
    let mut outside = Nodes::new();
    for edge in edges.values() {
        for (id, place) in [(&edge.spec.src, edge.spec.src_place), (&edge.spec.dst, edge.spec.dst_place)] {
            let Some((repo, there)) = parse(id).filter(|_| !nodes.contains_key(id)) else { continue };
            let earlier = outside
                .get(id)
                .is_some_and(|known| (known.file.as_str(), known.spec.place) <= (edge.file.as_str(), place));
            if !earlier {
                outside.insert(id.clone(), node(id, (repo, there), &edge.file, place));
            }
        }
    }
    nodes.extend(outside);
}

fn node(id: &str, (repo, there): (&str, &str), file: &str, place: Place) -> GraphNode {
    let spec = NodeSpec {
        ref_id: id.to_owned(),
        kind: KIND.to_owned(),
        summary: format!("{there} in the repository {repo}"),
        place,
        kind_place: place,
        ..NodeSpec::default()
    };
    GraphNode { spec, file: file.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn references_name_a_repository_and_a_node() {
        for (text, want) in [
            ("@shop:orders", Some(("shop", "orders"))),
            ("@shop:a:b", Some(("shop", "a:b"))),
            ("@shop:", None),
            ("@:orders", None),
            ("@shop", None),
            ("shop:orders", None),
            ("@my shop:orders", None),
        ] {
            assert_eq!(parse(text), want, "{text}");
        }
    }
}
