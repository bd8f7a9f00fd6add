//! What orders files.

/// What orders files, and so how many are looked at.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The weighted sum.
    #[default]
    Weighed,
    /// The model, which wants to know more of each.
    Model,
    /// The model, of twice as many: what is not among them cannot be chosen.
    Wide,
}
