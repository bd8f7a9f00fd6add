//! What bootstrap makes of the index: for the derived graph, and for the draft that `init` writes.

use beadloom_model::CompactSort as _;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use beadloom_graph::Config;
use beadloom_graph::bootstrap::{self, FileFact, ImportFact, NamedTypes, ProjectFacts};
use beadloom_model::{LanguageId, Result, SymbolFacts, SymbolKind};
use beadloom_store::{FileKind, FileRow, ImportPair, State};

use crate::project_name::project_name;
use crate::source::read_input;

/// Lines as the plan sees them: to one part in eight, so that most edits of a file leave the plan as it is, and it
/// need not be made again.
pub fn coarse_lines(lines: u32) -> u32 {
    let step = (lines / 8).max(1).next_power_of_two();
    lines / step * step
}

/// Whether a file is imported by its package alone.
pub(crate) fn imports_packages(file: &str) -> bool {
    LanguageId::of_path(file).is_some_and(|language| language.facts().layout.imports_packages)
}

/// Whether a type is called like the file that it stands in – or like the folder, where the file stands for that:
/// this makes it the file's subject. `Order` is called like `order.ts` and `orders/__init__.py`, and in Go, where
/// packages are imported, like any file of the package `order`.
pub fn is_called_like(name: &str, path: &str) -> bool {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.split('.').next().unwrap_or(file);
    let of = match stem {
        _ if imports_packages(file) => folder.rsplit('/').next().unwrap_or(folder),
        "__init__" | "index" | "mod" => folder.rsplit('/').next().unwrap_or(folder),
        stem => stem,
    };
    let bare = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (name, of) = (bare(name), bare(of));
    of == name || of.strip_suffix('s').is_some_and(|singular| singular == name)
}

/// The types that a file offers under its own name, sorted: those of its facts that can make it an entity.
pub fn subjects(path: &str, symbols: &[SymbolFacts]) -> Vec<String> {
    let mut names: Vec<String> = symbols
        .iter()
        .filter(|symbol| {
            let is_type = matches!(symbol.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type);
            is_type
                && symbol.exported
                && symbol.qualified_name == symbol.symbol_name
                && is_called_like(&symbol.symbol_name, path)
        })
        .map(|symbol| symbol.symbol_name.clone())
        .collect();
    names.compact_sort();
    names.dedup();
    names
}

/// The files whose subject is a type that documents name, with its name.
fn entities(state: &State<'_>) -> Result<HashMap<String, String>> {
    let mut named = NamedTypes::default();
    state.each_document(|path, sections| {
        named.document(path, sections.iter().map(|(heading, content)| (heading.as_str(), content.as_str())));
    })?;
    let mut found: HashMap<String, String> = HashMap::new();
    // By name and path: of several the first stays.
    for (name, path) in state.offered_types(&named.finish())? {
        if is_called_like(&name, &path) {
            found.entry(path).or_insert(name);
        }
    }
    Ok(found)
}

/// What bootstrap makes of the index. `scopes`: folders to look at, all where empty.
///
/// # Errors
/// Store errors.
pub fn plan(
    state: &State<'_>,
    files: &[FileRow],
    imports: &[ImportPair],
    root: &Path,
    config: &Config,
    scopes: &[String],
) -> Result<bootstrap::Plan> {
    let mut routes: HashMap<String, u32> = HashMap::new();
    for (path, count) in state.route_counts()? {
        routes.insert(path, count);
    }
    let mut entities = entities(state)?;
    let mut index: HashMap<&str, u32> = HashMap::with_capacity(files.len());
    let mut facts: Vec<FileFact> = Vec::with_capacity(files.len());
    for (at, file) in (0_u32..).zip(files) {
        let is_code = file.kind == FileKind::Code && file.skipped.is_none();
        // Other text makes no part, whatever it says: a change of it leaves the plan as it is.
        let is_known = file.kind != FileKind::Text && file.kind != FileKind::Manifest;
        index.insert(&file.path, at);
        // A package folder stands for its first file of code.
        if is_code
            && let Some(slash) = file.path.rfind('/')
            && let Some(folder) = file.path.get(..=slash)
        {
            index.entry(folder).or_insert(at);
        }
        facts.push(FileFact {
            path: file.path.clone(),
            language: file.language.as_deref().filter(|_| is_code).and_then(LanguageId::parse),
            lines: if is_known { coarse_lines(file.lines) } else { 0 },
            summary: file.summary.clone(),
            entry_point: file.entry_point,
            generated: is_known && file.generated,
            routes: routes.get(&file.path).copied().unwrap_or(0),
            entity: entities.remove(&file.path),
        });
    }
    let edges: Vec<ImportFact> = imports
        .iter()
        .filter_map(|pair| {
            let from = *index.get(&*pair.from)?;
            let to = *index.get(&*pair.to)?;
            Some(ImportFact { from, to, weak: pair.weak, statement: pair.statement })
        })
        .collect();
    let ids: HashMap<i64, u32> = (0_u32..).zip(files).map(|(at, file)| (file.id, at)).collect();
    let implementations: Vec<(u32, u32)> = state
        .implementations()?
        .into_iter()
        .filter_map(|(from, to)| Some((*ids.get(&from)?, *ids.get(&to)?)))
        .collect();
    Ok(bootstrap::plan(&ProjectFacts {
        name: &project_name(root, config),
        files: &facts,
        imports: &edges,
        implementations: &implementations,
        read: &|path| read_input(root, path),
        scopes,
    }))
}

/// The documents that planned nodes have already.
pub struct OwnDocuments<'a> {
    /// Ids of nodes that are part of another.
    inner: HashSet<&'a str>,
    /// The one node around all others.
    whole: Option<&'a str>,
}

impl<'a> OwnDocuments<'a> {
    /// Of the nodes of this plan.
    pub fn of(plan: &'a bootstrap::Plan) -> Self {
        let inner: HashSet<&str> =
            plan.edges.iter().filter(|edge| edge.kind == "part_of").map(|edge| edge.src.as_str()).collect();
        let mut tops = plan
            .nodes
            .iter()
            .filter(|node| node.kind != "adr" && !inner.contains(node.ref_id.as_str()))
            .map(|node| node.ref_id.as_str());
        let whole = tops.next().filter(|_| tops.next().is_none());
        Self { inner, whole }
    }

    /// The README of a node's folder, the root's for the node that holds all others, and a decision record itself.
    pub fn document(&self, node: &bootstrap::PlannedNode, has: &dyn Fn(&str) -> bool) -> Option<String> {
        if node.kind == "adr" {
            return node.folders.iter().find(|path| has(path)).cloned();
        }
        let is_whole = self.whole == Some(node.ref_id.as_str()) && !self.inner.contains(node.ref_id.as_str());
        let folders = [node.source.as_str(), ""];
        let folders = if is_whole { &folders[..] } else { &folders[..1] };
        folders
            .iter()
            .filter(|folder| folder.ends_with('/') || (is_whole && folder.is_empty()))
            .flat_map(|folder| ["README.md", "readme.md", "Readme.md"].map(|name| format!("{folder}{name}")))
            .find(|path| has(path))
    }
}
