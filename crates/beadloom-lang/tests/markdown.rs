//! Markdown documents: chunks, classes, kinds, references to nodes, and what hostile input may cost.

use beadloom_lang::markdown::parse;
use beadloom_model::{ChunkFacts, DocKind, ParsedDocument, Section};
use proptest::prelude::*;
use serde_json::json;

fn doc(text: &str) -> ParsedDocument {
    parse("docs/x.md", text, 2000)
}

/// `heading|line|content` per chunk.
fn shown(chunks: &[ChunkFacts]) -> Vec<String> {
    chunks.iter().map(|chunk| format!("{}|{}|{}", chunk.heading, chunk.line_start, chunk.content)).collect()
}

#[test]
fn sections_become_chunks() {
    let cases: &[(&str, &str, Option<&str>, &[&str])] = &[
        ("nothing", "", None, &[]),
        ("white space", "\n  \n", None, &[]),
        ("no heading", "a\n\nb\n", None, &["|1|a\n\nb"]),
        ("title only", "# T\n", Some("T"), &["T|1|T"]),
        ("title and text", "# T\n\nintro\n", Some("T"), &["|3|intro"]),
        ("title, no text, section", "# T\n\n## A\n\ntext\n", Some("T"), &["A|5|text"]),
        (
            "two sections",
            "# T\nintro\n## A\na\n### B\nb\n## C\nc\n",
            Some("T"),
            &["|2|intro", "A|4|a\n### B\nb", "C|8|c"],
        ),
        ("a heading without text", "## A\n\n## B\nb\n", None, &["A|1|A", "B|4|b"]),
        ("a title above other text", "# T\n\n## B\nb\n", Some("T"), &["B|4|b"]),
        ("a heading above a comment", "## A\n<!-- TODO -->\n", None, &[]),
        ("a section of comments", "## A\n<!-- TODO -->\n## B\nb <!-- c -->\n", None, &["B|4|b <!-- c -->"]),
        ("a comment that never ends", "## A\n<!-- open\ntext\n", None, &["A|2|<!-- open\ntext"]),
        ("text above the title", "badge\n\n# T\n\nintro\n", Some("T"), &["|1|badge", "|5|intro"]),
        ("a later H1", "# T\na\n## B\nb\n# C\nc\n", Some("T"), &["|2|a", "B|4|b", "C|6|c"]),
        ("setext", "T\n===\na\n\nB\n---\nb\n", Some("T"), &["|3|a", "B|7|b"]),
        ("closing marks", "# T #\n## A ##\na\n", Some("T"), &["A|3|a"]),
        (
            "marks in headings",
            "# `x` *y* & [z](u)\n## A <b>b</b> \\# {#id}\na\n",
            Some("x y & z"),
            &["A b #|3|a"],
        ),
        ("fence", "## A\n```\n## x\n# y\n```\nb\n", None, &["A|2|```\n## x\n# y\n```\nb"]),
        ("open fence", "## A\n~~~\n## x\n", None, &["A|2|~~~\n## x"]),
        ("indented code", "## A\n\n    ## x\n    y\n", None, &["A|3|    ## x\n    y"]),
        ("comment", "## A\na\n<!--\n## x\n-->\nb\n", None, &["A|2|a\nb"]),
        ("quote", "## A\n> ## x\n> y\n", None, &["A|2|> ## x\n> y"]),
        ("list", "## A\n- ## x\n  y\n", None, &["A|2|- ## x\n  y"]),
        ("no space", "##x\n", None, &["|1|##x"]),
        ("seven marks", "####### x\n", None, &["|1|####### x"]),
        ("empty heading", "##\na\n", None, &["|2|a"]),
        ("windows lines", "# T\r\n\r\n## A\r\na\r\nb\r\n", Some("T"), &["A|4|a\nb"]),
        ("old lines", "## A\ra\r\rb", None, &["A|2|a\n\nb"]),
        ("byte order mark", "\u{feff}# T\n## A\na\n", Some("T"), &["A|3|a"]),
        ("front matter", "---\ntype: x\n---\n# T\na\n", Some("T"), &["|5|a"]),
        ("front matter, windows", "\u{feff}---\r\ntype: x\r\n...\r\n## A\r\na\r\n", None, &["A|5|a"]),
        ("front matter's title", "---\ntitle:  My\n  title\n---\na\n", Some("My title"), &["|5|a"]),
        ("not front matter", "---\n\ntext\n\n---\na\n", None, &["|1|---\n\ntext\n\n---\na"]),
        ("front matter that never ends", "---\na: b\n", None, &["|1|---\na: b"]),
        ("broken front matter", "---\na: [b\n---\nc\n", None, &["|4|c"]),
    ];
    for (name, text, title, chunks) in cases {
        let document = doc(text);
        assert_eq!(document.title.as_deref(), *title, "{name}");
        assert_eq!(shown(&document.chunks), *chunks, "{name}");
    }
}

#[test]
fn headings_are_classed_by_whole_words_in_order() {
    for (heading, section) in [
        ("Spec", Section::Spec),
        ("Specification of refunds", Section::Spec),
        ("Description", Section::Spec),
        ("Requirements and tests", Section::Spec),
        ("BUSINESS RULES", Section::Spec),
        ("The business-rules", Section::Spec),
        ("API requirements", Section::Spec),
        ("Invariants", Section::Invariants),
        ("One invariant, and constraints", Section::Invariants),
        ("Constraints", Section::Constraints),
        ("Rate limit", Section::Constraints),
        ("API limits", Section::Constraints),
        ("HTTP API", Section::Api),
        ("`GET` endpoints", Section::Api),
        ("Routes", Section::Api),
        ("Testing", Section::Tests),
        ("How to test it", Section::Tests),
        ("Inspector", Section::Other),
        ("Latest news", Section::Other),
        ("Business", Section::Other),
        ("Rules of business", Section::Other),
        ("Unlimited", Section::Other),
        ("Apis", Section::Other),
        ("", Section::Other),
    ] {
        let document = doc(&format!("## {heading}\ntext\n"));
        assert_eq!(document.chunks[0].section, section, "{heading}");
    }
}

#[test]
fn long_sections_are_cut_where_it_hurts_least() {
    let cut = |text: &str, max: usize| shown(&parse("x.md", text, max).chunks);
    // At H3, and together again what fits; the text below a heading stays with it.
    assert_eq!(
        cut("## A\nfour\n### B\n\nbbbb bbbb\n### C\nc\n### D\nd\n", 20),
        ["A|2|four", "A|3|### B\n\nbbbb bbbb", "A|6|### C\nc\n### D\nd"]
    );
    // At blank lines, not inside code while that can be helped.
    assert_eq!(
        cut("## A\none\n\n```\ntwo\n\nthree\n```\n\nfour\n", 20),
        ["A|2|one", "A|4|```\ntwo\n\nthree\n```", "A|10|four"]
    );
    assert_eq!(cut("```\naaaa\n\nbbbb\n\ncccc\n```\n", 12), ["|1|```\naaaa", "|4|bbbb", "|6|cccc\n```"]);
    // Between sentences.
    assert_eq!(
        cut("One two. Three (four!) Five \"six?\" e.g.x 7.5 end.\n", 24),
        ["|1|One two. Three (four!)", "|1|Five \"six?\"", "|1|e.g.x 7.5 end."]
    );
    assert_eq!(cut("一二三。四五六。七八九。", 8), ["|1|一二三。四五六。", "|1|七八九。"]);
    // Anywhere: at line ends, then spaces, then between letters.
    assert_eq!(cut("aaaa aa\nbb cc", 10), ["|1|aaaa aa", "|2|bb cc"]);
    assert_eq!(cut("aaaa bbbb cccc", 10), ["|1|aaaa bbbb", "|1|cccc"]);
    assert_eq!(cut("ääääääääää", 4), ["|1|ääää", "|1|ääää", "|1|ää"]);
    assert_eq!(cut("ab", 0), ["|1|a", "|1|b"]);
    // Exactly as long as allowed is whole.
    assert_eq!(cut("äbcd\n", 4), ["|1|äbcd"]);
}

#[test]
fn comments_name_nodes() {
    let text = "\
---
a: b
---
# T <!-- beadloom:ref=in-title -->
<!-- beadloom:ref=FEAT-7 -->
<!--beadloom:ref=a/b.c ref=two words-->
text <!-- beadloom:ref=inline --> more <!-- beadloom:ref=FEAT-7 -->
<!--
  beadloom:ref=many
  beadloom:ref=lines
-->
> <!-- beadloom:ref=quoted -->

```html
<!-- beadloom:ref=code -->
```
`<!-- beadloom:ref=code -->` <!-- ref=no --> <!-- see beadloom:ref=no --> <!-- beadloom:ref= -->
<!-- beadloom:ref=open
";
    let refs = doc(text).refs;
    let refs: Vec<(&str, u32)> = refs.iter().map(|(id, line)| (id.as_str(), *line)).collect();
    assert_eq!(
        refs,
        [
            ("in-title", 4),
            ("FEAT-7", 5),
            ("a/b.c", 6),
            ("two words", 6),
            ("inline", 7),
            ("many", 9),
            ("lines", 10),
            ("quoted", 12),
        ]
    );
}

#[test]
fn front_matter_is_metadata() {
    let document = doc("---\nz: 1\ntags: [a, 2]\ndeep: {y: yes, x: null}\nday: 2024-01-01\n---\ntext\n");
    assert_eq!(
        json!(document.metadata).to_string(),
        r#"{"day":"2024-01-01","deep":{"x":null,"y":"yes"},"tags":["a",2],"z":1}"#
    );
    for text in
        ["---\n---\nx\n", "---\na: 1\na: 2\n---\nx\n", "---\n<<: {a: 1}\n---\nx\n", "text\n---\na: 1\n---\n"]
    {
        assert!(doc(text).metadata.is_empty(), "{text}");
    }
    // Out of bounds: none of the text, and not read.
    for bomb in [format!("a: {}", "[".repeat(10_000)), format!("a: {}", "x ".repeat(100_000))] {
        let document = doc(&format!("---\n{bomb}\n---\ntext\n"));
        assert!(document.metadata.is_empty());
        assert_eq!(shown(&document.chunks), ["|4|text"]);
    }
}

#[test]
fn kinds_come_from_front_matter_headings_name_and_path() {
    let cases: &[(&str, &str, DocKind)] = &[
        // Front matter, over all else.
        ("docs/domains/x.md", "---\ntype: Feature\n---\n## Decision\n", DocKind::Feature),
        ("x.md", "---\nkind: adr\n---\n", DocKind::Adr),
        ("x.md", "---\ntype: page\ndoc_kind: service\n---\n", DocKind::Service),
        ("docs/domains/x.md", "---\nkind: other\n---\n", DocKind::Other),
        ("docs/domains/x.md", "---\nkind: [adr]\n---\n", DocKind::Domain),
        // Headings that leave no doubt.
        ("docs/features/x.md", "# T\n## Decision\nd\n", DocKind::Adr),
        ("x.md", "## Status: Accepted\n", DocKind::Adr),
        ("x.md", "## 2. Status - superseded by 9\n", DocKind::Adr),
        ("x.md", "### 3. Decision Outcome\n", DocKind::Adr),
        ("x.md", "# ADR-7: One queue\n", DocKind::Adr),
        ("x.md", "# RFC 12\n", DocKind::Adr),
        ("x.md", "# Feature: refunds\n", DocKind::Feature),
        ("x.md", "# Architecture overview\n", DocKind::Architecture),
        ("x.md", "## Status\nThe decision is open. Decision: none.\n", DocKind::Other),
        ("x.md", "# Decision trees\n## Decision trees\n", DocKind::Other),
        ("x.md", "```\n## Decision\n```\n", DocKind::Other),
        // File name.
        ("docs/domains/ADR-015.md", "", DocKind::Adr),
        ("docs/rfc_3-x.md", "", DocKind::Adr),
        ("notes/0001-use-one-queue.md", "", DocKind::Adr),
        ("notes/012-adr-queue.md", "", DocKind::Adr),
        ("notes/shop-ADR-12.md", "", DocKind::Adr),
        ("notes/2024-01-02-meeting.md", "", DocKind::Other),
        ("notes/2024-roadmap.md", "", DocKind::Other),
        ("notes/adroit.md", "", DocKind::Other),
        ("notes/use-adr-tools.md", "", DocKind::Other),
        ("ARCHITECTURE.md", "", DocKind::Architecture),
        // Path, the innermost folder first.
        ("docs/domains/billing.md", "", DocKind::Domain),
        ("docs/domains/billing/features/x/SPEC.md", "## Business rules\n", DocKind::Feature),
        ("services/pay/README.md", "", DocKind::Service),
        ("docs/decisions/queue.md", "", DocKind::Adr),
        ("docs/decisions/README.md", "", DocKind::Other),
        ("docs/architecture/layers.md", "", DocKind::Architecture),
        ("features.md", "", DocKind::Other),
        // Headings that many documents have.
        ("x.md", "## Invariants\n## API\n", DocKind::Domain),
        ("x.md", "## Endpoints\n", DocKind::Service),
        ("x.md", "## Usage\n", DocKind::Other),
    ];
    for (path, text, kind) in cases {
        assert_eq!(parse(path, text, 2000).kind, *kind, "{path} {text:?}");
    }
}

/// Letters of the document that are in no heading: what the chunks must hold between them.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

const PIECES: &[&str] = &[
    "word",
    "Ein Satz. ",
    "Why? \"Yes!\" ",
    "\n",
    "\n\n",
    "\n\n\n",
    "  ",
    "\t",
    "    code\n",
    "\n```\n",
    "\n~~~\n",
    "> quote\n",
    "- item\n",
    "1. one\n",
    "### Sub\n",
    "\n### Sub\n\n",
    "#### Deeper\n",
    "äöü€𝄞",
    "。",
    "`x`",
    "*a*",
    "|a|b|\n",
    "\u{a0}",
    "\u{2028}",
    "-->",
    "<b>",
    "&amp;",
    "[l](u)",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "\u{0}",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// No chunk is longer than allowed, empty, or begins on another line than it says; nothing is lost.
    #[test]
    fn chunks_fit_and_lose_nothing(
        sections in prop::collection::vec(prop::collection::vec(0..PIECES.len(), 0..60), 1..5),
        max in 1usize..120,
    ) {
        let bodies: Vec<String> = sections
            .iter()
            .map(|pieces| pieces.iter().map(|piece| PIECES[*piece]).collect())
            .collect();
        // One section per document, so that code left open in one hides no heading of the next.
        for body in bodies {
            // Without text the heading is the chunk.
            if body.trim().is_empty() {
                continue;
            }
            let text = format!("## Heading\n\n{body}\n");
            let document = parse("x.md", &text, max);
            let lines: Vec<&str> = text.split('\n').collect();
            // Underlines make headings out of text; there are none among the pieces but in quotes and lists.
            let mut found = String::new();
            for chunk in &document.chunks {
                prop_assert!(chunk.content.chars().count() <= max, "{:?} over {max}", chunk.content);
                prop_assert!(!chunk.content.trim().is_empty());
                prop_assert_eq!(chunk.content.trim_end(), &chunk.content);
                let first = chunk.content.split('\n').next().unwrap_or_default();
                let line = lines.get(chunk.line_start as usize - 1).copied().unwrap_or_default();
                // Tags that decorate are left out of the text.
                let says = line.contains(first) || line.replace("<b>", "").contains(first);
                prop_assert!(says, "{first:?} not in line {} {line:?}", chunk.line_start);
                found.push_str(&letters(&chunk.content));
            }
            // Tags of HTML blocks are no text.
            prop_assert_eq!(found.replace("<b>", ""), letters(&body).replace("<b>", ""));
        }
    }

    /// Any text at all: no panic, and the same whatever the line ends.
    #[test]
    fn any_text_is_read(text in "(?s)([#>\\-`~<!\\[\\]()*_=+.:|&\\\\ \n\t]|[a-zé𝄞]|<!--|-->|---\n|## |\n\n){0,200}", max in 0usize..50) {
        let document = parse("x.md", &text, max);
        for chunk in &document.chunks {
            prop_assert!(chunk.content.chars().count() <= max.max(1));
        }
        let windows = parse("x.md", &text.replace('\n', "\r\n"), max);
        prop_assert_eq!(document, windows);
    }
}

/// Inputs of five megabytes, for which a parser of quadratic time would not end within hours.
#[test]
fn hostile_documents_end() {
    const SIZE: usize = 5_000_000;
    let repeated = |piece: &str| piece.repeat(SIZE / piece.len());
    let cases: Vec<(&str, String)> = vec![
        ("one line", repeated("a")),
        ("one line of words", repeated("word ")),
        ("sentences", repeated("One. ")),
        ("blank lines", repeated("\n")),
        ("spaces", repeated(" ")),
        ("headings", repeated("## a\nb\n")),
        ("small headings", format!("## a\n{}", repeated("### b\n"))),
        ("paragraphs", repeated("a\n\n")),
        ("quotes", format!("{}a\n", "> ".repeat(50_000))),
        ("quotes on many lines", format!("{}a\n", ">".repeat(500)).repeat(SIZE / 502)),
        ("lists", format!("{}a\n", "- ".repeat(50_000))),
        ("deeper and deeper lists", (0..3000).map(|depth| format!("{}- a\n", " ".repeat(depth))).collect()),
        ("brackets", repeated("[")),
        ("images", repeated("![[]()")),
        ("emphasis", repeated("*a **a ")),
        ("underscores", repeated("_a__")),
        ("ticks", (1..3000).map(|count| "`".repeat(count) + " ").collect()),
        ("open comments", repeated("<!-- a ")),
        ("open comments on lines", repeated("a <!--\n")),
        ("tags", repeated("<a ")),
        ("instructions", repeated("a <? ")),
        ("declarations", repeated("a <!A ")),
        ("character data", repeated("a <![CDATA[ ")),
        ("links", repeated("[a](<b")),
        ("definitions", repeated("[a]: b\n")),
        ("entities", repeated("&amp")),
        ("fences", repeated("```\n\n")),
        ("one fence", format!("```\n{}", repeated("a\n\n"))),
        ("refs", repeated("<!-- beadloom:ref=a -->\n")),
        ("front matter", format!("---\na: b\n{}", repeated("c: d\n"))),
    ];
    for (name, text) in &cases {
        let document = parse("x.md", text, 2000);
        assert!(document.chunks.iter().all(|chunk| chunk.content.chars().count() <= 2000), "{name}");
    }
}

#[test]
fn ornaments_are_reduced_to_their_text() {
    for (text, chunks) in [
        (
            "# T\n\n<p align=\"center\">\n  <a href=\"x\"><img src=\"logo.svg\"></a>\n  <b>Types end to end</b>\n</p>\n\nReal text.\n",
            &[("", "Types end to end\n\nReal text.", 5)][..],
        ),
        ("[![CI](a.svg)](b) ![cov](c.svg)\n\nSays what it is.\n", &[("", "Says what it is.", 3)]),
        (
            "<div>\n<br/>\n</div>\n\n## Use\n\nSee ![picture](p.png) here.\n",
            &[("Use", "See ![picture](p.png) here.", 7)],
        ),
        ("```html\n<p>kept</p>\n```\n", &[("", "```html\n<p>kept</p>\n```", 1)]),
        ("## A\n<!-- beadloom:generated -->\n- x\n\n## B\n\nmine\n", &[("B", "mine", 7)]),
        ("a < b\n\n<b unclosed\n", &[("", "a < b\n\n<b unclosed", 1)]),
    ] {
        let parsed = doc(text);
        let found: Vec<(&str, &str, u32)> =
            parsed.chunks.iter().map(|c| (c.heading.as_str(), c.content.as_str(), c.line_start)).collect();
        assert_eq!(found, chunks, "{text}");
    }
}

#[test]
fn a_todo_comment_makes_a_stub() {
    for (text, stub) in [
        ("# T\n\n<!-- TODO: say more -->\n", true),
        ("text <!-- TODO --> text\n", true),
        ("TODO: nothing\n", false),
        ("```\n<!-- TODO: an example -->\n```\n", false),
    ] {
        assert_eq!(doc(text).stub, stub, "{text}");
    }
}

#[test]
fn what_stands_in_backticks_is_mentioned_once() {
    let text = "# T `title`\n\n`b()` and ``a`c`` and `b()`, [`linked`](x)\n\n## Key symbols\n<!-- beadloom:generated -->\n\
                - `generated`\n\n## More `heading`\n\n    `block`\n\n```\n`fenced`\n```\n` `\n";
    assert_eq!(doc(text).mentions, ["a`c", "b()", "heading", "linked", "title"]);
    assert_eq!(doc(&format!("`{}` `x`", "y".repeat(500))).mentions, ["x"]);
}
