//! Architecture rules: `rules.yml` read with places, evaluated over facts, and derived from facts.
//!
//! Text and facts in, findings out; nothing here touches a file, the index or the clock. Every evaluation is linear in
//! the number of imports and edges.

mod about;
mod baseline;
mod body_reader;
mod components;
mod derive;
mod evaluate;
mod evaluation;
mod exempt;
mod explain;
mod facts;
mod kind;
mod kinds;
mod matcher;
mod matches;
mod part;
mod read;
mod reader;
mod rule;
mod select;

pub use about::rules_about;
pub use baseline::{BASELINE_PATH, Baseline, Compared, MAX_BASELINE_BYTES};
pub use derive::{DerivedLayer, DerivedRule, derive};
pub use evaluate::evaluate;
pub use evaluation::NEVER_MATCHES;
pub use explain::explain;
pub use facts::{EdgeFact, Facts, FileFact, ImportFact, NodeFact, Target};
pub use kind::Needs;
pub use kinds::kinds_markdown;
pub use matcher::{Exemption, Matcher, Names, Side, Tags};
pub use read::{MAX_BYTES, RulesText, read_rules};
pub use rule::{Place, Rule, Rules};
