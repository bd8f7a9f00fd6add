//! What the shell asks of the gateway's core. These requests are between the two halves of the product: no person types them, so
//! their names are those of the JSON that upstream servers send, in `snake_case`, and `src/native/gateway.ts` is generated from them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Code, Error, Result};

/// Tools of one server; more are refused.
pub const MAX_TOOLS: usize = 20_000;

/// Bytes of a tool's definition that are read; a longer one is held.
pub const MAX_DEFINITION_BYTES: usize = 2 << 20;

/// Bytes of a query that are read.
pub const MAX_QUERY_BYTES: usize = 8_192;

/// Queries of one search.
pub const MAX_QUERIES: usize = 5;

/// Results of one search.
pub const MAX_RESULTS: usize = 1_000;

/// Bytes of a server's or a tool's name.
pub const MAX_NAME_BYTES: usize = 512;

macro_rules! gateway_requests {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $ty:ty,)* })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty,)* })+
    };
}

gateway_requests! {
    /// A tool as its server describes it, under its own name.
    pub struct GatewayTool {
        /// The upstream name.
        pub name: String,
        /// For people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        /// For models.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// A JSON Schema.
        pub input_schema: Value,
        /// A JSON Schema.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub output_schema: Option<Value>,
        /// Hints of the protocol: `readOnlyHint`, `destructiveHint`, …
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub annotations: Option<Value>,
        /// Other fields of its definition, such as icons: kept unchanged, and not part of the approval.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub extra: Option<Value>,
    }

    /// A server and one of its tools.
    pub struct GatewayName {
        /// The server.
        pub server: String,
        /// The upstream name of the tool.
        pub name: String,
    }

    /// `catalogue`: stores the whole current list of a server.
    pub struct GatewayCatalogueRequest {
        /// The server.
        pub server: String,
        /// The server's description of itself.
        #[serde(default)]
        pub instructions: Option<String>,
        /// All of its tools, in its order.
        pub tools: Vec<GatewayTool>,
        /// Whether a changed definition waits for approval.
        pub trust: GatewayTrust,
    }

    /// `known`: returns the stored data of all servers.
    pub struct GatewayKnownRequest {}

    /// `drop_server`: deletes a server's tools, and keeps its learned rankings and approvals.
    pub struct GatewayDropServerRequest {
        /// The server.
        pub server: String,
    }

    /// `search`: finds tools, best first.
    pub struct GatewaySearchRequest {
        /// One to five. A tool is scored by its best query.
        pub queries: Vec<String>,
        /// Only tools of these servers. Empty: of all servers.
        #[serde(default)]
        pub servers: Vec<String>,
        /// Only these tools. Missing: all tools. An empty list means none.
        #[serde(default)]
        pub tools: Option<Vec<GatewayName>>,
        /// Only read-only tools.
        #[serde(default)]
        pub read_only: bool,
        /// Results, at most.
        pub limit: usize,
        /// The client's overall task. It counts less than the query.
        #[serde(default)]
        pub context_query: Option<String>,
    }

    /// `learn`: records that a query led to a call.
    pub struct GatewayLearnRequest {
        /// The server.
        pub server: String,
        /// The upstream name of the tool.
        pub name: String,
        /// The query.
        pub query: String,
        /// Where the client had the tool from.
        pub how: GatewayHow,
        /// Whether the call succeeded. A failed one is not learned.
        pub ok: bool,
    }

    /// `called`: counts a call.
    pub struct GatewayCalledRequest {
        /// The server.
        pub server: String,
        /// The upstream name of the tool.
        pub name: String,
        /// Whether it succeeded.
        pub ok: bool,
        /// Time until the upstream answered.
        pub upstream_ms: f64,
        /// Time that the gateway added.
        pub added_ms: f64,
        /// Size of the result.
        pub bytes: u64,
    }

    /// `listed`: records that a client received a list.
    pub struct GatewayListedRequest {
        /// Tokens of all tools.
        pub tokens_all: u64,
        /// Tokens of the listed tools.
        pub tokens_shown: u64,
    }

    /// `approve`: approves changed or flagged definitions.
    pub struct GatewayApproveRequest {
        /// Of this server.
        #[serde(default)]
        pub server: Option<String>,
        /// Only this tool of it.
        #[serde(default)]
        pub name: Option<String>,
        /// Of all servers.
        #[serde(default)]
        pub all: bool,
    }

    /// `forget`: deletes learned rankings.
    pub struct GatewayForgetRequest {
        /// Of this server.
        #[serde(default)]
        pub server: Option<String>,
        /// Only this tool of it.
        #[serde(default)]
        pub name: Option<String>,
        /// Of all servers.
        #[serde(default)]
        pub all: bool,
    }

    /// `stats`: returns counts.
    pub struct GatewayStatsRequest {}

    /// `settings`: changes settings of this process.
    pub struct GatewaySettingsRequest {
        /// What is kept of queries.
        pub privacy: GatewayPrivacy,
        /// Whether calls are learned, and learned rankings used.
        pub learning: bool,
        /// Parts of the ranking to leave out, to measure the effect of each.
        #[serde(default)]
        pub without: Vec<String>,
    }

    /// `model`: selects the model that compares meaning, and returns once it is in use.
    pub struct GatewayModelRequest {
        /// `default`, `static`, or a transformer by its name or folder.
        pub model: String,
    }

    /// `examine`: checks definitions and stores nothing.
    pub struct GatewayExamineRequest {
        /// The server. Names are compared with those of other servers.
        #[serde(default)]
        pub server: Option<String>,
        /// Its tools.
        pub tools: Vec<GatewayTool>,
    }

    /// `tokens`: counts tokens.
    pub struct GatewayTokensRequest {
        /// Texts. Each is counted separately.
        pub texts: Vec<String>,
    }
}

macro_rules! gateway_choices {
    ($($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident,)+ })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "lowercase")]
        pub enum $name { $($(#[$doc])* $variant,)+ })+
    };
}

gateway_choices! {
    /// The treatment of a changed definition.
    pub enum GatewayTrust {
        /// It is held until it is approved. The first definition is approved unless something in it is flagged.
        Pin,
        /// It is accepted, and nothing is held.
        Always,
    }

    /// How the client found the tool that it called.
    pub enum GatewayHow {
        /// It was in the list that the client was shown.
        Listed,
        /// A search found it.
        Searched,
        /// Neither.
        Direct,
    }

    /// The stored form of queries.
    pub enum GatewayPrivacy {
        /// Their text.
        Text,
        /// Keyed hashes of their words, from which they cannot be read.
        Hash,
    }
}

impl GatewaySearchRequest {
    /// What the types do not say.
    ///
    /// # Errors
    /// `usage`.
    pub fn check(&self) -> Result<()> {
        if self.queries.is_empty() || self.queries.len() > MAX_QUERIES {
            return Err(usage(format!(
                "queries must be 1 to {MAX_QUERIES} texts, not {}",
                self.queries.len()
            )));
        }
        if self.limit == 0 || self.limit > MAX_RESULTS {
            return Err(usage(format!("limit must be a whole number from 1 to {MAX_RESULTS}")));
        }
        Ok(())
    }
}

impl GatewayCatalogueRequest {
    /// What the types do not say.
    ///
    /// # Errors
    /// `usage`.
    pub fn check(&self) -> Result<()> {
        check_name("server", &self.server)?;
        if self.tools.len() > MAX_TOOLS {
            return Err(usage(format!("tools must be at most {MAX_TOOLS}, not {}", self.tools.len())));
        }
        self.tools.iter().try_for_each(|tool| check_name("name", &tool.name))
    }
}

/// The target of [`GatewayApproveRequest`] and [`GatewayForgetRequest`]: all servers, one server, or one tool of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GatewayScope<'a> {
    /// Of all servers.
    All,
    /// Of one.
    Server(&'a str),
    /// One tool.
    Tool(&'a str, &'a str),
}

impl<'a> GatewayScope<'a> {
    /// From the three fields.
    ///
    /// # Errors
    /// `usage` for anything but one of the three.
    pub fn of(all: bool, server: Option<&'a str>, name: Option<&'a str>) -> Result<Self> {
        match (all, server, name) {
            (true, None, None) => Ok(Self::All),
            (false, Some(server), None) => Ok(Self::Server(server)),
            (false, Some(server), Some(name)) => Ok(Self::Tool(server, name)),
            _ => Err(usage("either all, or a server, or a server and the name of a tool must be given")),
        }
    }

    /// Whether it is about that tool.
    pub fn holds(self, server: &str, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Server(wanted) => wanted == server,
            Self::Tool(wanted, tool) => wanted == server && tool == name,
        }
    }
}

/// A request of the gateway, from JSON.
///
/// # Errors
/// `usage`, with what does not fit.
pub fn parse_gateway_request<T: DeserializeOwned>(name: &str, json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|error| usage(format!("the request {name} does not read: {error}")))
}

/// Whether a name can be one.
///
/// # Errors
/// `usage`.
pub fn check_name(what: &str, name: &str) -> Result<()> {
    if name.is_empty() || name.len() > MAX_NAME_BYTES {
        return Err(usage(format!("{what} must have 1 to {MAX_NAME_BYTES} bytes, not {}", name.len())));
    }
    Ok(())
}

fn usage(message: impl Into<String>) -> Error {
    Error::new(Code::Usage, message)
}
