//! The answers of the commands that tell agents' programs about beadloom, and nodes about what concerns them elsewhere.

use serde::{Deserialize, Serialize};

answers! {
    /// `beadloom setup-mcp`.
    pub struct SetupMcpAnswer = "setup-mcp" {
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
        /// With `--gateway`: what became of the servers that the file names; null otherwise.
        pub gateway: Option<GatewayMove>,
    }

    /// The servers of a program that went behind the gateway, or came back.
    pub struct GatewayMove {
        /// The configuration of the gateway, shown like `path`.
        pub config: String,
        /// In the order of the file.
        pub servers: Vec<MovedServer>,
        /// Names of the private file's values that stand for secrets in the configuration, sorted; the values stand in `secrets.json` in the
        /// folder `gateway` beside the configuration.
        pub secrets: Vec<String>,
    }

    /// A server of a program.
    pub struct MovedServer {
        /// What the program's file calls it.
        pub name: String,
        /// What the gateway calls it.
        pub server: String,
        /// `moved`, `restored`, or `kept` where it stays in the file of the program.
        pub outcome: String,
        /// Why it was kept; null otherwise.
        pub reason: Option<String>,
    }

    /// `beadloom setup-agents`.
    pub struct SetupAgentsAnswer = "setup-agents" {
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

    /// `beadloom uninstall`.
    pub struct UninstallAnswer = "uninstall" {
        /// Always 1.
        pub version: u32,
        /// Whether nothing was changed, and `removed` means what would be.
        pub dry_run: bool,
        /// What beadloom wrote and found there now, in the order in which it goes.
        pub items: Vec<UninstallItem>,
        /// How many were removed.
        pub removed: u32,
        /// How many stay because a person changed them, or because nobody asked for them to go.
        pub kept: u32,
        /// How many could not be removed.
        pub refused: u32,
    }

    /// A file or folder that beadloom wrote, or wrote into.
    pub struct UninstallItem {
        /// `mcp` (a server's entry), `agents` (a block or hooks of `setup-agents`), `git_hooks`, `git_files` (lines of `.gitignore` and
        /// `.gitattributes`), `documents` (stub documents), `daemon` (its log), `index` (files that are derived), `receipts`, `gateway_data` (what the
        /// gateway learned and approved), `memories` (the private ones of this project), `graph` (the rest of `.beadloom/`), `cache` (the
        /// folder of this user for what can be made anew), `logins` (at servers behind the gateway) or `keys` (what memories, indexes and
        /// gateways are sealed with).
        pub what: String,
        /// Relative to the root where it is inside, absolute otherwise. A folder ends in `/`.
        pub path: String,
        /// `removed`, `kept` or `refused`.
        pub outcome: String,
        /// Why it was kept or refused; null where it was removed.
        pub reason: Option<String>,
        /// The code of the error where it was refused; null otherwise.
        pub code: Option<String>,
        /// 1-based, where the error has a place; null otherwise.
        pub line: Option<u32>,
        /// 1-based, where the error has a place; null otherwise.
        pub column: Option<u32>,
        /// What to do about it; null where there is nothing to do.
        pub hint: Option<String>,
    }

    /// `beadloom setup-agents --hooks`.
    pub struct SetupHooksAnswer = "setup-hooks" {
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
    pub struct LinkAnswer = "link" {
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
