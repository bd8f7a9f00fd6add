use beadloom_model::FolderKind::{self, *};
use beadloom_model::time::{iso_utc, parse_duration, parse_utc};

#[test]
fn folders_are_of_the_kind_that_their_name_says_at_any_depth() {
    for (path, kinds, expected) in [
        ("examples/shop/main.go", &[Examples][..], true),
        ("packages/a/demo/main.ts", &[Examples], true),
        ("src/demo.ts", &[Examples], false),
        ("src/democracy/a.ts", &[Examples], false),
        ("third-party/zlib/inflate.c", &[Vendored], true),
        ("node_modules/a/index.js", &[Vendored, Generated], true),
        ("web/dist/index.js", &[Generated], true),
        ("db/migrations/1.sql", &[Migrations], true),
        ("app/__mocks__/a.ts", &[TestData], true),
        ("app/__mocks__/a.ts", &[Tests, Documents, Benchmarks], false),
        ("main.c", &[Tests, TestData, Examples, Benchmarks, Documents], false),
    ] {
        assert_eq!(FolderKind::holds(path, kinds), expected, "{path}");
    }
}

#[test]
fn times_are_read_as_they_are_written() {
    for (text, seconds) in [
        ("1970-01-01T00:00:00Z", 0),
        ("1972-02-29T00:00:00Z", 789 * 86_400),
        ("2000-02-29T23:59:59Z", 951_868_799),
        ("2100-03-01T00:00:00Z", 47_541 * 86_400),
    ] {
        assert_eq!((parse_utc(text), iso_utc(seconds).as_str()), (Some(seconds), text));
    }
    assert_eq!(parse_utc("2026-01-31T12:00:00+02:00"), parse_utc("2026-01-31T10:00:00Z"));
    for (text, seconds) in
        [("90s", Some(90)), ("2w", Some(1_209_600)), ("3y", None), ("d", None), ("-3d", None)]
    {
        assert_eq!(parse_duration(text), seconds, "{text}");
    }
}
