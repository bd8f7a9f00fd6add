//! Links, and those by a name of a whole project.

use std::collections::BTreeMap;
use std::sync::Arc;

use beadloom_conventions::{Role, Rule, TABLE, Thing};
use beadloom_store::{Confidence, ConventionRow};
use rustc_hash::FxHashMap;

/// Links of a project.
const MAX_LINKS: usize = 200_000;

/// A file, and a definition in it.
pub(super) type Target = (i64, Option<i64>);

/// One place that reaches another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConventionLink {
    /// Row id of the file that needs the other.
    pub user_file: i64,
    /// 1-based, in that file.
    pub line: u32,
    /// The definition there; None for the file itself.
    pub user: Option<i64>,
    /// Row id of the file that is needed.
    pub used_file: i64,
    /// The definition there; None for the file itself.
    pub used: Option<i64>,
    /// Never exact.
    pub confidence: Confidence,
    /// Files that the place may need by this, this one among them: 1 where the file is sure, and the definition in it may not be.
    pub candidates: usize,
    /// Whether what is needed runs, or is shown, where it is needed. A page with the address of another one needs that to be there, and does
    /// not run it.
    pub runs: bool,
    /// The other side of a link, as a view that needs what its controller gives it. It is followed from that controller alone: who
    /// changes a view of the controller does not change its others.
    pub is_reverse: bool,
    /// `handles CreateOrder (MediatR)`.
    pub reason: Arc<str>,
}

impl ConventionLink {
    /// A sure one, from a line of a definition or file.
    pub fn sure((user_file, user): Target, line: u32, (used_file, used): Target, reason: Arc<str>) -> Self {
        let (confidence, candidates, runs, is_reverse) = (Confidence::Unique, 1, true, false);
        Self { user_file, line, user, used_file, used, confidence, candidates, runs, is_reverse, reason }
    }

    /// The same where something else may be meant, or may stand in its place.
    pub fn unsure(self) -> Self {
        Self { confidence: Confidence::Ambiguous, candidates: self.candidates.max(2), ..self }
    }
}

/// The files that say who handles what.
#[derive(Debug, Default)]
pub(super) struct Handlers {
    /// By the short name of the message.
    pub by_message: BTreeMap<String, Vec<i64>>,
    /// By the short name of a handler that they name.
    pub by_class: BTreeMap<String, Vec<i64>>,
}

/// What a project marks by a name, as a use and as what gives it.
pub(super) struct Marks(pub Vec<ConventionRow>);

impl Marks {
    pub fn using(&self, wanted: Thing) -> Vec<&ConventionRow> {
        self.of(wanted, true)
    }

    pub fn giving(&self, wanted: Thing) -> Vec<&ConventionRow> {
        self.of(wanted, false)
    }

    fn of(&self, wanted: Thing, is_use: bool) -> Vec<&ConventionRow> {
        let is_it = |mark: &&ConventionRow| {
            (mark.role == Role::Uses.number()) == is_use && thing_of(mark) == Some(wanted)
        };
        self.0.iter().filter(is_it).collect()
    }
}

/// Links by a name, by either end.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub links: Vec<ConventionLink>,
    by_used: FxHashMap<i64, Vec<usize>>,
    by_user: FxHashMap<i64, Vec<usize>>,
}

impl Named {
    pub fn add(&mut self, link: ConventionLink) {
        if self.links.len() < MAX_LINKS {
            self.by_used.entry(link.used_file).or_default().push(self.links.len());
            self.by_user.entry(link.user_file).or_default().push(self.links.len());
            self.links.push(link);
        }
    }

    pub fn to(&self, file: i64) -> impl Iterator<Item = ConventionLink> {
        let found = self.by_used.get(&file).into_iter().flatten();
        found.filter_map(|at| self.links.get(*at).cloned())
    }

    pub fn from(&self, file: i64) -> impl Iterator<Item = ConventionLink> {
        let found = self.by_user.get(&file).into_iter().flatten();
        found.filter_map(|at| self.links.get(*at).cloned())
    }
}

/// What a line of the table gives names to, where they are compared here.
pub(super) fn thing(rule: &Rule) -> Option<Thing> {
    match rule {
        Rule::Uses(
            thing @ (Thing::Route
            | Thing::Url
            | Thing::Action
            | Thing::Field
            | Thing::Signal
            | Thing::Mail
            | Thing::Endpoint
            | Thing::PageHandler
            | Thing::Component
            | Thing::Command
            | Thing::Ability
            | Thing::Binding
            | Thing::Dotted
            | Thing::NamedFactory
            | Thing::ViewHelper
            | Thing::Page),
            _,
        )
        | Rule::UsesAll(thing @ (Thing::Ability | Thing::Middleware), _)
        | Rule::GivesPairs(thing @ Thing::Middleware, _)
        | Rule::Gives(
            thing @ (Thing::Route
            | Thing::Field
            | Thing::Signal
            | Thing::SignalDefinition
            | Thing::Command
            | Thing::Ability
            | Thing::Binding
            | Thing::Middleware
            | Thing::NamedFactory
            | Thing::Component),
            _,
        ) => Some(*thing),
        Rule::Resolves { .. } | Rule::ResolverMap | Rule::Operations => Some(Thing::Field),
        _ => None,
    }
}

pub(super) fn thing_of(mark: &ConventionRow) -> Option<Thing> {
    TABLE.get(usize::from(mark.rule)).and_then(|row| thing(&row.rule))
}
