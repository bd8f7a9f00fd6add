//! All nodes, where one is defined, and what tells one graph from another.

use crate::support::index;
use beadloom_model::Code;
use beadloom_query::{GraphRequest, Staleness, graph_view, list_nodes, node_place};
use beadloom_store::Store;

#[test]
fn nodes_are_listed_by_id_and_by_every_kind_that_is_known() {
    let project = index(|b| {
        b.node("pay", "domain", "Money.", Some("src/pay/"), &[]);
        b.node("app", "service", "", Some(""), &[]);
        b.node("q", "queue", "", None, &[]);
        b.document("docs/pay.md", "Pay", &["pay"], &[]);
    });
    let ids = |kind: Option<&str>| -> Vec<String> {
        let answer = list_nodes(&project.store, kind, &Staleness::default()).unwrap();
        answer.nodes.into_iter().map(|node| node.ref_id).collect()
    };
    assert_eq!(ids(None), ["app", "pay", "q"]);
    assert_eq!(ids(Some("queue")), ["q"]);
    assert!(ids(Some("adr")).is_empty(), "known, and not used here");
    let error = list_nodes(&project.store, Some("gizmo"), &Staleness::default()).unwrap_err();
    assert_eq!(error.code, Code::Usage);
    assert_eq!(error.hint.as_deref(), Some("Kinds: adr, domain, entity, feature, queue, service"));

    let stale = Staleness {
        warning: Some("behind".to_owned()),
        stale_paths: vec!["a.py".to_owned()],
        ..Staleness::default()
    };
    let answer = list_nodes(&project.store, Some("domain"), &stale).unwrap();
    assert_eq!(answer.nodes.first().map(|node| node.docs.clone()), Some(vec!["docs/pay.md".to_owned()]));
    assert_eq!((answer.warning.as_deref(), answer.stale_paths.len()), (Some("behind"), 1));
}

#[test]
fn a_node_that_is_not_there_has_no_place_but_suggestions() {
    let project = index(|b| b.node("auth", "domain", "", None, &[]));
    assert_eq!(node_place(&project.store, "auth").unwrap().ref_id, "auth");
    let error = node_place(&project.store, "auht").unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    assert!(error.to_string().contains("auht"), "{error}");
}

#[test]
fn the_etag_of_a_graph_is_that_of_what_it_says() {
    let graph = |summary: &str| {
        let project = index(|b| {
            b.node("a", "domain", summary, None, &[]);
            b.node("b", "domain", "", None, &[]);
            b.edge("a", "uses", "b");
        });
        let etag = |stale: Staleness, depth: usize| {
            let refs = vec!["a".to_owned()];
            let request = GraphRequest { refs, depth, stale, ..GraphRequest::default() };
            graph_view(&project.store, &request).unwrap().answer.etag
        };
        let behind =
            Staleness { warning: Some("behind".to_owned()), stale_paths: Vec::new(), ..Staleness::default() };
        (etag(Staleness::default(), 1), etag(behind, 1), etag(Staleness::default(), 0))
    };
    let (whole, behind, less) = graph("One.");
    assert_eq!(whole, behind, "how fresh it is says nothing of the graph");
    assert_ne!(whole, less);
    assert_eq!(whole, graph("One.").0);
    assert_ne!(whole, graph("Two.").0);
    assert_eq!((whole.len(), whole.get(..7)), (71, Some("sha256:")));
}

#[test]
fn an_index_of_nothing_answers_with_nothing() {
    let nothing = Store::nothing().unwrap();
    assert!(list_nodes(&nothing, None, &Staleness::default()).unwrap().nodes.is_empty());
    assert!(graph_view(&nothing, &GraphRequest::default()).unwrap().answer.edges.is_empty());
    assert_eq!(node_place(&nothing, "a").unwrap_err().code, Code::NotFound);
}
