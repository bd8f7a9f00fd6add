//! What a picture says about itself, in the comments of its format.

use std::fmt::Write;

use beadloom_model::answers::GraphAnswer;

use crate::text::{line, lined};

/// One sentence each: why the picture may be behind, that nobody keeps this graph yet, that there is none.
pub(super) fn remarks(graph: &GraphAnswer) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(warning) = &graph.warning {
        let mut text = line(warning);
        if !graph.stale_paths.is_empty() {
            let _ = write!(text, ": {}", lined(&graph.stale_paths));
        }
        all.push(text);
    }
    if graph.nodes.is_empty() {
        all.push("no nodes; `beadloom init --bootstrap` drafts a graph of the code".to_owned());
    } else if graph.derived {
        all.push("derived from the code; `beadloom init --bootstrap` keeps it as files".to_owned());
    }
    all
}

/// `12 of 1,234 nodes`, for each of these names of which some are not drawn.
pub(super) fn missing<const N: usize>(drawn: [(&str, usize, usize); N]) -> Vec<String> {
    let missing = drawn.into_iter().filter(|(_, drawn, all)| drawn < all);
    missing.map(|(name, drawn, all)| format!("{} of {} {name}", grouped(all - drawn), grouped(all))).collect()
}

/// `1,234`: numbers in sentences.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
