//! What the fields of answers are about.

use super::{Bundle, PrimeAnswer};
use crate::About;

/// What a field is about, of answers that are about more than one thing.
pub fn about_of_field(name: &str) -> About {
    let mut fields = [Bundle::ABOUT, PrimeAnswer::ABOUT].into_iter().flatten();
    fields.find(|(field, _)| *field == name).map_or(About::Frame, |(_, about)| *about)
}
