//! The files that have to do with a file, and why.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use beadloom_model::Result;
use beadloom_model::answers::{
    ANSWER_VERSION, Certainty, RelatedAnswer, RelatedFile, RelatedImport, RelatedOmitted, RelatedReason,
    RelationKind,
};
use beadloom_model::requests::RelatedRequest;
use beadloom_store::{Confidence, ImportingStatement, Store, TargetCount};

use crate::Staleness;
use crate::files::file_named;
use crate::lists::{cut, sort_once};
use crate::mentioned::{MIN_WORTH, Worth, documents_naming, written_paths};
use crate::places::is_test;

/// Files that refer to the file and are read.
const MAX_FILES: usize = 5_000;

/// A symbol that more files refer to says nothing about two of them.
const MAX_SHARING_FILES: u64 = 30;

/// Definitions of the file whose names are looked for in documents.
const MAX_NAMES: usize = 1_000;

/// Symbols of other files that are looked at for others that refer to them.
const MAX_SHARED_SYMBOLS: usize = 2_000;

/// Files related to a file by imports and references in both directions, shared references, tests and documents.
///
/// # Errors
/// `usage` for an empty path, `outside_root`, `not_found` with suggestions; store errors.
pub fn related(store: &Store, request: &RelatedRequest, stale: &Staleness) -> Result<RelatedAnswer> {
    store.snapshot(|| {
        let file = file_named(store, &request.path)?;
        let id = store.file_id(&file.path)?.unwrap_or_default();
        let mut ref_ids = store.nodes_of_files(&[id])?;
        ref_ids.extend(store.nodes_of_document(&file.path)?);
        sort_once(&mut ref_ids);

        let mut imports: Vec<RelatedImport> = imports_of(store, &file.path)?;
        let mut imported_by: Vec<RelatedImport> =
            store.statements_importing(id, &file.path)?.into_iter().map(importing).collect();
        let mut related = Gathered::of(store, id, &file.path, &ref_ids)?.ranked();
        let has_line = |one: &RelatedImport, of: &str| stale.has_line(of, one.line);
        imports.retain(|one| has_line(one, &file.path));
        imported_by.retain(|one| one.path.as_deref().is_none_or(|path| has_line(one, path)));
        let omitted = RelatedOmitted {
            imports: cut(&mut imports, request.limit.get()),
            imported_by: cut(&mut imported_by, request.limit.get()),
            related: cut(&mut related, request.limit.get()),
        };
        let imported = imports.iter().chain(&imported_by).filter_map(|one| one.path.as_deref());
        let near = related.iter().map(|one| one.path.as_str());
        let shown = stale.shown_paths_of(imported.chain(near).chain(std::iter::once(file.path.as_str())));
        Ok(RelatedAnswer {
            version: ANSWER_VERSION,
            path: file.path,
            ref_ids,
            imports,
            imported_by,
            related,
            omitted,
            warning: stale.warning.clone(),
            stale_paths: shown,
        })
    })
}

fn imports_of(store: &Store, path: &str) -> Result<Vec<RelatedImport>> {
    let rows = store.state().imports_of(path)?;
    Ok(rows
        .into_iter()
        .map(|row| RelatedImport {
            confidence: row.target_path.as_deref().map(certainty),
            path: row.target_path,
            specifier: row.import.specifier,
            line: row.import.line,
            package: row.package,
        })
        .collect())
}

fn importing(statement: ImportingStatement) -> RelatedImport {
    RelatedImport {
        confidence: Some(if statement.folder { Certainty::Unique } else { Certainty::Exact }),
        path: Some(statement.path),
        specifier: statement.specifier,
        line: statement.line,
        package: statement.package,
    }
}

fn certainty(target: &str) -> Certainty {
    if target.ends_with('/') { Certainty::Unique } else { Certainty::Exact }
}

/// Reasons, gathered by file.
struct Gathered<'s> {
    store: &'s Store,
    /// Row id of the file asked for.
    id: i64,
    /// log2(2 + files that import it).
    spread: f64,
    reasons: BTreeMap<String, BTreeMap<RelationKind, (u64, f64)>>,
}

impl<'s> Gathered<'s> {
    fn of(store: &'s Store, id: i64, path: &str, nodes: &[String]) -> Result<Self> {
        let spread = spread(store.importer_counts(&[id])?.first().map_or(0, |(_, count)| *count));
        let mut all = Self { store, id, spread, reasons: BTreeMap::new() };
        let needed = all.outwards()?;
        all.inwards()?;
        all.shared(&needed)?;
        all.tests(path);
        for link in store.links_of_nodes(nodes)?.into_iter().filter(|link| link.section.is_none()) {
            all.add(link.path, RelationKind::Documents, 1, link.score / 2.0);
        }
        for (document, _) in store.documents_of_nodes(nodes)? {
            all.add(document, RelationKind::Documents, 1, 1.0);
        }
        all.documents(path)?;
        all.reasons.remove(path);
        Ok(all)
    }

    fn add(&mut self, path: String, kind: RelationKind, count: u64, score: f64) {
        self.reasons.entry(path).or_default().insert(kind, (count, score));
    }

    /// What the file imports and refers to. Gives the symbols of other files that it surely refers to.
    fn outwards(&mut self) -> Result<Vec<i64>> {
        let mut imports: BTreeMap<i64, (String, u64)> = BTreeMap::new();
        for link in self.store.imported_by_files(&[self.id])? {
            if let Some(other) = link.to {
                imports.insert(other, (link.path, link.statements));
            }
        }
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        self.store.target_counts(&[self.id], |_, found| {
            for one in found.into_iter().filter(is_sure) {
                *counts.entry(one.symbol).or_default() += one.places;
            }
        })?;
        let symbols: Vec<i64> = counts.keys().copied().collect();
        let mut references: BTreeMap<i64, (String, u64)> = BTreeMap::new();
        let mut needed = Vec::new();
        for (symbol, other, path) in self.store.files_of_symbols(&symbols)? {
            if other != self.id {
                needed.push(symbol);
                references.entry(other).or_insert((path, 0)).1 += counts.get(&symbol).copied().unwrap_or(0);
            }
        }
        let others: Vec<i64> = imports.keys().chain(references.keys()).copied().collect();
        let importers: HashMap<i64, u64> = self.store.importer_counts(&others)?.into_iter().collect();
        let spread_of = |other: i64| spread(importers.get(&other).copied().unwrap_or(0));
        for (other, (path, statements)) in imports {
            self.add(path, RelationKind::Imports, statements, 2.0 / spread_of(other));
        }
        for (other, (path, count)) in references {
            self.add(path, RelationKind::RefersTo, count, times(count) / spread_of(other));
        }
        Ok(needed)
    }

    /// What imports the file and refers to it.
    fn inwards(&mut self) -> Result<()> {
        for link in self.store.importers_of_files(&[self.id])? {
            self.add(link.path, RelationKind::ImportedBy, link.statements, 2.0 / self.spread);
        }
        let own: Vec<i64> =
            self.store.symbol_ids_of_files(&[self.id])?.into_iter().map(|(symbol, _)| symbol).collect();
        let (mut files, _) = self.store.referring_files(&own, MAX_FILES)?;
        files.retain(|(file, _)| *file != self.id);
        let ids: Vec<i64> = files.iter().map(|(file, _)| *file).collect();
        let mut counts: HashMap<i64, u64> = HashMap::new();
        self.store.target_counts(&ids, |file, found| {
            let own = found.iter().filter(|one| is_sure(one) && own.binary_search(&one.symbol).is_ok());
            counts.insert(file, own.map(|one| one.places).sum());
        })?;
        for (file, path) in files {
            let count = counts.get(&file).copied().unwrap_or(0);
            if count > 0 {
                self.add(path, RelationKind::ReferredBy, count, times(count) / self.spread);
            }
        }
        Ok(())
    }

    /// What refers to the same symbols as the file.
    fn shared(&mut self, needed: &[i64]) -> Result<()> {
        let few = needed.get(..needed.len().min(MAX_SHARED_SYMBOLS)).unwrap_or_default();
        // In millionths: a sum of whole numbers does not depend on the order of row ids.
        let mut together: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        let rows = self.store.files_referring_together(few, MAX_SHARING_FILES)?;
        for files in rows.chunk_by(|a, b| a.0 == b.0) {
            let weight = 1_000_000 / (1 + files.len() as u64);
            for (_, file, path) in files {
                if *file != self.id {
                    let known = together.entry(path.clone()).or_default();
                    *known = (known.0 + 1, known.1 + weight);
                }
            }
        }
        for (path, (count, millionths)) in together {
            self.add(path, RelationKind::SharesReferences, count, millionths as f64 / 1_000_000.0);
        }
        Ok(())
    }

    /// Which of the files found are tests of the file.
    fn tests(&mut self, path: &str) {
        if is_test(path) {
            return;
        }
        let stem = stem(path).to_lowercase();
        for (other, reasons) in &mut self.reasons {
            let reaches = reasons.contains_key(&RelationKind::ImportedBy)
                || reasons.contains_key(&RelationKind::ReferredBy);
            if !reaches || !is_test(other) {
                continue;
            }
            let its_own = tests_stem(self::stem(other), &stem);
            if !its_own {
                // What everything needs is in most tests; they shall not push out the code.
                reasons.values_mut().for_each(|(_, score)| *score /= 2.0);
            }
            reasons.insert(RelationKind::Tests, (1, if its_own { 2.0 } else { 0.0 }));
        }
    }

    /// The documents that name what the file defines or the file itself; of a document, the files that it names.
    fn documents(&mut self, path: &str) -> Result<()> {
        let store = self.store;
        let mut named: BTreeMap<i64, u64> = BTreeMap::new();
        for mention in store.mentions_in(path)? {
            let defined = store.state().listed_definitions(&mention.name, 2)?;
            let file = match defined.as_slice() {
                [only] => Some(only.file_id),
                [] => store.file_id(&mention.name)?,
                _ => None,
            };
            if let Some(file) = file.filter(|file| *file != self.id) {
                *named.entry(file).or_default() += 1;
            }
        }
        let files: Vec<i64> = named.keys().copied().collect();
        for (file, named_path) in store.paths_of_files(&files)? {
            let count = named.get(&file).copied().unwrap_or(1);
            self.add(named_path, RelationKind::Documented, count, times(count));
        }
        let symbols: Vec<i64> =
            store.symbol_ids_of_files(&[self.id])?.into_iter().map(|(symbol, _)| symbol).collect();
        let symbols = store.symbols_by_id(symbols.get(..symbols.len().min(MAX_NAMES)).unwrap_or_default())?;
        let mut names: BTreeSet<String> = symbols.into_iter().map(|row| row.symbol_name).collect();
        names.extend(written_paths(store, path)?);
        let found = documents_naming(store, &names)?;
        let worth = Worth::of(store, found.values())?;
        for (document, names) in &found {
            let score = worth.of_all(names.keys());
            if score >= MIN_WORTH {
                self.add(document.clone(), RelationKind::Documents, names.len() as u64, score.min(2.0));
            }
        }
        Ok(())
    }

    fn ranked(self) -> Vec<RelatedFile> {
        let mut files: Vec<RelatedFile> = self
            .reasons
            .into_iter()
            .map(|(path, reasons)| {
                let mut reasons: Vec<RelatedReason> = reasons
                    .into_iter()
                    .map(|(kind, (count, score))| RelatedReason { kind, count, score: rounded(score) })
                    .collect();
                reasons.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then(a.kind.cmp(&b.kind)));
                let score = rounded(reasons.iter().map(|reason| reason.score).sum());
                RelatedFile { path, score, reasons }
            })
            .collect();
        files.compact_sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
        files
    }
}

fn spread(importers: u64) -> f64 {
    (2.0 + importers as f64).log2()
}

fn times(count: u64) -> f64 {
    (1.0 + count as f64).log2()
}

fn rounded(score: f64) -> f64 {
    (score * 1000.0).round() / 1000.0
}

fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split_once('.').map_or(file, |(stem, _)| stem)
}

fn is_sure(one: &TargetCount) -> bool {
    matches!(one.confidence, Confidence::Exact | Confidence::Unique)
}

/// Whether a test is named after a file: `test_charge`, `charge_test`, `ChargeTest` and `charge` after `charge`.
fn tests_stem(test: &str, stem: &str) -> bool {
    let test = test.to_lowercase();
    let bare = test
        .strip_prefix("test_")
        .or_else(|| test.strip_suffix("_test"))
        .or_else(|| test.strip_suffix("_tests"))
        .or_else(|| test.strip_suffix("_spec"))
        .or_else(|| test.strip_suffix("tests"))
        .or_else(|| test.strip_suffix("test"))
        .or_else(|| test.strip_suffix("spec"))
        .unwrap_or(&test);
    let joined: BTreeSet<String> = [bare, &test].iter().map(|name| name.replace('_', "")).collect();
    joined.contains(&stem.replace('_', ""))
}
