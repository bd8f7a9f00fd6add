//! Answers about the graph, and its nodes and edges as others show them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

answers! {
    /// A node, short.
    pub struct Node {
        /// Unique id.
        pub ref_id: String,
        /// Domain, feature, service, entity, adr or a declared kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
    }

    /// An edge.
    pub struct Edge {
        /// From.
        pub src: String,
        /// To.
        pub dst: String,
        /// part_of, touches_entity, uses, implements, depends_on, touches_code or a declared kind.
        pub kind: String,
    }

    /// `beadloom graph`.
    pub struct GraphAnswer = "graph" {
        /// Always 1.
        pub version: u32,
        /// Whether the graph was derived from the code because none is kept.
        pub derived: bool,
        /// By ref_id; around references in the order in which they were reached.
        pub nodes: Vec<FullNode>,
        /// By src, dst, kind.
        pub edges: Vec<FullEdge>,
        /// `sha256:` and 64 hex digits over nodes and edges: the same while the answer says the same.
        pub etag: String,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A node with all that the graph says of it.
    pub struct FullNode {
        /// Unique id.
        pub ref_id: String,
        /// Domain, feature, service, entity, adr or a declared kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
        /// A folder (ends with `/`), a file, `""` for nothing, or null.
        pub source: Option<String>,
        /// Its documents, by path.
        pub docs: Vec<String>,
        /// Those of them that are behind their code, by path.
        pub stale_docs: Vec<String>,
        /// As written.
        pub tags: Vec<String>,
        /// Every other key, as written.
        pub extra: Map<String, Value>,
    }

    /// An edge with its origin.
    pub struct FullEdge {
        /// From.
        pub src: String,
        /// To.
        pub dst: String,
        /// Kind.
        pub kind: String,
        /// Other keys; `origin` and `count` for edges that were found. Where one node consumes a contract that the other
        /// produces, `contracts` has `{protocol, name}` of each; the `origin` of edges that nothing else says is `contract`.
        pub extra: Map<String, Value>,
    }
}
