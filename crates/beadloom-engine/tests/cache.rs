//! A bundle or a search from a cache is the one that would be computed, whatever happened in between.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_engine::{Call, Engine};
use beadloom_model::requests::{
    ContextRequest, Hints, RefreshMode, Request as _, SearchRequest, TextFormat, Whole,
};
use beadloom_store::{Access, Store};
use fastrand::Rng;

const REFS: &[&str] =
    &["billing", "auth", "FEAT-7", "src/billing/a.py", "src/auth/b.py", "docs/a.md", "charge1"];

fn write(root: &Path, path: &str, text: &str) {
    let full = root.join(path);
    fs::create_dir_all(full.parent().unwrap()).unwrap();
    fs::write(full, text).unwrap();
}

fn ask(engine: &Engine, options: &ContextRequest) -> Result<String, String> {
    beadloom_local::set_data_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../beadloom-tokens/data"));
    let call = Call { cancelled: &AtomicBool::new(false), progress: &|_| {} };
    engine.context(options, &call).map_err(|error| error.message)
}

fn search(engine: &Engine, options: &SearchRequest) -> Result<String, String> {
    let call = Call { cancelled: &AtomicBool::new(false), progress: &|_| {} };
    engine.search(options, &call).map_err(|error| error.message)
}

fn options(refs: &[&str]) -> ContextRequest {
    ContextRequest {
        refs: refs.iter().map(|name| (*name).to_owned()).collect(),
        depth: None,
        max_nodes: None,
        max_chunks: None,
        budget: None,
        force: false,
        format: TextFormat::Markdown,
        hints: Hints::Commands,
        refresh: RefreshMode::Auto,
    }
}

fn index(root: &Path) -> std::path::PathBuf {
    root.join(".beadloom/beadloom.db")
}

/// Bundles in the second level, and bytes of their texts.
fn kept(root: &Path) -> (u64, u64) {
    Store::open(&index(root), Access::Read).unwrap().state().cached_bundles().unwrap()
}

fn forget(root: &Path) {
    let index = rusqlite::Connection::open(index(root)).unwrap();
    index.execute("DELETE FROM bundle_cache", []).unwrap();
}

fn graph(random: &mut Rng) -> String {
    match random.u8(0..6) {
        0 => "nodes: [\n".to_owned(),
        n => format!(
            "nodes:\n  - {{ref_id: billing, kind: domain, summary: s{n}, source: src/billing/, docs: [docs/a.md]}}\n  \
             - {{ref_id: auth, kind: domain, source: src/auth/}}\n  - {{ref_id: FEAT-7, kind: feature}}\n\
             edges:\n  - {{src: FEAT-7, dst: billing, kind: part_of}}\n"
        ),
    }
}

fn change(random: &mut Rng, root: &Path) {
    let code = format!(
        "src/{}/{}.py",
        random.choice(["billing", "auth"]).unwrap(),
        random.choice(["a", "b"]).unwrap()
    );
    let n = random.u8(0..4);
    match random.u8(0..10) {
        0 => drop(fs::remove_file(root.join(code))),
        1 => write(root, "docs/a.md", &format!("# A\n\n## Spec\n\nWords {n}.\n")),
        2 => write(root, ".beadloom/_graph/all.yml", &graph(random)),
        3 => drop(fs::rename(root.join(&code), root.join(format!("src/billing/moved{n}.py")))),
        // Everything in it is derived: it comes back, and counts its changes from one again.
        4 => ["", "-wal", "-shm"]
            .iter()
            .for_each(|end| drop(fs::remove_file(format!("{}{end}", index(root).display())))),
        // Nothing changes.
        5 => {}
        _ => write(
            root,
            &code,
            &format!("import os\n\n\ndef charge{n}(a):\n    \"\"\"Says {n}.\"\"\"\n    return a\n"),
        ),
    }
}

/// Edits of a run; `BEADLOOM_LONG_TESTS` tries more.
fn steps() -> usize {
    if std::env::var_os("BEADLOOM_LONG_TESTS").is_some() { 120 } else { 45 }
}

#[test]
fn after_any_edit_a_cached_bundle_is_the_computed_one() {
    let seed = std::env::var("BEADLOOM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(7);
    let mut random = Rng::with_seed(seed);
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let warm = Engine::new(root);
    for step in 0..steps() {
        for _ in 0..random.u8(0..3) {
            change(&mut random, root);
        }
        for _ in 0..3 {
            let how_many = 1 + usize::from(random.bool());
            let refs: Vec<&str> = random.choose_multiple(REFS, how_many).into_iter().copied().collect();
            let mut options = options(&refs);
            options.budget = if random.bool() { Whole::new(600) } else { None };
            options.format = if random.bool() { TextFormat::Json } else { TextFormat::Markdown };
            let from_memory = (ask(&warm, &options), ask(&warm, &options));
            let from_index = ask(&Engine::new(root), &options);
            let forced = ask(&warm, &ContextRequest { force: true, ..options.clone() });
            forget(root);
            let computed = ask(&Engine::new(root), &options);
            for cached in [from_memory.0, from_memory.1, from_index, forced] {
                assert_eq!(cached, computed, "seed {seed}, step {step}: {options:?}");
            }
        }
    }
}

#[test]
fn after_any_edit_a_cached_search_is_the_computed_one() {
    let seed = std::env::var("BEADLOOM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(7);
    let mut random = Rng::with_seed(seed);
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (warm, watching) = (Engine::new(root), Engine::watching(root));
    let queries =
        ["charge1", "says 2", "words of a part", "FEAT-7", "import os", "src/auth/b.py", "zzyx", ""];
    let mut seen = std::collections::BTreeSet::new();
    for step in 0..steps() {
        for _ in 0..random.u8(0..3) {
            change(&mut random, root);
        }
        for _ in 0..3 {
            let mut asked = serde_json::json!({ "query": random.choice(queries).unwrap() });
            if random.bool() {
                asked["explain"] = true.into();
            }
            match random.u8(0..6) {
                0 => asked["limit"] = 1.into(),
                1 => asked["in"] = "code".into(),
                2 => asked["path"] = "src/billing/**".into(),
                3 => asked["kind"] = "nothing".into(),
                _ => {}
            }
            let options = SearchRequest::parse(&asked.to_string()).unwrap();
            let computed = search(&Engine::new(root), &options);
            for engine in [&warm, &warm, &watching, &watching] {
                assert_eq!(search(engine, &options), computed, "seed {seed}, step {step}: {asked}");
            }
            seen.insert(computed);
        }
    }
    assert!(seen.len() > steps() / 3, "the answers hardly differ: {}", seen.len());
}

#[test]
fn a_search_that_looks_at_no_file_is_not_taken_for_one_that_does() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "src/auth/a.py", "def charge(a):\n    return a\n");
    let engine = Engine::new(root);
    let asked = |refresh: &str| {
        let json = serde_json::json!({ "query": "charge", "refresh": refresh });
        search(&engine, &SearchRequest::parse(&json.to_string()).unwrap()).unwrap()
    };
    let fresh = asked("auto");
    assert_eq!(asked("off"), fresh);
    write(root, "src/auth/a.py", "# Moved.\n\n\ndef charge(a):\n    return a\n");
    let behind = asked("off");
    assert!(!behind.contains("return a"), "lines of another file: {behind}");
    assert_ne!(asked("compare"), fresh);
    assert!(asked("auto").contains("\"line_start\": 4") || asked("auto").contains("\"line_start\":4"));
}

#[test]
fn the_second_level_is_bounded_and_keeps_what_was_used_last() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let nodes: Vec<String> =
        (0..40).map(|n| format!("  - {{ref_id: n{n:02}, kind: domain, docs: [docs/{n}.md]}}\n")).collect();
    write(root, ".beadloom/_graph/all.yml", &format!("nodes:\n{}", nodes.concat()));
    // About 200 kB each: twenty fit.
    let words = "Some words of a long document about nothing. ".repeat(40);
    let document = (0..120).map(|n| format!("## Part {n}\n\n{words}\n\n")).collect::<String>();
    (0..40).for_each(|n| write(root, &format!("docs/{n}.md"), &format!("# D{n}\n\n{document}")));
    let large = |name: &str| ContextRequest {
        budget: Whole::new(1_000_000),
        max_chunks: Whole::new(1_000),
        ..options(&[name])
    };
    let first = ask(&Engine::new(root), &large("n00")).unwrap();
    assert!(first.len() > 150_000, "{}", first.len());
    for n in 1..40 {
        ask(&Engine::new(root), &large(&format!("n{n:02}"))).unwrap();
        // Used all the time.
        assert_eq!(ask(&Engine::new(root), &large("n00")).unwrap(), first);
    }
    let (bundles, bytes) = kept(root);
    assert!(bytes <= 4 << 20 && bundles >= 10, "{bundles} bundles, {bytes} bytes");
    let index = rusqlite::Connection::open(index(root)).unwrap();
    let is_kept = |node: &str| -> bool {
        let title = format!("%\"# {node} %");
        index
            .query_row("SELECT EXISTS (SELECT 1 FROM bundle_cache WHERE content LIKE ?1)", [title], |row| {
                row.get(0)
            })
            .unwrap()
    };
    assert!(is_kept("n00") && is_kept("n39") && !is_kept("n01"));
    drop(index);

    // After a change none of them is of use.
    write(root, "docs/1.md", "# D1\n\nShort.\n");
    ask(&Engine::new(root), &options(&["n01"])).unwrap();
    assert_eq!(kept(root).0, 1);
}

#[test]
fn a_change_of_the_tokenizer_is_counted_anew() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "src/auth/a.py", "def f(): ...\n");
    write(root, ".beadloom/_graph/all.yml", "nodes:\n  - {ref_id: auth, kind: domain, source: src/auth/}\n");
    let options = ContextRequest { format: TextFormat::Json, ..options(&["auth"]) };
    let warm = Engine::new(root);
    let mut seen = Vec::new();
    for name in ["o200k_base", "cl100k_base", "o200k_base"] {
        write(root, ".beadloom/config.yml", &format!("tokens: {{tokenizer: {name}}}\n"));
        let text = ask(&warm, &options).unwrap();
        assert_eq!(ask(&Engine::new(root), &options).unwrap(), text);
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        seen.push((answer["tokens"].as_u64().unwrap(), answer["etag"].as_str().unwrap().to_owned()));
    }
    assert_eq!(seen[0], seen[2]);
    assert_ne!(seen[0].0, seen[1].0);
    assert_eq!(seen[0].1, seen[1].1);
}

#[test]
fn an_index_that_is_being_written_answers_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "src/auth/a.py", "def f(): ...\n");
    write(root, ".beadloom/_graph/all.yml", "nodes:\n  - {ref_id: auth, kind: domain, source: src/auth/}\n");
    let options = options(&["auth"]);
    let before = ask(&Engine::new(root), &options).unwrap();
    // Files as young as the first run are read once more.
    ask(&Engine::new(root), &options).unwrap();
    forget(root);
    let other = rusqlite::Connection::open(index(root)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(ask(&Engine::new(root), &options).unwrap(), before);
    assert_eq!(kept(root).0, 0, "nothing could be written");
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(ask(&Engine::new(root), &options).unwrap(), before);
    assert_eq!(kept(root).0, 1);
}
