//! Which session an answer belongs to.

use std::collections::BTreeMap;

use super::line::{Line, Sent};

/// How long after an answer its program may tell which session asked, in milliseconds: a shell may do more after it.
const CLAIM_MS: u64 = 60_000;

/// The session of every line, in their order; None where none is known.
///
/// The command line does not know who calls it, and MCP does not say which conversation a connection serves. A hook tells after
/// the call: answers that no other session claimed, and that were given just before, are of the session that it names. A
/// connection serves one conversation, so all its answers go with the first that is claimed.
pub(crate) fn sessions_of(lines: &[Line]) -> Vec<Option<String>> {
    let mut known: Vec<Option<String>> = lines.iter().map(own).collect();
    let mut connections: BTreeMap<&str, &str> = BTreeMap::new();
    let mut unclaimed: Vec<(usize, &Sent)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match line {
            Line::Answer(sent)
                if sent.channel == "mcp" || (sent.channel == "cli" && sent.session.is_none()) =>
            {
                unclaimed.push((at, sent));
            }
            Line::Asked { at: told, session, channel, .. } => {
                let is_near = |sent: &Sent| sent.channel == *channel && sent.at.abs_diff(*told) <= CLAIM_MS;
                if channel == "mcp" {
                    // Calls may overlap; of one connection any is as good as the other.
                    let last = unclaimed.iter().rposition(|(_, sent)| is_near(sent));
                    if let Some((index, sent)) = last.map(|last| unclaimed.remove(last)) {
                        match &sent.session {
                            Some(connection) => {
                                connections.entry(connection).or_insert(session);
                            }
                            None => set(&mut known, index, session),
                        }
                    }
                } else {
                    unclaimed.retain(|(index, sent)| {
                        let claimed = is_near(sent);
                        if claimed {
                            set(&mut known, *index, session);
                        }
                        !claimed
                    });
                }
            }
            _ => {}
        }
    }
    for session in known.iter_mut().flatten() {
        if let Some(claimed) = connections.get(session.as_str()) {
            *session = (*claimed).to_owned();
        }
    }
    known
}

fn set(known: &mut [Option<String>], index: usize, session: &str) {
    if let Some(place) = known.get_mut(index) {
        *place = Some(session.to_owned());
    }
}

fn own(line: &Line) -> Option<String> {
    match line {
        Line::Answer(sent) => sent.session.clone(),
        Line::Opened(opened) => Some(opened.session.clone()),
        Line::Asked { session, .. } | Line::Listed { session, .. } => Some(session.clone()),
    }
}
