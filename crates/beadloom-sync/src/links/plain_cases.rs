//! Documents for which one thing alone says what they are about: the model knows too few of them.

use super::features::{LINK_FEATURES, log};
use super::masses::SPREAD_SHARE;

/// Names of a part that a document has, at least, where these alone speak for the link.
const MIN_NAMES: f64 = 3.0;

/// Their share of all that is named, at least.
const MIN_SHARE: f32 = 0.75;

/// How likely such a link is right: readers found 30 of 31 right where names alone speak for it, and 34 of 35 where the title does.
const PLAIN: f64 = 0.95;

/// How likely a link is, at least: more than 0 where nearly all that a document names is of the part, or where the document is called like
/// that part alone and names nothing more often. `values`: of the features of the document and the part.
pub(super) fn at_least(values: &[f32]) -> f64 {
    if is_plain(values) { PLAIN } else { 0.0 }
}

fn is_plain(values: &[f32]) -> bool {
    let value = |name: &str| {
        let at = LINK_FEATURES.iter().position(|known| *known == name);
        at.and_then(|at| values.get(at)).copied().unwrap_or_default()
    };
    let is = |name: &str| value(name) > 0.0;
    if is("general") || is("list_of_changes") {
        return false;
    }
    let is_named = value("names") >= log(MIN_NAMES)
        && value("share") >= MIN_SHARE
        && value("spread") <= SPREAD_SHARE as f32;
    let is_called = (is("stem") || is("heading"))
        && value("sharing_title") <= log(1.0)
        && !is("usual")
        && !is("placed_elsewhere")
        && !is("rank");
    is_named || is_called
}
