//! Words and links of documents that are imported.

use beadloom_lang::markdown::read;
use beadloom_model::PassageForm;

/// Each link: what it says, and how the text says it.
#[test]
fn links_are_found_where_they_stand() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("[a](b.md)", &[("b.md", "b.md")]),
        ("[a]( <b c.md> 'title' )", &[("b c.md", "b c.md")]),
        ("[a](b(1).md \"t (x)\")", &[("b(1).md", "b(1).md")]),
        ("[a](b\\(1.md)", &[("b(1.md", "b\\(1.md")]),
        ("[a](b&amp;c.md)", &[("b&c.md", "b&amp;c.md")]),
        ("[](b.md) ![](c.png)", &[("b.md", "b.md"), ("c.png", "c.png")]),
        ("[![i](i.png)](b.md)", &[("i.png", "i.png"), ("b.md", "b.md")]),
        ("[`](x)` and \\](y)](b.md)", &[("b.md", "b.md")]),
        (
            "[a][x] [x]\n\n[x]: b.md 'T'\n[y]:\n  <c d.md>\n[x]: second.md\n",
            &[("b.md", "b.md"), ("c d.md", "c d.md")],
        ),
        ("> [a](b.md)\n>\n> [x]: c.md\n", &[("b.md", "b.md"), ("c.md", "c.md")]),
        ("| a |\n|---|\n| [a](b.md) |\n", &[("b.md", "b.md")]),
        ("[a](b.md)\r\n\r\n[x]: c.md\r\n", &[("b.md", "b.md"), ("c.md", "c.md")]),
        ("---\ntitle: \"[a](b.md)\"\n---\n[c](d.md)\n", &[("d.md", "d.md")]),
        ("text[^1]\n\n[^1]: word\n", &[]),
        ("`[a](b.md)`\n\n```\n[a](b.md)\n```\n\n    [a](b.md)\n\n~~~html\n<a href=\"b.md\">\n~~~\n", &[]),
        ("<img alt='a > b' SRC = \"b.png\"> <a href=c.md>x</a>", &[("b.png", "b.png"), ("c.md", "c.md")]),
        ("<p>\n<a\n  href='b.md'>x</a>\n<!-- <a href=\"c.md\"> -->\n</p>\n", &[("b.md", "b.md")]),
        ("<a data-href=\"b.md\" hrefs=\"c.md\">x</a>", &[]),
        ("<https://example.org/[a](b.md)>", &[]),
    ];
    for (text, expected) in cases {
        let found = read("wiki/a.md", text);
        let links: Vec<(&str, &str)> = found
            .links
            .iter()
            .map(|link| {
                (link.destination.as_str(), text.get(link.range.clone()).unwrap_or("cut in a letter"))
            })
            .collect();
        assert_eq!(links, *expected, "{text}");
    }
}

#[test]
fn words_are_whole_and_code_blocks_left_out() {
    let text = "# A `name` of_it\n\nSee src/my_file.py and *this_one*.\n\n```\nnot_me\n```\n\n- `a b`\n";
    let found = read("a.md", text);
    let passages: Vec<(PassageForm, &str, u32, bool)> =
        found.passages.iter().map(|one| (one.form, one.text.as_str(), one.line, one.opens)).collect();
    assert_eq!(
        passages,
        [
            (PassageForm::Heading, "A ", 1, true),
            (PassageForm::Code, "name", 1, false),
            (PassageForm::Heading, " of_it", 1, false),
            (PassageForm::Text, "See src/my_file.py and ", 3, true),
            (PassageForm::Text, "this_one", 3, false),
            (PassageForm::Text, ".", 3, false),
            (PassageForm::Code, "a b", 9, true),
        ]
    );
    assert_eq!(found.title.as_deref(), Some("A name of_it"));
    assert_eq!(found.introduction.as_deref(), Some("See src/my_file.py and this_one."));
}

#[test]
fn hostile_documents_end() {
    let texts = [
        "[".repeat(50_000),
        "[a](".repeat(20_000),
        format!("{}{}", "[".repeat(5_000), "](x)".repeat(5_000)),
        "<a href=".repeat(20_000),
        "<a href=\"x".repeat(20_000),
        "<!--".repeat(20_000),
        "[x]: a\n".repeat(20_000),
        "> ".repeat(20_000),
        "![a](b) ".repeat(20_000),
        "\u{0}\u{feff}[ä](ö \u{1F600}.md)\n".repeat(1_000),
    ];
    for text in texts {
        let found = read("a.md", &text);
        assert!(found.links.iter().all(|link| text.get(link.range.clone()).is_some()));
    }
}
