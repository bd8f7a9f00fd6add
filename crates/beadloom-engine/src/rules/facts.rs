//! What rules look at, from the rows of the index.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeSet, HashMap, HashSet};

use beadloom_index::Owners;
use beadloom_model::kinds::{EDGE_KINDS, NODE_KINDS};
use beadloom_model::{EdgeOrigin, GraphFile, ImportKind, Result, is_in_tests};
use beadloom_query::is_test;
use beadloom_rules::{EdgeFact, Facts, FileFact, ImportFact, NodeFact, Target};
use beadloom_store::{EdgeRow, FileKind, FileRow, ImportLine, NodeRow, Store, erase};

/// The project as the index has it.
pub(crate) fn of_index(store: &Store) -> Result<Facts> {
    let mut facts = of_rows(store)?;
    count(store, &mut facts)?;
    Ok(facts)
}

/// The same without symbols and documents of nodes, which few rules ask for and all symbols are read for.
pub(crate) fn of_rows(store: &Store) -> Result<Facts> {
    let mut unfinished = without_imports(store)?;
    unfinished.add_imports(store)?;
    Ok(unfinished.facts)
}

/// The same without imports, which are most of what there is to read.
pub(crate) fn without_imports(store: &Store) -> Result<Unfinished> {
    let state = store.state();
    let (nodes, files) = (state.nodes()?, state.files()?);
    let facts = build(Rows {
        nodes: &nodes,
        edges: &state.edges()?,
        files: &files,
        imports: Vec::new(),
        graph_files: &state.graph_files()?,
    });
    Ok(Unfinished { facts, nodes, files })
}

/// The same of nodes and their kinds alone: what names in rules are compared with.
pub(crate) fn of_nodes(store: &Store) -> Result<Facts> {
    let state = store.state();
    Ok(build(Rows {
        nodes: &state.nodes()?,
        edges: &[],
        files: &[],
        imports: Vec::new(),
        graph_files: &state.graph_files()?,
    }))
}

/// Facts to which imports can be added.
pub(crate) struct Unfinished {
    pub(crate) facts: Facts,
    nodes: Vec<NodeRow>,
    files: Vec<FileRow>,
}

impl Unfinished {
    /// Adds the imports of the index.
    pub(crate) fn add_imports(&mut self, store: &Store) -> Result<()> {
        let mut lines = store.import_lines()?;
        // What names types alone is for types, whether it says so or not.
        erase(&mut lines, &store.erased_imports()?);
        add_imports(&mut self.facts, &Owners::new(&self.nodes), &self.files, lines);
        Ok(())
    }
}

/// Says of each node how many symbols it has and whether it is documented.
pub(crate) fn count(store: &Store, facts: &mut Facts) -> Result<()> {
    let symbols: HashMap<String, u64> =
        store.node_symbol_counts()?.into_iter().map(|one| (one.ref_id, one.symbols)).collect();
    let declared = store.node_documents()?.into_iter().filter(|document| !document.stub);
    let mut documented: HashSet<String> = declared.map(|document| document.ref_id).collect();
    documented.extend(store.linked_documents()?.into_iter().map(|(ref_id, _)| ref_id));
    for node in &mut facts.nodes {
        node.symbols = symbols.get(&node.ref_id).copied().unwrap_or(0);
        node.documented = documented.contains(&node.ref_id);
    }
    Ok(())
}

/// What facts are made of.
pub(crate) struct Rows<'a> {
    /// By id.
    pub(crate) nodes: &'a [NodeRow],
    pub(crate) edges: &'a [EdgeRow],
    /// By path.
    pub(crate) files: &'a [FileRow],
    /// Those of a file in the order of the file.
    pub(crate) imports: Vec<ImportLine>,
    /// For the kinds that they declare.
    pub(crate) graph_files: &'a [GraphFile],
}

/// A project of these rows; what is known of nodes by id alone – symbols, documents – is left empty.
pub(crate) fn build(rows: Rows<'_>) -> Facts {
    let Rows { nodes, edges, files, imports, graph_files } = rows;
    let owners = Owners::new(nodes);
    let mut facts = Facts {
        nodes: nodes.iter().map(node_fact).collect(),
        node_kinds: kinds(NODE_KINDS, graph_files.iter().flat_map(|file| &file.node_kinds)),
        edge_kinds: kinds(EDGE_KINDS, graph_files.iter().flat_map(|file| &file.edge_kinds)),
        ..Facts::default()
    };
    for edge in edges {
        if let (Some(src), Some(dst)) = (facts.index_of(&edge.src), facts.index_of(&edge.dst)) {
            facts.edges.push(EdgeFact {
                src,
                dst,
                kind: edge.kind.clone(),
                declared: edge.origin == EdgeOrigin::Declared,
                imports: edge.extra.contains_key("count"),
                path: edge.path.clone(),
                line: edge.line,
            });
        }
    }
    facts.edges.compact_sort_by(|a, b| (a.src, a.dst, &a.kind).cmp(&(b.src, b.dst, &b.kind)));

    for file in files.iter().filter(|file| is_code(file)) {
        let named = owners.annotated(&file.file_annotations);
        let of_file = if named.is_empty() {
            owner(&owners, &facts, &file.path)
        } else {
            named.into_iter().filter_map(|id| facts.index_of(id)).collect()
        };
        facts.files.push(FileFact {
            owners: of_file,
            annotated: file.annotations.iter().any(|annotation| owners.has(&annotation.value)),
            product: !file.generated && !is_test(&file.path),
            path: file.path.clone(),
        });
    }
    add_imports(&mut facts, &owners, files, imports);
    facts
}

/// Whether a file is among those of the facts.
fn is_code(file: &FileRow) -> bool {
    file.kind == FileKind::Code && file.skipped.is_none()
}

/// The node whose source holds a path.
fn owner(owners: &Owners<'_>, facts: &Facts, path: &str) -> Vec<u32> {
    owners.by_source(path).and_then(|id| facts.index_of(id)).into_iter().collect()
}

/// `files`: those that the facts were made of.
fn add_imports(facts: &mut Facts, owners: &Owners<'_>, files: &[FileRow], imports: Vec<ImportLine>) {
    if imports.is_empty() {
        return;
    }
    // Of each row id: the index among the code files, or the path of something else.
    let mut index: HashMap<i64, u32> = HashMap::new();
    // Of each code file: whether it is a test, and the lines of tests in it.
    let mut tests: Vec<(bool, &[(u32, u32)])> = Vec::new();
    let mut other: HashMap<i64, &str> = HashMap::new();
    for file in files {
        if is_code(file) {
            index.insert(file.id, u32::try_from(index.len()).unwrap_or(u32::MAX));
            tests.push((is_test(&file.path), &file.tests));
        } else {
            other.insert(file.id, &file.path);
        }
    }
    facts.imports.reserve_exact(imports.len());
    for line in imports {
        let Some(&file) = index.get(&line.file) else { continue };
        let place = |path: &str| Target::Place { path: path.to_owned(), owners: owner(owners, facts, path) };
        let target = match (line.target, &line.folder) {
            (Some(target), _) => match (index.get(&target), other.get(&target)) {
                (Some(target), _) => Target::File(*target),
                (None, Some(path)) => place(path),
                (None, None) => Target::External,
            },
            (None, Some(folder)) => place(folder),
            (None, None) => Target::External,
        };
        facts.imports.push(ImportFact {
            file,
            line: line.line,
            specifier: line.specifier,
            target,
            package: line.package,
            kind: line.kind,
            local: line.local,
            test: tests
                .get(file as usize)
                .is_some_and(|(whole, lines)| *whole || is_in_tests(lines, line.line)),
        });
    }
    facts.imports.compact_sort_by_key(|import| (import.file, import.line));
}

/// Of imports that are alike in all but their files, lines and names, the first: enough to tell which rules hold, in a
/// fraction of the memory. What leads out of the project is left out, for nothing there has a node.
pub(super) fn representative_imports(
    store: &Store,
    nodes: &[NodeRow],
    files: &[FileRow],
) -> Result<Vec<ImportLine>> {
    /// The nodes at an end of an import, and whether the file there is one of the product.
    type End<'a> = (Vec<&'a str>, bool);

    let owners = Owners::new(nodes);
    // By row id of the file.
    let mut places: HashMap<i64, End<'_>> = HashMap::new();
    for file in files {
        let named = owners.annotated(&file.file_annotations);
        let of: Vec<&str> = if named.is_empty() {
            owners.by_source(&file.path).into_iter().collect()
        } else {
            named.into_iter().collect()
        };
        places.insert(file.id, (of, !file.generated && !is_test(&file.path)));
    }
    let tests: HashMap<i64, &[(u32, u32)]> = files
        .iter()
        .filter(|file| !file.tests.is_empty())
        .map(|file| (file.id, file.tests.as_slice()))
        .collect();
    let mut seen: HashSet<(End<'_>, End<'_>, ImportKind, [bool; 2])> = HashSet::new();
    let mut found = Vec::new();
    let erased = store.erased_imports()?;
    store.each_import_line(|mut line| {
        erase(std::slice::from_mut(&mut line), &erased);
        let Some(from) = places.get(&line.file).cloned() else { return };
        let to: End<'_> = match (line.target, &line.folder) {
            (Some(target), _) => places.get(&target).cloned().unwrap_or_default(),
            (None, Some(folder)) => (owners.by_source(folder).into_iter().collect(), true),
            (None, None) => return,
        };
        let test = tests.get(&line.file).is_some_and(|lines| is_in_tests(lines, line.line));
        if seen.insert((from, to, line.kind, [line.local, test])) {
            found.push(line);
        }
    })?;
    Ok(found)
}

fn node_fact(row: &NodeRow) -> NodeFact {
    NodeFact {
        ref_id: row.ref_id.clone(),
        kind: row.kind.clone(),
        source: row.source.clone().unwrap_or_default(),
        tags: row.tags.clone(),
        path: row.path.clone(),
        line: row.line,
        symbols: 0,
        documented: false,
    }
}

fn kinds<'a>(built_in: &[&str], declared: impl Iterator<Item = &'a String>) -> Vec<String> {
    let declared: BTreeSet<&str> =
        declared.map(String::as_str).filter(|kind| !built_in.contains(kind)).collect();
    built_in.iter().copied().chain(declared).map(str::to_owned).collect()
}
