use beadloom_model::ImportKind;

use crate::project::{check, files, import, lead, project};

#[test]
fn paths_inside_a_crate() {
    let project = files(
        &[
            "src/lib.rs", "src/main.rs", "src/config.rs", "src/db/mod.rs", "src/db/pool.rs", "src/net.rs",
            "src/net/http.rs", "src/net/http/client.rs", "src/type.rs", "src/inline/deep.rs",
            "src/bin/tool.rs", "src/bin/multi/main.rs", "src/bin/multi/part.rs", "tests/it.rs",
            "tests/common/mod.rs", "build.rs",
        ],
        &[(
            "Cargo.toml",
            "[package]\nname = \"my-app\"\nedition = \"2021\"\n[dependencies]\nserde = \"1\"\ntree-sitter = \"0.2\"\nren = { package = \"real-name\", version = \"1\" }\n",
        )],
    );
    let deep = "src/net/http/client.rs";
    check(
        &project,
        "rust",
        &[
            ("src/lib.rs", "crate::db::pool::Pool", "src/db/pool.rs"),
            ("src/lib.rs", "crate::db::Pool", "src/db/mod.rs"),
            ("src/lib.rs", "db::pool", "src/db/pool.rs"),
            ("src/lib.rs", "self::net::http::client::get", "src/net/http/client.rs"),
            ("src/lib.rs", "net::*", "src/net.rs"),
            ("src/lib.rs", "crate::Thing", "src/lib.rs"),
            ("src/lib.rs", "crate::r#type::T", "src/type.rs"),
            ("src/lib.rs", "crate::inline::deep::X", "src/inline/deep.rs"),
            ("src/lib.rs", "crate::inline::Item", "src/lib.rs"),
            ("src/main.rs", "crate::Thing", "src/main.rs"),
            ("src/main.rs", "my_app::db::pool::Pool", "src/db/pool.rs (my_app)"),
            ("src/main.rs", "my_app::Thing", "src/lib.rs (my_app)"),
            (deep, "super::Client", "src/net/http.rs"),
            (deep, "super::super::Socket", "src/net.rs"),
            (deep, "super::super::super::config::Config", "src/config.rs"),
            (deep, "super::super::super::super::x", "external"),
            (deep, "self::inner::X", deep),
            (deep, "crate::config::Config", "src/config.rs"),
            ("src/db/mod.rs", "pool::Pool", "src/db/pool.rs"),
            ("src/db/mod.rs", "super::config", "src/config.rs"),
            ("src/db/pool.rs", "super::*", "src/db/mod.rs"),
            ("src/bin/tool.rs", "crate::X", "src/bin/tool.rs"),
            ("src/bin/multi/main.rs", "part::X", "src/bin/multi/part.rs"),
            ("src/bin/multi/part.rs", "crate::X", "src/bin/multi/main.rs"),
            ("tests/it.rs", "my_app::config::Config", "src/config.rs (my_app)"),
            ("tests/it.rs", "common::setup", "tests/common/mod.rs"),
            ("tests/common/mod.rs", "my_app::X", "src/lib.rs (my_app)"),
            ("src/lib.rs", "std::fs::File", "external (std)"),
            ("src/lib.rs", "serde::Serialize", "external (serde)"),
            ("src/lib.rs", "::serde::Serialize", "external (serde)"),
            ("src/lib.rs", "tree_sitter::Parser", "external (tree_sitter)"),
            ("src/lib.rs", "ren::X", "external (real_name)"),
            ("src/lib.rs", "unknown::X", "external (unknown)"),
            ("src/lib.rs", "Kind::A", "external"),
            ("src/lib.rs", "config", "src/config.rs"),
            ("src/lib.rs", "confi::X", "external (confi)"),
        ],
    );
}

#[test]
fn declared_modules() {
    let project = files(
        &[
            "src/lib.rs", "src/a.rs", "src/a/b.rs", "src/c/mod.rs", "src/c/d.rs", "src/inline/x.rs",
            "src/a/inner/y.rs", "src/odd/place.rs", "tests/it.rs", "tests/common/mod.rs",
        ],
        &[("Cargo.toml", "[package]\nname = \"x\"\nedition = \"2024\"\n")],
    );
    let cases: &[(&str, &str, &[&str], &str)] = &[
        ("src/lib.rs", "a", &[], "src/a.rs"),
        ("src/a.rs", "b", &[], "src/a/b.rs"),
        ("src/lib.rs", "c", &[], "src/c/mod.rs"),
        ("src/c/mod.rs", "d", &[], "src/c/d.rs"),
        ("src/lib.rs", "inline::x", &[], "src/inline/x.rs"),
        ("src/a.rs", "inner::y", &[], "src/a/inner/y.rs"),
        ("src/a.rs", "z", &["odd/place.rs"], "src/odd/place.rs [odd/place.rs]"),
        ("src/a.rs", "z", &["../../outside.rs"], "external [../../outside.rs]"),
        ("src/a.rs", "missing", &[], "external"),
        ("tests/it.rs", "common", &[], "tests/common/mod.rs"),
    ];
    for (from, specifier, names, expected) in cases {
        let found = lead(&project, "rust", from, &import(specifier, names, ImportKind::Module));
        assert_eq!(&found, expected, "{from}: mod {specifier}");
    }
}

#[test]
fn crates_of_a_workspace() {
    let project = project(&[
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"crates/*\"]\n[workspace.package]\nedition = \"2024\"\n[workspace.dependencies]\nacme-model = { path = \"crates/model\" }\ndata = { path = \"crates/data\", package = \"acme-data\" }\n[patch.crates-io]\nforked = { path = \"crates/forked\" }\n",
        ),
        (
            "crates/app/Cargo.toml",
            "[package]\nname = \"app\"\nedition.workspace = true\n[dependencies]\nacme-model.workspace = true\ndata = { workspace = true }\nforked = \"1\"\nmodel2 = { path = \"../model\", package = \"acme-model\" }\npublished = \"1\"\n[target.'cfg(unix)'.dependencies]\nodd = { path = \"../odd\" }\n[dev-dependencies]\ntesting = { path = \"../testing\" }\n",
        ),
        ("crates/app/src/main.rs", ""),
        ("crates/app/src/model.rs", ""),
        ("crates/model/Cargo.toml", "[package]\nname = \"acme-model\"\nedition = \"2024\"\n"),
        ("crates/model/src/lib.rs", ""),
        ("crates/model/src/node.rs", ""),
        (
            "crates/data/Cargo.toml",
            "[package]\nname = \"acme-data\"\n[lib]\nname = \"acme_store\"\npath = \"lib/root.rs\"\n",
        ),
        ("crates/data/lib/root.rs", ""),
        ("crates/data/lib/table.rs", ""),
        ("crates/data/lib/table/row.rs", ""),
        ("crates/forked/Cargo.toml", "[package]\nname = \"forked\"\nedition = \"2021\"\n"),
        ("crates/forked/src/lib.rs", ""),
        ("crates/published/Cargo.toml", "[package]\nname = \"published\"\nedition = \"2021\"\n"),
        ("crates/published/src/lib.rs", ""),
        ("crates/odd/Cargo.toml", "[package]\nname = \"odd\"\nedition = \"2021\"\n"),
        ("crates/odd/generate.sh", ""),
        ("crates/testing/Cargo.toml", "[package]\nname = \"testing\"\nedition = \"2021\"\n"),
        ("crates/testing/src/lib.rs", ""),
        ("crates/undeclared/Cargo.toml", "[package]\nname = \"undeclared\"\nedition = \"2021\"\n"),
        ("crates/undeclared/src/lib.rs", ""),
    ]);
    let from = "crates/app/src/main.rs";
    check(
        &project,
        "rust",
        &[
            (from, "acme_model::node::Node", "crates/model/src/node.rs (acme_model)"),
            (from, "acme_model::Node", "crates/model/src/lib.rs (acme_model)"),
            (from, "acme_model", "crates/model/src/lib.rs (acme_model)"),
            (from, "model2::node", "crates/model/src/node.rs (acme_model)"),
            (from, "data::table::row::Row", "crates/data/lib/table/row.rs (acme_store)"),
            (from, "forked::X", "crates/forked/src/lib.rs (forked)"),
            (from, "published::X", "external (published)"),
            (from, "odd::X", "crates/odd/ (odd)"),
            (from, "testing::X", "crates/testing/src/lib.rs (testing)"),
            (from, "undeclared::X", "crates/undeclared/src/lib.rs (undeclared)"),
            (from, "model::X", "crates/app/src/model.rs"),
            ("crates/data/lib/table/row.rs", "super::Table", "crates/data/lib/table.rs"),
            ("crates/data/lib/table/row.rs", "crate::Store", "crates/data/lib/root.rs"),
            // Edition 2015: paths start at the crate's root.
            ("crates/data/lib/table/row.rs", "table::Table", "crates/data/lib/table.rs"),
        ],
    );
    assert_eq!(project.diagnostics(), []);
}

#[test]
fn a_crate_without_its_manifest_and_with_a_broken_one() {
    let plain = files(&["src/lib.rs", "src/a.rs", "src/a/b.rs"], &[]);
    check(
        &plain,
        "rust",
        &[("src/a/b.rs", "crate::a::X", "src/a.rs"), ("src/a/b.rs", "super::X", "src/a.rs")],
    );
    let broken = project(&[("x/Cargo.toml", "[package\nname = 3"), ("x/src/lib.rs", ""), ("x/src/a.rs", "")]);
    check(&broken, "rust", &[("x/src/lib.rs", "crate::a::X", "x/src/a.rs")]);
    let found = broken.diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].path.as_deref(), found[0].line), (Some("x/Cargo.toml"), Some(1)));
}
