//! What an agent is given.

use super::{Budget, Depth, MaxChunks, MaxNodes};

choices! {
    /// How the index is refreshed before an answer.
    pub enum RefreshMode {
        /// Refresh for at most two seconds.
        Auto = "auto",
        /// Refresh as the MCP settings say.
        Mcp = "mcp",
        /// Skip: another call is already refreshing.
        Last = "last",
        /// Skip: the answer says how outdated it is.
        Compare = "compare",
        /// Skip, without checking the files.
        Off = "off",
    }

    /// How a text for agents is rendered.
    pub enum TextFormat {
        /// JSON, as `docs/schema/` says.
        Json = "json",
        /// Markdown.
        Markdown = "markdown",
    }

    /// What an answer names for the next step.
    pub enum Hints {
        /// Commands of the shell.
        Commands = "commands",
        /// Tools of the MCP server.
        Tools = "tools",
    }
}

requests! {
    /// Describes parts, files, symbols or tickets and their surroundings.
    pub struct ContextRequest = "context" [
        relayed(), starts_daemon(), receipts(), command("ctx"), tool("explore_codebase"),
    ] {
        /// ref_id of a node, path, name of a symbol, or ticket key from commits
        pub refs: Vec<String> [argument(), place(), value("ref")],
        /// steps along edges
        pub depth: Option<Depth> [setting("context.default_depth"), value("n")],
        /// maximum nodes
        pub max_nodes: Option<MaxNodes> [setting("context.max_nodes"), value("n")],
        /// maximum sections of documents
        pub max_chunks: Option<MaxChunks> [setting("context.max_chunks"), value("n")],
        /// maximum tokens of the answer
        pub budget: Option<Budget> [setting("context.budget"), also("with a task 2500"), value("tokens")],
        /// bypass the cache; answers to tasks always do
        pub force: bool [library()],
        /// format of the answer
        pub format: TextFormat [internal(), default("json")],
        /// whether hints name commands or tools
        pub hints: Hints [internal(), default("commands")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Returns the code for a task.
    pub struct TaskRequest = "task" [
        relayed(), starts_daemon(), receipts(), command("ctx --task"), tool("explore_codebase"),
    ] {
        /// the change to make, in words; prints the code for it
        pub task: String [value("text")],
        /// only within these: ref_id of a node, path, name of a symbol
        pub refs: Vec<String> [argument(), place(), value("ref"), otherwise("the whole project")],
        /// maximum nodes
        pub max_nodes: Option<MaxNodes> [setting("context.max_nodes"), value("n")],
        /// maximum sections of documents
        pub max_chunks: Option<MaxChunks> [setting("context.max_chunks"), value("n")],
        /// maximum tokens of the answer
        pub budget: Option<Budget> [otherwise("2500, or the setting context.budget where that is less"), value("tokens")],
        /// with a task: leave out code that this session received in the last 24 hours
        pub session: Option<String> [value("name")],
        /// format of the answer
        pub format: TextFormat [internal(), default("json")],
        /// whether hints name commands or tools
        pub hints: Hints [internal(), default("commands")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Names the one file to read next for a task.
    pub struct NextFileRequest = "nextFile" [
        method(), relayed(), starts_daemon(), receipts(), command("next-file"), tool("next_file"), code(),
    ] {
        /// the change to make, in any words
        pub task: String [argument()],
        /// globs of files to leave out; may be repeated
        pub exclude: Vec<String> [place(), value("glob")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Writes a page that describes the project to an agent.
    pub struct OverviewRequest = "overview" [relayed(), receipts(), command("generate-context")] {
        /// maximum tokens of the page
        pub budget: Budget [default(4_000), value("tokens")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Returns the overview for the start of a session.
    pub struct PrimeRequest = "prime" [
        method(), relayed(), receipts(), command("prime"), tool("codebase_overview"),
    ] {
        /// format of the answer
        pub format: TextFormat [internal(), default("json")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }
}
