//! What stands in a line of the journal.

use std::path::Path;

use beadloom_model::answers::{LinesByPath, ReceiptParts};
use serde::{Deserialize, Serialize};

/// Whether a path may be one of the project: what stands in the file may have been written by hand.
pub(crate) fn is_path(path: &str) -> bool {
    Path::new(path).is_relative() && path.len() <= 4_096
}

/// One line. All times are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub(crate) enum Line {
    /// An answer was given.
    Answer(Sent),
    /// A tool of the agent opened something.
    Opened(Opened),
    /// The agent asked us, as its program tells: the answer before belongs to its session.
    Asked {
        at: i64,
        session: String,
        program: String,
        /// As in [`Sent::channel`].
        channel: String,
    },
    /// A client was given the definitions of the tools.
    Listed { at: i64, session: String, bytes: u64, tokens: Option<u64> },
}

impl Line {
    pub fn at(&self) -> i64 {
        match self {
            Self::Answer(Sent { at, .. })
            | Self::Opened(Opened { at, .. })
            | Self::Asked { at, .. }
            | Self::Listed { at, .. } => *at,
        }
    }
}

/// An answer; fields as in [`beadloom_model::answers::Receipt`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sent {
    pub at: i64,
    pub channel: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    pub command: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    pub bytes: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<ReceiptParts>,
    #[serde(default, skip_serializing_if = "LinesByPath::is_empty")]
    pub named: LinesByPath,
    #[serde(default)]
    pub more: u64,
    pub ms: u64,
    #[serde(default)]
    pub cached: bool,
    pub complete: bool,
}

/// What a tool of the agent opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Opened {
    pub at: i64,
    pub session: String,
    pub program: String,
    /// `read`, `edit`, `search` or `shell`.
    pub tool: String,
    #[serde(default)]
    pub files: LinesByPath,
    /// That the tool gave the agent.
    #[serde(default)]
    pub characters: u64,
}
