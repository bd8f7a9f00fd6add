//! The verdict on one contract, with its reasons.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{Contract, ContractFinding, ContractOrigin, Protocol, Verdict};

use crate::compare::{Difference, Offer, differences};
use crate::declared::is_hash;
use crate::fields::shown;

/// One side of a contract and the repository that it is in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) repo: &'a str,
    pub(crate) contract: &'a Contract,
}

impl Side<'_> {
    fn name(&self) -> String {
        match &self.contract.ref_id {
            Some(id) => format!("@{}:{id}", self.repo),
            None => self.repo.to_owned(),
        }
    }

    fn finding(&self, verdict: Verdict, reason: &str, message: String) -> ContractFinding {
        ContractFinding {
            verdict,
            reason: reason.to_owned(),
            side: self.name(),
            with: None,
            field: None,
            message,
            path: self.contract.path.clone(),
            line: self.contract.line,
        }
    }
}

/// What a repository offers, or uses.
struct Party<'a> {
    repo: &'a str,
    sides: Vec<Side<'a>>,
}

impl<'a> Party<'a> {
    /// Whose fields count: those of a schema before those that a node names.
    fn schema(&self) -> Option<Offer<'a>> {
        let contracts = || self.sides.iter().map(|side| side.contract);
        let telling = contracts()
            .find(|one| one.complete)
            .or_else(|| contracts().find(|one| !one.fields.is_empty()))
            .or_else(|| contracts().next());
        telling.map(Offer::new)
    }

    /// Whether somebody over there says that it is produced, not code alone.
    fn is_stated(&self) -> bool {
        self.sides
            .iter()
            .any(|side| side.contract.origin != ContractOrigin::Code || side.contract.schema.is_some())
    }

    fn hashes(&self) -> BTreeSet<&'a str> {
        self.sides.iter().filter_map(|side| side.contract.schema_hash.as_deref()).collect()
    }
}

/// A repository that offers something, ready to be compared with.
struct Producer<'a> {
    party: &'a Party<'a>,
    schema: Offer<'a>,
    hashes: BTreeSet<&'a str>,
}

impl<'a> Producer<'a> {
    fn new(party: &'a Party<'a>) -> Option<Self> {
        Some(Self { party, schema: party.schema()?, hashes: party.hashes() })
    }
}

/// The findings of a contract and the verdict that follows from them.
pub(crate) fn judge(
    protocol: Protocol,
    producers: &[Side<'_>],
    consumers: &[Side<'_>],
) -> (Verdict, Vec<ContractFinding>) {
    let mut findings = Vec::new();
    let mut matched = false;
    let by_repo = grouped(producers);
    let producing: Vec<Producer<'_>> = by_repo.iter().filter_map(Producer::new).collect();
    for producer in &producing {
        own_drift(producer, &mut findings);
    }
    if consumers.is_empty() {
        for side in producers.iter().take(1) {
            let (reason, message) = if side.contract.external {
                ("declared_external", "its consumers are declared to be outside".to_owned())
            } else {
                ("not_consumed", "no repository here consumes it".to_owned())
            };
            findings.push(side.finding(Verdict::External, reason, message));
        }
    }
    for repo in grouped(consumers) {
        // A declaration with fields says what of a schema is used.
        let narrowed = repo.sides.iter().any(|side| {
            side.contract.origin == ContractOrigin::Declared
                && !side.contract.complete
                && !side.contract.fields.is_empty()
        });
        for side in &repo.sides {
            if producing.is_empty() {
                findings.push(without_producer(side));
                continue;
            }
            let others: Vec<&Producer<'_>> =
                producing.iter().filter(|producer| !is_own_document(protocol, side, producer)).collect();
            if others.is_empty() {
                let message = "only the document that consumes it produces it".to_owned();
                findings.push(side.finding(Verdict::External, "not_produced", message));
                continue;
            }
            matched = true;
            consume(protocol, side, narrowed, &others, &mut findings);
        }
    }
    let order = |finding: &ContractFinding| {
        (
            finding.verdict,
            finding.side.clone(),
            finding.path.clone(),
            finding.line,
            finding.field.clone(),
            finding.reason.clone(),
            finding.with.clone(),
            finding.message.clone(),
        )
    };
    findings.compact_sort_by_cached_key(order);
    findings.dedup();
    let worst = findings.iter().map(|finding| finding.verdict).min();
    let verdict = if matched {
        worst.map_or(Verdict::Confirmed, |worst| worst.min(Verdict::Confirmed))
    } else {
        worst.unwrap_or(Verdict::External)
    };
    (verdict, findings)
}

fn grouped<'a>(sides: &[Side<'a>]) -> Vec<Party<'a>> {
    let mut by_repo: BTreeMap<&'a str, Vec<Side<'a>>> = BTreeMap::new();
    for side in sides {
        by_repo.entry(side.repo).or_default().push(*side);
    }
    by_repo.into_iter().map(|(repo, sides)| Party { repo, sides }).collect()
}

/// A document that sends and receives on one channel talks with somebody else on it, not with itself.
fn is_own_document(protocol: Protocol, side: &Side<'_>, producer: &Producer<'_>) -> bool {
    let same = |other: &Side<'_>| other.repo == side.repo && other.contract.path == side.contract.path;
    protocol == Protocol::AsyncApi && producer.party.sides.iter().all(same)
}

fn without_producer(side: &Side<'_>) -> ContractFinding {
    if side.contract.external {
        let message = "its producer is declared to be outside".to_owned();
        return side.finding(Verdict::External, "declared_external", message);
    }
    side.finding(Verdict::OrphanedConsumer, "not_produced", "no repository here produces it".to_owned())
}

fn consume(
    protocol: Protocol,
    side: &Side<'_>,
    narrowed: bool,
    producers: &[&Producer<'_>],
    findings: &mut Vec<ContractFinding>,
) {
    let consumer = side.contract;
    if consumer.origin == ContractOrigin::Declared
        && !producers.iter().any(|producer| producer.party.is_stated())
    {
        let repos: Vec<&str> = producers.iter().map(|producer| producer.party.repo).collect();
        let message =
            format!("it relies on {}, where only the code shows that it is produced", repos.join(", "));
        findings.push(side.finding(Verdict::UndeclaredProducer, "found_in_code_only", message));
    }
    let mut compared: Vec<(&Producer<'_>, Vec<Difference>)> =
        producers.iter().map(|producer| (*producer, differences(consumer, &producer.schema))).collect();
    if matches!(protocol, Protocol::Amqp | Protocol::AsyncApi) {
        in_none(&mut compared);
    } else {
        // Whoever answers a call is one of them.
        let breaking = |(_, all): &(&Producer<'_>, Vec<Difference>)| {
            (all.iter().filter(|one| one.verdict == Verdict::Breaking).count(), all.len())
        };
        let best = compared.iter().enumerate().min_by_key(|(_, one)| breaking(one)).map(|(at, _)| at);
        compared = best.map(|at| compared.swap_remove(at)).into_iter().collect();
    }
    for (producer, found) in &compared {
        let drifts_only = consumer.complete && narrowed;
        for one in found {
            let verdict = if drifts_only { Verdict::Drift } else { one.verdict };
            let mut finding = side.finding(verdict, one.reason, one.message.clone());
            finding.field = Some(one.field.clone());
            finding.with = Some(producer.party.repo.to_owned());
            findings.push(finding);
        }
        other_schema(side, producer, found.is_empty(), findings);
    }
}

/// A message may come from each of them: what one of them has is there.
fn in_none(compared: &mut [(&Producer<'_>, Vec<Difference>)]) {
    let telling =
        compared.iter().filter(|(producer, _)| !producer.schema.contract().fields.is_empty()).count();
    let mut lacking: BTreeMap<String, usize> = BTreeMap::new();
    for one in compared.iter().flat_map(|(_, all)| all).filter(|one| one.reason == "field_removed") {
        *lacking.entry(one.field.clone()).or_default() += 1;
    }
    for (_, all) in compared {
        all.retain(|one| one.reason != "field_removed" || lacking.get(&one.field) == Some(&telling));
    }
}

/// The same to a reader of its own, but not the same: a copy that is behind, a hash that is pinned.
fn other_schema(
    side: &Side<'_>,
    producer: &Producer<'_>,
    is_equal: bool,
    findings: &mut Vec<ContractFinding>,
) {
    let (hashes, schema) = (&producer.hashes, &producer.schema);
    let consumer = side.contract;
    let mut say = |reason: &str, message: String| {
        let mut finding = side.finding(Verdict::Drift, reason, message);
        finding.with = Some(producer.party.repo.to_owned());
        findings.push(finding);
    };
    if let Some(pinned) = consumer.schema.as_deref().filter(|schema| is_hash(schema)) {
        if !hashes.is_empty() && !hashes.contains(pinned) {
            say("pinned_schema", format!("its schema is no longer the one of {}", producer.party.repo));
        }
    } else if let Some(own) = consumer.schema_hash.as_deref().filter(|_| consumer.complete && is_equal)
        && !hashes.is_empty()
        && !hashes.contains(own)
        && schema.contract().complete
    {
        let message = match schema.more_than(consumer) {
            0 => format!("its copy of the schema is not that of {}", producer.party.repo),
            1 => format!("{} has a field more than its copy of the schema", producer.party.repo),
            more => format!("{} has {more} fields more than its copy of the schema", producer.party.repo),
        };
        say("other_schema", message);
    }
}

/// What a repository declares of itself against what its specification says.
fn own_drift(producer: &Producer<'_>, findings: &mut Vec<ContractFinding>) {
    let whole = Some(producer.schema.contract()).filter(|one| one.complete);
    for side in &producer.party.sides {
        let contract = side.contract;
        if contract.origin != ContractOrigin::Declared {
            continue;
        }
        match (contract.schema.as_deref(), whole) {
            (Some(schema), Some(whole))
                if is_hash(schema) && whole.schema_hash.as_deref() != Some(schema) =>
            {
                let message = format!("the schema that it declares is not that of {}", whole.path);
                findings.push(side.finding(Verdict::Drift, "pinned_schema", message));
            }
            (Some(schema), _) if !is_hash(schema) && contract.schema_hash.is_none() => {
                let message = format!("{schema} describes no such contract");
                findings.push(side.finding(Verdict::Drift, "pinned_file", message));
            }
            _ => {}
        }
        if let Some(whole) = whole.filter(|_| !contract.complete) {
            for field in contract.fields.iter().map(shown).filter(|name| !producer.schema.has(name)) {
                let message = format!("it declares `{field}`, which {} does not have", whole.path);
                let mut finding = side.finding(Verdict::Drift, "declared_fields", message);
                finding.field = Some(field);
                findings.push(finding);
            }
        }
    }
}
