//! What a tool is compared with.

/// A tool of another server, to compare with.
#[derive(Debug, Clone, Copy)]
pub struct Peer<'a> {
    /// The other server.
    pub server: &'a str,
    /// The upstream name.
    pub name: &'a str,
    /// What it says of itself.
    pub description: &'a str,
}
