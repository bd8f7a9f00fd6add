//! What depends on what in the code.

use super::{Budget, Depth, Hints, Limit, RefreshMode};
use crate::answers::{Certainty, UseKind};

requests! {
    /// Lists dependences and dependents of a node, file or symbol, and the impact of a change.
    pub struct WhyRequest = "why" [
        method(), relayed(), starts_daemon(), receipts(), command("why"), tool("analyze_impact"), graph(),
    ] {
        /// ref_id of a node, path, or name of a symbol (NAME, FILE:NAME, FILE:LINE)
        pub reference: String [name("ref"), argument(), place()],
        /// steps to follow
        pub depth: Depth [default(3), value("n")],
        /// maximum entries of each list; counts include all
        pub limit: Limit [default(30), value("n")],
        /// list its dependences instead
        pub reverse: bool,
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists every reference to a symbol, and the references that it makes.
    pub struct RefsRequest = "refs" [
        method(), relayed(), starts_daemon(), receipts(), command("refs"), tool("find_references"), code(),
    ] {
        /// name of a symbol: qualified, or unique, or FILE:NAME, or FILE:LINE
        pub symbol: String [argument(), place()],
        /// maximum entries of each list; the most certain are kept
        pub limit: Limit [default(100), value("n")],
        /// whether hints name commands or tools
        pub hints: Hints [internal(), default("commands")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
        /// only references of this kind
        pub kind: Option<UseKind> [value("kind")],
        /// minimum confidence
        pub confidence: Certainty [default("ambiguous"), value("least")],
    }

    /// Lists the files related to a file, each with its reasons.
    pub struct RelatedRequest = "related" [
        method(), relayed(), starts_daemon(), receipts(), command("related"), tool("find_related_files"), code(),
    ] {
        /// path of a file, from the root of the project
        pub path: String [argument(), place()],
        /// maximum entries of each list
        pub limit: Limit [default(30), value("n")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Returns the outline of files: signatures without bodies.
    pub struct SignaturesRequest = "signatures" [
        method(), relayed(), starts_daemon(), receipts(), command("signatures"), tool("outline_file"), code(),
    ] {
        /// paths of files, from the root of the project
        pub paths: Vec<String> [argument(), place(), value("file")],
        /// maximum tokens of the answer as JSON
        pub budget: Option<Budget> [setting("context.budget"), value("tokens")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }
}
