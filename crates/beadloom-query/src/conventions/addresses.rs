//! Addresses that tests and clients write out, and the routes that they fit.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use beadloom_conventions::{segments, url};
use beadloom_model::{HTTP_METHODS, Result};
use beadloom_store::{Confidence, ConventionRow, RouteRow};
use rustc_hash::FxHashMap;

use super::links::{Named, Target};
use super::named::Controllers;
use super::project::Conventions;
use crate::lists::sort_once;

/// Pairs of an address and a route that are compared.
const MAX_COMPARED_PAIRS: usize = 20_000_000;

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
        let patterns: Vec<(String, &RouteRow)> = rows
            .iter()
            .filter(|row| !matches!(row.method.as_str(), "QUERY" | "MUTATION" | "SUBSCRIPTION" | "RPC"))
            .map(|row| (url(&row.path), row))
            .collect();
        let mut by_length: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, (pattern, _)) in patterns.iter().enumerate() {
            by_length.entry(segments(pattern).count()).or_default().push(at);
        }
        let mut meant: BTreeMap<(&str, &str), (Vec<Target>, bool)> = BTreeMap::new();
        let mut answers: FxHashMap<usize, Vec<Target>> = FxHashMap::default();
        let mut compared = 0usize;
        for mark in users {
            let asked = (mark.name.as_str(), mark.detail.as_str());
            if let Entry::Vacant(vacant) = meant.entry(asked) {
                let address: Vec<&str> = segments(without_format(&mark.name)).collect();
                let mut sure = true;
                let mut best: (usize, Vec<usize>) = (1, Vec::new());
                // A prefix that the file of the route does not say may stand before it.
                for dropped in 0..=MAX_PREFIX_SEGMENTS.min(address.len()) {
                    let address = address.get(dropped..).unwrap_or_default();
                    let candidates = by_length.get(&address.len()).map_or(&[][..], Vec::as_slice);
                    compared = compared.saturating_add(candidates.len());
                    if compared > MAX_COMPARED_PAIRS || !best.1.is_empty() {
                        break;
                    }
                    sure = dropped == 0;
                    for at in candidates {
                        let Some((pattern, _)) = patterns.get(*at) else { continue };
                        let Some(score) = fits(pattern, address) else { continue };
                        match score.cmp(&best.0) {
                            Ordering::Greater => best = (score, vec![*at]),
                            Ordering::Equal => best.1.push(*at),
                            Ordering::Less => {}
                        }
                    }
                }
                let routes = of_method(best.1, &mark.detail, |at| patterns.get(at).map(|(_, row)| *row));
                sure &= routes.is_sure;
                let mut targets = Vec::new();
                for at in routes.fit {
                    let Some((_, row)) = patterns.get(at) else { continue };
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
                vacant.insert((targets, sure));
            }
            if let Some((targets, sure)) = meant.get(&asked).filter(|(targets, _)| !targets.is_empty()) {
                let first = named.links.len();
                self.link(mark, &targets.clone(), &format!("asks for {}", mark.name), named)?;
                if !sure {
                    let added = named.links.iter_mut().skip(first);
                    added.for_each(|link| {
                        link.confidence = Confidence::Ambiguous;
                        link.candidates = link.candidates.max(2);
                    });
                }
            }
        }
        Ok(())
    }
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

/// How many parts of an address a pattern writes out, where it fits; one more than these.
fn fits(pattern: &str, address: &[&str]) -> Option<usize> {
    let mut literal = 1;
    for (own, other) in segments(pattern).zip(address) {
        if own == *other && own != "*" {
            literal += 1;
        } else if own != "*" {
            // A value may be that very word, and is not likely to be.
            return None;
        }
    }
    (literal > 1).then_some(literal)
}
