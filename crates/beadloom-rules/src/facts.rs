//! What rules are evaluated on.

use beadloom_model::ImportKind;

/// A project as far as rules look at it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// By ref_id, each once.
    pub nodes: Vec<NodeFact>,
    /// By the ref_ids of both ends, then kind, each once.
    pub edges: Vec<EdgeFact>,
    /// Code files, by path, each once.
    pub files: Vec<FileFact>,
    /// By file, then line.
    pub imports: Vec<ImportFact>,
    /// The kinds that a node may have.
    pub node_kinds: Vec<String>,
    /// The kinds that an edge may have.
    pub edge_kinds: Vec<String>,
}

/// A node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NodeFact {
    /// Unique.
    pub ref_id: String,
    /// Node kind.
    pub kind: String,
    /// A folder (ends with `/`), a file, or empty.
    pub source: String,
    /// In any order.
    pub tags: Vec<String>,
    /// The graph file that declares it; None where it is derived.
    pub path: Option<String>,
    /// 1-based.
    pub line: Option<u32>,
    /// Symbols that belong to it.
    pub symbols: u64,
    /// Whether a document that somebody wrote tells of it.
    pub documented: bool,
}

/// An edge.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeFact {
    /// Index of the node that it leads from.
    pub src: u32,
    /// Index of the node that it leads to.
    pub dst: u32,
    /// Edge kind.
    pub kind: String,
    /// Whether the graph states it; otherwise it was found by imports or annotations.
    pub declared: bool,
    /// Whether imports lead along it.
    pub imports: bool,
    /// The graph file that declares it.
    pub path: Option<String>,
    /// 1-based.
    pub line: Option<u32>,
}

/// A code file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FileFact {
    /// Relative to the root.
    pub path: String,
    /// Indexes of the nodes that it belongs to, sorted.
    pub owners: Vec<u32>,
    /// Whether one of its symbols belongs to a node by annotation.
    pub annotated: bool,
    /// Whether a person wrote it and it is no test: such a file should belong to a node.
    pub product: bool,
}

/// One import statement, with one of the things that it imports.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportFact {
    /// Index of the file that it stands in.
    pub file: u32,
    /// 1-based.
    pub line: u32,
    /// As it is written.
    pub specifier: String,
    /// What it leads to.
    pub target: Target,
    /// The package that is meant, where that is known.
    pub package: Option<String>,
    /// What the statement does.
    pub kind: ImportKind,
    /// Whether it is taken only when a function runs.
    pub local: bool,
    /// Whether a test imports: by its file, or as one that stands beside other code.
    pub test: bool,
}

/// What an import leads to.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// Index of a code file.
    File(u32),
    /// Something else of the project: a file without code, or a folder, ending in `/`.
    Place {
        /// Relative to the root.
        path: String,
        /// Indexes of the nodes that it belongs to, sorted.
        owners: Vec<u32>,
    },
    /// Outside the project.
    External,
}

/// Nothing is part of dependence that only says where things belong.
pub(crate) const PART_OF: &str = "part_of";

/// What imports say of the nodes at their ends.
pub(crate) const DEPENDS_ON: &str = "depends_on";

impl Facts {
    /// The node with that index.
    pub(crate) fn node(&self, index: u32) -> Option<&NodeFact> {
        self.nodes.get(index as usize)
    }

    /// The ref_id of the node with that index.
    pub(crate) fn id(&self, index: u32) -> &str {
        self.node(index).map_or("", |node| &node.ref_id)
    }

    /// The index of the node of that id.
    pub fn index_of(&self, ref_id: &str) -> Option<u32> {
        let at = self.nodes.binary_search_by(|node| node.ref_id.as_str().cmp(ref_id)).ok()?;
        u32::try_from(at).ok()
    }

    /// The path of the file with that index.
    pub(crate) fn path(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", |file| &file.path)
    }

    /// The nodes that a file belongs to.
    pub(crate) fn owners(&self, file: u32) -> &[u32] {
        self.files.get(file as usize).map_or(&[], |file| &file.owners)
    }

    /// The nodes that an import leads to.
    pub(crate) fn target_owners<'a>(&'a self, import: &'a ImportFact) -> &'a [u32] {
        match &import.target {
            Target::File(file) => self.owners(*file),
            Target::Place { owners, .. } => owners,
            Target::External => &[],
        }
    }

    /// The path that an import leads to, if it stays in the project.
    pub(crate) fn target_path<'a>(&'a self, import: &'a ImportFact) -> Option<&'a str> {
        match &import.target {
            Target::File(file) => Some(self.path(*file)),
            Target::Place { path, .. } => Some(path),
            Target::External => None,
        }
    }
}
