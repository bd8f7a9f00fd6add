//! How project, index and machine are, and whether the architecture keeps its rules.

use serde::Deserialize;

use super::{ReceiptLimit, RefreshMode, Reported};

choices! {
    /// What lint does with the baseline.
    pub enum BaselineAction {
        /// Writes the current violations.
        Write = "write",
        /// Removes fixed violations.
        Prune = "prune",
    }

    /// The violations that lint shows.
    pub enum SeverityFilter {
        /// Each.
        All = "all",
        /// Errors.
        Error = "error",
        /// Warnings.
        Warn = "warn",
    }
}

requests! {
    /// Brings the index up to date.
    pub struct ReindexRequest = "reindex" [method()] {
        /// read and parse every file again
        pub full: bool,
    }

    /// Returns the content of the index and the documentation coverage.
    pub struct StatusRequest = "status" [
        method(), relayed(), starts_daemon(), command("status"), tool("get_index_status"),
    ] {
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists questions and answers, and the files opened afterwards.
    pub struct ReceiptsRequest = "receipts" [method()] {
        /// only from this time on, or this long back: `2026-01-31`, `2026-01-31T12:00:00Z`, `30m`, `8h`, `7d`, `2w`
        pub since: Option<String> [value("when")],
        /// only of this session: its id in the program, or the beginning of the id that receipts show
        pub session: Option<String> [value("id")],
        /// maximum answers to list
        pub limit: ReceiptLimit [default(10), value("n")],
        /// delete all receipts of the project
        pub forget: bool,
    }

    /// Returns the architecture debt as one figure with its parts.
    pub struct DebtRequest = "debt" [relayed()] {
        /// a condition on the figures, such as `debt > 20` or `rules >= 3 or untested > 5`
        pub fail_if: Option<String> [value("condition")],
        /// also the figures of all snapshots
        pub trend: bool,
        /// names of the files of snapshots; without them no trend
        pub snapshots: Option<Vec<String>> [internal()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Finds problems of project, index and machine, with a hint for each.
    pub struct DoctorRequest = "doctor" {
        /// make safe repairs
        pub fix: bool,
        /// repairs that the shell already made, one sentence each
        pub fixed: Vec<String> [internal()],
        /// missing lines of `.gitignore`
        pub missing_ignore_lines: Vec<String> [internal()],
        /// problems in the files of agents' programs, by check; only the shell, which writes those files, knows their forms
        pub agents: Reported<AgentsFinding> [internal()],
        /// hooks with a block of beadloom
        pub hooks: Reported<HookState> [internal()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Runs the checks of a pipeline, with one verdict.
    pub struct CiRequest = "ci" {
        /// report only findings that are new since this revision
        pub base: Option<String> [value("rev")],
    }

    /// Lists violations of the project's architecture rules.
    pub struct LintRequest = "lint" [relayed(), command("lint"), tool("check_architecture"), graph()] {
        /// which violations count
        pub severity: SeverityFilter [default("all"), value("which")],
        /// write today's violations into the baseline, or prune fixed ones from it
        pub baseline: Option<BaselineAction> [value("how")],
        /// also count violations that the baseline knows
        pub ignore_baseline: bool,
        /// also list violations that the baseline knows
        pub known: bool,
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Explains one architecture rule and its matches.
    pub struct ExplainRuleRequest = "explainRule" [relayed()] {
        /// the name of the rule
        pub rule: String [argument()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists the models for search by meaning.
    pub struct ModelListRequest = "modelList" [method()] {}

    /// Lists the models, and the one that serves this project's searches.
    pub struct ModelStatusRequest = "modelStatus" [method()] {}
}

/// A problem in a file that an agent's program reads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentsFinding {
    /// `mcp` or `agents`.
    pub check: String,
    /// Whether it breaks something.
    pub broken: bool,
    /// One sentence without a final period.
    pub message: String,
    /// Relative to the root if inside it.
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
    /// How to fix it.
    pub hint: String,
}

/// A Git hook with a block of beadloom, as the shell found it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HookState {
    /// `pre-commit` or `pre-push`.
    pub hook: String,
    /// As it is shown.
    pub path: String,
    /// `well`, `outdated` (another version wrote the block), `gone` (what the block calls is not there), `outside` (either, and
    /// the hook lies outside of the repository), `not_executable` (Git passes it over) or `unused` (Git, or who runs its hooks,
    /// looks elsewhere).
    pub state: String,
}
