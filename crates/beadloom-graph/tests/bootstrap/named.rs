//! Parts that people name, entities, decision records, and what routes say.

use crate::bootstrap::project::{Project, edges, node, nodes};
use beadloom_graph::bootstrap::{Confidence, KeptEdge, KeptNode, NamedTypes, merge};
use beadloom_model::LanguageId;

/// A library of one folder with many files, as C projects are.
fn store() -> Project {
    let mut project = Project::new("store").text("setup.py", "setup(name='store')");
    for number in 0..30 {
        project = project.file(&format!("src/big{number}_{}.c", "x".repeat(number)), 2000);
    }
    for name in ["ae.c", "ae_epoll.c", "ae.h", "rdb.c", "aof.c", "t_set.c", "t_hash.c", "t_list.c"] {
        project = project.file(&format!("src/{name}"), 120);
    }
    project
}

#[test]
fn a_readme_names_files() {
    let plan = store()
        .text(
            "README.md",
            "# Store\n\n`big1_x.c` is mentioned in passing.\n\naof.c and rdb.c\n---\n\nSaves.\n\n* `ae.c`: the loop\n\
             * `t_set.c`, `t_hash.c` and `t_list.c` hold the types\n* `gone.c`: not there\n",
        )
        .plan();
    let files = |id: &str| node(&plan, id).folders.clone();
    assert_eq!(files("ae"), ["src/ae.c", "src/ae.h", "src/ae_epoll.c"]);
    assert_eq!(files("aof"), ["src/aof.c"]);
    assert_eq!(files("rdb"), ["src/rdb.c"]);
    // One letter is no name for the three.
    assert_eq!(files("t_set"), ["src/t_set.c"]);
    // Where documents say which files matter, few others do.
    let others = plan.nodes.iter().filter(|node| node.ref_id.starts_with("big")).count();
    assert_eq!(others, 1);
    assert!(store().plan().nodes.iter().filter(|node| node.ref_id.starts_with("big")).count() > 20);
}

#[test]
fn guides_name_folders() {
    let mut project = Project::new("app").text("package.json", r#"{"name": "app"}"#);
    for area in 0..30 {
        for file in 0..4 {
            project = project
                .file(&format!("src/area{area}/f{file}.ts"), 50)
                .file(&format!("src/area{area}/part{file}/one.ts"), 50);
        }
    }
    let before = project.plan();
    assert!(!before.nodes.iter().any(|node| node.source.contains("/part")), "{:?}", nodes(&before));
    let cases = [
        ("ARCHITECTURE.md", "- `src/area7/part2/`: numbers"),
        ("docs/code-structure.md", "```\nsrc\n├── area7/\n│   └── part2   # numbers\n└── area8\n```\n"),
        ("CONTRIBUTING.md", "| folder | what |\n| --- | --- |\n| [part two](src/area7/part2) | numbers |"),
        ("README.md", "## `src/area7/part2`\n\nNumbers.\n"),
    ];
    for (path, text) in cases {
        let plan = project.clone().text(path, text).plan();
        let named: Vec<&str> = plan
            .nodes
            .iter()
            .map(|node| node.source.as_str())
            .filter(|source| source.contains("/part"))
            .collect();
        assert_eq!(named, ["src/area7/part2/"], "{path}");
        assert_eq!(node(&plan, "part2").confidence, Confidence::High, "{path}");
    }
}

#[test]
fn labels_of_owners_name_folders_and_tools_with_packages_are_kept() {
    let plan = Project::new("db")
        .text("go.mod", "module example.org/db\n")
        .text("contrib/OWNERS", "labels:\n  - area/contrib\n")
        .text("cmd/OWNERS", "approvers:\n  - somebody\n")
        .text("tools/heat/go.mod", "module example.org/db/tools/heat\n")
        .files(&[
            "contrib/lock/lock.go", "cmd/main.go", "tools/heat/main.go", "tools/dump/main.go", "db.go",
            "x/y.go",
        ])
        .plan();
    assert_eq!(node(&plan, "contrib").confidence, Confidence::High);
    assert_eq!(node(&plan, "heat").source, "tools/heat/");
    assert!(plan.nodes.iter().any(|node| node.source == "tools/dump/"), "{:?}", nodes(&plan));
    let plain = Project::new("db")
        .text("go.mod", "module example.org/db\n")
        .files(&["tools/dump/main.go", "db.go", "x/y.go"])
        .plan();
    assert!(!plain.nodes.iter().any(|node| node.source.starts_with("tools/")), "{:?}", nodes(&plain));
}

#[test]
fn a_page_of_its_name_makes_a_small_file_a_part() {
    let mut project = Project::new("crawl")
        .text("pyproject.toml", "[project]\nname = 'crawl'\n")
        .file("crawl/__init__.py", 10);
    for number in 0..12 {
        project = project.file(&format!("crawl/{}.py", "abcdefghijkl".get(number..).unwrap_or("x")), 400);
    }
    project = project.file("crawl/signal.py", 60).file("crawl/other.py", 60).file("crawl/exceptions.py", 60);
    for area in ["http", "spiders"] {
        for file in 0..4 {
            project = project.file(&format!("crawl/{area}/f{file}.py"), 300);
        }
    }
    let plan = project.files(&["docs/topics/signals.rst", "docs/topics/exceptions.rst"]).plan();
    assert_eq!(node(&plan, "signal").source, "crawl/signal.py");
    assert_eq!(node(&plan, "exceptions").source, "crawl/exceptions.py");
    assert!(!plan.nodes.iter().any(|node| node.ref_id == "other"));
}

#[test]
fn a_vendors_name_around_all_packages_is_no_part() {
    let mut project = Project::new("crm").text("composer.json", r#"{"name": "acme/crm", "type": "project"}"#);
    for name in ["Lead", "Quote", "Tag", "User"] {
        project = project
            .text(&format!("packages/Acme/{name}/composer.json"), &format!(r#"{{"name": "acme/{name}"}}"#));
        for file in 0..8 {
            project = project.file(&format!("packages/Acme/{name}/src/{file}.php"), 80);
        }
    }
    for file in 0..5 {
        project = project
            .file(&format!("packages/Acme/Bare/src/{file}.php"), 80)
            .file(&format!("app/{}/x{file}.php", if file < 2 { "Http" } else { "Models" }), 80)
            .file(&format!("lang/en/{file}.php"), 80);
        // More folders with code than a small project has.
        for folder in 0..5 {
            project = project.file(&format!("packages/Acme/Lead/src/d{folder}/e{file}/x.php"), 80);
        }
    }
    let plan = project.plan();
    let first: Vec<&str> = plan
        .edges
        .iter()
        .filter(|edge| edge.kind == "part_of" && edge.dst == "crm")
        .map(|edge| edge.src.as_str())
        .collect();
    assert_eq!(first, ["Bare", "Lead", "Quote", "Tag", "User", "app"]);
}

#[test]
fn routes_make_services_and_features() {
    let plan = Project::new("shop")
        .text("gateway/package.json", r#"{"name": "gateway"}"#)
        .routing("gateway/index.ts", 4)
        .text("kit/package.json", r#"{"name": "kit", "exports": "./index.js"}"#)
        .routing("kit/index.ts", 1)
        .text("back/pyproject.toml", "[project]\nname = 'back'\n")
        .routing("back/api/one.py", 1)
        .file("back/api/two.py", 10)
        .routing("back/payments/views.py", 6)
        .files(&["back/payments/models.py", "back/payments/tax.py", "back/shared/x.py"])
        .routing("back/status/health.py", 2)
        .plan();
    let kinds = [
        ("gateway", "service"),
        ("kit", "domain"),
        ("back", "service"),
        ("api", "service"),
        ("payments", "domain"),
        ("status", "feature"),
        ("shared", "domain"),
    ];
    for (id, kind) in kinds {
        assert_eq!((node(&plan, id).kind.as_str(), node(&plan, id).summary.as_str()), (kind, ""), "{id}");
    }
}

#[test]
fn packages_of_java_are_called_by_what_comes_after_the_domain() {
    let mut project = Project::new("logic")
        .text("build.gradle.kts", "plugins {\n    alias(libs.plugins.acme.android.application)\n}\n")
        .text(
            "lib/build.gradle.kts",
            "plugins {\n    alias(libs.plugins.android.application) apply false\n}\n",
        )
        .described("lib/src/main/kotlin/Lib.kt", "acme.lib");
    for file in 0..4 {
        project = project
            .file(&format!("src/main/kotlin/Plugin{file}.kt"), 80)
            .file(&format!("src/main/kotlin/com/acme/tasks/Task{file}.kt"), 80);
    }
    let plan = project
        .text("README.md", "# L\n\nLearn more about it here.\n\nSome words.\n\nLogic of the build.\n")
        .plan();
    assert_eq!(
        nodes(&plan),
        ["lib domain lib/", "logic service ./", "tasks domain src/main/kotlin/com/acme/tasks/"]
    );
    assert_eq!(node(&plan, "logic").summary, "Logic of the build.");
    assert_eq!(node(&plan, "lib").summary, "");
}

#[test]
fn a_type_that_many_parts_use_is_an_entity() {
    let mut project = Project::new("shop")
        .entity("core/order.py", "Order")
        .entity("core/rare.py", "Rare")
        .entity("core/utils.py", "Utils")
        .file("core/plain.py", 50);
    for part in ["a", "b", "c", "d"] {
        for target in ["order", "utils", "plain"] {
            project = project.import(&format!("{part}/x.py"), &format!("core/{target}.py"));
        }
        project = project.file(&format!("{part}/x.py"), 50);
    }
    let plan = project.import("a/x.py", "core/rare.py").plan();
    let entities: Vec<&str> =
        plan.nodes.iter().filter(|node| node.kind == "entity").map(|node| node.ref_id.as_str()).collect();
    assert_eq!(entities, ["Order"]);
    assert_eq!(node(&plan, "Order").source, "core/order.py");
    let touching: Vec<String> = edges(&plan).into_iter().filter(|edge| edge.contains("Order")).collect();
    assert_eq!(
        touching,
        [
            "Order part_of core", "a touches_entity Order", "b touches_entity Order",
            "c touches_entity Order", "d touches_entity Order",
        ]
    );
    // Written as it is, the plan has nothing to say against itself.
    let kept: Vec<KeptNode> = plan
        .nodes
        .iter()
        .map(|node| KeptNode {
            ref_id: node.ref_id.clone(),
            summary: node.summary.clone(),
            source: node.source.clone(),
        })
        .collect();
    let said: Vec<KeptEdge> = plan
        .edges
        .iter()
        .map(|edge| KeptEdge { src: edge.src.clone(), dst: edge.dst.clone(), kind: edge.kind.clone() })
        .collect();
    let merged = merge(&plan, &kept, &said, &|_| true);
    assert!(merged.nodes.is_empty() && merged.edges.is_empty());
    assert_eq!(merged.disagreements, []);
}

#[test]
fn a_package_that_is_imported_as_a_whole_stands_for_the_type_of_its_name() {
    let mut project = Project::new("shop").text("go.mod", "module example.com/shop\n");
    for part in ["api", "billing", "mail", "stock"] {
        project = project.files(&[&format!("{part}/a.go"), &format!("{part}/b.go"), &format!("{part}/c.go")]);
    }
    project = project.files(&["order/aaa.go"]).entity("order/model.go", "Order");
    for part in ["api", "billing", "mail", "stock"] {
        // The import names the folder, for which its first file stands.
        project = project.import(&format!("{part}/a.go"), "order/aaa.go");
    }
    for file in &mut project.files {
        file.language = file.path.ends_with(".go").then_some(LanguageId::Go);
    }
    let plan = project.plan();
    let entity = plan.nodes.iter().find(|node| node.kind == "entity").map(|node| node.source.as_str());
    assert_eq!(entity, Some("order/model.go"), "{:?}", nodes(&plan));
    let users = edges(&plan).iter().filter(|edge| edge.contains("touches_entity")).count();
    assert_eq!(users, 4);
}

#[test]
fn interfaces_of_other_parts_are_implemented() {
    let project = Project::new("shop")
        .text("package.json", r#"{"name": "shop"}"#)
        .files(&["src/ports/a.ts", "src/ports/b.ts", "src/mail/a.ts", "src/mail/b.ts"])
        .import("src/mail/a.ts", "src/ports/a.ts")
        .implements("src/mail/a.ts", "src/ports/a.ts")
        .implements("src/mail/a.ts", "src/ports/a.ts")
        // Within a part, and without an import that gives a direction.
        .implements("src/ports/b.ts", "src/ports/a.ts")
        .implements("src/ports/b.ts", "src/mail/b.ts");
    let plan = project.plan();
    let drawn = edges(&plan);
    let of = |kind: &str| drawn.iter().filter(|edge| edge.contains(kind)).cloned().collect::<Vec<_>>();
    assert_eq!(of(" implements "), ["mail implements ports 1"]);
    assert_eq!(of(" depends_on "), ["mail depends_on ports 1"]);

    // A kept graph that says it in another word says it.
    let kept = |id: &str| KeptNode {
        ref_id: id.to_owned(),
        summary: node(&plan, id).summary.clone(),
        source: node(&plan, id).source.clone(),
    };
    let all: Vec<KeptNode> = plan.nodes.iter().map(|node| kept(&node.ref_id)).collect();
    let part_of = plan.edges.iter().filter(|edge| edge.kind == "part_of");
    for word in ["depends_on", "uses", "implements"] {
        let mut said: Vec<KeptEdge> = part_of
            .clone()
            .map(|edge| KeptEdge { src: edge.src.clone(), dst: edge.dst.clone(), kind: edge.kind.clone() })
            .collect();
        said.push(KeptEdge { src: "mail".into(), dst: "ports".into(), kind: word.into() });
        assert_eq!(merge(&plan, &all, &said, &|_| true).disagreements, [], "{word}");
    }
}

#[test]
fn documents_name_types_in_headings_guides_or_three_times() {
    let mut named = NamedTypes::default();
    named.document(
        "docs/a.md",
        [("The `OrderLine` type", "Text, `Thrice` and `call(Thrice)`; Plain, `once`")],
    );
    named.document("docs/b.md", [("Other", "`Thrice` `Twice`")]);
    named.document("docs/c.md", [("Other", "an open `Thrice` and `Twice`, and an open ` mark")]);
    named.document("docs/architecture.md", [("", "A `View` shows it")]);
    assert_eq!(named.finish(), ["OrderLine", "Other", "The", "Thrice", "View"]);
}

#[test]
fn decision_records_are_nodes() {
    let plan = Project::new("shop")
        .files(&["src/a/x.py", "src/b/y.py", "docs/adr/README.md"])
        .text("docs/adr/0001-use-sqlite.md", "# 1. Use SQLite\n\n## Status\n")
        .text("docs/adr/0002-be-quick.md", "no heading")
        .text("docs/adr/0000-template.md", "# Title")
        .plan();
    let records: Vec<(&str, &str, &[String])> = plan
        .nodes
        .iter()
        .filter(|node| node.kind == "adr")
        .map(|node| (node.ref_id.as_str(), node.summary.as_str(), node.folders.as_slice()))
        .collect();
    assert_eq!(
        records,
        [
            ("adr-0001-use-sqlite", "Use SQLite", &["docs/adr/0001-use-sqlite.md".to_owned()][..]),
            ("adr-0002-be-quick", "Decision 0002-be-quick", &["docs/adr/0002-be-quick.md".to_owned()][..]),
        ]
    );
    assert!(edges(&plan).contains(&"adr-0001-use-sqlite part_of shop".to_owned()));
    let empty = Project::new("x").text("docs/adr/0001-use-sqlite.md", "# Use SQLite").plan();
    assert!(empty.nodes.is_empty(), "without code there is no plan");
}

#[test]
fn hostile_documents_are_survived() {
    let long = "│   ".repeat(50_000);
    let texts = [
        format!("```\n{long}├── x\n{}```\n", "├── src/\n".repeat(6_000)),
        format!("* {}", "`a`, ".repeat(100_000)),
        "- [x](".repeat(20_000),
        "- `../../etc/passwd`\n- `/`\n- `:`\n- ``\n|\n#\n```".to_owned(),
        "é".repeat(100_000),
    ];
    for text in texts {
        let plan = Project::new("p").files(&["src/a/x.py", "src/b/y.py"]).text("README.md", &text).plan();
        assert_eq!(nodes(&plan).len(), 3);
    }
}
