use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Diagnostic;
use crate::answers::{ContractField, Protocol, Role};

/// Where something stands in a file; 1-based, column in characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in characters.
    pub column: u32,
}

/// A node as a graph file declares it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeSpec {
    /// Unique in the project.
    pub ref_id: String,
    /// One of [`crate::kinds::NODE_KINDS`] or declared under `kinds:`.
    pub kind: String,
    /// One sentence; may be empty.
    pub summary: String,
    /// Normalised and relative to the root: a folder ends with `/`, a file does not, `""` owns nothing.
    pub source: Option<String>,
    /// Documents, normalised and relative to the root, in the order given, each with its place.
    pub docs: Vec<(String, Place)>,
    /// In the order given.
    pub tags: Vec<String>,
    /// Every other key, as written; `contracts` too.
    pub extra: Map<String, Value>,
    /// What it says under `contracts`, in the order given; without what could not be read.
    #[serde(default)]
    pub contracts: Vec<ContractSpec>,
    /// Where the node stands: its ref_id.
    pub place: Place,
    /// Where its `kind` stands.
    pub kind_place: Place,
    /// Where its `source` stands, if it has one.
    pub source_place: Option<Place>,
}

/// A side of a contract as a node declares it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContractSpec {
    /// What is talked.
    pub protocol: Protocol,
    /// Which side.
    pub role: Role,
    /// What both sides call it.
    pub name: String,
    /// A file of the project, relative to the root, or `sha256:` and 64 hex digits.
    pub schema: Option<String>,
    /// Whether the other side is outside of all repositories.
    pub external: bool,
    /// What is offered or used, in the order given.
    pub fields: Vec<ContractField>,
    /// Where it stands: its `name`.
    pub place: Place,
}

/// An edge as a graph file declares it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EdgeSpec {
    /// From.
    pub src: String,
    /// To.
    pub dst: String,
    /// One of [`crate::kinds::EDGE_KINDS`] or declared under `kinds:`.
    pub kind: String,
    /// Every other key, as written.
    pub extra: Map<String, Value>,
    /// Where the edge stands.
    pub place: Place,
    /// Where its `src` stands.
    pub src_place: Place,
    /// Where its `dst` stands.
    pub dst_place: Place,
    /// Where its `kind` stands.
    pub kind_place: Place,
}

/// One graph file, read alone: what it declares and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphFile {
    /// Relative to the root.
    pub path: String,
    /// In file order.
    pub nodes: Vec<NodeSpec>,
    /// In file order.
    pub edges: Vec<EdgeSpec>,
    /// Node kinds declared under `kinds.nodes`.
    pub node_kinds: Vec<String>,
    /// Edge kinds declared under `kinds.edges`.
    pub edge_kinds: Vec<String>,
    /// Findings of this file alone. What needs the other files (duplicates, endpoints, kinds) comes when
    /// the files are put together.
    pub diagnostics: Vec<Diagnostic>,
}
