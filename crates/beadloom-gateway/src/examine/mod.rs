//! What is wrong with the texts of a tool. They are data of somebody else that a model reads as if they were its user's, so what
//! speaks to the model, or hides from the person who looks, is said before anybody approves it.
//!
//! - `texts` finds every text of a definition, the schema's too;
//! - beadloom-screening says what cannot be seen or looks like something else, what speaks to the model, and what is encoded: the same
//!   detector as for memories;
//! - `names` finds tools that pass for those of another server, or send the model there.

mod names;
mod peer;
mod texts;

use beadloom_model::answers::{GatewayFinding, GatewayFindingKind};
use beadloom_model::requests::GatewayTool;
use beadloom_screening::{Channel, homoglyph, invisible, order, payload};

use self::names::Others;
pub use self::peer::Peer;

/// Findings of one tool, at most: whoever reads them has understood.
const MAX_FINDINGS: usize = 8;

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
                && findings.len() < MAX_FINDINGS
            {
                findings.push(GatewayFinding { kind, place: place.to_owned(), message, excerpt });
            }
        };
        add(GatewayFindingKind::InvisibleCharacter, invisible(text));
        add(GatewayFindingKind::Homoglyph, homoglyph(text));
        let is_of_tool = matches!(place, "name" | "title" | "description" | "annotations.title");
        let channel = if is_of_tool { Channel::Tool } else { Channel::Parameter };
        let said = |what: &str| format!("it has {what}");
        let ordered = order(text, channel).map(|order| (said(order.what), order.excerpt));
        add(GatewayFindingKind::HiddenInstruction, ordered);
        let encoded = payload(text, channel).map(|(what, excerpt)| (said(what), excerpt));
        add(GatewayFindingKind::HiddenPayload, encoded);
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
    findings.truncate(MAX_FINDINGS);
    findings
}
