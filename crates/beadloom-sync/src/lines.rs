//! What changed between two texts, in lines.

use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};

/// Lines that came and went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineCounts {
    /// In the new text only.
    pub added: u32,
    /// In the old text only.
    pub removed: u32,
}

/// How many lines differ.
pub fn count_lines(old: &str, new: &str) -> LineCounts {
    let input = InternedInput::new(old, new);
    let diff = Diff::compute(Algorithm::Histogram, &input);
    LineCounts { added: diff.count_additions(), removed: diff.count_removals() }
}

/// The difference as hunks of a unified diff with three lines around them; empty where there is none.
pub fn unified(old: &str, new: &str) -> String {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let printer = BasicLineDiffPrinter(&input.interner);
    diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input).to_string()
}
