//! Resolves the references that a run concerns and writes what they mean.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use beadloom_model::{ReferenceKind, Result};
use beadloom_store::{BulkTargets, Facts, Resolution, StatedReferences, Writer};
use rustc_hash::FxHashMap;

use super::bases::{TypeBases, bases_of};
use super::gather::Gathering;
use super::keys::{Changed, Key};
use super::lookup::Lookup;
use super::memory::{Exports, Gathered, Memory};
use super::parallel::in_order;
use super::resolve::Resolver;
use super::stored::{Stored, stored_bases};
use crate::caught::{caught, gave_up};
use crate::progress::Phase;
use crate::run::Run;
use beadloom_resolve::ImportResolver;

/// More files than this are resolved in memory: looking each name up in the index costs more then than reading all
/// of it once.
const MAX_LOOKUP_FILES: usize = 48;

/// Files whose references are resolved before what they state is freed.
const FILES_PER_BATCH: usize = 4_096;

/// A file whose references are to be resolved.
struct Job {
    id: i64,
    stated: StatedReferences,
    /// It was parsed in this run.
    fresh: bool,
}

/// What the references of a file mean, and what that hangs on.
struct Answer {
    resolutions: Vec<Resolution>,
    keys: Vec<u8>,
    /// Its language loads what constants name.
    autoloads: bool,
    /// What it refers to could not be found out.
    failed: bool,
}

impl Answer {
    /// Says of the file what is missing.
    fn note(&self, writer: &Writer<'_>, lookup: &dyn Lookup, job: &Job) -> Result<()> {
        match lookup.files().get(job.id).filter(|_| self.failed) {
            Some(file) => {
                let missing = "what this file refers to is not known";
                writer.add_diagnostic(&file.path, &gave_up(&file.path, missing))
            }
            None => Ok(()),
        }
    }
}

/// What resolving references changed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Changes {
    /// Anything that a reader can see.
    pub visible: bool,
    /// What a type inherits from.
    pub bases: bool,
    /// What files need that nothing imports, because constants are loaded where they are named.
    pub autoloads: bool,
}

/// Resolves what a run concerns. `projects`: which use which.
///
/// # Errors
/// `cancelled` and store errors.
pub fn run(
    run: &Run<'_>,
    writer: &Writer<'_>,
    gathering: Gathering,
    full: bool,
    projects: Option<&ImportResolver<'_>>,
) -> Result<Changes> {
    if full { all(run, writer, gathering, projects) } else { some(run, writer, gathering, projects) }
}

/// All files, which the index holds nothing of yet.
fn all(
    run: &Run<'_>,
    writer: &Writer<'_>,
    gathering: Gathering,
    projects: Option<&ImportResolver<'_>>,
) -> Result<Changes> {
    let mut memory = gathering.whole.finish();
    let mut jobs: Vec<Job> =
        gathering.fresh.into_iter().map(|(id, stated)| Job { id, stated, fresh: true }).collect();
    // In the order of the table's key, rows are appended.
    jobs.sort_unstable_by_key(|job| job.id);
    let mut inherited: Vec<TypeBases> = Vec::new();
    in_order(
        &jobs,
        |job| inherits(&memory, job, projects),
        |_, bases| {
            inherited.push(bases);
            run.check()
        },
    )?;
    inherited.into_iter().flatten().for_each(|(of, bases)| memory.set_bases(of, bases));
    let mut bulk = BulkTargets::default();
    let (mut done, total) = (0, jobs.len());
    let mut jobs = jobs.into_iter();
    // What a file states goes once it is written, while what it leads to gathers.
    loop {
        let batch: Vec<Job> = jobs.by_ref().take(FILES_PER_BATCH).collect();
        if batch.is_empty() {
            break;
        }
        in_order(
            &batch,
            |job| answer(&memory, job, projects),
            |job, answer| {
                if done % 64 == 0 {
                    run.check()?;
                    run.report(Phase::Resolve, done, total);
                }
                done += 1;
                answer.note(writer, &memory, job)?;
                writer.add_references(job.id, &job.stated, &answer.resolutions, &answer.keys, &mut bulk)
            },
        )?;
    }
    writer.add_reference_targets(bulk)?;
    Ok(Changes { visible: true, bases: true, autoloads: true })
}

/// Files that were parsed, and those that what changed concerns.
fn some(
    run: &Run<'_>,
    writer: &Writer<'_>,
    gathering: Gathering,
    projects: Option<&ImportResolver<'_>>,
) -> Result<Changes> {
    let state = writer.state();
    let Gathering { fresh, changed, again, .. } = gathering;
    let mut concerned = concerned(writer, &changed)?;
    concerned.extend(again);
    if fresh.is_empty() && concerned.is_empty() {
        return Ok(Changes::default());
    }
    let mut jobs: BTreeMap<i64, Job> = BTreeMap::new();
    let mut exports: FxHashMap<i64, Exports> = FxHashMap::default();
    for (id, stated) in fresh {
        exports.insert(id, stated.exports.clone());
        jobs.insert(id, Job { id, stated, fresh: true });
    }
    add_stored(writer, &mut jobs, concerned)?;
    let mut lookup = if jobs.len() > MAX_LOOKUP_FILES {
        Where::in_memory(writer, &exports)?
    } else {
        Where::Stored(Box::new(Stored::new(&state, exports.clone())))
    };

    // What types inherit from, first: members are looked for along it.
    let (changed, mut bases) = rebase(run, writer, &mut lookup, &jobs, projects)?;
    if !changed.is_empty() {
        let more = self::concerned(writer, &changed)?;
        add_stored(writer, &mut jobs, more)?;
    }
    if jobs.len() > MAX_LOOKUP_FILES && matches!(lookup, Where::Stored(_)) {
        lookup = Where::in_memory(writer, &exports)?;
        bases |= rebase(run, writer, &mut lookup, &jobs, projects)?.1;
    }
    let jobs: Vec<Job> = jobs.into_values().collect();
    let (mut visible, mut autoloads) = (false, false);
    let mut done = 0;
    let mut write = |job: &Job, answer: Answer| {
        if done % 64 == 0 {
            run.check()?;
            run.report(Phase::Resolve, done, jobs.len());
        }
        done += 1;
        answer.note(writer, lookup.get(), job)?;
        let stated = job.fresh.then_some(&job.stated);
        let differs = writer.put_references(job.id, stated, &answer.resolutions, &answer.keys)?;
        visible |= differs;
        autoloads |= differs && answer.autoloads;
        Ok(())
    };
    match &lookup {
        Where::Memory(memory) => in_order(&jobs, |job| answer(memory.as_ref(), job, projects), &mut write)?,
        Where::Stored(stored) => {
            // All answers before the first is written: what is asked is the index as it was.
            let answers: Vec<Answer> =
                jobs.iter().map(|job| answer(stored.as_ref(), job, projects)).collect();
            stored.check()?;
            jobs.iter().zip(answers).try_for_each(|(job, answer)| write(job, answer))?;
        }
    }
    Ok(Changes { visible, bases, autoloads })
}

/// Where the project is looked up.
enum Where<'a> {
    Memory(Box<Memory>),
    Stored(Box<Stored<'a>>),
}

impl Where<'_> {
    fn in_memory(writer: &Writer<'_>, exports: &FxHashMap<i64, Exports>) -> Result<Self> {
        let state = writer.state();
        let mut memory = Gathered::load(&state, exports)?.finish();
        state.each_stored_references(|_, stored| {
            stored_bases(&stored).into_iter().for_each(|(of, bases)| memory.set_bases(of, bases));
        })?;
        Ok(Self::Memory(Box::new(memory)))
    }

    fn get(&self) -> &dyn Lookup {
        match self {
            Self::Memory(memory) => memory.as_ref(),
            Self::Stored(stored) => stored.as_ref(),
        }
    }
}

/// Files that asked for something that changed.
fn concerned(writer: &Writer<'_>, changed: &Changed) -> Result<BTreeSet<i64>> {
    let mut files = BTreeSet::new();
    if !changed.is_empty() {
        writer.state().each_reference_keys(|file, keys| {
            if changed.concerns(keys) {
                files.insert(file);
            }
        })?;
    }
    Ok(files)
}

/// Adds files as the index holds them, if it holds references of theirs.
fn add_stored(writer: &Writer<'_>, jobs: &mut BTreeMap<i64, Job>, files: BTreeSet<i64>) -> Result<()> {
    for id in files {
        if !jobs.contains_key(&id)
            && let Some(stored) = writer.state().stored_references(id)?
        {
            jobs.insert(id, Job { id, stated: stored.stated, fresh: false });
        }
    }
    Ok(())
}

/// Resolves what the types of these files inherit from, and says which do from something else than before; and whether
/// any does, a type that is gone included.
fn rebase(
    run: &Run<'_>,
    writer: &Writer<'_>,
    lookup: &mut Where<'_>,
    jobs: &BTreeMap<i64, Job>,
    projects: Option<&ImportResolver<'_>>,
) -> Result<(Changed, bool)> {
    let state = writer.state();
    let mut changed = Changed::default();
    let mut any = false;
    let mut all: Vec<(i64, TypeBases)> = Vec::with_capacity(jobs.len());
    for job in jobs.values() {
        run.check()?;
        let now = inherits(lookup.get(), job, projects);
        let before = match state.stored_references(job.id)? {
            Some(stored) => stored_bases(&stored),
            None => TypeBases::default(),
        };
        let types: BTreeSet<i64> = now.keys().chain(before.keys()).copied().collect();
        for of in types.into_iter().filter(|of| now.get(of) != before.get(of)) {
            any = true;
            if let (Some(def), Some(file)) = (lookup.get().definition(of), lookup.get().files().get(job.id)) {
                changed.add(Key::bases(&file.path, def.own()));
            }
        }
        all.push((job.id, now));
    }
    for (file, bases) in all {
        match lookup {
            Where::Stored(stored) => stored.set_bases(file, bases),
            Where::Memory(memory) => {
                if let Some(job) = jobs.get(&file) {
                    for of in &job.stated.symbols {
                        memory.set_bases(*of, bases.get(of).cloned().unwrap_or_else(|| Arc::from([])));
                    }
                }
            }
        }
    }
    if let Where::Stored(stored) = lookup {
        stored.check()?;
    }
    Ok((changed, any))
}

/// What the types of a file inherit from; nothing where that fails, which [`answer`] says.
fn inherits(lookup: &dyn Lookup, job: &Job, projects: Option<&ImportResolver<'_>>) -> TypeBases {
    caught(|| resolve_bases(lookup, job, projects)).unwrap_or_default()
}

fn resolve_bases(lookup: &dyn Lookup, job: &Job, projects: Option<&ImportResolver<'_>>) -> TypeBases {
    let mut facts =
        Facts::new(&job.stated.facts).filter(|fact| fact.kind == ReferenceKind::Inherit).peekable();
    let Some(file) = lookup.files().get(job.id).filter(|_| facts.peek().is_some()) else {
        return TypeBases::default();
    };
    let mut resolver = Resolver::new(lookup, job.id, file, lookup.own(job.id, &job.stated.symbols), projects);
    let resolved = facts.map(|fact| {
        let resolution = resolver.resolve(&fact);
        (fact, resolution)
    });
    bases_of(resolved, &job.stated.symbols)
}

/// What the references of a file mean.
fn answer(lookup: &dyn Lookup, job: &Job, projects: Option<&ImportResolver<'_>>) -> Answer {
    caught(|| resolve_all(lookup, job, projects))
        .unwrap_or_else(|| Answer { failed: true, ..unresolved(Facts::new(&job.stated.facts).total()) })
}

/// Of a file of which nothing is known but how many references it has.
fn unresolved(total: usize) -> Answer {
    let resolutions = vec![Resolution::External; total];
    Answer { resolutions, keys: Vec::new(), autoloads: false, failed: false }
}

fn resolve_all(lookup: &dyn Lookup, job: &Job, projects: Option<&ImportResolver<'_>>) -> Answer {
    let facts = Facts::new(&job.stated.facts);
    let total = facts.total();
    let Some(file) = lookup.files().get(job.id).filter(|_| total > 0) else { return unresolved(total) };
    let mut resolver = Resolver::new(lookup, job.id, file, lookup.own(job.id, &job.stated.symbols), projects);
    let mut resolutions: Vec<Resolution> = facts.map(|fact| resolver.resolve(&fact)).collect();
    resolutions.resize(total, Resolution::External);
    Answer { resolutions, keys: resolver.into_keys(), autoloads: file.rules.autoloads, failed: false }
}
