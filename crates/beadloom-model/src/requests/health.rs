//! How project, index and machine are, and whether the architecture keeps its rules.

use serde::Deserialize;

use super::{ReceiptLimit, RefreshMode, Reported};

choices! {
    /// What a lint does with the file of known findings.
    pub enum BaselineAction {
        /// Lists what is found now.
        Write = "write",
        /// Takes out what is no longer found.
        Prune = "prune",
    }

    /// Which violations a lint shows.
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
    pub struct ReindexRequest = "reindex" {
        /// read and parse every file again
        pub full: bool,
    }

    /// What the index contains and how well the project is documented.
    pub struct StatusRequest = "status" [
        relayed(), starts_daemon(), command("status"), tool("get_index_status"),
    ] {
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What was asked and sent, and what was opened afterwards.
    pub struct ReceiptsRequest = "receipts" {
        /// only from this time on, or this long back: `2026-01-31`, `2026-01-31T12:00:00Z`, `30m`, `8h`, `7d`, `2w`
        pub since: Option<String> [value("when")],
        /// only of this session: its id in the program, or the beginning of the id that receipts show
        pub session: Option<String> [value("id")],
        /// answers that are listed
        pub limit: ReceiptLimit [default(10), value("n")],
        /// delete all receipts of the project
        pub forget: bool,
    }

    /// What the architecture owes, in one figure with its parts.
    pub struct DebtRequest = "debt" [relayed()] {
        /// a condition on the figures, such as `debt > 20` or `rules >= 3 or untested > 5`
        pub fail_if: Option<String> [value("condition")],
        /// also the figures of all snapshots
        pub trend: bool,
        /// names of the files of snapshots; no trend without
        pub snapshots: Option<Vec<String>> [internal()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What is wrong with project, index and machine, and how to mend it.
    pub struct DoctorRequest = "doctor" {
        /// make safe repairs
        pub fix: bool,
        /// what the shell mended already, one sentence each
        pub fixed: Vec<String> [internal()],
        /// lines that `.gitignore` lacks
        pub missing_ignore_lines: Vec<String> [internal()],
        /// what is wrong in the files of agents' programs, by check: whoever writes those files knows their forms
        pub agents: Reported<AgentsFinding> [internal()],
        /// hooks that have a block of ours
        pub hooks: Reported<HookState> [internal()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What a pipeline checks, under one verdict.
    pub struct CiRequest = "ci" {
        /// report only what is new since this revision
        pub base: Option<String> [value("rev")],
    }

    /// What breaks the project's architecture rules.
    pub struct LintRequest = "lint" [relayed(), command("lint"), tool("check_architecture"), graph()] {
        /// which violations count
        pub severity: SeverityFilter [default("all"), value("which")],
        /// write today's violations into the baseline, from then on known, or prune it of what is fixed
        pub baseline: Option<BaselineAction> [value("how")],
        /// count the violations that the baseline knows, too
        pub ignore_baseline: bool,
        /// also list the violations that the baseline knows
        pub known: bool,
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What one architecture rule demands, and what it matches.
    pub struct ExplainRuleRequest = "explainRule" [relayed()] {
        /// the name of the rule
        pub rule: String [argument()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// The models that search can compare meaning with.
    pub struct ModelListRequest = "modelList" {}

    /// The same, and what serves a search with this project's settings.
    pub struct ModelStatusRequest = "modelStatus" {}
}

/// Something that is not as it should be in a file that an agent's program reads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentsFinding {
    /// `mcp` or `agents`.
    pub check: String,
    /// Whether it keeps something from working.
    pub broken: bool,
    /// One sentence without a final period.
    pub message: String,
    /// Relative to the root where it is inside.
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
    /// How to mend it.
    pub hint: String,
}

/// A Git hook with a block of ours, as whoever writes hooks found it.
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
