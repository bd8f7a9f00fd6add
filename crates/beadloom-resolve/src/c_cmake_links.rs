//! Which targets of CMake link which.

use std::collections::{BTreeMap, BTreeSet};

/// List files that links are followed over.
const MAX_LINK_ITEMS: usize = 2_000;

/// Who links what.
#[derive(Default)]
pub(super) struct Links {
    /// Target to the folder of its list file.
    pub(super) targets: BTreeMap<String, String>,
    /// A target, what it links, and whether that is passed on.
    pub(super) linked: Vec<(String, String, bool)>,
}

impl Links {
    /// Of each folder those whose targets its own ones link.
    pub(super) fn by_folder(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut of: BTreeMap<&str, Vec<(&str, bool)>> = BTreeMap::new();
        for (target, library, passed_on) in &self.linked {
            of.entry(target).or_default().push((library, *passed_on));
        }
        let mut links: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (target, folder) in &self.targets {
            let mut seen: BTreeSet<&str> = BTreeSet::from([target.as_str()]);
            let mut waiting: Vec<&str> = vec![target];
            while let Some(one) = waiting.pop() {
                for (library, passed_on) in of.get(one).into_iter().flatten() {
                    if (*passed_on || one == target.as_str())
                        && seen.len() < MAX_LINK_ITEMS
                        && seen.insert(library)
                    {
                        waiting.push(library);
                    }
                }
            }
            let linked = seen.into_iter().filter(|one| one != target).filter_map(|one| self.targets.get(one));
            let known = links.entry(folder.clone()).or_default();
            known.extend(linked.filter(|other| *other != folder).cloned());
        }
        links
    }
}
