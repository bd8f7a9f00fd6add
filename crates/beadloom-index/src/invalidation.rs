//! What invalidates what: which stages of a run follow from a change, and over how much.
//!
//! The whole of it is [`TABLE`]. It holds because a stage finds only causes of stages that come after it, which a test
//! below checks, and because an incremental run must come to what a full one comes to, which `tests/incremental/` checks.

/// A stage of a run, in the order in which `pipeline.rs` runs them. What each reads and writes stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    GraphFiles,
    Compare,
    Resolver,
    Files,
    Imports,
    References,
    Routes,
    Graph,
    Indexes,
    Links,
    Commits,
    Pairs,
}

/// Something that a run finds to have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The run is full: it starts with an empty index.
    Everything,
    /// The run began with what the files of another work tree parsed to, without what is of that tree alone.
    OtherTree,
    /// A graph file came, went or says something else.
    GraphFiles,
    /// A graph is kept where one was derived from the code, or the other way round.
    GraphOrigin,
    /// A path came or went.
    Paths,
    /// Code that was there declares other packages, modules or namespaces, which imports of others may name.
    Declarations,
    /// A manifest has another stat.
    ManifestStats,
    /// A manifest came, went or says something else.
    Manifests,
    /// `.beadloom/config.yml` came, went or has another stat.
    Settings,
    /// The lock came, went or has another stat.
    Lock,
    /// An import leads elsewhere, or a file that others may import is another one.
    ImportTargets,
    /// What a file says of routes, or a name that it imports.
    Routing,
    /// Something else that the graph is made of: what a file's row says, types, routes, what types inherit from.
    GraphFacts,
    /// A document came, went or says something else.
    Documents,
    /// Nodes, what is part of what, or which files count as code of theirs.
    Parts,
    /// HEAD is another commit, and commits may say that documents are up to date.
    Commits,
    /// The work tree leaves out other files: what is missing may be gone now, or the other way round.
    LeftOut,
}

/// Over how much a stage runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Not at all.
    Nothing,
    /// Over what the run touched.
    Touched,
    /// Over all that the index holds.
    All,
}

/// Every stage: a full run goes through each.
const EVERY_STAGE: &[Stage] = &[
    Stage::GraphFiles,
    Stage::Compare,
    Stage::Resolver,
    Stage::Files,
    Stage::Imports,
    Stage::References,
    Stage::Routes,
    Stage::Graph,
    Stage::Indexes,
    Stage::Links,
    Stage::Commits,
    Stage::Pairs,
];

/// Stages that have nothing to do unless a cause says so. Every other one runs over what the run touched.
const ONLY_WHEN_CAUSED: &[Stage] = &[Stage::Imports, Stage::Routes, Stage::Indexes];

/// A cause and the stages that run over everything because of it.
struct Row {
    cause: Cause,
    stages: &'static [Stage],
    /// Further ones where the graph is derived from the code: its nodes follow from what changed, and pairs from nodes.
    if_derived: &'static [Stage],
}

const fn row(cause: Cause, stages: &'static [Stage], if_derived: &'static [Stage]) -> Row {
    Row { cause, stages, if_derived }
}

const TABLE: &[Row] = &[
    row(Cause::Everything, EVERY_STAGE, &[]),
    // What follows from the lock and from commits is not known yet.
    row(Cause::OtherTree, &[Stage::Links, Stage::Pairs], &[]),
    // Nodes name documents that lie outside the folder of documents: the files are compared again.
    row(Cause::GraphFiles, &[Stage::Compare, Stage::Graph, Stage::Pairs], &[]),
    row(Cause::GraphOrigin, &[Stage::Graph], &[]),
    // A new file may take over any import.
    row(Cause::Paths, &[Stage::Resolver, Stage::Imports, Stage::Graph, Stage::Links], &[Stage::Pairs]),
    row(Cause::Declarations, &[Stage::Resolver, Stage::Imports], &[]),
    row(Cause::ManifestStats, &[Stage::Resolver], &[]),
    row(Cause::Manifests, &[Stage::Imports], &[]),
    row(Cause::Settings, &[Stage::Pairs], &[]),
    row(Cause::Lock, &[Stage::Pairs], &[]),
    row(Cause::ImportTargets, &[Stage::Routes, Stage::Graph], &[Stage::Pairs]),
    row(Cause::Routing, &[Stage::Routes], &[]),
    row(Cause::GraphFacts, &[Stage::Graph], &[Stage::Pairs]),
    row(Cause::Documents, &[Stage::Graph], &[Stage::Pairs]),
    row(Cause::Parts, &[Stage::Links], &[]),
    row(Cause::Commits, &[Stage::Pairs], &[]),
    row(Cause::LeftOut, &[Stage::Graph, Stage::Pairs], &[]),
];

/// The causes that a run found so far.
#[derive(Debug, Default)]
pub struct Invalidation {
    /// A bit per cause.
    causes: u32,
    /// Whether no graph is kept, so that one is derived from the code.
    pub derived: bool,
}

impl Invalidation {
    /// Notes what changed, if it did.
    pub fn note(&mut self, cause: Cause, found: bool) {
        if found {
            self.causes |= bit(cause);
        }
    }

    /// Whether this changed.
    pub fn has(&self, cause: Cause) -> bool {
        self.causes & bit(cause) != 0
    }

    /// Over how much a stage has to run, after all that was found so far.
    pub fn scope(&self, stage: Stage) -> Scope {
        let is_concerned = |row: &Row| {
            let derived = self.derived && row.if_derived.contains(&stage);
            self.has(row.cause) && (derived || row.stages.contains(&stage))
        };
        if TABLE.iter().any(is_concerned) {
            Scope::All
        } else if ONLY_WHEN_CAUSED.contains(&stage) {
            Scope::Nothing
        } else {
            Scope::Touched
        }
    }
}

const fn bit(cause: Cause) -> u32 {
    1 << cause as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each cause, the stage that finds it first, and the stages that run over everything: in a project with a graph,
    /// and in one whose graph is derived.
    #[rustfmt::skip]
    const EXPECTED: &[(Cause, Stage, &[Stage], &[Stage])] = {
        use Stage::*;
        &[
            (Cause::GraphFiles,    GraphFiles, &[Compare, Graph, Pairs],    &[Compare, Graph, Pairs]),
            (Cause::GraphOrigin,   GraphFiles, &[Graph],                    &[Graph]),
            (Cause::Paths,         Compare,    &[Resolver, Imports, Graph, Links], &[Resolver, Imports, Graph, Links, Pairs]),
            (Cause::Declarations,  Compare,    &[Resolver, Imports],        &[Resolver, Imports]),
            (Cause::ManifestStats, Compare,    &[Resolver],                 &[Resolver]),
            (Cause::Manifests,     Files,      &[Imports],                  &[Imports]),
            (Cause::Settings,      Compare,    &[Pairs],                    &[Pairs]),
            (Cause::Lock,          Compare,    &[Pairs],                    &[Pairs]),
            (Cause::ImportTargets, Files,      &[Routes, Graph],            &[Routes, Graph, Pairs]),
            (Cause::Routing,       Files,      &[Routes],                   &[Routes]),
            (Cause::GraphFacts,    Files,      &[Graph],                    &[Graph, Pairs]),
            (Cause::Documents,     Files,      &[Graph],                    &[Graph, Pairs]),
            (Cause::Parts,         Graph,      &[Links],                    &[Links]),
            (Cause::Commits,       Commits,    &[Pairs],                    &[Pairs]),
            (Cause::LeftOut,       GraphFiles, &[Graph, Pairs],             &[Graph, Pairs]),
        ]
    };

    fn invalidation(causes: &[Cause], derived: bool) -> Invalidation {
        let mut invalidation = Invalidation { derived, ..Invalidation::default() };
        causes.iter().for_each(|cause| invalidation.note(*cause, true));
        invalidation
    }

    fn over_all(invalidation: &Invalidation) -> Vec<Stage> {
        EVERY_STAGE.iter().copied().filter(|stage| invalidation.scope(*stage) == Scope::All).collect()
    }

    #[test]
    fn a_change_leads_to_these_stages() {
        for (cause, _, kept, derived) in EXPECTED {
            assert_eq!(over_all(&invalidation(&[*cause], false)), *kept, "{cause:?}, graph kept");
            assert_eq!(over_all(&invalidation(&[*cause], true)), *derived, "{cause:?}, graph derived");
        }
        assert_eq!(over_all(&invalidation(&[Cause::Everything], false)), EVERY_STAGE);
        for derived in [false, true] {
            assert_eq!(over_all(&invalidation(&[Cause::OtherTree], derived)), [Stage::Links, Stage::Pairs]);
        }
    }

    #[test]
    fn every_cause_has_one_row() {
        let mut listed: Vec<u32> = TABLE.iter().map(|row| bit(row.cause)).collect();
        listed.dedup();
        assert_eq!(listed.len(), TABLE.len());
        // All but those with which a run starts.
        let started = bit(Cause::Everything) | bit(Cause::OtherTree);
        let expected: Vec<u32> = EXPECTED.iter().map(|(cause, ..)| bit(*cause)).collect();
        assert_eq!(listed.iter().fold(0, |all, bit| all | bit), (1 << TABLE.len()) - 1);
        assert_eq!(expected.iter().fold(0, |all, bit| all | bit), ((1 << TABLE.len()) - 1) & !started);
    }

    #[test]
    fn a_stage_finds_only_causes_of_later_ones() {
        for (cause, finder, _, derived) in EXPECTED {
            assert!(
                derived.iter().all(|stage| stage > finder),
                "{cause:?}, found by {finder:?}: {derived:?}"
            );
        }
    }

    #[test]
    fn without_a_cause_a_stage_looks_at_what_the_run_touched_or_does_nothing() {
        let quiet = invalidation(&[], true);
        for stage in EVERY_STAGE {
            let expected = if ONLY_WHEN_CAUSED.contains(stage) { Scope::Nothing } else { Scope::Touched };
            assert_eq!(quiet.scope(*stage), expected, "{stage:?}");
        }
    }

    #[test]
    fn causes_add_up() {
        let both = invalidation(&[Cause::Lock, Cause::Routing], false);
        assert_eq!(over_all(&both), [Stage::Routes, Stage::Pairs]);
        let mut none = Invalidation::default();
        none.note(Cause::Lock, false);
        assert_eq!(over_all(&none), []);
        assert!(both.has(Cause::Lock) && !none.has(Cause::Lock));
    }
}
