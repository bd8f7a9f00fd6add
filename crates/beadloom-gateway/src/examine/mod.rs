//! What is wrong with the texts of a tool.

mod characters;

use beadloom_model::answers::{GatewayFinding, GatewayFindingKind};
use beadloom_model::requests::GatewayTool;

/// A tool of another server, to compare names with.
#[derive(Debug, Clone, Copy)]
pub struct Peer<'a> {
    /// The other server.
    pub server: &'a str,
    /// The upstream name.
    pub name: &'a str,
    /// What it says of itself.
    pub description: &'a str,
}

/// What is found in a tool's texts, by place; `peers`: tools of other servers.
pub fn examine(_server: &str, tool: &GatewayTool, _peers: &[Peer<'_>]) -> Vec<GatewayFinding> {
    let mut findings = Vec::new();
    let mut look = |place: &str, text: &str| {
        findings.extend(characters::invisible(text).map(|(what, excerpt)| GatewayFinding {
            kind: GatewayFindingKind::InvisibleCharacter,
            place: place.to_owned(),
            message: what,
            excerpt,
        }));
    };
    look("name", &tool.name);
    if let Some(title) = &tool.title {
        look("title", title);
    }
    if let Some(description) = &tool.description {
        look("description", description);
    }
    findings
}
