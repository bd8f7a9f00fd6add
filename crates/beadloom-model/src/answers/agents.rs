//! The answers of the commands that tell agents' programs about beadloom, and nodes about what concerns them elsewhere.

use serde::{Deserialize, Serialize};

answers! {
    /// `beadloom setup-mcp`.
    pub struct SetupMcpAnswer {
        /// Always 1.
        pub version: u32,
        /// The program that is told: `claude-code`, `cursor`, …
        pub tool: String,
        /// Its file: relative to the root where it is inside, absolute otherwise.
        pub path: String,
        /// `installed`, `updated`, `unchanged`, `removed`, `absent`, or `printed`.
        pub outcome: String,
        /// The program and arguments that start the server.
        pub command: Vec<String>,
        /// With `--print`: what a file of this tool that holds nothing else would say; null otherwise.
        pub content: Option<String>,
    }

    /// `beadloom setup-agents`.
    pub struct SetupAgentsAnswer {
        /// Always 1.
        pub version: u32,
        /// By path.
        pub files: Vec<AgentsFile>,
    }

    /// A file that tells agents how to work on the project.
    pub struct AgentsFile {
        /// Relative to the root.
        pub path: String,
        /// `installed`, `updated`, `unchanged`, `removed` or `absent`.
        pub outcome: String,
    }

    /// `beadloom setup-agents --hooks`.
    pub struct SetupHooksAnswer {
        /// Always 1.
        pub version: u32,
        /// The program that is told: `claude-code`, `cursor`, …
        pub tool: String,
        /// Its file, relative to the root.
        pub path: String,
        /// `installed`, `updated`, `unchanged`, `removed`, `absent`, or `printed`.
        pub outcome: String,
        /// What the program calls the events, in the order in which they are written.
        pub events: Vec<String>,
        /// With `--print`: what a file of this program that holds nothing else would say; null otherwise.
        pub content: Option<String>,
    }

    /// `beadloom link`.
    pub struct LinkAnswer {
        /// Always 1.
        pub version: u32,
        /// The node.
        pub ref_id: String,
        /// The graph file that it stands in, relative to the root.
        pub path: String,
        /// `added`, `updated`, `removed`, `unchanged`, or `listed` where nothing was to change.
        pub outcome: String,
        /// All of the node's links as they are now, in the order of the file.
        pub links: Vec<NodeLink>,
    }

    /// Where something about a node stands elsewhere: a ticket, a pull request, a page.
    pub struct NodeLink {
        /// `http` or `https`.
        pub url: String,
        /// What it is; empty where nobody said.
        pub label: String,
    }
}
