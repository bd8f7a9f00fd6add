//! Graph files put together: what only all of them show, with exact places, whatever the order of the files.

use beadloom_graph::{Graph, assemble, read_graph_file};
use beadloom_model::GraphFile;

#[expect(clippy::panic, reason = "a test's helper; says which file")]
fn files(texts: &[(&str, &str)]) -> Vec<GraphFile> {
    let read = |(path, text): &(&str, &str)| {
        let file = read_graph_file(path, text).unwrap_or_else(|finding| panic!("{path}: {finding:?}"));
        assert_eq!(file.diagnostics, [], "{path}");
        file
    };
    texts.iter().map(read).collect()
}

fn graph(texts: &[(&str, &str)]) -> Graph {
    assemble(&files(texts))
}

/// `path:line:column level code: message (hint)`
fn findings(graph: &Graph) -> Vec<String> {
    let shown = graph.diagnostics.iter().map(|finding| {
        let (path, line, column) = (finding.path.clone(), finding.line, finding.column);
        format!(
            "{}:{}:{} {} {}: {} ({})",
            path.unwrap_or_default(),
            line.unwrap_or(0),
            column.unwrap_or(0),
            finding.level.as_str(),
            finding.code,
            finding.message,
            finding.hint.as_deref().unwrap_or_default()
        )
    });
    shown.collect()
}

fn ids(graph: &Graph) -> Vec<&str> {
    graph.nodes.iter().map(|node| node.spec.ref_id.as_str()).collect()
}

fn edges(graph: &Graph) -> Vec<String> {
    let shown = graph.edges.iter().map(|edge| {
        format!(
            "{} {} {} {}:{}",
            edge.spec.src, edge.spec.kind, edge.spec.dst, edge.file, edge.spec.place.line
        )
    });
    shown.collect()
}

const DOMAINS: (&str, &str) = (
    "g/domains.yml",
    "nodes:\n  - {ref_id: shop, kind: service}\n  - {ref_id: billing, kind: domain}\n  - {ref_id: auth, kind: domain}\n\
     edges:\n  - {src: billing, dst: shop, kind: part_of}\n  - {src: auth, dst: shop, kind: part_of}\n",
);
const FEATURES: (&str, &str) = (
    "g/features.yml",
    "nodes:\n  - {ref_id: FEAT-7, kind: feature}\nedges:\n  - {src: FEAT-7, dst: auth, kind: uses}\n  - {src: FEAT-7, dst: billing, kind: part_of}\n",
);

#[test]
fn a_sound_graph_is_sorted_and_without_findings() {
    let graph = graph(&[FEATURES, DOMAINS]);
    assert_eq!(findings(&graph), [""; 0]);
    assert_eq!(ids(&graph), ["FEAT-7", "auth", "billing", "shop"]);
    assert_eq!(
        edges(&graph),
        [
            "FEAT-7 uses auth g/features.yml:4",
            "FEAT-7 part_of billing g/features.yml:5",
            "auth part_of shop g/domains.yml:7",
            "billing part_of shop g/domains.yml:6",
        ]
    );
    assert_eq!(graph.node("auth").map(|node| node.file.as_str()), Some("g/domains.yml"));
    assert_eq!(graph.node("nobody"), None);
    assert_eq!(graph.node_kinds, ["domain", "feature", "service", "entity", "adr"]);
    assert_eq!(assemble(&[]).nodes, []);
}

#[test]
fn each_finding_has_its_place_and_the_rest_stays() {
    let bad = (
        "g/z.yml",
        "nodes:
  - kind: domain
    ref_id: auth
  - {ref_id: queue, kind: domian}
  - {ref_id: odd, kind: zzzzzzzz}
  - {ref_id: twice, kind: entity}
  - {ref_id: twice, kind: adr}
edges:
  - {src: twice, dst: ghost, kind: uses}
  - {src: FEAT-8, dst: billin, kind: uses}
  - {src: queue, dst: auth, kind: uses}
  - {src: auth, dst: auth, kind: uses}
  - {src: auth, dst: shop, kind: part_of}
  - {src: auth, dst: shop, kind: use}
  - {src: auth, dst: shop, kind: uses}
",
    );
    let graph = graph(&[bad, FEATURES, DOMAINS]);
    assert_eq!(
        findings(&graph),
        [
            "g/z.yml:3:13 error duplicate_id: The ref_id `auth` is already taken by g/domains.yml:4 \
             (Rename one of the two, or merge them)",
            "g/z.yml:4:27 error unknown_kind: The node `queue` has the unknown kind `domian` (Did you mean: domain?)",
            "g/z.yml:5:25 error unknown_kind: The node `odd` has the unknown kind `zzzzzzzz` (Kinds are domain, \
             feature, service, entity, adr; declare more under `kinds: {nodes: […]}`)",
            "g/z.yml:7:14 error duplicate_id: The ref_id `twice` is already taken by g/z.yml:6 \
             (Rename one of the two, or merge them)",
            "g/z.yml:9:23 warn unknown_endpoint: The edge's `dst` is `ghost`, which is not a node \
             (Add the node to the graph, or take the edge out)",
            "g/z.yml:10:11 warn unknown_endpoint: The edge's `src` is `FEAT-8`, which is not a node (Did you mean: FEAT-7?)",
            "g/z.yml:10:24 warn unknown_endpoint: The edge's `dst` is `billin`, which is not a node (Did you mean: billing?)",
            "g/z.yml:11:11 warn unknown_endpoint: The edge's `src` is `queue`, which is not a node \
             (The node at g/z.yml:4 was skipped because of an error; correct that first)",
            "g/z.yml:12:22 warn bad_value: The edge connects `auth` with itself (Remove it, or correct `dst`)",
            "g/z.yml:13:5 warn duplicate_edge: The edge `auth` part_of `shop` is already declared in g/domains.yml:7 \
             (Remove one of the two)",
            "g/z.yml:14:34 error unknown_kind: The edge from `auth` to `shop` has the unknown kind `use` (Did you mean: uses?)",
        ]
    );
    assert_eq!(ids(&graph), ["FEAT-7", "auth", "billing", "shop", "twice"]);
    assert_eq!(graph.node("twice").map(|node| node.spec.kind.as_str()), Some("entity"));
    assert_eq!(graph.edges.len(), 5);
    assert!(edges(&graph).contains(&"auth uses shop g/z.yml:15".to_owned()));
}

#[test]
fn the_order_of_files_does_not_matter() {
    let texts = [
        DOMAINS,
        FEATURES,
        ("g/a.yml", "nodes:\n  - {ref_id: auth, kind: entity}\n  - {ref_id: x, kind: team}\n"),
        ("g/m.yml", "kinds: {nodes: [team]}\nedges:\n  - {src: auth, dst: shop, kind: part_of}\n"),
    ];
    let first = graph(&texts);
    assert_eq!(first.diagnostics.len(), 2);
    let mut files = files(&texts);
    for _ in 0..files.len() {
        files.rotate_left(1);
        assert_eq!(assemble(&files), first);
        let reversed: Vec<GraphFile> = files.iter().rev().cloned().collect();
        assert_eq!(assemble(&reversed), first);
    }
}

#[test]
fn kinds_that_any_file_declares_are_known_in_all() {
    let graph = graph(&[
        (
            "a.yml",
            "nodes:\n  - {ref_id: t, kind: team}\n  - {ref_id: q, kind: queue}\nedges:\n  - {src: t, dst: q, kind: owns}\n",
        ),
        ("b.yml", "kinds: {nodes: [team, domain], edges: [owns]}\n"),
        ("c.yml", "kinds: {nodes: [queue, team]}\n"),
    ]);
    assert_eq!(findings(&graph), [""; 0]);
    assert_eq!(graph.node_kinds, ["domain", "feature", "service", "entity", "adr", "queue", "team"]);
    assert_eq!(graph.edge_kinds.last().map(String::as_str), Some("owns"));
    assert_eq!(edges(&graph), ["t owns q a.yml:5"]);
}

/// Thousands of unknown names against thousands of nodes: suggestions stop, findings do not.
#[test]
fn many_unknown_ends_stay_affordable() {
    let mut nodes = String::from("nodes:\n");
    let mut edges = String::from("edges:\n");
    for index in 0..5_000 {
        nodes.push_str(&format!("  - {{ref_id: a-rather-long-name-of-a-node-{index}, kind: domain}}\n"));
        edges.push_str(&format!(
            "  - {{src: a-rather-long-nome-of-a-node-{index}, dst: x{index}, kind: uses}}\n"
        ));
    }
    let graph = graph(&[("a.yml", &nodes), ("b.yml", &edges)]);
    assert_eq!(graph.diagnostics.len(), 10_000);
    assert!(graph.diagnostics[0].hint.is_some() || graph.diagnostics[1].hint.is_some());
}

#[test]
fn edges_may_lead_to_nodes_of_other_repositories() {
    let graph = graph(&[
        (
            "b.yml",
            "nodes:\n  - {ref_id: a, kind: domain}\n  - {ref_id: '@own:x', kind: domain}\nedges:\n  - {src: a, dst: '@pay:ledger', kind: uses}\n  - {src: a, dst: '@own:x', kind: uses}\n",
        ),
        (
            "a.yml",
            "edges:\n  - {src: '@pay:ledger', dst: a, kind: uses}\n  - {src: '@pay:a', dst: '@pay:b', kind: uses}\n  - {src: a, dst: '@pay', kind: uses}\n",
        ),
    ]);
    assert_eq!(ids(&graph), ["@own:x", "@pay:ledger", "a"]);
    let ledger = graph.node("@pay:ledger").map(|node| {
        (node.spec.kind.as_str(), node.spec.summary.as_str(), node.file.as_str(), node.spec.place.line)
    });
    assert_eq!(ledger, Some(("external", "ledger in the repository pay", "a.yml", 2)));
    assert_eq!(
        edges(&graph),
        ["@pay:ledger uses a a.yml:2", "a uses @own:x b.yml:6", "a uses @pay:ledger b.yml:5"]
    );
    assert_eq!(
        findings(&graph),
        [
            "a.yml:3:11 warn unknown_endpoint: Neither `@pay:a` nor `@pay:b` is a node of this project (Declare the edge in the repository that one of its ends is in)",
            "a.yml:4:19 warn unknown_endpoint: The edge's `dst` is `@pay`, which is not a node (A node of another repository is named `@repository:ref_id`)",
        ]
    );
}
