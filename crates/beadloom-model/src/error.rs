use std::fmt;

use serde::{Deserialize, Serialize};

/// The result of everything in beadloom that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// Stable codes of errors and diagnostics. Their names are public: scripts match on them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Code {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $variant,)+
        }

        impl Code {
            /// Every code, in the order of `docs/errors.md`.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)+];

            /// The stable name.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)+ }
            }

            /// What it means, one sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$variant => concat!($($doc),+),)+ }
            }
        }
    };
}

codes! {
    /// An argument or option is missing, unknown or out of range.
    Usage = "usage",
    /// No node, path or symbol has that reference.
    NotFound = "not_found",
    /// Several symbols have that name. The hint says how to name one.
    Ambiguous = "ambiguous",
    /// The project has no index yet, and the command may not create one.
    NoIndex = "no_index",
    /// The index was written by a newer beadloom.
    IndexTooNew = "index_too_new",
    /// The index file is damaged or not a database.
    IndexDamaged = "index_damaged",
    /// The index was not made by this user on this machine.
    IndexForeign = "index_foreign",
    /// Another process holds the index for writing.
    IndexBusy = "index_busy",
    /// The disk is full. The last good index is unchanged.
    DiskFull = "disk_full",
    /// A file or folder could not be written.
    NotWritable = "not_writable",
    /// A file or folder could not be read.
    NotReadable = "not_readable",
    /// The work was cancelled. Nothing was changed.
    Cancelled = "cancelled",
    /// The engine was closed before or during the request.
    Closed = "closed",
    /// The daemon did not start, or did not end.
    NoDaemon = "no_daemon",
    /// The project root does not exist or is not a folder. Or it is the home folder, the root of the file system or the temporary
    /// folder, and `--project` does not name it.
    NoProject = "no_project",
    /// The project already has a graph.
    GraphExists = "graph_exists",
    /// The token budget is too small for the answer's frame.
    BudgetTooSmall = "budget_too_small",
    /// There is no native addon for this platform, or it does not load.
    NoAddon = "no_addon",
    /// A vocabulary for counting tokens is missing or damaged.
    NoVocabulary = "no_vocabulary",
    /// The model of the settings is not installed.
    NoModel = "no_model",
    /// A model's folder is damaged, or contains a model that beadloom cannot run.
    BadModel = "bad_model",
    /// The library of the ONNX runtime is missing, damaged or too old.
    NoRuntime = "no_runtime",
    /// A file could not be fetched.
    DownloadFailed = "download_failed",
    /// A downloaded file does not match its checksum.
    BadChecksum = "bad_checksum",
    /// An exported artifact is damaged, of another version, or contradicts another one.
    BadArtifact = "bad_artifact",
    /// `.beadloom/sync.lock` is not readable in its current form.
    BadLock = "bad_lock",
    /// `.beadloom/lint-baseline.jsonl` is not readable in its current form.
    BadBaseline = "bad_baseline",
    /// `.beadloom/memories.jsonl` cannot be changed: it has conflict markers of a merge, or is not a file.
    BadMemories = "bad_memories",
    /// A line of `.beadloom/memories.jsonl` or of an import is not a valid memory. It is kept.
    BadMemory = "bad_memory",
    /// A `memory.db` is damaged or not a database. It stays unchanged.
    MemoryDamaged = "memory_damaged",
    /// A newer beadloom wrote a `memory.db`. It stays unchanged.
    MemoryTooNew = "memory_too_new",
    /// A `memory.db` has no valid code of this user's key: someone else made it, or the key is lost. It is not read, and stays
    /// unchanged.
    MemoryForeign = "memory_foreign",
    /// A text reads like a secret or like an instruction to an agent, and was not kept.
    MemoryRefused = "memory_refused",
    /// A bug in beadloom. The process continues.
    Internal = "internal",
    /// A YAML file does not parse. Its last good content stays in use.
    YamlSyntax = "yaml_syntax",
    /// A YAML file passes a bound on size, depth, nodes or aliases.
    YamlLimit = "yaml_limit",
    /// A YAML merge key (`<<`), which beadloom does not read.
    YamlMergeKey = "yaml_merge_key",
    /// A value cannot be changed, because it has an anchor that other places may refer to.
    YamlAnchor = "yaml_anchor",
    /// A value cannot be changed without changing others, because of how it is written.
    YamlShape = "yaml_shape",
    /// Another program changed a file while beadloom was changing it.
    FileChanged = "file_changed",
    /// A value has the wrong type.
    WrongType = "wrong_type",
    /// A key that beadloom does not know.
    UnknownKey = "unknown_key",
    /// A value that the setting does not allow.
    BadValue = "bad_value",
    /// Two nodes have the same ref_id.
    DuplicateId = "duplicate_id",
    /// A node without a ref_id.
    MissingId = "missing_id",
    /// A ref_id that cannot be one (empty, control characters, over 200 characters).
    BadId = "bad_id",
    /// A required key is missing.
    MissingKey = "missing_key",
    /// A node or edge kind that is neither built in nor declared under `kinds:`.
    UnknownKind = "unknown_kind",
    /// An edge names a node that does not exist.
    UnknownEndpoint = "unknown_endpoint",
    /// The same edge is declared twice.
    DuplicateEdge = "duplicate_edge",
    /// A name is already in use.
    DuplicateName = "duplicate_name",
    /// The exemption of a rule has expired.
    ExpiredExemption = "expired_exemption",
    /// A rule, or a layer of it, that can match nothing.
    RuleNeverMatches = "rule_never_matches",
    /// The project is not a Git repository, or Git is not installed.
    NoRepository = "no_repository",
    /// No commit has that name.
    BadRevision = "bad_revision",
    /// The snapshot was made of another project.
    ForeignSnapshot = "foreign_snapshot",
    /// The project has no rules file.
    NoRules = "no_rules",
    /// A path leaves the project's root.
    OutsideRoot = "outside_root",
    /// A node's source matches no file.
    MissingSource = "missing_source",
    /// A node names a document that does not exist.
    MissingDoc = "missing_doc",
    /// A node still carries bootstrap's `confidence`.
    LeftoverConfidence = "leftover_confidence",
    /// An annotation names no node.
    UnknownAnnotation = "unknown_annotation",
    /// A file is neither UTF-8 nor UTF-16.
    NotText = "not_text",
    /// Some bytes of a file are not UTF-8. Each is replaced by a visible sign.
    BytesReplaced = "bytes_replaced",
    /// A file is binary.
    Binary = "binary",
    /// A file is larger than `max_file_size`.
    TooLarge = "too_large",
    /// A file needs more memory or work to parse than its length allows. It is searched as text and has no symbols.
    TooCostly = "too_costly",
    /// Parsing a file took longer or nested deeper than allowed. Symbols found until then count.
    ParseLimit = "parse_limit",
    /// A link leads outside the root or in a circle, and was not followed.
    LinkSkipped = "link_skipped",
    /// A folder or file could not be read and was left out.
    Unreadable = "unreadable",
    /// A file kept changing while it was read.
    Unstable = "unstable",
    /// A tsconfig, package.json or other manifest does not parse. Imports below it fall back to relative ones.
    BadManifest = "bad_manifest",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why something could not be done, in the words that a person reads: one sentence, the place, a hint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Error {
    /// Stable; see `docs/errors.md`.
    pub code: Code,
    /// One sentence without a final period.
    pub message: String,
    /// The file concerned, relative to the root.
    pub path: Option<String>,
    /// 1-based.
    pub line: Option<u32>,
    /// 1-based, in characters.
    pub column: Option<u32>,
    /// What to do about it.
    pub hint: Option<String>,
    /// The hint for agents, if it names tools of the MCP server instead of commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_hint: Option<Box<String>>,
    /// What led to it, outermost first; shown with `--debug`.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    pub causes: Box<[String]>,
}

impl Error {
    /// An error without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            path: None,
            line: None,
            column: None,
            hint: None,
            tool_hint: None,
            causes: Box::default(),
        }
    }

    /// Sets the place; 0 stands for "unknown".
    #[must_use]
    pub fn at(mut self, path: impl Into<String>, line: u32, column: u32) -> Self {
        self.path = Some(path.into());
        self.line = (line > 0).then_some(line);
        self.column = (column > 0).then_some(column);
        self
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self.tool_hint = None;
        self
    }

    /// Adds a cause.
    #[must_use]
    pub fn caused_by(mut self, cause: impl fmt::Display) -> Self {
        let mut causes = self.causes.into_vec();
        causes.push(cause.to_string());
        self.causes = causes.into_boxed_slice();
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{path}")?;
            if let Some(line) = self.line {
                write!(f, ":{line}")?;
                if let Some(column) = self.column {
                    write!(f, ":{column}")?;
                }
            }
            write!(f, ": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
