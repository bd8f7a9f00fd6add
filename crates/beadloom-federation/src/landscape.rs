//! Many repositories put together.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_graph::external;
use beadloom_model::answers::{
    ANSWER_VERSION, Contract, ContractSide, EdgeState, ExportAnswer, FederateAnswer, LandscapeContract,
    LandscapeEdge, LandscapeNode, LandscapeRepo, LandscapeSummary, Protocol, Role, Verdict,
};
use beadloom_model::{Code, Error, Result};

use crate::amqp;
use crate::verdict::{Side, judge};

/// The landscape of artifacts, each with the name of its file. Their order does not matter.
///
/// # Errors
/// `bad_artifact`: two of them are of one repository, and not the same.
pub fn landscape(artifacts: Vec<(String, ExportAnswer)>) -> Result<FederateAnswer> {
    let repos = by_name(artifacts)?;
    let nodes: BTreeMap<&str, BTreeSet<&str>> = repos
        .iter()
        .map(|(repo, artifact)| {
            (repo.as_str(), artifact.nodes.iter().map(|node| node.ref_id.as_str()).collect())
        })
        .collect();
    let edges = edges(&repos, &nodes);
    let contracts = contracts(&repos);
    let summary = summary(&edges, &contracts);
    Ok(FederateAnswer {
        version: ANSWER_VERSION,
        repos: repos.values().map(repo).collect(),
        nodes: repos.iter().flat_map(|(name, artifact)| landscape_nodes(name, artifact)).collect(),
        edges,
        contracts,
        summary,
    })
}

type Repos = BTreeMap<String, ExportAnswer>;

fn by_name(artifacts: Vec<(String, ExportAnswer)>) -> Result<Repos> {
    let mut artifacts = artifacts;
    artifacts.compact_sort_by(|a, b| (&a.1.repo, &a.1.commit, &a.0).cmp(&(&b.1.repo, &b.1.commit, &b.0)));
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut repos = Repos::new();
    for (path, artifact) in artifacts {
        if let Some(known) = repos.get(&artifact.repo) {
            if *known == artifact {
                continue;
            }
            let first = files.get(&artifact.repo).map_or("", String::as_str);
            let what = if known.commit == artifact.commit {
                "the same commit with other content".to_owned()
            } else {
                format!("{} and {}", commit_name(known), commit_name(&artifact))
            };
            let message = format!("the repository {} is in {first} too: {what}", artifact.repo);
            return Err(Error::new(Code::BadArtifact, message)
                .at(path, 0, 0)
                .hint("keep one artifact of each repository; two repositories need two names, see `repo`"));
        }
        files.insert(artifact.repo.clone(), path);
        repos.insert(artifact.repo.clone(), artifact);
    }
    Ok(repos)
}

fn commit_name(artifact: &ExportAnswer) -> String {
    match &artifact.commit {
        Some(commit) => commit.chars().take(12).collect(),
        None => "no commit".to_owned(),
    }
}

fn repo(artifact: &ExportAnswer) -> LandscapeRepo {
    let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    LandscapeRepo {
        repo: artifact.repo.clone(),
        commit: artifact.commit.clone(),
        dirty: artifact.dirty,
        nodes: count(artifact.nodes.len()),
        edges: count(artifact.edges.len()),
        contracts: count(artifact.contracts.len()),
        unread: count(artifact.unread.len()),
    }
}

fn landscape_nodes<'a>(
    name: &'a str,
    artifact: &'a ExportAnswer,
) -> impl Iterator<Item = LandscapeNode> + 'a {
    let nodes: BTreeMap<&str, _> = artifact.nodes.iter().map(|node| (node.ref_id.as_str(), node)).collect();
    nodes.into_values().map(move |node| LandscapeNode {
        id: format!("@{name}:{}", node.ref_id),
        kind: node.kind.clone(),
        summary: node.summary.clone(),
    })
}

/// An end of an edge: its repository and node.
fn end<'a>(repo: &'a str, id: &'a str, own: &BTreeSet<&str>) -> (&'a str, &'a str) {
    match external::parse(id).filter(|_| !own.contains(id)) {
        Some(other) => other,
        None => (repo, id),
    }
}

fn edges(repos: &Repos, nodes: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<LandscapeEdge> {
    let none = BTreeSet::new();
    let mut edges: BTreeMap<(String, String, String), LandscapeEdge> = BTreeMap::new();
    for (repo, artifact) in repos {
        let own = nodes.get(repo.as_str()).unwrap_or(&none);
        for edge in &artifact.edges {
            let ends = [end(repo, &edge.src, own), end(repo, &edge.dst, own)];
            let state = |(repo, id): &(&str, &str)| match nodes.get(repo) {
                Some(known) if known.contains(id) => EdgeState::Resolved,
                Some(_) => EdgeState::Dangling,
                None => EdgeState::Outside,
            };
            let states = ends.iter().map(state);
            // What is wrong for sure is said before what cannot be known.
            let state = states.max_by_key(|state| match state {
                EdgeState::Resolved => 0,
                EdgeState::Outside => 1,
                EdgeState::Dangling => 2,
            });
            let [(src_repo, src), (dst_repo, dst)] = ends;
            let (src, dst) = (format!("@{src_repo}:{src}"), format!("@{dst_repo}:{dst}"));
            let found = LandscapeEdge {
                src: src.clone(),
                dst: dst.clone(),
                kind: edge.kind.clone(),
                across: src_repo != dst_repo,
                state: state.unwrap_or(EdgeState::Resolved),
                path: edge.path.clone(),
                line: edge.line,
            };
            edges.entry((src, dst, edge.kind.clone())).or_insert(found);
        }
    }
    edges.into_values().collect()
}

type Group<'a> = (Vec<Side<'a>>, Vec<Side<'a>>);

fn contracts(repos: &Repos) -> Vec<LandscapeContract> {
    let mut groups: BTreeMap<(Protocol, &str), Group<'_>> = BTreeMap::new();
    let mut asking: Vec<Side<'_>> = Vec::new();
    for (repo, artifact) in repos {
        for contract in &artifact.contracts {
            let side = Side { repo, contract };
            match contract.role {
                Role::Produces => {
                    groups.entry((contract.protocol, &contract.name)).or_default().0.push(side);
                }
                Role::Consumes if is_pattern(contract) => asking.push(side),
                Role::Consumes => groups.entry((contract.protocol, &contract.name)).or_default().1.push(side),
            }
        }
    }
    for side in asking {
        let mut any = false;
        // Names of one exchange follow each other.
        let exchange = side.contract.name.split_once('/').map_or("", |(exchange, _)| exchange);
        for ((protocol, name), (producers, consumers)) in groups.range_mut((Protocol::Amqp, exchange)..) {
            if *protocol != Protocol::Amqp || !name.starts_with(exchange) {
                break;
            }
            if !producers.is_empty() && amqp::reaches(name, &side.contract.name) {
                consumers.push(side);
                any = true;
            }
        }
        if !any {
            groups.entry((Protocol::Amqp, &side.contract.name)).or_default().1.push(side);
        }
    }
    groups
        .into_iter()
        .map(|((protocol, name), (mut producers, mut consumers))| {
            for sides in [&mut producers, &mut consumers] {
                sides.compact_sort_by_key(|side| {
                    (
                        side.repo, &side.contract.ref_id, &side.contract.path, side.contract.line,
                        side.contract.origin,
                    )
                });
            }
            let (verdict, findings) = judge(protocol, &producers, &consumers);
            LandscapeContract {
                protocol,
                name: name.to_owned(),
                verdict,
                producers: producers.iter().map(shown).collect(),
                consumers: consumers.iter().map(shown).collect(),
                findings,
            }
        })
        .collect()
}

/// Whether a consumer asks for more than one routing key.
pub(crate) fn is_pattern(contract: &Contract) -> bool {
    contract.protocol == Protocol::Amqp
        && contract
            .name
            .split_once('/')
            .is_some_and(|(_, key)| key.split('.').any(|word| word == "*" || word == "#"))
}

fn shown(side: &Side<'_>) -> ContractSide {
    ContractSide {
        repo: side.repo.to_owned(),
        ref_id: side.contract.ref_id.clone(),
        origin: side.contract.origin,
        path: side.contract.path.clone(),
        line: side.contract.line,
        schema_hash: side.contract.schema_hash.clone(),
    }
}

fn summary(edges: &[LandscapeEdge], contracts: &[LandscapeContract]) -> LandscapeSummary {
    let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    let verdicts = |verdict: Verdict| count(contracts.iter().filter(|one| one.verdict == verdict).count());
    let edges =
        |state: EdgeState| count(edges.iter().filter(|edge| edge.across && edge.state == state).count());
    LandscapeSummary {
        breaking: verdicts(Verdict::Breaking),
        orphaned_consumer: verdicts(Verdict::OrphanedConsumer),
        undeclared_producer: verdicts(Verdict::UndeclaredProducer),
        drift: verdicts(Verdict::Drift),
        confirmed: verdicts(Verdict::Confirmed),
        external: verdicts(Verdict::External),
        edges_resolved: edges(EdgeState::Resolved),
        edges_dangling: edges(EdgeState::Dangling),
        edges_outside: edges(EdgeState::Outside),
    }
}
