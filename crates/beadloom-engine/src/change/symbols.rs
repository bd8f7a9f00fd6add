//! Public symbols that came, went or changed signature, node by node.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use beadloom_git::{Blob, Revisions};
use beadloom_graph::{Graph, GraphChanges, Ownership};
use beadloom_index::Sources;
use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::answers::{ChangedSymbol, DiffSymbol, NodeSymbols, SnapshotSymbol};
use beadloom_model::{Code, Error, Result, SymbolFacts, SymbolKind};

use super::known::Known;
use super::side::{Place, Side, owning};

/// Threads that parse.
const THREADS: usize = 4;

/// What is compared.
pub(super) struct Comparison<'a> {
    pub(super) revisions: Revisions<'a>,
    pub(super) before: &'a Side,
    pub(super) after: &'a Side,
    /// Paths whose content differs.
    pub(super) files: &'a [String],
    pub(super) known: &'a Known,
    pub(super) changes: &'a GraphChanges<'a>,
}

/// A symbol is known by its node, its qualified name and its kind.
type Key = (Option<String>, String, SymbolKind);

/// Where and how a symbol of a key is defined; several where a name is overloaded.
pub(super) type Definitions = BTreeMap<Key, Vec<Definition>>;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Definition {
    path: String,
    line: u32,
    signature: String,
}

/// What changed, by ref_id; code of no node last.
pub(super) fn compare(comparison: &Comparison<'_>) -> Result<Vec<NodeSymbols>> {
    let Comparison { before, after, .. } = comparison;
    let old = definitions(comparison, before, owning(&before.graph, &after.graph), true)?;
    let new = definitions(comparison, after, owning(&after.graph, &before.graph), false)?;
    Ok(differences(&old, &new))
}

/// Symbols as somebody wrote them down; `later`: the id that a node has now.
pub(super) fn written(symbols: &[SnapshotSymbol], later: &dyn Fn(&str) -> String) -> Definitions {
    let mut found = Definitions::new();
    for symbol in symbols {
        let key = (symbol.ref_id.as_deref().map(later), symbol.name.clone(), symbol.kind);
        let definition =
            Definition { path: symbol.path.clone(), line: symbol.line, signature: symbol.signature.clone() };
        found.entry(key).or_default().push(definition);
    }
    for list in found.values_mut() {
        list.compact_sort();
    }
    found
}

/// What came, went and changed, by ref_id; code of no node last.
pub(super) fn differences(old: &Definitions, new: &Definitions) -> Vec<NodeSymbols> {
    let mut nodes: BTreeMap<Option<String>, NodeSymbols> = BTreeMap::new();
    let keys: BTreeSet<&Key> = old.keys().chain(new.keys()).collect();
    let none = Vec::new();
    for key in keys {
        let (went, came) = different(old.get(key).unwrap_or(&none), new.get(key).unwrap_or(&none));
        if went.is_empty() && came.is_empty() {
            continue;
        }
        let (node, name, kind) = key;
        let of_node = nodes.entry(node.clone()).or_insert_with(|| NodeSymbols {
            ref_id: node.clone(),
            added: Vec::new(),
            removed: Vec::new(),
            changed: Vec::new(),
        });
        let symbol = |one: &Definition| DiffSymbol {
            name: name.clone(),
            kind: *kind,
            path: one.path.clone(),
            line: one.line,
            signature: one.signature.clone(),
        };
        let both = went.len().min(came.len());
        for (old, new) in went.iter().zip(&came) {
            of_node.changed.push(ChangedSymbol {
                name: name.clone(),
                kind: *kind,
                path: new.path.clone(),
                line: new.line,
                old_signature: old.signature.clone(),
                new_signature: new.signature.clone(),
            });
        }
        of_node.removed.extend(went.iter().skip(both).map(|one| symbol(one)));
        of_node.added.extend(came.iter().skip(both).map(|one| symbol(one)));
    }
    let (nobody, mut somebody): (Vec<NodeSymbols>, Vec<NodeSymbols>) =
        nodes.into_values().partition(|node| node.ref_id.is_none());
    somebody.extend(nobody);
    somebody
}

/// Definitions that are not on the other side, each with its signature as often as it is there.
fn different<'a>(old: &'a [Definition], new: &'a [Definition]) -> (Vec<&'a Definition>, Vec<&'a Definition>) {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for one in old {
        counts.entry(&one.signature).or_default().0 += 1;
    }
    for one in new {
        counts.entry(&one.signature).or_default().1 += 1;
    }
    let mut left = counts.clone();
    let went = old
        .iter()
        .filter(|one| {
            left.get_mut(one.signature.as_str()).is_some_and(|(_, same)| {
                let stays = *same > 0;
                *same = same.saturating_sub(1);
                !stays
            })
        })
        .collect();
    let mut left = counts;
    let came = new
        .iter()
        .filter(|one| {
            left.get_mut(one.signature.as_str()).is_some_and(|(same, _)| {
                let stays = *same > 0;
                *same = same.saturating_sub(1);
                !stays
            })
        })
        .collect();
    (went, came)
}

/// The public symbols of the files that differ, on one side.
fn definitions(
    comparison: &Comparison<'_>,
    side: &Side,
    graph: &Graph,
    earlier: bool,
) -> Result<Definitions> {
    let Comparison { revisions, known, changes, files, .. } = comparison;
    let sources: Vec<(&str, &str)> = if graph.nodes.is_empty() {
        known.sources.iter().map(|(id, source)| (id.as_str(), source.as_str())).collect()
    } else {
        graph
            .nodes
            .iter()
            .filter_map(|node| Some((node.spec.ref_id.as_str(), node.spec.source.as_deref()?)))
            .collect()
    };
    let owners = Ownership::new(sources);
    let has = |id: &str| {
        if graph.nodes.is_empty() { known.ids.contains(id) } else { graph.node(id).is_some() }
    };

    let present: Vec<(&String, &Place)> =
        files.iter().filter_map(|path| Some((path, side.code.get(path)?))).collect();
    let blobs: Vec<Blob> = present
        .iter()
        .filter_map(|(_, place)| match place {
            Place::Blob(blob) => Some(blob.clone()),
            Place::Disk { .. } => None,
        })
        .collect();
    let sources_now = Sources::new(revisions.root);
    let mut contents = revisions.contents(&blobs)?.into_iter();
    let texts: Vec<(&String, String)> = present
        .into_iter()
        .filter_map(|(path, place)| {
            let text = match place {
                Place::Blob(_) => String::from_utf8_lossy(&contents.next()?).into_owned(),
                // A file that went meanwhile is gone on this side.
                Place::Disk { .. } => sources_now.text(path)?,
            };
            Some((path, text))
        })
        .collect();

    let mut found: Definitions = BTreeMap::new();
    for (path, symbols) in parsed(comparison, &texts)? {
        for symbol in symbols {
            let mut named: Vec<&str> =
                symbol.annotations.values().flatten().map(String::as_str).filter(|id| has(id)).collect();
            named.compact_sort();
            named.dedup();
            if named.is_empty() {
                named.extend(owners.owner(path));
            }
            let nodes: Vec<Option<&str>> =
                if named.is_empty() { vec![None] } else { named.into_iter().map(Some).collect() };
            for node in nodes {
                // By the later id, so that a renamed node offers what it did.
                let node = node.map(|id| if earlier { changes.later_id(id) } else { id }.to_owned());
                let definition = Definition {
                    path: path.clone(),
                    line: symbol.line_start,
                    signature: symbol.signature.clone(),
                };
                let key = (node, symbol.qualified_name.clone(), symbol.kind);
                found.entry(key).or_default().push(definition);
            }
        }
    }
    for list in found.values_mut() {
        list.compact_sort();
    }
    Ok(found)
}

/// The public symbols of texts, in their order.
fn parsed<'t>(
    comparison: &Comparison<'_>,
    texts: &'t [(&'t String, String)],
) -> Result<Vec<(&'t String, Vec<SymbolFacts>)>> {
    let cancelled = comparison.revisions.cancelled;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut parser = Parser::new();
        let mut done: Vec<(usize, Vec<SymbolFacts>)> = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((path, text)) = texts.get(at).filter(|_| !cancelled.load(Ordering::Relaxed)) else {
                return done;
            };
            let Some(language) = detect(path) else { continue };
            let limits = Limits { cancelled: Some(cancelled), ..Limits::default() };
            let mut file = parser.parse(language, path, text, &limits);
            if !file.generated {
                file.symbols.retain(|symbol| symbol.exported && !symbol.part);
                done.push((at, file.symbols));
            }
        }
    };
    let mut all: Vec<(usize, Vec<SymbolFacts>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS.min(texts.len())).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    if cancelled.load(Ordering::Relaxed) {
        return Err(Error::new(Code::Cancelled, "the work was cancelled"));
    }
    all.compact_sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().filter_map(|(at, symbols)| Some((texts.get(at)?.0, symbols))).collect())
}
