//! `.beadloom/config.yml`: the settings, their defaults, and reading them.

mod read;
mod settings;

pub use read::read_config;
pub use settings::{SETTINGS, Setting, settings_markdown};

use beadloom_model::answers::DriftCertainty;
use beadloom_model::{Section, named};
use serde::Serialize;

named! {
    /// What the Git hook does about stale documents.
    pub enum HookMode {
        /// Says so and lets the commit pass.
        Warn = "warn",
        /// Stops the commit.
        Block = "block",
        /// Does nothing.
        Off = "off",
    }

    /// Which changes of code make a document stale.
    pub enum SyncLevel {
        /// Those that others see.
        Signature = "signature",
        /// Those of bodies too.
        Body = "body",
    }

    /// Whether something that costs more runs where it can.
    pub enum Switch {
        /// Where it can.
        Auto = "auto",
        /// Never.
        Off = "off",
    }

    /// How tokens are counted.
    pub enum Tokenizer {
        /// The vocabulary of that name.
        O200kBase = "o200k_base",
        /// Likewise, for older models.
        Cl100kBase = "cl100k_base",
    }

    /// Whose models the token counts are meant for.
    pub enum Provider {
        /// Claude models.
        Anthropic = "anthropic",
        /// OpenAI's models.
        Openai = "openai",
        /// Gemini models.
        Google = "google",
        /// Anybody's: the plain count.
        None = "none",
    }
}

/// All settings of a project. What each does stands in [`SETTINGS`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct Config {
    pub version: u64,
    pub repo: Option<String>,
    pub languages: Vec<String>,
    /// Folders in normal form: `./` or `src/`.
    pub scan_paths: Vec<String>,
    pub ignore_paths: Vec<String>,
    /// Bytes.
    pub max_file_size: u64,
    pub docs: DocsConfig,
    pub sync: SyncConfig,
    pub context: ContextConfig,
    pub search: SearchConfig,
    pub cache: CacheConfig,
    pub mcp: McpConfig,
    pub daemon: DaemonConfig,
    pub tokens: TokensConfig,
    pub receipts: ReceiptsConfig,
    pub debt: DebtConfig,
}

/// `docs:`; folders in normal form, with `/` at the end.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct DocsConfig {
    /// In normal form, at least one.
    pub root: Vec<String>,
    pub graph: String,
}

/// `sync:`
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct SyncConfig {
    pub level: SyncLevel,
    pub certainty: DriftCertainty,
    pub strict: bool,
    pub auto_ack: bool,
    pub hook_mode: HookMode,
    pub ignore_paths: Vec<String>,
}

/// `context:`; sizes of chunks in Unicode scalars, the budget in tokens.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct ContextConfig {
    pub default_depth: u64,
    pub max_nodes: u64,
    pub max_chunks: u64,
    pub max_chunk_size: u64,
    pub budget: u64,
    pub chunk_sections_priority: Vec<Section>,
}

/// `search:`
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct SearchConfig {
    pub semantic: Switch,
    pub model: String,
    pub history: bool,
}

/// `cache:`
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct CacheConfig {
    pub parse: bool,
}

/// `mcp:`
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct McpConfig {
    pub auto_reindex: bool,
    pub timeout_ms: u64,
    pub structured: bool,
}

/// `daemon:`
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct DaemonConfig {
    pub mode: Switch,
    pub idle_minutes: f64,
    pub memory_mb: u64,
}

/// `tokens:`
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct TokensConfig {
    pub tokenizer: Tokenizer,
    pub provider: Provider,
}

/// `receipts:`
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct ReceiptsConfig {
    pub keep: bool,
    pub questions: bool,
}

/// `debt:`; points for each occurrence, and the bounds above which a node counts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each field is described once, in the table of settings")]
pub struct DebtConfig {
    pub rule_errors: u64,
    pub rule_warnings: u64,
    pub stale_documents: u64,
    pub missing_documents: u64,
    pub size: u64,
    pub fan_out: u64,
    pub untested: u64,
    pub max_symbols: u64,
    pub max_files: u64,
    pub max_fan_out: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            version: 1,
            repo: None,
            languages: Vec::new(),
            scan_paths: vec![crate::paths::ROOT.to_owned()],
            ignore_paths: Vec::new(),
            max_file_size: 1 << 20,
            docs: DocsConfig { root: vec!["docs/".to_owned()], graph: ".beadloom/_graph/".to_owned() },
            sync: SyncConfig {
                level: SyncLevel::Body,
                certainty: DriftCertainty::Likely,
                strict: false,
                auto_ack: false,
                hook_mode: HookMode::Warn,
                ignore_paths: Vec::new(),
            },
            context: ContextConfig {
                default_depth: 2,
                max_nodes: 20,
                max_chunks: 10,
                max_chunk_size: 2000,
                budget: 8000,
                chunk_sections_priority: vec![
                    Section::Spec,
                    Section::Invariants,
                    Section::Constraints,
                    Section::Api,
                    Section::Tests,
                ],
            },
            search: SearchConfig { semantic: Switch::Auto, model: "default".to_owned(), history: true },
            cache: CacheConfig { parse: true },
            mcp: McpConfig { auto_reindex: true, timeout_ms: 2000, structured: false },
            daemon: DaemonConfig { mode: Switch::Auto, idle_minutes: 30.0, memory_mb: 400 },
            tokens: TokensConfig { tokenizer: Tokenizer::O200kBase, provider: Provider::Anthropic },
            receipts: ReceiptsConfig { keep: true, questions: true },
            debt: DebtConfig {
                rule_errors: 5,
                rule_warnings: 1,
                stale_documents: 3,
                missing_documents: 1,
                size: 2,
                fan_out: 2,
                untested: 2,
                max_symbols: 500,
                max_files: 100,
                max_fan_out: 15,
            },
        }
    }
}
