//! The paragraph that says what a change concerns, for a reviewer.

use std::fmt::Write as _;

use beadloom_model::answers::{Dependence, DependenceOrigin, DocumentAtRisk, FocusType, WhyAnswer};

use super::dependency_graph::Words;
use crate::text;

/// Names of one list.
const NAMED: usize = 3;

/// One paragraph of Markdown. `first`: what directly needs the subject.
pub(super) fn paragraph(answer: &WhyAnswer, first: &[Dependence], words: Words) -> String {
    [
        subject(answer),
        downstream(answer, first, words),
        upstream(answer, words),
        tests(answer, words),
        documents(answer),
    ]
    .into_iter()
    .filter(|sentence| !sentence.is_empty())
    .collect::<Vec<_>>()
    .join(" ")
}

/// What it is, and what it belongs to.
fn subject(answer: &WhyAnswer) -> String {
    let kind = match answer.focus.r#type {
        FocusType::Path if answer.ref_id.is_some() => "path",
        _ => answer.focus.kind.as_str(),
    };
    let mut said = format!("{} ({})", name(answer), text::line(kind));
    let nearest: Vec<String> =
        answer.part_of.iter().filter(|whole| whole.distance == 1).map(|whole| code(&whole.ref_id)).collect();
    let wholes = nearest.get(..nearest.len().min(NAMED)).unwrap_or_default();
    if !wholes.is_empty() {
        let _ = write!(said, " is part of {}", listed(wholes, nearest.len() as u64));
    }
    if !answer.parts.is_empty() {
        let parts = answer.parts.len() as u64 + answer.omitted.parts;
        let _ = write!(
            said,
            "{} has {}",
            if wholes.is_empty() { "" } else { " and" },
            counted(parts, ("part", "parts"))
        );
    }
    said.push('.');
    if wholes.is_empty() && answer.parts.is_empty() { String::new() } else { said }
}

fn downstream(answer: &WhyAnswer, first: &[Dependence], words: Words) -> String {
    let counts = &answer.counts;
    let least = if counts.complete { "" } else { "at least " };
    let unsure = match counts.downstream_ambiguous {
        0 => String::new(),
        count => {
            format!(" {} may need it as well: a name has several meanings.", capital(&counted(count, words)))
        }
    };
    let unsure = match &answer.unseen {
        Some(unseen) => format!("{unsure} {}.", capital(unseen)),
        None => unsure,
    };
    if counts.downstream_direct == 0 {
        return format!("Nothing is known to need {} directly.{unsure}", name(answer));
    }
    let mut said = format!(
        "A change of {} directly concerns {least}{}: {}",
        name(answer),
        counted(counts.downstream_direct, words),
        names(first, counts.downstream_direct)
    );
    if counts.downstream_transitive > 0 {
        let _ = write!(
            said,
            "; through them {least}{} more within {}",
            counts.downstream_transitive,
            counted(answer.depth, ("step", "steps"))
        );
    }
    said.push('.');
    let is_graph = answer.file.is_none() && answer.symbol.is_none();
    if !is_graph && !answer.affected_nodes.is_empty() {
        let shown: Vec<String> = answer.affected_nodes.iter().take(NAMED).map(|id| code(id)).collect();
        let _ = write!(said, " They belong to {}.", listed(&shown, answer.affected_nodes.len() as u64));
    }
    said + &unsure
}

fn upstream(answer: &WhyAnswer, words: Words) -> String {
    let counts = &answer.counts;
    match (counts.upstream_direct, counts.upstream_transitive) {
        (0, _) => "It has no known dependencies within the project.".to_owned(),
        (direct, 0) => format!("It needs {}.", counted(direct, words)),
        (direct, more) => format!("It needs {} directly and {more} through them.", counted(direct, words)),
    }
}

fn tests(answer: &WhyAnswer, words: Words) -> String {
    let all = answer.tests.len() as u64 + answer.omitted.tests;
    if all == 0 {
        return match words.0 {
            "symbol" => "No test is seen to reach it.".to_owned(),
            _ => "No test imports it.".to_owned(),
        };
    }
    let direct = answer.tests.iter().filter(|test| test.distance == 1).count() as u64;
    let shown: Vec<String> = answer.tests.iter().take(NAMED).map(|test| code(&test.path)).collect();
    let how = if direct == 0 { " indirectly" } else { "" };
    format!("{}{how}: {}.", capital(&reached(all)), listed(&shown, all))
}

fn reached(count: u64) -> String {
    if count == 1 {
        "1 file of tests reaches it".to_owned()
    } else {
        format!("{count} files of tests reach it")
    }
}

fn documents(answer: &WhyAnswer) -> String {
    let of = |distance: u64| -> Vec<&DocumentAtRisk> {
        answer.docs_at_risk.iter().filter(|document| document.distance == distance).collect()
    };
    let (own, others) = (of(0), of(1));
    let (own, named): (Vec<_>, Vec<_>) = own.into_iter().partition(|document| !document.derived);
    let mut said = String::new();
    if !own.is_empty() {
        let shown: Vec<String> = own
            .iter()
            .take(NAMED)
            .map(|document| {
                let already = if document.stale { " (is already)" } else { "" };
                format!("{}{already}", code(&document.path))
            })
            .collect();
        let _ = write!(said, "{} would go stale", listed(&shown, own.len() as u64));
    }
    if !named.is_empty() {
        let place = |document: &&DocumentAtRisk| match document.lines.first() {
            Some(line) => code(&format!("{}:{line}", document.path)),
            None => code(&document.path),
        };
        let shown: Vec<String> = named.iter().take(NAMED).map(place).collect();
        let speak = if named.len() == 1 { "speaks" } else { "speak" };
        let between = if said.is_empty() { "" } else { "; " };
        let _ = write!(said, "{between}{} {speak} of it", listed(&shown, named.len() as u64));
    }
    let others = others.len() as u64 + answer.omitted.docs_at_risk;
    if others > 0 {
        let tell = if others == 1 { "tells" } else { "tell" };
        let _ = write!(
            said,
            "{}{} {tell} of what needs it",
            if said.is_empty() { "" } else { "; " },
            counted(others, ("document", "documents"))
        );
    }
    if !said.is_empty() {
        said.push('.');
    }
    said
}

fn name(answer: &WhyAnswer) -> String {
    let name = answer.symbol.as_ref().or(answer.file.as_ref()).or(answer.ref_id.as_ref());
    code(name.unwrap_or(&answer.focus.r#ref))
}

/// As code in Markdown; a backtick inside is left out, so that nothing ends the code early.
fn code(name: &str) -> String {
    format!("`{}`", text::cut_at_word(&text::line(name).replace('`', ""), 120))
}

/// The first names with how each depends, and how many there are beside.
fn names(first: &[Dependence], all: u64) -> String {
    let shown: Vec<String> = first
        .iter()
        .take(NAMED)
        .map(|one| {
            let kind = text::line(&one.edge_kind);
            let behind = match (one.origin, one.count) {
                (DependenceOrigin::Import, Some(count)) if one.edge_kind == "depends_on" => {
                    format!(", {}", counted(count, ("import", "imports")))
                }
                (DependenceOrigin::Reference, Some(count)) if count > 1 => format!(" × {count}"),
                _ => String::new(),
            };
            format!("{} ({kind}{behind})", code(&one.name))
        })
        .collect();
    listed(&shown, all)
}

/// `a`, `a and b`, `a, b and c`, `a, b, c and 4 more`.
fn listed(shown: &[String], all: u64) -> String {
    let more = all.saturating_sub(shown.len() as u64);
    match shown {
        [] => String::new(),
        [rest @ .., last] if more == 0 && !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        [only] if more == 0 => only.clone(),
        _ => format!("{} and {more} more", shown.join(", ")),
    }
}

fn counted(count: u64, (one, many): Words) -> String {
    beadloom_model::counted(count, one, many)
}

fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
