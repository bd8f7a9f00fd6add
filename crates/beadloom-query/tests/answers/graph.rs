//! The graph and its picture.

use std::collections::BTreeSet;

use crate::support::{index, shop};
use beadloom_model::answers::FullEdge;
use beadloom_model::{Code, EdgeOrigin};
use beadloom_query::{GraphFormat, GraphRequest, graph_view};
use serde_json::json;

fn around(refs: &[&str], depth: usize) -> GraphRequest {
    GraphRequest { refs: refs.iter().map(|id| (*id).to_owned()).collect(), depth, ..GraphRequest::default() }
}

#[test]
fn whole_or_around_references() {
    let shop = shop();
    for (refs, depth, nodes, edges) in [
        (&[][..], 0, "FEAT-7 Invoice auth billing shop", 6),
        (&["FEAT-7"], 1, "FEAT-7 billing Invoice auth", 4),
        (&["Invoice"], 0, "Invoice", 0),
        (&["Invoice"], usize::MAX, "Invoice FEAT-7 billing auth shop", 6),
        (&["src/auth/tokens.py", "shop"], 0, "auth shop", 1),
    ] {
        let graph = graph_view(&shop.store, &around(refs, depth)).unwrap().answer;
        let ids: Vec<&str> = graph.nodes.iter().map(|node| node.ref_id.as_str()).collect();
        assert_eq!((ids.join(" ").as_str(), graph.edges.len()), (nodes, edges), "{refs:?}");
    }
    let graph = graph_view(&shop.store, &around(&["billing"], 0)).unwrap().answer;
    let billing = &graph.nodes[0];
    assert_eq!(billing.source.as_deref(), Some("src/billing/"));
    assert_eq!(billing.docs, ["docs/domains/billing.md"]);
    let graph = graph_view(&shop.store, &around(&["billing", "auth"], 0)).unwrap().answer;
    assert_eq!(graph.edges[0].extra.get("origin"), Some(&"code".into()));
}

#[test]
fn an_unknown_reference_is_an_error() {
    let shop = shop();
    for (reference, message) in [
        ("FEAT-8", "\"FEAT-8\" not found"),
        ("tests/test_charge.py", "no node owns \"tests/test_charge.py\""),
    ] {
        let error = graph_view(&shop.store, &around(&[reference], 1)).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (Code::NotFound, message));
    }
}

#[test]
fn a_picture_holds_any_id() {
    let odd = index(|b| {
        for id in ["a.b", "a/b", "end", "x\"y", "f(x)[0]{1}", "%%{init}%%"] {
            b.node(id, "kind of | own", "", None, &[]);
        }
        b.edge("a.b", "part_of", "a/b");
        b.found_edge("end", "leads -->| to", "x\"y", EdgeOrigin::Declared);
    });
    let graph = graph_view(&odd.store, &around(&[], 0)).unwrap();
    assert_eq!(
        graph.write(GraphFormat::Mermaid).unwrap(),
        "\
flowchart TD
  n1[\"#37;#37;#123;init#125;#37;#37; (kind of #124; own)\"]
  subgraph n3[\"a/b (kind of #124; own)\"]
    n2[\"a.b (kind of #124; own)\"]
  end
  n4[\"end (kind of #124; own)\"]
  n5[\"f#40;x#41;#91;0#93;#123;1#125; (kind of #124; own)\"]
  n6[\"x#34;y (kind of #124; own)\"]
  n4 -->|\"leads --#62;#124; to\"| n6
"
    );
}

/// The flowchart of nodes that are part of others, with edges that are no imports.
fn flowchart(parts: &[(&str, &str)], edges: &[(&str, &str, &str)]) -> String {
    let ids: BTreeSet<&str> =
        parts.iter().flat_map(|(a, b)| [*a, *b]).chain(edges.iter().flat_map(|(a, _, b)| [*a, *b])).collect();
    let index = index(|b| {
        for id in &ids {
            b.node(id, "domain", "", None, &[]);
        }
        for (child, parent) in parts {
            b.edge(child, "part_of", parent);
        }
        for (src, kind, dst) in edges {
            b.edge(src, kind, dst);
        }
    });
    graph_view(&index.store, &around(&[], 0)).unwrap().write(GraphFormat::Mermaid).unwrap()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().skip(1).collect()
}

#[test]
fn parts_stand_inside_of_frames() {
    // b is part of a and c; the first by id is the frame. An arrow between a frame and what is in it begins inside.
    let text = flowchart(
        &[("b", "a"), ("b", "c"), ("d", "b")],
        &[("a", "uses", "d"), ("d", "uses", "c"), ("b", "uses", "b"), ("c", "uses", "b")],
    );
    assert_eq!(
        lines(&text),
        [
            "  subgraph n1[\"a (domain)\"]",
            "    n1_whole([\"a itself\"])",
            "    subgraph n2[\"b (domain)\"]",
            "      n2_whole([\"b itself\"])",
            "      n4[\"d (domain)\"]",
            "    end",
            "  end",
            "  n3[\"c (domain)\"]",
            "  n1_whole -->|\"uses\"| n4",
            "  n2_whole -->|\"uses\"| n2_whole",
            "  n3 -->|\"uses\"| n2",
            "  n4 -->|\"uses\"| n3",
            "  n2 -.->|\"part_of\"| n3",
        ]
    );
}

#[test]
fn parts_in_a_circle_are_frames_below_the_first() {
    let text = flowchart(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "d"), ("e", "b"), ("e", "c")], &[]);
    assert_eq!(
        lines(&text),
        [
            "  subgraph n1[\"a (domain)\"]",
            "    n1_whole([\"a itself\"])",
            "    subgraph n3[\"c (domain)\"]",
            "      subgraph n2[\"b (domain)\"]",
            "        n5[\"e (domain)\"]",
            "      end",
            "    end",
            "  end",
            "  n4[\"d (domain)\"]",
            "  n1_whole -.->|\"part_of\"| n2",
        ]
    );
}

/// A root with services, each with so many parts.
fn services(count: usize, parts: usize) -> Vec<(String, String)> {
    let services = (0..count).map(|at| (format!("s{at}"), "root".to_owned()));
    let parts =
        (0..count).flat_map(|at| (0..parts).map(move |part| (format!("s{at}p{part}"), format!("s{at}"))));
    services.chain(parts).collect()
}

fn drawn(parts: &[(String, String)], edges: &[(String, String)]) -> String {
    let parts: Vec<(&str, &str)> = parts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let edges: Vec<(&str, &str, &str)> =
        edges.iter().map(|(a, b)| (a.as_str(), "uses", b.as_str())).collect();
    flowchart(&parts, &edges)
}

#[test]
fn more_than_forty_edges_are_rolled_up_to_the_parts_that_hold_their_ends() {
    let parts = services(3, 5);
    let across = (0..5).flat_map(|a| (0..5).map(move |b| (format!("s0p{a}"), format!("s1p{b}"))));
    let within = (0..4).flat_map(|a| (0..4).map(move |b| (format!("s2p{a}"), format!("s2p{b}"))));
    let mut edges: Vec<(String, String)> = across.chain(within.filter(|(a, b)| a != b)).collect();
    // 37 are drawn as they are, and so are 40.
    assert_eq!(drawn(&parts, &edges).matches("-->").count(), 37);
    edges.extend((0..3).map(|at| ("s1".to_owned(), format!("s0p{at}"))));
    let text = drawn(&parts, &edges);
    assert_eq!(text.matches("-->").count(), 40);
    assert!(!text.contains("%%"), "{text}");

    edges.push(("s2".to_owned(), "root".to_owned()));
    assert_eq!(
        lines(&drawn(&parts, &edges)),
        [
            "  %% 41 edges are rolled up to the parts that hold their ends: 3 arrows stand for 29, and × counts what is behind each",
            "  %% `beadloom graph REF --depth 1` draws a part, `--format html` all",
            "  subgraph n1[\"root (domain)\"]",
            "    n1_whole([\"root itself\"])",
            "    n2[\"s0 (domain)<br/>(5 parts)\"]",
            "    n8[\"s1 (domain)<br/>(5 parts)\"]",
            "    n14[\"s2 (domain)<br/>(5 parts)\"]",
            "  end",
            "  n2 -->|\"uses ×25\"| n8",
            "  n8 -->|\"uses ×3\"| n2",
            "  n14 -->|\"uses\"| n1_whole",
        ]
    );
}

#[test]
fn of_too_many_at_the_top_the_strongest_forty_are_drawn() {
    // Ten services that all use each other, the first two more often.
    let parts = services(10, 2);
    let mut edges: Vec<(String, String)> = (0..10)
        .flat_map(|a| (0..10).map(move |b| (format!("s{a}p0"), format!("s{b}p0"))))
        .filter(|(a, b)| a != b)
        .collect();
    edges.push(("s9p1".to_owned(), "s8p1".to_owned()));
    let text = drawn(&parts, &edges);
    assert_eq!(text.matches("-->").count(), 40, "{text}");
    assert!(text.contains("%% 91 edges are rolled up"), "{text}");
    assert!(text.contains("%% the 40 strongest of 90 arrows are drawn, 50 are left out"), "{text}");
    assert!(text.contains("|\"uses ×2\"|"), "{text}");
    // The root alone would say nothing, so its parts are there.
    assert!(text.contains("\"s0 (domain)<br/>(2 parts)\""), "{text}");
    assert_eq!(text, drawn(&parts, &edges));
}

#[test]
fn edges_of_imports_merge_by_what_was_counted() {
    let index = index(|b| {
        for at in 0..60 {
            b.node(&format!("n{at:02}"), "domain", "", None, &[]);
        }
        for at in 0..59 {
            b.found_edge(&format!("n{at:02}"), "depends_on", &format!("n{:02}", at + 1), EdgeOrigin::Code);
        }
        b.edge("n58", "uses", "n59");
    });
    let text = graph_view(&index.store, &around(&[], 0)).unwrap().write(GraphFormat::Mermaid).unwrap();
    assert!(text.contains("|\"uses, depends_on\"| n60"), "{text}");
    assert!(text.contains("%% 41 of 60 edges are drawn as 40 arrows"), "{text}");
}

#[test]
fn a_flowchart_stays_within_what_mermaid_draws() {
    let ids: Vec<String> = (0..3_000).map(|at| format!("module-number-{at}-𝄞")).collect();
    let parts: Vec<(String, String)> = ids.iter().map(|id| (id.clone(), "root".to_owned())).collect();
    let edges: Vec<(String, String)> =
        ids.iter().skip(1).zip(&ids).map(|(a, b)| (a.clone(), b.clone())).collect();
    let text = drawn(&parts, &edges);
    assert!(text.encode_utf16().count() <= 50_000, "{}", text.encode_utf16().count());
    assert!(text.contains("subgraph n3001[\"root (domain)\"]"), "the top stays");
    assert!(text.contains(" of 3,001 nodes are left out: Mermaid draws 500 edges"), "{text}");
    assert_eq!(text.matches("-->").count(), 40, "the ends of arrows stay");

    // Deeper than anybody nests.
    let chain: Vec<(String, String)> =
        ids.iter().skip(1).zip(&ids).map(|(a, b)| (a.clone(), b.clone())).collect();
    let text = drawn(&chain, &[]);
    assert_eq!(text.matches("subgraph").count(), 12);
    assert!(text.contains("<br/>(2,987 parts)"), "{text}");
}

fn contract_edge(src: &str, dst: &str, contracts: serde_json::Value) -> FullEdge {
    let extra = [("contracts".to_owned(), contracts), ("origin".to_owned(), "contract".into())];
    FullEdge { src: src.into(), dst: dst.into(), kind: "uses".into(), extra: extra.into_iter().collect() }
}

#[test]
fn contracts_are_edges_too() {
    let shop = shop();
    let grpc = json!([{ "protocol": "protobuf", "name": "shop.v1.Invoices" }]);
    let contracts = vec![
        contract_edge("auth", "Invoice", grpc.clone()),
        contract_edge("gone", "Invoice", grpc.clone()),
        contract_edge("auth", "billing", json!([{ "protocol": "amqp", "name": "orders/paid" }])),
    ];
    let request = |refs: &[&str], depth| GraphRequest { contracts: contracts.clone(), ..around(refs, depth) };
    let view = graph_view(&shop.store, &request(&[], 0)).unwrap();
    assert_eq!(view.answer.edges.len(), 8, "one of them leads from nowhere");
    let text = view.write(GraphFormat::Mermaid).unwrap();
    assert!(
        text.contains("|\"gRPC Invoices\"|") && text.contains("|\"consumes AMQP orders/paid\"|"),
        "{text}"
    );
    assert!(view.write(GraphFormat::Dot).unwrap().contains("[label=\"gRPC Invoices\"]"));
    // They lead from node to node as other edges do.
    let near = graph_view(&shop.store, &request(&["Invoice"], 1)).unwrap().answer;
    assert!(near.nodes.iter().any(|node| node.ref_id == "auth"));
    // What is declared stays declared, and gets to know what crosses.
    let declared = index(|b| {
        b.node("a", "service", "", None, &[]);
        b.node("b", "service", "", None, &[]);
        b.edge("a", "uses", "b");
    });
    let request = GraphRequest { contracts: vec![contract_edge("a", "b", grpc.clone())], ..around(&[], 0) };
    let edges = graph_view(&declared.store, &request).unwrap().answer.edges;
    assert_eq!(edges.len(), 1);
    assert_eq!((edges[0].extra.get("origin"), edges[0].extra.get("contracts")), (None, Some(&grpc)));
}
