//! SQLite: schema, migrations, typed queries and full-text search. The only crate that knows SQL.

mod open;
mod read;
pub mod words;
mod write;

pub use open::{Access, SCHEMA_VERSION, Store};
pub use read::*;
pub use write::*;
