//! Tests of a change that no import or reference leads to: by their names, by the routes and schemas that they write out, and by
//! what past commits changed together. And the changed files of which no test is known.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use beadloom_model::answers::{AffectedTest, Certainty, TestReason};
use beadloom_model::{CompactSort, LanguageId, Result, SymbolKind};
use beadloom_store::{FileKind, Store, TextFile, TextFiles};

use super::dependency_graph::{DependencyGraph as _, Direction};
use super::files::Files;
use super::runnable::Runnable;
use super::walk::walk;
use crate::exact::Pattern;
use crate::places::is_test;
use crate::search::name::joined;
use crate::text::{around, is_of_name};

/// Changed files that tests are looked for; who changed more, changed everything.
const MAX_CHANGED_ITEMS: usize = 200;

/// Tests that a name, a text or the past may give for one changed file: more of them say nothing.
const MAX_NAMED_ITEMS: usize = 8;
const MAX_TEXT_ITEMS: usize = 15;
const MAX_PAST_ITEMS: usize = 5;

/// Routes and names of one changed file that tests are searched for.
const MAX_TERM_ITEMS: usize = 30;

/// Symbols of a schema, at most.
const MAX_SCHEMA_SYMBOLS: usize = 200;

/// Characters of a route or a name that is looked for: shorter ones stand anywhere.
const MIN_TERM_CHARS: usize = 5;

/// Commits in which a test was changed with a file, and the share of its own that these are: for a file that tests are known
/// of, and for one that none is.
const TOGETHER_KNOWN: (u32, f64) = (4, 0.5);
const TOGETHER_UNKNOWN: (u32, f64) = (2, 0.15);

/// What is likely.
pub(super) struct Likely {
    /// By reason, path.
    pub tests: Vec<AffectedTest>,
    /// Of the tests that were known already, those that are also likely, with the reason.
    pub known: BTreeMap<String, TestReason>,
    /// Changed files without any test, by path.
    pub unknown: Vec<String>,
}

/// `files`: what was changed, sorted. `found`: tests that are known already. `depth`: steps that are followed. `text`: what a
/// file holds.
pub(super) fn likely(
    store: &Store,
    files: &[String],
    found: &[AffectedTest],
    depth: usize,
    text: &dyn Fn(&str) -> Option<String>,
) -> Result<Likely> {
    let mut likely = Likely { tests: Vec::new(), known: BTreeMap::new(), unknown: Vec::new() };
    let code: Vec<&String> = files.iter().filter(|path| may_be_tested(path)).collect();
    if code.is_empty() {
        return Ok(likely);
    }
    let known = store.text_files()?;
    let runnable = Runnable::new(store)?;
    let tests: Vec<&TextFile> = known
        .files
        .iter()
        .filter(|file| file.kind == FileKind::Code && runnable.is(&file.path, false))
        .collect();
    let by_name = by_name(&tests);
    let past = store.past()?;
    let runnable: HashSet<&str> = tests.iter().map(|file| file.path.as_str()).collect();
    let reached: HashSet<&str> = found.iter().map(|test| test.path.as_str()).collect();
    // Which changed file a test was reached from is not kept: of one it is that one, of several the tests say what they need.
    let needed = match code.as_slice() {
        [only] if !found.is_empty() => HashSet::from([(*only).clone()]),
        [_] => HashSet::new(),
        code => needed(store, code, found, depth)?,
    };
    let mut best: BTreeMap<String, (TestReason, String)> = BTreeMap::new();
    for path in code.iter().take(MAX_CHANGED_ITEMS) {
        let mut of_file: Vec<(&str, TestReason)> = Vec::new();
        of_file.extend(named(path, &by_name).into_iter().map(|test| (test, TestReason::Name)));
        for (term, reason) in terms(store, path)? {
            of_file.extend(holding(&term, &tests, &known, text).into_iter().map(|test| (test, reason)));
        }
        let is_reached = needed.contains(path.as_str());
        let (commits, share) =
            if is_reached || !of_file.is_empty() { TOGETHER_KNOWN } else { TOGETHER_UNKNOWN };
        let with = past.together_with(path, &|other| runnable.contains(other));
        let often = with
            .iter()
            .filter(|one| one.commits >= commits && f64::from(one.commits) >= share * f64::from(one.of));
        of_file.extend(often.take(MAX_PAST_ITEMS).map(|one| (one.path, TestReason::History)));
        if of_file.is_empty() && !is_reached {
            likely.unknown.push((*path).clone());
        }
        for (test, reason) in of_file {
            if reached.contains(test) {
                let known = likely.known.entry(test.to_owned()).or_insert(reason);
                *known = reason.min(*known);
                continue;
            }
            let known = best.entry(test.to_owned()).or_insert((reason, (*path).clone()));
            if (reason, path.as_str()) < (known.0, known.1.as_str()) {
                *known = (reason, (*path).clone());
            }
        }
    }
    likely.unknown.extend(code.iter().skip(MAX_CHANGED_ITEMS).map(|path| (*path).clone()));
    likely.tests = best
        .into_iter()
        .map(|(path, (reason, of))| AffectedTest {
            path,
            distance: 1,
            confidence: Certainty::Ambiguous,
            reason,
            of: Some(of),
        })
        .collect();
    likely.tests.compact_sort_by(|a, b| (a.reason, &a.path).cmp(&(b.reason, &b.path)));
    Ok(likely)
}

/// Whether a change of a file may break a test: not that of a test itself, of a text for people, or of a picture.
fn may_be_tested(path: &str) -> bool {
    const FOR_PEOPLE: &[&str] = &[
        "md", "mdx", "rst", "txt", "adoc", "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "pdf", "woff",
        "woff2", "ttf", "mp4",
    ];
    const NAMES: &[&str] =
        &["LICENSE", "COPYING", "NOTICE", "AUTHORS", "CODEOWNERS", "CHANGELOG", "CHANGES", "Changelog"];
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    !is_test(path)
        && !name.starts_with('.')
        && !path.split('/').any(|part| matches!(part, ".beadloom" | ".github" | ".git"))
        && !NAMES.contains(&name)
        && !ending.is_some_and(|ending| FOR_PEOPLE.contains(&ending.as_str()))
}

/// Of several changed files those that the tests surely need.
fn needed(store: &Store, code: &[&String], found: &[AffectedTest], depth: usize) -> Result<HashSet<String>> {
    let mut starts = Vec::new();
    for test in found {
        starts.extend(store.file_id(&test.path)?.map(|id| (id, test.path.clone())));
    }
    let mut field = Files::new(store, starts)?;
    let begin = field.starts().to_vec();
    let walked = walk(&begin, depth, |level| field.steps(Direction::Upstream, level))?;
    let wanted: HashSet<&str> = code.iter().map(|path| path.as_str()).collect();
    let paths = walked.reached.iter().filter_map(|one| field.path(&one.key));
    Ok(paths.filter(|path| wanted.contains(path)).map(str::to_owned).collect())
}

/// The tests by what they are called after.
fn by_name<'f>(tests: &[&'f TextFile]) -> BTreeMap<String, Vec<&'f str>> {
    let mut by_name: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for file in tests {
        for name in subjects(&file.path) {
            by_name.entry(name).or_default().push(&file.path);
        }
    }
    by_name
}

/// What a file is called; one that stands for its folder is called like that.
fn name_of(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if matches!(stem, "index" | "mod" | "__init__" | "main" | "lib" | "init") {
        parts.next().unwrap_or(stem)
    } else {
        stem
    }
}

/// What a test is called after: `charge` of `test_charge.py`, `ChargeTest.java`, `charge.spec.ts` and `charge_test.go`.
fn subjects(test: &str) -> BTreeSet<String> {
    const MARKS: &str = "\
        unittests unittest integrationtest tests test specs spec e2e it testcase";
    let name = test.rsplit('/').next().unwrap_or(test);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut found = BTreeSet::new();
    // Parts that say "test" stand at one end, behind a sign or as a word of their own in camel case.
    let lower = stem.to_ascii_lowercase();
    for mark in MARKS.split(' ') {
        for sign in ["_", "-", "."] {
            if let Some(rest) = lower.strip_suffix(mark).and_then(|rest| rest.strip_suffix(sign)) {
                found.insert(joined(rest));
            }
            if let Some(rest) = lower.strip_prefix(mark).and_then(|rest| rest.strip_prefix(sign)) {
                found.insert(joined(rest));
            }
        }
        let at = stem.len().saturating_sub(mark.len());
        if lower.ends_with(mark) && stem.get(at..).is_some_and(|end| end.starts_with(char::is_uppercase)) {
            found.insert(joined(stem.get(..at).unwrap_or("")));
        }
    }
    if found.is_empty() {
        found.insert(joined(stem));
    }
    found.remove("");
    found
}

/// The tests that are called like a file, those that lie nearest: of many files of a name each has its own.
fn named<'t>(path: &str, by_name: &BTreeMap<String, Vec<&'t str>>) -> Vec<&'t str> {
    let name = joined(name_of(path));
    let folders: HashSet<&str> = path.rsplit_once('/').map_or("", |(folder, _)| folder).split('/').collect();
    let called = |name: &str| by_name.get(name).filter(|_| name.chars().count() > 1);
    let Some(tests) = called(&name).or_else(|| called(without_role(&name, &folders)?)) else {
        return Vec::new();
    };
    let shared = |test: &str| {
        let folder = test.rsplit_once('/').map_or("", |(folder, _)| folder);
        folder.split('/').filter(|part| folders.contains(part)).collect::<HashSet<_>>().len()
    };
    let most = tests.iter().map(|test| shared(test)).max().unwrap_or(0);
    let nearest: Vec<&str> = tests.iter().copied().filter(|test| shared(test) == most).collect();
    if nearest.len() > MAX_NAMED_ITEMS { Vec::new() } else { nearest }
}

/// The rest of a name whose end says again what a folder around says: `publish` of `controllers/publish_controller.rb`, whose tests
/// often lie where requests are tested.
fn without_role<'n>(name: &'n str, folders: &HashSet<&str>) -> Option<&'n str> {
    folders.iter().filter_map(|folder| name.strip_suffix(joined(folder).strip_suffix('s')?)).min()
}

/// What tests may write out of a file: paths of its routes, names of the types and tables of a schema.
fn terms(store: &Store, path: &str) -> Result<Vec<(String, TestReason)>> {
    let mut found: BTreeSet<(String, TestReason)> = BTreeSet::new();
    for route in store.routes_of(path, MAX_TERM_ITEMS)? {
        found.extend(literal_part(&route.path).map(|part| (part, TestReason::Route)));
    }
    let language = LanguageId::of_path(path);
    if matches!(language, Some(LanguageId::Sql | LanguageId::GraphQl | LanguageId::Protobuf)) {
        for row in store.symbols_of_file(path, MAX_SCHEMA_SYMBOLS)? {
            if matches!(row.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type)
                && row.symbol_name.chars().count() >= MIN_TERM_CHARS
            {
                found.insert((row.symbol_name, TestReason::Schema));
            }
        }
    }
    Ok(found.into_iter().take(MAX_TERM_ITEMS).collect())
}

/// The longest part of a route without parameters: `/orders` of `/orders/{id}`.
fn literal_part(route: &str) -> Option<String> {
    let is_parameter = |segment: &str| segment.contains([':', '{', '<', '*', '(', '[', '$', '^']);
    let mut parts: Vec<String> = vec![String::new()];
    for segment in route.split('/').filter(|segment| !segment.is_empty()) {
        if is_parameter(segment) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push('/');
            part.push_str(segment);
        }
    }
    parts
        .into_iter()
        .filter(|part| part.chars().count() >= MIN_TERM_CHARS)
        .max_by(|a, b| a.len().cmp(&b.len()).then_with(|| b.cmp(a)))
}

/// The tests that hold a text as a word; none where many do.
fn holding<'f>(
    term: &str,
    tests: &[&'f TextFile],
    known: &TextFiles,
    text: &dyn Fn(&str) -> Option<String>,
) -> Vec<&'f str> {
    let Ok(pattern) = Pattern::exact(term, false) else { return Vec::new() };
    let holds = |content: &str| {
        content.match_indices(term).any(|(at, _)| {
            let [before, after] = around(content, at, term.len());
            !after.is_some_and(is_of_name) && (term.starts_with('/') || !before.is_some_and(is_of_name))
        })
    };
    let mut found = Vec::new();
    for file in tests {
        if known.filter(file).is_none_or(|filter| pattern.needs().may_fit(filter))
            && text(&file.path).is_some_and(|content| holds(&content))
        {
            found.push(file.path.as_str());
            if found.len() > MAX_TEXT_ITEMS {
                return Vec::new();
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_called_after_files() {
        for (test, expected) in [
            ("tests/test_charge.py", "charge"),
            ("a/charge_test.go", "charge"),
            ("src/test/java/a/ChargeServiceTest.java", "chargeservice"),
            ("src/test/java/a/ChargeIT.java", "charge"),
            ("x/charge.spec.ts", "charge"),
            ("x/order-list.test.tsx", "orderlist"),
            ("spec/models/charge_spec.rb", "charge"),
            ("test/till.ts", "till"),
            ("tests/latest.py", "latest"),
        ] {
            assert_eq!(subjects(test).into_iter().collect::<Vec<_>>(), [expected], "{test}");
        }
    }

    #[test]
    fn what_a_folder_says_is_no_part_of_a_name() {
        for (path, expected) in [
            ("app/controllers/publish_controller.rb", Some("publish")),
            ("app/controllers/admin/publish_controller.rb", Some("publish")),
            ("src/services/PaymentService.ts", Some("payment")),
            ("src/services/payment.ts", None),
            ("src/Controllers/Orders.cs", None),
        ] {
            let folders: HashSet<&str> = path.split('/').rev().skip(1).collect();
            assert_eq!(without_role(&joined(name_of(path)), &folders), expected, "{path}");
        }
    }

    #[test]
    fn routes_have_a_part_without_parameters() {
        for (route, expected) in [
            ("/orders/{id}/items", Some("/orders")),
            ("/api/v1/orders/:id", Some("/api/v1/orders")),
            ("/:id", None),
            ("/a", None),
            ("", None),
        ] {
            assert_eq!(literal_part(route).as_deref(), expected, "{route}");
        }
    }
}
