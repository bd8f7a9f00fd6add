//! What holds for every plan, whatever the project looks like.

use std::collections::HashSet;

use crate::bootstrap::project::Project;
use beadloom_graph::bootstrap::{Plan, document_path};
use proptest::prelude::*;

const FOLDERS: &[&str] = &[
    "src", "api", "Api", "a b", "a-b", "core", "lib", "x.y", "é", "packages", "tests", "cmd", "-", "main",
    "java",
];
const FILES: &[&str] = &[
    "a.py", "b.ts", "api.go", "main.rs", "X.java", "core_one.c", "core_two.c", "core_three.c", "i.kt", "n.md",
];
const MANIFESTS: &[(&str, &str)] = &[
    ("package.json", r#"{"name": "@s/core"}"#),
    ("package.json", "{"),
    ("go.mod", "module example.org/api"),
    ("Cargo.toml", "[package]\nname = \"core\""),
    ("pom.xml", "<project><artifactId>a-b</artifactId>"),
    ("README.md", "# X\n\n[x](<y> is not closed, and so on\n"),
    ("Dockerfile", ""),
];

fn folder() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(FOLDERS), 0..5)
        .prop_map(|names| names.into_iter().map(|name| format!("{name}/")).collect())
}

fn projects() -> impl Strategy<Value = Project> {
    let file = (folder(), proptest::sample::select(FILES), 0..600u32);
    let manifest = (folder(), proptest::sample::select(MANIFESTS));
    let ends = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>());
    (
        proptest::collection::vec(file, 0..80),
        proptest::collection::vec(manifest, 0..8),
        proptest::collection::vec(ends, 0..80),
    )
        .prop_map(|(files, manifests, ends)| {
            let mut seen = HashSet::new();
            let mut project = Project::new("core");
            for (folder, name, lines) in files {
                let path = format!("{folder}{name}");
                if seen.insert(path.clone()) {
                    project = project.file(&path, lines);
                }
            }
            for (folder, (name, text)) in manifests {
                let path = format!("{folder}{name}");
                if seen.insert(path.clone()) {
                    project = project.text(&path, text);
                }
            }
            if !project.files.is_empty() {
                for (from, to, weak) in ends {
                    let (from, to) =
                        (from.get(&project.files).path.clone(), to.get(&project.files).path.clone());
                    project.imports.push((from, to, weak));
                }
            }
            project
        })
}

fn check(plan: &Plan, project: &Project) {
    let ids: HashSet<&str> = plan.nodes.iter().map(|node| node.ref_id.as_str()).collect();
    let folded: HashSet<String> = plan.nodes.iter().map(|node| node.ref_id.to_lowercase()).collect();
    assert_eq!(folded.len(), plan.nodes.len(), "ids collide");
    assert!(plan.nodes.is_sorted_by(|a, b| a.ref_id < b.ref_id));
    assert!(plan.edges.is_sorted_by(|a, b| (&a.src, &a.dst, &a.kind) < (&b.src, &b.dst, &b.kind)));
    let documents: HashSet<String> =
        plan.nodes.iter().map(|node| document_path(node).to_lowercase()).collect();
    assert_eq!(documents.len(), plan.nodes.len(), "documents collide");
    for node in &plan.nodes {
        assert!(!node.ref_id.is_empty() && !node.ref_id.contains(['/', ' ']), "{}", node.ref_id);
        assert_eq!(node.source.is_empty(), node.folders.is_empty(), "{}", node.ref_id);
        assert!(node.source.is_empty() || node.folders.contains(&node.source));
        for place in &node.folders {
            let known = place == "./"
                || project.files.iter().any(|file| {
                    if place.ends_with('/') { file.path.starts_with(place) } else { file.path == *place }
                });
            assert!(known, "{} has {place}", node.ref_id);
        }
    }
    for edge in plan.edges.iter().chain(&plan.dependences).chain(&plan.imports) {
        assert!(edge.src != edge.dst && ids.contains(edge.src.as_str()) && ids.contains(edge.dst.as_str()));
        assert_eq!(edge.count == 0, edge.kind == "part_of");
    }
    // One part around all others, each inside one other: a tree.
    let contained: HashSet<&str> =
        plan.edges.iter().filter(|edge| edge.kind == "part_of").map(|edge| edge.src.as_str()).collect();
    let containments = plan.edges.iter().filter(|edge| edge.kind == "part_of").count();
    assert_eq!(contained.len(), containments, "a part lies in two others");
    assert_eq!(containments, plan.nodes.len().saturating_sub(1), "not one root");
}

proptest! {
    #[test]
    fn plans_are_sound_and_independent_of_order(project in projects(), seed in any::<u64>()) {
        let plan = project.plan();
        check(&plan, &project);
        let mut shuffled = project.clone();
        let mix = |index: usize| (index as u64 + 1).wrapping_mul(seed | 1).rotate_left(17);
        let mut keyed: Vec<_> = shuffled.files.drain(..).enumerate().collect();
        keyed.sort_by_key(|(index, _)| mix(*index));
        shuffled.files = keyed.into_iter().map(|(_, file)| file).collect();
        shuffled.imports.reverse();
        prop_assert_eq!(plan, shuffled.plan());
    }

    #[test]
    fn hostile_manifests_are_survived(text in "\\PC{0,200}", name in proptest::sample::select(vec![
        "package.json", "Cargo.toml", "pyproject.toml", "go.mod", "pom.xml", "build.gradle", "composer.json", "mix.exs",
        "x.csproj", "x.gemspec", "setup.cfg", "setup.py", "Package.swift", "pubspec.yaml", "README.md", "README.rst",
        "CODEOWNERS", "settings.gradle", ".github/labeler.yml",
    ])) {
        let framed = ["", "<project><", "module ", "[metadata]\nname=", "setup(name=", "app: :", "name: "];
        for frame in framed {
            let project = Project::new("p").text(name, &format!("{frame}{text}")).files(&["a.py", "b/c.py"]);
            check(&project.plan(), &project);
        }
    }
}

#[test]
fn a_hundred_thousand_files_are_planned() {
    let mut project = Project::new("huge");
    for index in 0..100_000u32 {
        project = project
            .file(&format!("area{}/part{}/deep{}/file{index}.py", index % 7, index % 211, index % 13), 100);
    }
    let plan = project.plan();
    assert!(plan.nodes.len() >= 8 && plan.nodes.len() <= 61);
}

#[test]
fn one_folder_of_five_thousand_files_is_planned() {
    let mut project = Project::new("flat");
    for index in 0..5_000u32 {
        project = project.file(&format!("src/w{}_{index}.py", index % 900), 200);
    }
    assert_eq!(project.plan().nodes.len(), 25);
}

#[test]
fn very_deep_folders_are_planned() {
    let deep = "d/".repeat(2_000);
    let mut project = Project::new("deep");
    for index in 0..50 {
        project = project.file(&format!("{deep}f{index}.py"), 10);
    }
    project = project.text(&format!("{deep}package.json"), "{\"name\": \"x\"}");
    check(&project.plan(), &project);
    let nested = "[".repeat(100_000);
    let project = Project::new("p")
        .text("package.json", &nested)
        .text("pyproject.toml", &format!("a = {nested}"))
        .files(&["a.py"]);
    check(&project.plan(), &project);
}
