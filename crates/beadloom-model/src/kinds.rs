//! The node and edge kinds that need no declaration. A graph adds more under `kinds:`.

/// Node kinds, in the order in which answers list them.
pub const NODE_KINDS: &[&str] = &["domain", "feature", "service", "entity", "adr"];

/// Edge kinds, most telling first: the order in which a bundle follows them.
pub const EDGE_KINDS: &[&str] =
    &["part_of", "touches_entity", "uses", "implements", "depends_on", "touches_code"];

/// Kinds of nodes that are written about the software and are no part of it: decision records, by the names that graphs
/// give to theirs.
const RECORDS: &[&str] =
    &["adr", "decision", "decision_record", "decision-record", "rfc", "document", "doc", "note", "policy"];

/// Whether nodes of a kind are records about the software, which pictures of its architecture leave out.
pub fn is_record(kind: &str) -> bool {
    RECORDS.iter().any(|one| kind.eq_ignore_ascii_case(one))
}

/// How early a bundle follows an edge of this kind: 0 first. `uses` and `implements` rank alike; unknown
/// kinds come last (and then by name, which the caller sees to).
pub fn edge_rank(kind: &str) -> u8 {
    match kind {
        "part_of" => 0,
        "touches_entity" => 1,
        "uses" | "implements" => 2,
        "depends_on" => 3,
        "touches_code" => 4,
        _ => 5,
    }
}
