//! What an agent is given.

use super::{Budget, Depth, MaxChunks, MaxNodes};

choices! {
    /// How an answer is brought up to date first.
    pub enum RefreshMode {
        /// As far as two seconds reach.
        Auto = "auto",
        /// As the settings for MCP say.
        Mcp = "mcp",
        /// Not, because another call is at it.
        Last = "last",
        /// Not; the answer says how far it is behind.
        Compare = "compare",
        /// Not, and without a look at the files.
        Off = "off",
    }

    /// How a text for agents is rendered.
    pub enum TextFormat {
        /// JSON, as `docs/schema/` says.
        Json = "json",
        /// Markdown.
        Markdown = "markdown",
    }

    /// What an answer names where it says how to go on.
    pub enum Hints {
        /// Commands of the shell.
        Commands = "commands",
        /// Tools of the MCP server.
        Tools = "tools",
    }
}

requests! {
    /// What parts, files, symbols or tickets are and how they fit.
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
        pub budget: Option<Budget> [setting("context.budget"), also("with a task 2000"), value("tokens")],
        /// put it together anew, though the same was answered before; an answer to a task always is
        pub force: bool [library()],
        /// rendering
        pub format: TextFormat [internal(), default("json")],
        /// what hints name
        pub hints: Hints [internal(), default("commands")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// The code that a task needs.
    pub struct TaskRequest = "task" [
        relayed(), starts_daemon(), receipts(), command("ctx --task"), tool("explore_codebase"),
    ] {
        /// what is to be done, in words; the answer is the code that it needs
        pub task: String [value("text")],
        /// only what these mean: ref_id of a node, path, name of a symbol
        pub refs: Vec<String> [argument(), place(), value("ref"), otherwise("the whole project")],
        /// maximum nodes
        pub max_nodes: Option<MaxNodes> [setting("context.max_nodes"), value("n")],
        /// maximum sections of documents
        pub max_chunks: Option<MaxChunks> [setting("context.max_chunks"), value("n")],
        /// maximum tokens of the answer
        pub budget: Option<Budget> [otherwise("2000, or the setting context.budget where that is less"), value("tokens")],
        /// with a task: leave out what this session was given in the last 24 hours
        pub session: Option<String> [value("name")],
        /// rendering
        pub format: TextFormat [internal(), default("json")],
        /// what hints name
        pub hints: Hints [internal(), default("commands")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// The one file to read next for a task.
    pub struct NextFileRequest = "nextFile" [
        relayed(), starts_daemon(), receipts(), command("next-file"), tool("next_file"), code(),
    ] {
        /// what is to be done, in any words
        pub task: String [argument()],
        /// globs of files to leave out; may be repeated
        pub exclude: Vec<String> [place(), value("glob")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// A page that tells an agent what the project is.
    pub struct OverviewRequest = "overview" [relayed(), receipts(), command("generate-context")] {
        /// maximum tokens of the page
        pub budget: Budget [default(4_000), value("tokens")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What an agent needs to know when a session starts.
    pub struct PrimeRequest = "prime" [
        relayed(), receipts(), command("prime"), tool("codebase_overview"),
    ] {
        /// rendering
        pub format: TextFormat [internal(), default("json")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }
}
