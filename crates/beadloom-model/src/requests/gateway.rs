//! What the shell asks of the gateway's core. These requests are between the two halves of the product: no person types them, so
//! their names are those of the JSON that upstream servers send, in `snake_case`, and `src/native/gateway.ts` is generated from them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Code, Error, Result};

/// Tools of one server; more are refused.
pub const MOST_TOOLS: usize = 20_000;

/// Bytes of a tool's definition that are read; a longer one is held.
pub const MOST_DEFINITION: usize = 2 << 20;

/// Bytes of a query that are read.
pub const MOST_QUERY: usize = 8_192;

/// Queries of one search.
pub const MOST_QUERIES: usize = 5;

/// Results of one search.
pub const MOST_RESULTS: usize = 1_000;

/// Bytes of a server's or a tool's name.
pub const MOST_NAME: usize = 512;

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
    /// A tool as its server describes it, under the name that it has there.
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
        /// What else its definition has, such as icons; kept as it is, and no part of what is approved.
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

    /// `catalogue`: the whole list of a server as it was read now.
    pub struct GatewayCatalogueRequest {
        /// The server.
        pub server: String,
        /// What the server says of itself.
        #[serde(default)]
        pub instructions: Option<String>,
        /// All of its tools, in its order.
        pub tools: Vec<GatewayTool>,
        /// Whether a definition that changed waits for approval.
        pub trust: GatewayTrust,
    }

    /// `known`: what is kept of all servers.
    pub struct GatewayKnownRequest {}

    /// `drop_server`: forgets a server's tools, and keeps what was learned and approved.
    pub struct GatewayDropServerRequest {
        /// The server.
        pub server: String,
    }

    /// `search`: the tools that fit, best first.
    pub struct GatewaySearchRequest {
        /// One to five; a tool is as good as its best one.
        pub queries: Vec<String>,
        /// Only tools of these servers; empty: of all.
        #[serde(default)]
        pub servers: Vec<String>,
        /// Only these tools; left out: all. An empty list means none.
        #[serde(default)]
        pub tools: Option<Vec<GatewayName>>,
        /// Only tools that say they change nothing.
        #[serde(default)]
        pub read_only: bool,
        /// Results, at most.
        pub limit: usize,
        /// What the client works on, beside what it asks for now; counts less.
        #[serde(default)]
        pub context_query: Option<String>,
    }

    /// `learn`: a query led to a call.
    pub struct GatewayLearnRequest {
        /// The server.
        pub server: String,
        /// The upstream name of the tool.
        pub name: String,
        /// What was asked for.
        pub query: String,
        /// Where the client had the tool from.
        pub how: GatewayHow,
        /// Whether the call succeeded; a failed one teaches nothing.
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
        /// Until the upstream had answered.
        pub upstream_ms: f64,
        /// What the gateway added.
        pub added_ms: f64,
        /// Of the result.
        pub bytes: u64,
    }

    /// `listed`: a client was given a list.
    pub struct GatewayListedRequest {
        /// Of all tools.
        pub tokens_all: u64,
        /// Of those that it was given.
        pub tokens_shown: u64,
    }

    /// `approve`: takes changed definitions, or flagged ones, as good.
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

    /// `forget`: takes back what was learned.
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

    /// `stats`: what was counted.
    pub struct GatewayStatsRequest {}

    /// `settings`: holds from now on, in this process.
    pub struct GatewaySettingsRequest {
        /// What is kept of queries.
        pub privacy: GatewayPrivacy,
        /// Whether calls are learned from, and what was learned is used.
        pub learning: bool,
        /// Parts of the ranking that are left out, to measure what each is worth.
        #[serde(default)]
        pub without: Vec<String>,
    }

    /// `model`: says what compares meaning beside words, and is answered when it does.
    pub struct GatewayModelRequest {
        /// `default`, `static`, or a transformer by its name or folder.
        pub model: String,
    }

    /// `examine`: looks at definitions, and keeps nothing.
    pub struct GatewayExamineRequest {
        /// Of this server; names are compared with those of others.
        #[serde(default)]
        pub server: Option<String>,
        /// Its tools.
        pub tools: Vec<GatewayTool>,
    }

    /// `tokens`: counts tokens.
    pub struct GatewayTokensRequest {
        /// Each is counted for itself.
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
    /// What becomes of a definition that changed.
    pub enum GatewayTrust {
        /// It is held until it is approved. What is seen first is approved, unless something in it is flagged.
        Pin,
        /// It is taken as it comes; nothing is held.
        Always,
    }

    /// Where the client had a tool from that it called.
    pub enum GatewayHow {
        /// It was in the list that the client was shown.
        Listed,
        /// A search found it.
        Searched,
        /// Neither.
        Direct,
    }

    /// What is kept of queries.
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
        if self.queries.is_empty() || self.queries.len() > MOST_QUERIES {
            return Err(usage(format!(
                "queries must be 1 to {MOST_QUERIES} texts, not {}",
                self.queries.len()
            )));
        }
        if self.limit == 0 || self.limit > MOST_RESULTS {
            return Err(usage(format!("limit must be a whole number from 1 to {MOST_RESULTS}")));
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
        if self.tools.len() > MOST_TOOLS {
            return Err(usage(format!("tools must be at most {MOST_TOOLS}, not {}", self.tools.len())));
        }
        self.tools.iter().try_for_each(|tool| check_name("name", &tool.name))
    }
}

/// What [`GatewayApproveRequest`] and [`GatewayForgetRequest`] are about: exactly one of all, a server, a tool of a server.
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
    if name.is_empty() || name.len() > MOST_NAME {
        return Err(usage(format!("{what} must have 1 to {MOST_NAME} bytes, not {}", name.len())));
    }
    Ok(())
}

fn usage(message: impl Into<String>) -> Error {
    Error::new(Code::Usage, message)
}
