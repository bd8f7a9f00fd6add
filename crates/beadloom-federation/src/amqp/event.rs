//! What one call says of queues and exchanges.

/// One call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Event {
    pub(crate) line: u32,
    pub(crate) what: What,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    /// An exchange and its type.
    Exchange {
        exchange: String,
        kind: String,
    },
    /// A queue gets what an exchange has for a key.
    Bind {
        queue: Queue,
        exchange: String,
        key: String,
    },
    /// The default exchange is `""`.
    Publish {
        exchange: String,
        key: Option<String>,
    },
    Consume {
        queue: Queue,
    },
}

/// A queue by its name, or by what the source calls one whose name the broker chooses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Queue {
    Named(String),
    Held(String),
}
