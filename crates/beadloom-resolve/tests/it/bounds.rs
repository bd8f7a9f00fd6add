//! Hostile projects: no panic, no endless work, and the same answer every time.

use beadloom_model::{Code, ImportKind, LanguageId};
use beadloom_resolve::{ImportResolver, is_manifest};
use rayon::prelude::*;

use crate::project::{import, lead, project};

const LANGUAGES: &[(LanguageId, &str)] = &[
    (LanguageId::Python, "src/a/b.py"),
    (LanguageId::TypeScript, "src/a/b.ts"),
    (LanguageId::Go, "src/a/b.go"),
    (LanguageId::Rust, "src/a/b.rs"),
    (LanguageId::Java, "src/a/B.java"),
    (LanguageId::Kotlin, "src/a/b.kt"),
    (LanguageId::Scala, "src/a/b.scala"),
    (LanguageId::Ruby, "src/a/b.rb"),
    (LanguageId::Php, "src/a/b.php"),
    (LanguageId::Elixir, "lib/a/b.ex"),
    (LanguageId::Lua, "src/a/b.lua"),
    (LanguageId::Bash, "src/a/b.sh"),
    (LanguageId::C, "src/a/b.c"),
    (LanguageId::Cpp, "src/a/b.cpp"),
    (LanguageId::CSharp, "src/a/B.cs"),
];

fn mixed() -> ImportResolver<'static> {
    project(&[
        ("go.mod", "module example.org/x\n"),
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        (
            "package.json",
            r##"{"name": "x", "exports": "./src/a/b.ts", "imports": {"#*": "./src/*.ts", "#a": "#b", "#b": "#a"}}"##,
        ),
        ("tsconfig.json", r#"{"compilerOptions": {"baseUrl": ".", "paths": {"*": ["./src/*", "./*"]}}}"#),
        ("src/a/b.py", ""),
        ("src/a/b.ts", ""),
        ("src/a/b.go", ""),
        ("src/a/b.rs", ""),
        ("src/lib.rs", ""),
        ("src/a/B.java", ""),
        ("src/a/b.kt", ""),
        ("src/a/b.scala", ""),
        ("build.gradle.kts", "group = \"a.b\"\ngroup = \"..\"\nnamespace '.a.'\n"),
        ("src/a/b.c", ""),
        ("src/a/b.cpp", ""),
        ("src/a/B.cs", ""),
        ("src/x.csproj", "<Project/>"),
        ("CMakeLists.txt", "include_directories(src ../.. /etc)"),
        ("Makefile", "-I. -I.. -I/etc"),
        ("a.gemspec", "s.require_paths = ['src', '..']"),
        ("src/a/b.rb", ""),
        (
            "composer.json",
            r#"{"autoload": {"psr-4": {"a\\": "src/", "": "../"}, "psr-0": {"b_": "."}, "classmap": ["src"]}}"#,
        ),
        ("src/a/b.php", ""),
        ("mix.exs", ""),
        ("lib/a/b.ex", ""),
        ("a-1.rockspec", "modules = { a = '../a.lua', b = 'src/a/b.lua' }"),
        ("src/a/b.lua", ""),
        ("src/a/b.sh", ""),
        ("src/ümläut/日本.ts", ""),
    ])
}

#[test]
fn strange_specifiers_are_external_or_inside_and_never_panic() {
    let resolver = mixed();
    let pieces = [
        ".", "..", "/", "::", "*", "?", "#", "!", "@", "a", "b", "src", "crate", "super", "self", "r#", "é",
        "日本", "\0", "\u{1}project", "\\", "node:", "npm:", "$", "%00", " ", "{", "}", "-", "js",
        "node_modules", "file://", "C:", "\n", "\u{202e}",
    ];
    let mut state = 1_u64;
    for _ in 0..20_000 {
        let mut specifier = String::new();
        for _ in 0..6 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = usize::try_from(state >> 40).unwrap_or(0) % (pieces.len() + 4);
            specifier.push_str(pieces.get(at).unwrap_or(&""));
        }
        for (language, from) in LANGUAGES {
            for kind in [ImportKind::Import, ImportKind::Module] {
                for target in resolver.resolve(*language, from, &import(&specifier, &[".", "日本.rs"], kind))
                {
                    let path = target.path.unwrap_or_default();
                    assert!(
                        !path.starts_with('/') && !path.contains("..") && !path.contains("node_modules"),
                        "{language} {specifier:?}: {path}"
                    );
                }
            }
        }
    }
}

#[test]
fn huge_specifiers_and_ways_out_of_the_root_are_external() {
    let resolver = mixed();
    let huge = [
        "a".repeat(1 << 20),
        "../".repeat(400_000),
        "a.".repeat(500_000),
        "a::".repeat(300_000),
        format!("./{}", "a/../".repeat(200_000)),
        ".".repeat(1 << 20),
        format!("{}etc/passwd", "../".repeat(1_000)),
        format!("./{}", "x/".repeat(2_000)),
        "#".repeat(4_000),
        "super::".repeat(500),
    ];
    for specifier in &huge {
        for (language, from) in LANGUAGES {
            let targets = resolver.resolve(*language, from, &import(specifier, &["x"], ImportKind::Import));
            assert_eq!(targets.len(), 1);
            assert_eq!(targets[0].path, None, "{language} {}", specifier.get(..20).unwrap_or(specifier));
        }
    }
}

#[test]
fn hostile_manifests_are_left_out_and_told() {
    let deep_json = format!("{}{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    let deep_toml = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let huge = format!("{{\"a\": \"{}\"}}", "x".repeat(5 << 20));
    let braces = format!(
        r#"{{"include": ["{}*.ts"], "compilerOptions": {{"paths": {{"@/*": ["./src/*"]}}}}}}"#,
        "{a,b}".repeat(40)
    );
    let mut files = vec![
        ("a/package.json".to_owned(), deep_json.clone()),
        ("a/tsconfig.json".to_owned(), deep_json),
        ("b/pyproject.toml".to_owned(), deep_toml.clone()),
        ("b/Cargo.toml".to_owned(), deep_toml),
        ("c/package.json".to_owned(), huge),
        ("d/tsconfig.json".to_owned(), braces),
        ("d/src/x.ts".to_owned(), String::new()),
        ("a/x.ts".to_owned(), String::new()),
        ("a/y.ts".to_owned(), String::new()),
    ];
    // A chain of configurations, each of which extends the next; both orders of reading.
    for at in 0..2_000 {
        let next = format!(r#"{{"extends": "./tsconfig.{:05}.json"}}"#, at + 1);
        files.push((format!("e/tsconfig.{at:05}.json"), next));
        let last = format!(r#"{{"extends": "./tsconfig.{:05}.json"}}"#, 4_000 - at - 1);
        files.push((format!("f/tsconfig.{:05}.json", 4_000 - at), last));
    }
    files.push(("e/tsconfig.json".to_owned(), r#"{"extends": "./tsconfig.00000.json"}"#.to_owned()));
    files.push(("f/tsconfig.json".to_owned(), r#"{"extends": "./tsconfig.04000.json"}"#.to_owned()));
    files.push(("e/x.ts".to_owned(), String::new()));
    files.push(("f/x.ts".to_owned(), String::new()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let resolver = project(&files);
    for (from, specifier, expected) in [
        ("a/x.ts", "./y", "a/y.ts"),
        ("d/src/x.ts", "@/x", "d/src/x.ts"),
        ("e/x.ts", "./x", "e/x.ts"),
        ("f/x.ts", "./x", "f/x.ts"),
    ] {
        let found = lead(&resolver, "typescript", from, &import(specifier, &[], ImportKind::Import));
        assert_eq!(found, expected, "{from} {specifier}");
    }
    let found = resolver.diagnostics();
    assert!(found.iter().all(|diagnostic| diagnostic.code == Code::BadManifest));
    for path in ["a/package.json", "a/tsconfig.json", "b/pyproject.toml", "b/Cargo.toml", "c/package.json"] {
        assert!(found.iter().any(|diagnostic| diagnostic.path.as_deref() == Some(path)), "{path}: {found:?}");
    }
}

#[test]
fn the_answer_depends_on_neither_threads_nor_order() {
    let specifiers =
        ["./b", "a.b", "example.org/x/src/a", "crate::a::b", "src.a.B", "x", "#a/b", "src/a/b", ".b"];
    let run = |resolver: &ImportResolver, reverse: bool| -> Vec<String> {
        let mut work: Vec<(usize, LanguageId, &str, &str)> = Vec::new();
        for round in 0..50 {
            for (language, from) in LANGUAGES {
                work.extend(specifiers.iter().map(|specifier| (round, *language, *from, *specifier)));
            }
        }
        if reverse {
            work.reverse();
        }
        let mut found: Vec<(usize, LanguageId, &str, String)> = work
            .par_iter()
            .map(|(round, language, from, specifier)| {
                let import = import(specifier, &["n"], ImportKind::Import);
                (*round, *language, *specifier, lead(resolver, language.as_str(), from, &import))
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, _, _, line)| line).collect()
    };
    let first = run(&mixed(), false);
    assert!(first.iter().any(|line| line.starts_with("src/")));
    assert_eq!(first, run(&mixed(), true));
}

#[test]
fn an_empty_specifier_is_external() {
    let resolver = mixed();
    for language in ["python", "typescript", "rust", "go"] {
        assert_eq!(
            lead(&resolver, language, "src/a/b.py", &import("", &["n"], ImportKind::Import)),
            "external [n]"
        );
    }
}

#[test]
fn manifests_are_known_by_their_path() {
    for path in [
        "package.json", "x/go.mod", "go.work", "x/Cargo.toml", "pyproject.toml", "setup.cfg",
        "a/tsconfig.app.json",
    ] {
        assert!(is_manifest(path), "{path}");
    }
    for path in ["src/package.json.ts", "x/data.json", "Cargo.lock", "main.go"] {
        assert!(!is_manifest(path), "{path}");
    }
}
