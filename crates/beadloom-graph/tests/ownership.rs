//! Which node owns which path, and how paths are brought into their one form.

use beadloom_graph::Ownership;
use beadloom_graph::paths::{PathProblem, normalise};
use beadloom_model::Code;
use proptest::prelude::*;

#[test]
fn paths_have_one_form() {
    let cases: &[(&str, Result<&str, PathProblem>)] = &[
        ("", Ok("")),
        (".", Ok("./")),
        ("./", Ok("./")),
        (".//.", Ok("./")),
        ("a/..", Ok("./")),
        ("src", Ok("src")),
        ("src/", Ok("src/")),
        ("./src//auth/", Ok("src/auth/")),
        ("src\\auth\\x.py", Ok("src/auth/x.py")),
        ("src/../lib/./x", Ok("lib/x")),
        ("src/x/..", Ok("src/")),
        ("src/.", Ok("src/")),
        (".beadloom/x", Ok(".beadloom/x")),
        ("...", Ok("...")),
        ("a b/ü", Ok("a b/ü")),
        ("ab:c", Ok("ab:c")),
        ("..", Err(PathProblem::Outside)),
        ("../x", Err(PathProblem::Outside)),
        ("a/../../x", Err(PathProblem::Outside)),
        ("..\\x", Err(PathProblem::Outside)),
        ("/etc", Err(PathProblem::Absolute)),
        ("\\\\server\\x", Err(PathProblem::Absolute)),
        ("C:\\x", Err(PathProblem::Absolute)),
        ("c:/x", Err(PathProblem::Absolute)),
        ("d:", Err(PathProblem::Absolute)),
        ("./c:/x", Err(PathProblem::Absolute)),
        ("a/../c:\\x", Err(PathProblem::Absolute)),
        ("a\0b", Err(PathProblem::ControlCharacter)),
        ("a\nb", Err(PathProblem::ControlCharacter)),
    ];
    for (path, expected) in cases {
        assert_eq!(normalise(path).as_deref().map_err(|problem| *problem), *expected, "{path:?}");
    }
    assert_eq!(normalise(&"x".repeat(4097)), Err(PathProblem::TooLong));
    assert_eq!(PathProblem::Outside.code(), Code::OutsideRoot);
    assert_eq!(PathProblem::TooLong.code(), Code::BadValue);
}

#[test]
fn the_longest_source_owns() {
    let sources = [
        ("shop", ""),
        ("all", "./"),
        ("auth", "src/auth/"),
        ("tokens", "src/auth/tokens.py"),
        ("pay", "src/pay"),
        ("b", "lib/x/"),
        ("a", "lib/x/"),
        ("c", "lib/x"),
        ("deep", "src/auth/a/b/c/"),
    ];
    let ownership = Ownership::new(sources);
    for (path, owners) in [
        ("src/auth/login.py", &["auth"][..]),
        ("src/auth/a/x.py", &["auth"]),
        ("src/auth/a/b/c/d/e.py", &["deep"]),
        ("src/auth/tokens.py", &["tokens"]),
        ("src/authz/x.py", &["all"]),
        ("src/auth.py", &["all"]),
        ("src/auth", &["all"]),
        ("src/auth/", &["auth"]),
        ("src/pay", &["pay"]),
        ("src/pay/", &["pay"]),
        ("src/pay/x.rs", &["pay"]),
        ("src/payments/x.rs", &["all"]),
        ("lib/x/y", &["a", "b", "c"]),
        ("lib/x", &["c"]),
        ("README.md", &["all"]),
        ("./", &["all"]),
        (".", &["all"]),
        ("", &["all"]),
    ] {
        assert_eq!(ownership.owners(path), owners, "{path}");
        assert_eq!(ownership.owner(path), owners.first().copied(), "{path}");
    }
    let partial = Ownership::new([("auth", "src/auth/"), ("shop", "")]);
    for path in ["README.md", "src/x.py", "./", "src/"] {
        assert_eq!(partial.owner(path), None, "{path}");
    }
    assert!(Ownership::new([("shop", "")]).is_empty());
    assert_eq!(Ownership::default().owner("x"), None);
}

/// The definition, slowly: every source that covers the path, the longest first, then by ref_id.
fn slow_owner<'a>(sources: &'a [(String, String)], path: &str) -> Option<&'a str> {
    let covers = |source: &str| {
        if source == "./" {
            Some(0)
        } else if let Some(folder) = source.strip_suffix('/') {
            path.starts_with(source).then_some(folder.len())
        } else {
            (path == source || path.starts_with(&format!("{source}/"))).then_some(source.len())
        }
    };
    let mut found: Vec<(usize, &str)> =
        sources.iter().filter_map(|(id, source)| Some((usize::MAX - covers(source)?, id.as_str()))).collect();
    found.sort();
    found.first().map(|(_, id)| *id)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn look_ups_equal_the_definition(
        sources in prop::collection::vec(("[a-c]", "([ab]{1,2}/){0,3}([ab]{1,2})?"), 0..12),
        path in "([ab]{1,2}/){0,4}[ab]{1,2}",
    ) {
        let sources: Vec<(String, String)> = sources
            .into_iter()
            .map(|(id, source)| (id, if source.is_empty() { "./".to_owned() } else { source }))
            .collect();
        let ownership = Ownership::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str())));
        prop_assert_eq!(ownership.owner(&path), slow_owner(&sources, &path));
    }

    #[test]
    fn a_normal_path_is_its_own_normal_form(path in "[a./\\\\ é:]{0,12}") {
        if let Ok(normal) = normalise(&path) {
            prop_assert!(!normal.contains("//") && !normal.contains('\\') && !normal.starts_with('/'));
            prop_assert_eq!(normalise(&normal), Ok(normal));
        }
    }
}
