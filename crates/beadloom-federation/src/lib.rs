//! Contracts between repositories: found in specification files and code, compared, and judged.
//!
//! [`Finder`] takes the files of a repository one after the other and says what contracts they hold; [`read_artifact`]
//! reads what another repository exported; [`landscape`] puts artifacts together and gives every contract a verdict;
//! [`crossings`] says which nodes of one repository are the two sides of a contract.
//! Text in, values out; nothing here touches a file.
//!
//! A module per protocol (`openapi` and `asyncapi` over `json_schema`, `graphql`, `protobuf` with `grpc`, `amqp`), with one reader of tokens
//! for all languages (`tokens`); all end in the same flat list of `fields`. `declared` adds what nodes declare, `compare` says what breaks
//! a consumer, `verdict` judges a contract.

mod amqp;
mod artifact;
mod asyncapi;
mod compare;
mod crossings;
mod cursor;
mod declared;
mod fields;
mod finder;
mod folders;
mod graphql;
mod grpc;
mod json_schema;
mod landscape;
mod openapi;
mod protobuf;
mod specification;
mod tokens;
mod verdict;

pub use artifact::{FORMAT, read_artifact};
pub use crossings::{Crossing, crossings};
pub use declared::{Declared, declared_contracts};
pub use fields::schema_hash;
pub use finder::{Finder, SourceFile, may_hold_contracts};
pub use landscape::landscape;
