//! Symbols: what is found by name, what stays where a file is read again.

use beadloom_model::SymbolKind;

use crate::support::{Index, code_file, node, symbol, write};

#[test]
fn a_symbol_that_stays_keeps_its_id() {
    let (_index, mut store) = Index::with(|writer| {
        writer.put_file(&code_file(1, "a.py")).unwrap();
        writer.add_symbols(1, &[symbol("post", 1), symbol("pay", 4)]).unwrap();
    });
    let ids = |store: &beadloom_store::Store| -> Vec<(String, i64)> {
        store.symbols_of_file("a.py", 10).unwrap().into_iter().map(|row| (row.symbol_name, row.id)).collect()
    };
    let before = ids(&store);
    write(&mut store, |writer| {
        let changes = writer.replace_symbols(1, &[symbol("new", 1), symbol("post", 5)]).unwrap();
        assert!(changes.names.contains("new") && changes.names.contains("pay"), "{:?}", changes.names);
        assert_eq!(changes.ids.len(), 2);
    });
    let after = ids(&store);
    let id_of =
        |ids: &[(String, i64)], name: &str| ids.iter().find(|(one, _)| one == name).map(|(_, id)| *id);
    assert_eq!(id_of(&before, "post"), id_of(&after, "post"));
    assert_eq!(id_of(&after, "pay"), None);
    assert!(id_of(&after, "new").is_some());
}

#[test]
fn symbols_are_found_by_either_name_and_bounded() {
    let (_index, store) = Index::with(|writer| {
        writer.put_file(&code_file(1, "a.py")).unwrap();
        writer.put_file(&code_file(2, "b.py")).unwrap();
        writer.add_symbols(1, &[symbol("Ledger.post", 1), symbol("post", 9)]).unwrap();
        writer.add_symbols(2, &[symbol("Book.post", 1)]).unwrap();
    });
    let found = |short: &str, qualified: &str, most| -> Vec<String> {
        let rows = store.symbols_named(short, qualified, most).unwrap();
        rows.into_iter().map(|row| row.qualified_name).collect()
    };
    assert_eq!(found("post", "Ledger.post", 10), ["Ledger.post"]);
    assert_eq!(store.count_named("post", 10).unwrap(), 3);
    assert_eq!(store.count_named("post", 2).unwrap(), 2);
    assert_eq!(store.symbol_targets("post", 10).unwrap().len(), 3);
    assert_eq!(store.symbol_targets("po", 10).unwrap().len(), 0);
    assert_eq!(store.state().definitions("post", 10).unwrap().len(), 3);
    assert_eq!(store.state().definitions_in("post", 2).unwrap().len(), 1);
}

#[test]
fn a_row_says_what_was_parsed() {
    let facts = beadloom_model::SymbolFacts {
        kind: SymbolKind::Class,
        form: "dataclass".to_owned(),
        summary: Some("Keeps books.".to_owned()),
        exported: false,
        part: false,
        ..symbol("Outer.Ledger", 3)
    };
    let (_index, store) = Index::with(|writer| {
        writer.put_file(&code_file(1, "a.py")).unwrap();
        writer.add_symbols(1, std::slice::from_ref(&facts)).unwrap();
    });
    let row = store.symbols_of_file("a.py", 10).unwrap().remove(0);
    assert_eq!(
        (row.symbol_name.as_str(), row.qualified_name.as_str(), row.kind, row.form.as_str(), row.exported),
        ("Ledger", "Outer.Ledger", SymbolKind::Class, "dataclass", false)
    );
    assert_eq!((row.line_start, row.line_end, row.summary.as_deref()), (3, 4, Some("Keeps books.")));
    assert_eq!(store.symbol(row.id).unwrap().map(|one| one.id), Some(row.id));
    assert_eq!(store.symbol(row.id + 1).unwrap().map(|one| one.id), None);
}

#[test]
fn symbols_belong_to_nodes_until_they_are_parted() {
    let (_index, mut store) = Index::with(|writer| {
        writer.put_node(&node("ledger", Some("src/"))).unwrap();
        writer.put_file(&code_file(1, "src/a.py")).unwrap();
        let ids = writer.add_symbols(1, &[symbol("post", 1), symbol("pay", 4)]).unwrap();
        writer.add_symbol_nodes(&[("ledger", ids[0])]).unwrap();
        writer.add_file_nodes(&[("ledger", 1)]).unwrap();
    });
    let counted = |store: &beadloom_store::Store| store.count_symbols(&["ledger".to_owned()]).unwrap();
    assert!(counted(&store) >= 1);
    write(&mut store, |writer| writer.clear_symbol_nodes(Some(1)).unwrap());
    assert_eq!(counted(&store), 0);
    assert_eq!(store.symbols_of_file("src/a.py", 10).unwrap().len(), 2);
}
