//! Graph files: text in, nodes and edges with their places out.

pub(crate) mod fields;
mod graph_file;
pub(crate) mod tree;

pub use graph_file::{is_graph_file, read_graph_file};
