//! The parts of the debt, each counted where it stands.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;

use beadloom_graph::config::DebtConfig;
use beadloom_model::answers::{DebtCount, DebtFigure, DebtItem, DebtPart, Severity};
use beadloom_model::{CompactSort, Result, counted};
use beadloom_query::is_test;
use beadloom_rules::{Facts, Target};
use beadloom_store::{Confidence, FileKind, Store};

use crate::rules::{Judgement, facts, judged};
use crate::settings::Settings;

/// Files of tests whose references are read together.
const FILES_PER_BATCH: usize = 500;

/// Edges that say where things belong, and no dependence.
const PART_OF: &str = "part_of";

/// The parts, in the order of the answer, with their weights.
fn weights(config: &DebtConfig) -> [(&'static str, u64); 7] {
    [
        ("rule_errors", config.rule_errors),
        ("rule_warnings", config.rule_warnings),
        ("stale_documents", config.stale_documents),
        ("missing_documents", config.missing_documents),
        ("size", config.size),
        ("fan_out", config.fan_out),
        ("untested", config.untested),
    ]
}

/// What is owed.
///
/// # Errors
/// Store errors.
pub(super) fn count(root: &Path, store: &Store, settings: &Settings) -> Result<Debt> {
    let config = &settings.config.debt;
    let mut items: Vec<DebtItem> = Vec::new();
    let mut warning = None;
    let mut facts = match judged(root, settings, store) {
        Ok(Judgement::Judged(judged)) => {
            for one in judged.violations.iter().filter(|one| one.rule_type != "rule_never_matches") {
                let part = match one.severity {
                    Severity::Error => "rule_errors",
                    Severity::Warn => "rule_warnings",
                };
                let message = format!("{} ({})", one.message, one.rule);
                items.push(DebtItem {
                    part: part.to_owned(),
                    ref_id: one.from_ref_id.clone(),
                    path: one.file_path.clone(),
                    line: one.line_number,
                    message,
                    points: 0,
                });
            }
            // Rules that ask for no imports were judged without them.
            if judged.facts.imports.is_empty() && judged.imports > 0 {
                facts::of_rows(store)?
            } else {
                judged.facts
            }
        }
        Ok(Judgement::NoRules) => facts::of_rows(store)?,
        // A figure without the rules would look better than it is.
        Ok(Judgement::Invalid(_)) => {
            warning =
                Some("the rules file is wrong, and rules are not counted: see beadloom lint".to_owned());
            facts::of_rows(store)?
        }
        Err(error) if error.path.is_some() => {
            warning = Some(format!("rules are not counted: {}", error.message));
            facts::of_rows(store)?
        }
        Err(error) => return Err(error),
    };
    facts::count(store, &mut facts)?;
    stale(store, &mut items)?;
    nodes(store, &facts, config, &mut items)?;

    let weights = weights(config);
    let place = |part: &str| weights.iter().position(|(name, _)| *name == part);
    for item in &mut items {
        item.points = place(&item.part).and_then(|at| weights.get(at)).map_or(0, |(_, weight)| *weight);
    }
    items.compact_sort_by(|a, b| {
        (place(&a.part), &a.path, a.line, &a.message).cmp(&(place(&b.part), &b.path, b.line, &b.message))
    });
    let parts = weights
        .iter()
        .map(|(name, weight)| {
            let count = items.iter().filter(|item| item.part == *name).count() as u64;
            DebtPart { part: (*name).to_owned(), count, weight: *weight, points: count * weight }
        })
        .collect();
    Ok(Debt { parts, items, warning })
}

/// Documents that are behind, once each.
fn stale(store: &Store, items: &mut Vec<DebtItem>) -> Result<()> {
    let mut code: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for row in store.state().sync_rows()?.into_iter().filter(|row| row.status == "stale") {
        code.entry(row.doc_path).or_insert_with(|| (row.ref_id, BTreeSet::new())).1.insert(row.code_path);
    }
    for (path, (ref_id, files)) in code {
        let first = files.iter().next().cloned().unwrap_or_default();
        let message = match files.len() {
            1 => format!("behind {first}"),
            all => format!("stale for {first} and {}", counted(all as u64 - 1, "more file", "more files")),
        };
        items.push(item("stale_documents", Some(&ref_id), (Some(path), None), message));
    }
    Ok(())
}

/// Nodes without documents or tests, and nodes that are too large.
fn nodes(store: &Store, facts: &Facts, config: &DebtConfig, items: &mut Vec<DebtItem>) -> Result<()> {
    let mut files: HashMap<u32, u64> = HashMap::new();
    let mut first: HashMap<u32, &str> = HashMap::new();
    for file in facts.files.iter().filter(|file| file.product) {
        for owner in &file.owners {
            *files.entry(*owner).or_default() += 1;
            first.entry(*owner).or_insert(&file.path);
        }
    }
    let fan_out: HashSet<(u32, u32)> =
        facts.edges.iter().filter(|edge| edge.kind != PART_OF).map(|edge| (edge.src, edge.dst)).collect();
    let mut reaching: HashMap<u32, u64> = HashMap::new();
    for (src, _) in &fan_out {
        *reaching.entry(*src).or_default() += 1;
    }
    let tested = tested(store, facts)?;
    for (index, node) in (0_u32..).zip(&facts.nodes) {
        // Where nobody declared the node, its first file has to do.
        let place = match &node.path {
            Some(path) => (Some(path.clone()), node.line),
            None => (first.get(&index).map(|path| (*path).to_owned()), None),
        };
        let id = Some(node.ref_id.as_str());
        let of_node = files.get(&index).copied().unwrap_or(0);
        let mut add = |part: &str, message: String| items.push(item(part, id, place.clone(), message));
        if of_node > 0 && !node.documented {
            add("missing_documents", format!("{} has no document", node.ref_id));
        }
        if of_node > 0 && !tested.contains(&index) {
            add("untested", format!("no test reaches {}", node.ref_id));
        }
        let too_many = |count: u64, most: u64, what: &str| {
            (count > most).then(|| format!("{count} {what}, more than {most}"))
        };
        let reasons: Vec<String> = [
            too_many(node.symbols, config.max_symbols, "symbols"),
            too_many(of_node, config.max_files, "files"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !reasons.is_empty() {
            add("size", format!("{} has {}", node.ref_id, reasons.join(", and ")));
        }
        let targets = reaching.get(&index).copied().unwrap_or(0);
        if targets > config.max_fan_out {
            add(
                "fan_out",
                format!(
                    "{} depends on {}, more than {}",
                    node.ref_id,
                    counted(targets, "node", "nodes"),
                    config.max_fan_out
                ),
            );
        }
    }
    Ok(())
}

/// Nodes with files that tests import or refer to, or in or among which tests lie; and what these are part of.
fn tested(store: &Store, facts: &Facts) -> Result<HashSet<u32>> {
    let mut tested: HashSet<u32> = HashSet::new();
    let is_test_file: Vec<bool> = facts.files.iter().map(|file| is_test(&file.path)).collect();
    for (file, _) in facts.files.iter().zip(&is_test_file).filter(|(_, is_test)| **is_test) {
        tested.extend(&file.owners);
    }
    for import in &facts.imports {
        if !is_test_file.get(import.file as usize).copied().unwrap_or(false) {
            continue;
        }
        match &import.target {
            Target::File(file) => {
                tested.extend(facts.files.get(*file as usize).map_or(&[][..], |file| &file.owners));
            }
            Target::Place { owners, .. } => tested.extend(owners),
            Target::External => {}
        }
    }
    // Tests of the same package need no import.
    let owners: HashMap<&str, &[u32]> =
        facts.files.iter().map(|file| (file.path.as_str(), file.owners.as_slice())).collect();
    let rows = store.state().files()?;
    for row in rows.iter().filter(|row| !row.tests.is_empty()) {
        tested.extend(owners.get(row.path.as_str()).copied().unwrap_or_default());
    }
    let tests: Vec<i64> = rows
        .into_iter()
        .filter(|file| file.kind == FileKind::Code && file.skipped.is_none() && is_test(&file.path))
        .map(|file| file.id)
        .collect();
    for batch in tests.chunks(FILES_PER_BATCH) {
        let mut symbols: Vec<i64> = Vec::new();
        store.target_counts(batch, |_, found| {
            let sure = |confidence| matches!(confidence, Confidence::Exact | Confidence::Unique);
            symbols.extend(found.iter().filter(|one| sure(one.confidence)).map(|one| one.symbol));
        })?;
        symbols.sort_unstable();
        symbols.dedup();
        for (_, _, path) in store.files_of_symbols(&symbols)? {
            tested.extend(owners.get(path.as_str()).copied().unwrap_or_default());
        }
    }
    // Whoever tests a part tests the whole.
    let wholes: HashMap<u32, Vec<u32>> = {
        let mut wholes: HashMap<u32, Vec<u32>> = HashMap::new();
        for edge in facts.edges.iter().filter(|edge| edge.kind == PART_OF) {
            wholes.entry(edge.src).or_default().push(edge.dst);
        }
        wholes
    };
    let mut open: Vec<u32> = tested.iter().copied().collect();
    while let Some(node) = open.pop() {
        for whole in wholes.get(&node).into_iter().flatten() {
            if tested.insert(*whole) {
                open.push(*whole);
            }
        }
    }
    Ok(tested)
}

fn item(
    part: &str,
    ref_id: Option<&str>,
    (path, line): (Option<String>, Option<u32>),
    message: String,
) -> DebtItem {
    DebtItem { part: part.to_owned(), ref_id: ref_id.map(str::to_owned), path, line, message, points: 0 }
}

/// A debt with what it is made of.
pub(crate) struct Debt {
    pub(crate) parts: Vec<DebtPart>,
    pub(crate) items: Vec<DebtItem>,
    /// What could not be counted.
    pub(crate) warning: Option<String>,
}

impl Debt {
    pub(super) fn sum(&self) -> u64 {
        self.parts.iter().map(|part| part.points).sum()
    }

    /// Without what it is made of.
    pub(crate) fn figure(&self) -> DebtFigure {
        let count = |part: &DebtPart| DebtCount { part: part.part.clone(), count: part.count };
        DebtFigure { debt: self.sum(), parts: self.parts.iter().map(count).collect() }
    }

    pub(super) fn value(&self, name: &str) -> u64 {
        let count = |name: &str| {
            self.parts.iter().filter(|part| part.part == name).map(|part| part.count).sum::<u64>()
        };
        match name {
            "debt" => self.sum(),
            "rules" => count("rule_errors") + count("rule_warnings"),
            other => count(other),
        }
    }
}
