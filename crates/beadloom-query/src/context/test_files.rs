//! Test files of a bundle.

use std::collections::{HashMap, HashSet};

use std::fmt::Write as _;

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, BundleSymbol, Reason};
use beadloom_store::Store;

use super::chapter::{Chapter, Draft, Entry, Listed, Plan, Tier, bytes_of, chosen, entries_of, left_out};
use super::gathered::{ReadText, Shape};
use super::relations::Related;
use super::room::MAX_TESTS;
use super::wording::{is_area, list, some};
use crate::answer::places::Places;
use crate::lists::firsts;
use crate::{Staleness, places};

/// The nearest ones, of an area and of anything else.
const NEAREST: usize = 3;
const FIRST: usize = 5;

struct Tests(Vec<String>);

pub(super) const CHAPTER: Listed =
    Listed { about: Bundle::tests, gather: |found| Ok(Box::new(Tests(std::mem::take(&mut found.tests)))) };

impl Chapter for Tests {
    fn leave_out_gone_lines(&mut self, stale: &Staleness, _: ReadText<'_>) {
        self.0.retain(|path| stale.has_line(path, 1));
    }

    fn paths(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    fn entries<'c>(&'c self, plan: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let (first, more) =
            if plan.shape == Shape::Other { (FIRST, Tier::Fringe) } else { (NEAREST, Tier::Far) };
        entries_of(&self.0, |at, path| (if at < first { Tier::Vicinity } else { more }, bytes_of(&[path])))
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.tests = chosen(&self.0, kept).cloned().collect();
        draft.bundle.omitted.tests = left_out(&self.0, kept);
    }

    fn markdown(&self, _: &[usize], out: &mut String, bundle: &Bundle) {
        if is_area(bundle) && !bundle.tests.is_empty() {
            let _ = writeln!(out, "Tests: {}\n", some(&bundle.tests));
        } else {
            list(out, "Tests", &bundle.tests);
        }
    }

    fn add_places(&self, places: &mut Places, bundle: &Bundle) {
        places.files(&bundle.tests);
    }
}

/// Test files of the focus, by path: those that import most of it, and, where the language keeps them in the same
/// package without an import (Go), those beside its files; and files of the focus that hold tests.
pub(super) fn tests(store: &Store, places_of_focus: &[String]) -> Result<Vec<String>> {
    let mut counts: HashMap<String, u64> = HashMap::new();
    let mut beside: HashSet<String> = HashSet::new();
    for place in places_of_focus {
        for path in store.files_with_inline_tests(place, 4 * MAX_TESTS)? {
            *counts.entry(path.clone()).or_default() += 1_000;
            beside.insert(path);
        }
        for (path, imports) in store.testlike_importers(place, 8 * MAX_TESTS)? {
            *counts.entry(path).or_default() += imports;
        }
        let folder = place.rsplit_once('/').map_or("", |(folder, _)| folder);
        if !folder.is_empty() {
            let beside = store.testlike_files(folder, 4 * MAX_TESTS)?;
            // Nearer than any that imports.
            let tests = beside.into_iter().filter(|path| path.ends_with("_test.go"));
            tests.for_each(|path| *counts.entry(path).or_default() += 1_000);
        }
    }
    let mut found: Vec<(String, u64)> =
        counts.into_iter().filter(|(path, _)| places::is_test(path) || beside.contains(path)).collect();
    found.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    found.truncate(MAX_TESTS);
    let mut found: Vec<String> = found.into_iter().map(|(path, _)| path).collect();
    found.sort_unstable();
    Ok(found)
}

/// Callers that are tests become tests of the bundle, the nearest first, where there are other callers.
pub(super) fn fold_tests(related: &mut Related, tests: &mut Vec<String>) {
    let is_test = |symbol: &BundleSymbol| {
        matches!(symbol.reason, Some(Reason::Caller | Reason::Subtype))
            && places::is_test(&symbol.symbol.file_path)
    };
    let callers = related
        .symbols
        .iter()
        .filter(|(_, symbol)| matches!(symbol.reason, Some(Reason::Caller | Reason::Subtype)));
    if callers.clone().all(|(_, symbol)| is_test(symbol)) {
        return;
    }
    let calling = callers.filter(|(_, symbol)| is_test(symbol)).map(|(_, one)| one.symbol.file_path.clone());
    *tests = firsts(calling.chain(std::mem::take(tests))).take(MAX_TESTS).collect();
    related.symbols.retain(|(_, symbol)| !is_test(symbol));
}
