//! YAML with places: trees and typed fields for whoever reads a file of the project's, and graph files, text in, nodes
//! and edges out.

mod contracts;
mod fields;
mod graph_file;
mod others;
mod tree;

pub use fields::{Fields, sorted};
pub use graph_file::{is_graph_file, read_graph_file};
pub use tree::{Node, Tree, Value, place, shortened};
