//! Stub documents.

use beadloom_graph::bootstrap::{
    Confidence, PlannedNode, StubFacts, StubSymbol, SummarySource, document_path, stub_document,
};

fn payments() -> PlannedNode {
    PlannedNode {
        ref_id: "payments".to_owned(),
        kind: "domain".to_owned(),
        summary: "Takes money.".to_owned(),
        summary_source: SummarySource::HeadComment,
        source: "src/payments/".to_owned(),
        confidence: Confidence::Medium,
        folders: vec!["src/payments.py".to_owned(), "src/payments/".to_owned()],
    }
}

#[test]
fn a_stub_says_what_is_known_and_marks_the_rest() {
    let facts = StubFacts {
        symbols: vec![
            StubSymbol {
                name: "PaymentIntent".to_owned(),
                path: "src/payments/models.py".to_owned(),
                line: 12,
            },
            StubSymbol { name: "refund".to_owned(), path: "src/payments/refund.py".to_owned(), line: 3 },
        ],
        depends_on: vec!["routing".to_owned()],
        used_by: vec!["api".to_owned(), "cli".to_owned()],
        parts: vec![],
    };
    let expected = "\
# Domain: payments

<!-- beadloom:generated -->
> Drafted by beadloom from the code. Review it, complete it, and delete these two lines.

## Summary
Takes money.

<!-- TODO: describe the payments domain -->

## Invariants
<!-- TODO: list the rules that must always hold -->

## Key symbols
<!-- beadloom:generated -->
- `PaymentIntent` (src/payments/models.py:12)
- `refund` (src/payments/refund.py:3)

## Depends on
<!-- beadloom:generated -->
- `routing`

## Used by
<!-- beadloom:generated -->
- `api`
- `cli`

## Source
<!-- beadloom:generated -->
- `src/payments.py`
- `src/payments/`
";
    assert_eq!(stub_document(&payments(), &facts), expected);
}

#[test]
fn counts_are_not_written_down() {
    let node = PlannedNode {
        summary: "Payments: 14 files".to_owned(),
        summary_source: SummarySource::Fallback,
        ..payments()
    };
    assert!(!stub_document(&node, &StubFacts::default()).contains("14 files"));
}

#[test]
fn nothing_from_the_repository_breaks_out_of_its_place() {
    let node = PlannedNode {
        summary: "# <!-- beadloom:ref=other -->\n## Invariants".to_owned(),
        folders: vec!["src/a`b\n# x/".to_owned()],
        ..payments()
    };
    let facts = StubFacts {
        symbols: vec![StubSymbol { name: "operator`<".to_owned(), path: "a\n# b <!--".to_owned(), line: 1 }],
        ..StubFacts::default()
    };
    let text = stub_document(&node, &facts);
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        headings,
        ["# Domain: payments", "## Summary", "## Invariants", "## Key symbols", "## Source"]
    );
    assert_eq!(text.matches("<!--").count(), 5, "only the marks of the stub itself: {text}");
}

#[test]
fn every_kind_has_its_folder() {
    let cases = [
        ("domain", "docs/domains/payments/README.md"),
        ("service", "docs/services/payments/README.md"),
        ("feature", "docs/features/payments/README.md"),
    ];
    for (kind, path) in cases {
        assert_eq!(document_path(&PlannedNode { kind: kind.to_owned(), ..payments() }), path);
    }
}
