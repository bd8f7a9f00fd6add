//! Documents, their chunks, and the nodes that they belong to.

use beadloom_store::{FileKind, FileRow, words::match_expression};

use crate::support::{Index, document, node, write};

fn doc_file(id: i64, path: &str) -> FileRow {
    FileRow { id, kind: FileKind::Doc, ..FileRow::other(path) }
}

#[test]
fn chunks_are_found_by_their_words_with_their_place() {
    let (_index, store) = Index::with(|writer| {
        writer.put_file(&doc_file(1, "docs/a.md")).unwrap();
        writer
            .put_document("docs/a.md", &[1; 32], &document("Ledger", &["Posts amounts", "Pays"]), None)
            .unwrap();
    });
    let found = store.search_chunks(&match_expression("amounts").unwrap(), 10, None).unwrap();
    assert_eq!(found.len(), 1);
    let chunk = &found[0].chunk;
    assert_eq!((chunk.doc_path.as_str(), chunk.index, chunk.line_start), ("docs/a.md", 0, 1));
    assert_eq!(found[0].title.as_deref(), Some("Ledger"));
    let none =
        store.search_chunks(&match_expression("amounts").unwrap(), 10, Some(&|path| path != "docs/a.md"));
    assert_eq!(none.unwrap().len(), 0);
}

#[test]
fn a_document_that_is_put_again_leaves_nothing_of_the_old_one() {
    let (_index, mut store) = Index::with(|writer| {
        writer.put_file(&doc_file(1, "docs/a.md")).unwrap();
        writer
            .put_document("docs/a.md", &[1; 32], &document("Old", &["first words", "second"]), None)
            .unwrap();
    });
    write(&mut store, |writer| {
        writer.put_document("docs/a.md", &[2; 32], &document("New", &["other"]), None).unwrap();
    });
    assert_eq!(store.state().totals().unwrap().chunks, 1);
    assert_eq!(store.search_chunks(&match_expression("words").unwrap(), 10, None).unwrap().len(), 0);
    write(&mut store, |writer| writer.clear_document("docs/a.md").unwrap());
    assert_eq!(store.state().totals().unwrap().docs, 0);
    assert_eq!(store.search_chunks(&match_expression("other").unwrap(), 10, None).unwrap().len(), 0);
}

#[test]
fn a_document_belongs_to_the_nodes_that_it_is_linked_to() {
    let (_index, mut store) = Index::with(|writer| {
        writer.put_node(&node("a", None)).unwrap();
        writer.put_node(&node("b", None)).unwrap();
        writer.put_file(&doc_file(1, "docs/a.md")).unwrap();
        writer.put_document("docs/a.md", &[1; 32], &document("A", &["x"]), None).unwrap();
        writer.link_document("docs/a.md", &["b".to_owned(), "a".to_owned()]).unwrap();
    });
    let mut nodes = store.nodes_of_document("docs/a.md").unwrap();
    nodes.sort();
    assert_eq!(nodes, ["a", "b"]);
    write(&mut store, |writer| writer.link_document("docs/a.md", &["b".to_owned()]).unwrap());
    assert_eq!(store.nodes_of_document("docs/a.md").unwrap(), ["b"]);
    assert_eq!(store.documents_of_nodes(&["b".to_owned()]).unwrap().len(), 1);
    assert_eq!(store.documents_of_nodes(&["a".to_owned()]).unwrap().len(), 0);
}
