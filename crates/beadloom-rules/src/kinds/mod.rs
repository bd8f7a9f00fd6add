//! The kinds of rules, one module each. A new one is its module and its line here.

mod check;
mod deny;
mod forbid;
pub(crate) mod forbid_cycles;
mod forbid_import;
pub(crate) mod layers;
mod module_coverage;
pub(crate) mod require;

use std::fmt::Write as _;

use crate::kind::RuleKind;

/// Every kind of rule, in the order in which messages and documents list them.
pub(crate) static KINDS: &[RuleKind] = &[
    deny::KIND,
    require::KIND,
    forbid::KIND,
    layers::KIND,
    forbid_cycles::KIND,
    forbid_import::KIND,
    check::KIND,
    module_coverage::KIND,
];

/// The kinds of rules as a Markdown table, each with a link to its section.
pub fn kinds_markdown() -> String {
    let mut table = String::from("| kind | what a rule demands |\n| --- | --- |\n");
    for RuleKind { key, help, .. } in KINDS {
        let _ = writeln!(table, "| [`{key}`](#{key}) | {help} |");
    }
    table
}
