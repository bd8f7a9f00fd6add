use std::fmt;

use crate::{Encoding, Tokenizer};

/// How many tokens a provider's model reads where an encoding counts a thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Calibration {
    per_thousand: u32,
}

impl Calibration {
    /// Counts stay as they are.
    pub const NONE: Self = Self { per_thousand: 1000 };

    /// A factor in thousandths; zero is taken for one.
    pub const fn per_thousand(per_thousand: u32) -> Self {
        Self { per_thousand: if per_thousand == 0 { 1 } else { per_thousand } }
    }

    /// The provider's tokens for a count, rounded up: what fits a budget here fits it there.
    pub fn tokens(self, counted: usize) -> usize {
        let tokens = (counted as u128 * u128::from(self.per_thousand)).div_ceil(1000);
        usize::try_from(tokens).unwrap_or(usize::MAX)
    }
}

impl fmt::Display for Calibration {
    /// The factor: `1`, `1.25`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.per_thousand) / 1000.0)
    }
}

impl Default for Calibration {
    fn default() -> Self {
        Self::NONE
    }
}

/// How tokens are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counting {
    /// What texts are counted with.
    pub encoding: Encoding,
    /// From a count to the tokens of the provider whose model reads them.
    pub calibration: Calibration,
}

impl Default for Counting {
    fn default() -> Self {
        Self { encoding: Encoding::O200kBase, calibration: Calibration::NONE }
    }
}

/// Counts in the tokens of a provider.
#[derive(Debug, Clone, Copy)]
pub struct Counter<'t> {
    tokenizer: &'t Tokenizer,
    calibration: Calibration,
}

impl<'t> Counter<'t> {
    /// Counts with the tokenizer's encoding, times the calibration's factor.
    pub fn new(tokenizer: &'t Tokenizer, calibration: Calibration) -> Self {
        Self { tokenizer, calibration }
    }

    /// How it counts.
    pub fn counting(&self) -> Counting {
        Counting { encoding: self.tokenizer.encoding(), calibration: self.calibration }
    }

    /// What it counts with.
    pub(crate) fn tokenizer(&self) -> &'t Tokenizer {
        self.tokenizer
    }

    /// The provider's tokens of `text`, rounded up.
    pub fn count(&self, text: &str) -> usize {
        self.calibration.tokens(self.tokenizer.count(text))
    }
}
