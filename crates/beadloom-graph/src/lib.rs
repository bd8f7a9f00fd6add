//! The project's YAML: graph and configuration. Ownership, traversal and bootstrap, as pure functions.
//!
//! Text in, values and diagnostics out; nothing here touches a file.
//!
//! `yaml` reads graph files within bounds and keeps the place of every value; `external` makes a node of each end of an edge that is in
//! another repository; `assemble` puts files together and finds what only all of them can show; `ownership` says which node owns a path;
//! `compare` says what differs between two graphs; `bootstrap::plan` drafts a graph from facts, `import::plan` from documents; `config`
//! has every setting once, in `SETTINGS`.

mod assemble;
pub mod bootstrap;
mod codeowners;
mod compare;
pub mod config;
mod declared;
pub mod external;
pub mod import;
mod ownership;
pub mod paths;
mod pattern;
pub mod suggest;
mod test_paths;
pub mod traverse;
pub mod yaml;

pub use assemble::assemble;
pub use codeowners::{CodeOwners, OWNERS_FILES};
pub use compare::{GraphChanges, compare};
pub use config::{Config, Switch, read_config, settings_markdown};
pub use declared::{Graph, GraphEdge, GraphNode};
pub use ownership::Ownership;
pub use pattern::{PathPattern, PatternError};
pub use test_paths::{is_test, is_test_folder};
pub use yaml::{is_graph_file, read_graph_file};
