//! `forbid_import`: no import leads from certain files to certain files or packages.

use std::collections::HashMap;

use beadloom_graph::yaml::Node;
use beadloom_model::answers::RuleMatch;

use crate::body_reader::BodyReader;
use crate::evaluation::{Context, Evaluation, Spot};
use crate::exempt::End;
use crate::facts::{ImportFact, Target};
use crate::kind::{Needs, RuleBody, RuleKind};
use crate::matcher::Names;
use crate::matches::matched_files;
use crate::part::Part;
use crate::reader::{Entry, NameKind, Reader};

pub(super) const KIND: RuleKind = RuleKind {
    key: "forbid_import",
    help: "No import leads from certain files to certain files or packages",
    siblings: &[],
    read,
};

#[derive(Debug)]
struct ForbidImport {
    /// Files that import.
    from: Names,
    /// Files or packages.
    to: Names,
}

fn read<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, _: &[Entry<'t>]) -> Option<Box<dyn RuleBody>> {
    let mut body = reader.body(KIND.key, node, &["from", "to"]);
    let (from, to) = (side(&mut body, "from"), side(&mut body, "to"));
    Some(Box::new(ForbidImport { from: from?, to: to? }))
}

fn side(body: &mut BodyReader<'_, '_, '_>, key: &str) -> Option<Names> {
    let value = body.required(key)?;
    let names = body.reader.names(value, key, NameKind::Paths)?;
    if names.texts.is_empty() {
        body.reader.missing(value, KIND.key, key);
    }
    Some(names)
}

impl RuleBody for ForbidImport {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn needs(&self) -> Needs {
        Needs { imports: true, ..Needs::default() }
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        let Self { from, to } = self;
        let facts = evaluation.context.facts;
        let inside: Vec<bool> = facts.files.iter().map(|file| from.matches_path(&file.path)).collect();
        if !inside.contains(&true) {
            let message = "`from` matches no code file, so the rule never finds anything".to_owned();
            let suggestion = "Correct the patterns, or remove the rule";
            evaluation.never_matches(evaluation.rule.line, message, suggestion);
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
            if evaluation.exemptions.has(End::path(path), Some(End::path(target))) {
                continue;
            }
            last = Some((import.file, import.line));
            let owner = |owners: &[u32]| owners.first().map(|node| facts.id(*node));
            let spot = Spot {
                path: Some(path),
                line: Some(import.line),
                from: owner(facts.owners(import.file)),
                to: owner(facts.target_owners(import)),
                specifier: Some(&import.specifier),
            };
            let message = format!("{path} must not import {target}");
            let suggestion = format!(
                "Remove the import of `{}`, or reach it from a file that may import it",
                import.specifier
            );
            evaluation.add(&spot, message, suggestion);
        }
    }

    fn says(&self) -> String {
        format!("No file of {} imports {}", self.from.texts.join(", "), self.to.texts.join(", "))
    }

    fn matches(&self, context: &Context<'_>) -> Vec<RuleMatch> {
        let facts = context.facts;
        let files = facts.files.iter().map(|file| file.path.as_str());
        let inside = files.clone().filter(|path| self.from.matches_path(path)).map(str::to_owned);
        let meant = files.filter(|path| self.to.matches_path(path)).map(str::to_owned);
        let packages = facts
            .imports
            .iter()
            .filter(|import| import.target == Target::External)
            .filter_map(|import| import.package.clone())
            .filter(|package| self.to.matches_path(package));
        vec![matched_files("from", inside.collect()), matched_files("to", meant.chain(packages).collect())]
    }

    fn concerns(&self, part: &Part<'_>) -> bool {
        part.has_path_of(&self.from) || part.has_path_of(&self.to)
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
