//! Vectors of a transformer: whoever waits gets theirs, once, and nothing that was made is lost.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test")]

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beadloom_graph::Config;
use beadloom_index::{Embedded, Options, Outcome, Phase, TextEmbedder, TextOptions, embed_texts, reindex};
use beadloom_model::{Code, Result};
use beadloom_store::{Access, Store, TextCounts};

const DIMENSIONS: usize = 20;

struct Project {
    folder: tempfile::TempDir,
    store: Store,
    /// Where the store is.
    _indexes: tempfile::TempDir,
    cancelled: AtomicBool,
    /// Texts that the model was given.
    given: RefCell<Vec<String>>,
}

/// How a run is, where it is not the usual.
#[derive(Clone, Copy)]
struct Run<'a> {
    fingerprint: &'a str,
    most: Option<usize>,
    deadline: Option<Instant>,
    /// Texts before somebody interrupts.
    interrupt_after: usize,
    vector: fn(&str) -> Vec<f32>,
}

const USUAL: Run<'static> =
    Run { fingerprint: "a", most: None, deadline: None, interrupt_after: usize::MAX, vector: by_letters };

/// How often each of some letters stands in it.
fn by_letters(text: &str) -> Vec<f32> {
    let count = |letter: u8| text.bytes().filter(|byte| *byte == letter).count() as f32 + 0.1;
    (b'a'..).take(DIMENSIONS).map(count).collect()
}

impl Project {
    /// Three modules with a function each, two sections of a document, a node.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let indexes = tempfile::tempdir().unwrap();
        let store = Store::open(&indexes.path().join("index.db"), Access::Write).unwrap();
        let project = Self {
            folder,
            store,
            _indexes: indexes,
            cancelled: AtomicBool::new(false),
            given: RefCell::default(),
        };
        for name in ["one", "two", "three"] {
            project.write(&format!("src/{name}.py"), &function(name));
        }
        project.write("docs/a.md", "# Title\n\n## First\n\nOf apples.\n\n## Second\n\nOf pears.\n");
        project.write(
            ".beadloom/_graph/all.yml",
            "nodes:\n  - {ref_id: fruit, kind: domain, summary: Fruit, docs: [docs/a.md]}\n",
        );
        project
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, path: &str, text: &str) {
        let full = self.folder.path().join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    }

    fn reindex(&mut self, full: bool) {
        let options = Options {
            root: self.folder.path(),
            config: &Config::default(),
            config_digest: "default",
            embedder: None,
            history: None,
            watch: None,
            indexed: None,
            config_diagnostics: &[],
            parse_cache: None,
            full,
            wait: Duration::from_secs(5),
            deadline: None,
            cancelled: &AtomicBool::new(false),
            progress: &|_| {},
        };
        assert!(matches!(reindex(&mut self.store, &options).unwrap(), Outcome::Done(_)));
    }

    fn embed(&mut self, run: Run<'_>) -> Result<Embedded> {
        let Self { folder, store, cancelled, given, .. } = self;
        cancelled.store(false, Ordering::Relaxed);
        let before = given.borrow().len();
        let embed = |texts: &[&str]| {
            given.borrow_mut().extend(texts.iter().map(|text| (*text).to_owned()));
            if given.borrow().len() - before > run.interrupt_after {
                cancelled.store(true, Ordering::Relaxed);
            }
            Ok(texts.iter().map(|text| (run.vector)(text)).collect())
        };
        let embedder =
            TextEmbedder { fingerprint: run.fingerprint, files: "f", dimensions: DIMENSIONS, embed: &embed };
        let options = TextOptions {
            root: folder.path(),
            max_file_size: 1 << 20,
            wait: Duration::from_secs(5),
            most: run.most,
            deadline: run.deadline,
            cancelled,
            progress: &|progress| {
                assert_eq!(progress.phase, Phase::Embed);
                assert!(progress.total == 0 || progress.done <= progress.total, "{progress:?}");
            },
        };
        embed_texts(store, &embedder, &options)
    }

    /// How many texts were given to the model since this was asked last.
    fn asked(&self) -> usize {
        self.given.take().len()
    }

    fn counts(&self) -> TextCounts {
        self.store.state().text_counts().unwrap()
    }
}

fn function(name: &str) -> String {
    format!("def {name}():\n    return {:?}\n", name.repeat(4))
}

#[test]
fn each_text_is_embedded_once() {
    let mut project = Project::new();
    project.reindex(false);
    assert_eq!(project.counts(), TextCounts { there: 0, waiting: 6 });
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(6)));
    assert_eq!(project.counts(), TextCounts { there: 6, waiting: 0 });
    // Some more say what is usual.
    assert!(project.asked() > 6);
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(0)));
    assert_eq!(project.asked(), 0);

    let large = |name: &str| format!("def {name}():\n{}\n\n", format!("    {name}(1, 2, 3)\n").repeat(50));
    project.write("src/one.py", &["a", "b", "c"].map(large).concat());
    project.reindex(false);
    project.embed(USUAL).unwrap();
    project.asked();
    project.write("src/one.py", &["x", "b", "c"].map(large).concat());
    project.reindex(false);
    assert!(project.counts().waiting > 1);
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(1)));
    assert!(project.given.take()[0].starts_with("src/one.py\ndef x():\n    x(1, 2, 3)"));

    project.write("src/one.py", &function("one"));
    project.reindex(true);
    assert_eq!(project.counts().waiting, 6, "a full run forgets who has what");
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(0)), "and not what was made");

    project.write("docs/a.md", "# Title\n\n## First\n\nOf apples.\n\n## Second\n\nOf plums.\n");
    project.reindex(false);
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(1)));
    assert_eq!(project.given.take(), ["Title\nSecond\nOf plums."]);
    project.write("docs/a.md", "# Title\n\n## First\n\nOf apples.\n\n## Third\n\nOf plums.\n");
    project.reindex(false);
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(2)));
    assert_eq!(project.given.take().len(), 2, "the section, and the node that has its heading");
}

#[test]
fn vectors_of_two_models_never_meet() {
    let mut project = Project::new();
    project.reindex(false);
    project.embed(USUAL).unwrap();
    let before = project.store.text_model().unwrap().unwrap();
    let other = Run { fingerprint: "b", ..USUAL };
    let few = Run { most: Some(5), ..other };
    assert_eq!(project.embed(few), Ok(Embedded::Left));
    assert_eq!(project.store.text_model().unwrap().unwrap(), before, "too many: nothing was touched");
    assert_eq!(project.embed(other), Ok(Embedded::Done(6)));
    let after = project.store.text_model().unwrap().unwrap();
    assert_eq!((after.fingerprint.as_str(), after.dimensions), ("b", 64));
}

#[test]
fn what_is_too_much_or_too_late_is_left() {
    let mut project = Project::new();
    project.reindex(false);
    project.asked();
    assert_eq!(project.embed(Run { most: Some(5), ..USUAL }), Ok(Embedded::Left));
    assert_eq!(project.asked(), 0);
    assert_eq!(project.embed(Run { most: Some(6), ..USUAL }), Ok(Embedded::Done(6)));
    project.write("src/four.py", &function("four"));
    project.reindex(false);
    project.asked();
    assert_eq!(project.embed(Run { deadline: Some(Instant::now()), ..USUAL }), Ok(Embedded::Left));
    assert_eq!((project.asked(), project.counts().waiting), (0, 1));
}

#[test]
fn an_interrupted_run_is_gone_on_with() {
    let mut project = Project::new();
    for number in 0..200 {
        project.write(&format!("src/m{number}.py"), &function(&format!("name{number}")));
    }
    project.reindex(false);
    let error = project.embed(Run { interrupt_after: 100, ..USUAL }).unwrap_err();
    assert_eq!(error.code, Code::Cancelled);
    let first = project.asked();
    assert!(first < 200, "{first}");
    assert!(matches!(project.embed(USUAL), Ok(Embedded::Done(_))));
    let second = project.asked();
    assert_eq!(project.counts(), TextCounts { there: 206, waiting: 0 });
    // What says what is usual is embedded once too.
    assert!(first + second < 206 + 64, "{first} and {second}");
}

#[test]
fn a_model_that_gives_no_numbers_is_refused() {
    for vector in [
        (|_| vec![f32::NAN; DIMENSIONS]) as fn(&str) -> Vec<f32>,
        |_| vec![1.0; DIMENSIONS + 1],
        |_| vec![f32::INFINITY; DIMENSIONS],
    ] {
        let mut project = Project::new();
        project.reindex(false);
        let error = project.embed(Run { vector, ..USUAL }).unwrap_err();
        assert_eq!(error.code, Code::BadModel);
        assert_eq!(project.store.text_model().unwrap(), None);
    }
}

#[test]
fn what_was_written_since_it_was_indexed_waits() {
    let mut project = Project::new();
    project.reindex(false);
    project.write("src/one.py", "def other():\n    pass\n");
    fs::remove_file(project.root().join("src/two.py")).unwrap();
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(4)));
    assert_eq!(project.counts(), TextCounts { there: 4, waiting: 2 });
    project.reindex(false);
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(1)));
    assert_eq!(project.counts(), TextCounts { there: 5, waiting: 0 });
}

#[test]
fn after_edits_everybody_has_the_vectors_that_a_fresh_index_gives() {
    let mut project = Project::new();
    project.reindex(false);
    project.embed(USUAL).unwrap();
    let edits: [&dyn Fn(&Project); 6] = [
        &|p| p.write("src/one.py", &function("changed")),
        &|p| fs::rename(p.root().join("src/two.py"), p.root().join("src/moved.py")).unwrap(),
        &|p| fs::remove_file(p.root().join("src/three.py")).unwrap(),
        &|p| p.write("docs/b.md", "# New\n\nText.\n"),
        &|p| p.write("docs/a.md", "# Title\n\n## Zeroth\n\nOf figs.\n\n## First\n\nOf apples.\n"),
        &|p| {
            p.write(
                ".beadloom/_graph/all.yml",
                "nodes:\n  - {ref_id: veg, kind: domain, docs: [docs/b.md]}\n",
            )
        },
    ];
    for (number, edit) in edits.iter().enumerate() {
        edit(&project);
        project.reindex(false);
        project.embed(USUAL).unwrap();
        let kept = project.store.dump().unwrap();
        let indexes = tempfile::tempdir().unwrap();
        let fresh = Store::open(&indexes.path().join("fresh.db"), Access::Write).unwrap();
        let stale = std::mem::replace(&mut project.store, fresh);
        project.reindex(false);
        project.embed(USUAL).unwrap();
        let lines = project.store.dump().unwrap();
        assert!(lines.iter().any(|line| line.starts_with("text|")), "there are vectors to compare");
        assert_eq!(kept, lines, "edit {number}");
        project.store = stale;
    }
}

#[test]
fn what_nobody_has_any_more_goes_when_it_is_much() {
    let mut project = Project::new();
    for number in 0..4_200 {
        project.write(&format!("src/m{number}.py"), &function(&format!("name{number}")));
    }
    project.reindex(false);
    project.embed(USUAL).unwrap();
    fs::remove_dir_all(project.root().join("src")).unwrap();
    project.write("src/kept.py", &function("kept"));
    project.reindex(false);
    project.embed(USUAL).unwrap();
    assert_eq!(project.counts(), TextCounts { there: 4, waiting: 0 });
    let kept = project.store.dump().unwrap();
    project.asked();
    project.write("src/m7.py", &function("name7"));
    project.reindex(false);
    assert_eq!(project.embed(USUAL), Ok(Embedded::Done(1)), "it was forgotten");
    fs::remove_file(project.root().join("src/m7.py")).unwrap();
    project.reindex(false);
    let texts = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| line.starts_with("text|")).collect()
    };
    assert_eq!(texts(project.store.dump().unwrap()), texts(kept));
}
