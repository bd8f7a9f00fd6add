//! Bundles, as a caller sees them.

use crate::support::{counter, index, shop, symbol, tokenizer};
use beadloom_model::requests::TextFormat;
use beadloom_model::{Code, EdgeOrigin, Error, Section, SymbolKind};
use beadloom_query::{ContextRequest, History, NoHistory, NoRules, Rendered, Staleness};
use beadloom_store::Store;
use beadloom_tokens::{Calibration, Counting, Encoding};
use proptest::prelude::*;

fn ask(refs: &[&str]) -> ContextRequest {
    ContextRequest { refs: refs.iter().map(|id| (*id).to_owned()).collect(), ..ContextRequest::default() }
}

fn bundle(store: &Store, request: &ContextRequest, history: &dyn History) -> Result<Rendered, Error> {
    beadloom_query::bundle(store, request, &counter(request.counting), history, &NoRules, &|_| None)
}

/// Tokens of o200k_base.
fn count(text: &str) -> u64 {
    tokenizer(Encoding::O200kBase).count(text) as u64
}

fn get(store: &Store, refs: &[&str]) -> Rendered {
    bundle(store, &ask(refs), &NoHistory).unwrap()
}

fn nodes(rendered: &Rendered) -> String {
    let ids: Vec<&str> = rendered.bundle.graph.nodes.iter().map(|node| node.ref_id.as_str()).collect();
    ids.join(" ")
}

fn symbols(rendered: &Rendered) -> String {
    let names: Vec<&str> =
        rendered.bundle.code_symbols.iter().map(|one| one.symbol.qualified_name.as_str()).collect();
    names.join(" ")
}

fn chunks(rendered: &Rendered) -> String {
    let all = &rendered.bundle.text_chunks;
    let ids: Vec<String> = all.iter().map(|one| format!("{}:{}", one.ref_id, one.section.as_str())).collect();
    ids.join(" ")
}

#[test]
fn a_feature_in_its_surroundings() {
    let shop = shop();
    let rendered = get(&shop.store, &["FEAT-7"]);
    let bundle = &rendered.bundle;
    assert_eq!(nodes(&rendered), "FEAT-7 billing Invoice auth shop");
    assert_eq!(symbols(&rendered), "refund Ledger charge Ledger.post check");
    assert_eq!(chunks(&rendered), "FEAT-7:spec billing:invariants auth:api FEAT-7:other billing:other");
    let edges: Vec<String> =
        bundle.graph.edges.iter().map(|edge| format!("{} {} {}", edge.src, edge.kind, edge.dst)).collect();
    assert_eq!(
        edges,
        [
            "FEAT-7 part_of billing",
            "FEAT-7 touches_entity Invoice",
            "FEAT-7 uses auth",
            "billing depends_on auth",
            "billing part_of shop",
            "auth part_of shop",
        ]
    );
    assert_eq!(bundle.tests, ["tests/test_charge.py"]);
    assert_eq!(bundle.focus.summary, "Customers get refunds within two days");
    assert_eq!(bundle.sync_status.last_reindex.as_deref(), Some("2026-01-02T03:04:05Z"));
    assert_eq!((bundle.omitted.nodes, bundle.omitted.code_symbols, bundle.limited.nodes), (0, 0, 0));
    assert_eq!(rendered.text, serde_json::to_string(bundle).unwrap());
    assert_eq!(rendered.tokens, count(&rendered.text));
}

#[test]
fn depth_and_limits_are_kept() {
    let shop = shop();
    for (depth, max_nodes, max_chunks, ids, edges, limited) in [
        (2, 2, 10, "FEAT-7 billing", 1, (3, 0)),
        (0, 20, 10, "FEAT-7", 0, (0, 0)),
        (1, 20, 1, "FEAT-7 billing Invoice auth", 4, (0, 4)),
        (2, 0, 0, "FEAT-7", 0, (4, 2)),
        (usize::MAX, usize::MAX, usize::MAX, "FEAT-7 billing Invoice auth shop", 6, (0, 0)),
    ] {
        let request = ContextRequest { depth, max_nodes, max_chunks, ..ask(&["FEAT-7"]) };
        let rendered = bundle(&shop.store, &request, &NoHistory).unwrap();
        assert_eq!(nodes(&rendered), ids);
        assert_eq!(rendered.bundle.graph.edges.len(), edges, "{ids}");
        let got = &rendered.bundle.limited;
        assert_eq!((got.nodes, got.text_chunks), limited, "{ids}");
    }
}

#[test]
fn several_references_start_together() {
    let shop = shop();
    let rendered = get(&shop.store, &["auth", "FEAT-7", "auth"]);
    assert_eq!(nodes(&rendered), "auth FEAT-7 billing shop Invoice");
    let focuses: Vec<&str> = rendered.bundle.focuses.iter().map(|focus| focus.r#ref.as_str()).collect();
    assert_eq!(focuses, ["auth", "FEAT-7"]);
    assert_eq!(rendered.bundle.focus, rendered.bundle.focuses[0]);
}

#[test]
fn references_are_nodes_paths_or_symbols() {
    let shop = shop();
    // The reference; type, kind, owner, what its summary begins with, first symbols.
    for (reference, r#type, kind, owner, says, first) in [
        ("billing", "node", "domain", Some("billing"), "Takes money", "charge Ledger Ledger.post"),
        (
            "src/billing/charge.py",
            "path",
            "file",
            Some("billing"),
            "python file, 20 lines",
            "Ledger refund charge Ledger.post",
        ),
        (
            "./src/auth/../billing/",
            "path",
            "folder",
            Some("billing"),
            "folder: Takes money and gives it back",
            "charge Ledger Ledger.post",
        ),
        ("src", "path", "folder", None, "folder: Ledger, check, refund", "Ledger check refund"),
        ("docs/f/refunds.md", "path", "file", Some("FEAT-7"), "file", "refund"),
        (
            "Ledger.post",
            "symbol",
            "method",
            Some("billing"),
            "method in src/billing/charge.py:14",
            "Ledger.post",
        ),
        ("Ledger::post()", "symbol", "method", Some("billing"), "method in", "Ledger.post"),
        ("post", "symbol", "method", Some("billing"), "method in", "Ledger.post"),
        ("refund", "symbol", "function", Some("FEAT-7"), "function in", "refund"),
    ] {
        let rendered = get(&shop.store, &[reference]);
        let focus = &rendered.bundle.focus;
        assert_eq!(serde_json::to_value(focus.r#type).unwrap(), r#type, "{reference}");
        assert_eq!((focus.kind.as_str(), focus.ref_id.as_deref()), (kind, owner), "{reference}");
        assert!(focus.summary.starts_with(says), "{reference}: {}", focus.summary);
        let all = symbols(&rendered);
        assert!(all.starts_with(first), "{reference}: {all}");
    }
}

#[test]
fn code_that_no_node_owns_is_counted_too() {
    let project = index(|b| {
        let all: Vec<_> = (1..=1_000)
            .map(|n| symbol(SymbolKind::Function, &format!("f{n}"), (n, n), "def f()", true))
            .collect();
        b.code("src/a/loose.py", "python", &all, &[]);
        b.code("src/b/kept.py", "python", &all[..5], &[]);
        b.node("b", "domain", "", Some("src/b/"), &[]);
        b.owns("b", "src/b/kept.py");
    });
    for (reference, nodes, shown, limited) in [
        ("src/a/loose.py", 0, 800, 200),
        ("src/a", 0, 800, 200),
        ("src", 1, 800, 205),
        ("f50", 0, 1, 0),
        ("src/b/kept.py", 1, 5, 0),
    ] {
        let request = ContextRequest { budget: 100_000, ..ask(&[reference]) };
        let bundle = bundle(&project.store, &request, &NoHistory).unwrap().bundle;
        assert_eq!(bundle.graph.nodes.len(), nodes, "{reference}");
        assert_eq!((bundle.code_symbols.len(), bundle.limited.code_symbols), (shown, limited), "{reference}");
        assert_eq!(bundle.omitted.code_symbols, 0, "{reference}");
    }
}

#[test]
fn unknown_references_are_named_with_suggestions() {
    let shop = shop();
    for (refs, message, hint) in [
        (&["FEAT-8"][..], "\"FEAT-8\" not found", "Did you mean: FEAT-7?"),
        (&["FEAT-7", "nope"], "\"nope\" not found", "`beadloom search`"),
        (&["bill", "FEAT-8"], "\"bill\", \"FEAT-8\" not found", "For \"bill\", did you mean: billing? For"),
        (&["legder"], "\"legder\" not found", "Did you mean: Ledger?"),
        (&["../x"], "\"../x\" not found", "`beadloom search`"),
        (&["a\u{1b}[31m\nb"], "\"a\u{fffd}[31m b\" not found", "`beadloom search`"),
    ] {
        let error = bundle(&shop.store, &ask(refs), &NoHistory).unwrap_err();
        assert_eq!(error.code, Code::NotFound);
        assert_eq!(error.message, message);
        let given = error.hint.unwrap();
        assert!(given.starts_with(hint), "{given}");
    }
    assert_eq!(bundle(&shop.store, &ask(&[]), &NoHistory).unwrap_err().code, Code::Usage);
}

#[test]
fn a_budget_is_never_exceeded_and_counts_what_it_drops() {
    let big = wide_index(60, 400);
    for (format, budgets) in
        [(TextFormat::Markdown, &[100, 200, 1_000, 8_000][..]), (TextFormat::Json, &[400, 1_000, 8_000])]
    {
        let mut nodes_before = 0;
        for budget in budgets {
            let request = ContextRequest { budget: *budget, format, max_chunks: 40, ..ask(&["n0"]) };
            let rendered = bundle(&big.store, &request, &NoHistory).unwrap();
            let text = &rendered.text;
            assert!(count(text) <= *budget as u64, "{format:?} {budget}");
            assert_eq!(rendered.tokens, count(text));
            assert!(text.contains("Summary of node 0"), "{text}");
            let shown = &rendered.bundle;
            assert_eq!(shown.graph.nodes.len() as u64 + shown.omitted.nodes, 20);
            assert_eq!(
                shown.text_chunks.len() as u64 + shown.omitted.text_chunks + shown.limited.text_chunks,
                60
            );
            assert!(shown.graph.nodes.len() >= nodes_before, "{format:?} {budget}");
            nodes_before = shown.graph.nodes.len();
            // Not much is left lying: a fifth at most, unless everything is there.
            let whole = shown.omitted.nodes + shown.omitted.text_chunks == 0;
            assert!(
                whole || *budget < 400 || rendered.tokens * 5 >= *budget as u64 * 4,
                "{format:?} {budget}: {}",
                rendered.tokens
            );
        }
    }
}

#[test]
fn a_budget_below_the_least_is_refused() {
    let shop = shop();
    for (format, budget) in [(TextFormat::Markdown, 99), (TextFormat::Json, 399), (TextFormat::Json, 0)] {
        let error = bundle(&shop.store, &ContextRequest { budget, format, ..ask(&["FEAT-7"]) }, &NoHistory)
            .unwrap_err();
        assert_eq!(error.code, Code::BudgetTooSmall);
    }
    // A long id in every place where it stands leaves no room for the least.
    let id = "x".repeat(200);
    let odd = index(|b| b.node(&format!("{id}✗"), "domain", &"word ".repeat(3_000), None, &[]));
    let reference = format!("{id}✗");
    let request = ContextRequest { budget: 400, ..ask(&[&reference]) };
    match bundle(&odd.store, &request, &NoHistory) {
        Ok(rendered) => assert!(rendered.tokens <= 400),
        Err(error) => assert_eq!(error.code, Code::BudgetTooSmall),
    }
    let request = ContextRequest { budget: 1_000, ..ask(&[&reference]) };
    let rendered = bundle(&odd.store, &request, &NoHistory).unwrap();
    assert!(rendered.bundle.focus.summary.ends_with("word…"), "{}", rendered.bundle.focus.summary);
    assert!(rendered.tokens > 900 && rendered.tokens <= 1_000, "{}", rendered.tokens);
}

#[test]
fn staleness_is_said_and_changes_no_etag() {
    let shop = shop();
    let fresh = get(&shop.store, &["FEAT-7"]);
    let stale = Staleness {
        warning: Some(beadloom_model::answers::STALE_WARNING.to_owned()),
        stale_paths: (0..50).map(|n| format!("src/f{n:02}.py")).collect(),
        ..Staleness::default()
    };
    let behind =
        bundle(&shop.store, &ContextRequest { stale: stale.clone(), ..ask(&["FEAT-7"]) }, &NoHistory)
            .unwrap();
    assert_eq!(behind.bundle.warning.as_deref(), Some("index is stale, run beadloom reindex"));
    assert_eq!(behind.bundle.stale_paths.len(), 20);
    assert_eq!(fresh.etag, behind.etag);
    assert_eq!(fresh.etag.len(), "sha256:".len() + 64);
    assert_ne!(fresh.etag, get(&shop.store, &["billing"]).etag);
    let request = ContextRequest { stale, format: TextFormat::Markdown, ..ask(&["FEAT-7"]) };
    let text = bundle(&shop.store, &request, &NoHistory).unwrap().text;
    assert!(text.contains("> index is stale, run beadloom reindex\n> - src/f00.py\n"), "{text}");
}

#[test]
fn markdown_says_first_what_it_is() {
    let shop = shop();
    let request = ContextRequest { format: TextFormat::Markdown, ..ask(&["FEAT-7"]) };
    let rendered = bundle(&shop.store, &request, &NoHistory).unwrap();
    assert_eq!(
        rendered.text,
        "\
# FEAT-7 (feature)
Customers get refunds within two days

- part of: billing
- touches entity: Invoice
- uses: auth

## Code
src/billing/charge.py
- 5-6 def refund(order)
- 9-10 def charge(order)
- 13-17 class Ledger
- 14-15 Ledger.post: def post(self, amount)
src/auth/tokens.py
- 1-2 def check(token)

## Around it
- billing (domain): Takes money and gives it back; part of shop; depends on auth
- Invoice (entity): What a customer owes
- auth (domain): Knows who is who; part of shop
- shop (service): The shop as customers see it

## Documents
### docs/f/refunds.md:6 Specification [FEAT-7, spec]
A refund returns the whole amount.
Never more than was paid.

### docs/domains/billing.md:6 Invariants [billing, invariants]
The ledger always balances.

### docs/domains/auth.md:3 API [auth, api]
`check(token)` says whether a token holds.

### docs/f/refunds.md:3 Background [FEAT-7]
Support asked for it.

### docs/domains/billing.md:3 [billing]
Billing charges cards and keeps the ledger.

Tests: tests/test_charge.py

Complete: every definition of it is listed; bodies: `beadloom show PATH:FROM-TO`.
"
    );
}

#[test]
fn repository_text_does_not_reach_the_terminal_as_it_is() {
    let odd = index(|b| {
        b.node("x\u{1b}[2J", "domain", "a\u{7}b\nc\u{202e}", None, &[]);
        b.document("d\u{1b}.md", "T", &["x\u{1b}[2J"], &[("h\u{9b}", Section::Spec, "```sh\nrm\u{1b}c")]);
        b.code(
            "a.py",
            "python",
            &[symbol(SymbolKind::Function, "f", (1, 1), "def f(\u{1b}]0;x\u{7})", true)],
            &[],
        );
        b.owns("x\u{1b}[2J", "a.py");
    });
    let request = ContextRequest { format: TextFormat::Markdown, ..ask(&["x\u{1b}[2J"]) };
    let text = bundle(&odd.store, &request, &NoHistory).unwrap().text;
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert!(text.contains("rm\u{fffd}c\n```\n"), "{text:?}");
    let json = get(&odd.store, &["x\u{1b}[2J"]).text;
    assert!(!json.contains('\u{1b}'), "{json:?}");
}

#[test]
fn a_hub_is_bounded_work() {
    let hub = index(|b| {
        b.node("hub", "domain", "In the middle", None, &[]);
        for n in 0..10_000 {
            let id = format!("n{n:05}");
            b.node(&id, "feature", "", None, &[]);
            b.edge(&id, "part_of", "hub");
        }
    });
    let rendered = get(&hub.store, &["hub"]);
    assert_eq!(rendered.bundle.graph.nodes.len(), 20);
    assert_eq!(rendered.bundle.limited.nodes, 9_981);
}

/// A root with `nodes` nodes around it, a document each, and `symbols` symbols in the root's file.
fn wide_index(nodes: usize, symbols: u32) -> crate::support::Index {
    index(|b| {
        for n in 0..nodes {
            let id = format!("n{n}");
            b.node(&id, "feature", &format!("Summary of node {n}, which does one thing well"), None, &[]);
            if n > 0 {
                b.found_edge(&id, if n % 2 == 0 { "uses" } else { "part_of" }, "n0", EdgeOrigin::Declared);
            }
            let paragraph = format!("Node {n} keeps its promises and says how. ").repeat(8);
            let path = format!("docs/n{n}.md");
            let sections: &[(&str, Section, &str)] = &[
                ("Specification", Section::Spec, &paragraph),
                ("API", Section::Api, &paragraph),
                ("Other", Section::Other, &paragraph),
            ];
            b.document(&path, "Node", &[&id], sections);
        }
        let all: Vec<_> = (0..symbols)
            .map(|n| {
                let name = format!("do_thing_{n}");
                symbol(
                    SymbolKind::Function,
                    &name,
                    (n + 1, n + 1),
                    &format!("def {name}(a, b, c)"),
                    n % 3 > 0,
                )
            })
            .collect();
        b.code("src/n0.py", "python", &all, &[]);
        b.owns("n0", "src/n0.py");
    })
}

#[test]
fn tokens_are_those_of_the_encoding_and_of_the_provider() {
    let shop = shop();
    let small = wide_index(60, 400);
    let etags: std::collections::BTreeSet<String> = [
        (Encoding::O200kBase, 1_000),
        (Encoding::Cl100kBase, 1_000),
        (Encoding::O200kBase, 1_250),
        (Encoding::Cl100kBase, 700),
    ]
    .into_iter()
    .flat_map(|(encoding, per_thousand)| {
        let calibration = Calibration::per_thousand(per_thousand);
        [TextFormat::Json, TextFormat::Markdown].map(|format| {
            let counting = Counting { encoding, calibration };
            let asked = ContextRequest { counting, format, ..ask(&["FEAT-7"]) };
            let whole = bundle(&shop.store, &asked, &NoHistory).unwrap();
            let counted = tokenizer(encoding).count(&whole.text);
            assert_eq!(whole.tokens, calibration.tokens(counted) as u64, "{encoding:?} × {calibration}");
            assert_eq!(whole.bundle.tokens, whole.tokens);
            // A budget that leaves things out.
            let asked = ContextRequest { refs: vec!["n0".to_owned()], budget: 1_000, ..asked };
            let cut = bundle(&small.store, &asked, &NoHistory).unwrap();
            let counted = tokenizer(encoding).count(&cut.text);
            assert_eq!(cut.tokens, calibration.tokens(counted) as u64, "{encoding:?} × {calibration}");
            assert!((800..=1_000).contains(&cut.tokens), "{encoding:?} × {calibration}: {}", cut.tokens);
            whole.etag
        })
    })
    .collect();
    assert_eq!(etags.len(), 1, "the same content has the same etag, however it is counted");
}

#[test]
fn a_counter_that_counts_otherwise_is_refused() {
    let shop = shop();
    let other = counter(Counting { encoding: Encoding::Cl100kBase, ..Counting::default() });
    let bundle =
        beadloom_query::bundle(&shop.store, &ask(&["FEAT-7"]), &other, &NoHistory, &NoRules, &|_| None);
    assert_eq!(bundle.unwrap_err().code, Code::Internal);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the texts and the budget, the rendering holds it, says its size and parses.
    #[test]
    fn no_budget_is_exceeded(
        texts in prop::collection::vec("\\PC{0,400}", 1..12),
        summary in "(\\PC{0,20} ){0,60}",
        budget in 400_usize..6_000,
        markdown in any::<bool>(),
        max_nodes in 0_usize..12,
    ) {
        let random = index(|b| {
            b.node("focus", "domain", &summary, None, &[]);
            for (n, text) in texts.iter().enumerate() {
                let id = format!("n{n}");
                b.node(&id, "feature", text, None, &[]);
                b.edge(&id, "uses", "focus");
                let sections: &[(&str, Section, &str)] = &[("Spec", Section::Spec, text), ("More", Section::Other, text)];
                b.document(&format!("docs/{n}.md"), text, &[&id, "focus"], sections);
                let code = symbol(SymbolKind::Function, &format!("f{n}"), (1, 2), text, n % 2 == 0);
                let path = format!("src/{n}.py");
                b.code(&path, "python", &[code], &[]);
                b.owns(&id, &path);
            }
        });
        let format = if markdown { TextFormat::Markdown } else { TextFormat::Json };
        let request = ContextRequest { budget, format, max_nodes, ..ask(&["focus"]) };
        let rendered = bundle(&random.store, &request, &NoHistory).unwrap();
        prop_assert!(rendered.tokens <= budget as u64);
        prop_assert_eq!(rendered.tokens, count(&rendered.text));
        if !markdown {
            let parsed: beadloom_model::answers::Bundle = serde_json::from_str(&rendered.text).unwrap();
            prop_assert_eq!(parsed.tokens, rendered.tokens);
            prop_assert_eq!(parsed, rendered.bundle);
        }
    }
}
