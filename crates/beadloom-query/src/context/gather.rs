//! What a bundle could say, before the budget.

use std::collections::HashMap;

use beadloom_graph::traverse::{Expansion, Limits, Step, expand};
use beadloom_model::answers::{Constraint, Focus};
use beadloom_model::{About, Code, Result};
use beadloom_store::{NodeRow, Store};

use super::about::telling_names;
use super::area::area;
use super::bodies::add_calling_lines;
use super::chapter::{Gained, Listed};
use super::gathered::{Gathered, ReadText, Shape};
use super::importance::ranking;
use super::of_document::document_of;
use super::own::{own_code, summarise};
use super::relations::related;
use super::room::SymbolRoom;
use super::rules::{RulesAbout, unreadable};
use super::test_files::{fold_tests, tests};
use super::{ContextRequest, stale};
use crate::focus::{Own, Resolved, resolve_with};
use crate::lists::sort_once;
use crate::{History, Staleness, meta};

/// Files of a node without a source whose importers are looked up.
const MAX_FILES: usize = 200;

/// What was found for a request.
pub(super) struct BundleInput {
    pub focuses: Vec<Focus>,
    pub derived: bool,
    pub shape: Shape,
    pub last_reindex: Option<String>,
    /// Why there are no rules, where that is no good sign.
    pub rules_warning: Option<String>,
    pub chapters: Vec<Gained<'static>>,
}

impl BundleInput {
    /// Leaves out what stood on lines that files do not have any more, and names the files that changed.
    pub fn settle(&mut self, stale: &Staleness, read: ReadText<'_>) {
        for one in &mut self.chapters {
            one.chapter.leave_out_gone_lines(stale, read);
        }
        // Files that other chapters show something of come first.
        let paths = stale.shown_paths_of(self.chapters.iter().flat_map(|one| one.chapter.paths()));
        self.chapters.insert(0, Gained { about: About::Frame, chapter: stale::PATHS.of(paths) });
    }
}

/// Asks the chapters in their order, once it is known what the references mean.
pub(super) fn gather(
    chapters: &[Listed],
    store: &Store,
    request: &ContextRequest,
    history: &dyn History,
    rules: &dyn RulesAbout,
    read: ReadText<'_>,
) -> Result<BundleInput> {
    let resolved = resolve_with(store, history, &request.refs)?;
    let (mut found, rules_warning) = gathered(store, request, resolved, rules, read)?;
    let focuses = found.resolved.iter().map(|one| one.focus.clone()).collect();
    let gained = |Listed { about, gather }: &Listed| -> Result<Gained<'static>> {
        Ok(Gained { about: *about, chapter: gather(&mut found)? })
    };
    let chapters = chapters.iter().map(gained).collect::<Result<_>>()?;
    Ok(BundleInput {
        focuses,
        derived: meta::derived(store)?,
        shape: found.shape,
        last_reindex: meta::last_reindex(store)?,
        rules_warning,
        chapters,
    })
}

/// What is known of the references; and why there are no rules.
fn gathered<'a>(
    store: &'a Store,
    request: &'a ContextRequest,
    mut resolved: Vec<Resolved>,
    rules: &dyn RulesAbout,
    read: ReadText<'a>,
) -> Result<(Gathered<'a>, Option<String>)> {
    // Around a document stands what it is about, and not what lies around its folder.
    if let [one] = &mut resolved[..]
        && let Some(path) = document_of(&one.focus)
    {
        let about = store.links_of_document(path)?.into_iter().map(|link| link.ref_id);
        let mut about: Vec<String> = about.chain(store.nodes_of_document(path)?).collect();
        about.sort();
        about.dedup();
        one.nodes = about;
    }
    let starts: Vec<String> = resolved.iter().flat_map(|one| one.nodes.iter().cloned()).collect();
    let reached = reached(store, request, &starts)?;
    let limited_nodes = reached.left_out as u64;
    let order: Vec<(String, usize)> =
        reached.nodes.into_iter().map(|node| (node.ref_id, node.distance)).collect();
    let ids: Vec<String> = order.iter().map(|(id, _)| id.clone()).collect();
    let nodes: HashMap<String, NodeRow> =
        store.nodes_by_id(&ids)?.into_iter().map(|row| (row.ref_id.clone(), row)).collect();
    let places = places_of(store, &resolved)?;
    let (rules, rules_warning) = rules_of(store, rules, &starts, &places)?;
    let area = area(store, &resolved)?;
    let ranking = ranking(store, &area)?;
    let shape = if !area.files.is_empty() {
        Shape::Area
    } else if resolved.iter().all(|one| matches!(one.own, Own::Symbols(_))) {
        Shape::Symbol
    } else {
        Shape::Other
    };
    let room = SymbolRoom::within(request.budget);
    let own_code = own_code(store, &resolved, &ranking, room.area)?;
    summarise(&mut resolved, &own_code);
    let mut related = related(store, &resolved, room.related)?;
    let mut tests = if related.tests.is_empty() { tests(store, &places)? } else { related.tests.clone() };
    if shape == Shape::Symbol {
        fold_tests(&mut related, &mut tests);
    }
    add_calling_lines(&mut related.symbols, read);
    let telling = telling_names(own_code.iter().map(|row| row.symbol_name.as_str()));
    let found = Gathered {
        store,
        request,
        read,
        shape,
        resolved,
        starts,
        order,
        nodes,
        limited_nodes,
        places,
        area,
        ranking,
        own_code,
        telling,
        is_cut: false,
        related,
        tests,
        rules,
    };
    Ok((found, rules_warning))
}

/// The nodes around those of the references.
fn reached(store: &Store, request: &ContextRequest, starts: &[String]) -> Result<Expansion> {
    let limits = Limits { depth: request.depth, max_nodes: request.max_nodes };
    expand(starts, limits, |level| -> Result<Vec<Step>> {
        let links = store.links_touching(level)?;
        Ok(links.into_iter().map(|link| Step { a: link.src, b: link.dst, kind: link.kind }).collect())
    })
}

/// The rules about the references; without them, why that is.
fn rules_of(
    store: &Store,
    rules: &dyn RulesAbout,
    starts: &[String],
    places: &[String],
) -> Result<(Vec<Constraint>, Option<String>)> {
    match rules.about(store, starts, places) {
        Ok(constraints) => Ok((constraints, None)),
        Err(error) if error.code == Code::Cancelled => Err(error),
        Err(error) => Ok((Vec::new(), Some(unreadable(&error)))),
    }
}

/// The files and folders (ending in `/`) that are the focus, by path.
fn places_of(store: &Store, resolved: &[Resolved]) -> Result<Vec<String>> {
    let mut places_of_focus: Vec<String> = Vec::new();
    for one in resolved {
        match &one.own {
            Own::File(path) | Own::Folder(path) => places_of_focus.push(path.clone()),
            Own::Symbols(rows) => places_of_focus.extend(rows.iter().map(|row| row.file_path.clone())),
            Own::Touched(touched) => places_of_focus.extend(touched.files.iter().cloned()),
            Own::Nothing => {
                for node in store.nodes_by_id(&one.nodes)? {
                    match node.source {
                        Some(source) if !source.is_empty() => places_of_focus.push(source),
                        _ => places_of_focus.extend(store.symbol_files(&node.ref_id, MAX_FILES)?),
                    }
                }
            }
        }
    }
    sort_once(&mut places_of_focus);
    Ok(places_of_focus)
}
