//! The words of the paths that commits changed.

use beadloom_words::{each_name, words_of_name};
use rustc_hash::FxHashMap;

/// Bytes of a word of a path: shorter ones are endings and numbers.
const MIN_WORD_BYTES: usize = 3;

/// The words of every path, as numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PathWords {
    pub names: Vec<String>,
    /// By place of the path.
    pub of_paths: Vec<Vec<u32>>,
    /// By word, how many commits changed a file whose path has it.
    pub commits: Vec<u32>,
}

impl PathWords {
    /// `paths`: different files; `files`: places among them, commit by commit, and `ends`: where those of each end.
    pub fn of(paths: &[Box<str>], files: &[u32], ends: &[u32]) -> Self {
        let mut words = Self::default();
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        for path in paths {
            let mut own: Vec<u32> = Vec::new();
            each_word(path, &mut |word| {
                let number = match numbers.get(word) {
                    Some(number) => *number,
                    None => {
                        let number = u32::try_from(words.names.len()).unwrap_or(u32::MAX);
                        numbers.insert(word.to_owned(), number);
                        words.names.push(word.to_owned());
                        number
                    }
                };
                if !own.contains(&number) {
                    own.push(number);
                }
            });
            words.of_paths.push(own);
        }
        let mut seen = vec![0usize; words.names.len()];
        let mut commits = vec![0u32; words.names.len()];
        let mut from = 0;
        for (commit, end) in ends.iter().enumerate() {
            let own = files.get(from..*end as usize).unwrap_or(&[]);
            from = *end as usize;
            words.each_of_files(own, commit, &mut seen, &mut |word| {
                if let Some(count) = commits.get_mut(word as usize) {
                    *count += 1;
                }
            });
        }
        words.commits = commits;
        words
    }

    /// Calls `emit` with every word of the files of a commit, each once. `seen`: by word, the commit that had it last, plus one.
    pub fn each_of_files(&self, files: &[u32], commit: usize, seen: &mut [usize], emit: &mut dyn FnMut(u32)) {
        for file in files {
            for word in self.of_paths.get(*file as usize).into_iter().flatten() {
                if let Some(last) = seen.get_mut(*word as usize)
                    && *last != commit + 1
                {
                    *last = commit + 1;
                    emit(*word);
                }
            }
        }
    }
}

/// Calls `emit` with the words of a path or a name in lower case, without the ending of the file.
pub(crate) fn each_word(text: &str, emit: &mut dyn FnMut(&str)) {
    let name = text.rfind('/').map_or(0, |at| at + 1);
    let end = text
        .get(name..)
        .and_then(|name| name.rfind('.'))
        .filter(|at| *at > 0)
        .map_or(text.len(), |at| name + at);
    let mut lower = String::new();
    each_name(text.get(..end).unwrap_or(text), &mut |part| {
        words_of_name(part, &mut |word| {
            if word.len() < MIN_WORD_BYTES || word.bytes().all(|byte| byte.is_ascii_digit()) {
                return;
            }
            if word.is_ascii() {
                lower.clear();
                lower.push_str(word);
                lower.make_ascii_lowercase();
                emit(&lower);
            } else {
                emit(&word.to_lowercase());
            }
        });
    });
}
