//! Which nodes documents are about: found in what they name, again where that or the project's names changed.

mod parts;

use std::collections::{BTreeSet, HashMap, HashSet};

use beadloom_graph::{is_test, is_test_folder};
use beadloom_model::prose::{DocumentNames, is_document};
use beadloom_model::{FolderKind, Result};
use beadloom_store::{DerivedLink, FileKind, FileRow, RouteRow, State, Writer};
use beadloom_sync::links::{Judge, Link, Mentions, SeenPart, Vocabulary, same_parameters};
use memchr::memmem;

pub use self::parts::Parts;

/// Names that changed, at most, before all documents are looked at.
const MAX_CHANGED_NAMES: usize = 200;

/// What a run changed that links follow from.
#[derive(Debug, Default)]
pub struct Changed {
    /// Row ids of documents that are new or say something else.
    pub documents: BTreeSet<i64>,
    /// Names of definitions, and literals, that came or went.
    pub names: BTreeSet<String>,
}

/// Brings the links up to date: all of them, or those that follow from what changed. Returns whether any differs.
///
/// # Errors
/// Store errors.
pub fn run(writer: &Writer<'_>, changed: Option<&Changed>) -> Result<bool> {
    let state = writer.state();
    let changed = changed.filter(|changed| changed.names.len() <= MAX_CHANGED_NAMES);
    if changed.is_some_and(|changed| changed.documents.is_empty() && changed.names.is_empty()) {
        return Ok(false);
    }
    let mut documents = state.document_names()?;
    if let Some(changed) = changed {
        let written: Vec<Vec<u8>> =
            changed.names.iter().map(|name| format!("[\"{name}\",").into_bytes()).collect();
        let finders: Vec<memmem::Finder<'_>> = written.iter().map(memmem::Finder::new).collect();
        let has_name = |names: &str| finders.iter().any(|finder| finder.find(names.as_bytes()).is_some());
        documents.retain(|(file, _, names)| changed.documents.contains(file) || has_name(names));
    } else {
        writer.clear_derived_links()?;
    }
    if documents.is_empty() {
        return Ok(changed.is_none());
    }
    let parts = Parts::of_graph(&state.nodes()?, &state.edges()?);
    let files = state.files()?;
    for Found { file, mentions, links } in find(&state, &files, &parts, documents, changed.is_some())? {
        writer.set_derived_links(file, &mentions, &links)?;
    }
    Ok(true)
}

/// Which of these parts the documents of the index are about, by path and the surest first.
///
/// # Errors
/// Store errors.
pub fn links_to(state: &State<'_>, files: &[FileRow], parts: &Parts) -> Result<Vec<DerivedLink>> {
    let found = find(state, files, parts, state.document_names()?, false)?;
    Ok(found.into_iter().flat_map(|found| found.links).collect())
}

/// What is seen of the documents of the index and of each of these parts that they may be about.
///
/// # Errors
/// Store errors.
pub fn seen_links(state: &State<'_>, files: &[FileRow], parts: &Parts) -> Result<Vec<SeenLinks>> {
    with_names(state, files, parts, state.document_names()?, false, |judge, _, path, mentions| {
        let seen = judge.seen(path, mentions).into_iter();
        SeenLinks {
            path: path.to_owned(),
            parts: seen.map(|seen| (parts.id(seen.part).to_owned(), seen)).collect(),
        }
    })
}

/// What is seen of a document.
#[derive(Debug)]
pub struct SeenLinks {
    /// Of the document.
    pub path: String,
    /// By the id of the part.
    pub parts: Vec<(String, SeenPart)>,
}

/// Whether a document is only read by tests. `specs/` also holds specifications for people, unless test data lies there.
pub fn is_test_document(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    let is_specification = |folder: &str| matches!(folder, "spec" | "specs");
    folders.split('/').any(|folder| !is_specification(folder) && is_test_folder(folder))
        || folders.split('/').any(is_specification) && FolderKind::holds(path, &[FolderKind::TestData])
}

/// What was found in a document.
struct Found {
    /// Row id.
    file: i64,
    /// Names of the project, with their lines.
    mentions: Vec<(String, Vec<u32>)>,
    links: Vec<DerivedLink>,
}

/// What the documents, given with row id, path and names, say. `are_few`: only the names that the documents have are looked up.
fn find(
    state: &State<'_>,
    files: &[FileRow],
    parts: &Parts,
    documents: Vec<(i64, String, String)>,
    are_few: bool,
) -> Result<Vec<Found>> {
    with_names(state, files, parts, documents, are_few, |judge, file, path, mentions| {
        let row = |link: Link| DerivedLink {
            file_id: file,
            path: path.to_owned(),
            ref_id: parts.id(link.part).to_owned(),
            score: link.score,
            section: link.section,
            place: link.evidence.place,
            title: link.evidence.title,
            names: link.evidence.names,
        };
        let links = judge.links(path, mentions).into_iter().map(row);
        Found {
            file,
            links: links.filter(|link| !parts.is_exception(path, &link.ref_id)).collect(),
            mentions: mentions.all.iter().map(|one| (one.name.clone(), one.lines.clone())).collect(),
        }
    })
}

/// What `look` makes of each document and what it names of the project.
fn with_names<T>(
    state: &State<'_>,
    files: &[FileRow],
    parts: &Parts,
    documents: Vec<(i64, String, String)>,
    are_few: bool,
    look: impl Fn(&Judge<'_>, i64, &str, &Mentions) -> T,
) -> Result<Vec<T>> {
    let drafts = state.drafts()?;
    let documents: Vec<(i64, String, DocumentNames)> = documents
        .into_iter()
        // What was drafted names what it was drafted from; what lies with tests is read by them.
        .filter(|(_, path, _)| !drafts.contains(path) && !is_test_document(path))
        .filter_map(|(file, path, names)| Some((file, path, serde_json::from_str(&names).ok()?)))
        .filter(|(_, _, document): &(i64, String, DocumentNames)| document.lines > 0)
        .collect();
    let mut vocabulary = Vocabulary::default();
    let owner_of = add_files(&mut vocabulary, files, parts);
    let mut add = |name: &str, file: i64| {
        if let Some(part) = owner_of.get(&file) {
            vocabulary.add_name(name, *part);
        }
    };
    if are_few {
        let names: BTreeSet<&str> = documents
            .iter()
            .flat_map(|(_, _, document)| &document.names)
            .map(|(name, _)| name.as_str())
            .collect();
        let names: Vec<&str> = names.into_iter().collect();
        state.files_defining(&names)?.iter().for_each(|(name, file)| add(name, *file));
    } else {
        state.each_name(add)?;
    }
    add_stated(&mut vocabulary, state, files, &documents, &owner_of)?;
    let judge = Judge::new(parts.list(), &vocabulary);
    let found = documents
        .into_iter()
        .map(|(file, path, names)| look(&judge, file, &path, &Mentions::of(&vocabulary, &names)));
    Ok(found.collect())
}

/// Adds the routes, and the literals that the documents name.
fn add_stated(
    vocabulary: &mut Vocabulary,
    state: &State<'_>,
    files: &[FileRow],
    documents: &[(i64, String, DocumentNames)],
    owner_of: &HashMap<i64, u32>,
) -> Result<()> {
    // Where one file lists what is handled in others, as `invoices#show`, it says nothing of who does it.
    let is_elsewhere =
        |route: &RouteRow| route.handler.as_deref().is_some_and(|handler| handler.contains(['#', '@']));
    for route in state.routes()?.into_iter().filter(|route| !is_elsewhere(route)) {
        let at = files.binary_search_by(|row| row.path.as_str().cmp(&route.file_path));
        let part = at.ok().and_then(|at| files.get(at)).and_then(|row| owner_of.get(&row.id));
        if let (Some(part), Some(path)) = (part, same_parameters(&route.path)) {
            vocabulary.add_stated(&path, *part);
        }
    }
    let names: HashSet<&str> = documents
        .iter()
        .flat_map(|(_, _, document)| &document.names)
        .map(|(name, _)| name.as_str())
        .collect();
    state.each_literal(|name, file| {
        if let Some(part) = owner_of.get(&file).filter(|_| names.contains(name)) {
            vocabulary.add_stated(name, *part);
        }
    })
}

/// Adds the files of code and their folders to the names of the parts. Returns the parts of the files, by row id.
fn add_files(vocabulary: &mut Vocabulary, files: &[FileRow], parts: &Parts) -> HashMap<i64, u32> {
    let owners = parts.owners();
    let owner = |path: &str| owners.owner(path).and_then(|id| parts.number(id));
    let mut owner_of = HashMap::new();
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    let is_code = |row: &&FileRow| row.kind == FileKind::Code && !row.generated && !is_test(&row.path);
    for row in files.iter().filter(is_code) {
        let Some(part) = owner(&row.path) else { continue };
        owner_of.insert(row.id, part);
        vocabulary.add_file(&row.path, part);
        folders.extend(row.path.rfind('/').and_then(|at| row.path.get(..=at)));
    }
    let is_text = |row: &&FileRow| row.kind == FileKind::Text && !row.generated && !is_test(&row.path);
    for row in files.iter().filter(is_text) {
        if let Some(part) = owner(&row.path) {
            owner_of.insert(row.id, part);
        }
    }
    let is_other = |row: &&FileRow| {
        matches!(row.kind, FileKind::Text | FileKind::Manifest | FileKind::Other) && !is_document(&row.path)
    };
    for row in files.iter().filter(is_other) {
        if let Some(part) = owner(&row.path) {
            vocabulary.add_other_file(&row.path, part);
        }
    }
    for (name, part) in parts.names() {
        vocabulary.add_part(name, part);
    }
    for folder in folders {
        if let Some(part) = owner(&format!("{folder}.")) {
            vocabulary.add_file(folder, part);
        }
    }
    owner_of
}
