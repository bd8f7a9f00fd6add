//! Search, and source as it stands in the files.

use super::{Budget, ContextLines, Hints, Hits, Limit, RefreshMode};

choices! {
    /// The scope of a search.
    pub enum SearchField {
        /// The graph's nodes.
        Nodes = "nodes",
        /// Documents.
        Docs = "docs",
        /// Symbols in the code.
        Code = "code",
        /// All of them.
        All = "all",
    }
}

requests! {
    /// Finds nodes, documents and code for a query, best first.
    pub struct SearchRequest = "search" [
        method(), relayed(), starts_daemon(), receipts(), command("search"), tool("search_code"),
    ] {
        /// words, a name in code, a path or an error message
        pub query: String [argument()],
        /// only this kind of node or symbol, such as domain or class
        pub kind: Option<String> [value("kind")],
        /// where to look
        pub within: SearchField [name("in"), default("all"), value("field")],
        /// only code in this language, such as python
        pub lang: Option<String> [value("language")],
        /// only files that this glob matches, or below this folder
        pub path: Option<String> [place(), value("glob")],
        /// maximum hits
        pub limit: Hits [default(10), value("n")],
        /// every match of a file instead of the best one
        pub all_chunks: bool,
        /// explain the rank of each hit
        pub explain: bool,
        /// whether hints name commands or tools
        pub hints: Hints [internal(), default("commands")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists every line that contains a text or matches a regular expression, in the current files.
    pub struct ExactRequest = "exact" [
        relayed(), starts_daemon(), receipts(), command("search --exact"), tool("grep_code"), code(),
    ] {
        /// the text, or the regular expression
        pub pattern: String [argument()],
        /// whether it is a regular expression
        pub regex: bool [internal()],
        /// ignore upper and lower case
        pub ignore_case: bool,
        /// only files that this glob matches, or below this folder
        pub path: Option<String> [place(), value("glob")],
        /// only files in this language, such as python
        pub lang: Option<String> [value("language")],
        /// only lines in definitions of this kind, such as method
        pub kind: Option<String> [value("kind")],
        /// lines of context
        pub context: ContextLines [default(0), value("n")],
        /// maximum lines
        pub limit: Limit [default(100), value("n")],
        /// whether hints name commands or tools
        pub hints: Hints [internal(), default("commands")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// The source of symbols, lines and files, as it is now.
    pub struct ShowRequest = "show" [
        relayed(), starts_daemon(), receipts(), command("show"), tool("show_code"), code(),
    ] {
        /// name of a symbol, PATH, PATH:LINE, PATH:FROM-TO or PATH:NAME
        pub refs: Vec<String> [argument(), value("ref")],
        /// also print the lines that refer to each definition or file
        pub callers: bool,
        /// maximum tokens of the answer as JSON
        pub budget: Option<Budget> [setting("context.budget"), value("tokens")],
        /// whether hints name commands or tools
        pub hints: Hints [internal(), default("commands")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// How one symbol, file, folder or node reaches another.
    pub struct PathRequest = "path" [
        method(), relayed(), starts_daemon(), receipts(), command("path"), tool("trace_code_path"), code(),
    ] {
        /// name of a symbol, a path or a ref_id
        pub from: String [argument(), place()],
        /// name of a symbol, a path or a ref_id
        pub to: String [argument(), place()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }
}
