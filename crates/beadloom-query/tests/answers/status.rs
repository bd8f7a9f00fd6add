//! What `status` counts.

use crate::support::{index, shop, symbol};
use beadloom_model::{Section, SymbolKind};
use beadloom_query::{Staleness, status};

#[test]
fn coverage_counts_units_and_not_stubs() {
    let project = index(|b| {
        b.meta("generation", "7");
        b.node("app", "service", "", Some(""), &[]);
        b.node("pay", "domain", "", Some("src/pay/"), &[]);
        b.node("F-1", "feature", "", None, &[]);
        b.node("F-2", "feature", "", None, &[]);
        b.edge("pay", "part_of", "app");
        b.edge("F-1", "part_of", "pay");
        b.edge("F-2", "part_of", "pay");
        // A circle of parts ends.
        b.edge("app", "part_of", "F-2");
        b.document("docs/f1.md", "F-1", &["F-1"], &[("", Section::Other, "A real text. TODO: none.")]);
        b.document("docs/pay.md", "Pay", &["pay"], &[("", Section::Other, "<!-- TODO: what pay is for -->")]);
        for path in [
            "src/pay/a.py", "src/pay/b.py", "tools/x/y.py", "tools/z.py", "src/other/a/c.py", "tests/t.py",
            "main.py",
        ] {
            b.code(path, "python", &[symbol(SymbolKind::Function, "f", (1, 2), "def f()", true)], &[]);
        }
        b.owns("pay", "src/pay/a.py");
        b.owns("pay", "src/pay/b.py");
    });
    let request = Staleness::default();
    let answer = status(&project.store, &request).unwrap();
    let rows: Vec<String> = answer
        .coverage
        .iter()
        .map(|c| {
            format!(
                "{} {} {} f{} s{} d{} stale{}",
                c.ref_id, c.kind, c.share, c.features, c.symbols, c.docs, c.stale
            )
        })
        .collect();
    assert_eq!(rows, ["app service 25 f2 s2 d2 stale0", "pay domain 25 f2 s2 d2 stale0"]);
    assert_eq!(answer.doc_coverage, 25.0);
    assert_eq!(answer.unmapped, ["./", "src/other/", "tools/"]);
    assert_eq!(answer.index.generation, 7);
    // At least a page for each table.
    assert!(
        answer.index.bytes >= 100_000 && answer.index.bytes.is_multiple_of(4096),
        "{}",
        answer.index.bytes
    );
    assert_eq!(answer.index.languages.get("python"), Some(&7));
    assert_eq!(
        (answer.nodes_count, answer.edges_count, answer.docs_count, answer.symbols_count),
        (4, 4, 2, 7)
    );
}

#[test]
fn an_empty_index_has_a_status() {
    let answer = status(&index(|_| {}).store, &Staleness::default()).unwrap();
    assert_eq!((answer.nodes_count, answer.doc_coverage), (0, 0.0));
    assert!(answer.coverage.is_empty() && answer.unmapped.is_empty());
    let answer = status(&shop().store, &Staleness::default()).unwrap();
    assert_eq!(answer.doc_coverage, 60.0);
}
