//! Links are other names of files: each file is indexed once, whatever links come, go and change places with files.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use beadloom_model::answers::ReindexMode;
use beadloom_store::{Access, Store};

use super::random::Random;
use super::sources::FOLDERS;
use super::{assert_as_fresh, change, differences, given, is_compared, mend_graph, run, write};

/// Where links are, or files and folders in their place.
const NAMES: &[&str] = &[
    "AGENTS.md", "alias", "alias2", "src/again", "src/auth/up", "web/l.py", "core/l.ts", "docs/l.md",
    ".tools", "package.json", "build/out.py", "src/billing/x",
];

fn clear(place: &Path) {
    match place.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(place).unwrap(),
        Ok(_) => fs::remove_file(place).unwrap(),
        Err(_) => {}
    }
}

/// Puts a link, a file, a folder or nothing in the place of one of the names.
fn relink(random: &mut Random, root: &Path, outside: &Path, files: &BTreeMap<String, String>) {
    let name = *random.pick(NAMES);
    let place = root.join(name);
    clear(&place);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    let existing: Vec<&String> = files.keys().collect();
    let target = match random.below(12) {
        0 | 1 => return,
        2 => return write(root, name, "def standing(): pass\n"),
        3 => return write(root, &format!("{name}/inside.py"), "def inside(): pass\n"),
        4 => root.to_owned(),
        5 => outside.join(random.pick(&["", "a.py", "nothing"])),
        6 => root.join("nothing"),
        7 => root.join(random.pick(NAMES)),
        8 => root.join("hidden_by_rules").join(random.pick(&["", "h.py"])),
        9 if !existing.is_empty() => root.join(random.pick(&existing)),
        _ => root.join(random.pick(FOLDERS)),
    };
    symlink(target, place).unwrap();
}

/// Nodes that name what is theirs by links, and by what these lead to.
fn graph(random: &mut Random) -> String {
    let sources = ["alias/", "src/again/", "src/auth/", "src/billing/x/", "web/l.py"];
    let docs = ["AGENTS.md", "docs/l.md", "docs/a.md", "alias/a.md"];
    let mut nodes = String::from("nodes:\n");
    for ref_id in ["one", "two"] {
        nodes += &format!(
            "  - {{ref_id: {ref_id}, kind: domain, summary: s, source: {}, docs: [{}]}}\n",
            random.pick(&sources),
            random.pick(&docs)
        );
    }
    nodes
}

fn check(seed: u64, steps: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (root, outside) = (folder.path().join("project"), folder.path().join("outside"));
    fs::create_dir_all(&outside).unwrap();
    write(&outside, "a.py", "def outside(): pass\n");
    write(&root, ".gitignore", "hidden_by_rules/\nbuild/\n");
    write(&root, "hidden_by_rules/h.py", "def hidden(): pass\n");
    let indexes = tempfile::tempdir().unwrap();
    let mut random = Random(seed);
    let mut files = BTreeMap::new();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    for step in 0..steps {
        for _ in 0..1 + random.below(3) {
            match random.below(3) {
                0 => relink(&mut random, &root, &outside, &files),
                1 if random.below(4) == 0 => write(&root, ".beadloom/_graph/all.yml", &graph(&mut random)),
                _ => change(&mut random, &root, &mut files),
            }
            // A change may have gone through a link, and what it led to may be another one's by now.
            files.retain(|path, _| root.join(path).is_file());
        }
        let report = run(&root, &mut kept, false);
        if !is_compared(step) {
            continue;
        }
        mend_graph(&root, &mut kept, &report);
        let mut fresh = Store::open(&indexes.path().join(format!("fresh-{step}.db")), Access::Write).unwrap();
        run(&root, &mut fresh, false);
        let found = differences(&kept, &fresh);
        assert!(found.is_none(), "seed {seed}, step {step}: {}", found.unwrap_or_default());
        let real = root.canonicalize().unwrap();
        for file in fresh.state().files().unwrap() {
            let is_own =
                real.join(&file.path).canonicalize().is_ok_and(|place| place == real.join(&file.path));
            let is_manifest = file.path.ends_with("package.json");
            assert!(is_own || is_manifest, "seed {seed}, step {step}: {} is another name", file.path);
        }
    }
}

#[test]
fn incremental_equals_full_with_links() {
    check(11, 88);
}

#[test]
fn incremental_equals_full_with_links_and_another_seed() {
    check(12, 88);
}

/// As many random trees as `BEADLOOM_SEEDS=20` says, by default none. `BEADLOOM_SEED=7` looks at one again.
#[test]
fn incremental_equals_full_with_links_and_random_seeds() {
    if let Some(seed) = given("BEADLOOM_SEED") {
        return check(seed, 88);
    }
    for seed in 0..given("BEADLOOM_SEEDS").unwrap_or_default() {
        check(1_000 + seed, 88);
    }
}

#[test]
fn links_are_other_names_of_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    write(root, "docs/agents/base.md", "# Rules\n\nSee [notes](notes/a.md).\n");
    write(root, "src/core/run.py", "def run_core():\n    return 1\n");
    write(root, "src/use.py", "from src.alias.run import run_core\nrun_core()\n");
    write(root, "web/main.ts", "import { pay } from './again/pay';\npay();\n");
    write(root, "lib/pay.ts", "export function pay() {}\n");
    write(root, ".gitignore", "/generated\n");
    write(root, "generated/made.py", "def made(): pass\n");
    write(root, "node_modules/x/index.js", "export const x = 1;\n");
    write(root, ".git/config", "[core]\n");
    for (target, link) in [
        ("docs/agents/base.md", "AGENTS.md"),
        ("AGENTS.md", "CLAUDE.md"),
        ("core", "src/alias"),
        ("alias", "src/alias_of_alias"),
        ("../lib", "web/again"),
        ("generated", "seen"),
        ("node_modules/x", "vendored"),
        (".git/config", "settings.py"),
        ("..", "src/up"),
    ] {
        symlink(target, root.join(link)).unwrap();
    }
    assert_as_fresh(root, &mut kept);
    let paths = |store: &Store| -> Vec<String> {
        store.state().files().unwrap().into_iter().map(|file| file.path).collect()
    };
    assert_eq!(
        paths(&kept),
        [
            "docs/agents/base.md", "generated/made.py", "lib/pay.ts", "src/core/run.py", "src/use.py",
            "web/main.ts"
        ]
    );
    let targets = |store: &Store, path: &str| -> Vec<Option<String>> {
        store.state().imports_of(path).unwrap().into_iter().map(|row| row.target_path).collect()
    };
    assert_eq!(targets(&kept, "src/use.py"), [Some("src/core/run.py".to_owned())]);
    assert_eq!(targets(&kept, "web/main.ts"), [Some("lib/pay.ts".to_owned())]);
    for (asked, path) in
        [("CLAUDE.md", "docs/agents/base.md"), ("src/alias_of_alias/run.py", "src/core/run.py")]
    {
        assert_eq!(kept.file(asked).unwrap().unwrap().path, path);
    }
    assert!(kept.file("vendored/index.js").unwrap().is_none());

    // A link that leads elsewhere makes other paths of the same files.
    fs::remove_file(root.join("src/alias")).unwrap();
    write(root, "src/other/run.py", "def run_core():\n    return 2\n");
    assert_as_fresh(root, &mut kept);
    symlink("other", root.join("src/alias")).unwrap();
    assert_eq!(assert_as_fresh(root, &mut kept).mode, ReindexMode::Full);
    assert_eq!(targets(&kept, "src/use.py"), [Some("src/other/run.py".to_owned())]);
    assert_eq!(run(root, &mut kept, false).mode, ReindexMode::Unchanged);
}

#[test]
fn what_graph_files_name_by_links_is_known_by_its_own_path() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let indexes = tempfile::tempdir().unwrap();
    let mut kept = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
    write(root, "src/core/run.py", "def run_core():\n    return 1\n");
    write(root, "docs/base.md", "# Base\n\nWhat `run_core` does.\n");
    write(
        root,
        "arch/all.yml",
        "nodes:\n  - {ref_id: core, kind: domain, summary: s, source: alias/, docs: [AGENTS.md, docs/base.md]}\n",
    );
    symlink("src/core", root.join("alias")).unwrap();
    symlink("docs/base.md", root.join("AGENTS.md")).unwrap();
    fs::create_dir_all(root.join(".beadloom")).unwrap();
    symlink("../arch", root.join(".beadloom/_graph")).unwrap();
    let report = assert_as_fresh(root, &mut kept);
    assert_eq!(report.diagnostics, []);
    let node = kept.node("core").unwrap().unwrap();
    assert_eq!(
        (node.source.as_deref(), node.docs.as_slice()),
        (Some("src/core/"), ["docs/base.md".to_owned()].as_slice())
    );
    assert_eq!(kept.state().nodes_of_code("src/core/run.py").unwrap(), ["core"]);
}
