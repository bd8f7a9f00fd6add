//! Which folders become parts: the units, then folders opened largest first within a budget.

use beadloom_model::CompactSort as _;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::kept::path_at;
use super::named_folders::Stated;
use super::parts::{Chosen, Class};
use super::tree::{Folder, Tree, count};
use super::units::{above_units, passages, unit_groups, units};
use super::{FileFact, ProjectFacts, words};

/// Parts beyond the units: more than this nobody reads. Units are never dropped.
pub(super) const BUDGET: usize = 80;

/// Folders that people name are parts beyond the budget, up to this many.
const STATED: usize = 40;

/// A folder with more files than this is worth opening.
pub(super) const OPENED_ABOVE: u32 = 20;

/// A child folder is a part from this many files on, or with two files of this many lines.
const FILES: u32 = 3;
const LINES_OF_TWO: u64 = 300;

/// Where not all that is worth opening fits the budget, folders deep inside others may have to have more files: of these
/// the number that leaves files in the smallest parts. Otherwise one folder with many small children takes the room of
/// large ones.
const FILES_OF_DEEP: &[u32] = &[FILES, 4, 5, 6, 8, 10, 12, 16, 24, 32];

/// Chooses units, folders that group units, and opened folders.
pub(super) fn choose<'a>(facts: &ProjectFacts<'a>, tree: &Tree<'a>, stated: &Stated) -> Vec<Chosen<'a>> {
    let mut chosen = units(tree);
    let grounds = Grounds::of(tree, &chosen);
    let mut best: Option<(u64, Opener<'_, 'a>)> = None;
    for &least in FILES_OF_DEEP {
        let opener = grounds.opened(facts, tree, chosen.len(), least);
        let (size, all_fits) = (opener.size(), opener.all_fits);
        if best.as_ref().is_none_or(|(smallest, _)| size < *smallest) {
            best = Some((size, opener));
        }
        if all_fits {
            break;
        }
    }
    if let Some((_, mut opener)) = best {
        opener.add_stated(facts, stated, &grounds.places);
        chosen.append(&mut opener.parts);
    }
    chosen
}

/// What every way of opening begins with.
struct Grounds<'a> {
    /// Folders of the units.
    units: HashSet<u32>,
    passages: HashSet<u32>,
    above_units: HashSet<&'a str>,
    /// Folders that group units.
    groups: Vec<&'a str>,
    /// Folders by place; of two the first.
    places: HashMap<&'a str, u32>,
}

impl<'a> Grounds<'a> {
    fn of(tree: &Tree<'a>, units: &[Chosen<'a>]) -> Self {
        let mut places: HashMap<&'a str, u32> = HashMap::new();
        for (index, folder) in (0u32..).zip(&tree.folders) {
            for &place in &folder.places {
                places.entry(place).or_insert(index);
            }
        }
        Self {
            units: units.iter().filter_map(|part| part.folder).collect(),
            passages: passages(tree),
            above_units: above_units(tree),
            groups: unit_groups(tree),
            places,
        }
    }

    /// Opens all that fits the budget. `count`: of units; `least`: files of a folder deep inside others.
    fn opened<'t>(
        &'t self,
        facts: &ProjectFacts<'a>,
        tree: &'t Tree<'a>,
        count: usize,
        least: u32,
    ) -> Opener<'t, 'a> {
        let mut opener = Opener {
            files: facts.files,
            tree,
            least,
            taken: self.units.clone(),
            passages: &self.passages,
            above_units: &self.above_units,
            parts: Vec::new(),
            count,
            left_out: Vec::new(),
            all_fits: true,
        };
        for &dir in &self.groups {
            let folder = self.places.get(dir).copied();
            opener.count += 1;
            opener.taken.extend(folder);
            opener.parts.push(Chosen {
                class: Class::Folder,
                unit: None,
                folder,
                dir,
                name: String::new(),
                files: Vec::new(),
            });
        }
        opener.open_all();
        opener.fill();
        opener
    }
}

/// A folder that may be opened; the largest comes first, ties by place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Candidate<'a> {
    files: u32,
    place: std::cmp::Reverse<&'a str>,
    folder: u32,
}

struct Opener<'t, 'a> {
    files: &'a [FileFact],
    tree: &'t Tree<'a>,
    /// Files that a folder deep inside others has to have.
    least: u32,
    /// Folders that are parts already.
    taken: HashSet<u32>,
    /// Folders that only lead to units.
    passages: &'t HashSet<u32>,
    /// Places of folders with units somewhere in them.
    above_units: &'t HashSet<&'a str>,
    parts: Vec<Chosen<'a>>,
    count: usize,
    /// Folders deep inside others with fewer files than they have to have.
    left_out: Vec<u32>,
    /// No folder stayed closed because there was no room.
    all_fits: bool,
}

impl<'a> Opener<'_, 'a> {
    fn open_all(&mut self) {
        let mut heap: BinaryHeap<Candidate<'a>> = BinaryHeap::new();
        let roots: Vec<(u32, bool)> =
            self.tree.units.iter().map(|unit| (unit.root, unit.dir.is_empty())).collect();
        let whole = roots.len() == 1;
        // The project's own folders first: they are what everybody knows.
        for &(root, first) in &roots {
            if first || whole {
                let inside = self.open(root, whole);
                heap.extend(inside.into_iter().filter_map(|folder| self.candidate(folder)));
            } else {
                heap.extend(self.candidate(root));
            }
        }
        let grouping: Vec<u32> = self.parts.iter().filter_map(|part| part.folder).collect();
        heap.extend(grouping.into_iter().filter_map(|folder| self.candidate(folder)));
        while let Some(next) = heap.pop() {
            let inside = self.open(next.folder, false);
            heap.extend(inside.into_iter().filter_map(|folder| self.candidate(folder)));
        }
    }

    /// The sum, over all files, of how many files lie in the same part.
    fn size(&self) -> u64 {
        let mut own: HashMap<u32, u64> = HashMap::new();
        // A folder comes after its parent.
        let mut parts: Vec<u32> = Vec::with_capacity(self.tree.folders.len());
        for (index, folder) in (0u32..).zip(&self.tree.folders) {
            let above = folder.parent.and_then(|parent| parts.get(parent as usize)).copied();
            let part = if self.taken.contains(&index) { index } else { above.unwrap_or(index) };
            parts.push(part);
            *own.entry(part).or_default() += folder.loose.len() as u64;
        }
        own.into_values().fold(0, |sum, files| sum.saturating_add(files.saturating_mul(files)))
    }

    fn candidate(&self, folder: u32) -> Option<Candidate<'a>> {
        let found = self.tree.folder(folder)?;
        (self.tree.small || found.files > OPENED_ABOVE).then(|| Candidate {
            files: found.files,
            place: std::cmp::Reverse(found.places.first().copied().unwrap_or("")),
            folder,
        })
    }

    /// Makes parts of a folder's children; gives them back. One that would pass the budget stays closed, unless
    /// it is all there is to open: then its largest children are taken.
    fn open(&mut self, folder: u32, always: bool) -> Vec<u32> {
        let (mut inside, small) = self.children(folder);
        let room = BUDGET.saturating_sub(self.count);
        if inside.len() > room {
            if !always {
                self.all_fits = false;
                return Vec::new();
            }
            inside.compact_sort_by_key(|&child| {
                let found = self.tree.folder(child);
                (
                    std::cmp::Reverse(found.map_or(0, |folder| folder.files)),
                    found.map_or("", |folder| folder.name),
                )
            });
            inside.truncate(room);
        }
        for &child in &inside {
            self.add(child);
        }
        self.left_out.extend(small);
        inside
    }

    /// Gives the room that is left to what was left out, largest first.
    fn fill(&mut self) {
        let mut small = std::mem::take(&mut self.left_out);
        small.compact_sort_by_key(|&child| {
            let found = self.tree.folder(child);
            (
                std::cmp::Reverse(found.map_or(0, |folder| folder.files)),
                found.and_then(|folder| folder.places.first().copied()),
            )
        });
        for child in small {
            if self.count >= BUDGET {
                break;
            }
            self.add(child);
        }
    }

    fn add(&mut self, folder: u32) {
        if let Some(found) = self.tree.folder(folder)
            && self.taken.insert(folder)
        {
            self.count += 1;
            self.parts.push(Chosen {
                class: Class::Folder,
                unit: Some(found.unit),
                folder: Some(folder),
                dir: found.places.first().copied().unwrap_or(""),
                name: String::new(),
                files: Vec::new(),
            });
        }
    }

    /// The folders that opening would make parts. Containers are looked through; so are, at a unit's source
    /// root, the folders above it, whose other children are the unit's as well. Also gives those that are too small.
    fn children(&self, folder: u32) -> (Vec<u32>, Vec<u32>) {
        let mut found = Vec::new();
        let mut small = Vec::new();
        let own_unit = self.tree.folder(folder).and_then(|at| self.tree.units.get(at.unit as usize));
        // What lies directly in a unit is what everybody knows, however small.
        let least = if own_unit.is_some_and(|unit| unit.root == folder) { FILES } else { self.least };
        let mut through = vec![folder];
        // Parts of reversed domains, as in `com/example`.
        let mut domains: HashSet<u32> = HashSet::new();
        let mut seen = HashSet::from([folder]);
        if let Some(unit) = own_unit
            && unit.root == folder
        {
            let mut at = folder;
            while at != unit.top {
                let Some(parent) = self.tree.folder(at).and_then(|folder| folder.parent) else { break };
                seen.insert(parent);
                through.push(parent);
                at = parent;
            }
        }
        while let Some(next) = through.pop() {
            let Some(at) = self.tree.folder(next) else { continue };
            for &child in &at.children {
                let Some(inner) = self.tree.folder(child) else { continue };
                if self.taken.contains(&child) || !seen.insert(child) {
                    continue;
                }
                if words::is_no_part(inner.name) {
                    found.extend(self.scripts_in(inner));
                    continue;
                }
                let aside = words::is_container(inner.name)
                    && !self.tree.small
                    && inner.files <= OPENED_ABOVE
                    && !inner.places.iter().any(|place| self.above_units.contains(place))
                    && self.tree.units.get(inner.unit as usize).is_some_and(|unit| unit.dir.is_empty());
                let domain = (words::is_domain(inner.name) || domains.contains(&next))
                    && inner.loose.is_empty()
                    && inner.children.len() == 1;
                if domain {
                    domains.insert(child);
                }
                let holds = domain
                    || (words::is_container(inner.name) && !is_app_of_its_own(at, inner))
                    || self.passages.contains(&child);
                if holds && !aside && !inner.children.is_empty() {
                    through.push(child);
                } else if self.is_worth(inner.files, inner.lines) && !self.is_script_series(child) {
                    if inner.files >= least || least == FILES { found.push(child) } else { small.push(child) }
                }
            }
        }
        found.compact_sort_by_key(|&child| {
            self.tree.folder(child).map(|folder| (folder.places.first().copied(), child))
        });
        (found, small)
    }

    /// Numbered scripts, such as database migrations, are steps of the part around them.
    fn is_script_series(&self, folder: u32) -> bool {
        let Some(folder) = self.tree.folder(folder) else { return false };
        // What helps the steps lies beside them.
        let beside = folder.files.saturating_sub(count(folder.loose.len()));
        // Alembic names its steps by hashes.
        if folder.places.iter().any(|place| {
            ["alembic/versions", "migrations/versions"].iter().any(|series| place.ends_with(series))
        }) {
            return true;
        }
        let mut numbered = 0;
        let mut others = beside;
        for &file in &folder.loose {
            let stem = words::stem(path_at(self.files, file));
            let number = stem.trim_start_matches(['v', 'V', '_']).starts_with(|c: char| c.is_ascii_digit());
            match () {
                () if number => numbered += 1,
                () if words::is_index(stem) => {}
                () => others += 1,
            }
        }
        numbered > others || (numbered + others == 0 && folder.name.eq_ignore_ascii_case("migrations"))
    }

    /// What runs in browsers, among the resources of an application: `resources/js`, `resources/assets/js` and `assets/js` of frameworks.
    fn scripts_in(&self, folder: &Folder) -> Option<u32> {
        let is_assets = |name: &str| name.eq_ignore_ascii_case("assets");
        if !folder.name.eq_ignore_ascii_case("resources") && !is_assets(folder.name) {
            return None;
        }
        let children = || folder.children.iter().filter_map(|&child| Some((child, self.tree.folder(child)?)));
        let is_part = |(child, inner): &(u32, &Folder)| {
            !self.taken.contains(child) && words::is_scripts(inner.name) && inner.files >= FILES
        };
        let scripts = children().find(is_part).map(|(child, _)| child);
        scripts.or_else(|| {
            let (_, assets) = children().find(|(_, inner)| is_assets(inner.name))?;
            self.scripts_in(assets)
        })
    }

    fn is_worth(&self, files: u32, lines: u64) -> bool {
        self.tree.small || files >= FILES || (files == 2 && lines >= LINES_OF_TWO)
    }

    /// Folders that people name, largest first.
    fn add_stated(&mut self, facts: &ProjectFacts<'a>, stated: &Stated, places: &HashMap<&str, u32>) {
        if stated.is_empty() || !facts.scopes.is_empty() {
            return;
        }
        let mut found: Vec<(std::cmp::Reverse<u32>, &str, u32)> = stated
            .folders()
            .filter_map(|dir| {
                let index = *places.get(dir)?;
                let folder = self.tree.folder(index)?;
                let named = !words::is_container(folder.name) && !words::is_no_part(folder.name);
                let above_root = self.tree.units.get(folder.unit as usize).is_some_and(|unit| {
                    self.tree
                        .folder(unit.root)
                        .is_some_and(|root| folder.depth <= root.depth && self.leads_to(unit.root, index))
                });
                (named && !above_root && folder.files > 0).then_some((
                    std::cmp::Reverse(folder.files),
                    dir,
                    index,
                ))
            })
            .collect();
        found.compact_sort();
        let most = self.count.max(BUDGET) + STATED;
        for (_, _, folder) in found {
            if self.count >= most {
                break;
            }
            self.add(folder);
        }
    }

    /// Whether a folder lies on the way down to a unit's source root.
    fn leads_to(&self, root: u32, folder: u32) -> bool {
        let mut at = Some(root);
        while let Some(index) = at {
            if index == folder {
                return true;
            }
            at = self.tree.folder(index).and_then(|found| found.parent);
        }
        false
    }
}

/// Whether a folder called `app` is a part beside others rather than what holds the parts: code lies right in it, and at
/// least three quarters of the code around it beside it. An `app` of a third of the code was measured: it is named by
/// documents (two parts more of 81), but what people know of the project is then a level further down.
fn is_app_of_its_own(around: &Folder, folder: &Folder) -> bool {
    folder.name.eq_ignore_ascii_case("app")
        && !folder.loose.is_empty()
        && around.files.saturating_sub(folder.files).saturating_mul(4) >= around.files.saturating_mul(3)
}
