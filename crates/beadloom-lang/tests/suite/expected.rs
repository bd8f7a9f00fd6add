//! Every fixture in `tests/fixtures` against its `.expected` file: one line per symbol and import.
//!
//! `UPDATE_EXPECTED=1 cargo test -p beadloom-lang --test suite expected` writes them anew; read the difference.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use beadloom_lang::{Limits, Parser, detect, languages};
use beadloom_model::{LanguageId, Receiver};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Paths within the folder, with `/`: where a file lies may say what it answers.
fn fixtures() -> Vec<String> {
    let mut folders = vec![folder()];
    let mut paths = Vec::new();
    while let Some(folder_of) = folders.pop() {
        for entry in std::fs::read_dir(folder_of).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_none_or(|ending| ending != "expected") {
                let path = path.strip_prefix(folder()).unwrap().to_str().unwrap().replace('\\', "/");
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}

fn describe(path: &str, text: &str) -> String {
    let file = Parser::new().parse(detect(path).unwrap(), path, text, &Limits::default());
    let mut out = String::new();
    writeln!(out, "lines {} | summary {}", file.lines, file.summary.as_deref().unwrap_or("-")).unwrap();
    writeln!(out, "entry point {} | generated {}", file.entry_point, file.generated).unwrap();
    writeln!(out, "file annotations {:?}", file.file_annotations).unwrap();
    for s in &file.symbols {
        let exported = if s.exported { "exported" } else { "private" };
        writeln!(
            out,
            "{} | {} | {} | {}-{} | {exported}",
            s.qualified_name,
            s.kind.as_str(),
            s.form,
            s.line_start,
            s.line_end
        )
        .unwrap();
        writeln!(out, "    {}", s.signature).unwrap();
        if let Some(summary) = &s.summary {
            writeln!(out, "    \"{summary}\"").unwrap();
        }
        if s.annotations != file.file_annotations {
            writeln!(out, "    {:?}", s.annotations).unwrap();
        }
    }
    for i in &file.imports {
        let local = if i.local { " | local" } else { "" };
        write!(out, "import {} | {} | {} | {:?}", i.line, i.kind.as_str(), i.specifier, i.names).unwrap();
        for (here, there) in &i.aliases {
            write!(out, " | {here} = {there:?}").unwrap();
        }
        writeln!(out, "{local}").unwrap();
    }
    for (exported, local) in &file.export_aliases {
        writeln!(out, "export {exported} | {local}").unwrap();
    }
    for r in &file.references {
        let from = r.from.map_or("-", |at| &file.symbols[at as usize].qualified_name);
        let before = match &r.receiver {
            Receiver::None => String::new(),
            Receiver::This => "this.".to_owned(),
            Receiver::Super => "super.".to_owned(),
            Receiver::Path(path) => format!("{path}."),
            Receiver::Typed(of) => format!("({of})."),
            Receiver::Value => "?.".to_owned(),
        };
        writeln!(out, "{} {:?} | {from} | {before}{}", r.kind.as_str(), r.lines, r.name).unwrap();
    }
    for r in &file.routing.routes {
        let (router, handler) = (r.router.as_deref().unwrap_or("-"), r.handler.as_deref().unwrap_or("-"));
        writeln!(
            out,
            "route {} | {} {} | {handler} | on {router} | {}",
            r.line, r.method, r.path, r.framework
        )
        .unwrap();
    }
    for r in &file.routing.routers {
        writeln!(out, "router {} | {:?} | of {}", r.name, r.prefix, r.parent.as_deref().unwrap_or("-"))
            .unwrap();
    }
    for m in &file.routing.mounts {
        let (module, onto) = (m.module.as_deref().unwrap_or("-"), m.onto.as_deref().unwrap_or("-"));
        writeln!(out, "mount {} | {:?} | {} | from {module} | onto {onto}", m.line, m.prefix, m.target)
            .unwrap();
    }
    assert!(file.diagnostics.is_empty(), "{path}: {:?}", file.diagnostics);
    out
}

#[test]
fn fixtures_say_what_they_say() {
    let mut wrong = Vec::new();
    for name in fixtures() {
        let expected = folder().join(format!("{name}.expected"));
        let got = describe(&name, &std::fs::read_to_string(folder().join(&name)).unwrap());
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&expected, &got).unwrap();
        }
        let want = std::fs::read_to_string(&expected).unwrap_or_default();
        if got != want {
            let at = got.lines().zip(want.lines()).position(|(got, want)| got != want);
            let at = at.unwrap_or_else(|| got.lines().count().min(want.lines().count()));
            wrong.push(format!(
                "{name}, line {}:\n  is   {:?}\n  want {:?}",
                at + 1,
                got.lines().nth(at),
                want.lines().nth(at)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_language_has_fixtures() {
    let paths = fixtures();
    for of in languages() {
        let has = paths.iter().any(|path| detect(path).is_some_and(|found| found.id == of.id));
        assert!(has, "{} has no fixture", of.id);
        let facts = of.id.facts();
        assert!(!facts.extensions.is_empty() || !facts.file_names.is_empty(), "{} is never detected", of.id);
    }
    // What has facts has a reader, in the same order.
    let read: Vec<LanguageId> = languages().iter().map(|language| language.id).collect();
    assert_eq!(read, LanguageId::ALL);
}

#[test]
fn files_are_told_by_name() {
    for (path, id) in [
        ("a.py", Some("python")),
        ("a/b.pyi", Some("python")),
        ("a.ts", Some("typescript")),
        ("a.d.mts", Some("typescript")),
        ("a.cts", Some("typescript")),
        ("a.tsx", Some("typescript")),
        ("a.js", Some("javascript")),
        ("a.mjs", Some("javascript")),
        ("+page.svelte", Some("svelte")),
        ("App.vue", Some("vue")),
        ("a.cjs", Some("javascript")),
        ("A.JSX", Some("javascript")),
        ("a.go", Some("go")),
        ("dir.py/a.rs", Some("rust")),
        ("A.java", Some("java")),
        ("a.kt", Some("kotlin")),
        ("build.gradle.kts", Some("kotlin")),
        ("a.scala", Some("scala")),
        ("deploy.sc", Some("scala")),
        ("build.sbt", None),
        ("Sources/App/main.swift", Some("swift")),
        ("src/A.hs", Some("haskell")),
        ("src/main.zig", Some("zig")),
        ("schema.graphql", Some("graphql")),
        ("schema.graphqls", Some("graphql")),
        ("client.GQL", Some("graphql")),
        ("a/b.proto", Some("protobuf")),
        ("db/schema.sql", Some("sql")),
        ("build.zig.zon", None),
        ("a.rb", Some("ruby")),
        ("lib/tasks/a.rake", Some("ruby")),
        ("a.gemspec", Some("ruby")),
        ("config.ru", Some("ruby")),
        ("x/Rakefile", Some("ruby")),
        ("Gemfile", Some("ruby")),
        ("Gemfile.lock", None),
        ("a.php", Some("php")),
        ("a.phtml", Some("php")),
        ("artisan", Some("php")),
        ("a.ex", Some("elixir")),
        ("mix.exs", Some("elixir")),
        ("a.eex", None),
        ("a.lua", Some("lua")),
        ("a-1.0-1.rockspec", Some("lua")),
        ("a.sh", Some("bash")),
        ("a.zsh", Some("bash")),
        (".bashrc", Some("bash")),
        ("home/.zshrc", Some("bash")),
        ("PKGBUILD", Some("bash")),
        ("bash", None),
        ("a.c", Some("c")),
        ("a.h", Some("c")),
        ("a.cc", Some("cpp")),
        ("a.c++", Some("cpp")),
        ("a.hpp", Some("cpp")),
        ("a.inl", Some("cpp")),
        ("A.cs", Some("csharp")),
        ("a.csx", Some("csharp")),
        ("dir.py/README", None),
        ("py", None),
        ("a.pyc", None),
        ("", None),
    ] {
        assert_eq!(detect(path).map(|language| language.id.as_str()), id, "{path}");
    }
}
