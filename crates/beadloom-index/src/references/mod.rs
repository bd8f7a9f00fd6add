//! References: what the calls and uses of types in the code mean.
//!
//! A file states what it refers to (`beadloom_model::ReferenceFacts`); what that means hangs on other files. `gather`
//! notes what a run changes, `stage` resolves what that concerns, in two rounds: what types inherit from, then
//! everything else, for members are looked for along the first. `resolve` says what one reference means; it asks the
//! project through `lookup`, which answers from memory in large runs and from the index in small ones. `packages` has
//! what a whole name leads to by what files declare, `places` which definitions are one thing, `ancestry` in which order
//! members are looked for. `rules` has what languages differ in.

mod ancestry;
mod bases;
mod bound;
mod builtins;
mod candidates;
mod extensions;
mod files;
mod find;
mod gather;
mod imports;
mod keys;
mod lookup;
mod members;
mod memory;
mod names;
mod packages;
mod parallel;
mod paths;
mod places;
mod resolve;
mod rules;
mod stage;
mod stored;
mod trail;
mod web;

pub use files::AllFiles;
pub use gather::{Gathering, Stated, Threads, follow_again};
pub use rules::rules;
pub use stage::run;
