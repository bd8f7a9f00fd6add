//! Answers about architecture rules: `lint` and `rules explain`.

use serde::{Deserialize, Serialize};

crate::named! {
    /// How much a broken rule matters.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum Severity {
        /// Ends `lint --strict` with 2.
        Error = "error",
        /// Ends `lint --fail-on-warn` with 2.
        Warn = "warn",
    }
}

answers! {
    /// `beadloom lint`.
    pub struct LintAnswer = "lint" {
        /// Always 1.
        pub version: u32,
        /// Those that the baseline does not know, by file, line, rule, from, to, message; those without a file last.
        pub violations: Vec<Violation>,
        /// Counts of `violations`, and of the rules.
        pub summary: LintSummary,
        /// The rules file, relative to the root; null where there is none.
        pub rules_path: Option<String>,
        /// What the baseline says; null where there is none, or where it is ignored.
        pub baseline: Option<LintBaseline>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// Known findings, and what became of them.
    pub struct LintBaseline {
        /// Its file, relative to the root.
        pub path: String,
        /// Violations that it knows, of the asked severity.
        pub known: u64,
        /// These violations, where they were asked for, in the order of `violations`; else empty.
        pub known_violations: Vec<Violation>,
        /// What it lists and is no longer found, in the order of the file; `prune` and `write` have taken it out.
        pub fixed: Vec<KnownFinding>,
        /// What `write` has added, in the order of the file.
        pub added: Vec<KnownFinding>,
        /// Whether the file was written.
        pub written: bool,
    }

    /// A finding of the baseline, told apart by content and not by line.
    pub struct KnownFinding {
        /// Name of the rule.
        pub rule: String,
        /// As in a violation.
        pub rule_type: String,
        /// The file of an import, or the file that belongs to no node; null for what stands in the graph, and for a cycle.
        pub file_path: Option<String>,
        /// What is imported, as it is written.
        pub specifier: Option<String>,
        /// The node that breaks the rule.
        pub from_ref_id: Option<String>,
        /// The node that the import or edge leads to.
        pub to_ref_id: Option<String>,
        /// Of a cycle, its nodes or files, sorted. Else empty.
        pub members: Vec<String>,
        /// How many findings like this.
        pub count: u64,
        /// Its line in the baseline as it was read, 1-based; null where it was added.
        pub line_number: Option<u32>,
    }

    /// Counts of a lint.
    pub struct LintSummary {
        /// Violations of severity `error`.
        pub errors: u64,
        /// Violations of severity `warn`.
        pub warnings: u64,
        /// Rules in the file.
        pub rules_evaluated: u64,
    }

    /// A place that breaks a rule.
    pub struct Violation {
        /// Name of the rule.
        pub rule: String,
        /// Of the rule; `warn` for `rule_never_matches`.
        pub severity: Severity,
        /// The key of the rule's body, such as `deny`; `rule_never_matches` for a rule that can match nothing, whose place
        /// is that in the rules file.
        pub rule_type: String,
        /// The file that breaks it, or the graph file that declares the node or edge; null where the graph is derived.
        pub file_path: Option<String>,
        /// 1-based.
        pub line_number: Option<u32>,
        /// The node that breaks it; of an import or edge, the node that it leads from.
        pub from_ref_id: Option<String>,
        /// The node that the import or edge leads to.
        pub to_ref_id: Option<String>,
        /// What is imported, as it is written; null where it is no import.
        pub specifier: Option<String>,
        /// Of a cycle, its nodes or files: a shortest way round from the smallest, then what else hangs together with
        /// it, sorted. Else empty.
        pub members: Vec<String>,
        /// One sentence without a final period.
        pub message: String,
        /// What to do about it.
        pub suggestion: String,
    }

    /// `beadloom rules explain`: what a rule matches.
    pub struct RuleAnswer = "rules-explain" {
        /// Always 1.
        pub version: u32,
        /// Name of the rule.
        pub rule: String,
        /// As in a violation.
        pub rule_type: String,
        /// How much a violation matters.
        pub severity: Severity,
        /// What its author says of it.
        pub description: Option<String>,
        /// What it demands, one sentence.
        pub says: String,
        /// Relative to the root.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// What each of its parts matches, in the order of the rule.
        pub matches: Vec<RuleMatch>,
        /// In the order of the rule.
        pub exempt: Vec<RuleExemption>,
        /// Places that break it now.
        pub violations: u64,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// What one part of a rule matches.
    pub struct RuleMatch {
        /// `from`, `to`, `for`, `has_edge_to`, `source_root`, or the name of a layer.
        pub part: String,
        /// ref_ids, sorted.
        pub nodes: Vec<String>,
        /// Paths and, for `to` of `forbid_import`, external packages; sorted, at most 100.
        pub files: Vec<String>,
        /// How many there are.
        pub files_count: u64,
    }

    /// An exemption of a rule.
    pub struct RuleExemption {
        /// As written; null: whatever it is.
        pub from: Option<String>,
        /// As written; null: whatever it is.
        pub to: Option<String>,
        /// Why.
        pub reason: String,
        /// The last day on which it holds, ISO 8601.
        pub until: Option<String>,
        /// Places that it exempts now.
        pub exempted: u64,
    }
}
