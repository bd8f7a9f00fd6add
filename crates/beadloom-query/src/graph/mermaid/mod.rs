//! A graph as a Mermaid flowchart: nodes with parts are frames around them.

mod frames;
mod labels;
mod rollup;

use std::collections::BTreeSet;
use std::fmt::Write;

use beadloom_model::CompactSort as _;
use beadloom_model::answers::GraphAnswer;

use self::frames::Frames;
use self::labels::label;
pub(super) use self::labels::units;
use self::rollup::{Arrow, Rollup};
use super::hierarchy::Hierarchy;
use super::remarks::{missing, remarks};
use crate::text::line;

/// Edges of a flowchart that Mermaid draws without being told to draw more (its `maxEdges`).
const MAX_EDGES: usize = 500;

/// UTF-16 units of a diagram that Mermaid draws (its `maxTextSize`), less room for the head.
pub(super) const MAX_TEXT_UNITS: usize = 50_000 - 1_500;

/// Of that, what nodes may take where not everything fits.
const MAX_NODE_TEXT_UNITS: usize = 30_000;

/// A flowchart that Mermaid reads whatever the ids hold: nodes are called `n1`, `n2`, …, and what people named
/// them stands in quoted labels with everything escaped that Mermaid or HTML gives a meaning. Many edges are rolled up
/// to the parts that hold their ends. Of more than Mermaid draws, the upper and most connected nodes stay, and the
/// strongest arrows; comments say what does not.
pub(super) fn flowchart(graph: &GraphAnswer) -> String {
    let tree = Hierarchy::new(&graph.nodes, &graph.edges);
    let rollup = Rollup::new(graph, &tree);
    let frames = Frames::new(&graph.nodes, &tree, rollup.level, &rollup.arrows);
    let arrows: Vec<(&Arrow, String)> =
        rollup.arrows.iter().map(|arrow| (arrow, arrow_line(arrow, &frames))).collect();
    let room = MAX_TEXT_UNITS.saturating_sub(arrows.iter().map(|(_, text)| units(text)).sum());
    let frames = frames.within(room.max(MAX_NODE_TEXT_UNITS));
    let left = MAX_TEXT_UNITS.saturating_sub(frames.room());
    let shown = strongest(&arrows, &frames, left);

    let mut out = String::from("flowchart TD\n");
    for remark in remarks(graph).iter().chain(&rollup.remarks) {
        let _ = writeln!(out, "  %% {}", comment(remark));
    }
    say_left_out(&frames, arrows.len(), shown.len(), &mut out);
    frames.write(&mut out);
    out.extend(shown.iter().filter_map(|at| arrows.get(*at)).map(|(_, text)| text.as_str()));
    let rows = frames.rows();
    let links = arrows.len() + rows.iter().map(|row| row.matches("~~~").count()).sum::<usize>();
    if links <= MAX_EDGES && units(&out) + rows.iter().map(|row| units(row)).sum::<usize>() <= MAX_TEXT_UNITS
    {
        out.extend(rows);
    }
    out
}

/// Which arrows there is room for: those between nodes that are drawn, the strongest first.
fn strongest(arrows: &[(&Arrow, String)], frames: &Frames<'_>, mut left: usize) -> BTreeSet<usize> {
    let mut ranked: Vec<(usize, &(&Arrow, String))> = arrows.iter().enumerate().collect();
    ranked.compact_sort_by_key(|(at, (arrow, _))| (arrow.nests, arrow.strength(), *at));
    let mut shown = BTreeSet::new();
    for (at, (arrow, text)) in ranked {
        let room = units(text);
        if frames.draws(arrow.from) && frames.draws(arrow.to) && shown.len() < MAX_EDGES && room <= left {
            left -= room;
            shown.insert(at);
        }
    }
    shown
}

fn say_left_out(frames: &Frames<'_>, arrows: usize, shown: usize, out: &mut String) {
    let (nodes, drawn) = frames.counts();
    let missing = missing([("nodes", drawn, nodes), ("arrows", shown, arrows)]);
    if !missing.is_empty() {
        let _ = writeln!(
            out,
            "  %% {} are left out: Mermaid draws {MAX_EDGES} edges and 50,000 characters.\n  \
             %% `beadloom graph REF --depth 1` draws a part, `--format html` and `--format dot` draw all.",
            missing.join(" and "),
        );
    }
}

fn arrow_line(arrow: &Arrow, frames: &Frames<'_>) -> String {
    let line = if arrow.nests { "-.->" } else { "-->" };
    let (from, to) = (frames.end(arrow.from, arrow.to), frames.end(arrow.to, arrow.from));
    format!("  {from} {line}|\"{}\"| {to}\n", label(&arrow.label()))
}

/// Text behind `%%`. A brace would begin a directive.
pub(super) fn comment(text: &str) -> String {
    line(text).replace('{', "(").replace('}', ")")
}
