//! Files that most tests share: what sets all of them up, or replaces something for all of them. That a test loads such a file says
//! little of what the test runs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use beadloom_graph::is_test_folder;
use beadloom_model::languages::LanguageFamily;
use beadloom_model::{CompactSort as _, LanguageId, ReferenceKind, Result, SymbolKind};
use beadloom_store::{Confidence, FileKind, Store};
use rustc_hash::{FxHashMap, FxHashSet};

use super::runnable::Runnable;
use crate::places::is_test;

/// Tests that share a file, at least: two tests may be the two that need it.
const MIN_TESTS: usize = 3;

/// Tests that share a file and are too many to need all of it, whatever their part of all.
const MANY_TESTS: usize = 50;

/// Definitions that use each other within a file are followed so far.
const MAX_STEPS: usize = 8;

/// Files that refer to one and are counted.
const MAX_FILES: usize = 5_000;

/// By file: the definitions in it that need what led to it. A test that uses one of them needs that, too.
pub(super) type Shared = FxHashMap<i64, FxHashSet<i64>>;

pub(super) struct SharedHelpers {
    /// What a file was reached from.
    led: FxHashMap<i64, BTreeSet<i64>>,
    /// The paths of tests.
    tests: Option<TestPaths>,
    /// Read where it is asked for first.
    runnable: Option<Rc<Runnable>>,
}

/// The paths of tests by family of languages, each sorted: what lies in a folder lies together.
#[derive(Default)]
struct TestPaths(BTreeMap<Option<LanguageFamily>, Vec<String>>);

impl TestPaths {
    fn new(paths: impl Iterator<Item = String>) -> Self {
        let mut tests: BTreeMap<Option<LanguageFamily>, Vec<String>> = BTreeMap::new();
        for path in paths {
            tests.entry(family_of(&path)).or_default().push(path);
        }
        tests.values_mut().for_each(|of| of.compact_sort());
        Self(tests)
    }

    /// How many of a family lie below a folder, with its final `/`.
    fn below(&self, folder: &str, family: Option<LanguageFamily>) -> usize {
        self.0.get(&family).map_or(0, |paths| count_below(paths, folder))
    }
}

fn family_of(path: &str) -> Option<LanguageFamily> {
    LanguageId::of_path(path).map(LanguageId::family)
}

/// How many of sorted paths begin with a folder, found by halving: each file of a level asks, and a project has thousands of tests.
fn count_below<P: AsRef<str>>(sorted: &[P], folder: &str) -> usize {
    let start = sorted.partition_point(|path| path.as_ref() < folder);
    let rest = sorted.get(start..).unwrap_or_default();
    rest.partition_point(|path| path.as_ref().starts_with(folder))
}

impl SharedHelpers {
    pub fn new() -> Self {
        Self { led: FxHashMap::default(), tests: None, runnable: None }
    }

    /// A step from one file to the next.
    pub fn note(&mut self, from: i64, to: i64, path: &str) {
        if is_test(path) {
            self.led.entry(to).or_default().insert(from);
        }
    }

    /// Which files of a level most tests share. `level`: row ids and paths, without what was changed itself.
    ///
    /// # Errors
    /// Store errors.
    pub fn among(&mut self, store: &Store, level: &[(i64, &str)]) -> Result<Shared> {
        let mut shared = Shared::default();
        let helpers: BTreeMap<i64, &str> = level.iter().filter(|(_, path)| is_test(path)).copied().collect();
        if helpers.is_empty() {
            return Ok(shared);
        }
        let runnable = self.runnable(store)?;
        let ids: Vec<i64> = helpers.keys().copied().collect();
        let mut users: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
        for link in store.importers_of_files(&ids)? {
            if let Some(to) = link.to.filter(|_| runnable.is(&link.path, false)) {
                users.entry(to).or_default().insert(link.path);
            }
        }
        let homes: FxHashMap<i64, i64> = store.symbol_ids_of_files(&ids)?.into_iter().collect();
        let mut referring = store.files_referring_to(&ids)?;
        referring.truncate(MAX_FILES);
        let paths: FxHashMap<i64, String> = store.paths_of_files(&referring)?.into_iter().collect();
        store.target_counts(&referring, |file, found| {
            let Some(path) = paths.get(&file).filter(|path| runnable.is(path, false)) else { return };
            for one in found.iter().filter(|one| is_sure(one.confidence)) {
                if let Some(home) = homes.get(&one.symbol).filter(|home| **home != file) {
                    users.entry(*home).or_default().insert(path.clone());
                }
            }
        })?;
        for (helper, tests) in users {
            let Some(path) = helpers.get(&helper) else { continue };
            if tests.len() >= MIN_TESTS
                && (tests.len() >= MANY_TESTS || 2 * tests.len() >= self.tests_near(store, path)?)
            {
                shared.insert(helper, self.needing(store, helper)?);
            }
        }
        Ok(shared)
    }

    fn runnable(&mut self, store: &Store) -> Result<Rc<Runnable>> {
        if let Some(known) = &self.runnable {
            return Ok(Rc::clone(known));
        }
        let runnable = Rc::new(Runnable::new(store)?);
        self.runnable = Some(Rc::clone(&runnable));
        Ok(runnable)
    }

    /// How many tests of its language there are where a helper may be used: below the folder that holds its tests.
    fn tests_near(&mut self, store: &Store, path: &str) -> Result<usize> {
        let tests = match self.tests.take() {
            Some(tests) => tests,
            None => {
                let runnable = self.runnable(store)?;
                let all = store.text_files()?;
                let code = all.files.iter().filter(|file| file.kind == FileKind::Code);
                let tests = code.filter(|file| runnable.is(&file.path, false));
                TestPaths::new(tests.map(|file| file.path.clone()))
            }
        };
        Ok(self.tests.insert(tests).below(around(path), family_of(path)))
    }

    /// The definitions of a file that refer to what led to it, and those that use them. A type is none: who inherits from it does not
    /// use each of its members.
    fn needing(&self, store: &Store, helper: i64) -> Result<FxHashSet<i64>> {
        let led: Vec<i64> = self.led.get(&helper).into_iter().flatten().copied().collect();
        let wanted: FxHashSet<i64> =
            store.symbol_ids_of_files(&led)?.into_iter().map(|(symbol, _)| symbol).collect();
        let references = store.references_of_file(helper)?;
        let own: Vec<i64> = references.iter().filter_map(|row| row.from).collect();
        let types: FxHashSet<i64> = store
            .symbols_by_id(&own)?
            .into_iter()
            .filter(|row| {
                matches!(
                    row.kind,
                    SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Module
                )
            })
            .map(|row| row.id)
            .collect();
        let mut found: FxHashSet<i64> = FxHashSet::default();
        for _ in 0..MAX_STEPS {
            let mut more: FxHashSet<i64> = FxHashSet::default();
            for row in references.iter().filter(|row| is_sure(row.confidence)) {
                let needs = row.kind != ReferenceKind::Inherit
                    && row.targets.iter().any(|target| wanted.contains(target) || found.contains(target));
                let from = row.from.filter(|from| needs && !types.contains(from));
                more.extend(from.filter(|from| !found.contains(from)));
            }
            if more.is_empty() {
                break;
            }
            found.extend(more);
        }
        Ok(found)
    }
}

/// Whether a reference means what it leads to.
fn is_sure(confidence: Confidence) -> bool {
    confidence < Confidence::Ambiguous
}

/// The folder around the tests that a file lies with, with its final `/`; that of the file where it lies with other code.
fn around(path: &str) -> &str {
    let mut start = 0;
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    for folder in folders.split('/') {
        if is_test_folder(folder) {
            return path.get(..start).unwrap_or("");
        }
        start += folder.len() + 1;
    }
    path.rfind('/').and_then(|at| path.get(..=at)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often a path is looked at.
    struct Watched<'c>(String, &'c std::cell::Cell<usize>);

    impl AsRef<str> for Watched<'_> {
        fn as_ref(&self) -> &str {
            self.1.set(self.1.get() + 1);
            &self.0
        }
    }

    #[test]
    fn helpers_do_not_ask_each_test() {
        const TESTS: usize = 4_096;
        const HELPERS: usize = 1_000;
        let looks = std::cell::Cell::new(0);
        let mut tests: Vec<Watched<'_>> = (0..TESTS)
            .map(|number| Watched(format!("m{:02}/tests/t{number:04}.py", number % 64), &looks))
            .collect();
        tests.sort_by(|a, b| a.0.cmp(&b.0));
        for helper in 0..HELPERS {
            let folder = format!("m{:02}/", helper % 64);
            assert_eq!(count_below(&tests, &folder), TESTS / 64, "{folder}");
        }
        assert!(looks.get() <= HELPERS * 32, "{} looks", looks.get());
        assert_eq!(count_below(&tests, ""), TESTS);
        assert_eq!(count_below(&tests, "n/"), 0);
    }

    #[test]
    fn tests_of_another_language_do_not_count() {
        let paths = ["a/tests/x.ts", "a/tests/y.js", "a/tests/z.py", "ab/tests/x.ts"];
        let tests = TestPaths::new(paths.iter().map(|path| (*path).to_owned()));
        assert_eq!(tests.below("a/", family_of("a/setup.ts")), 2);
        assert_eq!(tests.below("a/", family_of("a/conftest.py")), 1);
        assert_eq!(tests.below("a/", family_of("a/spec_helper.rb")), 0);
    }

    #[test]
    fn helpers_lie_with_the_tests_that_share_them() {
        for (path, expected) in [
            ("spec/rails_helper.rb", ""),
            ("apps/web/tests/setup.ts", "apps/web/"),
            ("api/src/test/java/a/BaseTest.java", "api/src/"),
            ("src/shop/conftest.py", "src/shop/"),
            ("conftest.py", ""),
        ] {
            assert_eq!(around(path), expected, "{path}");
        }
    }
}
