//! States of the architecture that were written down: `snapshot`. The shell writes the files; what is in them, and what
//! differs between two, is said here.

use beadloom_graph::{Graph, GraphEdge, GraphNode, compare};
use beadloom_index::{project_name, read_source};
use beadloom_model::answers::{
    ANSWER_VERSION, DebtFigure, DebtPoint, Edge, Snapshot, SnapshotHead, SnapshotListAnswer, SnapshotNode,
    SnapshotSymbol,
};
use beadloom_model::requests::{SnapshotCompareRequest, SnapshotListRequest, SnapshotSaveRequest};
use beadloom_model::{Code, CompactSort, EdgeOrigin, EdgeSpec, Error, NodeSpec, Place, Result};
use beadloom_query::{Staleness, is_test};
use beadloom_store::Store;
use serde::Deserialize;

use super::{Ends, answer, symbols};
use crate::json::to_json;
use crate::settings::Settings;
use crate::{Call, Engine};

/// Where snapshots lie, relative to the root.
const FOLDER: &str = ".beadloom/snapshots";

/// Bytes of one snapshot: that of 200,000 public symbols.
const MAX_BYTES: u64 = 64 << 20;

/// The beginning of a snapshot: what tells it from others.
#[derive(Deserialize)]
struct Head {
    version: u32,
    id: String,
    label: Option<String>,
    commit: Option<String>,
    created_at: String,
    project: String,
    debt: DebtFigure,
}

/// A file of the folder.
struct Entry {
    /// Relative to the root.
    path: String,
    head: Head,
}

/// One of the two states that are compared.
struct State {
    graph: Graph,
    symbols: Vec<SnapshotSymbol>,
}

impl Engine {
    /// The architecture as it is, to be written down, as JSON.
    ///
    /// # Errors
    /// `usage` for a label that a snapshot of another state has, `no_index`, store errors.
    pub fn snapshot(&self, options: &SnapshotSaveRequest, call: &Call<'_>) -> Result<String> {
        self.check_open()?;
        let taken =
            options.label.as_deref().map(|label| self.labelled(label, options)).transpose()?.flatten();
        self.answer(crate::rules::whole(options.refresh), call, |store, settings, stale| {
            if let Some(first) = stale.stale_paths.first() {
                let message =
                    format!("{first} is not in the index in its current form, so nothing was saved");
                return Err(Error::new(Code::NotReadable, message)
                    .hint("leave out --no-refresh, and correct graph files that do not parse"));
            }
            let revisions = beadloom_git::Revisions { root: self.root(), cancelled: call.cancelled };
            let debt = self.owed(store, settings)?.figure();
            let state = self.present(store)?;
            let made = Snapshot {
                version: ANSWER_VERSION,
                id: options.id.clone(),
                label: options.label.clone(),
                commit: revisions.commit("HEAD").ok(),
                created_at: options.created_at.clone(),
                project: self.name(settings),
                debt,
                nodes: state
                    .graph
                    .nodes
                    .into_iter()
                    .map(|GraphNode { spec, .. }| SnapshotNode {
                        ref_id: spec.ref_id,
                        kind: spec.kind,
                        summary: spec.summary,
                        source: spec.source,
                        docs: spec.docs.into_iter().map(|(doc, _)| doc).collect(),
                        tags: spec.tags,
                        extra: spec.extra,
                    })
                    .collect(),
                edges: state
                    .graph
                    .edges
                    .into_iter()
                    .map(|GraphEdge { spec, .. }| Edge { src: spec.src, dst: spec.dst, kind: spec.kind })
                    .collect(),
                symbols: state.symbols,
            };
            match taken {
                Some(earlier) if says_the_same(&earlier, &made)? => to_json(&earlier),
                Some(_) => Err(label_taken(made.label.as_deref().unwrap_or_default())),
                None => to_json(&made),
            }
        })
    }

    /// The snapshot that has a label already. What a run that was killed at its end has written is what its repetition is to
    /// write.
    fn labelled(&self, label: &str, options: &SnapshotSaveRequest) -> Result<Option<Snapshot>> {
        let (entries, _) = self.snapshot_files(&options.names);
        if !entries.iter().any(|entry| entry.is_called(label)) {
            return Ok(None);
        }
        self.read_snapshot(&entries, label, &self.settings()).map(Some).map_err(|_| label_taken(label))
    }

    /// The snapshots in files of these names, as JSON.
    ///
    /// # Errors
    /// `closed`, `no_project`.
    pub fn snapshots(&self, options: &SnapshotListRequest) -> Result<String> {
        self.check_open()?;
        let (entries, mut unread) = self.snapshot_files(&options.names);
        let own = self.name(&self.settings());
        let mut snapshots = Vec::new();
        for Entry { path, head } in entries {
            if head.project == own {
                let Head { id, label, commit, created_at, debt, .. } = head;
                snapshots.push(SnapshotHead { id, label, commit, created_at, debt: debt.debt });
            } else {
                unread.push(format!("{path} is of {:?}, not of {own:?}", head.project));
            }
        }
        unread.compact_sort();
        to_json(&SnapshotListAnswer { version: ANSWER_VERSION, snapshots, unread })
    }

    /// What differs between two snapshots, or a snapshot and the working tree, as JSON.
    ///
    /// # Errors
    /// `not_found` with those that there are, `foreign_snapshot`, `not_readable`, `no_index`, store errors.
    pub fn compare_snapshots(&self, options: &SnapshotCompareRequest, call: &Call<'_>) -> Result<String> {
        self.check_open()?;
        let (entries, _) = self.snapshot_files(&options.names);
        let settings = self.settings();
        let before = self.read_snapshot(&entries, &options.since, &settings)?;
        let after = match &options.to {
            Some(to) => Some(self.read_snapshot(&entries, to, &settings)?),
            None => None,
        };
        let ends = |to_commit| Ends {
            since: options.since.clone(),
            since_commit: before.commit.clone(),
            to: options.to.clone(),
            to_commit,
        };
        let old = State::of(&before);
        match after {
            Some(after) => {
                difference(ends(after.commit.clone()), &old, &State::of(&after), &Staleness::default())
            }
            None => self.answer(crate::rules::whole(options.refresh), call, |store, _, stale| {
                difference(ends(None), &old, &self.present(store)?, stale)
            }),
        }
    }

    /// The debt of each snapshot of this project, by time.
    ///
    /// # Errors
    /// None now.
    pub(crate) fn debts(&self, names: &[String]) -> Result<Vec<DebtPoint>> {
        let own = self.name(&self.settings());
        let (entries, _) = self.snapshot_files(names);
        Ok(entries
            .into_iter()
            .filter(|entry| entry.head.project == own)
            .map(|Entry { head, .. }| DebtPoint {
                id: Some(head.id),
                label: head.label,
                commit: head.commit,
                created_at: Some(head.created_at),
                debt: head.debt.debt,
                parts: head.debt.parts,
            })
            .collect())
    }

    fn name(&self, settings: &Settings) -> String {
        project_name(self.root(), &settings.config)
    }

    /// The heads of snapshots by time and id, and a sentence for each file that is none.
    fn snapshot_files(&self, names: &[String]) -> (Vec<Entry>, Vec<String>) {
        let (mut entries, mut unread) = (Vec::new(), Vec::new());
        for name in names.iter().filter(|name| name.ends_with(".json")) {
            let path = format!("{FOLDER}/{name}");
            let text = read_source(self.root(), &path, MAX_BYTES).map(|file| file.text);
            let head = text.as_deref().map(serde_json::from_str::<Head>);
            match head {
                Some(Ok(head)) if head.version == ANSWER_VERSION => entries.push(Entry { path, head }),
                Some(Ok(head)) => {
                    unread.push(format!("{path} has version {}, which is not known", head.version))
                }
                Some(Err(error)) => unread.push(format!("{path} is not a snapshot: {error}")),
                None => unread.push(format!("{path} cannot be read")),
            }
        }
        entries
            .compact_sort_by(|a, b| (&a.head.created_at, &a.head.id).cmp(&(&b.head.created_at, &b.head.id)));
        (entries, unread)
    }

    /// The snapshot of that id, or else of that label.
    fn read_snapshot(&self, entries: &[Entry], name: &str, settings: &Settings) -> Result<Snapshot> {
        let found = entries.iter().find(|entry| entry.head.id == name);
        let Some(entry) = found.or_else(|| entries.iter().find(|entry| entry.is_called(name))) else {
            let names: Vec<&str> =
                entries.iter().map(|entry| entry.head.label.as_deref().unwrap_or(&entry.head.id)).collect();
            let hint = if names.is_empty() {
                "beadloom snapshot save makes the first".to_owned()
            } else {
                format!("there are: {}", names.join(", "))
            };
            return Err(Error::new(Code::NotFound, format!("no snapshot is called {name:?}")).hint(hint));
        };
        let own = self.name(settings);
        if entry.head.project != own {
            let message =
                format!("the snapshot {name:?} is of {:?}, and this project is {own:?}", entry.head.project);
            return Err(Error::new(Code::ForeignSnapshot, message).at(&entry.path, 0, 0).hint(
                "compare snapshots of one project; if the project was renamed, set `repo:` in .beadloom/config.yml to the old name",
            ));
        }
        let unreadable =
            || Error::new(Code::NotReadable, "the snapshot cannot be read").at(&entry.path, 0, 0);
        let file = read_source(self.root(), &entry.path, MAX_BYTES).ok_or_else(unreadable)?;
        serde_json::from_str(&file.text).map_err(|error| unreadable().caused_by(error))
    }

    /// The architecture as the index has it.
    fn present(&self, store: &Store) -> Result<State> {
        let rows = store.state();
        let nodes = rows
            .nodes()?
            .into_iter()
            .map(|row| GraphNode {
                file: String::new(),
                spec: NodeSpec {
                    ref_id: row.ref_id,
                    kind: row.kind,
                    summary: row.summary,
                    source: row.source,
                    docs: row.docs.into_iter().map(|doc| (doc, Place::default())).collect(),
                    tags: row.tags,
                    extra: row.extra,
                    ..NodeSpec::default()
                },
            })
            .collect();
        let mut edges: Vec<GraphEdge> = rows
            .edges()?
            .into_iter()
            .filter(|row| row.origin == EdgeOrigin::Declared)
            .map(|row| declared(row.src, row.dst, row.kind))
            .collect();
        edges.compact_sort_by(|a, b| ends(a).cmp(&ends(b)));
        let mut symbols: Vec<SnapshotSymbol> = store
            .public_symbols()?
            .into_iter()
            .filter(|row| !is_test(&row.file_path))
            .map(|row| SnapshotSymbol {
                ref_id: row.ref_id,
                name: row.qualified_name,
                kind: row.kind,
                path: row.file_path,
                line: row.line_start,
                signature: row.signature,
            })
            .collect();
        symbols.compact_sort_by(|a, b| {
            (&a.ref_id, &a.name, a.kind, &a.path, a.line).cmp(&(&b.ref_id, &b.name, b.kind, &b.path, b.line))
        });
        Ok(State { graph: Graph { nodes, edges, ..Graph::default() }, symbols })
    }
}

fn label_taken(label: &str) -> Error {
    Error::new(Code::Usage, format!("there is a snapshot {label:?} of another state already"))
        .hint("choose another label, or remove its file from .beadloom/snapshots")
}

/// Whether two snapshots differ at most in when they were made.
fn says_the_same(earlier: &Snapshot, made: &Snapshot) -> Result<bool> {
    let then = Snapshot { id: earlier.id.clone(), created_at: earlier.created_at.clone(), ..made.clone() };
    Ok(to_json(&then)? == to_json(earlier)?)
}

impl Entry {
    fn is_called(&self, label: &str) -> bool {
        self.head.label.as_deref() == Some(label) || self.head.id == label
    }
}

impl State {
    fn of(snapshot: &Snapshot) -> Self {
        let mut nodes: Vec<GraphNode> = snapshot
            .nodes
            .iter()
            .map(|node| GraphNode {
                file: String::new(),
                spec: NodeSpec {
                    ref_id: node.ref_id.clone(),
                    kind: node.kind.clone(),
                    summary: node.summary.clone(),
                    source: node.source.clone(),
                    docs: node.docs.iter().map(|doc| (doc.clone(), Place::default())).collect(),
                    tags: node.tags.clone(),
                    extra: node.extra.clone(),
                    ..NodeSpec::default()
                },
            })
            .collect();
        // Somebody may have edited the file.
        nodes.compact_sort_by(|a, b| a.spec.ref_id.cmp(&b.spec.ref_id));
        nodes.dedup_by(|a, b| a.spec.ref_id == b.spec.ref_id);
        let edges = snapshot.edges.iter().cloned();
        let mut edges: Vec<GraphEdge> = edges.map(|edge| declared(edge.src, edge.dst, edge.kind)).collect();
        edges.compact_sort_by(|a, b| ends(a).cmp(&ends(b)));
        Self { graph: Graph { nodes, edges, ..Graph::default() }, symbols: snapshot.symbols.clone() }
    }
}

fn declared(src: String, dst: String, kind: String) -> GraphEdge {
    GraphEdge { file: String::new(), spec: EdgeSpec { src, dst, kind, ..EdgeSpec::default() } }
}

fn ends(edge: &GraphEdge) -> (&str, &str, &str) {
    (&edge.spec.src, &edge.spec.dst, &edge.spec.kind)
}

fn difference(names: Ends, before: &State, after: &State, stale: &Staleness) -> Result<String> {
    let changes = compare(&before.graph, &after.graph);
    let old = symbols::written(&before.symbols, &|id| changes.later_id(id).to_owned());
    let new = symbols::written(&after.symbols, &str::to_owned);
    let warnings: Vec<String> = stale.warning.iter().cloned().collect();
    to_json(&answer(names, &changes, symbols::differences(&old, &new), &warnings, stale))
}
