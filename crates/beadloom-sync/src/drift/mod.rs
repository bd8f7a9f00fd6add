//! Which documents a change of code makes untrue, whether or not anybody linked them.
//!
//! A [`Change`] is what the changed lines name. A [`Reading`] is where one document names the same. From all readings, from where documents
//! lie and from what was changed together before, [`Judged`] says how likely each document has to change, by a model that was learned from
//! histories ([`features`]), and which of its [`sections`] are meant. What came to a list that a document repeats is [`missing`] there.
//! [`claims`] are certain: a document gives a value, or calls a function, as it is no longer so.

mod change;
mod claims;
mod families;
mod features;
mod imports;
mod missing;
mod pieces;
mod reading;
mod sections;
mod values;

pub use change::{Change, ChangedFile, DefinitionLines, TermUse};
pub use claims::{ChangedSignature, Claim, claims};
pub use features::{DOCUMENT_FEATURES, Judged, Surroundings, judge_documents};
pub use missing::{Missing, missing};
pub use reading::Reading;
pub use sections::{Section, sections};
