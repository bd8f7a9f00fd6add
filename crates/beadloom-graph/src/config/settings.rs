use std::fmt::Write as _;
use std::ops::RangeInclusive;

use beadloom_model::Section;
use beadloom_model::answers::DriftCertainty;
use beadloom_model::requests::{Budget, Depth, MaxChunks, MaxNodes};
use serde_json::Value as Json;

use super::{Config, HookMode, Provider, Switch, SyncLevel, Tokenizer};

/// One setting of `config.yml`.
pub struct Setting {
    /// With its section: `context.max_nodes`.
    pub key: &'static str,
    /// What it does, one or two sentences.
    pub about: &'static str,
    pub(super) kind: Kind,
}

/// What a setting takes, and the field it goes to.
pub(super) enum Kind {
    Whole(RangeInclusive<u64>, fn(&mut Config) -> &mut u64),
    Number(RangeInclusive<f64>, fn(&mut Config) -> &mut f64),
    Flag(fn(&mut Config) -> &mut bool),
    Choice(&'static [&'static str], fn(&mut Config, &str)),
    Text(fn(&mut Config, String)),
    Words(fn(&mut Config) -> &mut Vec<String>),
    Patterns(fn(&mut Config) -> &mut Vec<String>),
    Folder(fn(&mut Config) -> &mut String),
    Folders(fn(&mut Config) -> &mut Vec<String>),
    Sections(fn(&mut Config) -> &mut Vec<Section>),
}

impl Kind {
    /// What may be written, for the documentation.
    fn describe(&self) -> String {
        match self {
            Self::Whole(range, _) if range.start() == range.end() => format!("{}", range.start()),
            Self::Whole(range, _) => {
                format!("{} to {}", grouped(*range.start()), grouped(*range.end()))
            }
            Self::Number(range, _) => format!("{} to {}", range.start(), range.end()),
            Self::Flag(_) => "`true`, `false`".to_owned(),
            Self::Choice(names, _) => {
                names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            }
            Self::Text(_) => "text".to_owned(),
            Self::Words(_) => "list of text".to_owned(),
            Self::Patterns(_) => "list of patterns".to_owned(),
            Self::Folder(_) => "folder".to_owned(),
            Self::Folders(_) => "list of folders".to_owned(),
            Self::Sections(_) => "list of sections".to_owned(),
        }
    }
}

const fn setting(key: &'static str, kind: Kind, about: &'static str) -> Setting {
    Setting { key, about, kind }
}

/// Every setting, in the order of the documentation.
pub const SETTINGS: &[Setting] = &[
    setting("version", Kind::Whole(1..=1, |c| &mut c.version), "Version of this file's format."),
    setting(
        "repo",
        Kind::Text(|c, name| c.repo = Some(name)),
        "Name of the repository in exports. Without it: the last part of the Git remote, else the folder.",
    ),
    setting(
        "languages",
        Kind::Words(|c| &mut c.languages),
        "Languages whose symbols and imports are read. Empty: all that are found.",
    ),
    setting(
        "scan_paths",
        Kind::Folders(|c| &mut c.scan_paths),
        "Folders that are scanned, relative to the root.",
    ),
    setting(
        "ignore_paths",
        Kind::Patterns(|c| &mut c.ignore_paths),
        "Patterns of files to leave out, in the syntax of `.gitignore`, in addition to `.gitignore` and `.beadloomignore`.",
    ),
    setting(
        "max_file_size",
        Kind::Whole(1..=1 << 30, |c| &mut c.max_file_size),
        "Bytes. Larger files are listed, not read.",
    ),
    setting(
        "docs.root",
        Kind::Folders(|c| &mut c.docs.root),
        "All Markdown below them is indexed by section, besides the documents that nodes name. An import writes to the first one.",
    ),
    setting("docs.graph", Kind::Folder(|c| &mut c.docs.graph), "Where the graph files are."),
    setting(
        "sync.level",
        Kind::Choice(SyncLevel::NAMES, |c, name| assign(&mut c.sync.level, SyncLevel::from_name(name))),
        "Which changes of code make a document stale: only those of visible signatures, or of bodies too.",
    ),
    setting(
        "sync.certainty",
        Kind::Choice(DriftCertainty::NAMES, |c, name| {
            assign(&mut c.sync.certainty, DriftCertainty::from_name(name))
        }),
        "How sure it has to be that a change makes a section of a document untrue for `sync-check --base` to list it.",
    ),
    setting(
        "sync.strict",
        Kind::Flag(|c| &mut c.sync.strict),
        "Whether a new file that no document of its node names is stale. Otherwise it is only shown.",
    ),
    setting(
        "sync.auto_ack",
        Kind::Flag(|c| &mut c.sync.auto_ack),
        "Whether a commit that changes a document and its code confirms that they are up to date.",
    ),
    setting(
        "sync.hook_mode",
        Kind::Choice(HookMode::NAMES, |c, name| assign(&mut c.sync.hook_mode, HookMode::from_name(name))),
        "The Git hook's reaction to stale documents: report them, stop the commit, or nothing.",
    ),
    setting(
        "sync.ignore_paths",
        Kind::Patterns(|c| &mut c.sync.ignore_paths),
        "Documents and code that doc sync leaves out, in the syntax of `.gitignore`.",
    ),
    setting(
        "context.default_depth",
        Kind::Whole(Depth::BOUNDS, |c| &mut c.context.default_depth),
        "How many edges a bundle follows from its focus.",
    ),
    setting(
        "context.max_nodes",
        Kind::Whole(MaxNodes::BOUNDS, |c| &mut c.context.max_nodes),
        "How many nodes a bundle holds, the focus included.",
    ),
    setting(
        "context.max_chunks",
        Kind::Whole(MaxChunks::BOUNDS, |c| &mut c.context.max_chunks),
        "How many pieces of documents a bundle holds.",
    ),
    setting(
        "context.max_chunk_size",
        Kind::Whole(100..=100_000, |c| &mut c.context.max_chunk_size),
        "Characters. Longer sections of documents are split.",
    ),
    setting(
        "context.budget",
        Kind::Whole(Budget::BOUNDS, |c| &mut c.context.budget),
        "Tokens. A bundle is never longer. JSON needs at least 400.",
    ),
    setting(
        "context.chunk_sections_priority",
        Kind::Sections(|c| &mut c.context.chunk_sections_priority),
        "Which sections of a document come first. Sections that are not named come last.",
    ),
    setting(
        "search.semantic",
        Kind::Choice(Switch::NAMES, |c, name| assign(&mut c.search.semantic, Switch::from_name(name))),
        "Whether search also compares meaning, if a model is installed.",
    ),
    setting(
        "search.model",
        Kind::Text(|c, name| c.search.model = name),
        "`default`, which is the bundled model `static`; the name of one that was pulled; or the folder of one, outside the project.",
    ),
    setting(
        "search.history",
        Kind::Flag(|c| &mut c.search.history),
        "Whether messages and changed files of past commits help searches. `false` stores none of them.",
    ),
    setting(
        "cache.parse",
        Kind::Flag(|c| &mut c.cache.parse),
        "Whether parsed files are also kept in your cache folder, so that other worktrees of the repository can reuse them.",
    ),
    setting(
        "mcp.auto_reindex",
        Kind::Flag(|c| &mut c.mcp.auto_reindex),
        "Whether the MCP server refreshes the index before it answers.",
    ),
    setting(
        "mcp.timeout_ms",
        Kind::Whole(1..=600_000, |c| &mut c.mcp.timeout_ms),
        "Milliseconds that an answer waits for the index. After that it lists stale files.",
    ),
    setting(
        "mcp.structured",
        Kind::Flag(|c| &mut c.mcp.structured),
        "Whether MCP tools also answer with structured content, for programs. Models read text.",
    ),
    setting(
        "daemon.mode",
        Kind::Choice(Switch::NAMES, |c, name| assign(&mut c.daemon.mode, Switch::from_name(name))),
        "Whether the first query of the command line starts the daemon, which keeps the index fresh and answers later queries.",
    ),
    setting(
        "daemon.idle_minutes",
        Kind::Number(0.01..=10_080.0, |c| &mut c.daemon.idle_minutes),
        "Minutes without a request after which the daemon ends. Fractions are allowed.",
    ),
    setting(
        "daemon.memory_mb",
        Kind::Whole(32..=65_536, |c| &mut c.daemon.memory_mb),
        "Megabytes of memory at which the daemon ends. From half of that it frees its caches.",
    ),
    setting(
        "tokens.tokenizer",
        Kind::Choice(Tokenizer::NAMES, |c, name| assign(&mut c.tokens.tokenizer, Tokenizer::from_name(name))),
        "The vocabulary for counting tokens.",
    ),
    setting(
        "tokens.provider",
        Kind::Choice(Provider::NAMES, |c, name| assign(&mut c.tokens.provider, Provider::from_name(name))),
        "The provider whose models read the answers. Budgets and `tokens` are the counted tokens times its factor.",
    ),
    setting(
        "receipts.keep",
        Kind::Flag(|c| &mut c.receipts.keep),
        "Whether receipts of answers are kept in `.beadloom/` for `beadloom receipts`. None are kept if `CI` is set.",
    ),
    setting(
        "receipts.questions",
        Kind::Flag(|c| &mut c.receipts.questions),
        "Whether receipts contain the question. Otherwise they contain only the command.",
    ),
    setting(
        "debt.rule_errors",
        Kind::Whole(0..=1_000, |c| &mut c.debt.rule_errors),
        "Points of `status --debt` for each place that breaks a rule of severity `error`.",
    ),
    setting(
        "debt.rule_warnings",
        Kind::Whole(0..=1_000, |c| &mut c.debt.rule_warnings),
        "The same for a rule of severity `warn`.",
    ),
    setting(
        "debt.stale_documents",
        Kind::Whole(0..=1_000, |c| &mut c.debt.stale_documents),
        "Points for each document that is out of date with its code.",
    ),
    setting(
        "debt.missing_documents",
        Kind::Whole(0..=1_000, |c| &mut c.debt.missing_documents),
        "Points for each node with code and without a document.",
    ),
    setting(
        "debt.size",
        Kind::Whole(0..=1_000, |c| &mut c.debt.size),
        "Points for each node with more symbols or files than the bounds below.",
    ),
    setting(
        "debt.fan_out",
        Kind::Whole(0..=1_000, |c| &mut c.debt.fan_out),
        "Points for each node that depends on more nodes than the bound below.",
    ),
    setting(
        "debt.untested",
        Kind::Whole(0..=1_000, |c| &mut c.debt.untested),
        "Points for each node with code that no test reaches.",
    ),
    setting(
        "debt.max_symbols",
        Kind::Whole(1..=1_000_000, |c| &mut c.debt.max_symbols),
        "Symbols of a node above which it is too large.",
    ),
    setting(
        "debt.max_files",
        Kind::Whole(1..=1_000_000, |c| &mut c.debt.max_files),
        "Code files of a node above which it is too large.",
    ),
    setting(
        "debt.max_fan_out",
        Kind::Whole(1..=1_000_000, |c| &mut c.debt.max_fan_out),
        "Nodes that a node may depend on.",
    ),
];

fn assign<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// The table of settings for the documentation, one row each, ending with a line break.
pub fn settings_markdown() -> String {
    let defaults = serde_json::to_value(Config::default()).unwrap_or_default();
    let mut table = String::from("| key | values | default | what it does |\n| --- | --- | --- | --- |\n");
    for setting in SETTINGS {
        let default = default_text(&defaults, setting.key);
        let values = setting.kind.describe();
        let _ = writeln!(table, "| `{}` | {values} | {default} | {} |", setting.key, setting.about);
    }
    table
}

fn default_text(defaults: &Json, key: &str) -> String {
    let value = key.split('.').try_fold(defaults, |value, part| value.get(part));
    match value {
        None | Some(Json::Null) => String::new(),
        Some(value) => format!("`{}`", yaml_text(value)),
    }
}

/// A value as one would write it into `config.yml`.
fn yaml_text(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(yaml_text).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Number(number) => match number.as_f64() {
            Some(whole) if whole.fract() == 0.0 && number.is_f64() => format!("{whole:.0}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

/// Digits in groups of three.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
