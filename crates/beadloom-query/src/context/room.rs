//! How many symbols and test files an answer has room for.

/// Test files of a bundle.
pub(super) const MAX_TESTS: usize = 10;

/// How many symbols a bundle shows. The default budget of 8,000 tokens is a ceiling, not a target: a reader who needs
/// more asks for the file, or gives more budget.
pub(super) struct SymbolRoom {
    /// Of a part, folder or file.
    pub area: usize,
    /// Of the focus, over all references.
    pub focus: usize,
    /// Of a file or folder that is the focus itself: its outline.
    pub outline: usize,
    /// Callers of what a reference names, and likewise callees.
    pub related: usize,
    /// Of all other nodes together.
    pub others: usize,
}

impl SymbolRoom {
    pub fn within(budget: usize) -> Self {
        Self {
            area: (budget / 14).clamp(40, 800),
            focus: (budget / 500).clamp(12, 400),
            outline: (budget / 200).clamp(24, 800),
            related: (budget / 800).clamp(6, 200),
            others: (budget / 800).clamp(6, 200),
        }
    }
}
