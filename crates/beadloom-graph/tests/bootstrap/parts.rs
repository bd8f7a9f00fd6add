//! Which parts, kinds, ids and edges projects get.

use crate::bootstrap::project::{Project, edges, node, nodes};
use beadloom_graph::bootstrap::{Confidence, is_input};

fn shop() -> Project {
    Project::new("shop")
        .files(&["src/orders/api/routes.py", "src/orders/models/order.py", "src/users/services/accounts.py"])
        .files(&["src/shared/money.py", "tests/test_orders.py", "tests/orders/test_api.py"])
        .import("src/orders/api/routes.py", "src/orders/models/order.py")
        .import("src/orders/models/order.py", "src/shared/money.py")
        .import("src/users/services/accounts.py", "src/shared/money.py")
        .import("tests/test_orders.py", "src/users/services/accounts.py")
}

#[test]
fn every_folder_of_a_small_project_is_a_part() {
    let plan = shop().plan();
    assert_eq!(
        nodes(&plan),
        [
            "api feature src/orders/api/",
            "models feature src/orders/models/",
            "orders domain src/orders/",
            "services feature src/users/services/",
            "shared domain src/shared/",
            "shop service src/",
            "users domain src/users/",
        ]
    );
    assert_eq!(
        edges(&plan),
        [
            "api depends_on models 1", "api part_of orders", "models part_of orders",
            "models depends_on shared 1", "orders part_of shop", "services depends_on shared 1",
            "services part_of users", "shared part_of shop", "users part_of shop",
        ]
    );
}

#[test]
fn projects_become_parts() {
    let cases: Vec<(&str, Project, &[&str])> = vec![
        ("nothing", Project::new("x"), &[]),
        ("no code", Project::new("x").files(&["README.md", "docs/guide.md", "data.csv"]), &[]),
        (
            "loose files only",
            Project::new("tiny").files(&["src/a.ts", "src/b.ts", "src/c.ts"]),
            &["tiny service src/"],
        ),
        ("files at the root", Project::new("tiny").files(&["a.go", "b.go"]), &["tiny service ./"]),
        (
            "a library by its manifest",
            Project::new("checkout-dir")
                .text("pyproject.toml", "[project]\nname = \"Acme-Ledger\"\n")
                .files(&["acme_ledger/__init__.py", "acme_ledger/book.py", "setup.py"]),
            &["acme-ledger domain acme_ledger/"],
        ),
        (
            "the only folder keeps its name",
            Project::new("tmp1").files(&["src/payments/charge.ts", "src/payments/refund.ts"]),
            &["payments domain src/payments/", "tmp1 service src/"],
        ),
        (
            "a workspace",
            Project::new("acme")
                .text("package.json", r#"{"name": "acme-root", "private": true, "workspaces": ["packages/*"]}"#)
                .text("packages/core/package.json", r#"{"name": "@acme/core", "exports": "./x.js"}"#)
                .text("packages/cli/package.json", r#"{"name": "@acme/cli", "bin": "./cli.js"}"#)
                .text("packages/tests/package.json", r#"{"name": "@acme/tests"}"#)
                .files(&["packages/core/src/a.ts", "packages/cli/src/a.ts", "packages/tests/a.ts"])
                .files(&["vitest.config.ts", "packages/core/src/a.test.ts"]),
            &["acme-root service ", "cli service packages/cli/", "core domain packages/core/"],
        ),
        (
            "scopes and folders tell equal names apart",
            Project::new("acme")
                .text("apps/web/package.json", r#"{"name": "@site/core"}"#)
                .text("packages/core/package.json", r#"{"name": "@acme/core"}"#)
                .files(&["apps/web/a.ts", "packages/core/a.ts"]),
            &["acme service ", "acme-core domain packages/core/", "site-core domain apps/web/"],
        ),
        (
            "a folder that groups units is a part, a container is not",
            Project::new("k")
                .text("plugins/a/go.mod", "module example.org/k/plugins/a/v2\n")
                .text("plugins/b/go.mod", "module example.org/k/plugins/b\n")
                .text("plugins/c/go.mod", "module example.org/k/plugins/c // last\n")
                .text("libs/d/go.mod", "module example.org/k/libs/d\n")
                .files(&["plugins/a/x.go", "plugins/b/x.go", "plugins/c/x.go"])
                .files(&["libs/d/a.go", "libs/d/b.go"]),
            &[
                "a domain plugins/a/",
                "b domain plugins/b/",
                "c domain plugins/c/",
                "d domain libs/d/",
                "k service ",
                "plugins domain plugins/",
            ],
        ),
        (
            "source sets are one folder",
            Project::new("shop")
                .text("pom.xml", "<project><parent><artifactId>boot</artifactId></parent><artifactId>shop-app</artifactId></project>")
                .files(&["src/main/java/org/acme/shop/App.java", "src/main/java/org/acme/shop/order/Order.java"])
                .files(&["src/main/kotlin/org/acme/shop/order/Line.kt", "src/main/kotlin/org/acme/shop/order/Sum.kt"])
                .files(&["src/test/java/org/acme/shop/order/OrderTest.java"]),
            &["order domain src/main/kotlin/org/acme/shop/order/", "shop-app domain src/main/java/org/acme/shop/"],
        ),
        (
            "a manifest that does not parse is no unit",
            Project::new("p").text("a/package.json", "{\"name\": ").files(&["a/x.ts", "b/x.ts"]),
            &["a domain a/", "b domain b/", "p service "],
        ),
        (
            "what is deployed by itself is a service",
            Project::new("p").files(&["cart/Dockerfile", "cart/main.cs", "ads/Dockerfile", "ads/src/ads.rb"]),
            &["ads service ads/", "cart service cart/", "p service "],
        ),
        (
            "deep test folders stay, those beside a manifest go",
            Project::new("web")
                .files(&["web/test/client.py", "web/http/request.py", "test/x.py", "docs/conf.py", "tools/y.py"]),
            &["http domain web/http/", "test domain web/test/", "web service web/"],
        ),
        (
            "migrations and templates belong to their part",
            Project::new("site")
                .files(&["blog/models.py", "blog/migrations/0001_initial.py", "blog/migrations/__init__.py"])
                .files(&["blog/templates/gen.py", "shop/models.py"]),
            &["blog domain blog/", "shop domain shop/", "site service "],
        ),
        (
            "programs",
            Project::new("p")
                .text("go.mod", "module example.org/p\n")
                .program("cmd/worker/main.go")
                .program("server/main.go")
                .files(&["store/store.go"]),
            &["cmd service cmd/", "p service ", "server service server/", "store domain store/", "worker service cmd/worker/"],
        ),
        (
            "the project around units keeps its folders as parts",
            Project::new("acme")
                .text("package.json", r#"{"name": "acme", "private": true}"#)
                .text("backend/go.mod", "module example.org/backend\n")
                .files(&["backend/a.go", "hooks/x.ts", "hooks/y.ts", "deps/lua/lua.c"]),
            &["acme service ", "backend domain backend/", "hooks domain hooks/"],
        ),
        (
            "a member of a workspace whose root is a package",
            Project::new("acme")
                .text("Cargo.toml", "[package]\nname = \"acme\"\n[workspace]\n")
                .text("crates/core/Cargo.toml", "[package]\nname = \"acme-core\"\n")
                .files(&["src/lib.rs", "src/net/mod.rs", "crates/core/src/lib.rs"]),
            &["acme service src/", "acme-core domain crates/core/", "net domain src/net/"],
        ),
        (
            "only examples",
            Project::new("show").files(&["examples/one/main.py", "vendor/x/y.py"]),
            &["examples domain examples/", "one feature examples/one/", "show service "],
        ),
        (
            "shell alone",
            Project::new("dots").files(&["bin/install.sh", "lib/log.sh"]),
            &["bin domain bin/", "dots service ", "lib domain lib/"],
        ),
        (
            "a scope",
            Project::new("big").files(&["src/pay/in/a.py", "src/pay/b.py", "src/other/c.py"]).scope("src/pay/"),
            &["in domain src/pay/in/", "pay domain src/pay/"],
        ),
        (
            "odd names",
            Project::new("p").files(&["my part/a.py", "Zahlung.Straße/b.py", "日本/c.py", "@x/d.py", "((/e.py"]),
            &[
                "Zahlung.Straße domain Zahlung.Straße/",
                "my-part domain my part/",
                "p service ",
                "part domain ((/",
                "x domain @x/",
                "日本 domain 日本/",
            ],
        ),
        (
            "ids differ also where case is ignored",
            Project::new("p").files(&["a/Json/x.ts", "b/json/y.ts"]),
            &["a domain a/", "a-Json feature a/Json/", "b domain b/", "b-json feature b/json/", "p service "],
        ),
        (
            "generated code",
            {
                let mut project = Project::new("p").files(&["api/a.go", "pb/x.pb.go"]);
                project.files[1].generated = true;
                project
            },
            &["api domain api/", "p service "],
        ),
    ];
    let wrong: Vec<String> = cases
        .into_iter()
        .filter_map(|(name, project, expected)| {
            let found = nodes(&project.plan());
            (found != expected).then(|| format!("{name}: {found:#?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn large_projects_are_opened_within_a_budget() {
    let mut project = Project::new("big").text("pyproject.toml", "[project]\nname = \"big\"\n");
    for area in 0..10 {
        for part in 0..12 {
            for file in 0..4 {
                project = project.file(&format!("big/area{area}/part{part}/file{file}.py"), 100);
            }
        }
    }
    let plan = project.plan();
    // The areas first; then what is in them, while there is room.
    assert_eq!(plan.nodes.len(), 80);
    assert!((0..10).all(|area| plan.nodes.iter().any(|node| node.ref_id == format!("area{area}"))));
}

#[test]
fn a_library_about_routes_is_no_service() {
    let manifest = "[package]\nname = \"web\"\n";
    for (file, kind) in [("web/src/lib.rs", "domain"), ("web/src/main.rs", "service")] {
        let mut project = Project::new("p")
            .text("web/Cargo.toml", manifest)
            .routing("web/src/routing.rs", 12)
            .files(&[file]);
        project = project.text("core/Cargo.toml", "[package]\nname = \"core\"\n").files(&["core/src/lib.rs"]);
        assert_eq!(node(&project.plan(), "web").kind, kind, "{file}");
    }
}

#[test]
fn a_comment_that_tells_the_reader_what_to_do_is_no_summary() {
    let cases = [
        ("DO NOT IMPORT FROM THIS FILE", false),
        ("Do not import from this file.", false),
        ("If you're making an adapter, look at this file.", false),
        ("Note: for internal use.", false),
        ("Notes on orders, kept by customer.", true),
        ("ADR tooling for teams", true),
        ("订单 的 处理 模块，以及 付款。", true),
    ];
    for (comment, counts) in cases {
        let plan = Project::new("p").described("pay/__init__.py", comment).files(&["mail/a.py"]).plan();
        assert_eq!(node(&plan, "pay").summary == comment, counts, "{comment}");
    }
}

#[test]
fn many_small_folders_leave_room_for_large_ones() {
    let mut project = Project::new("app").text("pyproject.toml", "[project]\nname = \"app\"\n");
    for part in 0..70 {
        for file in 0..3 {
            project = project.file(&format!("app/utils/small{part}/file{file}.py"), 100);
        }
    }
    for page in 0..20 {
        for file in 0..9 {
            project = project.file(&format!("app/views/page{page}/file{file}.py"), 100);
        }
    }
    let plan = project.plan();
    let of = |name: &str| plan.nodes.iter().filter(|node| node.source.contains(name)).count();
    // All pages, then as many of the small ones as there is room for.
    assert_eq!((of("/page"), of("/small")), (20, 57), "{:?}", nodes(&plan));
}

#[test]
fn the_budget_never_drops_units() {
    let mut project = Project::new("mono");
    for unit in 0..500 {
        project = project
            .text(&format!("packages/p{unit}/package.json"), &format!(r#"{{"name": "@mono/p{unit}"}}"#))
            .files(&[&format!("packages/p{unit}/src/index.ts"), &format!("packages/p{unit}/src/in/x.ts")]);
    }
    let plan = project.plan();
    assert_eq!(plan.nodes.len(), 501);
    assert_eq!(plan.edges.iter().filter(|edge| edge.kind == "part_of" && edge.dst == "mono").count(), 500);
}

#[test]
fn loose_files_of_a_flat_folder_form_groups() {
    let mut project = Project::new("store").text("setup.py", "setup(name='store')");
    for name in ["cluster", "cluster_legacy", "cluster_slots", "server", "rax", "util", "tiny", "main"] {
        project = project.file(&format!("src/{name}.c"), 400);
    }
    project = project.file("src/cluster.h", 20).file("src/small.c", 20).file("src/aof.c", 900);
    let plan = project.plan();
    assert_eq!(
        nodes(&plan),
        [
            "aof feature src/aof.c",
            "cluster feature src/cluster.c",
            "rax feature src/rax.c",
            "server feature src/server.c",
            "store domain src/",
            "tiny feature src/tiny.c",
        ]
    );
    assert_eq!(
        node(&plan, "cluster").folders,
        ["src/cluster.c", "src/cluster.h", "src/cluster_legacy.c", "src/cluster_slots.c"]
    );
    assert_eq!(node(&plan, "cluster").confidence, Confidence::Low);
}

#[test]
fn dependence_has_a_direction_and_rules_see_all_of_it() {
    let mut project = Project::new("p");
    for part in ["a", "b", "c"] {
        for file in 0..5 {
            project = project.file(&format!("{part}/f{file}.py"), 50);
        }
    }
    // a → b three pairs, back one; a → c one pair between parts of five files; b ↔ c tangled.
    let imports = [
        ("a/f0.py", "b/f0.py"),
        ("a/f0.py", "b/f0.py"),
        ("a/f1.py", "b/f0.py"),
        ("a/f2.py", "b/f1.py"),
        ("b/f4.py", "a/f4.py"),
        ("a/f0.py", "c/f0.py"),
        ("b/f0.py", "c/f0.py"),
        ("b/f1.py", "c/f0.py"),
        ("c/f0.py", "b/f0.py"),
        ("c/f1.py", "b/f0.py"),
    ];
    for (from, to) in imports {
        project = project.import(from, to);
    }
    project = project.weak_import("c/f3.py", "a/f0.py").weak_import("c/f4.py", "a/f0.py");
    let plan = project.plan();
    assert_eq!(edges(&plan), ["a depends_on b 3", "a part_of p", "b part_of p", "c part_of p"]);
    let all: Vec<(&str, &str, u32)> =
        plan.imports.iter().map(|edge| (edge.src.as_str(), edge.dst.as_str(), edge.count)).collect();
    assert_eq!(all, [("a", "b", 3), ("a", "c", 1), ("b", "a", 1), ("b", "c", 2), ("c", "b", 2)]);
}

#[test]
fn an_import_that_points_nowhere_is_ignored() {
    let project = Project::new("p").files(&["a/x.py", "b/x.py"]);
    let imports = [beadloom_graph::bootstrap::ImportFact { from: 0, to: 99, weak: false, statement: None }];
    let read = |_: &str| None;
    let plan = beadloom_graph::bootstrap::plan(&beadloom_graph::bootstrap::ProjectFacts {
        implementations: &[],
        name: "p",
        files: &project.files,
        imports: &imports,
        read: &read,
        scopes: &[],
    });
    assert!(plan.imports.is_empty());
}

#[test]
fn summaries_come_from_the_best_source() {
    let licence = "Copyright 2020 Somebody. All rights reserved.";
    let project = Project::new("shop")
        .text("README.md", "# Shop\n\n[![ci](x)](y)\n\nWelcome everybody to this page!\n\nShop is a *web shop* for [tea](https://x). Buy it.\n")
        .text("pay/package.json", r#"{"name": "pay", "description": "Takes money.  Gives it back."}"#)
        .described("pay/index.ts", "Not this one.")
        .described("mail/__init__.py", "Sends mail to customers. And more.")
        .described("stock/__init__.py", licence)
        .described("stock/stock.py", "What is in store")
        .text("tea/README.rst", "Tea\n===\n\n.. note:: x\n\nEverything about the tea that we sell.\n")
        .files(&["tea/leaf.py", "counted/a.py", "counted/b.py"])
        .import("tea/leaf.py", "counted/a.py")
        .import("mail/__init__.py", "counted/a.py");
    let plan = project.plan();
    let expected = [
        ("shop", "Shop is a web shop for tea."),
        ("pay", "Takes money."),
        ("mail", "Sends mail to customers."),
        ("stock", "What is in store"),
        ("tea", "Everything about the tea that we sell."),
        ("counted", ""),
    ];
    for (id, summary) in expected {
        assert_eq!(node(&plan, id).summary, summary, "{id}");
    }
}

#[test]
fn what_people_state_is_trusted() {
    let mut project = Project::new("p")
        .text(".github/CODEOWNERS", "# all\n* @x\n/core/pay/ @money\n*.js @js\ndocs/** @docs\n")
        .text(
            ".github/labeler.yml",
            "area-x:\n- changed-files:\n  - any-glob-to-any-file: core/ship/**\nmany: ['**/*']\n",
        )
        .files(&["core/util/README.md", "docs/guide/mail.md", "core/pay/a.py", "core/ship/b.py"])
        .file("docs/domains/plain/README.md", 5)
        .text("pyproject.toml", "[project]\nname = 'p'\n");
    for area in ["util", "mail", "plain"] {
        for file in 0..30 {
            project = project
                .file(&format!("core/{area}/m{file}/x{file}.py"), 60)
                .file(&format!("core/{area}/f{file}.py"), 60);
        }
    }
    let plan = project.plan();
    let trust = |id: &str| node(&plan, id).confidence;
    assert_eq!(trust("pay"), Confidence::High, "an owner is named");
    assert_eq!(trust("ship"), Confidence::High, "a label is named");
    assert_eq!(trust("util"), Confidence::High, "has a README");
    assert_eq!(trust("mail"), Confidence::High, "has a page");
    assert_eq!(trust("plain"), Confidence::Medium, "has a draft at most");
    assert!(!plan.nodes.iter().any(|node| node.ref_id == "docs"));
}

#[test]
fn a_file_beside_the_folder_of_its_name_belongs_to_it() {
    let plan = Project::new("p")
        .text("Cargo.toml", "[package]\nname = \"p\"\n")
        .files(&["src/lib.rs", "src/net/tcp.rs"])
        .described("src/net.rs", "Sockets for everybody.")
        .files(&["src/io.rs"])
        .import("src/net.rs", "src/io.rs")
        .plan();
    let net = node(&plan, "net");
    assert_eq!(net.folders, ["src/net.rs", "src/net/"]);
    assert_eq!((net.source.as_str(), net.summary.as_str()), ("src/net/", "Sockets for everybody."));
}

#[test]
fn projects_of_nx_zig_and_bazel_are_units() {
    let cases = [
        (
            "project.json",
            r#"{"name": "shop", "projectType": "library", "sourceRoot": "x/src"}"#,
            "a.ts",
            "shop domain",
        ),
        ("project.json", r#"{"name": "shop", "projectType": "application"}"#, "a.ts", "shop service"),
        ("project.json", r#"{"name": "settings of something else"}"#, "a.ts", "x domain"),
        ("build.zig", "const exe = b.addExecutable(.{\n    .name = \"shop\",\n});", "a.zig", "shop service"),
        ("build.zig", "_ = b.addModule(\"y\", .{});", "a.zig", "x domain"),
        ("MODULE.bazel", "bazel_dep(name = \"no\")\nmodule(\n    name = \"shop\",\n)", "a.cc", "shop domain"),
        ("WORKSPACE", "workspace(name = \"shop\")", "a.cc", "shop domain"),
    ];
    for (manifest, text, file, expected) in cases {
        let project = Project::new("whole").text(&format!("x/{manifest}"), text).files(&[
            &format!("x/{file}"),
            &format!("x/inner/{file}"),
            "other/b.py",
        ]);
        let found = nodes(&project.plan());
        let own = format!("{expected} x/");
        assert!(found.contains(&own), "{manifest} {text}: {found:?}");
    }
}

#[test]
fn inputs_are_what_is_read() {
    for path in [
        "package.json", "a/b/Cargo.toml", "x/README.md", "X.csproj", ".github/CODEOWNERS", "settings.gradle",
        "pkg/OWNERS", "ARCHITECTURE.md", "docs/dev/code-structure.rst", "docs/adr/0001-use-sqlite.md",
    ] {
        assert!(is_input(path), "{path}");
    }
    for path in [
        "package-lock.json", "src/a.ts", "vendor/x/package.json", "a/settings.gradle", "", "x/CODEOWNERS",
        "docs/guide.md", "src/architecture.md", "docs/adr/template.md", "docs/adr/notes.txt",
    ] {
        assert!(!is_input(path), "{path}");
    }
}
