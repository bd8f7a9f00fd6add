//! Who refers to symbols, and what symbols refer to: one step of a walk over references, in either direction.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use beadloom_model::answers::UseKind;
use beadloom_model::{ReferenceKind, Result};
use beadloom_store::{Confidence, Fact, FactReceiver, Resolution, Store, SymbolPlace};

use crate::conventions::ConventionLink;
use crate::lists::each_once;
use crate::overrides::{Overrides, dispatch};

/// A reference between a symbol that was asked for and another place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    /// The symbol that was asked for; its row id.
    pub near: i64,
    /// The other end: for a caller the symbol that the reference stands in, None at the top of a file; for a callee
    /// the symbol that is meant, the best candidate where that is not sure.
    pub far: Option<i64>,
    /// Row id of the file that the reference stands in.
    pub file_id: i64,
    /// What the reference does.
    pub kind: UseKind,
    /// How sure the meaning is; never external.
    pub confidence: Confidence,
    /// It is a call that runs what its value has, which may override what it names.
    pub virtual_call: bool,
    /// It leads to what overrides the method that the call names: as unsure as there are others that do.
    pub dispatched: bool,
    /// Where it stands in the file; 1-based, ascending, at least one.
    pub lines: Vec<u32>,
    /// All that it may mean, best first, where it is ambiguous.
    pub candidates: Vec<i64>,
    /// Of a convention: what links the two.
    pub reason: Option<Arc<str>>,
    /// Nothing runs by it: an address that is written out.
    pub idle: bool,
}

/// References that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Relations {
    /// By the path of the file that they stand in, then by line.
    pub rows: Vec<Relation>,
    /// The paths of those files, by row id.
    pub paths: BTreeMap<i64, String>,
    /// Files that were not looked at because there are too many.
    pub files_left_out: u64,
    /// References of the symbols that lead out of the project; of callees only.
    pub external: u64,
}

/// The references to any of the symbols, in at most `most_files` files, by path. A reference that may mean several
/// of them counts once.
pub(crate) fn callers(store: &Store, symbols: &[i64], most_files: usize) -> Result<Relations> {
    let wanted: HashSet<i64> = symbols.iter().copied().collect();
    let (files, files_left_out) = store.referring_files(symbols, most_files)?;
    let mut found = Relations { files_left_out, ..Relations::default() };
    let ids: Vec<i64> = files.iter().map(|(file, _)| *file).collect();
    store.each_reference(&ids, |file, from, fact, resolution| {
        let near = resolution.targets().iter().copied().find(|target| wanted.contains(target));
        found.rows.extend(near.map(|near| relation(near, from, file, fact, resolution)));
    })?;
    by_line(&mut found.rows);
    found.paths.extend(files);
    Ok(found)
}

/// What the symbols refer to, each without what stands within it.
pub(crate) fn callees(store: &Store, symbols: &[SymbolPlace]) -> Result<Relations> {
    let wanted: HashSet<i64> = symbols.iter().map(|place| place.id).collect();
    let files: BTreeSet<(&str, i64)> =
        symbols.iter().map(|place| (place.file_path.as_str(), place.file_id)).collect();
    let ids: Vec<i64> = files.iter().map(|(_, file)| *file).collect();
    let mut found = Relations::default();
    store.each_reference(&ids, |file, from, fact, resolution| {
        let Some(near) = from.filter(|id| wanted.contains(id)) else { return };
        match resolution.targets().first().copied() {
            Some(far) => found.rows.push(relation(near, Some(far), file, fact, resolution)),
            // What a read means that leads nowhere is not known to be anything.
            None if fact.kind == ReferenceKind::Value => {}
            None => found.external += fact.places() as u64,
        }
    })?;
    by_line(&mut found.rows);
    found.paths = files.into_iter().map(|(path, file)| (file, path.to_owned())).collect();
    Ok(found)
}

/// [`callers`], with what the symbols have from methods that they override or that override them: these, and who calls
/// the overridden.
pub(crate) fn callers_of_all(
    store: &Store,
    overrides: &mut Overrides<'_>,
    symbols: &[i64],
    most_files: usize,
) -> Result<Relations> {
    let mut found = callers(store, symbols, most_files)?;
    let mut below: Vec<(i64, i64)> = Vec::new();
    for symbol in symbols {
        below.extend(overrides.of(*symbol)?.below.iter().map(|method| (*symbol, method.id)));
    }
    found.add_overrides(store, &below)?;
    add_convention_users(store, overrides, symbols, &mut found)?;
    let through = callers_through(store, overrides, symbols, most_files)?;
    found.files_left_out += through.files_left_out;
    found.rows.extend(through.rows);
    found.paths.extend(through.paths);
    found.in_order();
    Ok(found)
}

/// The calls of methods that the symbols override, for these may be what runs. None that stands in the symbol itself.
pub(crate) fn callers_through(
    store: &Store,
    overrides: &mut Overrides<'_>,
    symbols: &[i64],
    most_files: usize,
) -> Result<Relations> {
    // By what is overridden: the symbols that do.
    let mut above: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for symbol in symbols {
        for method in &overrides.of(*symbol)?.above {
            above.entry(method.id).or_default().push(*symbol);
        }
    }
    if above.is_empty() {
        return Ok(Relations::default());
    }
    let named: Vec<i64> = above.keys().copied().collect();
    let mut found = callers(store, &named, most_files)?;
    for row in std::mem::take(&mut found.rows) {
        let overriding = above.get(&row.near).into_iter().flatten();
        for symbol in overriding.filter(|symbol| row.virtual_call && row.far != Some(**symbol)) {
            if let Some((confidence, candidates)) = dispatched(overrides, &row, row.near, *symbol)? {
                let near = *symbol;
                found.rows.push(Relation { near, confidence, candidates, dispatched: true, ..row.clone() });
            }
        }
    }
    let met: BTreeSet<i64> = found.rows.iter().map(|row| row.file_id).collect();
    found.paths.retain(|file, _| met.contains(file));
    Ok(found)
}

/// [`callees`], with what methods override, and with what overrides the methods that are called.
pub(crate) fn callees_of_all(
    store: &Store,
    overrides: &mut Overrides<'_>,
    symbols: &[SymbolPlace],
) -> Result<Relations> {
    let mut found = callees(store, symbols)?;
    let mut more = Vec::new();
    for row in found.rows.iter().filter(|row| row.virtual_call) {
        let Some(above) = row.far else { continue };
        for method in &overrides.of(above)?.below {
            if method.id == row.near {
                continue;
            }
            more.extend(dispatched(overrides, row, above, method.id)?.map(|(confidence, candidates)| {
                let far = Some(method.id);
                Relation { far, confidence, candidates, dispatched: true, ..row.clone() }
            }));
        }
    }
    for place in symbols {
        for method in &overrides.of(place.id)?.above {
            more.push(Relation::overriding(place.id, method.id, place));
        }
    }
    found.rows.extend(more);
    add_conventions_used(overrides, symbols, &mut found)?;
    found.in_order();
    Ok(found)
}

/// Adds who reaches the symbols by a convention.
pub(crate) fn add_convention_users(
    store: &Store,
    overrides: &mut Overrides<'_>,
    symbols: &[i64],
    found: &mut Relations,
) -> Result<()> {
    let homes = store.files_of_symbols(symbols)?;
    let wanted: HashSet<i64> = symbols.iter().copied().collect();
    let files: BTreeSet<i64> = homes.iter().map(|(_, file, _)| *file).collect();
    for file in files {
        for link in overrides.conventions.links_to(file)?.iter() {
            let Some(near) = link.used.filter(|used| wanted.contains(used)) else { continue };
            let path = overrides.conventions.path(link.user_file)?;
            found.paths.entry(link.user_file).or_insert_with(|| path.to_string());
            found.rows.push(by_convention(near, link.user, link));
        }
    }
    Ok(())
}

/// Adds what the symbols reach by a convention, where that is a symbol too.
pub(crate) fn add_conventions_used(
    overrides: &mut Overrides<'_>,
    symbols: &[SymbolPlace],
    found: &mut Relations,
) -> Result<()> {
    let wanted: HashMap<i64, &SymbolPlace> = symbols.iter().map(|place| (place.id, place)).collect();
    let files: BTreeSet<i64> = symbols.iter().map(|place| place.file_id).collect();
    for file in files {
        for link in overrides.conventions.links_from(file)?.iter() {
            let Some(place) = link.user.and_then(|user| wanted.get(&user)) else { continue };
            if link.used.is_some() {
                found.paths.entry(file).or_insert_with(|| place.file_path.clone());
                found.rows.push(by_convention(place.id, link.used, link));
            }
        }
    }
    Ok(())
}

/// A link of a convention from one of its ends; it stands where the one that needs the other does.
fn by_convention(near: i64, far: Option<i64>, link: &ConventionLink) -> Relation {
    let (kind, confidence, lines) = (UseKind::Convention, link.confidence, vec![link.line]);
    let found = Relation::plain((near, far), link.user_file, kind, confidence, lines);
    Relation { reason: Some(Arc::clone(&link.reason)), idle: !link.runs, ..found }
}

/// How sure it is that a call of what is above runs what is below, and what else it may run; None where a call says
/// nothing of that.
fn dispatched(
    overrides: &mut Overrides<'_>,
    call: &Relation,
    above: i64,
    below: i64,
) -> Result<Option<(Confidence, Vec<i64>)>> {
    if call.confidence == Confidence::Ambiguous {
        return Ok(None);
    }
    let kin = overrides.of(below)?;
    let Some(method) = kin.above.iter().find(|method| method.id == above) else { return Ok(None) };
    let all = overrides.of(above)?;
    Ok(Some(dispatch(method, &all, below)))
}

impl Relation {
    /// A reference between two ends that means one thing and is called by its name.
    fn plain(
        (near, far): (i64, Option<i64>),
        file_id: i64,
        kind: UseKind,
        confidence: Confidence,
        lines: Vec<u32>,
    ) -> Self {
        Self {
            near,
            far,
            file_id,
            kind,
            confidence,
            virtual_call: false,
            dispatched: false,
            lines,
            candidates: Vec::new(),
            reason: None,
            idle: false,
        }
    }

    /// That a method overrides another one, stated where the overriding one stands.
    fn overriding(near: i64, far: i64, place: &SymbolPlace) -> Self {
        let lines = vec![place.line_start];
        Self::plain((near, Some(far)), place.file_id, UseKind::Override, Confidence::Exact, lines)
    }
}

impl Relations {
    /// `pairs`: a symbol, and a method that overrides it.
    fn add_overrides(&mut self, store: &Store, pairs: &[(i64, i64)]) -> Result<()> {
        let ids: Vec<i64> = each_once(pairs.iter().map(|(_, below)| *below));
        let places: BTreeMap<i64, SymbolPlace> =
            store.symbol_places(&ids)?.into_iter().map(|place| (place.id, place)).collect();
        for (near, below) in pairs {
            let Some(place) = places.get(below) else { continue };
            self.paths.insert(place.file_id, place.file_path.clone());
            self.rows.push(Relation::overriding(*near, place.id, place));
        }
        Ok(())
    }

    /// By path, then by line.
    fn in_order(&mut self) {
        let path = |row: &Relation| self.paths.get(&row.file_id).map_or("", String::as_str);
        self.rows.compact_sort_by(|a, b| {
            (path(a), a.file_id, &a.lines, a.dispatched).cmp(&(path(b), b.file_id, &b.lines, b.dispatched))
        });
    }
}

/// What a reference does, as answers say it.
fn use_kind(kind: ReferenceKind) -> UseKind {
    match kind {
        ReferenceKind::Call => UseKind::Call,
        ReferenceKind::Type => UseKind::Type,
        ReferenceKind::Inherit => UseKind::Inherit,
        ReferenceKind::Value => UseKind::Value,
    }
}

/// How telling a use of a kind is, 0 first; and what answers call it.
pub(crate) fn rank_and_name(kind: UseKind) -> (u8, &'static str) {
    match kind {
        UseKind::Call => (0, "call"),
        UseKind::Override => (1, "override"),
        UseKind::Inherit => (2, "inherit"),
        UseKind::Type => (3, "type"),
        UseKind::Value => (4, "value"),
        UseKind::Convention => (5, "convention"),
    }
}

/// Within each file, by line.
fn by_line(rows: &mut [Relation]) {
    for file in rows.chunk_by_mut(|a, b| a.file_id == b.file_id) {
        file.compact_sort_by(|a, b| a.lines.cmp(&b.lines));
    }
}

fn relation(near: i64, far: Option<i64>, file_id: i64, fact: &Fact<'_>, resolution: &Resolution) -> Relation {
    let confidence = resolution.confidence();
    let ambiguous = confidence == Confidence::Ambiguous;
    Relation {
        virtual_call: matches!(fact.kind, ReferenceKind::Call | ReferenceKind::Value)
            && !matches!(fact.receiver, FactReceiver::Super),
        candidates: if ambiguous { resolution.targets().to_vec() } else { Vec::new() },
        ..Relation::plain((near, far), file_id, use_kind(fact.kind), confidence, fact.lines())
    }
}
