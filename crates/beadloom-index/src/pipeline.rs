//! The stages of a run, in order, inside its write transaction. Over how much each runs, `invalidation.rs` says.

use std::collections::BTreeSet;
use std::sync::Arc;

use beadloom_model::Result;
use beadloom_resolve::{ImportResolver, Projects, is_manifest};
use beadloom_store::{BulkLoad, FileKind, ParseCache, PathAndSize, Writer};
use beadloom_sync::LOCK_PATH;

use crate::changes::{Changes, Classifier, compare};
use crate::checked_out::{LEFT_OUT, leaves_out_else};
use crate::derived_links;
use crate::graph_files::GraphRead;
use crate::graph_stage;
use crate::heap;
use crate::ids::FileIds;
use crate::indexed_files::{IndexedFiles, generation};
use crate::invalidation::{Cause, Scope, Stage};
use crate::options::Options;
use crate::progress::Phase;
use crate::references;
use crate::report::Outcome;
use crate::routes;
use crate::run::Run;
use crate::run_changes::RunChanges;
use crate::run_metadata::FINGERPRINT;
use crate::sync_stage::{self, Concerned};
use crate::walk::Found;

/// What a stage does to the index.
type Action = fn(&mut Update<'_, '_>) -> Result<()>;

/// All that a run does, in this order.
const STAGES: &[(Stage, Action)] = &[
    // Reads graph files that may have changed. Writes their rows, what they declare and their findings. First, because
    // nodes name documents, and a document is compared as one wherever it lies.
    (Stage::GraphFiles, read_graph_files),
    // Reads the stats of all files and what the index has of them. Writes nothing: says which files may have changed.
    (Stage::Compare, compare_files),
    // Reads the list of files, manifests and the names that code declares. Writes nothing: what it makes finds the files that
    // imports lead to.
    (Stage::Resolver, prepare_resolver),
    // Reads and parses the files that may have changed. Writes their rows, symbols, imports, words and vectors, and removes
    // those of files that are gone.
    (Stage::Files, write_files),
    // Reads all imports and written paths. Writes those that lead elsewhere now, and the findings in manifests.
    (Stage::Imports, resolve_imports),
    // Reads what parsed files refer to, and what files refer to that asked for something that changed. Writes what it means.
    (Stage::References, resolve_references),
    // Reads what files say of routes, and their imports. Writes all routes.
    (Stage::Routes, compose_routes),
    // Reads graph files or, without any, rows of files, imports and routes. Writes nodes, edges, which document and symbol
    // belongs to which node, the words of nodes and the findings in the graph.
    (Stage::Graph, update_graph),
    // Reads and writes the indexes of SQLite that a full run goes without until here.
    (Stage::Indexes, make_indexes),
    // Reads what documents name, nodes, files, routes, literals and the names of definitions. Writes which nodes a document is about.
    (Stage::Links, link_documents),
    // Reads which commit HEAD is. Writes nothing.
    (Stage::Commits, look_at_commits),
    // Reads the lock, nodes, documents and symbols. Writes which document is up to date with which code.
    (Stage::Pairs, judge_pairs),
];

/// What a run that wrote came to.
pub struct Wrote {
    pub outcome: Outcome,
    /// What the index knew before, and the paths whose rows may be others since; none after a run that looked at all.
    pub before: Option<(IndexedFiles, BTreeSet<String>)>,
    /// Whether so much was parsed that other work trees should begin with that.
    pub is_news: bool,
}

/// Brings the index up to date, in one transaction: readers see it as it was before the run, or after it. `seen`: what the index
/// knew of the files and how they differed, read before the transaction; used if nobody wrote since. `parsed`: whether an entry of
/// the parse cache is attached.
pub fn write(
    run: &Run<'_>,
    writer: Writer<'_>,
    seen: Option<(IndexedFiles, Changes)>,
    parsed: bool,
) -> Result<Wrote> {
    let state = writer.state();
    let old_generation = generation(&state)?;
    let anew = run.options.full || state.meta(FINGERPRINT)?.as_deref() != Some(&run.fingerprint);
    // What a broken graph file last said outlives a rebuild: it cannot be read from anywhere else.
    let last_graph = state.graph_files()?;
    let begun = parsed && anew && writer.begin_with_parsed(&|files| resembles(files, run.files))?;
    let full = anew && !begun;
    let bulk = if full {
        writer.clear()?;
        Some(writer.begin_bulk()?)
    } else {
        None
    };
    let (mut indexed, seen) = match seen {
        Some((indexed, changes)) if !full && indexed.generation == old_generation => (indexed, Some(changes)),
        _ => (IndexedFiles::read(&state)?, None),
    };
    let mut update = Update {
        run,
        writer: &writer,
        resolver: indexed.resolver.take(),
        ids: FileIds::new(full, run.files, &indexed.stamps),
        indexed: &indexed,
        graph: GraphRead { files: last_graph, is_kept: false },
        seen,
        changes: Changes::default(),
        touched: BTreeSet::new(),
        tally: RunChanges::default(),
        bulk,
    };
    update.tally.invalidation.note(Cause::Everything, full);
    update.tally.invalidation.note(Cause::OtherTree, begun);
    update.tally.visible = anew;
    for (stage, action) in STAGES {
        if update.scope(*stage) != Scope::Nothing {
            action(&mut update)?;
        }
        run.check()?;
        // Most of the time is spent up to here: a run that came further is finished.
        if matches!(stage, Stage::Files | Stage::Imports) && run.too_slow() {
            let outcome = Outcome::TooSlow(update.changes.some_paths());
            return Ok(Wrote { outcome, before: None, is_news: false });
        }
    }
    let Update { resolver, touched, tally, .. } = update;
    writer.set_diagnostics("walk", run.walk_diagnostics)?;
    writer.set_diagnostics("config", run.options.config_diagnostics)?;
    let report = run.finish(&writer, &tally, anew, tally.visible, old_generation)?;
    run.check()?;
    run.report(Phase::Commit, 0, 0);
    writer.commit()?;
    indexed.resolver = resolver;
    let is_news = anew
        && ParseCache::is_worth(run.files.len(), usize::try_from(tally.counts.parsed).unwrap_or(usize::MAX));
    Ok(Wrote { outcome: Outcome::Done(report), before: (!anew).then_some((indexed, touched)), is_news })
}

/// Whether at least half of the files that the project has now, and half of those that another tree had, have the same path and
/// size: else it takes as long to take the others out as to begin with nothing. Both are sorted by path.
fn resembles(other: &[PathAndSize], files: &[Found]) -> bool {
    let same = |(path, size): &&PathAndSize| {
        let at = files.binary_search_by(|file| (*file.path).cmp(path.as_str())).ok();
        at.and_then(|at| files.get(at)).is_some_and(|file| size.is_none_or(|size| size == file.stat.size))
    };
    let same = other.iter().filter(same).count();
    same * 2 >= other.len() && same * 2 >= files.len()
}

/// What the stages of one run hand on to each other.
struct Update<'a, 'w> {
    run: &'a Run<'a>,
    writer: &'a Writer<'w>,
    /// The index as the run found it; of nothing in a full run.
    indexed: &'a IndexedFiles,
    ids: FileIds<'a>,
    /// As the index last had it, until its files are read.
    graph: GraphRead,
    /// How the files differed before the transaction, if that is so still.
    seen: Option<Changes>,
    /// How the files differ: from [`Stage::Compare`] to [`Stage::References`].
    changes: Changes,
    /// Files that came, went or may have changed; none in a full run, which concerns all.
    touched: BTreeSet<String>,
    /// That of the last run as long as it holds; None where nothing asks it.
    resolver: Option<Arc<ImportResolver<'static>>>,
    tally: RunChanges,
    bulk: Option<BulkLoad>,
}

impl Update<'_, '_> {
    fn is_full(&self) -> bool {
        self.tally.invalidation.has(Cause::Everything)
    }

    fn note(&mut self, cause: Cause, found: bool) {
        self.tally.invalidation.note(cause, found);
    }

    /// Over how much a stage has to run, after all that was found so far.
    fn scope(&self, stage: Stage) -> Scope {
        self.tally.invalidation.scope(stage)
    }

    fn make_resolver(&self) -> Result<Arc<ImportResolver<'static>>> {
        Ok(Arc::new(self.run.make_resolver(&self.writer.state(), &self.changes, self.is_full())?))
    }
}

fn read_graph_files(update: &mut Update<'_, '_>) -> Result<()> {
    let last = std::mem::take(&mut update.graph.files);
    update.graph =
        update.run.read_graph(update.writer, update.indexed, last, &mut update.ids, &mut update.tally)?;
    let was_derived = update.writer.state().meta(graph_stage::DERIVED)?.as_deref() == Some("1");
    let derived = !update.graph.is_kept;
    update.tally.invalidation.derived = derived;
    update.note(Cause::GraphOrigin, was_derived != derived);
    let leaves_out_else = leaves_out_else(&update.writer.state(), update.run.options.root)?;
    if leaves_out_else {
        // The stages that ask note it again.
        update.writer.set_meta(LEFT_OUT, "")?;
    }
    update.note(Cause::LeftOut, leaves_out_else);
    Ok(())
}

fn compare_files(update: &mut Update<'_, '_>) -> Result<()> {
    let (run, indexed) = (update.run, update.indexed);
    let over_all = update.scope(Stage::Compare) == Scope::All;
    let seen = update.seen.take().filter(|_| !over_all);
    let mut changes = seen.unwrap_or_else(|| {
        let named = update.graph.named_documents(run.links);
        let classifier = Classifier::new(run.options.config, &named, run.files);
        compare(run.files, &indexed.stamps, &classifier, indexed.scanned_ns)
    });
    if update.tally.invalidation.has(Cause::OtherTree) {
        update.tally.counts.reused = run.leave_out_same(update.writer, &mut changes)?;
    }
    let full = update.is_full();
    if !full {
        update.touched = changes.paths();
    }
    changes.candidates.retain(|candidate| candidate.kind != FileKind::Graph);
    update.note(Cause::Paths, changes.paths_differ);
    update.note(Cause::ManifestStats, changes.candidates.iter().any(|one| is_manifest(&one.file.path)));
    update.note(Cause::Settings, update.touched.contains(".beadloom/config.yml"));
    update.note(Cause::Lock, update.touched.contains(LOCK_PATH));
    let declared_differ = !full && run.declared_differ(&update.writer.state(), &changes)?;
    update.note(Cause::Declarations, declared_differ);
    update.tally.visible |= changes.paths_differ;
    update.changes = changes;
    Ok(())
}

fn prepare_resolver(update: &mut Update<'_, '_>) -> Result<()> {
    if update.scope(Stage::Resolver) == Scope::All {
        update.resolver = None;
    }
    // Files that project files concern are looked at again even where those say what they said.
    let is_needed = update.changes.candidates.iter().any(|one| one.kind == FileKind::Code)
        || update.touched.iter().any(|path| Projects::CSharp.is_told_by(path));
    if update.resolver.is_none() && is_needed {
        update.resolver = Some(update.make_resolver()?);
    }
    Ok(())
}

fn write_files(update: &mut Update<'_, '_>) -> Result<()> {
    let (stamps, resolver) = (&update.indexed.stamps, update.resolver.as_deref());
    update.run.apply(update.writer, stamps, &mut update.ids, &update.changes, resolver, &mut update.tally)
}

fn resolve_imports(update: &mut Update<'_, '_>) -> Result<()> {
    let resolver = match update.resolver.take() {
        Some(resolver) => resolver,
        None => update.make_resolver()?,
    };
    // In a full run they were resolved as their files were parsed.
    if !update.is_full() {
        update.run.resolve_again(update.writer, &resolver, &update.ids, &mut update.tally)?;
    }
    update.writer.set_diagnostics("manifests", &resolver.diagnostics())?;
    update.resolver = Some(resolver);
    Ok(())
}

fn resolve_references(update: &mut Update<'_, '_>) -> Result<()> {
    let (run, full) = (update.run, update.is_full());
    // What is not needed any more goes before the index as a whole is looked at, which takes the most memory.
    update.changes = Changes::default();
    // In a run over all files, only the projects of a language are asked for from here on.
    let has_projects = || run.files.iter().any(|file| Projects::CSharp.is_told_by(&file.path));
    update.resolver = update.resolver.take().filter(|_| !full || has_projects());
    if full {
        heap::trim();
    }
    let mut gathering = std::mem::take(&mut update.tally.references);
    update.touched.iter().for_each(|path| gathering.manifest(path));
    let found = references::run(run, update.writer, gathering, full, update.resolver.as_deref())?;
    // A full run needs it no longer, and nothing follows what it wrote.
    update.resolver = update.resolver.take().filter(|_| !full);
    update.tally.visible |= found.visible;
    update.note(Cause::GraphFacts, found.bases | found.autoloads);
    if full {
        heap::trim();
    }
    Ok(())
}

fn compose_routes(update: &mut Update<'_, '_>) -> Result<()> {
    let differ = routes::compose_all(update.writer)?;
    update.tally.visible |= differ;
    update.note(Cause::GraphFacts, differ);
    update.note(Cause::Parts, differ);
    Ok(())
}

fn update_graph(update: &mut Update<'_, '_>) -> Result<()> {
    update.run.report(Phase::Graph, 0, 0);
    let differs = graph_stage::run(update.writer, update.run, &update.graph, &update.tally)?;
    update.tally.visible |= differs.visible;
    update.note(Cause::Parts, differs.parts);
    Ok(())
}

fn make_indexes(update: &mut Update<'_, '_>) -> Result<()> {
    update.bulk.take().map_or(Ok(()), |bulk| update.writer.end_bulk(bulk))
}

fn link_documents(update: &mut Update<'_, '_>) -> Result<()> {
    let changed = (update.scope(Stage::Links) != Scope::All).then_some(&update.tally.linked);
    update.tally.visible |= derived_links::run(update.writer, changed)?;
    Ok(())
}

fn look_at_commits(update: &mut Update<'_, '_>) -> Result<()> {
    let Options { root, config, history, .. } = update.run.options;
    let behind = sync_stage::is_behind_history(&update.writer.state(), root, config, history.as_ref())?;
    update.note(Cause::Commits, behind);
    Ok(())
}

fn judge_pairs(update: &mut Update<'_, '_>) -> Result<()> {
    let concerned = match update.scope(Stage::Pairs) {
        Scope::All => Concerned::All,
        Scope::Touched | Scope::Nothing => {
            Concerned::Of { paths: update.touched.clone(), nodes: std::mem::take(&mut update.tally.unlinked) }
        }
    };
    let Options { root, config, history, .. } = update.run.options;
    update.tally.visible |= sync_stage::run(update.writer, root, config, history.as_ref(), &concerned)?;
    Ok(())
}
