//! The answers of `beadloom daemon`.

use serde::{Deserialize, Serialize};

answers! {
    /// `beadloom daemon status`, `start`, `stop` and `restart`.
    pub struct DaemonAnswer = "daemon" {
        /// Always 1.
        pub version: u32,
        /// What was done: `none` by `status`, `started`, `stopped`, `restarted`, or `unchanged` where there was nothing to do.
        pub outcome: String,
        /// Whether there is one now. Without one the fields from `pid` on are null, but for `socket` and `root`.
        pub running: bool,
        /// Why it does not answer, where one is there; or why none may start by itself; null otherwise.
        pub reason: Option<String>,
        /// Its process.
        pub pid: Option<u32>,
        /// Where it listens: a socket, on Windows a named pipe; null where this user has no folder for one.
        pub socket: Option<String>,
        /// The project, absolute, without links.
        pub root: String,
        /// Of beadloom.
        pub beadloom_version: Option<String>,
        /// Seconds since it started.
        pub uptime_s: Option<u64>,
        /// Seconds since the last request.
        pub idle_s: Option<u64>,
        /// Seconds without a request after which it ends.
        pub idle_limit_s: Option<u64>,
        /// Answered since it started.
        pub requests: Option<u64>,
        /// Being answered.
        pub running_requests: Option<u64>,
        /// Clients that are connected, this one included.
        pub connections: Option<u64>,
        /// Bytes of memory that the process has.
        pub rss_bytes: Option<u64>,
        /// Its limits; null where none runs.
        pub limits: Option<DaemonLimits>,
        /// Whether it watches the files; where not, each answer looks at all of them.
        pub watching: Option<bool>,
        /// Goes up by one per committed change of the index.
        pub index_generation: Option<u64>,
    }

    /// What a daemon refuses, and when it ends.
    pub struct DaemonLimits {
        /// Bytes of a request.
        pub request_bytes: u64,
        /// Bytes of an answer.
        pub result_bytes: u64,
        /// Requests that are answered at once.
        pub requests: u64,
        /// Clients at once.
        pub connections: u64,
        /// Bytes of memory beyond which it ends.
        pub rss_bytes: u64,
    }

    /// `beadloom daemon logs`.
    pub struct DaemonLogsAnswer = "daemon-logs" {
        /// Always 1.
        pub version: u32,
        /// The file, absolute; null where this user has no folder for one.
        pub path: Option<String>,
        /// In the order in which they were written, the last ones.
        pub lines: Vec<String>,
    }
}
