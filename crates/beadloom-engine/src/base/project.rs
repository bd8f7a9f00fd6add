//! The rows that the index would have had at the revision: today's for what is the same, parsed and resolved anew for
//! what is not.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use beadloom_graph::{GraphChanges, assemble, compare};
use beadloom_index::{Owners, add_found_edges, declared, read_input, threads};
use beadloom_lang::{Limits, Parser, declares_names, detect};
use beadloom_model::{
    Code, CompactSort, Diagnostic, EdgeOrigin, Error, ImportKind, LanguageId, ParsedFile, Result, is_in_tests,
};
use beadloom_resolve::ImportResolver;
use beadloom_rules::Facts;
use beadloom_store::{EdgeRow, FileKind, FileRow, ImportLine, ImportPair, NodeRow, Store};

use super::Base;
use crate::rules::facts::{self, Rows};
use crate::settings::Settings;

/// The project at a revision.
pub(crate) struct Project {
    /// What rules are evaluated on. Nodes have the ids that they have today.
    pub(crate) facts: Facts,
    /// What is wrong in the graph, of its files and of all together.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Ids of the nodes, as they are today.
    pub(crate) ids: HashSet<String>,
    /// Of these, those without a summary.
    pub(crate) unsaid: HashSet<String>,
}

/// Files at the revision, with what the others say of them.
struct Files {
    /// By path.
    rows: Vec<FileRow>,
    /// What changed code says, by path.
    parsed: BTreeMap<String, ParsedFile>,
}

impl Base<'_> {
    /// The project at this revision, as far as rules and the graph's findings go. `today`: what rules are evaluated on now.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`, store errors.
    pub(crate) fn project(&self, store: &Store, settings: &Settings, today: &Facts) -> Result<Project> {
        let now = store.state().files()?;
        let files = self.rows(&now, settings)?;
        let paths: Vec<&str> = self.files.keys().map(String::as_str).collect();
        let graph = declared(&self.graph, &store.links()?, &paths);
        let earlier = assemble(&self.graph);
        let later = assemble(&store.state().graph_files()?);
        let changes = compare(&earlier, &later);

        let mut diagnostics = self.unread.clone();
        diagnostics.extend(self.graph.iter().flat_map(|file| file.diagnostics.iter().cloned()));
        diagnostics.extend(graph.diagnostics);
        let (mut nodes, mut edges) = (graph.nodes, graph.edges);
        if nodes.is_empty() {
            // Without a graph of its own, the revision is looked at with today's.
            (nodes, edges) = (store.state().nodes()?, store.state().edges()?);
            edges.retain(|edge| edge.origin == EdgeOrigin::Declared);
        } else {
            rename(&mut nodes, &mut edges, &changes);
        }
        let imports = self.imports(store, &now, &files)?;
        let pairs = pairs(&files.rows, &imports);
        let owners = Owners::new(&nodes);
        add_found_edges(&owners, &mut edges, &files.rows, &pairs);
        let mut facts = facts::build(Rows {
            nodes: &nodes,
            edges: &edges,
            files: &files.rows,
            imports,
            graph_files: &self.graph,
        });
        self.count(store, &mut facts, today, &nodes, &files)?;
        Ok(Project {
            facts,
            diagnostics,
            ids: nodes.iter().map(|node| node.ref_id.clone()).collect(),
            unsaid: nodes
                .iter()
                .filter(|node| node.summary.trim().is_empty())
                .map(|node| node.ref_id.clone())
                .collect(),
        })
    }

    /// The rows of files: today's for those that are the same, made of Git's objects for the others.
    fn rows(&self, now: &[FileRow], settings: &Settings) -> Result<Files> {
        let today = |path: &str| {
            let at = now.binary_search_by(|row| row.path.as_str().cmp(path)).ok()?;
            now.get(at)
        };
        let languages = &settings.config.languages;
        let mut rows = Vec::new();
        let mut open: Vec<String> = Vec::new();
        let mut next = 0_i64;
        for (path, blob) in &self.files {
            match today(path) {
                Some(row) if self.is_unchanged(path) => {
                    rows.push(row.clone());
                    continue;
                }
                // What is there and not in the index is left out on purpose.
                None if self.revisions.root.join(path).exists() => continue,
                _ => {}
            }
            let language = detect(path)
                .map(|language| language.id)
                .filter(|id| languages.is_empty() || languages.iter().any(|one| one == id.as_str()));
            // Rows of today have ids above 0.
            next -= 1;
            let mut row = FileRow { id: next, ..FileRow::other(path.clone()) };
            let is_code = today(path).is_none_or(|row| row.kind == FileKind::Code);
            if let Some(language) = language.filter(|_| is_code && blob.size <= settings.config.max_file_size)
            {
                row.kind = FileKind::Code;
                row.language = Some(language.as_str().to_owned());
                open.push(path.clone());
            }
            rows.push(row);
        }
        let mut parser = Parser::new();
        let mut parsed = BTreeMap::new();
        for (path, text) in self.texts(&open)? {
            if self.revisions.cancelled.load(Ordering::Relaxed) {
                return Err(Error::new(Code::Cancelled, "the work was cancelled"));
            }
            let Some(language) = detect(&path) else { continue };
            let limits = Limits { cancelled: Some(self.revisions.cancelled), ..Limits::default() };
            let file = parser.parse(language, &path, &text, &limits);
            if let Ok(at) = rows.binary_search_by(|row| row.path.as_str().cmp(&path))
                && let Some(row) = rows.get_mut(at)
            {
                row.generated = file.generated;
                row.tests.clone_from(&file.tests);
                row.annotations.clone_from(&file.annotations);
                row.file_annotations.clone_from(&file.file_annotations);
            }
            parsed.insert(path, file);
        }
        Ok(Files { rows, parsed })
    }

    /// Import lines: of files that are the same, today's, as far as what they lead to was there; of the others, resolved
    /// among the files of the revision.
    fn imports(&self, store: &Store, now: &[FileRow], files: &Files) -> Result<Vec<ImportLine>> {
        let id_of: HashMap<&str, i64> = files.rows.iter().map(|row| (row.path.as_str(), row.id)).collect();
        let path_of: HashMap<i64, &str> = now.iter().map(|row| (row.id, row.path.as_str())).collect();
        let kept: HashSet<i64> = files.rows.iter().filter(|row| row.id > 0).map(|row| row.id).collect();
        let mut lines = Vec::new();
        // Files whose imports lead to what was not there: they led elsewhere, or nowhere.
        let mut astray: BTreeSet<i64> = BTreeSet::new();
        for mut line in store.import_lines()? {
            if !kept.contains(&line.file) {
                continue;
            }
            if let Some(target) = line.target {
                let Some(id) = path_of.get(&target).and_then(|path| id_of.get(path)) else {
                    astray.insert(line.file);
                    continue;
                };
                line.target = Some(*id);
            }
            lines.push(line);
        }
        if files.parsed.is_empty() && astray.is_empty() {
            return Ok(lines);
        }
        let paths: Vec<String> = files.rows.iter().map(|row| row.path.clone()).collect();
        let changed = self.changed_manifests(&paths)?;
        let root = self.revisions.root;
        let shared = paths.iter().map(|path| path.as_str().into()).collect();
        let languages: Vec<LanguageId> =
            LanguageId::ALL.iter().copied().filter(|language| declares_names(*language)).collect();
        let mut known = store.state().declared(&languages)?;
        known.retain(|path, _| self.is_unchanged(path));
        known.extend(files.parsed.iter().map(|(path, file)| (path.clone(), file.declared.clone())));
        let resolver = ImportResolver::new(shared, known, threads(), |path| {
            if self.is_unchanged(path) { read_input(root, path) } else { changed.get(path).cloned() }
        })
        .with_links(store.links()?);
        lines.retain(|line| !astray.contains(&line.file));
        for file in &astray {
            let Some(path) = path_of.get(file) else { continue };
            let Some(language) = detect(path) else { continue };
            let rows = store.state().imports_of(path)?;
            // A statement has a row for each of its targets.
            let mut last = None;
            for row in rows {
                if last == Some(row.seq) {
                    continue;
                }
                last = Some(row.seq);
                resolved(&resolver, (*file, path, language.id), &row.import, &id_of, &mut lines);
            }
        }
        for (path, file) in &files.parsed {
            let (Some(id), Some(language)) = (id_of.get(path.as_str()), detect(path)) else { continue };
            for import in &file.imports {
                resolved(&resolver, (*id, path, language.id), import, &id_of, &mut lines);
            }
        }
        Ok(lines)
    }

    /// Symbols and documents of nodes: today's, without those of files that changed, with those that these files had.
    fn count(
        &self,
        store: &Store,
        facts: &mut Facts,
        today: &Facts,
        nodes: &[NodeRow],
        files: &Files,
    ) -> Result<()> {
        let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let mut counts: HashMap<String, i64> =
            today.nodes.iter().map(|node| (node.ref_id.clone(), whole(node.symbols))).collect();
        let now: HashMap<String, u64> = store.file_symbol_counts()?.into_iter().collect();
        for file in today.files.iter().filter(|file| !self.is_unchanged(&file.path)) {
            let had = whole(now.get(&file.path).copied().unwrap_or(0));
            for owner in &file.owners {
                if let Some(count) =
                    today.nodes.get(*owner as usize).and_then(|node| counts.get_mut(&node.ref_id))
                {
                    *count -= had;
                }
            }
        }
        let owners = Owners::new(nodes);
        for (path, file) in &files.parsed {
            for symbol in &file.symbols {
                let named = owners.annotated(&symbol.annotations);
                let of_source = owners.by_source(path).filter(|_| named.is_empty());
                for id in named.into_iter().chain(of_source) {
                    *counts.entry(id.to_owned()).or_default() += 1;
                }
            }
        }
        let stubs: HashSet<String> =
            store.node_documents()?.into_iter().filter(|one| one.stub).map(|one| one.path).collect();
        let documented: HashSet<&str> =
            today.nodes.iter().filter(|node| node.documented).map(|node| node.ref_id.as_str()).collect();
        let named: HashMap<&str, &NodeRow> = nodes.iter().map(|node| (node.ref_id.as_str(), node)).collect();
        for node in &mut facts.nodes {
            let count = counts.get(&node.ref_id).copied().unwrap_or(0);
            node.symbols = u64::try_from(count).unwrap_or(0);
            let has = |doc: &String| self.has(doc) && !(stubs.contains(doc) && self.is_unchanged(doc));
            node.documented = match named.get(node.ref_id.as_str()) {
                Some(row) if !row.docs.is_empty() => row.docs.iter().any(has),
                _ => documented.contains(node.ref_id.as_str()),
            };
        }
        Ok(())
    }
}

/// Adds the lines of one import statement.
fn resolved(
    resolver: &ImportResolver,
    (file, path, language): (i64, &str, LanguageId),
    import: &beadloom_model::ImportFacts,
    ids: &HashMap<&str, i64>,
    lines: &mut Vec<ImportLine>,
) {
    for target in resolver.resolve(language, path, import) {
        let place = target.path.as_deref();
        lines.push(ImportLine {
            file,
            line: import.line,
            specifier: import.specifier.clone(),
            target: place.and_then(|path| ids.get(path).copied()),
            folder: place.filter(|path| path.ends_with('/')).map(str::to_owned),
            package: target.package,
            kind: import.kind,
            local: import.local,
        });
    }
}

/// Gives nodes, and the ends of edges, the ids that they have today.
fn rename(nodes: &mut [NodeRow], edges: &mut [EdgeRow], changes: &GraphChanges<'_>) {
    if changes.renamed.is_empty() {
        return;
    }
    for node in nodes.iter_mut() {
        node.ref_id = changes.later_id(&node.ref_id).to_owned();
    }
    nodes.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
    for edge in edges {
        edge.src = changes.later_id(&edge.src).to_owned();
        edge.dst = changes.later_id(&edge.dst).to_owned();
    }
}

/// Between which paths imports lead.
fn pairs(files: &[FileRow], imports: &[ImportLine]) -> Vec<ImportPair> {
    let paths: HashMap<i64, Arc<str>> = files.iter().map(|row| (row.id, row.path.as_str().into())).collect();
    let tests: HashMap<i64, &[(u32, u32)]> =
        files.iter().filter(|row| !row.tests.is_empty()).map(|row| (row.id, row.tests.as_slice())).collect();
    imports
        .iter()
        .filter(|line| !tests.get(&line.file).is_some_and(|lines| is_in_tests(lines, line.line)))
        .filter_map(|line| {
            let to = match (line.target, &line.folder) {
                (Some(target), _) => Arc::clone(paths.get(&target)?),
                (None, Some(folder)) => folder.as_str().into(),
                (None, None) => return None,
            };
            let weak = line.local || line.kind == ImportKind::Type;
            let statement = line.folder.is_some().then_some(line.line);
            Some(ImportPair { from: Arc::clone(paths.get(&line.file)?), to, weak, statement })
        })
        .collect()
}
