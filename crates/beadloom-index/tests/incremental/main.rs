//! After any sequence of edits an incremental index equals a fresh one, row for row.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what cannot be set up fails the test")]

mod concerned;
mod documents;
mod foreign;
#[cfg(unix)]
mod links;
pub mod random;
mod sources;
mod trees;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use beadloom_embed::StaticModel;
use beadloom_graph::Config;
use beadloom_index::{Embedder, FindParseCache, Options, Outcome, Report, reindex};
use beadloom_store::{Access, Store};
use beadloom_sync::{Baseline, CodeHash, DocHash, LOCK_PATH, Lock};

use self::random::Random;
use self::sources::{ENDINGS, FOLDERS, STEMS, source};

/// The bundled model.
fn model() -> Arc<StaticModel> {
    static MODEL: OnceLock<Arc<StaticModel>> = OnceLock::new();
    let read = || {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../beadloom-embed/data/code.embedding");
        Arc::new(StaticModel::parse(std::fs::read(file).unwrap()).unwrap())
    };
    Arc::clone(MODEL.get_or_init(read))
}

fn run(root: &Path, store: &mut Store, full: bool) -> Report {
    run_with(root, store, full, Some(embedder()), None)
}

fn embedder() -> Embedder<'static> {
    Embedder { fingerprint: 1, load: &|| Some(model()) }
}

/// Without vectors, which follow from texts alone.
fn run_without_model(root: &Path, store: &mut Store) -> Report {
    run_with(root, store, false, None, None)
}

fn run_with(
    root: &Path,
    store: &mut Store,
    full: bool,
    embedder: Option<Embedder<'_>>,
    parse_cache: Option<FindParseCache<'_>>,
) -> Report {
    let options = Options {
        root,
        config: &Config::default(),
        config_digest: "default",
        embedder,
        history: None,
        watch: None,
        indexed: None,
        config_diagnostics: &[],
        parse_cache,
        full,
        wait: Duration::from_secs(5),
        deadline: None,
        cancelled: &AtomicBool::new(false),
        progress: &|_| {},
    };
    match reindex(store, &options).unwrap() {
        Outcome::Done(report) => report,
        Outcome::TooSlow(paths) => panic!("no deadline was set, yet it passed with {paths:?}"),
    }
}

/// What nodes may name as theirs.
const DOCUMENTS: &[&str] = &["docs/a.md", "docs/b.md", "web/c.md"];

/// Nodes that come and go, own folders, share documents, and have edges with and against what imports say.
fn graph(random: &mut Random) -> String {
    match random.below(10) {
        0 | 1 => return "nodes: [\n".to_owned(),
        2 => return "nodes: []\n".to_owned(),
        _ => {}
    }
    let mut nodes = String::new();
    for (ref_id, kind) in
        [("FEAT-7", "feature"), ("auth", "domain"), ("billing", "domain"), ("web", "service")]
    {
        if random.below(4) == 0 {
            continue;
        }
        let mut line = format!("  - {{ref_id: {ref_id}, kind: {kind}, summary: s{}", random.below(4));
        if random.below(4) != 0 {
            line += &format!(", source: {}/", random.pick(FOLDERS));
        }
        let docs: Vec<&str> =
            ["docs/a.md", "docs/b.md", "web/c.md"].into_iter().filter(|_| random.below(3) == 0).collect();
        nodes += &format!("{line}, docs: [{}]}}\n", docs.join(", "));
    }
    let mut edges = String::new();
    for (src, dst) in
        [("FEAT-7", "billing"), ("auth", "billing"), ("billing", "auth"), ("web", "auth"), ("auth", "ghost")]
    {
        if random.below(2) == 0 {
            let kind = random.pick(&["part_of", "depends_on", "uses", "touches_code", "touches_entity"]);
            edges += &format!("  - {{src: {src}, dst: {dst}, kind: {kind}}}\n");
        }
    }
    format!("nodes:\n{nodes}edges:\n{edges}")
}

/// Declares some pairs to be up to date, forgets others, or spoils the lock.
fn lock(random: &mut Random, root: &Path, index: &Store) {
    let (mut lock, findings) =
        Lock::parse(&std::fs::read_to_string(root.join(LOCK_PATH)).unwrap_or_default());
    if findings.is_empty() && random.below(12) == 0 {
        return write(root, LOCK_PATH, &format!("{}\nno line of a lock\n", lock.render()));
    }
    for row in index.state().sync_rows().unwrap() {
        if random.below(4) == 0 {
            lock.remove(&row.doc_path, &row.code_path, &row.ref_id);
        } else if let (Some(doc), Some(code)) = (row.doc_hash, row.code_hash)
            && random.below(2) == 0
        {
            lock.set(Baseline {
                doc_path: row.doc_path,
                code_path: row.code_path,
                ref_id: row.ref_id,
                doc_hash: DocHash(doc),
                code_hash: CodeHash(code),
                exact: random.below(4) == 0,
                blob: None,
            });
        }
    }
    write(root, LOCK_PATH, &lock.render());
}

/// A project that may use the other one, and so see what that declares.
fn csproj(random: &mut Random, other: &str) -> String {
    let reference = match random.below(3) {
        0 => format!("<ItemGroup><ProjectReference Include=\"{other}\" /></ItemGroup>"),
        1 => "<PropertyGroup><RootNamespace>Acme</RootNamespace></PropertyGroup>".to_owned(),
        _ => String::new(),
    };
    format!("<Project Sdk=\"Microsoft.NET.Sdk\">{reference}</Project>\n")
}

fn write(root: &Path, path: &str, text: &str) {
    let full = root.join(path);
    std::fs::create_dir_all(full.parent().unwrap()).unwrap();
    std::fs::write(full, text).unwrap();
}

/// One random change to the files; `files` follows.
fn change(random: &mut Random, root: &Path, files: &mut BTreeMap<String, String>) {
    let path = match random.below(12) {
        0 => (*random.pick(DOCUMENTS)).to_owned(),
        _ => format!("{}/{}.{}", random.pick(FOLDERS), random.pick(STEMS), random.pick(ENDINGS)),
    };
    let existing: Vec<String> = files.keys().cloned().collect();
    match random.below(10) {
        0..=4 => {
            let mut text = source(random, &path);
            if random.below(8) == 0 {
                text.push('\0');
            }
            write(root, &path, &text);
            files.insert(path, text);
        }
        5 | 6 if !existing.is_empty() => {
            let gone = random.pick(&existing);
            std::fs::remove_file(root.join(gone)).unwrap();
            files.remove(gone);
        }
        7 if !existing.is_empty() => {
            let from = random.pick(&existing).clone();
            let ending = from.rsplit_once('.').unwrap().1;
            let to = format!("{}/{}.{ending}", random.pick(FOLDERS), random.pick(STEMS));
            if from != to {
                let text = files.remove(&from).unwrap();
                std::fs::create_dir_all(root.join(&to).parent().unwrap()).unwrap();
                std::fs::rename(root.join(&from), root.join(&to)).unwrap();
                files.insert(to, text);
            }
        }
        8 => write(root, ".beadloom/_graph/all.yml", &graph(random)),
        _ => {
            let manifest = match random.below(5) {
                0 => ("go.mod", format!("module example.org/{}\n", random.pick(&["m", "n"]))),
                1 => ("core/Cargo.toml", "[package]\nname = \"core\"\n".to_owned()),
                2 => ("core/core.csproj", csproj(random, "../web/web.csproj")),
                3 => ("web/web.csproj", csproj(random, "../core/core.csproj")),
                _ => (
                    "tsconfig.json",
                    format!("{{\"compilerOptions\":{{\"baseUrl\":\"{}\"}}}}", random.pick(&[".", "web"])),
                ),
            };
            write(root, manifest.0, &manifest.1);
        }
    }
}

/// Some rows that one index has and the other lacks; `None` where they are equal.
fn differences(kept: &Store, fresh: &Store) -> Option<String> {
    let (kept_rows, fresh_rows) = (kept.dump().unwrap(), fresh.dump().unwrap());
    let missing: Vec<_> =
        fresh_rows.iter().filter(|row| kept_rows.binary_search(row).is_err()).take(5).collect();
    let extra: Vec<_> =
        kept_rows.iter().filter(|row| fresh_rows.binary_search(row).is_err()).take(5).collect();
    (!missing.is_empty() || !extra.is_empty() || kept_rows.len() != fresh_rows.len())
        .then(|| format!("missing {missing:#?}, extra {extra:#?}"))
}

/// A number that the environment gives.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Whether a fresh index is made in this step: every fourth, or as `BEADLOOM_FRESH_EVERY` says. It is most of the work, and what
/// an incremental run got wrong stays wrong until the same files change once more.
fn is_compared(step: usize) -> bool {
    (step as u64 + 1).is_multiple_of(given("BEADLOOM_FRESH_EVERY").unwrap_or(4))
}

/// Mends a graph that did not parse: it answers with what it last said, which a fresh index cannot know.
fn mend_graph(root: &Path, kept: &mut Store, report: &Report) {
    if report.diagnostics.iter().any(|d| d.code == beadloom_model::Code::YamlSyntax) {
        write(root, ".beadloom/_graph/all.yml", "nodes: []\n");
        run(root, kept, false);
    }
}

fn check(seed: u64, steps: usize) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut random = Random(seed);
    let mut files = BTreeMap::new();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    for step in 0..steps {
        // Mostly a few files, now and then as many as another branch has.
        let changes = if random.below(12) == 0 { 30 } else { 1 + random.below(4) };
        for _ in 0..changes {
            change(&mut random, root, &mut files);
        }
        let mut report = run(root, &mut kept, false);
        if random.below(4) == 0 {
            lock(&mut random, root, &kept);
            report = run(root, &mut kept, false);
        }
        if !is_compared(step) {
            continue;
        }
        mend_graph(root, &mut kept, &report);
        let mut fresh = Store::open(&indexes.path().join(format!("fresh-{step}.db")), Access::Write).unwrap();
        run(root, &mut fresh, false);
        let found = differences(&kept, &fresh);
        assert!(found.is_none(), "seed {seed}, step {step}: {}", found.unwrap_or_default());
        assert!(step % 20 != 19 || kept.is_sound().unwrap(), "seed {seed}, step {step}");
    }
}

// 504 steps in three tests, which run side by side.
#[test]
fn incremental_equals_full_with_the_first_seed() {
    check(1, 168);
}

#[test]
fn incremental_equals_full_with_the_second_seed() {
    check(2, 168);
}

#[test]
fn incremental_equals_full_with_the_third_seed() {
    check(3, 168);
}

/// One random project, or as many as `BEADLOOM_SEEDS=20` says; each prints its seed first. `BEADLOOM_SEED=7` runs one
/// again.
#[test]
fn incremental_equals_full_with_random_seeds() {
    if let Some(seed) = given("BEADLOOM_SEED") {
        return check(seed, 168);
    }
    for _ in 0..given("BEADLOOM_SEEDS").unwrap_or(1) {
        let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        println!("seed {}", time.subsec_nanos());
        check(u64::from(time.subsec_nanos()), 100);
    }
}

#[test]
fn a_second_run_parses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for n in 0..50 {
        write(root, &format!("src/m{n}.py"), &format!("def f{n}():\n    return {n}\n"));
    }
    let indexes = tempfile::tempdir().unwrap();
    let mut store = Store::open(&indexes.path().join("index.db"), Access::Write).unwrap();
    let first = run(root, &mut store, false);
    assert_eq!((first.files.parsed, first.files.added, first.generation), (50, 50, 1));
    let second = run(root, &mut store, false);
    assert_eq!((second.files.parsed, second.generation), (0, 1));
    assert_eq!(second.totals, first.totals);
    write(root, "src/m7.py", "def g():\n    return 7\n");
    let third = run(root, &mut store, false);
    assert_eq!((third.files.parsed, third.files.changed, third.generation), (1, 1, 2));
    std::fs::rename(root.join("src/m7.py"), root.join("src/m_seven.py")).unwrap();
    let fourth = run(root, &mut store, false);
    assert_eq!((fourth.files.parsed, fourth.files.renamed, fourth.files.deleted), (0, 1, 0));
}

/// Runs both ways on the files as they are and compares.
fn assert_as_fresh(root: &Path, kept: &mut Store) -> Report {
    let report = run(root, kept, false);
    let indexes = tempfile::tempdir().unwrap();
    let mut fresh = Store::open(&indexes.path().join("fresh.db"), Access::Write).unwrap();
    run(root, &mut fresh, false);
    assert_eq!(kept.dump().unwrap(), fresh.dump().unwrap());
    report
}

#[test]
fn other_text_comes_changes_and_goes() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    write(root, "deploy/values.yaml", "replicas: 3\n");
    write(root, "api.json", "{\"name\": \"shop\"}\n");
    write(root, "Cargo.lock", "version = 3\n");
    write(root, "logo.bin", "GIF\0");
    write(root, "photo", "JFIF\0");
    let large = "words of a book\n".repeat(100_000);
    write(root, "large.raw", &format!("\0{large}"));
    write(root, "book.txt", &large);
    let report = assert_as_fresh(root, &mut kept);
    let codes = |report: &Report| -> Vec<(String, beadloom_model::Code)> {
        report.diagnostics.iter().map(|d| (d.path.clone().unwrap_or_default(), d.code)).collect()
    };
    // What nobody takes for text is no finding.
    assert_eq!(codes(&report), [("book.txt".to_owned(), beadloom_model::Code::TooLarge)]);
    assert_eq!((report.files.parsed, report.files.skipped, report.totals.code_chunks), (2, 1, 2));
    assert_eq!((report.totals.symbols, report.totals.nodes), (0, 0));

    // Data outgrows its limit and becomes less again; a text becomes binary, a large one small.
    for (path, text, chunks) in [
        ("api.json", "{\"name\": \"shop\"}\n".repeat(5_000), 1),
        ("api.json", "{\"name\": \"shop\"}\n".to_owned(), 2),
        ("deploy/values.yaml", "\0".to_owned(), 1),
        ("book.txt", "Chapter one\n".to_owned(), 2),
    ] {
        write(root, path, &text);
        let report = assert_as_fresh(root, &mut kept);
        assert_eq!(report.totals.code_chunks, chunks, "{path}");
    }
    std::fs::rename(root.join("book.txt"), root.join("book.py")).unwrap();
    assert_as_fresh(root, &mut kept);
    std::fs::rename(root.join("book.py"), root.join("book.rst")).unwrap();
    let report = assert_as_fresh(root, &mut kept);
    assert_eq!((report.totals.code_chunks, codes(&report)), (2, Vec::new()));
}

#[test]
fn a_document_that_two_nodes_name_stays_with_the_one_that_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    write(root, "docs/a.md", "# A\n\nText\n");
    let node = |id: &str| format!("  - {{ref_id: {id}, kind: domain, docs: [docs/a.md]}}\n");
    let (one, two) = (node("auth"), node("billing"));
    for nodes in [format!("{one}{two}"), two.clone(), format!("{one}{two}"), one] {
        write(root, ".beadloom/_graph/all.yml", &format!("nodes:\n{nodes}"));
        assert_as_fresh(root, &mut kept);
    }
}

#[test]
fn a_type_that_others_inherit_from_moves() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    write(root, "lib/a.rb", "class A\nend\n");
    write(root, "lib/b.rb", "class B < A\n  def m\n  end\nend\n");
    write(root, "lib/c.rb", "class C < B\n  def f\n    self.m\n  end\nend\n");
    assert_as_fresh(root, &mut kept);
    // C finds `m` in B, and never looks into A, which is above both.
    std::fs::rename(root.join("lib/a.rb"), root.join("lib/z.rb")).unwrap();
    assert_eq!(assert_as_fresh(root, &mut kept).files.renamed, 1);
}

#[test]
fn a_statement_that_says_a_name_twice_says_it_once() {
    for (path, imported, statement) in [
        ("src/lib.ts", "src/a.ts", "export { default, default as A } from './a';\n"),
        ("src/lib.ts", "src/a.ts", "export { default as A, default as A, A as B, A as C } from './a';\n"),
        (
            "src/lib.js",
            "src/a.js",
            "import A, { default as B } from './a';\nexport { A as default, B, B as A };\n",
        ),
        ("src/lib.py", "src/a.py", "from .a import f, f as g, f\n"),
        ("src/lib.php", "src/a.php", "<?php\nnamespace Acme;\nuse Acme\\{A, A as B, A};\n"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let indexes = tempfile::tempdir().unwrap();
        let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
        write(root, path, statement);
        assert_as_fresh(root, &mut kept);
        // What the statement names comes, changes and goes: only where it leads is looked for again.
        for text in ["export default class A {}\n", "class A {}\nexport default A;\n"] {
            write(root, imported, text);
            assert_as_fresh(root, &mut kept);
        }
        std::fs::remove_file(root.join(imported)).unwrap();
        assert_as_fresh(root, &mut kept);
    }
}

#[test]
fn small_changes_leave_nothing_of_the_old_state() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    write(
        root,
        ".beadloom/_graph/all.yml",
        "nodes:\n  - {ref_id: auth, kind: domain, source: src/, docs: [docs/a.md, notes.txt]}\n",
    );
    let annotated = "# beadloom:domain=gone\nimport os\n\ndef f():\n    return 1\n";
    write(root, "src/a.py", annotated);
    write(root, "docs/a.md", "# A\n\nWords of auth.\n");
    write(root, "notes.txt", "More words.\n");
    assert_as_fresh(root, &mut kept);

    // An unknown annotation moves down a line, and nothing else changes.
    write(root, "src/a.py", &format!("#\n{annotated}"));
    let report = assert_as_fresh(root, &mut kept);
    let lines: Vec<_> = report.diagnostics.iter().map(|d| (d.path.as_deref(), d.line)).collect();
    assert_eq!(lines, [(Some("src/a.py"), Some(2))]);

    // A document that is no text any more, and one that no node names any more.
    write(root, "docs/a.md", "\0");
    assert_as_fresh(root, &mut kept);
    write(root, ".beadloom/_graph/all.yml", "nodes:\n  - {ref_id: auth, kind: domain, source: src/}\n");
    let before = kept.state().meta("generation").unwrap();
    assert_as_fresh(root, &mut kept);
    assert_ne!(kept.state().meta("generation").unwrap(), before);

    // A manifest that is too large, then is not.
    write(root, "package.json", &format!("{{\"name\":\"x\"}}{}", " ".repeat(2 << 20)));
    assert_eq!(assert_as_fresh(root, &mut kept).files.skipped, 2);
    write(root, "package.json", "{\"name\":\"x\"}");
    assert_as_fresh(root, &mut kept);

    // Names that mean something, and findings that go along.
    std::fs::rename(root.join("src/a.py"), root.join("src/__main__.py")).unwrap();
    assert_as_fresh(root, &mut kept);
    write(root, "src/deep.py", &format!("x = {}{}\n", "[".repeat(20_000), "]".repeat(20_000)));
    assert_as_fresh(root, &mut kept);
    std::fs::rename(root.join("src/deep.py"), root.join("src/deeper.py")).unwrap();
    let report = assert_as_fresh(root, &mut kept);
    assert_eq!(report.files.renamed, 1);
    assert!(report.diagnostics.iter().any(|d| d.path.as_deref() == Some("src/deeper.py")));
}

#[test]
fn what_a_path_says_follows_a_rename() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    let answers = "export async function GET() {}\n";
    let component = "<script setup>\nconst a = 1\n</script>\n";
    let routes = "<?php\nRoute::get('/x', 'X@y');\n";
    let drawn = "get 'x', to: 'y#z'\n";
    // Text, where it lies, where it goes, a row that comes of that, and whether what was known of it is kept.
    let moves: [(&str, &str, &str, &str, bool); 8] = [
        (answers, "app/api/a/route.ts", "app/api/b/route.ts", "/api/b", false),
        (answers, "app/api/c/route.ts", "app/api/(inner)/c/route.ts", "/api/c", true),
        (answers, "lib/d.ts", "app/api/d/route.ts", "/api/d", false),
        ("export default () => 1;\n", "pages/e.js", "pages/f.js", "/f", false),
        (component, "ui/Card.vue", "ui/Row.vue", "Row.a", false),
        (routes, "lib/web.php", "routes/web.php", "X@y", false),
        (routes, "routes/v1.php", "routes/api.php", "/api/x", false),
        (drawn, "lib/admin.rb", "config/routes/admin.rb", "y#z", false),
    ];
    for (n, (text, from, to, row, known)) in moves.into_iter().enumerate() {
        let text = format!("{text}\n{}", "\n".repeat(n));
        write(root, from, &text);
        assert_as_fresh(root, &mut kept);
        std::fs::create_dir_all(root.join(to).parent().unwrap()).unwrap();
        std::fs::rename(root.join(from), root.join(to)).unwrap();
        let report = assert_as_fresh(root, &mut kept);
        assert_eq!(report.files.renamed == 1, known, "{from} to {to}");
        let dump = kept.dump().unwrap();
        assert!(dump.iter().any(|line| line.contains(&format!("\"{row}\""))), "{from} to {to}: no {row}");
    }
}
