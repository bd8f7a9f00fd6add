//! Budgets that are too small, told in the same words by all answers that have one.

use beadloom_model::{Code, Error, Result};

/// Refuses a budget below the least that any answer of a kind needs, in tokens.
///
/// # Errors
/// `budget_too_small`.
pub(crate) fn check_least(budget: usize, least: usize) -> Result<()> {
    if budget >= least {
        return Ok(());
    }
    let message = format!("a budget of {budget} tokens is too small, the least is {least}");
    Err(Error::new(Code::BudgetTooSmall, message)
        .hint_with(|hints| format!("use {} {least} or more", hints.option("budget"))))
}

/// What is without its lists does not fit. `fewer`: what the caller may ask less of.
pub(crate) fn frame_too_large(budget: usize, frame: u64, fewer: &str) -> Error {
    let message = format!("a budget of {budget} tokens is too small: this answer needs at least {frame}");
    Error::new(Code::BudgetTooSmall, message)
        .hint_with(|hints| format!("use {} {frame} or more, or fewer {fewer}", hints.option("budget")))
}
