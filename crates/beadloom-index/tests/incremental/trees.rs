//! Work trees of one repository: what the files of one parse to is where another one begins, and nothing else of it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use beadloom_graph::Config;
use beadloom_index::Report;
use beadloom_model::answers::ReindexMode;
use beadloom_store::{Access, MAX_CACHED_BYTES, ParseCache, SealKey, Store};

use super::random::Random;
use super::{change, differences, embedder, run_with, write};

const KEY: [u8; SealKey::BYTES] = [7; SealKey::BYTES];

/// A user's cache and some work trees, each with an index beside it.
struct Place {
    folder: tempfile::TempDir,
    indexes: AtomicUsize,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), indexes: AtomicUsize::new(0) }
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// Where a tree is. All are called alike: a derived graph has the project's name, and the trees of a repository share that.
    fn root(&self, name: &str) -> PathBuf {
        self.folder.path().join(name).join("app")
    }

    /// A tree with enough files to be kept.
    fn tree(&self, name: &str) -> PathBuf {
        let root = self.root(name);
        for n in 0..220 {
            let text = format!("from fill.m{} import f as g\n\ndef f{n}():\n    return g({n})\n", n / 2);
            write(&root, &format!("fill/m{n}.py"), &text);
        }
        write(&root, "docs/a.md", "# A\n\nWords.\n\n## Limits\n\nNone of them.\n");
        root
    }

    /// An index of nothing.
    fn store(&self) -> Store {
        let number = self.indexes.fetch_add(1, Ordering::Relaxed);
        Store::open(&self.folder.path().join(format!("index-{number}.db")), Access::Write).unwrap()
    }

    fn run(&self, root: &Path, store: &mut Store) -> Report {
        begin(&self.cache(), root, store, false)
    }

    /// The index of a tree that begins with what is cached.
    fn indexed(&self, root: &Path) -> (Store, Report) {
        let mut store = self.store();
        let report = self.run(root, &mut store);
        (store, report)
    }

    /// The same without a cache.
    fn fresh(&self, root: &Path) -> Store {
        let mut store = self.store();
        run_with(root, &mut store, false, Some(embedder()), None);
        store
    }

    fn assert_as_fresh(&self, root: &Path, store: &Store, what: &str) {
        let found = differences(store, &self.fresh(root));
        assert!(found.is_none(), "{what}: {}", found.unwrap_or_default());
    }

    fn entries(&self) -> Vec<PathBuf> {
        let listed = fs::read_dir(ParseCache::folder(&self.cache()));
        let mut entries: Vec<PathBuf> =
            listed.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        entries
    }
}

fn begin(cache: &Path, root: &Path, store: &mut Store, full: bool) -> Report {
    let find = |_: &Path, _: &Config| Some(ParseCache::new(cache, SealKey::new(KEY), &[b"app"]));
    run_with(root, store, full, Some(embedder()), Some(&find))
}

fn copy_tree(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

#[test]
fn a_second_tree_parses_what_differs() {
    let place = Place::new();
    let main = place.tree("main");
    let (_, first) = place.indexed(&main);
    assert_eq!((first.mode, first.files.parsed), (ReindexMode::Full, 221));
    let side = place.root("side");
    copy_tree(&main, &side);

    let (mut store, same) = place.indexed(&side);
    assert_eq!((same.mode, same.files.parsed, same.files.reused), (ReindexMode::Full, 0, 221));
    assert_eq!((same.files.added, same.generation), (first.files.added, 1));
    assert_eq!(same.totals, first.totals);
    place.assert_as_fresh(&side, &store, "the same files");
    assert_eq!(place.run(&side, &mut store).mode, ReindexMode::Unchanged);

    write(&side, "fill/m3.py", "def other():\n    return 3\n");
    fs::rename(side.join("fill/m9.py"), side.join("fill/nine.py")).unwrap();
    fs::remove_file(side.join("fill/m11.py")).unwrap();
    let (store, differs) = place.indexed(&side);
    assert_eq!((differs.files.parsed, differs.files.reused, differs.files.added), (1, 218, 220));
    assert_eq!((differs.files.changed, differs.files.renamed, differs.files.deleted), (0, 0, 0));
    place.assert_as_fresh(&side, &store, "other files");
    // So little is no news, and what was asked to be rebuilt is not taken from anywhere.
    assert_eq!(place.entries().len(), 1);
    let before = place.entries();
    assert_eq!(begin(&place.cache(), &side, &mut place.store(), true).files.parsed, 220);
    assert_eq!(place.entries().len(), 1);
    assert_ne!(place.entries(), before);
}

/// Two trees whose files change at random; each index begins with what is cached at that moment, whichever tree it is of.
fn check(seed: u64) {
    let place = Place::new();
    let mut random = Random(seed);
    let trees = [place.tree("main"), place.root("side")];
    copy_tree(&trees[0], &trees[1]);
    let mut files = [BTreeMap::new(), BTreeMap::new()];
    let mut begun = 0;
    for step in 0..24 {
        let at = random.below(2);
        let changes = if random.below(4) == 0 { 40 } else { 1 + random.below(6) };
        for _ in 0..changes {
            change(&mut random, &trees[at], &mut files[at]);
        }
        let (store, report) = place.indexed(&trees[at]);
        begun += usize::from(report.files.reused > 0);
        place.assert_as_fresh(&trees[at], &store, &format!("seed {seed}, step {step}"));
        assert!(step % 6 != 0 || store.is_sound().unwrap(), "seed {seed}, step {step}");
    }
    assert!(begun > 12, "{begun} indexes of seed {seed} began with what was cached");
}

#[test]
fn what_began_in_another_tree_equals_a_fresh_index() {
    check(11);
    check(12);
}

#[test]
fn many_at_once_disturb_nobody() {
    let place = Place::new();
    let main = place.tree("main");
    let cache = place.cache();
    let trees: Vec<PathBuf> = (0..6).map(|n| place.root(&format!("tree-{n}"))).collect();
    for (n, tree) in trees.iter().enumerate() {
        copy_tree(&main, tree);
        // So many that each makes an entry of its own, while others read.
        (0..20).for_each(|of| write(tree, &format!("own/x{of}.py"), &format!("def f{n}_{of}(): pass\n")));
    }
    let stores: Vec<Store> = std::thread::scope(|scope| {
        let runs: Vec<_> = trees
            .iter()
            .zip((0..).map(|_: usize| place.store()))
            .map(|(tree, mut store)| {
                let cache = &cache;
                scope.spawn(move || {
                    for full in [false, true] {
                        begin(cache, tree, &mut store, full);
                    }
                    store
                })
            })
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for (tree, store) in trees.iter().zip(&stores) {
        place.assert_as_fresh(tree, store, "at once");
    }
    assert!(place.entries().len() <= 1, "{:?}", place.entries());
    let (store, _) = place.indexed(&main);
    place.assert_as_fresh(&main, &store, "after all");
}

#[test]
fn what_is_damaged_or_of_somebody_else_is_not_used() {
    type Harm = fn(&Place, &Path);
    let cases: &[(&str, Harm)] = &[
        ("cut", |_, entry| File::options().write(true).open(entry).unwrap().set_len(50_000).unwrap()),
        ("empty", |_, entry| fs::write(entry, "").unwrap()),
        ("one bit", |_, entry| {
            let mut bytes = fs::read(entry).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(entry, bytes).unwrap();
        }),
        ("longer", |_, entry| {
            let mut bytes = fs::read(entry).unwrap();
            bytes.extend([0; 4096]);
            fs::write(entry, bytes).unwrap();
        }),
        ("another code", |_, entry| {
            let name = entry.file_name().unwrap().to_str().unwrap();
            let of = name.split_once('-').unwrap().0;
            fs::rename(entry, entry.with_file_name(format!("{of}-{}.db", "0".repeat(64)))).unwrap();
        }),
        ("of another project", |place, entry| {
            let main = place.root("main");
            let find = |_: &Path, _: &Config| {
                Some(ParseCache::new(&place.cache(), SealKey::new(KEY), &[b"another"]))
            };
            run_with(&main, &mut place.store(), false, Some(embedder()), Some(&find));
            let name = entry.file_name().unwrap().to_str().unwrap().to_owned();
            let other = place.entries().into_iter().find(|one| one != entry).unwrap();
            let code = other.file_name().unwrap().to_str().unwrap().split_once('-').unwrap().1.to_owned();
            fs::remove_file(entry).unwrap();
            fs::rename(&other, other.with_file_name(format!("{}-{code}", name.split_once('-').unwrap().0)))
                .unwrap();
        }),
        ("of another user", |place, entry| {
            let main = place.root("main");
            let theirs = place.folder.path().join("theirs");
            let find =
                |_: &Path, _: &Config| Some(ParseCache::new(&theirs, SealKey::new([8; 32]), &[b"app"]));
            run_with(&main, &mut place.store(), false, Some(embedder()), Some(&find));
            let folder = ParseCache::folder(&theirs);
            let made = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
            fs::copy(made, entry).unwrap();
        }),
    ];
    for (what, harm) in cases {
        let place = Place::new();
        let main = place.tree("main");
        place.indexed(&main);
        let [entry] = &place.entries()[..] else { panic!("one entry") };
        harm(&place, entry);
        let harmed = place.entries();
        let (store, report) = place.indexed(&main);
        assert_eq!(report.files.reused, 0, "{what}");
        place.assert_as_fresh(&main, &store, what);
        // It went, and a good one is there.
        assert_eq!(place.entries().len(), 1, "{what}");
        assert!(harmed.iter().all(|one| one == entry || !one.exists()), "{what}");
        assert_eq!(place.indexed(&main).1.files.parsed, 0, "{what}");
    }
}

#[test]
fn a_folder_that_cannot_be_used_changes_nothing() {
    type Harm = fn(&Place);
    let cases: &[(&str, Harm)] = &[
        ("a file in place of the cache", |place| fs::write(place.cache(), "").unwrap()),
        ("a file in place of the folder", |place| {
            fs::create_dir_all(place.cache()).unwrap();
            fs::write(ParseCache::folder(&place.cache()), "").unwrap();
        }),
        #[cfg(unix)]
        ("a link in place of the folder", |place| {
            fs::create_dir_all(place.cache()).unwrap();
            fs::create_dir_all(place.folder.path().join("elsewhere")).unwrap();
            std::os::unix::fs::symlink(
                place.folder.path().join("elsewhere"),
                ParseCache::folder(&place.cache()),
            )
            .unwrap();
        }),
        #[cfg(unix)]
        ("a folder that cannot be written", |place| {
            use std::os::unix::fs::PermissionsExt as _;
            let folder = ParseCache::folder(&place.cache());
            fs::create_dir_all(&folder).unwrap();
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o500)).unwrap();
        }),
    ];
    for (what, harm) in cases {
        let place = Place::new();
        harm(&place);
        let main = place.tree("main");
        for _ in 0..2 {
            let (store, _) = place.indexed(&main);
            place.assert_as_fresh(&main, &store, what);
        }
        let elsewhere = place.folder.path().join("elsewhere");
        assert!(!elsewhere.exists() || fs::read_dir(elsewhere).unwrap().next().is_none(), "{what}");
    }
}

#[test]
fn nothing_comes_along_that_is_of_the_other_tree() {
    let place = Place::new();
    let main = place.tree("main");
    let graph = ".beadloom/_graph/all.yml";
    write(&main, graph, "nodes:\n  - {ref_id: fill, kind: domain, source: fill/, docs: [docs/a.md]}\n");
    let mut store = place.store();
    place.run(&main, &mut store);
    // There it answers with what it last said.
    write(&main, graph, "nodes: [\n");
    let broken = place.run(&main, &mut store);
    assert_eq!(broken.totals.nodes, 1);
    begin(&place.cache(), &main, &mut store, true);
    assert_eq!(store.state().graph_files().unwrap().len(), 1);

    let side = place.root("side");
    copy_tree(&main, &side);
    let (other, report) = place.indexed(&side);
    assert!(report.files.reused > 200 && report.totals.nodes == 0, "{report:?}");
    assert_eq!((report.generation, other.state().health_snapshots().unwrap().len()), (1, 1));
    place.assert_as_fresh(&side, &other, "a broken graph");
}

#[test]
fn few_files_are_not_kept_and_others_make_no_good_beginning() {
    let place = Place::new();
    let small = place.root("small");
    (0..50).for_each(|n| write(&small, &format!("a{n}.py"), "def f(): pass\n"));
    place.indexed(&small);
    assert_eq!(place.entries().len(), 0);

    let main = place.tree("main");
    place.indexed(&main);
    let other = place.root("other");
    (0..300).for_each(|n| write(&other, &format!("b{n}.py"), &format!("def g{n}(): pass\n")));
    let (store, report) = place.indexed(&other);
    assert_eq!(report.files.reused, 0);
    place.assert_as_fresh(&other, &store, "other files altogether");
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let place = Place::new();
    let main = place.tree("main");
    place.indexed(&main);
    let folder = ParseCache::folder(&place.cache());
    let foreign = folder.join("notes.txt");
    fs::write(&foreign, "mine").unwrap();
    let day = Duration::from_secs(24 * 60 * 60);
    let old = |name: char, days: u32| {
        let path = folder.join(format!("{}-{}.db", name.to_string().repeat(32), "a".repeat(64)));
        let file = File::create(&path).unwrap();
        file.set_len(MAX_CACHED_BYTES / 3).unwrap();
        file.set_modified(SystemTime::now() - day * days).unwrap();
        path
    };
    let (oldest, middle, newest) = (old('1', 3), old('2', 2), old('3', 1));
    assert_eq!(ParseCache::size(&place.cache()).entries, 4);
    begin(&place.cache(), &main, &mut place.store(), true);
    assert_eq!([&oldest, &middle, &newest].map(|path| path.exists()), [false, true, true]);
    let size = ParseCache::size(&place.cache());
    assert!(size.entries == 3 && size.bytes <= MAX_CACHED_BYTES, "{size:?}");
    assert!(foreign.exists());
}
