//! `forbid_cycles`: nothing leads back to itself, over edges between nodes or imports between files.

use std::collections::HashSet;

use beadloom_graph::yaml::{Node, place, shortened};
use beadloom_model::answers::RuleMatch;
use beadloom_model::{Code, ImportKind, counted};

use crate::components::Digraph;
use crate::evaluation::{Context, Evaluation, Spot, is_dependence};
use crate::exempt::End;
use crate::facts::{DEPENDS_ON, ImportFact, PART_OF, Target};
use crate::kind::{Needs, RuleBody, RuleKind};
use crate::matcher::of_kinds;
use crate::part::Part;
use crate::reader::{Entry, Reader};

/// Members that a message names.
const NAMED: usize = 12;

pub(crate) const KIND: RuleKind = RuleKind {
    key: "forbid_cycles",
    help: "No edges between nodes, or imports between files, lead back to where they began",
    siblings: &[],
    read,
};

#[derive(Debug)]
pub(crate) struct ForbidCycles {
    /// Edge kinds; every dependence where empty.
    pub(crate) edge_kind: Vec<String>,
    /// What is looked at.
    pub(crate) scope: Scope,
}

/// What a cycle is looked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Edges between nodes.
    Nodes,
    /// Imports between files.
    Files,
}

fn read<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, _: &[Entry<'t>]) -> Option<Box<dyn RuleBody>> {
    let mut body = reader.body(KIND.key, node, &["edge_kind", "scope"]);
    let mut scope = Scope::Nodes;
    if let Some(value) = body.value("scope") {
        match body.reader.fields.text(value, "scope").as_deref() {
            Some("nodes") | None => {}
            Some("files") => scope = Scope::Files,
            Some(other) => {
                let message = format!("\"{}\" is not a scope", shortened(other));
                body.reader.fields.error(place(value), Code::BadValue, message, "One of: nodes, files");
            }
        }
    }
    if scope == Scope::Files
        && let Some((_, key, _)) = body.entries.iter().find(|(key, ..)| *key == "edge_kind")
    {
        let message = "Files have imports and no edges: `edge_kind` says nothing of them".to_owned();
        let hint = "Remove it, or use scope: nodes";
        body.reader.fields.error(place(key), Code::BadValue, message, hint);
    }
    Some(Box::new(ForbidCycles { edge_kind: body.edge_kinds("edge_kind"), scope }))
}

impl RuleBody for ForbidCycles {
    fn kind(&self) -> &'static RuleKind {
        &KIND
    }

    fn needs(&self) -> Needs {
        match self.scope {
            Scope::Nodes => Needs { imports_if_broken: true, ..Needs::default() },
            Scope::Files => Needs { imports: true, ..Needs::default() },
        }
    }

    fn evaluate(&self, evaluation: &mut Evaluation<'_>) {
        match self.scope {
            Scope::Nodes => node_cycles(evaluation, &self.edge_kind),
            Scope::Files => file_cycles(evaluation),
        }
    }

    fn says(&self) -> String {
        match self.scope {
            Scope::Nodes => format!("No cycle of edges {}", of_kinds(&self.edge_kind, "of dependence")),
            Scope::Files => "No cycle of imports that run when files are loaded".to_owned(),
        }
    }

    fn matches(&self, _: &Context<'_>) -> Vec<RuleMatch> {
        Vec::new()
    }

    fn concerns(&self, part: &Part<'_>) -> bool {
        match self.scope {
            Scope::Nodes => !part.nodes.is_empty(),
            Scope::Files => !part.paths.is_empty(),
        }
    }
}

fn node_cycles(evaluation: &mut Evaluation<'_>, edge_kind: &[String]) {
    let context = evaluation.context;
    let facts = context.facts;
    let pairs = facts
        .edges
        .iter()
        .filter(|edge| {
            // Imports along a declared edge have no edge of their own.
            is_dependence(edge_kind, &edge.kind)
                || (edge.imports && edge.kind != PART_OF && is_dependence(edge_kind, DEPENDS_ON))
        })
        .map(|edge| (edge.src, edge.dst))
        .filter(|(src, dst)| !evaluation.exemptions.has(End::node(*src), Some(End::node(*dst))))
        .collect();
    let graph = Digraph::new(facts.nodes.len(), pairs);
    for tangle in graph.tangles() {
        let way = graph.way_round(&tangle);
        let Some(first) = way.first().and_then(|first| facts.node(*first)) else { continue };
        let spot = Spot {
            path: first.path.as_deref(),
            line: first.line,
            from: Some(&first.ref_id),
            ..Spot::default()
        };
        let suggestion = weakest(context, &way);
        add_cycle(evaluation, &spot, (&way, &tangle), |node| facts.id(node), suggestion);
    }
}

fn file_cycles(evaluation: &mut Evaluation<'_>) {
    let facts = evaluation.context.facts;
    let pairs = facts
        .imports
        .iter()
        .filter_map(|import| Some((import.file, runs_at_load(import)?)))
        .filter(|(from, to)| {
            let (from, to) = (End::path(facts.path(*from)), End::path(facts.path(*to)));
            !evaluation.exemptions.has(from, Some(to))
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
        let spot = Spot { path: Some(facts.path(first)), line, from: owner, ..Spot::default() };
        let suggestion =
            "Move the shared code into a file of its own, or import it where it is used".to_owned();
        add_cycle(evaluation, &spot, (&way, &tangle), |file| facts.path(file), suggestion);
    }
}

/// `way`: a shortest way round; `tangle`: all that reach each other.
fn add_cycle<'a>(
    evaluation: &mut Evaluation<'_>,
    spot: &Spot<'_>,
    (way, tangle): (&[u32], &[u32]),
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
        message
            .push_str(&format!("; {} together with it", counted(others as u64, "more hangs", "more hang")));
    }
    let violation = evaluation.add(spot, message, suggestion);
    violation.members = members.into_iter().map(|member| name(member).to_owned()).collect();
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
