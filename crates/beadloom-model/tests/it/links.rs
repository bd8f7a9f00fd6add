//! Names of a file by way of links.

use beadloom_model::Links;

#[test]
fn every_name_of_a_file_leads_to_its_one_path() {
    let pairs =
        [("AGENTS.md", "docs/base.md"), ("src/alias", "src/core"), ("src/core/up", "lib"), ("z", "src/core")];
    let links = Links::new(pairs.map(|(link, to)| (link.to_owned(), to.to_owned())));
    for (path, real) in [
        ("AGENTS.md", Some("docs/base.md")),
        ("docs/base.md", None),
        ("src/alias", Some("src/core")),
        ("src/alias/", Some("src/core/")),
        ("src/alias/a.py", Some("src/core/a.py")),
        ("src/alias/**", Some("src/core/**")),
        ("src/aliased/a.py", None),
        ("z/up/b.py", Some("lib/b.py")),
        ("src/alias/up/up", Some("lib/up")),
        ("", None),
    ] {
        assert_eq!(links.real(path).as_deref(), real, "{path}");
    }
    assert_eq!(Links::default().real("a"), None);
    let endless = Links::new([("a".to_owned(), "a/a".to_owned())]);
    assert_eq!(endless.real("a/b"), None);
}
