//! Tools that pass for those of another server, or send the model to them.
//!
//! Servers have tools of the same name all the time: `search`, `list_models`. And a person may run the same server twice. So a name alone
//! is no offence; one that another tool has with nearly the same description is, unless the servers are the same software.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use beadloom_model::requests::GatewayTool;
use beadloom_screening::{excerpt, looks_like, plain};
use regex::Regex;

use super::peer::Peer;

/// Shorter names are the words of many.
const MIN_NAME_CHARS: usize = 6;

/// Of the words of two descriptions, the share that both have, from which one is a copy of the other.
const COPIED: f64 = 0.6;

/// Sends a model to a tool.
static SENDING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?:call|calls|calling|invoke|invokes|invoking|run|running|use|using|execute|trigger|prefer|instead of|replace[sd]?|always|first)\b[^.;!?]{0,40}$").ok()
});

/// Tools of other servers, as a server's own are compared with them.
pub(super) struct Others<'a> {
    own: BTreeSet<&'a str>,
    by_name: BTreeMap<&'a str, Vec<Peer<'a>>>,
    by_look: BTreeMap<String, Vec<Peer<'a>>>,
}

impl<'a> Others<'a> {
    pub fn new(tools: &'a [&GatewayTool], peers: &[Peer<'a>]) -> Self {
        let own: BTreeMap<&str, &str> = tools
            .iter()
            .map(|tool| (tool.name.as_str(), tool.description.as_deref().unwrap_or_default()))
            .collect();
        // The same software has the same tools with the same words, most of them.
        let mut shared: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for peer in peers {
            if let Some(description) = own.get(peer.name) {
                let (same, all) = shared.entry(peer.server).or_default();
                *same += usize::from(*description == peer.description);
                *all += 1;
            }
        }
        let is_same_software =
            |server: &str| shared.get(server).is_some_and(|(same, all)| 2 * same >= *all && *same > 0);
        let (mut by_name, mut by_look): (BTreeMap<_, Vec<_>>, BTreeMap<_, Vec<_>>) = Default::default();
        for peer in peers.iter().filter(|peer| !is_same_software(peer.server)) {
            by_name.entry(peer.name).or_default().push(*peer);
            by_look.entry(look(peer.name)).or_default().push(*peer);
        }
        Self { own: own.into_keys().collect(), by_name, by_look }
    }

    /// Whether the tool passes for another server's.
    pub fn imitated(&self, tool: &GatewayTool) -> Option<(String, String)> {
        let description = tool.description.as_deref().unwrap_or_default();
        let said = |peer: &Peer<'_>, how: &str| {
            Some((
                format!("it {how} {:?} of the server {:?}", peer.name, peer.server),
                excerpt(&tool.name, 0),
            ))
        };
        for peer in self.by_name.get(tool.name.as_str()).into_iter().flatten() {
            if description != peer.description && likeness(description, peer.description) >= COPIED {
                return said(peer, "has the name and nearly the description of");
            }
        }
        if tool.name.chars().count() < MIN_NAME_CHARS {
            return None;
        }
        // Signs that look alike are no spelling of anybody's.
        for peer in self.by_look.get(&look(&tool.name)).into_iter().flatten() {
            if peer.name != tool.name && !self.own.contains(peer.name) {
                return said(peer, "has a name that looks like");
            }
        }
        None
    }

    /// Whether the tool's description sends the model to another server's tool.
    pub fn sent_to(&self, tool: &GatewayTool) -> Option<(String, String)> {
        let description = tool.description.as_deref()?;
        let mut begin = 0;
        for word in description.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))) {
            let at = begin;
            begin +=
                word.len() + description.get(begin + word.len()..)?.chars().next().map_or(0, char::len_utf8);
            let is_name =
                word.len() >= MIN_NAME_CHARS && word.contains(['_', '-']) && !self.own.contains(word);
            let Some(peer) = self.by_name.get(word).filter(|_| is_name).and_then(|peers| peers.first())
            else {
                continue;
            };
            let before = plain(description.get(..at)?);
            if SENDING.as_ref().is_some_and(|form| form.is_match(&before)) {
                let what = format!("it sends the model to {:?} of the server {:?}", peer.name, peer.server);
                return Some((what, excerpt(description, at)));
            }
        }
        None
    }
}

/// A name by the look of its signs; two names of one look that differ are told apart by nobody.
fn look(name: &str) -> String {
    let folded: String = name
        .chars()
        .map(|c| looks_like(c).unwrap_or(c))
        .map(|c| match c {
            '0' => 'o',
            '1' | 'I' | '|' => 'l',
            '5' => 's',
            other => other,
        })
        .collect();
    folded.replace("rn", "m").replace("vv", "w")
}

/// The share of words that both texts have.
fn likeness(one: &str, other: &str) -> f64 {
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.len() > 1)
            .map(str::to_lowercase)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let both = one.intersection(&other).count();
    let all = one.union(&other).count();
    if all == 0 { 0.0 } else { both as f64 / all as f64 }
}
