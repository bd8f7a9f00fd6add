//! What a repository tells others (`export`), and what the artifacts of many say together (`federate`).

use beadloom_model::CompactSort as _;
use beadloom_model::requests::{ExportRequest, FederateRequest};
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use beadloom_federation::{
    Declared, FORMAT, Finder, SourceFile, declared_contracts, landscape, may_hold_contracts, read_artifact,
};
use beadloom_files::{open_regular, read_regular};
use beadloom_git::Revisions;
use beadloom_graph::{assemble, external};
use beadloom_index::{Owners, Sources};
use beadloom_model::answers::{
    ANSWER_VERSION, Contract, ExportAnswer, ExportEdge, ExportFinding, ExportNode,
};
use beadloom_model::{Code, Error, FolderKind, LanguageId, Result};
use beadloom_query::{GramQuery, Staleness};
use beadloom_store::{EdgeRow, FileKind, FileRow, NodeRow, Store, TextFiles};

use crate::json::to_json;
use crate::settings::Settings;
use crate::{Call, Engine};

/// Bytes of an artifact.
const MAX_ARTIFACT_BYTES: u64 = 256 << 20;

/// Folders whose specifications and code are not what the repository offers or uses.
const SIDE_FOLDERS: &[FolderKind] =
    &[FolderKind::Examples, FolderKind::TestData, FolderKind::Benchmarks, FolderKind::Vendored];

impl Engine {
    /// What others need to know of this repository, as JSON: its commit, nodes, edges and contracts. The same files at the
    /// same commit give the same bytes.
    ///
    /// # Errors
    /// `no_index`, `cancelled`, store errors.
    pub fn export(&self, options: &ExportRequest, call: &Call<'_>) -> Result<String> {
        self.answer(crate::rules::whole(options.refresh), call, |store, settings, stale| {
            let state = store.state();
            let (nodes, files) = (state.nodes()?, state.files()?);
            let (contracts, unread) = self.contracts(store, settings, stale, &nodes, &files, call)?;
            let commit = Revisions { root: self.root(), cancelled: call.cancelled }.commit("HEAD").ok();
            let dirty = commit.is_some() && self.is_dirty(call);
            to_json(&ExportAnswer {
                version: ANSWER_VERSION,
                format: FORMAT.to_owned(),
                repo: repo_name(self.root(), settings),
                commit,
                dirty,
                nodes: nodes.into_iter().filter(|node| !is_outside(node)).map(export_node).collect(),
                edges: export_edges(state.edges()?),
                contracts,
                unread,
                warning: stale.warning.clone(),
                stale_paths: stale.shown_paths(),
            })
        })
    }

    /// The landscape of artifacts, as JSON.
    ///
    /// # Errors
    /// `usage` without any, `not_readable`, `not_text`, `too_large`, `bad_artifact`, `cancelled`.
    pub fn federate(&self, options: &FederateRequest, call: &Call<'_>) -> Result<String> {
        let paths = &options.artifacts;
        self.check_open()?;
        if paths.is_empty() {
            return Err(Error::new(Code::Usage, "no artifact given")
                .hint("beadloom federate ARTIFACT…; `beadloom export -o FILE` writes one"));
        }
        let mut artifacts = Vec::with_capacity(paths.len());
        for path in paths {
            check(call)?;
            artifacts.push((path.clone(), read_artifact(path, &read(path)?)?));
        }
        to_json(&landscape(artifacts)?)
    }

    /// Both sides of all contracts, and what could not be read.
    pub(crate) fn contracts(
        &self,
        store: &Store,
        settings: &Settings,
        stale: &Staleness,
        nodes: &[NodeRow],
        files: &[FileRow],
        call: &Call<'_>,
    ) -> Result<(Vec<Contract>, Vec<ExportFinding>)> {
        let owners = Owners::new(nodes);
        let sources = Sources::new(self.root());
        let read = |path: &str| sources.text(path);
        let mut finder = Finder::default();
        let mut unread = Vec::new();
        let (mut candidates, later): (Vec<&FileRow>, Vec<&FileRow>) = files
            .iter()
            .filter(|file| is_candidate(file))
            .partition(|file| language_of(file) == Some(LanguageId::Protobuf));
        let services_known_at = candidates.len();
        candidates.extend(later);
        let mut worth_reading = WorthReading::all();
        for (at, file) in candidates.into_iter().enumerate() {
            check(call)?;
            // The index says of a file as it was what cannot stand in it, and the files are only known to be so now.
            if at == services_known_at && stale.warning.is_none() {
                worth_reading = WorthReading::with_one_of(store, &finder.signs())?;
            }
            if !worth_reading.may_be(file) {
                continue;
            }
            let Some(text) = sources.text(&file.path) else {
                unread.extend(not_looked_at(file));
                continue;
            };
            let annotated = owners.annotated(&file.file_annotations).into_iter().next();
            let owner = annotated.or_else(|| owners.by_source(&file.path));
            let language = match file.kind {
                FileKind::Code => language_of(file),
                _ => None,
            };
            let source =
                SourceFile { path: &file.path, language, text: &text, owner, generated: file.generated };
            finder.take(&source, &read);
        }
        let (found, damaged) = finder.finish(&repo_name(self.root(), settings));
        let graph = assemble(&store.state().graph_files()?);
        let declared: Vec<Declared<'_>> = graph
            .nodes
            .iter()
            .flat_map(|node| {
                let (ref_id, path) = (node.spec.ref_id.as_str(), node.file.as_str());
                node.spec.contracts.iter().map(move |spec| Declared { ref_id, path, spec })
            })
            .collect();
        unread.extend(damaged.into_iter().map(|finding| ExportFinding {
            path: finding.path.unwrap_or_default(),
            line: finding.line,
            message: finding.message,
        }));
        unread.compact_sort_by(|a, b| (&a.path, a.line, &a.message).cmp(&(&b.path, b.line, &b.message)));
        Ok((declared_contracts(found, &declared), unread))
    }

    /// Whether files differ from HEAD. Artifacts do not count, nor does what beadloom derives: to export is no change.
    fn is_dirty(&self, call: &Call<'_>) -> bool {
        let unsaved = beadloom_git::unsaved(self.root(), call.cancelled).unwrap_or_default();
        unsaved.iter().any(|path| !(path.starts_with(".beadloom/beadloom.db") || self.is_artifact(path)))
    }

    /// Whether a file is an artifact, or the empty file that a shell makes for one.
    fn is_artifact(&self, path: &str) -> bool {
        if !path.ends_with(".json") {
            return false;
        }
        let mut head = Vec::new();
        let file = open_regular(&self.root().join(path));
        let read = file.and_then(|(file, _)| file.take(200).read_to_end(&mut head));
        read.is_ok() && (head.is_empty() || String::from_utf8_lossy(&head).contains(FORMAT))
    }
}

/// The repository's name, as it stands in `@repo:ref_id`.
fn repo_name(root: &Path, settings: &Settings) -> String {
    let name = beadloom_index::project_name(root, &settings.config);
    name.trim().chars().map(|c| if c.is_whitespace() || matches!(c, ':' | '@') { '-' } else { c }).collect()
}

fn is_outside(node: &NodeRow) -> bool {
    external::is_external(&node.ref_id, &node.kind)
}

fn export_node(node: NodeRow) -> ExportNode {
    ExportNode {
        ref_id: node.ref_id,
        kind: node.kind,
        summary: node.summary,
        source: node.source,
        tags: node.tags,
    }
}

fn export_edges(mut edges: Vec<EdgeRow>) -> Vec<ExportEdge> {
    edges.compact_sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    edges
        .into_iter()
        .map(|edge| ExportEdge {
            src: edge.src,
            dst: edge.dst,
            kind: edge.kind,
            origin: edge.origin,
            path: edge.path,
            line: edge.line,
        })
        .collect()
}

/// Which files are worth reading, by what the index knows of their text. It only ever saves work.
struct WorthReading {
    known: Option<(Arc<TextFiles>, GramQuery)>,
}

impl WorthReading {
    fn all() -> Self {
        Self { known: None }
    }

    fn with_one_of(store: &Store, words: &[&str]) -> Result<Self> {
        let queries = words.iter().map(|word| GramQuery::of(word.as_bytes())).collect();
        Ok(Self { known: Some((store.text_files()?, GramQuery::one(queries))) })
    }

    fn may_be(&self, file: &FileRow) -> bool {
        let Some((texts, query)) = &self.known else { return true };
        if language_of(file) == Some(LanguageId::GraphQl) {
            return true;
        }
        let filter = texts.at(&file.path).and_then(|text| texts.filter(text));
        filter.is_none_or(|filter| query.may_fit(filter))
    }
}

fn language_of(file: &FileRow) -> Option<LanguageId> {
    file.language.as_deref().and_then(LanguageId::parse)
}

/// Whether a file may say something of what the repository offers or uses.
fn is_candidate(file: &FileRow) -> bool {
    if matches!(file.kind, FileKind::Graph | FileKind::Config | FileKind::Doc)
        || file.path.starts_with(".beadloom/")
    {
        return false;
    }
    may_hold_contracts(&file.path, language_of(file))
        && !beadloom_query::is_test(&file.path)
        && !FolderKind::holds(&file.path, SIDE_FOLDERS)
}

/// That a file was not looked at, where its name says that it is a specification.
fn not_looked_at(file: &FileRow) -> Option<ExportFinding> {
    let name = file.path.rsplit('/').next().unwrap_or("").to_lowercase();
    let says = ["openapi", "swagger", "asyncapi"].iter().any(|word| name.contains(word))
        || matches!(language_of(file), Some(LanguageId::Protobuf | LanguageId::GraphQl));
    let empty = file.stat.is_some_and(|stat| stat.size == 0);
    let message = "The file is larger than 8 MiB, or cannot be read as text".to_owned();
    (says && !empty).then(|| ExportFinding { path: file.path.clone(), line: None, message })
}

fn check(call: &Call<'_>) -> Result<()> {
    if call.cancelled.load(Ordering::Relaxed) {
        return Err(Error::new(Code::Cancelled, "the work was cancelled"));
    }
    Ok(())
}

/// The text of an artifact, wherever it lies.
fn read(path: &str) -> Result<String> {
    let bytes = read_regular(Path::new(path), MAX_ARTIFACT_BYTES).map_err(|error| {
        let (code, why) = match error.kind() {
            ErrorKind::NotFound => (Code::NotReadable, "no such file"),
            ErrorKind::IsADirectory => (Code::NotReadable, "it is a folder, not an artifact"),
            ErrorKind::InvalidInput => (Code::NotReadable, "it is not a regular file"),
            ErrorKind::FileTooLarge => (Code::TooLarge, "the artifact is larger than 256 MiB"),
            _ => (Code::NotReadable, "the artifact cannot be read"),
        };
        Error::new(code, why).at(path, 0, 0).caused_by(error)
    })?;
    String::from_utf8(bytes).map_err(|error| {
        Error::new(Code::NotText, "the artifact is not UTF-8").at(path, 0, 0).caused_by(error)
    })
}
