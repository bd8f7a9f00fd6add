use beadloom_memory::{Evidence, Lines, Wording, read_line, write_line};
use beadloom_model::Code;

use crate::record;

fn line(id: &str, content: &str) -> String {
    write_line(&record(id, content))
}

#[test]
fn a_memory_comes_back_from_its_line_with_all_it_has() {
    let mut one = record("mem-1", "two\nlines, \"quotes\" and 日本");
    one.why = Some("because".to_owned());
    one.tags = vec!["a".to_owned(), "b".to_owned()];
    one.refs = vec!["billing".to_owned()];
    one.supersedes = vec!["mem-0".to_owned()];
    one.expires_at = Some(one.created_at + 10);
    one.history = vec![Wording { content: "before".to_owned(), until: one.created_at + 1 }];
    one.evidence = vec![Evidence {
        path: "a.py".to_owned(),
        line: Some(2),
        symbol: Some("A.b".to_owned()),
        hash: "0f".to_owned(),
    }];
    one.more = [("later".to_owned(), serde_json::json!({"x": 1}))].into();
    let text = write_line(&one);
    assert!(!text.contains('\n'));
    assert_eq!(read_line(&text).unwrap(), one);
    // Keys are sorted, but for those of later versions.
    assert!(text.starts_with(r#"{"content":"#), "{text}");
}

#[test]
fn what_is_no_memory_says_why() {
    let good = line("mem-1", "x");
    for (text, why) in [
        ("{", "EOF"),
        ("[]", "invalid"),
        ("{\"id\":\"mem-1\",\"content\":\"x\"}", "created_at"),
        (&good.replace("mem-1", "Mem 1"), "id must be"),
        (&good.replace("\"x\"", "\"  \""), "content is empty"),
        (&good.replace("2026-01-31T00:00:00Z", "yesterday"), "is not a valid time"),
        (&good.replace("\"note\"", "\"rule\""), "unknown variant"),
        (&good.replace("\"x\"", &format!("\"{}\"", "x".repeat(70_000))), "70000 bytes"),
        (
            &good.replace("\"kind\"", r#""evidence":[{"hash":"00","path":"../../etc/passwd"}],"kind""#),
            "inside",
        ),
    ] {
        let found = read_line(text).unwrap_err();
        assert!(found.contains(why), "{text:.80}: {found}");
    }
}

#[test]
fn lines_are_sorted_and_what_is_no_memory_stays_where_it_is() {
    let text = format!("# ours\n{}\n{{broken\n\n{}\n", line("mem-b", "second"), line("mem-d", "fourth"));
    let mut file = Lines::parse(text.as_bytes());
    assert_eq!(file.records().len(), 2);
    let found: Vec<_> = file.diagnostics("f").into_iter().map(|one| (one.code, one.line)).collect();
    assert_eq!(found, [(Code::BadMemory, Some(1)), (Code::BadMemory, Some(3))]);
    file.put(&record("mem-c", "third"));
    file.put(&record("mem-a", "first"));
    let expected = [
        "# ours",
        &line("mem-a", "first"),
        &line("mem-b", "second"),
        "{broken",
        &line("mem-c", "third"),
        &line("mem-d", "fourth"),
    ];
    let bytes = file.bytes();
    assert_eq!(String::from_utf8(bytes.clone()).unwrap(), expected.join("\n\n") + "\n");
    // Read and written again it is the same, also after a change that is taken back.
    let mut again = Lines::parse(&bytes);
    again.put(&record("mem-aa", "x"));
    assert!(again.remove("mem-aa") && !again.remove("mem-aa"));
    assert_eq!(again.bytes(), bytes);
    assert_eq!(Lines::parse(b"").bytes(), b"");
    let odd = [b"\xff\xfe\n".as_slice(), line("mem-a", "x").as_bytes()].concat();
    assert!(Lines::parse(&odd).bytes().starts_with(b"\xff\xfe\n"));
}

#[test]
fn the_newest_state_counts_and_markers_go_when_they_are_resolved() {
    let newer = |content: &str| {
        let mut one = record("mem-b", content);
        one.updated_at += 60;
        write_line(&one)
    };
    let base = line("mem-z", "gone on both sides");
    let text = [
        &line("mem-a", "both"),
        "<<<<<<< HEAD",
        &line("mem-b", "ours"),
        &line("mem-c", "only ours"),
        "||||||| base",
        &base,
        "=======",
        &newer("theirs"),
        "{half",
        ">>>>>>> topic",
    ]
    .join("\r\n");
    let file = Lines::parse(text.as_bytes());
    assert!(file.has_markers());
    let said: Vec<String> = file.records().values().map(|one| one.content.clone()).collect();
    assert_eq!(said, ["both", "theirs", "only ours"]);
    assert_eq!(
        file.diagnostics("f").iter().map(|one| one.code).collect::<Vec<_>>(),
        [Code::BadMemories, Code::BadMemory]
    );
    let resolved = file.resolved();
    assert_eq!((resolved.memories, resolved.markers, resolved.older), (3, 4, 1));
    let expected = [&line("mem-a", "both"), &newer("theirs"), "{half", &line("mem-c", "only ours")];
    assert_eq!(
        String::from_utf8(resolved.bytes.clone()).unwrap(),
        expected.map(|one| one as &str).join("\n\n") + "\n"
    );
    assert!(!Lines::parse(&resolved.bytes).has_markers());
    // Without a merge there is nothing to do.
    assert_eq!(Lines::parse(&resolved.bytes).resolved().bytes, resolved.bytes);
}

#[test]
fn a_line_that_ends_more_than_once_stays_the_same_however_often_it_is_written() {
    let once = Lines::parse(b"{half\r\r\n").bytes();
    assert_eq!(once, b"{half\n");
    assert_eq!(Lines::parse(&once).bytes(), once);
}

proptest::proptest! {
    #[test]
    fn no_line_is_lost(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400)) {
        let written = Lines::parse(&bytes).bytes();
        let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
            let without_end = |line: &[u8]| {
                let end = line.iter().rposition(|b| *b != b'\r').map_or(0, |last| last + 1);
                line[..end].to_vec()
            };
            let lines = bytes.split(|b| *b == b'\n').map(without_end);
            lines.filter(|line| !line.trim_ascii().is_empty()).collect()
        };
        proptest::prop_assert_eq!(lines(&bytes), lines(&written));
        proptest::prop_assert_eq!(Lines::parse(&written).bytes(), written);
    }
}
