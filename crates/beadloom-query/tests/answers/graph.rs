//! The graph and its picture.

use crate::support::{index, shop};
use beadloom_model::{Code, EdgeOrigin};
use beadloom_query::{GraphFormat, GraphRequest, graph_view};

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
    assert_eq!(graph.edges[0].extra.get("origin"), Some(&"import".into()));
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
  n2[\"a.b (kind of #124; own)\"]
  n3[\"a/b (kind of #124; own)\"]
  n4[\"end (kind of #124; own)\"]
  n5[\"f#40;x#41;#91;0#93;#123;1#125; (kind of #124; own)\"]
  n6[\"x#34;y (kind of #124; own)\"]
  n2 -.->|\"part_of\"| n3
  n4 -->|\"leads --#62;#124; to\"| n6
"
    );
}
