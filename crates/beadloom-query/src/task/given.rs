//! What a session was given, so that it is not given again.
//!
//! Content is known by its lines, not by where it stands: a function that moved to another file is the same content. A
//! text is noted by every pair of lines that follow each other, empty ones and spaces at both ends aside, and by its
//! lines as a whole. Pairs that all code has (`return err`, `}`) make nothing known: only runs of them do.

use std::collections::HashSet;

use beadloom_lexical::Chunk;
use sha2::{Digest, Sha256};

/// Lines of a run that is known, at least, unless it is a whole definition or all that there is.
const RUN: usize = 5;

/// Hashes of content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    prints: HashSet<u64>,
}

impl Given {
    /// From what [`Given::prints`] gave, of any number of answers.
    pub fn new(prints: impl IntoIterator<Item = u64>) -> Self {
        Self { prints: prints.into_iter().collect() }
    }

    /// Every hash, sorted.
    pub fn prints(&self) -> Vec<u64> {
        let mut prints: Vec<u64> = self.prints.iter().copied().collect();
        prints.sort_unstable();
        prints
    }

    /// Notes a text.
    pub(super) fn add(&mut self, text: &str) {
        let lines = full_lines(text.lines());
        self.prints.extend(lines.windows(2).map(pair));
        self.prints.insert(whole(&lines));
    }

    /// Whether a text as a whole was given: by itself, or all of its lines within others.
    pub(super) fn knows(&self, text: &str) -> bool {
        let lines = full_lines(text.lines());
        self.prints.contains(&whole(&lines))
            || (lines.len() > 1 && lines.windows(2).all(|two| self.prints.contains(&pair(two))))
    }

    /// The parts of `span` that were not given, in their order; empty lines at their ends left out. `lines`: all of the
    /// file; `definitions`: lines of those that begin in the span.
    pub(super) fn fresh(&self, lines: &[&str], span: Chunk, definitions: &[Chunk]) -> Vec<Chunk> {
        let first = span.first.max(1);
        let text = of_span(lines, span);
        let solid: Vec<usize> = (0..text.len()).filter(|at| !line_at(text, *at).is_empty()).collect();
        if solid.is_empty() {
            return Vec::new();
        }
        let trimmed: Vec<&str> = solid.iter().map(|at| line_at(text, *at)).collect();
        if self.prints.is_empty() {
            return runs(first, &solid, &vec![false; solid.len()]);
        }
        if self.prints.contains(&whole(&trimmed)) {
            return Vec::new();
        }
        let seen: Vec<bool> = trimmed.windows(2).map(|two| self.prints.contains(&pair(two))).collect();
        if !seen.is_empty() && seen.iter().all(|seen| *seen) {
            return Vec::new();
        }
        let mut known = vec![false; solid.len()];
        let mut at = 0;
        while at < seen.len() {
            let length = seen.iter().skip(at).take_while(|seen| **seen).count();
            // A run of pairs has one line more.
            if length + 1 >= RUN {
                known.iter_mut().skip(at).take(length + 1).for_each(|known| *known = true);
            }
            at += length.max(1);
        }
        for definition in definitions {
            let within: Vec<usize> = (0..solid.len())
                .filter(|index| {
                    let line = solid.get(*index).and_then(|at| u32::try_from(*at).ok()).unwrap_or(0) + first;
                    definition.first <= line && line <= definition.last
                })
                .collect();
            let (Some(from), Some(to)) = (within.first(), within.last()) else { continue };
            if to > from && seen.get(*from..*to).is_some_and(|seen| seen.iter().all(|seen| *seen)) {
                known.iter_mut().skip(*from).take(to - from + 1).for_each(|known| *known = true);
            }
        }
        let mut found = runs(first, &solid, &known);
        // What is left between known parts is worth showing where it says anything, and was not shown as such a rest.
        found.retain(|run| {
            let left = full_lines(of_span(lines, *run).iter().copied());
            left.iter().any(|line| line.chars().any(char::is_alphanumeric))
                && !self.prints.contains(&whole(&left))
        });
        found
    }
}

/// Runs of lines that are not known; `first`: number of the line at 0.
fn runs(first: u32, solid: &[usize], known: &[bool]) -> Vec<Chunk> {
    let mut found: Vec<Chunk> = Vec::new();
    let mut open = false;
    for (at, known) in solid.iter().zip(known) {
        let line = u32::try_from(*at).unwrap_or(u32::MAX).saturating_add(first);
        match found.last_mut() {
            Some(run) if open && !known => run.last = line,
            _ if !known => found.push(Chunk { first: line, last: line }),
            _ => {}
        }
        open = !known;
    }
    found
}

/// The lines of a span, as far as there are any.
pub(super) fn of_span<'a, 't>(lines: &'a [&'t str], span: Chunk) -> &'a [&'t str] {
    let from = (span.first.max(1) as usize - 1).min(lines.len());
    let to = (span.last as usize).clamp(from, lines.len());
    lines.get(from..to).unwrap_or(&[])
}

/// The lines that are not empty, without spaces at their ends.
fn full_lines<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    lines.map(str::trim).filter(|line| !line.is_empty()).collect()
}

fn line_at<'t>(text: &[&'t str], at: usize) -> &'t str {
    text.get(at).map_or("", |line| line.trim())
}

fn pair(two: &[&str]) -> u64 {
    hash(two, "pair")
}

fn whole(lines: &[&str]) -> u64 {
    hash(lines, "whole")
}

fn hash(lines: &[&str], what: &str) -> u64 {
    let mut digest = Sha256::new();
    digest.update(what);
    for line in lines {
        digest.update("\n");
        digest.update(line);
    }
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(digest.finalize());
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// The hash of a piece of code as answers show it: 8 hex digits, the same however deep it is indented.
pub(super) fn content_hash(content: &str) -> String {
    let depth = content
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    let mut digest = Sha256::new();
    for line in content.lines() {
        digest.update(line.get(depth..).unwrap_or("").trim_end());
        digest.update("\n");
    }
    digest.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHARGE: &str = "def charge(order):\n    total = order.total\n\n    return pay(total)";

    fn fresh(given: &Given, text: &str, definitions: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let lines: Vec<&str> = text.lines().collect();
        let span = Chunk { first: 1, last: lines.len() as u32 };
        let definitions: Vec<Chunk> =
            definitions.iter().map(|&(first, last)| Chunk { first, last }).collect();
        given.fresh(&lines, span, &definitions).iter().map(|run| (run.first, run.last)).collect()
    }

    #[test]
    fn what_was_given_is_left_out_wherever_it_stands() {
        let mut given = Given::default();
        assert_eq!(fresh(&given, CHARGE, &[]), [(1, 4)]);
        given.add(CHARGE);
        let indented = CHARGE.replace("def", "  def").replace('\n', "\n  ");
        for (text, definitions, left) in [
            (CHARGE.to_owned(), &[][..], &[][..]),
            (indented, &[], &[]),
            (format!("import pay\n\n{CHARGE}"), &[(3, 6)], &[(1, 1)]),
            (
                format!("import pay\n\n{CHARGE}\n\ndef refund(order):\n    return 1"),
                &[(3, 6), (8, 9)],
                &[(1, 1), (8, 9)],
            ),
            // Two lines that follow each other elsewhere are no news, and no content either.
            (
                "if x:\n    total = order.total\n    return pay(total)\nelse:\n    pass".to_owned(),
                &[],
                &[(1, 5)],
            ),
            ("def refund(order):\n    return 1".to_owned(), &[(1, 2)], &[(1, 2)]),
        ] {
            assert_eq!(fresh(&given, &text, definitions), left, "{text}");
        }
    }

    #[test]
    fn long_runs_are_known_without_a_definition() {
        let mut given = Given::default();
        given.add("a b\nc d\ne f\ng h\ni j");
        assert_eq!(fresh(&given, "x\na b\nc d\ne f\ng h\ni j\ny", &[]), [(1, 1), (7, 7)]);
        assert_eq!(fresh(&given, "x\na b\nc d\ny", &[]), [(1, 4)]);
        given.add("y");
        assert_eq!(fresh(&given, "x\na b\nc d\ne f\ng h\ni j\ny", &[]), [(1, 1)], "a rest that was given");
        assert!(given.knows("c d\n\n  e f\n"));
        assert!(!given.knows("c d\ny"));
    }

    #[test]
    fn indentation_does_not_change_a_hash() {
        assert_eq!(content_hash("    a:\n        b  \n"), content_hash("a:\n    b"));
        assert_ne!(content_hash("a:\n    b"), content_hash("a:\n  b"));
        assert_eq!(content_hash("é\n ü").len(), 8);
    }
}
