//! What the gateway's core answers the shell. No file of `docs/schema/` is made of these: what commands print is made of them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is wrong with the texts of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GatewayFindingKind {
    /// It tells the model to do, to hide or to ignore something.
    HiddenInstruction,
    /// Letters that look like others: a word of mixed scripts.
    Homoglyph,
    /// Characters that nobody sees.
    InvisibleCharacter,
    /// A name that another server's tool has, or nearly.
    LookAlike,
    /// Text that only a machine reads: encoded, or hidden in a schema.
    HiddenPayload,
    /// A definition that is longer than what is read.
    TooLarge,
}

/// Why a tool is neither listed, found nor called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GatewayHeldReason {
    /// Its definition is not the one that was approved.
    Changed,
    /// Something in its texts was found.
    Flagged,
}

macro_rules! gateway_answers {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $ty:ty,)* })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty,)* })+
    };
}

gateway_answers! {
    /// Something in the texts of a tool.
    pub struct GatewayFinding {
        /// What it is.
        pub kind: GatewayFindingKind,
        /// Where: `name`, `title`, `description`, or the path in a schema, as in `input_schema.properties.path.description`.
        pub place: String,
        /// One sentence without a final period.
        pub message: String,
        /// The text around it, what cannot be seen written out; at most 160 characters.
        pub excerpt: String,
    }

    /// What makes a tool be held.
    pub struct GatewayHold {
        /// Which of the two.
        pub reason: GatewayHeldReason,
        /// For a person: what changed, or the findings.
        pub detail: String,
    }

    /// A tool that is held.
    pub struct GatewayHeldTool {
        /// The upstream name.
        pub name: String,
        /// Which of the two.
        pub reason: GatewayHeldReason,
        /// For a person: what changed, or the findings.
        pub detail: String,
    }

    /// A tool in whose texts something was found, held or not.
    pub struct GatewayFlaggedTool {
        /// The upstream name.
        pub name: String,
        /// By place.
        pub findings: Vec<GatewayFinding>,
    }

    /// Of `catalogue`. All lists by name.
    pub struct GatewayCatalogueAnswer {
        /// Tools that were not there before.
        pub added: Vec<String>,
        /// Tools that are no longer there.
        pub removed: Vec<String>,
        /// Tools whose definition is another now, held or not.
        pub changed: Vec<String>,
        /// Tools that are held.
        pub held: Vec<GatewayHeldTool>,
        /// Tools in whose texts something was found.
        pub flagged: Vec<GatewayFlaggedTool>,
    }

    /// A tool that is kept. Of a held one, what was approved last; where nothing was, what is held.
    pub struct GatewayKnownTool {
        /// The upstream name.
        pub name: String,
        /// For people.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        /// For models.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// A JSON Schema.
        pub input_schema: Value,
        /// A JSON Schema.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub output_schema: Option<Value>,
        /// Hints of the protocol.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub annotations: Option<Value>,
        /// What else its definition has.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub extra: Option<Value>,
        /// Why it is neither listed, found nor called.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub held: Option<GatewayHold>,
    }

    /// A server that is kept.
    pub struct GatewayKnownServer {
        /// The server.
        pub name: String,
        /// What it says of itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub instructions: Option<String>,
        /// When its list was read, in seconds since 1970.
        pub read_at: i64,
        /// In the order of the server.
        pub tools: Vec<GatewayKnownTool>,
    }

    /// Of `known`.
    pub struct GatewayKnownAnswer {
        /// By name.
        pub servers: Vec<GatewayKnownServer>,
        /// What had to be set aside, for a person; null where all is well.
        pub notice: Option<String>,
    }

    /// A tool that fits.
    pub struct GatewayResult {
        /// The server.
        pub server: String,
        /// The upstream name.
        pub name: String,
        /// To compare with others of the same answer.
        pub score: f64,
    }

    /// Of `search`.
    pub struct GatewaySearchAnswer {
        /// Best first; equal ones by server and name.
        pub results: Vec<GatewayResult>,
        /// How sure it is that the first five hold the right tool, 0 to 1.
        pub confidence: f64,
    }

    /// Of `learn`.
    pub struct GatewayLearnAnswer {
        /// Whether anything was kept.
        pub learned: bool,
    }

    /// Of `approve`: what was held, by server and name.
    pub struct GatewayApproveAnswer {
        /// What is good now.
        pub approved: Vec<GatewayApproved>,
    }

    /// A tool that was approved.
    pub struct GatewayApproved {
        /// The server.
        pub server: String,
        /// The upstream name.
        pub name: String,
    }

    /// Of `forget`.
    pub struct GatewayForgetAnswer {
        /// How many pairs of a query and a tool are gone.
        pub forgotten: u64,
    }

    /// Of `model`.
    pub struct GatewayModelAnswer {
        /// Whether a transformer serves.
        pub serves: bool,
        /// Why one that is named does not; null where it does, or none is.
        pub failure: Option<crate::Error>,
    }

    /// Of `stats`.
    pub struct GatewayStatsAnswer {
        /// Calls that were counted.
        pub calls: u64,
        /// Of these, those that failed.
        pub failed: u64,
        /// Pairs of a query and a tool that were learned.
        pub learned_pairs: u64,
        /// Of calls that searches came before: how many had the tool among the first five; null without any.
        pub recall: Option<f64>,
        /// What upstreams took.
        pub upstream: GatewayLatency,
        /// What the gateway added.
        pub added: GatewayLatency,
        /// Of results.
        pub bytes: u64,
        /// Of the last list: all tools; null where none was given.
        pub tokens_all: Option<u64>,
        /// Of the last list: what was shown.
        pub tokens_shown: Option<u64>,
        /// By name.
        pub servers: Vec<GatewayServerStats>,
        /// What had to be set aside, for a person; null where all is well.
        pub notice: Option<String>,
    }

    /// Half and all but one in a hundred took no longer; within a twentieth. Null without calls.
    pub struct GatewayLatency {
        /// Milliseconds.
        pub p50_ms: Option<f64>,
        /// Milliseconds.
        pub p99_ms: Option<f64>,
    }

    /// What was counted of a server.
    pub struct GatewayServerStats {
        /// The server.
        pub name: String,
        /// Tools that are known.
        pub tools: u64,
        /// Of these, those that are held.
        pub held: u64,
        /// Calls that were counted.
        pub calls: u64,
        /// Of these, those that failed.
        pub failed: u64,
        /// Of results.
        pub bytes: u64,
        /// Pairs of a query and a tool that were learned.
        pub learned_pairs: u64,
        /// What it took.
        pub upstream: GatewayLatency,
    }

    /// Of `examine`.
    pub struct GatewayExamineAnswer {
        /// Tools in whose texts something was found, by name.
        pub flagged: Vec<GatewayFlaggedTool>,
    }

    /// Of `tokens`.
    pub struct GatewayTokensAnswer {
        /// In the order of the texts.
        pub tokens: Vec<u64>,
    }

    /// Where there is nothing to say.
    pub struct GatewayDoneAnswer {}
}
