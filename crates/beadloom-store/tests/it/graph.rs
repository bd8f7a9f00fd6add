//! Nodes and edges, and the words by which nodes are found.

use beadloom_store::{NodeRow, words::match_expression};

use crate::support::{Index, edge, node, write};

#[test]
fn a_node_comes_back_as_it_was_written() {
    let row = NodeRow {
        docs: vec!["docs/a.md".to_owned()],
        tags: vec!["core".to_owned(), "ünd".to_owned()],
        extra: serde_json::from_str(r#"{"owner":"team","links":[{"url":"x"}]}"#).unwrap(),
        ..node("PROJ-1", Some("src/"))
    };
    let (_index, mut store) = Index::with(|writer| writer.put_node(&row).unwrap());
    assert_eq!(store.node("PROJ-1").unwrap(), Some(row.clone()));
    assert_eq!(store.node("proj-1").unwrap(), None);
    let changed = NodeRow { source: None, tags: Vec::new(), ..row };
    write(&mut store, |writer| writer.put_node(&changed).unwrap());
    assert_eq!(store.state().nodes().unwrap(), [changed]);
}

#[test]
fn an_edge_is_one_of_its_kind_between_two_nodes() {
    let (_index, mut store) = Index::with(|writer| {
        writer.put_node(&node("a", None)).unwrap();
        writer.put_node(&node("b", None)).unwrap();
        writer.put_edge(&edge("a", "b", "uses")).unwrap();
        writer.put_edge(&edge("a", "b", "depends_on")).unwrap();
        writer.put_edge(&edge("a", "b", "uses")).unwrap();
    });
    assert_eq!(store.state().edges().unwrap().len(), 2);
    write(&mut store, |writer| writer.delete_edge("a", "b", "uses").unwrap());
    let left = store.state().edges().unwrap();
    assert_eq!(left.iter().map(|edge| edge.kind.as_str()).collect::<Vec<_>>(), ["depends_on"]);
    let ids = ["a".to_owned(), "b".to_owned()];
    assert_eq!(store.edges_between(&ids).unwrap().len(), 1);
    assert_eq!(store.edges_between(&ids[..1]).unwrap().len(), 0);
}

#[test]
fn nodes_are_found_by_id_and_summary_and_not_after_they_are_gone() {
    let (_index, mut store) = Index::with(|writer| {
        for (id, summary) in [("ledger", "Books what was paid"), ("invoices", "Asks for money of the ledger")]
        {
            writer.put_node(&NodeRow { summary: summary.to_owned(), ..node(id, None) }).unwrap();
            writer.refresh_node_words(id).unwrap();
        }
    });
    let found = |store: &beadloom_store::Store, words: &str| -> Vec<String> {
        let expression = match_expression(words).unwrap();
        let rows = store.search_nodes(&expression, 10, &|_, _| true).unwrap();
        rows.into_iter().map(|row| row.ref_id).collect()
    };
    assert_eq!(found(&store, "ledger"), ["ledger", "invoices"]);
    assert_eq!(found(&store, "paid"), ["ledger"]);
    write(&mut store, |writer| writer.delete_node("ledger").unwrap());
    assert_eq!(found(&store, "ledger"), ["invoices"]);
}

#[test]
fn what_full_text_reads_as_syntax_is_text() {
    let (_index, store) = Index::with(|writer| {
        writer.put_node(&node("ledger", None)).unwrap();
        writer.refresh_node_words("ledger").unwrap();
    });
    for query in
        ["\"ledger", "ledger*", "ledger AND NOT", "(ledger", "-ledger", "col:ledger", "^ledger NEAR/2"]
    {
        let expression = match_expression(query).unwrap();
        store.search_nodes(&expression, 10, &|_, _| true).unwrap();
    }
    assert_eq!(match_expression("\"*()-"), None);
}
