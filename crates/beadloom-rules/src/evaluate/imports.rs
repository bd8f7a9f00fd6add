//! Rules about import statements: `deny` and `forbid_import`.

use std::collections::HashMap;

use super::exempt::End;
use super::{Check, Spot};
use crate::facts::{ImportFact, Target};
use crate::rule::{Matcher, Names};
use crate::select::NodeSet;

impl Check<'_> {
    pub(super) fn deny(&mut self, from: &Matcher, to: &Matcher, unless_edge: &[String]) {
        let (context, facts) = (self.context, self.facts());
        let (sources, targets) =
            (NodeSet::of(from, context.rules, facts), NodeSet::of(to, context.rules, facts));
        for (part, set) in [("from", &sources), ("to", &targets)] {
            if set.is_empty() {
                self.no_node(part);
            }
        }
        let allowed = if unless_edge.is_empty() { Default::default() } else { self.declared(unless_edge) };
        let mut last = None;
        for crossing in &context.crossings {
            let (src, dst) = (crossing.src, crossing.dst);
            if !sources.has(src) || !targets.has(dst) || allowed.contains(&(src, dst)) {
                continue;
            }
            let Some(import) = facts.imports.get(crossing.import as usize) else { continue };
            // One finding per line, whatever it imports and to whom the files belong.
            if last == Some((import.file, import.line)) || self.is_exempt(import, src, dst) {
                continue;
            }
            last = Some((import.file, import.line));
            let (src_id, dst_id) = (facts.id(src), facts.id(dst));
            let spot = Spot::of_import(facts, import, src_id, dst_id);
            let message = format!("`{src_id}` must not import `{dst_id}`: it imports `{}`", import.specifier);
            let suggestion = match unless_edge.first() {
                Some(kind) => format!(
                    "Remove the import, or declare the edge `{kind}` from `{src_id}` to `{dst_id}` in the graph"
                ),
                None => format!(
                    "Remove the import, or move the code that `{src_id}` needs out of `{dst_id}`; an exemption needs a reason"
                ),
            };
            self.add(&spot, message, suggestion);
        }
    }

    /// Whether an exemption names the nodes, or the paths, that an import connects.
    pub(super) fn is_exempt(&self, import: &ImportFact, src: u32, dst: u32) -> bool {
        let facts = self.facts();
        self.exemptions.has(
            End { node: Some(src), path: Some(facts.path(import.file)) },
            Some(End { node: Some(dst), path: facts.target_path(import) }),
        )
    }

    pub(super) fn forbid_import(&mut self, from: &Names, to: &Names) {
        let facts = self.facts();
        let inside: Vec<bool> = facts.files.iter().map(|file| from.matches_path(&file.path)).collect();
        if !inside.contains(&true) {
            let message = "`from` matches no code file, so the rule never finds anything".to_owned();
            self.never_matches(self.rule.place.line, message, "Correct the patterns, or remove the rule");
            return;
        }
        let mut external = External { to, known: HashMap::new() };
        let mut last = None;
        for import in &facts.imports {
            if !inside.get(import.file as usize).copied().unwrap_or(false)
                || last == Some((import.file, import.line))
            {
                continue;
            }
            let target = match facts.target_path(import) {
                Some(path) if to.matches_path(path) => path,
                // What is allowed by its path is allowed under the name of its package, too.
                Some(path) if to.takes_out(path) => continue,
                Some(_) => match import.package.as_deref() {
                    Some(package) if external.matches(package) => package,
                    _ => continue,
                },
                None => match external.matched(import) {
                    Some(name) => name,
                    None => continue,
                },
            };
            let path = facts.path(import.file);
            if self.exemptions.has(End::path(path), Some(End::path(target))) {
                continue;
            }
            last = Some((import.file, import.line));
            let owner = |owners: &[u32]| owners.first().map(|node| facts.id(*node));
            let spot = Spot {
                path: Some(path),
                line: Some(import.line),
                from: owner(facts.owners(import.file)),
                to: owner(facts.target_owners(import)),
            };
            let message = format!("{path} must not import {target}");
            let suggestion = format!(
                "Remove the import of `{}`, or reach it from a file that may import it",
                import.specifier
            );
            self.add(&spot, message, suggestion);
        }
    }
}

/// Which names of packages are meant: each is matched once.
struct External<'a> {
    to: &'a Names,
    known: HashMap<&'a str, bool>,
}

impl<'a> External<'a> {
    /// What of an import is meant: its package, or, where a rule is about a part of that, what the statement says.
    fn matched(&mut self, import: &'a ImportFact) -> Option<&'a str> {
        debug_assert!(import.target == Target::External, "only external imports have no path");
        match import.package.as_deref() {
            Some(package) if self.matches(package) => Some(package),
            _ if self.matches(&import.specifier) => Some(&import.specifier),
            _ => None,
        }
    }

    /// A package's name, a module's, or that of what it is in: `django` means `django.db`, too.
    fn matches(&mut self, name: &'a str) -> bool {
        let to = self.to;
        *self.known.entry(name).or_insert_with(|| {
            let name = name.trim_end_matches("::*").trim_end_matches(".*");
            let stem = |text: &str| to.matches_path(text.trim_start_matches('.'));
            stem(name)
                || name
                    .match_indices(['.', ':'])
                    .take(32)
                    .any(|(at, _)| name.get(..at).is_some_and(|part| !part.is_empty() && stem(part)))
        })
    }
}
