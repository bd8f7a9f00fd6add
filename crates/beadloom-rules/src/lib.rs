//! Architecture rules: `rules.yml` read with places, evaluated over facts, and derived from facts.
//!
//! Text and facts in, findings out; nothing here touches a file, the index or the clock. Every evaluation is linear in
//! the number of imports and edges.

mod about;
mod baseline;
mod components;
mod derive;
mod evaluate;
mod explain;
mod facts;
mod kinds;
mod read;
mod rule;
mod select;

pub use about::rules_about;
pub use baseline::{BASELINE_PATH, Baseline, Compared, MAX_BASELINE_BYTES};
pub use derive::{DerivedLayer, DerivedRule, derive};
pub use evaluate::{NEVER_MATCHES, evaluate};
pub use explain::explain;
pub use facts::{EdgeFact, Facts, FileFact, ImportFact, NodeFact, Target};
pub use kinds::{Needs, kinds_markdown};
pub use read::{MAX_BYTES, RulesText, read_rules};
pub use rule::{Exemption, Matcher, Names, Place, Rule, Rules, Side};
