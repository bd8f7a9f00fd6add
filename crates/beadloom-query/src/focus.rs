//! What a reference means: a node, a path of the project, a symbol, or a ticket.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;

use beadloom_graph::bootstrap::introduction;
use beadloom_graph::{Ownership, paths};
use beadloom_model::answers::{Focus, FocusType};
use beadloom_model::requests::{ContextRequest, ListNodesRequest, SearchRequest};
use beadloom_model::{Code, Error, Result, TicketCommit, counted};
use beadloom_store::{FileInfo, Store, SymbolRow};

use crate::files::similar;
use crate::history::{History, NoHistory};
use crate::lists::firsts;
use crate::names::near;
use crate::odd_names::path_meant;
use crate::places::is_test;
use crate::symbols::{Named, named, symbol_name, symbols_near};
use crate::text;

/// So many definitions of a name that several symbols have are shown.
const MAX_NAMED_DEFINITIONS: usize = 40;

/// So many nodes inside a folder that no node owns stand for it.
const MAX_INSIDE_NODES: usize = 8;

/// Files that the commits of a ticket touched.
const MAX_TOUCHED_FILES: usize = 60;

/// Symbols of a touched file that are looked through.
const MAX_TOUCHED_SYMBOLS: usize = 2_000;

/// Chunks of a README in which it says what a folder is.
const README_CHUNKS: usize = 2;

/// Suggestions for one unknown reference.
const OFFERED: usize = 5;

/// A reference that was found.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    /// As the answer shows it.
    pub focus: Focus,
    /// Where a bundle begins: the node, or the nodes that stand for the path or symbol.
    pub nodes: Vec<String>,
    /// What comes before the node's own code.
    pub own: Own,
}

impl Resolved {
    /// Of the nodes the first is that of the focus.
    fn new(
        reference: &str,
        (r#type, kind): (FocusType, &str),
        summary: String,
        nodes: Vec<String>,
        own: Own,
    ) -> Self {
        let (ref_id, kind) = (nodes.first().cloned(), kind.to_owned());
        Self { focus: Focus { r#type, ref_id, kind, summary, r#ref: reference.to_owned() }, nodes, own }
    }
}

/// Code that the reference itself names.
#[derive(Debug, Clone)]
pub(crate) enum Own {
    /// None: the reference is a node, a document or a folder that a node owns as a whole.
    Nothing,
    /// A file.
    File(String),
    /// A folder that is only a part of its node, or of several; ends with `/`.
    Folder(String),
    /// Definitions.
    Symbols(Vec<SymbolRow>),
    /// What the commits of a ticket touched.
    Touched(Touched),
}

/// What the commits of a ticket touched, as far as it is still there.
#[derive(Debug, Clone)]
pub(crate) struct Touched {
    /// Newest first.
    pub commits: Vec<TicketCommit>,
    /// In the order of the commits, then by path.
    pub files: Vec<String>,
    /// In the order of the files, then of lines.
    pub symbols: Vec<SymbolRow>,
}

/// Like [`resolve_with`], without tickets, and without names that several symbols have.
pub(crate) fn resolve_all(store: &Store, refs: &[String]) -> Result<Vec<Resolved>> {
    resolve_each(store, refs, |reference| resolve(store, &NoHistory, reference, Meant::One))
}

/// Resolves every reference, each once, in the order given.
///
/// # Errors
/// `usage` without references; `not_found` naming each one that is unknown, with suggestions.
pub(crate) fn resolve_with(store: &Store, history: &dyn History, refs: &[String]) -> Result<Vec<Resolved>> {
    resolve_each(store, refs, |reference| resolve(store, history, reference, Meant::All))
}

/// What is said of a project without files.
const EMPTY: &str =
    "an empty project: it contains no file that beadloom reads. Write or clone some code, then ask again.";

/// Whether a name that several symbols have means all of them, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    One,
    All,
}

fn resolve_each(
    store: &Store,
    refs: &[String],
    resolve: impl Fn(&str) -> Result<Option<Resolved>>,
) -> Result<Vec<Resolved>> {
    if refs.is_empty() {
        return Err(Error::new(Code::Usage, "no reference given").hint_with(|hints| {
            format!("name a node, a path or a symbol: {}", hints.form::<ContextRequest>("REF"))
        }));
    }
    let mut found = Vec::new();
    let mut missing: Vec<&str> = Vec::new();
    for reference in firsts(refs) {
        match resolve(reference)? {
            Some(resolved) => found.push(resolved),
            None => missing.push(reference),
        }
    }
    if missing.is_empty() { Ok(found) } else { Err(not_found(store, &missing)?) }
}

fn resolve(store: &Store, history: &dyn History, reference: &str, meant: Meant) -> Result<Option<Resolved>> {
    if let Some(node) = store.node(reference)? {
        let what = (FocusType::Node, node.kind.as_str());
        return Ok(Some(Resolved::new(reference, what, node.summary, vec![node.ref_id], Own::Nothing)));
    }
    if let Some(path) = path_meant(store, reference)?
        && !path.is_empty()
    {
        if let Some(file) = store.file(path.trim_end_matches('/'))? {
            return file_focus(store, reference, file).map(Some);
        }
        let folder = if path == paths::ROOT { String::new() } else { path.trim_end_matches('/').to_owned() };
        let files =
            if folder.is_empty() { store.count_files()? } else { store.count_files_below(&folder)? };
        // Of the project as a whole something can always be said.
        if files > 0 {
            return folder_focus(store, reference, &folder).map(Some);
        }
        if folder.is_empty() {
            let mut empty = folder_focus(store, reference, &folder)?;
            EMPTY.clone_into(&mut empty.focus.summary);
            return Ok(Some(empty));
        }
    }
    match symbol_focus(store, reference, meant)? {
        Some(symbol) => Ok(Some(symbol)),
        None => ticket_focus(store, history, reference),
    }
}

fn file_focus(store: &Store, reference: &str, file: FileInfo) -> Result<Resolved> {
    let mut nodes = store.nodes_of_document(&file.path)?;
    let is_document = !nodes.is_empty();
    if nodes.is_empty() {
        let sources = store.nodes_with_source(&Ownership::sources_covering(&file.path))?;
        let owners = Ownership::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str())));
        nodes.extend(owners.owner(&file.path).map(str::to_owned));
    }
    if nodes.is_empty() {
        nodes = store.nodes_by_id(&file.annotated)?.into_iter().map(|node| node.ref_id).collect();
    }
    let mut summary = match &file.language {
        Some(language) => format!("{language} file, {}", counted(u64::from(file.lines), "line", "lines")),
        None => "file".to_owned(),
    };
    if let Some(says) = file.summary.as_deref().filter(|says| !says.is_empty()) {
        summary.push_str(": ");
        summary.push_str(says);
    }
    let own = if is_document { Own::Nothing } else { Own::File(file.path) };
    Ok(Resolved::new(reference, (FocusType::Path, "file"), summary, nodes, own))
}

fn folder_focus(store: &Store, reference: &str, folder: &str) -> Result<Resolved> {
    let sources = store.node_sources()?;
    let owners = Ownership::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str())));
    let path = if folder.is_empty() { paths::ROOT.to_owned() } else { format!("{folder}/") };
    let owner = owners.owner(&path).map(str::to_owned);
    let inside = || -> Vec<String> {
        // Outermost first: the shortest sources, then by id.
        let mut inside: Vec<(usize, &String)> = sources
            .iter()
            .filter(|(_, source)| folder.is_empty() || source.starts_with(&path))
            .map(|(id, source)| (source.matches('/').count(), id))
            .collect();
        inside.compact_sort();
        inside.into_iter().take(MAX_INSIDE_NODES).map(|(_, id)| id.clone()).collect()
    };
    let is_whole = owner.as_ref().is_some_and(|id| {
        let is_folder = |source: &str| source == path || source.trim_end_matches('/') == folder;
        sources.iter().any(|(node, source)| node == id && is_folder(source))
    });
    let nodes = match &owner {
        Some(id) => vec![id.clone()],
        None => inside(),
    };
    // How many files it has says nothing of what it is; what the node of just this folder says does, and its README.
    let mut says = match &owner {
        Some(id) if is_whole => store.node(id)?.map(|node| node.summary).unwrap_or_default(),
        _ => String::new(),
    };
    if says.is_empty() {
        let inside = if folder.is_empty() { "" } else { path.as_str() };
        let name = folder.rsplit('/').next().filter(|name| !name.is_empty());
        let readme = store.readme_of(inside, README_CHUNKS)?;
        let said = readme.and_then(|(title, text)| introduction(&text, name.unwrap_or(&title)));
        says = said.unwrap_or_default();
    }
    let summary = if says.is_empty() { "folder".to_owned() } else { format!("folder: {says}") };
    let own = if is_whole || folder.is_empty() { Own::Nothing } else { Own::Folder(path) };
    let mut resolved = Resolved::new(reference, (FocusType::Path, "folder"), summary, nodes, own);
    // What is inside of it does not own it.
    resolved.focus.ref_id = owner;
    Ok(resolved)
}

fn symbol_focus(store: &Store, reference: &str, meant: Meant) -> Result<Option<Resolved>> {
    let definitions = match named(store, reference)? {
        Named::One(definitions) => definitions,
        Named::Several(names) if meant == Meant::All => of_names(store, &names)?,
        Named::Several(_) | Named::Unknown => return Ok(None),
    };
    let Some(first) = definitions.first() else { return Ok(None) };
    Ok(Some(Resolved {
        focus: symbol_focus_of(reference, &definitions, first),
        nodes: nodes_of(&definitions),
        own: Own::Symbols(definitions),
    }))
}

/// The definitions of several qualified names, those of tests last.
fn of_names(store: &Store, names: &[String]) -> Result<Vec<SymbolRow>> {
    let mut found: Vec<SymbolRow> = Vec::new();
    for name in names {
        let short = name.rsplit('.').next().unwrap_or(name);
        found.extend(store.symbols_named(short, name, MAX_NAMED_DEFINITIONS)?);
        if found.len() >= MAX_NAMED_DEFINITIONS {
            break;
        }
    }
    found.sort_by_key(|row| is_test(&row.file_path));
    found.truncate(MAX_NAMED_DEFINITIONS);
    Ok(found)
}

/// The nodes of definitions, in their order.
fn nodes_of(definitions: &[SymbolRow]) -> Vec<String> {
    let mut nodes: Vec<String> = Vec::new();
    for id in definitions.iter().filter_map(|symbol| symbol.ref_id.as_ref()) {
        if !nodes.contains(id) {
            nodes.push(id.clone());
        }
    }
    nodes
}

/// How an answer shows a symbol that a reference means; `first` of its definitions speaks for them.
pub(crate) fn symbol_focus_of(reference: &str, definitions: &[SymbolRow], first: &SymbolRow) -> Focus {
    let several = definitions.iter().any(|row| row.qualified_name != first.qualified_name);
    let mut summary = format!("{} in {}:{}", first.kind.as_str(), first.file_path, first.line_start);
    if several {
        summary = format!(
            "{} this name; the first is a {summary}",
            counted(definitions.len() as u64, "symbol has", "symbols have")
        );
    }
    if let Some(says) = first.summary.as_deref().filter(|says| !says.is_empty()) {
        summary.push_str(": ");
        summary.push_str(says);
    }
    Focus {
        r#type: FocusType::Symbol,
        ref_id: nodes_of(definitions).into_iter().next(),
        kind: first.kind.as_str().to_owned(),
        summary,
        r#ref: reference.to_owned(),
    }
}

fn ticket_focus(store: &Store, history: &dyn History, reference: &str) -> Result<Option<Resolved>> {
    let commits = history.ticket(reference);
    let Some(newest) = commits.first() else { return Ok(None) };
    let count = commits.len();
    let mut summary = counted(count as u64, "commit", "commits");
    if !newest.subject.is_empty() {
        summary.push_str(if count == 1 { ": " } else { ", the newest: " });
        summary.push_str(&newest.subject);
    }
    let touched = touched(store, commits)?;
    let owners = ownership(store)?;
    let mut nodes: Vec<String> = Vec::new();
    for path in &touched.files {
        let mut of_file = store.nodes_of_document(path)?;
        of_file.extend(owners.owner(path).map(str::to_owned));
        for id in of_file {
            if nodes.len() < MAX_INSIDE_NODES && !nodes.contains(&id) {
                nodes.push(id);
            }
        }
    }
    let what = (FocusType::Ticket, "ticket");
    Ok(Some(Resolved::new(reference, what, summary, nodes, Own::Touched(touched))))
}

/// Which files and symbols of the index the commits touched.
fn touched(store: &Store, commits: Vec<TicketCommit>) -> Result<Touched> {
    let mut files: Vec<String> = Vec::new();
    let mut lines: HashMap<&str, Vec<(u32, u32)>> = HashMap::new();
    for file in commits.iter().flat_map(|commit| &commit.files) {
        if !files.contains(&file.path) {
            if files.len() == MAX_TOUCHED_FILES || store.file(&file.path)?.is_none() {
                continue;
            }
            files.push(file.path.clone());
        }
        lines.entry(&file.path).or_default().extend(&file.lines);
    }
    let mut symbols = Vec::new();
    for path in &files {
        let ranges = lines.get(path.as_str()).map(Vec::as_slice).unwrap_or_default();
        let mut rows = store.symbols_of_file(path, MAX_TOUCHED_SYMBOLS)?;
        rows.retain(|row| ranges.iter().any(|(from, to)| *from <= row.line_end && row.line_start <= *to));
        rows.compact_sort_by_key(|row| (row.line_start, row.line_end));
        // A method says more than the class around it.
        let around_another = |row: &SymbolRow| {
            let within = format!("{}.", row.qualified_name);
            rows.iter().any(|other| other.qualified_name.starts_with(&within))
        };
        symbols.extend(rows.iter().filter(|row| !around_another(row)).cloned());
    }
    drop(lines);
    Ok(Touched { commits, files, symbols })
}

/// Which node owns which path.
pub(crate) fn ownership(store: &Store) -> Result<Ownership> {
    let sources = store.node_sources()?;
    Ok(Ownership::new(sources.iter().map(|(id, source)| (id.as_str(), source.as_str()))))
}

/// What to say of a node's id that no node has, with what may have been meant.
///
/// # Errors
/// Store errors.
pub fn unknown_node(store: &Store, reference: &str) -> Result<Error> {
    let error = not_found(store, &[reference])?;
    let ids = store.node_ids()?;
    let alike = near(reference, ids.iter().map(String::as_str), OFFERED);
    if !alike.is_empty() {
        let names: Vec<String> = alike.into_iter().map(text::line).collect();
        return Ok(error.hint(format!("Did you mean: {}?", names.join(", "))));
    }
    // A file or a symbol is none, and its node is what was meant.
    let paths = match store.file(reference.trim_start_matches("./"))? {
        Some(file) => vec![file.path],
        None => {
            let name = symbol_name(reference);
            let short = name.rsplit('.').next().unwrap_or(&name).to_owned();
            store.symbol_targets(&short, OFFERED)?.into_iter().map(|target| target.file_path).collect()
        }
    };
    let ownership = ownership(store)?;
    let nodes = firsts(paths.iter().filter_map(|path| ownership.owner(path)).map(text::line));
    let nodes: Vec<String> = nodes.take(OFFERED).collect();
    Ok(if nodes.is_empty() {
        error.hint("`beadloom graph` shows all nodes")
    } else {
        error.hint(format!("This is no node; it belongs to {}", nodes.join(", ")))
    })
}

/// `"FEAT-8", "nope" not found`, with what may have been meant.
fn not_found(store: &Store, missing: &[&str]) -> Result<Error> {
    let ids = store.node_ids()?;
    let mut near: Vec<(&str, Vec<String>)> = Vec::new();
    for reference in missing {
        let names = suggestions(store, &ids, reference)?;
        if !names.is_empty() {
            near.push((reference, names));
        }
    }
    let quoted: Vec<String> =
        missing.iter().map(|name| format!("\"{}\"", text::cut_at_word(&text::line(name), 120))).collect();
    let error = Error::new(Code::NotFound, format!("{} not found", quoted.join(", ")));
    let hint = match near.as_slice() {
        [] => {
            return Ok(error.hint_with(|hints| {
                let (search, graph) = (hints.call::<SearchRequest>(""), hints.call::<ListNodesRequest>(""));
                format!("{search} finds words, {graph} shows all nodes")
            }));
        }
        [(_, names)] if missing.len() == 1 => format!("Did you mean: {}?", names.join(", ")),
        several => several
            .iter()
            .map(|(name, names)| format!("For \"{}\", did you mean: {}?", text::line(name), names.join(", ")))
            .collect::<Vec<_>>()
            .join(" "),
    };
    Ok(error.hint(hint))
}

/// Up to five. For what looks like a path: paths. Else node ids first, then qualified names of symbols of that short
/// name, then names of symbols.
fn suggestions(store: &Store, ids: &[String], reference: &str) -> Result<Vec<String>> {
    if reference.contains('/') && !ids.iter().any(|id| id.contains('/')) {
        let paths = similar(store, reference.trim_end_matches('/'))?;
        if !paths.is_empty() {
            return Ok(paths);
        }
    }
    let mut names: Vec<String> =
        near(reference, ids.iter().map(String::as_str), OFFERED).into_iter().map(str::to_owned).collect();
    if names.len() < OFFERED {
        let name = symbol_name(reference);
        let short = name.rsplit('.').next().unwrap_or(&name).to_owned();
        let mut qualified: Vec<String> =
            store.symbol_targets(&short, 50)?.into_iter().map(|target| target.qualified_name).collect();
        qualified.dedup();
        if qualified.is_empty() && names.is_empty() {
            qualified = symbols_near(store, &short)?;
        }
        qualified.retain(|name| name != reference);
        names = firsts(names.into_iter().chain(qualified)).take(OFFERED).collect();
    }
    Ok(names.iter().map(|name| text::line(name)).collect())
}
