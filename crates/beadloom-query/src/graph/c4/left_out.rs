//! What a C4 diagram says of what it leaves out.

use super::level::level_below;
use crate::graph::remarks::grouped;
use beadloom_model::requests::C4Level;

/// What a diagram of this level does not show by itself.
pub(super) fn folded(level: C4Level, folded: usize, lost: usize) -> Vec<String> {
    let mut all = Vec::new();
    if folded > 0 {
        all.push(format!(
            "{} below the level {} drawn as the part that holds {}; `--level {}` looks deeper",
            nodes(folded),
            if folded == 1 { "is" } else { "are" },
            if folded == 1 { "it" } else { "them" },
            level_below(level).as_str(),
        ));
    }
    if lost > 0 {
        all.push(format!("{} below the level, part of nothing that is drawn, left out", nodes(lost)));
    }
    all
}

/// What no level draws.
pub(super) fn left_out(records: usize, lost: usize) -> Vec<String> {
    let mut all = Vec::new();
    if records > 0 {
        let what = if records == 1 { "decision record is" } else { "decision records are" };
        all.push(format!("{} {what} no part of the software, and left out", grouped(records)));
    }
    if lost > 0 {
        let what = if lost == 1 { "edge of a system itself is" } else { "edges of a system itself are" };
        all.push(format!("{} {what} left out: no arrow leads from or to the boundary", grouped(lost)));
    }
    all
}

fn nodes(count: usize) -> String {
    format!("{} {}", grouped(count), if count == 1 { "node" } else { "nodes" })
}
