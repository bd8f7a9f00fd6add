use beadloom_model::Code;

use crate::project::{check, project};

#[test]
fn modules_packages_and_replacements() {
    let project = project(&[
        (
            "go.mod",
            "module github.com/acme/shop // the shop\n\ngo 1.22\n\nrequire (\n\tgithub.com/lib/pq v1.10.0\n\tgithub.com/aws/aws-sdk-go-v2/service/s3 v1.2.3\n)\n\nreplace github.com/acme/log => ./third/log\nreplace (\n\texample.org/old v1.0.0 => ./third/old\n\texample.org/far => example.org/near v1.0.0\n)\n",
        ),
        ("main.go", ""),
        ("internal/db/pool.go", ""),
        ("internal/db/sql/schema.sql", ""),
        ("internal/dbx/x.go", ""),
        ("third/log/go.mod", "module github.com/acme/log\n"),
        ("third/log/log.go", ""),
        ("third/log/level/level.go", ""),
        ("third/old/old.go", ""),
        ("tools/go.mod", "module \"github.com/acme/shop/tools\"\n"),
        ("tools/gen/gen.go", ""),
        ("vendor/github.com/lib/pq/pq.go", ""),
        ("vendor/github.com/lib/pq/go.mod", "module github.com/lib/pq\n"),
        ("vendor/github.com/acme/shop/x/x.go", ""),
        ("testdata/go.mod", "module github.com/acme/hidden\n"),
        ("testdata/hidden.go", ""),
    ]);
    let from = "cmd/serve/main.go";
    check(
        &project,
        "go",
        &[
            (from, "github.com/acme/shop/internal/db", "internal/db/ (github.com/acme/shop/internal/db)"),
            (from, "github.com/acme/shop", "./ (github.com/acme/shop)"),
            (from, "github.com/acme/shop/tools/gen", "tools/gen/ (github.com/acme/shop/tools/gen)"),
            (from, "github.com/acme/log/level", "third/log/level/ (github.com/acme/log/level)"),
            (from, "github.com/acme/log", "third/log/ (github.com/acme/log)"),
            (from, "example.org/old", "third/old/ (example.org/old)"),
            (from, "example.org/far/x", "external (example.org/far/x)"),
            (from, "github.com/acme/shop/internal", "external (github.com/acme/shop)"),
            (from, "github.com/acme/shop/internal/db/sql", "external (github.com/acme/shop)"),
            (from, "github.com/acme/shopper", "external (github.com/acme/shopper)"),
            (from, "github.com/lib/pq", "external (github.com/lib/pq)"),
            (
                from,
                "github.com/aws/aws-sdk-go-v2/service/s3/types",
                "external (github.com/aws/aws-sdk-go-v2/service/s3)",
            ),
            (from, "github.com/acme/hidden", "external (github.com/acme/hidden)"),
            (from, "net/http", "external (net/http)"),
            (from, "C", "external (C)"),
            (from, "../../internal/db", "internal/db/"),
            (from, "../../../internal/db", "external"),
            (
                "third/log/log.go",
                "github.com/acme/shop/internal/db",
                "internal/db/ (github.com/acme/shop/internal/db)",
            ),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn workspaces_replace_too_and_near_modules_come_first() {
    let project = project(&[
        ("go.work", "go 1.22\n\nuse (\n\t./a\n\t./b\n)\n\nreplace example.org/dep => ./dep\n"),
        ("a/go.mod", "module example.org/app\n"),
        ("a/x/x.go", ""),
        ("b/go.mod", "module example.org/app\n"),
        ("b/x/x.go", ""),
        ("dep/dep.go", ""),
        ("broken/go.mod", "go 1.22\n"),
    ]);
    check(
        &project,
        "go",
        &[
            ("a/main.go", "example.org/app/x", "a/x/ (example.org/app/x)"),
            ("b/main.go", "example.org/app/x", "b/x/ (example.org/app/x)"),
            ("a/main.go", "example.org/dep", "dep/ (example.org/dep)"),
        ],
    );
    let found = project.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code, found[0].path.as_deref()), (Code::BadManifest, Some("broken/go.mod")));
}
