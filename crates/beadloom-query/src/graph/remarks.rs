//! What a picture says about itself, in the comments of its format.

use std::fmt::Write;

use beadloom_model::answers::GraphAnswer;

use crate::text::line;

/// One sentence each: why the picture may be behind, that nobody keeps this graph yet, that there is none.
pub(super) fn remarks(graph: &GraphAnswer) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(warning) = &graph.warning {
        let mut text = line(warning);
        if !graph.stale_paths.is_empty() {
            let paths: Vec<String> = graph.stale_paths.iter().map(|path| line(path)).collect();
            let _ = write!(text, ": {}", paths.join(", "));
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
