//! What lies between two drawn nodes.

/// All edges between two drawn nodes. Ends are positions in `Field::nodes`.
pub(super) struct Lifted {
    pub from: usize,
    pub to: usize,
    /// Sorted; without those of edges that a contract names.
    pub kinds: Vec<String>,
    /// What crosses contracts, sorted.
    pub crossing: Vec<String>,
    /// Sum of the counts of edges that come from imports.
    pub imports: u64,
}
