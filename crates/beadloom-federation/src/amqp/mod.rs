//! Queues and exchanges: what code declares, binds, publishes to and consumes from, by the calls of client libraries.
//!
//! Only what stands in the source as text counts, or as a name that the same file gives a text. A routing key that is
//! computed makes no contract.

mod calls;
mod event;
mod reading;
mod topics;

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::answers::Role;

pub(crate) use calls::{may_hold, signs};
pub(crate) use reading::events;
pub(crate) use topics::reaches;

use event::{Event, Queue, What};

/// The calls of a repository, file by file.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// By path, of the file's node.
    files: Vec<(String, Option<String>, Vec<Event>)>,
}

/// Exchanges and keys of a queue; of one that has no name, in its file.
type Bindings<'a> = BTreeMap<(Option<&'a str>, &'a Queue), Vec<(&'a str, &'a str)>>;

/// A side of a contract that code shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shown {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) owner: Option<String>,
    pub(crate) path: String,
    pub(crate) line: u32,
}

impl Calls {
    pub(crate) fn add(&mut self, path: &str, owner: Option<&str>, events: Vec<Event>) {
        if !events.is_empty() {
            self.files.push((path.to_owned(), owner.map(str::to_owned), events));
        }
    }

    /// The contracts: publishing and consuming, with what bindings of the same repository say.
    pub(crate) fn contracts(mut self) -> Vec<Shown> {
        self.files.compact_sort();
        let mut fanout = BTreeSet::new();
        let mut bound: Bindings<'_> = BTreeMap::new();
        for (path, _, events) in &self.files {
            for event in events {
                match &event.what {
                    What::Exchange { exchange, kind } if kind == "fanout" || kind == "headers" => {
                        fanout.insert(exchange.as_str());
                    }
                    What::Bind { queue, exchange, key } => {
                        // What holds a queue means it in its file alone.
                        let within = matches!(queue, Queue::Held(_)).then_some(path.as_str());
                        bound.entry((within, queue)).or_default().push((exchange, key));
                    }
                    _ => {}
                }
            }
        }
        let name = |exchange: &str, key: &str| match (exchange, key) {
            ("", key) => key.to_owned(),
            (exchange, key) if key.is_empty() || fanout.contains(exchange) => exchange.to_owned(),
            (exchange, key) => format!("{exchange}/{key}"),
        };
        let mut shown = BTreeSet::new();
        for (path, owner, events) in &self.files {
            for event in events {
                let mut add = |name: String, role: Role| {
                    // What begins like that is the broker's own: replies, its log.
                    if !name.is_empty() && !name.starts_with("amq.rabbitmq.") {
                        let (owner, path) = (owner.clone(), path.clone());
                        shown.insert(Shown { name, role, owner, path, line: event.line });
                    }
                };
                match &event.what {
                    What::Publish { exchange, key } => match key {
                        Some(key) => add(name(exchange, key), Role::Produces),
                        None if fanout.contains(exchange.as_str()) => add(exchange.clone(), Role::Produces),
                        None => {}
                    },
                    What::Consume { queue } => {
                        let within = matches!(queue, Queue::Held(_)).then_some(path.as_str());
                        match (bound.get(&(within, queue)), queue) {
                            (Some(bindings), _) => {
                                for (exchange, key) in bindings {
                                    add(name(exchange, key), Role::Consumes);
                                }
                            }
                            (None, Queue::Named(queue)) => add(queue.clone(), Role::Consumes),
                            (None, Queue::Held(_)) => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        shown.into_iter().collect()
    }
}
