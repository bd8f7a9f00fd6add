//! The lock, what documents name, and what becomes of pairs.

use std::collections::BTreeSet;

use beadloom_model::SymbolKind;
use beadloom_model::answers::{PairStatus, SyncReason};
use beadloom_sync::{
    Around, Baseline, CodeHash, DocHash, Lock, LockLines, Mentions, Present, Rules, SyncSymbol, blob_id,
    changed_symbols, count_lines, counted, judge, namesake, unified,
};
use proptest::prelude::*;

fn baseline(doc: &str, code: &str, node: &str, hash: u8) -> Baseline {
    Baseline {
        doc_path: doc.to_owned(),
        code_path: code.to_owned(),
        ref_id: node.to_owned(),
        doc_hash: DocHash([1; 16]),
        code_hash: CodeHash([hash; 16]),
        exact: false,
        blob: None,
    }
}

fn lock_of(baselines: &[Baseline]) -> Lock {
    let mut lock = Lock::default();
    for baseline in baselines {
        lock.set(baseline.clone());
    }
    lock
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        parts in proptest::collection::vec(("\\PC{1,12}|[\\t\\n%#<=>|a]{1,4}", "\\PC{1,12}", "[ a-z%\\t]{1,6}", any::<[u8; 16]>(), any::<bool>()), 0..20)
    ) {
        let baselines: Vec<Baseline> = parts
            .into_iter()
            .map(|(doc, code, node, hash, known)| Baseline {
                code_hash: CodeHash(hash),
                exact: !known,
                blob: known.then(|| blob_id(&hash)),
                ..baseline(&doc, &code, &node, 0)
            })
            .collect();
        let lock = lock_of(&baselines);
        let text = lock.render();
        let (read, findings) = Lock::parse(&text);
        prop_assert_eq!(&findings, &[]);
        prop_assert_eq!(&read, &lock);
        // By node, and all nodes together.
        let lines = LockLines::new(&text);
        let nodes: BTreeSet<&str> = baselines.iter().map(|line| line.ref_id.as_str()).collect();
        prop_assert_eq!(lines.nodes().collect::<BTreeSet<_>>(), nodes.clone());
        prop_assert_eq!(&lines.of(nodes.iter().copied()), &lock);
        for node in nodes {
            let of_node: Vec<Baseline> =
                lock.baselines().filter(|line| line.ref_id == node).cloned().collect();
            prop_assert_eq!(lines.of([node]), lock_of(&of_node));
        }
        for line in lock.baselines() {
            let of_code: Vec<Baseline> =
                lock.baselines().filter(|other| other.code_path == line.code_path).cloned().collect();
            prop_assert_eq!(LockLines::of_code(&text, |code| code == line.code_path), lock_of(&of_code));
        }
        // Line ends of another system change nothing.
        let other = text.replace('\n', "\r\n");
        prop_assert_eq!(&LockLines::new(&other).of(lines.nodes()), &lock);
        prop_assert_eq!(Lock::parse(&other).0, lock);
    }

    #[test]
    fn no_text_is_too_bad_to_be_read(text in "\\PC{0,200}|[\\t\\n#%<a-f0-9-]{0,300}") {
        let (lock, _) = Lock::parse(&text);
        let (again, findings) = Lock::parse(&lock.render());
        prop_assert_eq!(again, lock);
        prop_assert_eq!(findings, vec![]);
    }
}

#[test]
fn lines_of_other_pairs_stay_as_they_are() {
    let mut lock = lock_of(&[baseline("a.md", "x.py", "a", 1), baseline("b.md", "y.py", "b", 2)]);
    let before = lock.render();
    assert!(!lock.set(baseline("a.md", "x.py", "a", 1)), "the same again is no change");
    assert!(lock.set(baseline("b.md", "y.py", "b", 3)));
    let after = lock.render();
    let differing = before.lines().zip(after.lines()).filter(|(a, b)| a != b).count();
    assert_eq!((differing, before.lines().count()), (1, after.lines().count()));
    assert!(lock.remove("a.md", "x.py", "a") && !lock.remove("a.md", "x.py", "a"));
    // A blank line between lines, so that Git merges changes to neighbours.
    assert!(before.contains("-\n\nb.md"), "{before}");
}

#[test]
fn lines_of_the_first_version_are_read_and_written_as_this_one() {
    let hashes = ["01".repeat(16), "02".repeat(16), "03".repeat(20)];
    let [doc, code, blob] = &hashes;
    let of_pair =
        |path: &str, mark: &str, blob: &str| format!("a.md\t{path}\ta\t{doc}\t{mark}{code}\t{blob}\n\n");
    let old = format!(
        "# beadloom sync.lock, version 1: as it was.\n\n{}{}",
        of_pair("x.py", "2:", blob),
        of_pair("y.py", "", "-")
    );
    let (lock, findings) = Lock::parse(&old);
    assert_eq!(findings, []);
    let text = lock.render();
    let line = format!("a.md\ta\t2:{doc}\tx.py\t2:{code}\t{blob}\ty.py\t{code}\t-");
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), ["", line.as_str()]);
    assert_eq!(Lock::parse(&text).0, lock);
    // What a merge makes of a branch with the old form and one with this.
    let merged = format!("{text}\n{}", of_pair("z.py", "2:", blob));
    let (lock, findings) = Lock::parse(&merged);
    assert_eq!((lock.baselines().count(), findings), (3, Vec::new()));
    assert_eq!(LockLines::new(&merged).of(["a"]), lock);
    assert_eq!(LockLines::of_code(&merged, |code| code == "y.py").baselines().count(), 1);
}

#[test]
fn a_document_that_was_looked_at_has_one_line() {
    let mut lock = lock_of(&[baseline("a.md", "x.py", "a", 1), baseline("a.md", "y.py", "a", 2)]);
    lock.set(Baseline { doc_hash: DocHash([7; 16]), ..baseline("a.md", "x.py", "a", 3) });
    assert_eq!(lock.render().lines().filter(|line| line.starts_with("a.md")).count(), 2);
    lock.see(&std::collections::BTreeMap::from([(("a.md".to_owned(), "a".to_owned()), DocHash([7; 16]))]));
    assert_eq!(lock.render().lines().filter(|line| line.starts_with("a.md")).count(), 1);
}

#[test]
fn findings_name_their_line() {
    let good = lock_of(&[baseline("a.md", "x.py", "a", 1)]).render();
    for (text, line, message) in [
        (good.replace("version 2", "version 3"), 1, "is of version 3"),
        (good.replace("a.md", "<<<<<<< HEAD\na.md"), 3, "merge conflict"),
        (good.replace("\ta\t", "\t"), 3, "path, hash and blob of each code file"),
        (good.replace("a.md", "a%zz"), 3, "not encoded"),
        (good.replace("\tx.py", "\tx.py\ty.py"), 3, "path, hash and blob of each code file"),
        (good.replace("py\t2:0101", "py\t2:01xx"), 3, "hash of the code"),
        ("a\tb\n".to_owned(), 1, "does not begin"),
    ] {
        let (_, findings) = Lock::parse(&text);
        assert_eq!(findings.len(), 1, "{text}");
        assert_eq!(findings[0].line, Some(line), "{text}");
        assert!(findings[0].message.contains(message), "{}", findings[0].message);
    }
    assert_eq!(Lock::parse(""), (Lock::default(), vec![]));
}

#[test]
fn documents_name_symbols_and_files() {
    let mentions = Mentions::new([
        "charge(amount)", "Ledger::post", "id", "src/a.py:12", "./src/b.py", "c.py", "two words", "find()",
    ]);
    for (symbol, named) in [
        ("charge", true),
        ("Shop.charge", true),
        ("Ledger.post", true),
        ("books.Ledger.post", true),
        ("post", false),
        ("id", true),
        ("Order.id", false),
        ("Repo.find", true),
        ("two", false),
    ] {
        assert_eq!(mentions.name_symbol(symbol, "src/a.py"), named, "{symbol}");
    }
    for (symbol, path, named) in [
        ("Client", "shop/net/_client.py", true),
        ("Client.send", "shop/net/_client.py", true),
        ("Client", "other/net/client.py", false),
        ("send", "shop/net/client.py", false),
    ] {
        let mentions = Mentions::new(["shop.net.Client", "shop::Client::send(x)"]);
        assert_eq!(mentions.name_symbol(symbol, path), named, "{symbol} in {path}");
    }
    for (file, named) in [
        ("src/a.py", true),
        ("lib/src/a.py", true),
        ("a.py", false),
        ("src/b.py", true),
        ("deep/c.py", true),
        ("abc.py", false),
    ] {
        assert_eq!(mentions.name_file(file), named, "{file}");
    }
    assert!(Mentions::new(["", "  ", "two words"]).is_empty());
}

fn symbol(name: &str, exported: bool, signature: u8, body: u8) -> SyncSymbol {
    SyncSymbol {
        name: name.to_owned(),
        kind: SymbolKind::Function,
        exported,
        signature: [signature; 8],
        body: [body; 8],
    }
}

#[test]
fn signatures_and_bodies_are_told_apart() {
    let before = [symbol("a", true, 1, 1), symbol("b", false, 1, 1)];
    let hash = CodeHash::of(&before);
    for (after, same, same_signatures) in [
        (vec![symbol("b", false, 1, 1), symbol("a", true, 1, 1)], true, true),
        (vec![symbol("a", true, 1, 2), symbol("b", false, 1, 1)], false, true),
        (vec![symbol("a", true, 2, 2), symbol("b", false, 1, 1)], false, false),
        (vec![symbol("a", true, 1, 1), symbol("b", false, 2, 2)], false, true),
        (vec![symbol("a", true, 1, 1)], false, true),
        (vec![symbol("b", false, 1, 1)], false, false),
    ] {
        let now = CodeHash::of(&after);
        assert_eq!((now == hash, now.same_signatures(&hash)), (same, same_signatures), "{after:?}");
    }
    assert_eq!(CodeHash::from_hex(&hash.to_string()), Some(hash));
    assert_eq!(CodeHash::from_hex("é".repeat(16).as_str()), None);
    let old = [symbol("T", true, 1, 1), symbol("T.m", true, 1, 1), symbol("gone", true, 1, 1)];
    let new = [symbol("T", true, 1, 2), symbol("T.m", true, 1, 2), symbol("come", true, 1, 1)];
    assert_eq!(changed_symbols(&old, &new), ["T.m", "come", "gone"]);
}

struct Files<'a>(&'a [&'a str]);

impl Around for Files<'_> {
    fn has_file(&self, path: &str) -> bool {
        self.0.contains(&path)
    }

    fn is_blob(&self, path: &str, blob: &str) -> bool {
        path == blob
    }

    fn moved_code(&self, baseline: &Baseline) -> Option<String> {
        (baseline.code_hash == CodeHash([9; 16])).then(|| "elsewhere.py".to_owned())
    }

    fn code_then(&self, baseline: &Baseline, pair: &Present) -> Option<CodeHash> {
        (baseline.blob.as_deref() == Some("the same")).then_some(pair.code_hash)
    }

    fn exact_hash(&self, pair: &Present, _: &str) -> Option<CodeHash> {
        (pair.code_path == "formatted.py").then_some(CodeHash([5; 16]))
    }
}

fn present(doc: &str, code: &str, hash: [u8; 16]) -> Present {
    Present {
        doc_path: doc.to_owned(),
        code_path: code.to_owned(),
        doc_hash: DocHash([1; 16]),
        code_hash: CodeHash(hash),
        has_symbols: true,
        named: None,
        unnamed: false,
    }
}

#[test]
fn pairs_are_judged() {
    let body_differs = {
        let mut hash = [1; 16];
        hash[15] = 2;
        hash
    };
    type Row<'a> = (&'a str, &'a str, PairStatus, Option<SyncReason>, Option<&'a str>);
    type Case<'a> = (&'a str, Vec<Present>, Vec<Baseline>, &'a [&'a str], Rules, Vec<Row<'a>>);
    let all = Rules { bodies: true, strict: false };
    let cases: Vec<Case<'_>> = vec![
        (
            "up to date",
            vec![present("a.md", "x.py", [1; 16])],
            vec![baseline("a.md", "x.py", "a", 1)],
            &["a.md", "x.py"],
            all,
            vec![("a.md", "x.py", PairStatus::Ok, None, None)],
        ),
        (
            "of two lines the true one counts",
            vec![present("a.md", "x.py", [1; 16])],
            vec![baseline("a.md", "x.py", "a", 7), baseline("a.md", "x.py", "a", 1)],
            &["a.md", "x.py"],
            all,
            vec![("a.md", "x.py", PairStatus::Ok, None, None)],
        ),
        (
            "a body",
            vec![present("a.md", "x.py", body_differs)],
            vec![baseline("a.md", "x.py", "a", 1)],
            &["a.md", "x.py"],
            all,
            vec![("a.md", "x.py", PairStatus::Stale, Some(SyncReason::BodyChanged), None)],
        ),
        (
            "a body where signatures count",
            vec![present("a.md", "x.py", body_differs)],
            vec![baseline("a.md", "x.py", "a", 1)],
            &["a.md", "x.py"],
            Rules { bodies: false, strict: false },
            vec![("a.md", "x.py", PairStatus::Ok, None, None)],
        ),
        (
            "nothing known",
            vec![present("a.md", "x.py", [1; 16])],
            vec![],
            &["a.md", "x.py"],
            Rules { bodies: true, strict: true },
            vec![("a.md", "x.py", PairStatus::Untracked, None, None)],
        ),
        (
            "new beside what is known, strictly",
            vec![present("a.md", "x.py", [1; 16]), present("a.md", "y.py", [2; 16])],
            vec![baseline("a.md", "x.py", "a", 1)],
            &["a.md", "x.py", "y.py"],
            Rules { bodies: true, strict: true },
            vec![
                ("a.md", "x.py", PairStatus::Ok, None, None),
                ("a.md", "y.py", PairStatus::Stale, Some(SyncReason::UndocumentedModule), None),
            ],
        ),
        (
            "the document moved",
            vec![present("b.md", "x.py", [1; 16])],
            vec![baseline("a.md", "x.py", "a", 1)],
            &["b.md", "x.py"],
            all,
            vec![("a.md", "x.py", PairStatus::Stale, Some(SyncReason::Moved), Some("b.md"))],
        ),
        (
            "the code is in another node",
            vec![],
            vec![baseline("a.md", "x.py", "a", 9)],
            &["a.md"],
            all,
            vec![("a.md", "x.py", PairStatus::Stale, Some(SyncReason::Moved), Some("elsewhere.py"))],
        ),
        (
            "two are gone, one of them moved",
            vec![present("a.md", "new.py", [1; 16])],
            vec![baseline("a.md", "x.py", "a", 1), baseline("a.md", "y.py", "a", 1)],
            &["a.md", "new.py"],
            all,
            vec![
                ("a.md", "x.py", PairStatus::Stale, Some(SyncReason::Moved), Some("new.py")),
                ("a.md", "y.py", PairStatus::Stale, Some(SyncReason::CodeDeleted), None),
            ],
        ),
        (
            "both gone, and no pair any more",
            vec![],
            vec![baseline("a.md", "x.py", "a", 1), baseline("b.md", "y.py", "a", 1)],
            &["b.md", "y.py"],
            all,
            vec![
                ("a.md", "x.py", PairStatus::Stale, Some(SyncReason::DocDeleted), None),
                ("b.md", "y.py", PairStatus::Stale, Some(SyncReason::Unpaired), None),
            ],
        ),
    ];
    for (what, present, baselines, files, rules, expected) in cases {
        let lines: Vec<&Baseline> = baselines.iter().collect();
        let rows = judge("a", &present, &lines, &Files(files), rules);
        let rows: Vec<Row<'_>> = rows
            .iter()
            .map(|row| {
                (
                    row.doc_path.as_str(),
                    row.code_path.as_str(),
                    row.status,
                    row.reason,
                    row.moved_to.as_deref(),
                )
            })
            .collect();
        assert_eq!(rows, expected, "{what}");
    }
}

#[test]
fn lines_are_counted_and_shown() {
    let (old, new) = ("a\nb\nc\n", "a\nB\nc\nd\n");
    let counts = count_lines(old, new);
    assert_eq!((counts.added, counts.removed), (2, 1));
    let diff = unified(old, new);
    assert!(diff.starts_with("@@ ") && diff.contains("\n-b\n+B\n"), "{diff}");
    assert_eq!(unified(old, old), "");
    // As Git names it.
    assert_eq!(blob_id(b"hello\n"), "ce013625030ba8dba906f756967f9e9ca394464a");
    assert_eq!(Lock::parse(&Lock::default().render()).1.len(), 0, "an empty lock is sound");
}

#[test]
fn what_counts_is_as_fine_as_what_a_document_names() {
    let symbol = |name: &str, kind, exported| SyncSymbol {
        name: name.to_owned(),
        kind,
        signature: [1; 8],
        body: [2; 8],
        exported,
    };
    let file = [
        symbol("Ledger", SymbolKind::Class, true),
        symbol("Ledger.post", SymbolKind::Method, true),
        symbol("Ledger._sum", SymbolKind::Method, false),
        symbol("charge", SymbolKind::Function, true),
        symbol("_hidden", SymbolKind::Function, false),
    ];
    let shown = |symbols: Vec<SyncSymbol>| -> Vec<String> {
        let whole = |symbol: &SyncSymbol| if symbol.body == symbol.signature { "" } else { "!" };
        symbols.iter().map(|symbol| format!("{}{}", symbol.name, whole(symbol))).collect()
    };
    for (spans, expected) in [
        (&["Ledger"][..], Some(vec!["Ledger!", "Ledger.post"])),
        (&["Ledger.post"], Some(vec!["Ledger.post!"])),
        (&["Ledger", "post()"], Some(vec!["Ledger!", "Ledger.post!"])),
        (&["_hidden"], Some(vec!["_hidden!"])),
        (&["src/books.py"], Some(vec!["Ledger!", "Ledger.post!", "Ledger._sum!", "charge!", "_hidden!"])),
        (&["nothing"], None),
        // The name of the node.
        (&["charge"], Some(vec!["charge"])),
        (&["charge()"], Some(vec!["charge!"])),
    ] {
        let mentions = Mentions::new(spans.iter().copied());
        let found = counted(&file, &mentions, "charge", "src/books.py").map(shown);
        assert_eq!(found, expected.map(|names| names.into_iter().map(str::to_owned).collect()), "{spans:?}");
    }
    for (doc, code, called) in [
        ("docs/books.md", "src/books.py", true),
        ("docs/Content-Type.md", "lib/contentType.js", true),
        ("docs/books.md", "src/books/__init__.py", true),
        ("docs/README.md", "src/index.ts", false),
        ("README.md", "index.ts", false),
        ("docs/books.md", "src/book.py", false),
    ] {
        let found = namesake(&file, doc, code).map(shown);
        assert_eq!(
            found,
            called.then(|| vec!["Ledger".into(), "Ledger.post".into(), "charge".into()]),
            "{doc} {code}"
        );
    }
}
