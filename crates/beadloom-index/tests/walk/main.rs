//! The walk finds what a walker that others wrote finds, in trees where ignore files, links and repositories meet.

#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "what cannot be set up fails the test")]

mod reference;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beadloom_graph::Config;
use beadloom_index::{Options, Outcome, reindex};
use beadloom_store::{Access, Store};

use crate::incremental::random::Random;

const FOLDERS: &[&str] =
    &["a", "b", "c", ".h", "build", "dist", "target", "node_modules", "venv", ".beadloom", "_graph", "ä b"];
const FILES: &[&str] = &["x.py", "y.txt", ".hid.py", "z", "Cargo.toml", "package.json", "#x", "a", "b.py "];
const IGNORE_FILES: &[&str] = &[".gitignore", ".ignore", ".beadloomignore", ".git/info/exclude"];
const PATTERNS: &[&str] = &[
    "*.py", "!x.py", "/a", "a/", "b/**", "**/c", ".h", "!.h", "!.hid.py", "[ab]*", "*", "!*/", "\\#x", "# x",
    "", "a/b", "[z-a]", "x.py ", "!b", "c/*.py", "/b/a", "!/c", "a[", "dist", "!dist/", "build", "*.txt",
    "!y.txt", "?",
];

/// The files that the index knows after a run.
fn indexed(root: &Path, folder: &Path, config: &Config) -> BTreeSet<String> {
    let file = folder.join("index.db");
    let mut store = Store::open(&file, Access::Write).unwrap();
    let options = Options {
        root,
        config,
        config_digest: "walk",
        embedder: None,
        history: None,
        watch: None,
        indexed: None,
        config_diagnostics: &[],
        parse_cache: None,
        full: true,
        wait: Duration::from_secs(5),
        deadline: None,
        cancelled: &AtomicBool::new(false),
        progress: &|_| {},
    };
    match reindex(&mut store, &options).unwrap() {
        Outcome::Done(_) => {}
        Outcome::TooSlow(paths) => panic!("no deadline was set, yet it passed with {paths:?}"),
    }
    store.state().files().unwrap().into_iter().map(|file| file.path).collect()
}

/// A folder somewhere in the tree, the root among them.
fn somewhere(random: &mut Random, root: &Path) -> PathBuf {
    let mut path = root.to_owned();
    for _ in 0..random.below(4) {
        path.push(random.pick(FOLDERS));
    }
    path
}

fn write(path: &Path, text: &str) {
    // A file may be where a folder is wanted, and the reverse.
    let _ = fs::create_dir_all(path.parent().unwrap());
    let _ = fs::write(path, text);
}

fn plant(random: &mut Random, above: &Path, root: &Path) {
    for _ in 0..random.below(40) {
        let folder = somewhere(random, root);
        write(&folder.join(random.pick(FILES)), "x = 1\n");
    }
    for _ in 0..random.below(6) {
        let folder = if random.below(5) == 0 { above.to_owned() } else { somewhere(random, root) };
        let patterns: Vec<&str> = (0..=random.below(5)).map(|_| *random.pick(PATTERNS)).collect();
        write(&folder.join(random.pick(IGNORE_FILES)), &patterns.join("\n"));
    }
    if random.below(4) == 0 {
        // A work tree of a repository that lies elsewhere.
        let (tree, repository) = (somewhere(random, root), above.join("repository"));
        let of_tree = repository.join("worktrees/t");
        write(&of_tree.join("commondir"), "../..\n");
        let pattern: &&str = random.pick(PATTERNS);
        write(&repository.join("info/exclude"), pattern);
        write(&tree.join(".git"), &format!("gitdir: {}\n", of_tree.display()));
    }
    for _ in 0..random.below(4) {
        let link = somewhere(random, root).join(random.pick(&["l", "m.py", ".n"]));
        let target = match random.below(4) {
            0 => above.to_owned(),
            1 => somewhere(random, root).join(random.pick(FILES)),
            _ => somewhere(random, root),
        };
        let _ = fs::create_dir_all(link.parent().unwrap());
        let _ = std::os::unix::fs::symlink(target, link);
    }
    if random.below(4) == 0 {
        let folder = somewhere(random, root).join(OsString::from_vec(b"\xff".to_vec()));
        write(&folder.join("x.py"), "");
    }
}

fn config(random: &mut Random) -> Config {
    let mut config = Config::default();
    if random.below(3) == 0 {
        config.scan_paths = (0..=random.below(2)).map(|_| (*random.pick(FOLDERS)).to_owned()).collect();
    }
    if random.below(3) == 0 {
        config.ignore_paths = (0..=random.below(2)).map(|_| (*random.pick(PATTERNS)).to_owned()).collect();
    }
    config
}

fn check(seed: u64) {
    let mut random = Random(seed);
    let folder = tempfile::tempdir().unwrap();
    let above = folder.path().canonicalize().unwrap().join("above");
    let root = above.join("project");
    fs::create_dir_all(&root).unwrap();
    plant(&mut random, &above, &root);
    let config = config(&mut random);
    let expected = reference::files(&root, &config);
    let found = indexed(&root, folder.path(), &config);
    assert_eq!(found, expected, "seed {seed}, {:?} without {:?}", config.scan_paths, config.ignore_paths);
}

#[test]
fn finds_what_another_walker_finds() {
    (0..80).for_each(check);
}

/// As many random trees as `BEADLOOM_SEEDS=20` says, by default five; a failure names its seed. `BEADLOOM_SEED=7` looks
/// at one again.
#[test]
fn finds_what_another_walker_finds_with_random_seeds() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    if let Some(seed) = number("BEADLOOM_SEED") {
        return check(seed);
    }
    let mut any = fs::File::open("/dev/urandom").unwrap();
    for _ in 0..number("BEADLOOM_SEEDS").unwrap_or(5) {
        let mut bytes = [0; 8];
        std::io::Read::read_exact(&mut any, &mut bytes).unwrap();
        check(u64::from_le_bytes(bytes));
    }
}

/// More folders than one thread reads alone.
#[test]
fn finds_the_same_in_many_folders() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap().join("project");
    for (a, b) in (0..40).flat_map(|a| (0..8).map(move |b| (a, b))) {
        write(&root.join(format!("p{a}/q{b}/x.py")), "");
        write(&root.join(format!("p{a}/q{b}/skip/y.py")), "");
    }
    for a in 0..40 {
        write(&root.join(format!("p{a}/.gitignore")), if a % 2 == 0 { "skip/\n" } else { "!skip\nq3\n" });
    }
    let expected = reference::files(&root, &Config::default());
    assert_eq!(expected.len(), 20 * 8 + 20 * 7 * 2);
    assert_eq!(indexed(&root, folder.path(), &Config::default()), expected);
}
