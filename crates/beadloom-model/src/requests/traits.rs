//! What a request is to the programs that pass it on: the daemon, receipts, the command line, the MCP server.

use serde::Serialize;

use crate::About;

/// Facts about a request. Lists of requests are generated from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Traits {
    /// Whether a daemon may answer it: it only reads, and its answer depends on nothing of the process that asks.
    pub relayed: bool,
    /// Whether a daemon is started after it.
    pub starts_daemon: bool,
    /// Whether its answers have receipts.
    pub receipts: bool,
    /// The command that does the same, with the flag that chooses it.
    pub command: Option<&'static str>,
    /// The MCP tool that asks for it.
    pub tool: Option<&'static str>,
    /// Whether the library has a method of its name that does nothing but ask for it.
    pub method: bool,
    /// What its answer is about; None where the parts of the answer say it.
    #[serde(skip)]
    pub subject: Option<About>,
}

/// The facts that a declaration gives in brackets, by their names there.
impl Traits {
    pub(crate) const NONE: Self = Self {
        relayed: false,
        starts_daemon: false,
        receipts: false,
        command: None,
        tool: None,
        method: false,
        subject: None,
    };

    pub(crate) const fn relayed(self) -> Self {
        Self { relayed: true, ..self }
    }

    pub(crate) const fn starts_daemon(self) -> Self {
        Self { starts_daemon: true, ..self }
    }

    pub(crate) const fn receipts(self) -> Self {
        Self { receipts: true, ..self }
    }

    pub(crate) const fn command(self, name: &'static str) -> Self {
        Self { command: Some(name), ..self }
    }

    pub(crate) const fn tool(self, name: &'static str) -> Self {
        Self { tool: Some(name), ..self }
    }

    pub(crate) const fn method(self) -> Self {
        Self { method: true, ..self }
    }

    pub(crate) const fn graph(self) -> Self {
        Self { subject: Some(About::Graph), ..self }
    }

    pub(crate) const fn documents(self) -> Self {
        Self { subject: Some(About::Documents), ..self }
    }

    pub(crate) const fn code(self) -> Self {
        Self { subject: Some(About::Code), ..self }
    }
}
