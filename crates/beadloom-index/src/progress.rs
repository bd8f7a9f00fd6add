//! How far a run is, as whoever started it is shown.

/// What a run is doing. The names are those of `--progress=json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Waiting for another process' run.
    Wait,
    /// Listing files.
    Scan,
    /// Reading and parsing.
    Parse,
    /// Resolving imports again.
    Resolve,
    /// Nodes, edges, documents, ownership.
    Graph,
    /// Making it visible.
    Commit,
    /// Making vectors with a transformer. Counts texts.
    Embed,
}

impl Phase {
    /// The name in progress lines.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Scan => "scan",
            Self::Parse => "parse",
            Self::Resolve => "resolve",
            Self::Graph => "graph",
            Self::Commit => "commit",
            Self::Embed => "embed",
        }
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Files done in this phase.
    pub done: u64,
    /// Files to do in this phase; 0 where that is not known.
    pub total: u64,
    /// Bytes of the files done and of those to do: tells how long it will take better than their number does,
    /// because large files come first. 0 and 0 where files take about the same time each.
    pub bytes: (u64, u64),
}

impl Progress {
    /// Without a weight.
    pub fn new(phase: Phase, done: usize, total: usize) -> Self {
        Self { phase, done: done as u64, total: total as u64, bytes: (0, 0) }
    }
}
