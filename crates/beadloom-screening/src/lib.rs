//! What a text holds that must not pass: secrets, which are stored nowhere, and orders to the model that reads the text. Memories,
//! tools of servers behind the gateway, and whatever else a repository or a server brings, are looked at by the same two detectors.
//! No I/O.
//!
//! - `secrets` finds keys, tokens and passwords;
//! - `instructions` finds texts that speak to the model that reads them.

mod instructions;
mod secrets;

pub use instructions::instruction;
pub use secrets::{Secret, is_secret_name, redacted, secret, secrets, without_secrets};
