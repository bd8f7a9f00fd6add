//! Links, and those by a name of a whole project.

use std::rc::Rc;

use beadloom_store::Confidence;
use rustc_hash::FxHashMap;

/// Links of a project.
const MAX_LINKS: usize = 200_000;

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
    /// Files that the place may need by this, this one among them: 1 where it is sure.
    pub candidates: usize,
    /// Whether what is needed runs, or is shown, where it is needed. A page with the address of another one needs that to be there, and does
    /// not run it.
    pub runs: bool,
    /// The other side of a link, as a view that needs what its controller gives it. It is followed from that controller alone: who
    /// changes a view of the controller does not change its others.
    pub is_reverse: bool,
    /// `handles CreateOrder (MediatR)`.
    pub reason: Rc<str>,
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
