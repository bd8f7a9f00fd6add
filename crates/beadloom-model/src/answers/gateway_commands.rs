//! The answers of `beadloom gateway`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

answers! {
    /// `beadloom gateway list`.
    pub struct GatewayListAnswer = "gateway-list" {
        /// Always 1.
        pub version: u32,
        /// The file with the settings.
        pub config: String,
        /// How tools are shown: `all`, `search` or `filter`, as the mode comes to with these tools.
        pub mode: String,
        /// By name.
        pub servers: Vec<GatewayServerState>,
        /// As clients may call them, by name.
        pub tools: Vec<GatewayListedTool>,
        /// Tools that wait for an approval, by name.
        pub held: Vec<GatewayWaitingTool>,
        /// Tools that are not offered, by server, in its order.
        pub left_out: Vec<GatewayLeftOut>,
        /// Resources that several servers have, by address.
        pub collisions: Vec<GatewayCollision>,
        /// Of the list of all tools.
        pub tokens: u64,
        /// Of the list that a client gets first.
        pub tokens_shown: u64,
        /// What failed; null where nothing did.
        pub warning: Option<String>,
    }

    /// A server behind the gateway.
    pub struct GatewayServerState {
        /// As the settings have it.
        pub name: String,
        /// ready, connecting, idle, failed, needs login or disabled.
        pub status: String,
        /// Tools that it offers, those that wait for an approval too.
        pub tools: u64,
        /// Why it failed; null otherwise.
        pub error: Option<String>,
    }

    /// A tool, as clients call it.
    pub struct GatewayListedTool {
        /// `server__tool`.
        pub name: String,
        /// The server it is of.
        pub server: String,
        /// Its first sentence.
        pub description: String,
    }

    /// A tool that waits for an approval.
    pub struct GatewayWaitingTool {
        /// `server__tool`.
        pub name: String,
        /// The server it is of.
        pub server: String,
        /// Why, in a word.
        pub reason: String,
        /// What changed, or what is suspicious.
        pub detail: String,
    }

    /// A tool that no client could take.
    pub struct GatewayLeftOut {
        /// The server it is of.
        pub server: String,
        /// As its server calls it.
        pub name: String,
        /// Why.
        pub why: String,
    }

    /// A resource that several servers have.
    pub struct GatewayCollision {
        /// Its address, or a template of some.
        pub uri: String,
        /// Their names; the first answers.
        pub servers: Vec<String>,
    }

    /// `beadloom gateway search`.
    pub struct GatewayFoundAnswer = "gateway-search" {
        /// Always 1.
        pub version: u32,
        /// What was asked.
        pub queries: Vec<String>,
        /// Best first.
        pub results: Vec<GatewayHit>,
        /// How sure the order is, 0 to 1.
        pub confidence: f64,
        /// Servers that failed; null where none did.
        pub warning: Option<String>,
    }

    /// A tool that a search found.
    pub struct GatewayHit {
        /// `server__tool`.
        pub name: String,
        /// The server it is of.
        pub server: String,
        /// As its server gives it.
        pub title: Option<String>,
        /// Its first sentence; whole with `--schema`.
        pub description: String,
        /// Comparable within one answer only.
        pub score: f64,
        /// The schema of its arguments; left out without `--schema`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub input_schema: Option<Map<String, Value>>,
    }

    /// `beadloom gateway test`.
    pub struct GatewayTestAnswer = "gateway-test" {
        /// Always 1.
        pub version: u32,
        /// The file with the settings.
        pub config: String,
        /// By name.
        pub servers: Vec<GatewayTrial>,
        /// How many failed.
        pub failed: u64,
    }

    /// What became of trying a server.
    pub struct GatewayTrial {
        /// As the settings have it.
        pub name: String,
        /// ready, failed, needs login or disabled.
        pub status: String,
        /// What it speaks: legacy (with initialize) or modern (2026-07-28); null where it did not connect.
        pub era: Option<String>,
        /// What it calls itself.
        pub title: Option<String>,
        /// That it lists.
        pub tools: u64,
        /// That it lists.
        pub prompts: u64,
        /// That it lists.
        pub resources: u64,
        /// Until it had listed everything, in milliseconds.
        pub ms: u64,
        /// Why it failed; null otherwise.
        pub error: Option<String>,
    }

    /// `beadloom gateway stats`.
    pub struct GatewayFiguresAnswer = "gateway-stats" {
        /// Always 1.
        pub version: u32,
        /// By name.
        pub servers: Vec<GatewayServerFigures>,
        /// That are known, of all servers.
        pub tools: u64,
        /// Of tools, since the counting began.
        pub calls: u64,
        /// Of these, those that failed.
        pub failed: u64,
        /// Pairs of a task and a tool.
        pub learned_pairs: u64,
        /// Of calls that a search came before: the share that had its tool among the first five; null without any.
        pub recall: Option<f64>,
        /// Of the list of all tools, when a list was given last; null where none was.
        pub tokens_listed: Option<u64>,
        /// Of the list that was given last; null where none was.
        pub tokens_shown: Option<u64>,
        /// What the gateway added to calls.
        pub latency: GatewayDelay,
        /// What servers took for them.
        pub upstream: GatewayDelay,
        /// Of results.
        pub bytes: u64,
        /// What had to be set aside; null where all is well.
        pub warning: Option<String>,
    }

    /// What was counted of one server.
    pub struct GatewayServerFigures {
        /// As the settings have it.
        pub name: String,
        /// That are known.
        pub tools: u64,
        /// Of these, those that wait for an approval.
        pub held: u64,
        /// Of its tools.
        pub calls: u64,
        /// Of these, those that failed.
        pub failed: u64,
        /// Pairs of a task and one of its tools.
        pub learned_pairs: u64,
    }

    /// How long something took: half of the calls and all but one in a hundred took no longer. Null without calls.
    pub struct GatewayDelay {
        /// Milliseconds.
        pub p50_ms: Option<f64>,
        /// Milliseconds.
        pub p99_ms: Option<f64>,
    }

    /// `beadloom gateway forget`.
    pub struct GatewayForgottenAnswer = "gateway-forget" {
        /// Always 1.
        pub version: u32,
        /// Learned pairs that were deleted.
        pub forgotten: u64,
    }

    /// `beadloom gateway approve`.
    pub struct GatewayApprovalsAnswer = "gateway-approve" {
        /// Always 1.
        pub version: u32,
        /// `server__tool`, by name.
        pub approved: Vec<String>,
    }
}
