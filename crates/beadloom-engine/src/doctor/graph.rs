//! What doctor finds in graph, documents and rules.

use std::collections::{BTreeMap, HashSet};

use beadloom_model::answers::FindingLevel;
use beadloom_model::{Code, Diagnostic, Result};
use beadloom_query as query;

use super::check::{CheckContext, Found};

const CONFIG: &str = ".beadloom/config.yml";

/// Which check tells of a finding of the index.
fn check_of(diagnostic: &Diagnostic) -> &'static str {
    if diagnostic.path.as_deref() == Some(CONFIG) {
        return "settings";
    }
    match diagnostic.code {
        Code::DuplicateId | Code::MissingId | Code::BadId => "ids",
        Code::UnknownKind => "kinds",
        Code::UnknownEndpoint | Code::DuplicateEdge => "edges",
        Code::MissingDoc => "documents",
        Code::MissingSource => "sources",
        Code::UnknownAnnotation => "annotations",
        Code::LeftoverConfidence => "confidence",
        Code::YamlSyntax
        | Code::YamlLimit
        | Code::YamlMergeKey
        | Code::WrongType
        | Code::UnknownKey
        | Code::BadValue
        | Code::MissingKey
        | Code::OutsideRoot => "yaml",
        _ => "files",
    }
}

fn findings_of(context: &CheckContext<'_>, check: &str) -> Vec<Found> {
    let diagnostics = context.index.map_or(&[][..], |index| index.diagnostics);
    diagnostics.iter().filter(|one| check_of(one) == check).map(Found::from).collect()
}

macro_rules! told_by_the_index {
    ($($name:ident)*) => {
        $(pub(super) fn $name(context: &CheckContext<'_>) -> Result<Vec<Found>> {
            Ok(findings_of(context, stringify!($name)))
        })*
    };
}

told_by_the_index! { yaml ids kinds edges documents sources annotations files }

/// Files of a language that `languages:` leaves out, from so many on: fewer may well be meant to be.
const MANY_LEFT_OUT: usize = 5;

/// What is wrong in the settings, and languages that they leave out although the project has many files of them.
pub(super) fn settings(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let mut found = findings_of(context, "settings");
    let listed = &context.settings.config.languages;
    let Some(index) = context.index.filter(|_| !listed.is_empty()) else { return Ok(found) };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in index.store.state().files()? {
        if let Some(language) = beadloom_lang::detect(&file.path)
            && file.language.is_none()
            && !listed.iter().any(|one| one == language.id.as_str())
        {
            *counts.entry(language.id.as_str()).or_default() += 1;
        }
    }
    found.extend(counts.into_iter().filter(|(_, count)| *count >= MANY_LEFT_OUT).map(|(language, count)| {
        Found::new(FindingLevel::Info, format!("`languages` leaves out {count} files of {language}"))
            .at(CONFIG, None)
            .hint(format!("add {language} to it, or remove `languages`: all languages are read then"))
    }));
    Ok(found)
}

/// One finding for all of them: whoever drafted a graph knows that it is a draft.
pub(super) fn confidence(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let all = findings_of(context, "confidence");
    let count = all.len();
    let Some(mut first) = all.into_iter().next() else { return Ok(Vec::new()) };
    first.message = match count {
        1 => "a drafted node is not reviewed".to_owned(),
        _ => format!("{count} drafted nodes are not reviewed"),
    };
    Ok(vec![first.hint("read each node that has a `confidence` line, correct it, then delete that line")])
}

pub(super) fn summaries(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(index) = context.index else { return Ok(Vec::new()) };
    let nodes = index.store.state().nodes()?;
    Ok(nodes
        .into_iter()
        .filter(|node| node.summary.trim().is_empty())
        .map(|node| {
            let found = Found::new(FindingLevel::Warn, format!("the node {} has no summary", node.ref_id))
                .hint("describe the node in one sentence: every answer about it shows the summary");
            match node.path {
                Some(path) => found.at(path, node.line),
                None => found,
            }
        })
        .collect())
}

pub(super) fn naming(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(index) = context.index else { return Ok(Vec::new()) };
    let nodes = index.store.state().nodes()?;
    let mut found = Vec::new();
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    for node in nodes {
        let odd = |c: &char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | '@' | '#'));
        let message = if let Some(c) = node.ref_id.chars().find(odd) {
            Some(format!("the id {} contains {c:?}, which annotations and shells interpret", node.ref_id))
        } else {
            first
                .get(&node.ref_id.to_lowercase())
                .map(|other| format!("the ids {other} and {} differ in case alone", node.ref_id))
        };
        first.entry(node.ref_id.to_lowercase()).or_insert_with(|| node.ref_id.clone());
        if let Some(message) = message {
            let one = Found::new(FindingLevel::Warn, message)
                .hint("use letters, digits, `-`, `_`, `.` and `/`, and names that differ");
            found.push(match node.path {
                Some(path) => one.at(path, node.line),
                None => one,
            });
        }
    }
    Ok(found)
}

pub(super) fn orphans(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(index) = context.index else { return Ok(Vec::new()) };
    let about = index.store.linked_documents()?;
    let linked: HashSet<&str> = about.iter().map(|(_, path)| path.as_str()).collect();
    Ok(index
        .store
        .state()
        .document_links()?
        .into_iter()
        .filter(|document| document.nodes.is_empty() && !linked.contains(document.path.as_str()))
        .map(|document| {
            Found::new(FindingLevel::Info, "the document is about no single node")
                .at(document.path, None)
                .hint("name it under a node's `docs`, or write <!-- beadloom:ref=ID --> into it")
        })
        .collect())
}

pub(super) fn unmapped(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(index) = context.index else { return Ok(Vec::new()) };
    let status = query::status(index.store, &query::Staleness::default())?;
    Ok(status
        .unmapped
        .into_iter()
        .map(|folder| {
            Found::new(FindingLevel::Info, "code here belongs to no node")
                .at(folder, None)
                .hint("set the `source` of a node to this folder or one above")
        })
        .collect())
}

/// What is wrong in the rules file, and rules that can match nothing.
pub(super) fn rules(context: &CheckContext<'_>) -> Result<Vec<Found>> {
    let Some(index) = context.index else { return Ok(Vec::new()) };
    match crate::rules::rules_findings(context.root(), context.settings, index.store) {
        Ok(findings) => Ok(findings.iter().map(Found::from).collect()),
        // The file cannot be had.
        Err(error) if error.path.is_some() => {
            let found = Found::new(FindingLevel::Error, error.message);
            Ok(vec![found.at(error.path.unwrap_or_default(), error.line)])
        }
        Err(error) => Err(error),
    }
}
