//! What of a bundle can be left out.

/// Something that can be left out. The number is its place in the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Node(usize),
    File(usize),
    Crossing(usize),
    UsedBy(usize),
    Uses(usize),
    Chunk(usize),
    Code(usize),
    Symbol(usize),
    Route(usize),
    Test(usize),
    StaleDoc(usize),
    StalePath(usize),
    Link(usize),
    Constraint(usize),
    Memory(usize),
    Together(usize),
}
