//! Which pairs of a node are up to date, and why others are not.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{PairStatus, SyncReason};

use crate::lock::Baseline;
use crate::symbols::{CodeHash, DocHash};

/// A pair that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    /// Relative to the root.
    pub doc_path: String,
    /// Relative to the root.
    pub code_path: String,
    /// Of the document.
    pub doc_hash: DocHash,
    /// Of the symbols that count.
    pub code_hash: CodeHash,
    /// Whether any symbol counts. A file without is a pair only where the lock has it.
    pub has_symbols: bool,
    /// Qualified names of the symbols that the document names, and no others count; None: all that the node has there.
    pub named: Option<Vec<String>>,
    /// Whether no document of the node names anything of the file, while some name other files of it. Nothing counts then;
    /// its line in the lock says that the file is known, so that one which comes later is seen to be new.
    pub unnamed: bool,
}

/// What the settings say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether a changed body counts, or signatures alone.
    pub bodies: bool,
    /// Whether new files that no document names are stale.
    pub strict: bool,
}

/// What is known of files beyond the node.
pub trait Around {
    /// Whether the project has a file of that path.
    fn has_file(&self, path: &str) -> bool;
    /// Whether a file has the content of that Git blob.
    fn is_blob(&self, path: &str, blob: &str) -> bool;
    /// Where code that is gone from its path is now, if anywhere.
    fn moved_code(&self, baseline: &Baseline) -> Option<String>;
    /// The hash that the pair would have with the code as it was then, as far as that can be told.
    fn code_then(&self, baseline: &Baseline, pair: &Present) -> Option<CodeHash>;
    /// The hash that the pair has in a lock of an earlier version, in which every token counted as it was written.
    fn exact_hash(&self, pair: &Present, ref_id: &str) -> Option<CodeHash>;
}

/// A pair with its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairRow {
    /// Relative to the root; the old path where it is gone.
    pub doc_path: String,
    /// Relative to the root; the old path where it is gone.
    pub code_path: String,
    /// The node.
    pub ref_id: String,
    /// Whether it is up to date.
    pub status: PairStatus,
    /// Why it is not; None where it is, or where nothing is known of it.
    pub reason: Option<SyncReason>,
    /// Where the document or the code is now.
    pub moved_to: Option<String>,
    /// As it is now; None where the pair is gone.
    pub doc_hash: Option<DocHash>,
    /// As it is now; None where the pair is gone.
    pub code_hash: Option<CodeHash>,
    /// See [`Present::named`].
    pub named: Option<Vec<String>>,
}

type Key<'a> = (&'a str, &'a str);

/// The pairs of one node, by document and code.
///
/// `present`: those that are there. `baselines`: the lines that the lock has of the node.
pub fn judge(
    ref_id: &str,
    present: &[Present],
    baselines: &[&Baseline],
    around: &dyn Around,
    rules: Rules,
) -> Vec<PairRow> {
    let mut lines: BTreeMap<Key<'_>, Vec<&Baseline>> = BTreeMap::new();
    for baseline in baselines {
        lines.entry((&baseline.doc_path, &baseline.code_path)).or_default().push(baseline);
    }
    let pairs: BTreeMap<Key<'_>, &Present> = present
        .iter()
        .map(|pair| ((pair.doc_path.as_str(), pair.code_path.as_str()), pair))
        .filter(|(key, pair)| pair.has_symbols || lines.contains_key(key))
        .collect();
    let is_paired = |key: &Key<'_>| pairs.get(key).is_some_and(|pair| !pair.unnamed);
    let mut rows = Vec::new();
    // New pairs that are old ones under another path.
    let mut taken: BTreeSet<Key<'_>> = BTreeSet::new();
    for (key, of_pair) in lines.iter().filter(|(key, _)| !is_paired(key)) {
        if is_known(of_pair) {
            // Nobody reads about it, whether it is there or gone.
            if !pairs.contains_key(key) {
                let same = |(place, pair): &(&Key<'_>, &&Present)| {
                    pair.unnamed && !lines.contains_key(*place) && is_content(of_pair, place.1, around)
                };
                taken.extend(pairs.iter().find(same).map(|(place, _)| *place));
            }
            continue;
        }
        let (reason, moved_to) = vanished(*key, of_pair, &pairs, &lines, &mut taken, around);
        rows.push(PairRow {
            doc_path: key.0.to_owned(),
            code_path: key.1.to_owned(),
            ref_id: ref_id.to_owned(),
            status: PairStatus::Stale,
            reason: Some(reason),
            moved_to,
            doc_hash: None,
            code_hash: None,
            named: None,
        });
    }
    for (key, pair) in pairs.iter().filter(|(key, _)| !taken.contains(*key)) {
        let line =
            lines.get(key).filter(|of_pair| pair.code_hash == CodeHash::nothing() || !is_known(of_pair));
        if pair.unnamed && (baselines.is_empty() || lines.contains_key(key)) {
            continue;
        }
        // Of a node that the lock has nothing of, every file would be new; what a document names is told of by it.
        let is_told = !pair.unnamed && (baselines.is_empty() || pair.named.is_some());
        let (status, reason) = match line {
            Some(of_pair) => compare(pair, of_pair, around, rules),
            None if is_told => (PairStatus::Untracked, None),
            None if rules.strict => (PairStatus::Stale, Some(SyncReason::UndocumentedModule)),
            None => (PairStatus::Untracked, Some(SyncReason::UndocumentedModule)),
        };
        rows.push(PairRow {
            doc_path: pair.doc_path.clone(),
            code_path: pair.code_path.clone(),
            ref_id: ref_id.to_owned(),
            status,
            reason,
            moved_to: None,
            doc_hash: Some(pair.doc_hash),
            code_hash: Some(pair.code_hash),
            named: pair.named.clone(),
        });
    }
    rows.compact_sort_by(|a, b| (&a.doc_path, &a.code_path).cmp(&(&b.doc_path, &b.code_path)));
    rows
}

/// Whether the lock has a file for no more than that it is there; see [`Present::unnamed`].
fn is_known(of_pair: &[&Baseline]) -> bool {
    of_pair.iter().any(|baseline| baseline.code_hash == CodeHash::nothing())
}

/// Whether a file has the content that one of these lines tells of.
fn is_content(of_pair: &[&Baseline], path: &str, around: &dyn Around) -> bool {
    of_pair.iter().filter_map(|baseline| baseline.blob.as_deref()).any(|blob| around.is_blob(path, blob))
}

/// Of several lines, which a merge leaves, the one that equals the present state counts.
fn compare(
    pair: &Present,
    of_pair: &[&Baseline],
    around: &dyn Around,
    rules: Rules,
) -> (PairStatus, Option<SyncReason>) {
    let alike = |a: &CodeHash, b: &CodeHash| a == b || (!rules.bodies && a.same_signatures(b));
    let same = |baseline: &&Baseline| alike(&baseline.code_hash, &pair.code_hash);
    // The same bytes, of which a later version may find more.
    let same_file = |baseline: &&Baseline| {
        baseline.blob.as_deref().is_some_and(|blob| around.is_blob(&baseline.code_path, blob))
    };
    let same_tokens = |baseline: &&Baseline| {
        baseline.exact
            && around.exact_hash(pair, &baseline.ref_id).is_some_and(|now| alike(&baseline.code_hash, &now))
    };
    // A document that was edited may name other symbols now, and another version may count other things: code that is as it was
    // is not behind for that.
    let same_code = |baseline: &&Baseline| {
        around.code_then(baseline, pair).is_some_and(|then| alike(&then, &pair.code_hash))
    };
    let is_known = of_pair.iter().any(same) || of_pair.iter().any(same_file);
    if is_known || of_pair.iter().any(same_tokens) || of_pair.iter().any(same_code) {
        return (PairStatus::Ok, None);
    }
    let body_alone = of_pair.iter().any(|baseline| baseline.code_hash.same_signatures(&pair.code_hash));
    let reason = if body_alone { SyncReason::BodyChanged } else { SyncReason::SignatureChanged };
    (PairStatus::Stale, Some(reason))
}

/// Why a line of the lock has no pair, and where what it names has gone.
fn vanished<'a>(
    key: Key<'_>,
    of_pair: &[&Baseline],
    pairs: &BTreeMap<Key<'a>, &'a Present>,
    lines: &BTreeMap<Key<'_>, Vec<&Baseline>>,
    taken: &mut BTreeSet<Key<'a>>,
    around: &dyn Around,
) -> (SyncReason, Option<String>) {
    let (doc_gone, code_gone) = (!around.has_file(key.0), !around.has_file(key.1));
    if !doc_gone && !code_gone {
        return (SyncReason::Unpaired, None);
    }
    let is_it = |place: &Key<'_>, pair: &Present| {
        let unclaimed = !lines.contains_key(place);
        let same_doc = if doc_gone {
            of_pair.iter().any(|baseline| baseline.doc_hash == pair.doc_hash)
        } else {
            place.0 == key.0
        };
        // A document that names the file by its path no longer names it, and another share of its symbols counts.
        let same_code = if code_gone {
            of_pair.iter().any(|baseline| baseline.code_hash == pair.code_hash)
                || is_content(of_pair, place.1, around)
        } else {
            place.1 == key.1
        };
        unclaimed && same_doc && same_code
    };
    let found = pairs.iter().find(|(place, pair)| !taken.contains(*place) && is_it(place, pair));
    if let Some((place, _)) = found {
        taken.insert(*place);
        let to = if doc_gone { place.0 } else { place.1 };
        return (SyncReason::Moved, Some(to.to_owned()));
    }
    if doc_gone {
        return (SyncReason::DocDeleted, None);
    }
    match of_pair.iter().find_map(|baseline| around.moved_code(baseline)) {
        Some(to) => (SyncReason::Moved, Some(to)),
        None => (SyncReason::CodeDeleted, None),
    }
}
