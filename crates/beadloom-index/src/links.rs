//! Who owns what: files and symbols by annotation or source, edges that imports and annotations make.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use beadloom_graph::{Ownership, is_test};
use beadloom_model::{Annotations, EdgeOrigin};
use beadloom_store::{EdgeRow, FileKind, FileRow, ImportPair, NodeRow};
use serde_json::{Map, Value, json};

use crate::plan::imports_packages;

/// The nodes of a graph as owners.
pub struct Owners<'a> {
    ids: HashSet<&'a str>,
    entities: HashSet<&'a str>,
    /// The entities that stand in packages which are imported as a whole, by their folders; these end in `/`.
    in_packages: HashMap<&'a str, &'a str>,
    by_source: Ownership,
}

impl<'a> Owners<'a> {
    /// `nodes` in any order.
    pub fn new(nodes: &'a [NodeRow]) -> Self {
        let sources = nodes.iter().filter_map(|node| Some((node.ref_id.as_str(), node.source.as_deref()?)));
        let is_entity = |node: &&NodeRow| node.kind == ENTITY;
        Self {
            ids: nodes.iter().map(|node| node.ref_id.as_str()).collect(),
            entities: nodes.iter().filter(is_entity).map(|node| node.ref_id.as_str()).collect(),
            in_packages: nodes
                .iter()
                .filter(is_entity)
                .filter_map(|node| {
                    let source = node.source.as_deref().filter(|source| imports_packages(source))?;
                    Some((source.get(..=source.rfind('/')?)?, node.ref_id.as_str()))
                })
                .collect(),
            by_source: Ownership::new(sources),
        }
    }

    /// Whether a node has this id.
    pub fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// The kind of an edge along imports. Entities that use each other depend on each other.
    fn dependence_kind(&self, (src, dst): (&str, &str)) -> &'static str {
        if self.entities.contains(dst) && !self.entities.contains(src) { TOUCHES_ENTITY } else { DEPENDS_ON }
    }

    /// Nodes that annotations name, by id.
    pub fn annotated<'b>(&self, annotations: &'b Annotations) -> BTreeSet<&'b str> {
        annotations.values().flatten().map(String::as_str).filter(|id| self.has(id)).collect()
    }

    /// The node whose source holds the path; a folder ends in `/`.
    pub fn by_source(&self, path: &str) -> Option<&str> {
        match path.strip_suffix('/') {
            // A folder belongs to whoever owns what lies directly in it.
            Some(folder) => self.by_source.owner(&format!("{folder}/.")),
            None => self.by_source.owner(path),
        }
    }
}

/// What nothing stands beside: that a whole imports its part, and the part its whole, says nothing that it does not.
pub const PART_OF: &str = "part_of";

const TOUCHES_CODE: &str = "touches_code";

const DEPENDS_ON: &str = "depends_on";
const IMPLEMENTS: &str = "implements";
const TOUCHES_ENTITY: &str = "touches_entity";
const ENTITY: &str = "entity";

/// What edges are found in.
pub struct Code<'a> {
    /// By path.
    pub files: &'a [FileRow],
    /// By the importing file.
    pub imports: &'a [ImportPair],
    /// Ids of files of which the first has a type that implements an interface of the second.
    pub implementations: &'a [(i64, i64)],
}

/// Adds what nobody declared to the declared `edges`: `depends_on` from imports between the owners of files
/// (`touches_entity` where the imported one is an entity), `implements` where a type of one implements an interface of the
/// other, and `touches_code` from a node that an annotation names to the owner of the file.
///
/// Imports along a declared edge, of whatever kind, are counted on that edge; those against it are an edge of their own.
/// `implements` and `touches_code` stand beside edges of other kinds. Between a whole and its part nothing is added. What
/// tests import is no dependence of what they test.
pub fn add_found_edges(owners: &Owners<'_>, edges: &mut Vec<EdgeRow>, code: &Code<'_>) {
    let Code { files, imports, implementations } = *code;
    let mut of_file: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut touches: BTreeSet<(&str, &str)> = BTreeSet::new();
    for file in files.iter().filter(|file| file.kind == FileKind::Code && file.language.is_some()) {
        let source = owners.by_source(&file.path);
        let named = owners.annotated(&file.file_annotations);
        let whole: Vec<&str> =
            if named.is_empty() { source.into_iter().collect() } else { named.into_iter().collect() };
        if let Some(source) = source {
            let ids = file.annotations.iter().map(|annotation| annotation.value.as_str());
            touches.extend(ids.filter(|id| owners.has(id) && *id != source).map(|id| (id, source)));
        }
        of_file.insert(&file.path, whole);
    }
    let counts = counted_imports(owners, &of_file, imports);
    let implementing = counted_implementations(files, &of_file, implementations);
    for declared in edges.iter_mut().filter(|edge| edge.kind != PART_OF) {
        if let Some(count) = counts.get(&(declared.src.as_str(), declared.dst.as_str())) {
            // What a graph file states stays as it is stated.
            declared.extra.entry("count").or_insert_with(|| json!(count));
        }
    }
    let mut belonging: HashSet<(&str, &str)> = HashSet::new();
    let mut declared: HashSet<(&str, &str)> = HashSet::new();
    let mut touching: HashSet<(&str, &str)> = HashSet::new();
    let mut implemented: HashSet<(&str, &str)> = HashSet::new();
    for edge in edges.iter() {
        let ends = (edge.src.as_str(), edge.dst.as_str());
        match edge.kind.as_str() {
            PART_OF => belonging.extend([ends, (ends.1, ends.0)]),
            TOUCHES_CODE => drop((touching.insert(ends), declared.insert(ends))),
            IMPLEMENTS => drop((implemented.insert(ends), declared.insert(ends))),
            _ => drop(declared.insert(ends)),
        }
    }
    let edge = |(src, dst): (&str, &str), kind: &str, origin, extra: Map<String, Value>| EdgeRow {
        src: src.to_owned(),
        dst: dst.to_owned(),
        kind: kind.to_owned(),
        origin,
        extra,
        path: None,
        line: None,
    };
    let counted = |ends: (&str, &str), kind: &str, count: u64| {
        let mut extra = Map::new();
        extra.insert("origin".to_owned(), json!(EdgeOrigin::Code.as_str()));
        extra.insert("count".to_owned(), json!(count));
        edge(ends, kind, EdgeOrigin::Code, extra)
    };
    let by_import = counts
        .iter()
        .filter(|(ends, _)| !belonging.contains(*ends) && !declared.contains(*ends))
        .map(|(ends, count)| counted(*ends, owners.dependence_kind(*ends), *count));
    let by_implementation = implementing
        .iter()
        .filter(|(ends, _)| !belonging.contains(*ends) && !implemented.contains(*ends))
        .map(|(ends, count)| counted(*ends, IMPLEMENTS, *count));
    let by_annotation =
        touches.iter().filter(|ends| !belonging.contains(*ends) && !touching.contains(*ends)).map(|ends| {
            let mut extra = Map::new();
            extra.insert("origin".to_owned(), json!(EdgeOrigin::Annotation.as_str()));
            edge(*ends, TOUCHES_CODE, EdgeOrigin::Annotation, extra)
        });
    let found: Vec<EdgeRow> = by_import.chain(by_implementation).chain(by_annotation).collect();
    edges.extend(found);
}

/// How many statements of product code import between two nodes.
fn counted_imports<'f>(
    owners: &'f Owners<'_>,
    of_file: &HashMap<&str, Vec<&'f str>>,
    imports: &[ImportPair],
) -> BTreeMap<(&'f str, &'f str), u64> {
    let mut counts: BTreeMap<(&'f str, &'f str), u64> = BTreeMap::new();
    let mut last: Option<(&str, bool)> = None;
    // Statements of the file that were counted for two nodes.
    let mut whole: HashSet<(u32, &str, &str)> = HashSet::new();
    for pair in imports {
        // Pairs of a file follow each other.
        let is_of_test = match last {
            Some((path, known)) if path == &*pair.from => known,
            _ => is_test(&pair.from),
        };
        if last.is_none_or(|(path, _)| path != &*pair.from) {
            whole.clear();
        }
        last = Some((&pair.from, is_of_test));
        if is_of_test {
            continue;
        }
        let Some(from) = of_file.get(&*pair.from) else { continue };
        let package: Vec<&'f str>;
        let to: &[&'f str] = match of_file.get(&*pair.to) {
            Some(owners) => owners,
            None => {
                let entity = owners.in_packages.get(&*pair.to).copied();
                package = owners.by_source(&pair.to).into_iter().chain(entity).collect();
                &package
            }
        };
        for src in from {
            for dst in to.iter().filter(|dst| *dst != src) {
                if pair.statement.is_some_and(|statement| !whole.insert((statement, *src, *dst))) {
                    continue;
                }
                *counts.entry((*src, *dst)).or_default() += 1;
            }
        }
    }
    counts
}

/// How many pairs of files implement between two nodes.
fn counted_implementations<'f>(
    files: &[FileRow],
    of_file: &HashMap<&str, Vec<&'f str>>,
    implementations: &[(i64, i64)],
) -> BTreeMap<(&'f str, &'f str), u64> {
    let mut counts: BTreeMap<(&'f str, &'f str), u64> = BTreeMap::new();
    if implementations.is_empty() {
        return counts;
    }
    let paths: HashMap<i64, &str> = files.iter().map(|file| (file.id, file.path.as_str())).collect();
    for (from, to) in implementations {
        let (Some(path), Some(of)) = (paths.get(from), paths.get(to)) else { continue };
        let (Some(sources), Some(targets)) = (of_file.get(path), of_file.get(of)) else { continue };
        if is_test(path) {
            continue;
        }
        for src in sources {
            for dst in targets.iter().filter(|dst| *dst != src) {
                *counts.entry((*src, *dst)).or_default() += 1;
            }
        }
    }
    counts
}
