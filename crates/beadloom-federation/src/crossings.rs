//! Contracts of which one repository has both sides: what its own nodes need of each other.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::{Contract, Protocol, Role};

use crate::amqp;
use crate::landscape::is_pattern;

/// That a node consumes what another one produces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crossing {
    /// The node that calls, subscribes, reads.
    pub consumer: String,
    /// The node that serves, publishes, defines.
    pub producer: String,
    /// What they talk.
    pub protocol: Protocol,
    /// What the producer calls the contract.
    pub name: String,
}

/// What crosses between the nodes of one repository: by consumer, producer, protocol, name.
///
/// Sides that no node owns, and consumers whose producer is declared to be outside, have no other end here. What a node
/// says to itself crosses nothing.
pub fn crossings(contracts: &[Contract]) -> Vec<Crossing> {
    let mut producers: BTreeMap<(Protocol, &str), BTreeSet<&str>> = BTreeMap::new();
    for one in contracts.iter().filter(|one| one.role == Role::Produces) {
        if let Some(node) = &one.ref_id {
            producers.entry((one.protocol, &one.name)).or_default().insert(node);
        }
    }
    let mut found = BTreeSet::new();
    for one in contracts.iter().filter(|one| one.role == Role::Consumes && !one.external) {
        let Some(consumer) = &one.ref_id else { continue };
        let mut add = |name: &str, nodes: &BTreeSet<&str>| {
            found.extend(nodes.iter().filter(|node| *node != consumer).map(|node| Crossing {
                consumer: consumer.clone(),
                producer: (*node).to_owned(),
                protocol: one.protocol,
                name: name.to_owned(),
            }));
        };
        if is_pattern(one) {
            for ((protocol, name), nodes) in &producers {
                if *protocol == Protocol::Amqp && amqp::reaches(name, &one.name) {
                    add(name, nodes);
                }
            }
        } else if let Some(nodes) = producers.get(&(one.protocol, one.name.as_str())) {
            add(&one.name, nodes);
        }
    }
    found.into_iter().collect()
}
