//! Where links lead, and what they say in a copy.

use beadloom_graph::import::{rewrite, target};
use beadloom_model::LinkFact;

/// The document, what a link in it says, and the path and the rest that it names.
type Case = (&'static str, &'static str, Option<(&'static str, &'static str)>);

#[test]
fn a_destination_is_a_path_of_the_project_or_none() {
    let cases: &[Case] = &[
        ("wiki/a.md", "b.md", Some(("wiki/b.md", ""))),
        ("wiki/a.md", "./b.md#x", Some(("wiki/b.md", "#x"))),
        ("wiki/a.md", "../src/x.py?plain=1#L3", Some(("src/x.py", "?plain=1#L3"))),
        ("wiki/a.md", "../..", Some(("../", ""))),
        ("wiki/a.md", "../../../x.md", Some(("../../x.md", ""))),
        ("wiki/a.md", "..", Some(("", ""))),
        ("wiki/a.md", "sub/", Some(("wiki/sub/", ""))),
        ("wiki/a.md", "/docs/b.md", Some(("docs/b.md", ""))),
        ("wiki/a.md", "a%20b.md", Some(("wiki/a b.md", ""))),
        ("wiki/a.md", "100%.md", Some(("wiki/100%.md", ""))),
        ("wiki/a.md", "%ff.md", Some(("wiki/%ff.md", ""))),
        ("a.md", "b.md", Some(("b.md", ""))),
        ("wiki/a.md", "#here", None),
        ("wiki/a.md", "", None),
        ("wiki/a.md", "https://example.org/b.md", None),
        ("wiki/a.md", "mailto:a@example.org", None),
        ("wiki/a.md", "//example.org/b.md", None),
        ("wiki/a.md", "a%00b.md", None),
    ];
    for (from, destination, expected) in cases {
        let found = target(from, destination);
        let found = found.as_ref().map(|target| (target.path.as_str(), target.suffix));
        assert_eq!(found, *expected, "{from}: {destination}");
    }
}

#[test]
fn a_copy_differs_in_destinations_alone() {
    let cases: &[(&str, &str, &str, &str)] = &[
        // from, to, destination, in the copy
        ("wiki/a.md", "docs/_imported/a.md", "b.png", "../../wiki/b.png"),
        ("wiki/a.md", "docs/_imported/a.md", "moved.md#x", "../new/moved.md#x"),
        ("wiki/a.md", "docs/_imported/a.md", "/wiki/moved.md", "/docs/new/moved.md"),
        ("wiki/a.md", "docs/_imported/a.md", "/src/x.py", "/src/x.py"),
        ("wiki/a.md", "docs/_imported/a.md", "#x", "#x"),
        ("wiki/a.md", "docs/_imported/a.md", "../../out.md", "../../../out.md"),
        ("wiki/a.md", "docs/_imported/a.md", "..", "../../"),
        ("wiki/a.md", "wiki/b.md", "./c%20d.md", "./c%20d.md"),
        ("wiki/a.md", "docs/a.md", "x(1) \"y\".md", "../wiki/x%281%29%20%22y%22.md"),
        ("a/b.md", "a/c/b.md", "x:y.md", "x:y.md"),
        ("a/b.md", "a/b/b.md", "./x:y.md", "../x:y.md"),
        ("a/b.md", "b.md", "../x:y.md", "./x:y.md"),
    ];
    for (from, to, destination, expected) in cases {
        let text = format!("before {destination} after {destination}");
        let link = |start: usize| LinkFact {
            destination: (*destination).to_owned(),
            range: start..start + destination.len(),
            line: 1,
        };
        let second = text.len() - destination.len();
        let moved = |path: &str| (path == "wiki/moved.md").then(|| "docs/new/moved.md".to_owned());
        let copy = rewrite(&text, &[link("before ".len()), link(second)], from, to, &moved);
        assert_eq!(copy.text, format!("before {expected} after {expected}"), "{from} to {to}: {destination}");
        assert_eq!(copy.changed, if expected == destination { 0 } else { 2 });
    }
}

#[test]
fn a_range_that_does_not_fit_changes_nothing() {
    let link = LinkFact { destination: "x.md".to_owned(), range: 3..90, line: 1 };
    let copy = rewrite("ärger", &[link], "a/b.md", "c.md", &|_| None);
    assert_eq!(copy.text, "ärger");
    assert_eq!(copy.changed, 0);
}
