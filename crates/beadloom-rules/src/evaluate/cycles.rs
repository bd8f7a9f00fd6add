//! Cycles, of edges between nodes and of imports between files.

use std::collections::HashSet;

use beadloom_model::ImportKind;

use super::exempt::End;
use super::{Check, Context, Spot};
use crate::components::Digraph;
use crate::facts::{DEPENDS_ON, ImportFact, PART_OF, Target};

/// Members that a message names.
const NAMED: usize = 12;

impl Check<'_> {
    pub(super) fn node_cycles(&mut self, edge_kind: &[String]) {
        let facts = self.facts();
        let pairs = facts
            .edges
            .iter()
            .filter(|edge| {
                // Imports along a declared edge have no edge of their own.
                Self::is_dependence(edge_kind, &edge.kind)
                    || (edge.imports && edge.kind != PART_OF && Self::is_dependence(edge_kind, DEPENDS_ON))
            })
            .map(|edge| (edge.src, edge.dst))
            .filter(|(src, dst)| !self.exemptions.has(End::node(*src), Some(End::node(*dst))))
            .collect();
        let graph = Digraph::new(facts.nodes.len(), pairs);
        for tangle in graph.tangles() {
            let way = graph.way_round(&tangle);
            let Some(first) = way.first().and_then(|first| facts.node(*first)) else { continue };
            let spot =
                Spot { path: first.path.as_deref(), line: first.line, from: Some(&first.ref_id), to: None };
            let suggestion = weakest(self.context, &way);
            self.cycle(&spot, &way, &tangle, |node| facts.id(node), suggestion);
        }
    }

    pub(super) fn file_cycles(&mut self) {
        let facts = self.facts();
        let pairs = facts
            .imports
            .iter()
            .filter_map(|import| Some((import.file, runs_at_load(import)?)))
            .filter(|(from, to)| {
                !self.exemptions.has(End::path(facts.path(*from)), Some(End::path(facts.path(*to))))
            })
            .collect();
        let graph = Digraph::new(facts.files.len(), pairs);
        for tangle in graph.tangles() {
            let way = graph.way_round(&tangle);
            let Some(&first) = way.first() else { continue };
            let next = way.get(1).copied().unwrap_or(first);
            let begin = facts.imports.partition_point(|import| import.file < first);
            let line = facts
                .imports
                .iter()
                .skip(begin)
                .take_while(|import| import.file == first)
                .find(|import| runs_at_load(import) == Some(next))
                .map(|import| import.line);
            let owner = facts.owners(first).first().map(|node| facts.id(*node));
            let spot = Spot { path: Some(facts.path(first)), line, from: owner, to: None };
            let suggestion =
                "Move the shared code into a file of its own, or import it where it is used".to_owned();
            self.cycle(&spot, &way, &tangle, |file| facts.path(file), suggestion);
        }
    }

    fn cycle<'a>(
        &mut self,
        spot: &Spot<'_>,
        way: &[u32],
        tangle: &[u32],
        name: impl Fn(u32) -> &'a str,
        suggestion: String,
    ) {
        let mut members: Vec<u32> = way.to_vec();
        let on_way: HashSet<u32> = way.iter().copied().collect();
        members.extend(tangle.iter().filter(|member| !on_way.contains(member)));
        let mut shown: Vec<String> =
            way.iter().take(NAMED).map(|member| format!("`{}`", name(*member))).collect();
        if way.len() > NAMED {
            shown.push(format!("{} more", way.len() - NAMED));
        }
        if let Some(first) = way.first() {
            shown.push(format!("`{}`", name(*first)));
        }
        let mut message = format!("A cycle of {}: {}", way.len(), shown.join(" → "));
        let others = tangle.len() - way.len();
        if others > 0 {
            message.push_str(&format!("; {others} more hang together with it"));
        }
        self.add(spot, message, suggestion);
        if let Some(violation) = self.violations.last_mut() {
            violation.members = members.into_iter().map(|member| name(member).to_owned()).collect();
        }
    }
}

/// The file that an import runs when its own file is loaded. What is for types only, inside a function or for a test is no
/// matter there, and a declaration of a module is no dependence.
fn runs_at_load(import: &ImportFact) -> Option<u32> {
    match import.target {
        Target::File(file)
            if file != import.file
                && !import.local
                && !import.test
                && !matches!(import.kind, ImportKind::Type | ImportKind::Module | ImportKind::Dynamic) =>
        {
            Some(file)
        }
        _ => None,
    }
}

/// Which edge of a cycle is the easiest to take away: the one with the fewest imports behind it.
fn weakest(context: &Context<'_>, way: &[u32]) -> String {
    let mut fewest: Option<(u64, u32, u32)> = None;
    for (at, src) in way.iter().enumerate() {
        let Some(dst) = way.get((at + 1) % way.len()) else { continue };
        let count = context.imports.get(&(*src, *dst)).copied().unwrap_or(0);
        if fewest.is_none_or(|(least, ..)| count < least) {
            fewest = Some((count, *src, *dst));
        }
    }
    let Some((count, src, dst)) = fewest else { return "Remove one of its edges".to_owned() };
    let (src, dst) = (context.facts.id(src), context.facts.id(dst));
    match count {
        0 => format!("Remove the edge from `{src}` to `{dst}`: no import supports it"),
        1 => format!("Break it between `{src}` and `{dst}`: only one import supports that edge"),
        _ => format!(
            "Break it between `{src}` and `{dst}`: the {count} imports there are the fewest of the cycle"
        ),
    }
}
