//! One run inside its write transaction: graph files, all other files, imports, the graph, what is noted at the end.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use beadloom_lang::{declared, declares_names, languages};
use beadloom_model::answers::{FileCounts, ReindexMode};
use beadloom_model::{Code, Diagnostic, Error, GraphFile, Level, Result};
use beadloom_store::{FileKind, FileRow, HealthSnapshot, Stamp, State, Writer};
use beadloom_sync::LOCK_PATH;

use crate::apply::RunChanges;
use crate::changes::{Candidate, Changes, Classifier, compare};
use crate::graph_stage::{self, GraphChange};
use crate::heap;
use crate::ids::FileIds;
use crate::parse::{declares_json, file_row};
use crate::references;
use crate::reindex::{Options, Outcome, Phase, Progress, Report};
use crate::routes::{RoutingFile, compose};
use crate::source::{ReadOutcome, decode, read_file, read_input};
use crate::sync_stage::{self, Concerned};
use crate::threads::threads;
use crate::walk::{Found, Walked};
use beadloom_resolve::{ImportResolver, Projects, is_manifest};

/// The index as a run finds it.
#[derive(Default)]
pub struct Known {
    pub generation: u64,
    /// When the stats were taken.
    pub scanned_ns: i64,
    pub stamps: BTreeMap<String, Stamp>,
    /// Documents that nodes name.
    pub named: HashSet<String>,
    /// Knows the files of the index and their manifests; None where no run needed it.
    pub resolver: Option<Arc<ImportResolver<'static>>>,
}

impl Known {
    /// The generation of the index, and when the stats in it were taken: both together are others after every run that wrote.
    pub fn when(state: &State<'_>) -> Result<(u64, i64)> {
        let scanned_ns = state.meta("scanned_ns")?.and_then(|ns| ns.parse().ok()).unwrap_or(0);
        Ok((generation(state)?, scanned_ns))
    }

    pub fn read(state: &State<'_>) -> Result<Self> {
        let (generation, scanned_ns) = Self::when(state)?;
        Ok(Self { generation, scanned_ns, stamps: state.stamps()?, named: named(state)?, resolver: None })
    }

    /// Follows what a run wrote, of which only these paths may have other rows now.
    pub fn follow(&mut self, state: &State<'_>, touched: &BTreeSet<String>) -> Result<()> {
        (self.generation, self.scanned_ns) = Self::when(state)?;
        self.named = named(state)?;
        for path in touched {
            match state.file(path)? {
                Some(row) => self.stamps.insert(path.clone(), Stamp::of(&row)),
                None => self.stamps.remove(path),
            };
        }
        Ok(())
    }
}

fn named(state: &State<'_>) -> Result<HashSet<String>> {
    Ok(state.nodes()?.into_iter().flat_map(|node| node.docs).collect())
}

/// What a run that wrote came to.
pub struct Wrote {
    pub outcome: Outcome,
    /// What the index knew before, and the paths whose rows may be others since; none after a run that looked at all.
    pub before: Option<(Known, BTreeSet<String>)>,
}

impl Wrote {
    fn none(outcome: Outcome) -> Self {
        Self { outcome, before: None }
    }
}

/// The graph as its files say it now.
struct GraphRead {
    /// By path.
    files: Vec<GraphFile>,
    /// Whether there is any file of the graph.
    is_kept: bool,
    /// Whether one came, went or changed.
    touched: bool,
}

/// What a run works on.
pub struct Run<'a> {
    pub options: &'a Options<'a>,
    pub files: &'a [Found],
    pub walk_diagnostics: &'a [Diagnostic],
    pub fingerprint: String,
    pub scanned_ns: i64,
}

impl<'a> Run<'a> {
    /// One that compares what was found with the index, and writes nothing.
    pub fn to_compare(options: &'a Options<'a>, walked: &'a Walked) -> Self {
        Self {
            options,
            files: &walked.files,
            walk_diagnostics: &walked.diagnostics,
            fingerprint: String::new(),
            scanned_ns: 0,
        }
    }
}

impl Run<'_> {
    pub fn check(&self) -> Result<()> {
        if self.options.cancelled.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Cancelled, "cancelled; the index is unchanged"));
        }
        Ok(())
    }

    pub fn too_slow(&self) -> bool {
        self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    pub fn report(&self, phase: Phase, done: usize, total: usize) {
        (self.options.progress)(Progress::new(phase, done, total));
    }

    pub fn difference(&self, known: &Known) -> Changes {
        let classifier = Classifier::new(self.options.config, &known.named, self.files);
        compare(self.files, &known.stamps, &classifier, known.scanned_ns)
    }

    pub fn walk_findings_differ(&self, state: &State<'_>) -> Result<bool> {
        let known = state.meta("walk_findings")?.unwrap_or_default();
        Ok(known != findings_json(self.walk_diagnostics))
    }

    pub fn unchanged(&self, state: &State<'_>) -> Result<Report> {
        Ok(Report {
            mode: ReindexMode::Unchanged,
            files: FileCounts {
                scanned: self.files.len() as u64,
                parsed: 0,
                added: 0,
                changed: 0,
                deleted: 0,
                renamed: 0,
                skipped: state.meta("skipped")?.and_then(|n| n.parse().ok()).unwrap_or(0),
            },
            totals: state.noted_totals()?,
            diagnostics: state.diagnostics()?,
            generation: generation(state)?,
        })
    }

    /// `seen`: the index and the difference as they were before the transaction; used if nobody wrote since.
    pub fn write(&self, writer: Writer<'_>, seen: Option<(Known, Changes)>) -> Result<Wrote> {
        let options = self.options;
        let state = writer.state();
        let old_generation = generation(&state)?;
        let full = options.full || state.meta("fingerprint")?.as_deref() != Some(&self.fingerprint);
        // What a broken graph file last said outlives a rebuild: it cannot be read from anywhere else.
        let graph_files = state.graph_files()?;
        let bulk = if full {
            writer.clear()?;
            Some(writer.begin_bulk()?)
        } else {
            None
        };
        let (mut known, seen) = match seen {
            Some((known, changes)) if !full && known.generation == old_generation => (known, Some(changes)),
            _ => (Known::read(&state)?, None),
        };
        let mut tally = RunChanges::default();
        let mut ids = FileIds::new(full, self.files, &known.stamps);
        // The graph first: it names documents that lie elsewhere.
        let graph = self.read_graph(&writer, &known, graph_files, full, &mut ids, &mut tally)?;
        let mut changes = match seen {
            Some(changes) if !graph.touched => changes,
            _ => {
                let named: HashSet<String> = graph
                    .files
                    .iter()
                    .flat_map(|file| &file.nodes)
                    .flat_map(|node| &node.docs)
                    .map(|(path, _)| path.clone())
                    .collect();
                let classifier = Classifier::new(options.config, &named, self.files);
                compare(self.files, &known.stamps, &classifier, known.scanned_ns)
            }
        };
        // A full run concerns all files, and has no use for a list of them.
        let touched = if full { BTreeSet::new() } else { touched_paths(&changes) };
        changes.candidates.retain(|candidate| candidate.kind != FileKind::Graph);

        // Where files hold other text and are the same files, imports lead where they led.
        let is_same = |candidate: &Candidate| !is_manifest(&candidate.file.path);
        let declared_differ = !full && self.declared_differ(&state, &changes)?;
        let is_kept =
            !full && !changes.paths_differ && !declared_differ && changes.candidates.iter().all(is_same);
        let mut resolver = known.resolver.take().filter(|_| is_kept);
        // Files that project files concern are looked at again even where those say what they said.
        let asks = |path: &String| Projects::CSharp.is_told_by(path);
        let is_needed =
            changes.candidates.iter().any(|c| c.kind == FileKind::Code) || touched.iter().any(asks);
        if resolver.is_none() && is_needed {
            resolver = Some(Arc::new(self.make_resolver(&state, &changes, full)?));
        }
        if let Some(paths) =
            self.apply(&writer, &known.stamps, &mut ids, &changes, resolver.as_deref(), &mut tally)?
        {
            return Ok(Wrote::none(Outcome::TooSlow(paths)));
        }
        if full || changes.paths_differ || tally.manifests || declared_differ {
            let resolver = match &mut resolver {
                Some(resolver) => resolver,
                None => resolver.insert(Arc::new(self.make_resolver(&state, &changes, full)?)),
            };
            if !full {
                self.resolve_again(&writer, resolver, &ids, &mut tally)?;
            }
            writer.set_diagnostics("manifests", &resolver.diagnostics())?;
        }
        self.check()?;
        if self.too_slow() {
            return Ok(Wrote::none(Outcome::TooSlow(changes.some_paths())));
        }

        // What is not needed any more goes before the index as a whole is looked at, which takes the most memory.
        let paths_differ = changes.paths_differ;
        drop(changes);
        // In a run over all files, only the projects of a language are asked for from here on.
        let resolver = resolver
            .filter(|_| !full || self.files.iter().any(|file| Projects::CSharp.is_told_by(&file.path)));
        if full {
            heap::trim();
        }
        touched.iter().for_each(|path| tally.references.manifest(path));
        let gathering = std::mem::take(&mut tally.references);
        let references = references::run(self, &writer, gathering, full, resolver.as_deref())?;
        known.resolver = resolver.filter(|_| !full);
        tally.visible |= references.visible;
        tally.facts |= references.bases | references.autoloads;
        if full {
            heap::trim();
        }
        if full || tally.routing || tally.imports {
            let differ = compose_routes(&writer)?;
            tally.visible |= differ;
            tally.facts |= differ;
        }
        self.check()?;
        self.report(Phase::Graph, 0, 0);
        let change = GraphChange {
            full,
            graph_touched: graph.touched,
            has_graph: graph.is_kept,
            paths_differ: paths_differ || full,
            imports_differ: tally.imports || full,
            facts_differ: tally.facts || full,
            code: &tally.code,
            documents: &tally.documents,
            unlinked: &tally.unlinked,
        };
        let graph_visible = graph_stage::run(&writer, options, self.files, &graph.files, &change)?;
        if let Some(bulk) = bulk {
            writer.end_bulk(bulk)?;
        }
        let of_graph = graph.touched || (!graph.is_kept && change.concerns_nodes());
        let of_settings = touched.contains(LOCK_PATH) || touched.contains(".beadloom/config.yml");
        let history = options.history.as_ref();
        let of_history = sync_stage::is_behind_history(&state, options.root, options.config, history)?;
        let concerned = if full || of_graph || of_settings || of_history {
            Concerned::All
        } else {
            Concerned::Of { paths: touched.clone(), nodes: tally.unlinked.clone() }
        };
        let sync_visible = sync_stage::run(&writer, options.root, options.config, history, &concerned)?;
        writer.set_diagnostics("walk", self.walk_diagnostics)?;
        writer.set_diagnostics("config", options.config_diagnostics)?;
        self.check()?;

        let visible = full || tally.visible || graph_visible || sync_visible || paths_differ;
        let report = self.finish(&writer, &tally, full, visible, old_generation)?;
        self.check()?;
        self.report(Phase::Commit, 0, 0);
        writer.commit()?;
        Ok(Wrote { outcome: Outcome::Done(report), before: (!full).then_some((known, touched)) })
    }

    pub fn finish(
        &self,
        writer: &Writer<'_>,
        tally: &RunChanges,
        full: bool,
        visible: bool,
        old: u64,
    ) -> Result<Report> {
        writer.write_chunks()?;
        let state = writer.state();
        let generation = if visible { old + 1 } else { old };
        let totals = state.totals()?;
        let skipped = state.skipped_files()?;
        writer.set_meta("fingerprint", &self.fingerprint)?;
        let model = self.options.embedder.map_or(0, |embedder| embedder.fingerprint);
        writer.set_meta("model", &format!("{model:x}"))?;
        writer.set_meta("scanned_ns", &self.scanned_ns.to_string())?;
        writer.set_meta("totals", &serde_json::to_string(&totals).unwrap_or_default())?;
        writer.set_meta("skipped", &skipped.to_string())?;
        writer.set_meta("walk_findings", &findings_json(self.walk_diagnostics))?;
        writer.set_meta("beadloom_version", beadloom_model::VERSION)?;
        let diagnostics = state.diagnostics()?;
        if visible {
            let created_at = iso_utc(self.scanned_ns);
            writer.set_state(generation, self.scanned_ns)?;
            writer.set_meta("last_reindex_at", &created_at)?;
            let at = |level| diagnostics.iter().filter(|finding| finding.level == level).count() as u64;
            let (errors, warnings) = (at(Level::Error), at(Level::Warn));
            let totals = totals.clone();
            writer.add_health_snapshot(&HealthSnapshot {
                created_at,
                generation,
                totals,
                errors,
                warnings,
            })?;
        }
        let counts = &tally.counts;
        Ok(Report {
            mode: match (full, visible) {
                (true, _) => ReindexMode::Full,
                (false, true) => ReindexMode::Incremental,
                (false, false) => ReindexMode::Unchanged,
            },
            files: FileCounts {
                scanned: self.files.len() as u64,
                parsed: counts.parsed,
                added: counts.added,
                changed: counts.changed,
                deleted: counts.deleted,
                renamed: counts.renamed,
                skipped,
            },
            totals,
            diagnostics,
            generation,
        })
    }

    /// Reads the files of the graph that may have changed. `last`: what they said when they last parsed.
    fn read_graph(
        &self,
        writer: &Writer<'_>,
        known: &Known,
        last: Vec<GraphFile>,
        full: bool,
        ids: &mut FileIds<'_>,
        tally: &mut RunChanges,
    ) -> Result<GraphRead> {
        let none = HashSet::new();
        let classifier = Classifier::new(self.options.config, &none, self.files);
        let found: Vec<Found> =
            self.files.iter().filter(|file| classifier.is_graph(&file.path)).cloned().collect();
        let stamps = known.stamps.iter().filter(|(_, stamp)| stamp.kind == FileKind::Graph);
        let stamps: BTreeMap<String, Stamp> =
            stamps.map(|(path, stamp)| (path.clone(), stamp.clone())).collect();
        let changes = compare(&found, &stamps, &classifier, known.scanned_ns);
        let mut files: HashMap<String, GraphFile> =
            last.into_iter().map(|file| (file.path.clone(), file)).collect();
        let mut touched = full || !changes.removed.is_empty();
        for candidate in &changes.candidates {
            touched |= self.read_graph_file(writer, candidate, &mut files, ids, tally)?;
        }
        let mut files: Vec<GraphFile> = files.into_values().collect();
        files.retain(|file| found.iter().any(|found| *found.path == *file.path));
        files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(GraphRead { files, is_kept: !found.is_empty(), touched })
    }

    /// Reads one file of the graph. Returns whether what it says changed.
    pub fn read_graph_file(
        &self,
        writer: &Writer<'_>,
        candidate: &Candidate,
        graph_files: &mut HashMap<String, GraphFile>,
        ids: &mut FileIds<'_>,
        tally: &mut RunChanges,
    ) -> Result<bool> {
        let path: &str = &candidate.file.path;
        let id = ids.take(path);
        let unreadable = |mut diagnostic: Diagnostic, row: FileRow| -> Result<bool> {
            diagnostic.level = Level::Error;
            writer.put_file(&row)?;
            writer.set_diagnostics(path, &[diagnostic])?;
            Ok(true)
        };
        let skipped = |stat, hash, code| FileRow {
            id,
            kind: FileKind::Graph,
            stat: Some(stat),
            hash,
            skipped: Some(code),
            ..FileRow::other(path.to_owned())
        };
        let content = match read_file(self.options.root, path, self.options.config.max_file_size) {
            ReadOutcome::Whole(content) => content,
            ReadOutcome::Vanished => return Ok(false),
            ReadOutcome::Skipped(stat, diagnostic) => {
                let row = skipped(stat, None, diagnostic.code);
                tally.visible = true;
                return unreadable(diagnostic, row);
            }
        };
        if candidate.known == Some(content.hash) {
            writer.set_stat(path, content.stat)?;
            return Ok(false);
        }
        tally.visible = true;
        tally.counts.parsed += 1;
        if candidate.is_new {
            tally.counts.added += 1;
        } else {
            tally.counts.changed += 1;
        }
        let (stat, hash) = (content.stat, content.hash);
        let mut row = FileRow { id, ..file_row(candidate, &content) };
        let text = match decode(path, content.bytes) {
            Ok(text) => text,
            Err(diagnostic) => {
                let row = skipped(stat, Some(hash), diagnostic.code);
                return unreadable(*diagnostic, row);
            }
        };
        row.lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
        writer.put_file(&row)?;
        match beadloom_graph::read_graph_file(path, &text) {
            Ok(file) => {
                writer.set_diagnostics(path, &file.diagnostics)?;
                writer.put_graph_file(path, &file, false)?;
                graph_files.insert(path.to_owned(), file);
            }
            Err(diagnostic) => {
                writer.set_diagnostics(path, &[*diagnostic])?;
                if let Some(last) = graph_files.get(path) {
                    writer.put_graph_file(path, last, true)?;
                }
            }
        }
        Ok(true)
    }

    /// `changes`: the files that may say something else than the index knows.
    fn make_resolver(
        &self,
        state: &State<'_>,
        changes: &Changes,
        full: bool,
    ) -> Result<ImportResolver<'static>> {
        let paths = self.files.iter().map(|file| Arc::clone(&file.path)).collect();
        let root = self.options.root.to_owned();
        let mut known = HashMap::new();
        if !full {
            let languages: Vec<&str> =
                languages().iter().map(|language| language.id).filter(|id| declares_names(id)).collect();
            known = state.declared(&languages)?;
            for candidate in &changes.candidates {
                known.remove(&*candidate.file.path);
            }
        }
        Ok(ImportResolver::new(paths, known, threads(), move |path| read_input(&root, path)))
    }

    /// Whether a file that was there declares something else than it did, so that imports of others may lead elsewhere.
    fn declared_differ(&self, state: &State<'_>, changes: &Changes) -> Result<bool> {
        for candidate in changes.candidates.iter().filter(|one| one.kind == FileKind::Code && !one.is_new) {
            let Some(language) = candidate.language.filter(|id| declares_names(id)) else { continue };
            let path: &str = &candidate.file.path;
            let text = read_input(self.options.root, path).unwrap_or_default();
            let now = declares_json(&declared(language, text.strip_prefix('\u{feff}').unwrap_or(&text)));
            let before = state.file(path)?.and_then(|row| row.declares);
            if now != before {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Files that came, went or may have changed.
fn touched_paths(changes: &Changes) -> BTreeSet<String> {
    let candidates = changes.candidates.iter().map(|candidate| candidate.file.path.to_string());
    candidates.chain(changes.others.iter().cloned()).chain(changes.removed.iter().cloned()).collect()
}

/// Composes all routes anew. Returns whether they changed.
fn compose_routes(writer: &Writer<'_>) -> Result<bool> {
    let state = writer.state();
    let mut files = Vec::new();
    for (path, routing) in state.routing()? {
        let imports = state.imports_of(&path)?;
        files.push(RoutingFile { path, routing, imports });
    }
    // What cannot be read is no way to a router.
    let routes = compose(&files, &|path| state.imports_of(path).unwrap_or_default());
    writer.set_routes(&routes)
}

fn findings_json(diagnostics: &[Diagnostic]) -> String {
    serde_json::to_string(diagnostics).unwrap_or_default()
}

fn generation(state: &State<'_>) -> Result<u64> {
    Ok(state.meta("generation")?.and_then(|n| n.parse().ok()).unwrap_or(0))
}

/// `2026-01-31T12:00:00Z`, from nanoseconds since 1970 (days to date after Howard Hinnant's `civil_from_days`).
fn iso_utc(ns: i64) -> String {
    let seconds = ns.div_euclid(1_000_000_000);
    let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}
