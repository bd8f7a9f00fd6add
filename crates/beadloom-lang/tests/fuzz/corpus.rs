//! The fixtures of all languages and this repository's documents, as text to be broken.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use beadloom_lang::{detect, languages};

use crate::fuzz::random::Random;

/// A language, or Markdown, and what is known to be written in it.
pub struct Entry {
    /// The language's id; `markdown`.
    pub what: &'static str,
    /// A name for each way in which a file is told to be of this kind: every ending, every whole name.
    pub names: Vec<String>,
    /// Contents of the fixtures.
    pub texts: Vec<String>,
    /// Everything between two blanks that they hold, once each.
    pub words: Vec<String>,
}

impl Entry {
    fn new(what: &'static str, names: Vec<String>, texts: Vec<String>) -> Self {
        let words: BTreeSet<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
        let words = words.into_iter().map(str::to_owned).collect();
        Self { what, names, texts, words }
    }
}

/// All languages of the table, in its order, then Markdown.
pub struct Corpus(pub Vec<Entry>);

impl Corpus {
    /// Reads `tests/fixtures`, however deep they lie.
    pub fn read() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        collect(&here.join("tests/fixtures"), &mut files);
        let language_of = |path: &Path| path.to_str().and_then(detect).map(|language| language.id);
        let mut entries: Vec<Entry> = languages()
            .iter()
            .map(|language| {
                let facts = language.id.facts();
                let endings = facts.extensions.iter().map(|ending| format!("a/name.{ending}"));
                let whole = facts.file_names.iter().chain(facts.entry_files);
                let names = endings.chain(whole.map(|&name| name.to_owned())).collect();
                let own = files.iter().filter(|path| language_of(path) == Some(language.id));
                Entry::new(facts.id, names, contents(own))
            })
            .collect();
        let mut documents = Vec::new();
        collect(&here.join("../../docs"), &mut documents);
        documents.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
        entries.push(Entry::new("markdown", vec!["docs/name.md".to_owned()], contents(documents.iter())));
        Self(entries)
    }

    /// A text of that language.
    pub fn text(&self, of: usize, random: &mut Random) -> &str {
        self.0[of].texts.get(random.below(self.0[of].texts.len())).map_or("", String::as_str)
    }

    /// A text of any language.
    pub fn any_text(&self, random: &mut Random) -> &str {
        let of = random.below(self.0.len());
        self.text(of, random)
    }

    /// A word of that language.
    pub fn word(&self, of: usize, random: &mut Random) -> &str {
        self.0[of].words.get(random.below(self.0[of].words.len())).map_or("x", String::as_str)
    }
}

fn contents<'p>(paths: impl Iterator<Item = &'p PathBuf>) -> Vec<String> {
    paths.filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

/// Files below a folder, by path.
fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_none_or(|ending| ending != "expected") {
            into.push(path);
        }
    }
}
