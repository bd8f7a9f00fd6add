//! Answers about the models that search compares meaning with.

use serde::{Deserialize, Serialize};

/// What a search ranks by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Words and rules; always.
    Lexical,
    /// The bundled table of tokens.
    Static,
    /// A transformer model that the user brought.
    Transformer,
}

answers! {
    /// `beadloom model list`.
    pub struct ModelListAnswer = "model-list" {
        /// Always 1.
        pub version: u32,
        /// The bundled model first, then by name.
        pub models: Vec<ModelEntry>,
        /// What runs transformer models.
        pub runtime: RuntimeState,
    }

    /// `beadloom model status`.
    pub struct ModelStatusAnswer = "model-status" {
        /// Always 1.
        pub version: u32,
        /// The bundled model first, then by name.
        pub models: Vec<ModelEntry>,
        /// What runs transformer models.
        pub runtime: RuntimeState,
        /// `search.model`, as the settings have it.
        pub configured: String,
        /// What serves a search with these settings; `lexical` first.
        pub tiers: Vec<Tier>,
        /// Nodes, chunks of documents and chunks of code that have vectors of the model that serves.
        pub vectors: u64,
        /// Those of the index that have none of it, or none of the model that the settings name.
        pub missing: u64,
        /// Why what the settings ask for does not serve.
        pub warning: Option<String>,
        /// How to get more than serves now; null where nothing better is known.
        pub hint: Option<String>,
    }

    /// A model that is there, or that is known by name.
    pub struct ModelEntry {
        /// `static`, `owner/name`, or the folder that the settings name.
        pub name: String,
        /// Numbers per vector; null where only the model itself would say.
        pub dimensions: Option<u32>,
        /// Of its data or ONNX file; null where it is not there.
        pub bytes: Option<u64>,
        /// Whether it is on this machine.
        pub installed: bool,
        /// Whether searches use it now.
        pub active: bool,
        /// Its file or folder, absolute; null where it is not there.
        pub path: Option<String>,
        /// What is wrong with it, where something is.
        pub error: Option<String>,
    }

    /// The ONNX runtime.
    pub struct RuntimeState {
        /// Whether there is one that looks whole. It is loaded once a model needs it.
        pub available: bool,
        /// As its package or file name says; null where they do not.
        pub version: Option<String>,
        /// Its library, absolute; null where there is none.
        pub path: Option<String>,
        /// What to do where it is missing or damaged.
        pub hint: Option<String>,
    }

    /// `beadloom model pull`.
    pub struct ModelPullAnswer = "model-pull" {
        /// Always 1.
        pub version: u32,
        /// `owner/name`.
        pub name: String,
        /// The folder it is in now, absolute.
        pub path: String,
        /// The commit that the files are of; null where the server did not say.
        pub revision: Option<String>,
        /// By path.
        pub files: Vec<PulledFile>,
        /// Of all files.
        pub bytes: u64,
        /// What came over the network; less where an earlier attempt was continued.
        pub downloaded_bytes: u64,
        /// Milliseconds of wall time.
        pub duration_ms: u64,
        /// What the server could not vouch for.
        pub warning: Option<String>,
    }

    /// A file of a model.
    pub struct PulledFile {
        /// In the model's folder.
        pub path: String,
        /// Its size.
        pub bytes: u64,
        /// 64 hexadecimal digits.
        pub sha256: String,
        /// Whether it was compared with a checksum of the server.
        pub verified: bool,
    }
}
