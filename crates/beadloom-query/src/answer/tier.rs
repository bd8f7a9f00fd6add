//! What an entry of an answer is worth.

/// What a reader would give up last comes first. Of one tier, entries go in by the order of their chapters.
///
/// The tiers are those of two kinds of answers at once. An answer about a part, a folder, a file or a symbol divides its budget
/// between chapters; any other, about a ticket say, has counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// What the answer may be wrong in.
    Warning,
    /// What was asked for, itself.
    Subject,
    /// The first of what it has of its own.
    Beginning,
    /// What has to hold for it.
    Binding,
    /// A little of each chapter, so that the smallest answer says something of all.
    Opening,
    /// Its own code.
    Core,
    /// What uses it and what it uses.
    Uses,
    /// What stands around it.
    Surroundings,
    /// What is near, but not its own.
    Vicinity,
    /// More of its own than its chapter's share holds.
    MoreOfOwn,
    /// More of what has to hold.
    MoreBinding,
    /// More than the share of any other chapter.
    BeyondShare,
    /// What the neighbours say best.
    Neighbours,
    /// More of what uses it and what it uses.
    MoreUses,
    /// What is far.
    Far,
    /// What the neighbours define.
    NeighboursCode,
    /// What hardly anybody misses.
    Fringe,
    /// What alone would cost everything else.
    Oversized,
}
