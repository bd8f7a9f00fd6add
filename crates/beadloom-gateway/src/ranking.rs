//! What a ranking is.

/// A tool's place in a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// In the catalogue.
    pub number: u32,
    /// In standard deviations.
    pub score: f32,
}

/// A ranking, and what it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// The first thousand best first; equal ones in the order of the catalogue.
    pub found: Vec<Ranked>,
    /// By number: what the definitions alone say.
    pub cold: Vec<f32>,
    /// How far words and vectors find the same tools, 0 to 1.
    pub agreement: f64,
}
