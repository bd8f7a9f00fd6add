//! A project whose files are watched, and its index.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beadloom_graph::Config;
use beadloom_index::{IndexedFilesCache, Options, Outcome, Watch, behind, is_up_to_date, reindex};
use beadloom_store::{Access, Store};

pub struct Watched {
    folder: tempfile::TempDir,
    indexes: tempfile::TempDir,
    pub watch: Watch,
    indexed: IndexedFilesCache,
    index: Store,
}

impl Watched {
    pub fn new() -> Self {
        Self::with(|root| Watch::new(root))
    }

    pub fn with(watch: impl FnOnce(&Path) -> Watch) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir(&root).unwrap();
        let indexes = tempfile::tempdir().unwrap();
        let index = Store::open(&indexes.path().join("kept.db"), Access::Write).unwrap();
        Self { watch: watch(&root), indexed: IndexedFilesCache::default(), folder, indexes, index }
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// As an engine does it. Whether anything had to be looked at.
    pub fn bring_up_to_date(&mut self) -> bool {
        let root = self.root();
        let config = Config::default();
        let cancelled = AtomicBool::new(false);
        let options = Options {
            watch: Some(&self.watch),
            indexed: Some(&self.indexed),
            ..options(&root, &config, &cancelled)
        };
        if is_up_to_date(&self.index, &options).unwrap() {
            return false;
        }
        let Outcome::Done(_) = reindex(&mut self.index, &options).unwrap() else {
            panic!("no deadline was set")
        };
        self.watch.begin(&config);
        true
    }

    /// Asks how far the index is behind, as an answer does that is not to write.
    pub fn behind(&self) -> Vec<String> {
        let root = self.root();
        let config = Config::default();
        let cancelled = AtomicBool::new(false);
        let options = Options {
            watch: Some(&self.watch),
            indexed: Some(&self.indexed),
            ..options(&root, &config, &cancelled)
        };
        behind(&self.index, &options).unwrap()
    }

    /// Waits until a call has nothing to look at.
    pub fn settle(&mut self, what: &str) {
        for _ in 0..1_000 {
            if !self.bring_up_to_date() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("{what}: it never settled; watching: {}", self.watch.is_watching());
    }

    /// Compares with an index that is made anew, without a watch.
    pub fn assert_as_fresh(&mut self, what: &str) {
        self.bring_up_to_date();
        let root = self.root();
        let file = self.indexes.path().join("fresh.db");
        let mut fresh = Store::open(&file, Access::Write).unwrap();
        let config = Config::default();
        let cancelled = AtomicBool::new(false);
        let options = Options { full: true, ..options(&root, &config, &cancelled) };
        reindex(&mut fresh, &options).unwrap();
        let (rows, expected) = (self.index.dump().unwrap(), fresh.dump().unwrap());
        let missing: Vec<_> = expected.iter().filter(|row| !rows.contains(row)).take(5).collect();
        let extra: Vec<_> = rows.iter().filter(|row| !expected.contains(row)).take(5).collect();
        assert!(missing.is_empty() && extra.is_empty(), "{what}: missing {missing:#?}, extra {extra:#?}");
    }

    /// Writes the index as another process would.
    pub fn index_by_another(&self, full: bool) {
        let mut other = Store::open(&self.indexes.path().join("kept.db"), Access::Write).unwrap();
        let config = Config::default();
        let root = self.root();
        let cancelled = AtomicBool::new(false);
        let options = Options { full, ..options(&root, &config, &cancelled) };
        reindex(&mut other, &options).unwrap();
    }

    /// Names of all public symbols, sorted.
    pub fn symbols(&self) -> Vec<String> {
        let symbols = self.index.public_symbols().unwrap();
        let mut names: Vec<String> = symbols.into_iter().map(|symbol| symbol.symbol_name).collect();
        names.sort();
        names
    }
}

fn options<'a>(root: &'a Path, config: &'a Config, cancelled: &'a AtomicBool) -> Options<'a> {
    Options {
        root,
        config,
        config_digest: "default",
        embedder: None,
        history: None,
        config_diagnostics: &[],
        parse_cache: None,
        watch: None,
        indexed: None,
        full: false,
        wait: Duration::from_secs(5),
        deadline: None,
        cancelled,
        progress: &|_| {},
    }
}
