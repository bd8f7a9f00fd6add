//! Which files are documents, and their headings.

use beadloom_model::prose::{Headings, is_document};

#[test]
fn documents_say_what_is() {
    for path in [
        "README.md", "docs/usage.rst", "docs/manual/notes.txt", "web/guide.mdx", "INSTALL.txt", "a/b.adoc",
        "documentacion/uso.md", "docs/changing-passwords.md",
    ] {
        assert!(is_document(path), "{path}");
    }
    for path in [
        "CHANGELOG.md",
        "docs/changelog/1.md",
        "LICENSE.md",
        ".github/pull_request_template.md",
        "app.py",
        "requirements.txt",
        "CMakeLists.txt",
        "node_modules/a/README.md",
        "tests/fixtures/a.md",
        "NEWS.rst",
        "docs/requirements.txt",
        "History.md",
        ".claude/commands/hooks.md",
        "changelog-2.x.md",
    ] {
        assert!(!is_document(path), "{path}");
    }
}

#[test]
fn headings_of_three_formats_are_found() {
    for (text, expected) in [
        ("# A\ntext\n## B c ##\n", "1 A, 3 B c"),
        ("```sh\n# no heading\n```\n# Yes\n", "4 Yes"),
        ("= Title\n\n== Part\n----\n== code\n----\n", "1 Title, 3 Part, 5 code"),
        ("Title\n=====\n\ntext\n\nPart\n----\n", "1 Title, 6 Part"),
        ("Title\n~~~~~\n\ntext\n\nPart\n`````\n\nMore\n----\n", "1 Title, 6 Part, 9 More"),
        ("Run it:\n~~~sh\nTitle\n~~~\n\n````\n# no\n````\n# Yes\n", "9 Yes"),
        ("a | b\n--- | ---\n- x\n---\n", ""),
        ("", ""),
    ] {
        let lines: Vec<&str> = text.lines().collect();
        let found: Vec<String> =
            Headings::of(&lines).all.iter().map(|one| format!("{} {}", one.line, one.text)).collect();
        assert_eq!(found.join(", "), expected, "{text:?}");
    }
}
