//! Addresses that tests and clients write out, and the routes that they fit.

use std::cmp::Ordering;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_conventions::{TABLE, is_of_tests, segments, url};
use beadloom_model::languages::LanguageFamily;
use beadloom_model::{HTTP_METHODS, LanguageId, Result};
use beadloom_store::{Confidence, ConventionRow, RouteRow};
use rustc_hash::FxHashMap;

use super::links::{Named, Target};
use super::named::Controllers;
use super::project::Conventions;
use crate::lists::sort_once;
use crate::places::is_no_product;

/// Pairs of an address and a route that are compared.
const MAX_COMPARED_PAIRS: usize = 20_000_000;

/// As routes name it. Its addresses have no case.
const ASPNET: &str = "aspnet";

const DJANGO: &str = "django";
const SPRING: &str = "Spring";

/// Parts of an address before the path that a file states of a route.
const MAX_PREFIX_SEGMENTS: usize = 2;

impl Conventions<'_> {
    pub(super) fn add_urls(
        &mut self,
        users: &[&ConventionRow],
        (rows, controllers): (&[RouteRow], &Controllers),
        named: &mut Named,
    ) -> Result<()> {
        if users.is_empty() {
            return Ok(());
        }
        let mut patterns = Patterns::new(rows);
        let mut meant: BTreeMap<(&str, &str), Meant> = BTreeMap::new();
        let stated: BTreeSet<(&str, u32)> =
            rows.iter().map(|row| (row.file_path.as_str(), row.line)).collect();
        let mut answers: FxHashMap<usize, Vec<Target>> = FxHashMap::default();
        for mark in users {
            let asked = (mark.name.as_str(), mark.detail.as_str());
            if let Entry::Vacant(vacant) = meant.entry(asked) {
                let (best, is_whole) = patterns.fitting(&mark.name);
                let routes = of_method(best, &mark.detail, |at| patterns.row(at));
                let answers_method = routes.is_sure;
                let mut targets = Vec::new();
                for at in routes.fit {
                    let Some(row) = patterns.row(at) else { continue };
                    let found = match answers.get(&at) {
                        Some(known) => known.clone(),
                        None => {
                            let found = self.answering(row, controllers)?;
                            answers.insert(at, found.clone());
                            found
                        }
                    };
                    targets.extend(found);
                }
                sort_once(&mut targets);
                vacant.insert(Meant { targets, sure: is_whole && answers_method, answers_method });
            }
            if let Some(meant) = meant.get(&asked).filter(|meant| !meant.targets.is_empty()) {
                self.link_address(mark, meant, &stated, named)?;
            }
        }
        Ok(())
    }

    fn link_address(
        &mut self,
        mark: &ConventionRow,
        meant: &Meant,
        stated: &BTreeSet<(&str, u32)>,
        named: &mut Named,
    ) -> Result<()> {
        let path = self.facts.path(mark.file_id)?;
        let (mut targets, mut sure) = (meant.targets.clone(), meant.sure);
        if !is_of_tests(&path) {
            // What registers a route is no client of it, and clients ask for what answers them.
            if stated.contains(&(&*path, mark.line)) || !meant.answers_method {
                return Ok(());
            }
            targets = self.of_product(targets)?;
            // What a controller redirects to is of its own server.
            let is_own = TABLE.get(usize::from(mark.rule)).is_some_and(|row| row.framework == SPRING);
            for (file, _) in &targets {
                sure &= is_own || is_other_side(&path, &self.facts.path(*file)?);
            }
        }
        let first = named.links.len();
        self.link(mark, &targets, &format!("asks for {}", mark.name), named)?;
        if !sure {
            let added = named.links.iter_mut().skip(first);
            added.for_each(|link| {
                link.confidence = Confidence::Ambiguous;
                link.candidates = link.candidates.max(2);
            });
        }
        Ok(())
    }

    /// Those that no test answers.
    fn of_product(&mut self, targets: Vec<Target>) -> Result<Vec<Target>> {
        let mut kept = Vec::with_capacity(targets.len());
        for target in targets {
            if !is_no_product(&self.facts.path(target.0)?) {
                kept.push(target);
            }
        }
        Ok(kept)
    }
}

/// The routes with an address.
struct Patterns<'r> {
    list: Vec<(String, &'r RouteRow)>,
    /// By the number of parts.
    by_length: BTreeMap<usize, Vec<usize>>,
    compared: usize,
}

impl<'r> Patterns<'r> {
    fn new(rows: &'r [RouteRow]) -> Self {
        let mut list: Vec<(String, &RouteRow)> = rows
            .iter()
            .filter(|row| !matches!(row.method.as_str(), "QUERY" | "MUTATION" | "SUBSCRIPTION" | "RPC"))
            .map(|row| (url(&row.path), row))
            .collect();
        // A value that settings put before all paths is empty mostly.
        let below = list.iter().filter(|(_, row)| row.framework == DJANGO && row.path.starts_with("/{"));
        let below: Vec<(String, &RouteRow)> = below
            .filter_map(|(path, row)| Some((path.strip_prefix("/*")?.to_owned(), *row)))
            .filter(|(path, _)| !path.is_empty())
            .collect();
        list.extend(below);
        let mut by_length: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, (pattern, _)) in list.iter().enumerate() {
            by_length.entry(segments(pattern).count()).or_default().push(at);
        }
        Self { list, by_length, compared: 0 }
    }

    fn row(&self, at: usize) -> Option<&'r RouteRow> {
        self.list.get(at).map(|(_, row)| *row)
    }

    /// The routes that fit an address best which a client completes: below `api`, or the version of an API.
    fn fitting_below(&mut self, address: &str) -> Vec<usize> {
        let address: Vec<&str> = segments(address).collect();
        let mut best: (usize, Vec<usize>) = (1, Vec::new());
        for added in 0..=MAX_PREFIX_SEGMENTS {
            let candidates = self.by_length.get(&(address.len() + added)).map_or(&[][..], Vec::as_slice);
            self.compared = self.compared.saturating_add(candidates.len());
            if self.compared > MAX_COMPARED_PAIRS {
                break;
            }
            for at in candidates {
                let Some((pattern, row)) = self.list.get(*at) else { continue };
                let is_base = segments(pattern).take(added).all(is_of_api);
                let rest = segments(pattern).skip(added);
                let Some(score) = fits(rest, row, &address).filter(|_| is_base) else { continue };
                match score.cmp(&best.0) {
                    Ordering::Greater => best = (score, vec![*at]),
                    Ordering::Equal => best.1.push(*at),
                    Ordering::Less => {}
                }
            }
        }
        best.1
    }

    /// The routes that fit an address best, and whether they fit the whole of it: a prefix that the file of the route does not say may
    /// stand before it.
    fn fitting(&mut self, address: &str) -> (Vec<usize>, bool) {
        if !address.starts_with('/') {
            return (self.fitting_below(address), true);
        }
        let address: Vec<&str> = segments(without_format(address)).collect();
        let mut is_whole = true;
        let mut best: (usize, Vec<usize>) = (1, Vec::new());
        for dropped in 0..=MAX_PREFIX_SEGMENTS.min(address.len()) {
            let address = address.get(dropped..).unwrap_or_default();
            let candidates = self.by_length.get(&address.len()).map_or(&[][..], Vec::as_slice);
            self.compared = self.compared.saturating_add(candidates.len());
            if self.compared > MAX_COMPARED_PAIRS || !best.1.is_empty() {
                break;
            }
            is_whole = dropped == 0;
            for at in candidates {
                let Some((pattern, row)) = self.list.get(*at) else { continue };
                let Some(score) = fits(segments(pattern), row, address) else { continue };
                match score.cmp(&best.0) {
                    Ordering::Greater => best = (score, vec![*at]),
                    Ordering::Equal => best.1.push(*at),
                    Ordering::Less => {}
                }
            }
        }
        (best.1, is_whole)
    }
}

/// What an address and a method of HTTP mean.
struct Meant {
    targets: Vec<Target>,
    sure: bool,
    /// Whether the method is not known, or answered by these.
    answers_method: bool,
}

/// Folders whose folders are projects of their own.
const MANY: &[&str] = &["apps", "libs", "modules", "packages", "projects", "services"];

/// Whether a client surely asks its own project's server: from a browser it does, and from another part of the repository. On a server,
/// the same address may be that of another one.
fn is_other_side(client: &str, handler: &str) -> bool {
    let family = |path: &str| LanguageId::of_path(path).map(LanguageId::family);
    let (own, other) = (family(client), family(handler));
    if own != other || own == Some(LanguageFamily::Ecma) {
        return true;
    }
    let (mut a, mut b) = (client.split('/'), handler.split('/'));
    let first = (a.next(), b.next());
    let is_many = first.0.is_some_and(|folder| MANY.contains(&folder));
    first.0 != first.1 && client.contains('/') && handler.contains('/')
        || is_many && first.0 == first.1 && a.next() != b.next()
}

/// The routes of an address that answer a method of HTTP.
struct Routes {
    fit: Vec<usize>,
    /// False where the method is known, and none of them answers it.
    is_sure: bool,
}

/// Of routes that an address fits, those of the method that the client says; all where it says none, or none of them has it.
fn of_method<'r>(routes: Vec<usize>, method: &str, row: impl Fn(usize) -> Option<&'r RouteRow>) -> Routes {
    if method.is_empty() {
        // One of them is meant. Mostly one file answers all, and how many files do is what counts.
        return Routes { fit: routes, is_sure: true };
    }
    // What answers GET answers HEAD; routes without a method of HTTP, such as `ANY` and pages, answer all.
    let method = if method == "HEAD" { "GET" } else { method };
    let answers = |at: &usize| {
        row(*at).is_some_and(|row| row.method == method || !HTTP_METHODS.contains(&row.method.as_str()))
    };
    let fit: Vec<usize> = routes.iter().copied().filter(answers).collect();
    if fit.is_empty() { Routes { fit: routes, is_sure: false } } else { Routes { fit, is_sure: true } }
}

fn without_format(address: &str) -> &str {
    [".json", ".html", ".xml", ".rss", ".atom", ".csv", ".txt"]
        .iter()
        .find_map(|ending| address.strip_suffix(ending))
        .unwrap_or(address)
}

/// Whether a part of an address says only that an API is below it.
fn is_of_api(part: &str) -> bool {
    let is_version =
        part.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_version || matches!(part, "api" | "rest")
}

/// How many parts of an address a pattern writes out, where it fits; one more than these.
fn fits<'p>(pattern: impl Iterator<Item = &'p str>, row: &RouteRow, address: &[&str]) -> Option<usize> {
    let ignores_case = row.framework == ASPNET;
    let mut literal = 1;
    for (own, other) in pattern.zip(address) {
        let is_same = own == *other || ignores_case && own.eq_ignore_ascii_case(other);
        if is_same && own != "*" {
            literal += 1;
        } else if own != "*" {
            // A value may be that very word, and is not likely to be.
            return None;
        }
    }
    (literal > 1).then_some(literal)
}
