//! What a text holds that must not pass: secrets, which are stored nowhere, and orders to the model that reads the text. Memories,
//! tools of servers behind the gateway, and whatever else a repository or a server brings, are looked at by the same two detectors.
//! No I/O.
//!
//! - `secrets` finds keys, tokens and passwords;
//! - `instructions` finds texts that speak to the model that reads them: `readings` of a text, its `sentences`, the `words` of the
//!   `lexicon` in them, `rules` about these, about `compositions` of concepts, and about
//!   `passages` of several sentences; `commands` in them; `marks` of conversations, and what is `encoded`;
//! - `characters` finds what cannot be seen, and letters that look like others.

mod characters;
mod commands;
mod compositions;
mod encoded;
mod instructions;
mod lexicon;
mod marks;
mod passages;
mod readings;
mod rules;
mod secrets;
mod sentences;
mod words;

pub use characters::{excerpt, homoglyph, invisible, looks_like, plain};
pub use instructions::{Channel, Order, instruction, order, payload};
pub use rules::OrderKind;
pub use secrets::{Secret, is_secret_name, redacted, secret, secrets, without_secrets};
