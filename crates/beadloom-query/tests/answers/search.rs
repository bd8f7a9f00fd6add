//! Lexical search, as a caller sees it.

use crate::support::{Index, index, shop, symbol};
use beadloom_model::answers::{HitType, SearchAnswer};
use beadloom_model::requests::{Hints, SearchField};
use beadloom_model::{Code, Section, SymbolKind};
use beadloom_query::{SearchRequest, Staleness, search};
use beadloom_store::Store;
use proptest::prelude::*;

fn no_text(_: &str) -> Option<String> {
    None
}

fn ask(query: &str) -> SearchRequest<'static> {
    SearchRequest {
        query: query.to_owned(),
        kind: None,
        within: SearchField::All,
        language: None,
        all_chunks: false,
        explain: false,
        model: None,
        path: None,
        limit: 10,
        hints: Hints::Commands,
        stale: Staleness::default(),
        read: &no_text,
    }
}

fn find(store: &Store, query: &str) -> SearchAnswer {
    search(store, &ask(query)).unwrap()
}

fn names(answer: &SearchAnswer) -> Vec<String> {
    let shown = |kind: HitType| match kind {
        HitType::Node => "node",
        HitType::Doc => "doc",
        HitType::Code => "code",
    };
    answer.hits.iter().map(|hit| format!("{} {}", shown(hit.r#type), hit.name)).collect()
}

/// A project with names that are easily confused.
fn library() -> Index {
    index(|b| {
        b.node("http", "domain", "Talks to servers", Some("src/http/"), &[]);
        b.words("http");
        b.document(
            "docs/retries.md",
            "Retries",
            &["http"],
            &[(
                "When a call is repeated",
                Section::Other,
                "one\ntwo\nthree\nfour\nfive\nsix\nA failed request is retried twice.\neight\nnine\nten\neleven",
            )],
        );
        b.code(
            "src/http/header.ts",
            "typescript",
            &[
                symbol(
                    SymbolKind::Function,
                    "parseHTTPHeader",
                    (1, 9),
                    "function parseHTTPHeader(text)",
                    true,
                ),
                symbol(SymbolKind::Function, "retry", (11, 20), "function retry(call)", false),
                symbol(SymbolKind::Interface, "Client", (22, 30), "interface Client", true),
                symbol(SymbolKind::Method, "Client.parse", (23, 24), "parse(text)", true),
            ],
            &[],
        );
        b.code(
            "src/http/header.test.ts",
            "typescript",
            &[symbol(SymbolKind::Function, "parseHTTPHeader", (1, 2), "function parseHTTPHeader()", true)],
            &[],
        );
        b.code(
            "tools/gen.py",
            "python",
            &[
                symbol(SymbolKind::Function, "client", (1, 3), "def client()", true),
                symbol(SymbolKind::Class, "Writer", (5, 9), "class Writer", true),
            ],
            &[],
        );
        b.owns("http", "src/http/header.ts");
    })
}

#[test]
fn what_is_named_comes_first() {
    let (shop, library) = (shop(), library());
    for (index, query, first) in [
        (&shop, "Ledger", "code Ledger"),
        (&shop, "FEAT-7", "node FEAT-7"),
        (&shop, "feat-7", "node FEAT-7"),
        (&shop, "Ledger.post", "code Ledger.post"),
        (&shop, "Ledger::post()", "code Ledger.post"),
        (&shop, "auth", "node auth"),
        (&shop, "refund", "code refund"),
        (&shop, "refund qqqzzz", "code refund"),
        (&shop, "the whole amount", "doc Specification"),
        (&library, "parse http", "code parseHTTPHeader"),
        (&library, "parse_http_header", "code parseHTTPHeader"),
        (&library, "Client", "code Client"),
        (&library, "client", "code client"),
        (&library, "Writer", "code Writer"),
    ] {
        let answer = find(&index.store, query);
        assert_eq!(names(&answer).first().map(String::as_str), Some(first), "{query}: {:?}", names(&answer));
        assert!(answer.suggestions.is_empty());
    }
}

#[test]
fn tests_come_after_what_they_test_unless_asked_for() {
    let library = library();
    let paths = |query: &str| -> Vec<String> {
        find(&library.store, query).hits.into_iter().filter_map(|hit| hit.path).collect()
    };
    let plain = paths("parseHTTPHeader");
    let place = |path: &str| plain.iter().position(|one| one == path);
    assert!(place("src/http/header.ts") < place("src/http/header.test.ts"));
    assert_eq!(paths("header test")[0], "src/http/header.test.ts");
}

#[test]
fn any_text_is_plain_text() {
    let shop = shop();
    for query in [
        "a\"b", "AND", "OR NOT", "-x", "*", "🎉", "\0", "NEAR(a, b)", "name:x", "שלום", "'; DROP TABLE nodes",
    ] {
        let answer = find(&shop.store, query);
        assert_eq!(answer.query, query);
    }
}

#[test]
fn nothing_found_suggests_what_was_meant() {
    let shop = shop();
    for (query, suggestion) in
        [("serch ledgr", "Ledger"), ("FEET-7", "FEAT-7"), ("invioce", "Invoice"), ("amuont", "amount")]
    {
        let answer = find(&shop.store, query);
        assert_eq!(names(&answer), Vec::<String>::new(), "{query}");
        assert!(answer.suggestions.iter().any(|one| one == suggestion), "{query}: {:?}", answer.suggestions);
    }
    assert!(find(&shop.store, "qqqqqqqq zzzzzzzz").suggestions.is_empty());
}

#[test]
fn filters_leave_out_the_rest() {
    let library = library();
    let get = |request: SearchRequest<'_>| names(&search(&library.store, &request).unwrap());
    let query = "parse client http writer retried";
    for (request, hits) in [
        (SearchRequest { kind: Some("interface".into()), ..ask(query) }, &["code Client"][..]),
        (SearchRequest { kind: Some("domain".into()), ..ask(query) }, &["node http"]),
        (SearchRequest { within: SearchField::Nodes, ..ask(query) }, &["node http"]),
        (SearchRequest { within: SearchField::Docs, ..ask(query) }, &["doc When a call is repeated"]),
        (SearchRequest { language: Some("python".into()), ..ask(query) }, &["code client"]),
        (SearchRequest { path: Some("tools/".into()), ..ask(query) }, &["code client"]),
        (SearchRequest { path: Some("*.md".into()), ..ask(query) }, &["doc When a call is repeated"]),
        (SearchRequest { path: Some("*.test.ts".into()), ..ask(query) }, &["code parseHTTPHeader"]),
        (SearchRequest { path: Some("tools".into()), within: SearchField::Docs, ..ask(query) }, &[]),
    ] {
        let mut found = get(request);
        found.sort();
        assert_eq!(found, hits);
    }
    assert_eq!(get(SearchRequest { limit: 1, ..ask(query) }).len(), 1);
}

#[test]
fn what_cannot_be_asked_says_why() {
    let library = library();
    for (request, message, hint) in [
        (ask(""), "the query is empty", "beadloom search"),
        (ask(" \t"), "the query is empty", "beadloom search"),
        (SearchRequest { limit: 0, ..ask("x") }, "a limit of 0 is out of range", "1 to 1000"),
        (SearchRequest { limit: 1_001, ..ask("x") }, "a limit of 1001 is out of range", "1 to 1000"),
        (
            SearchRequest { kind: Some("clas".into()), ..ask("x") },
            "unknown kind \"clas\"",
            "adr, class, component",
        ),
        (
            SearchRequest { language: Some("cobol".into()), ..ask("x") },
            "no file in language \"cobol\"",
            "python, typescript",
        ),
        (SearchRequest { path: Some("a[".into()), ..ask("x") }, "\"a[\" is not a path pattern", ".gitignore"),
    ] {
        let error = search(&library.store, &request).unwrap_err();
        assert_eq!((error.code, error.message.as_str()), (Code::Usage, message));
        assert!(error.hint.unwrap().contains(hint), "{message}");
    }
}

#[test]
fn snippets_show_the_lines_that_match() {
    let library = library();
    let answer = find(&library.store, "failed request");
    let hit = &answer.hits[0];
    assert_eq!((hit.r#type, hit.path.as_deref()), (HitType::Doc, Some("docs/retries.md")));
    // The section's text begins on line 3; its seventh line matches.
    assert_eq!((hit.line_start, hit.line_end), (Some(6), Some(13)));
    let snippet = hit.snippet.as_deref().unwrap();
    assert_eq!(snippet.lines().count(), 8);
    assert!(snippet.contains("A failed request is retried twice."), "{snippet}");

    let text: String =
        (1..=30).map(|line| format!("{line} {}\n", if line == 11 { "retry" } else { "" })).collect();
    let read = |_: &str| Some(text.clone());
    let request = SearchRequest { read: &read, ..ask("retry") };
    let answer = search(&library.store, &request).unwrap();
    let hit = &answer.hits[0];
    assert_eq!(hit.signature.as_deref(), Some("function retry(call)"));
    assert_eq!(hit.snippet.as_deref(), Some("11 retry\n12 \n13 \n14 \n15 \n16 \n17 \n18 "));
    assert_eq!(hit.snippet_line, Some(11));
    assert_eq!((hit.line_start, hit.line_end, hit.ref_id.as_deref()), (Some(11), Some(20), Some("http")));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_query_is_an_error(query in any::<String>(), limit in 1_usize..50) {
        thread_local!(static SHOP: Index = shop());
        SHOP.with(|shop| {
            let answer = search(&shop.store, &SearchRequest { limit, ..ask(&query) });
            prop_assert_eq!(answer.is_err(), query.trim().is_empty());
            Ok(())
        })?;
    }
}
