//! What is wrong with the texts of a tool. They are data of somebody else that a model reads as if they were its user's, so what
//! speaks to the model, or hides from the person who looks, is said before anybody approves it.
//!
//! - `texts` finds every text of a definition, the schema's too; `characters` what cannot be seen, or looks like something else;
//! - `instructions` what speaks to the model about its instructions, what it is to hide, and where it is to send things;
//! - `payload` what is encoded; `names` tools that pass for those of another server, or send the model there.

mod characters;
mod instructions;
mod names;
mod payload;
mod peer;
mod texts;

use beadloom_model::answers::{GatewayFinding, GatewayFindingKind};
use beadloom_model::requests::GatewayTool;

use self::names::Others;
pub use self::peer::Peer;

/// Findings of one tool, at most: whoever reads them has understood.
const MOST_FINDINGS: usize = 8;

/// What is found in the texts of a server's tools, in their order; each by place. `peers`: tools of other servers.
pub fn examine(tools: &[&GatewayTool], peers: &[Peer<'_>]) -> Vec<Vec<GatewayFinding>> {
    let others = Others::new(tools, peers);
    tools.iter().map(|tool| examine_tool(tool, &others)).collect()
}

fn examine_tool(tool: &GatewayTool, others: &Others<'_>) -> Vec<GatewayFinding> {
    let mut findings: Vec<GatewayFinding> = Vec::new();
    texts::each(tool, &mut |place, text| {
        let mut add = |kind, found: Option<(String, String)>| {
            if let Some((message, excerpt)) = found
                && findings.len() < MOST_FINDINGS
            {
                findings.push(GatewayFinding { kind, place: place.to_owned(), message, excerpt });
            }
        };
        add(GatewayFindingKind::InvisibleCharacter, characters::invisible(text));
        add(GatewayFindingKind::Homoglyph, characters::homoglyph(text));
        let plain = characters::plain(text);
        add(GatewayFindingKind::HiddenInstruction, instructions::find(&plain));
        add(GatewayFindingKind::HiddenPayload, payload::find(text));
    });
    let mut add = |kind, place: &str, (message, excerpt)| {
        findings.push(GatewayFinding { kind, place: place.to_owned(), message, excerpt });
    };
    if let Some(found) = others.imitated(tool) {
        add(GatewayFindingKind::LookAlike, "name", found);
    }
    if let Some(found) = others.sent_to(tool) {
        add(GatewayFindingKind::HiddenInstruction, "description", found);
    }
    findings.truncate(MOST_FINDINGS);
    findings
}
