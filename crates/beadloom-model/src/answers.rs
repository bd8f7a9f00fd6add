//! The JSON that commands, MCP tools and the library give. One shape per answer, wherever it comes from.
//!
//! JSON Schemas in `docs/schema/` and the TypeScript types in `src/api/` are generated from these types. Every
//! answer starts with `version`; missing single values are `null`, missing lists `[]`; lists have a stated order.

use serde::{Deserialize, Serialize};

use crate::{Error, SymbolKind};

/// The version of every answer's shape.
pub const ANSWER_VERSION: u32 = 1;

/// The exact sentence of a bundle that comes from an index which is behind the files.
pub const STALE_WARNING: &str = "index is stale, run beadloom reindex";

/// Fields in which an answer says that it is not whole. They are empty, zero or null where it is, and no other field says so but
/// `complete`, of the answer or of its `next`.
pub const NOT_WHOLE: [&str; 5] = ["limited", "missing", "omitted", "omitted_files", "warning"];

/// Declares answers. The name that may stand behind a struct's is that of its schema in `docs/schema/`. Behind a field's type may stand
/// in brackets what it is about: `routes: Vec<Route> [Code]` makes the constant `routes`, and a row of `ABOUT`.
macro_rules! answers {
    ($($(#[$meta:meta])* pub struct $name:ident $(= $schema:literal)? {
        $($(#[$field_meta:meta])* pub $field:ident: $ty:ty $([$about:ident])?,)+
    })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty,)+ }

        impl $name {
            $($(#[doc = concat!("What `", stringify!($field), "` is about.")]
            #[expect(non_upper_case_globals, reason = "it is called as the field is")]
            pub const $field: crate::About = crate::About::$about;)?)+

            /// What its fields are about, by their names; the others are its frame.
            pub const ABOUT: &'static [(&'static str, crate::About)] =
                &[$($((stringify!($field), crate::About::$about),)?)+];
        })+

        /// The schemas of what this file declares.
        #[cfg(feature = "schema")]
        pub(super) fn declared() -> Vec<crate::answers::NamedSchema> {
            vec![$($(($schema, |generator| generator.into_root_schema_for::<$name>()),)?)+]
        }
    };
}

mod affected;
mod agents;
mod audit;
mod certainty;
mod ci;
mod context;
mod daemon;
mod dependence;
mod diff;
mod document_links;
mod exact;
mod federation;
mod fields;
mod gateway;
mod gateway_commands;
mod gateway_servers;
mod graph;
mod health;
mod index;
mod init;
mod memory;
mod models;
mod next;
mod nodes;
mod prime;
mod receipts;
mod rules;
mod search;
mod show;
mod snapshots;
mod status;
mod sync;
mod task;
mod way;

pub use affected::*;
pub use agents::*;
pub use audit::*;
pub use certainty::*;
pub use ci::*;
pub use context::*;
pub use daemon::*;
pub use dependence::*;
pub use diff::*;
pub use document_links::*;
pub use exact::*;
pub use federation::*;
pub use fields::about_of_field;
pub use gateway::*;
pub use gateway_commands::*;
pub use gateway_servers::*;
pub use graph::*;
pub use health::*;
pub use index::*;
pub use init::*;
pub use memory::*;
pub use models::*;
pub use next::*;
pub use nodes::*;
pub use prime::*;
pub use receipts::*;
pub use rules::*;
pub use search::*;
pub use show::*;
pub use snapshots::*;
pub use status::*;
pub use sync::*;
pub use task::*;
pub use way::*;

/// A schema's name, and what makes it.
#[cfg(feature = "schema")]
pub type NamedSchema = (&'static str, fn(schemars::SchemaGenerator) -> schemars::Schema);

/// The schemas that are published.
#[cfg(feature = "schema")]
pub fn schemas() -> Vec<NamedSchema> {
    [
        declared(),
        affected::declared(),
        agents::declared(),
        audit::declared(),
        ci::declared(),
        context::declared(),
        daemon::declared(),
        dependence::declared(),
        document_links::declared(),
        diff::declared(),
        exact::declared(),
        federation::declared(),
        gateway_commands::declared(),
        gateway_servers::declared(),
        graph::declared(),
        health::declared(),
        index::declared(),
        init::declared(),
        memory::declared(),
        models::declared(),
        next::declared(),
        nodes::declared(),
        prime::declared(),
        receipts::declared(),
        rules::declared(),
        search::declared(),
        show::declared(),
        snapshots::declared(),
        status::declared(),
        sync::declared(),
        task::declared(),
        way::declared(),
    ]
    .concat()
}

answers! {
    /// A definition.
    pub struct Symbol {
        /// Relative to the root.
        pub file_path: String,
        /// Short.
        pub symbol_name: String,
        /// With the enclosing types and modules.
        pub qualified_name: String,
        /// Across languages.
        pub kind: SymbolKind,
        /// The language's own word.
        pub form: String,
        /// 1-based.
        pub line_start: u32,
        /// 1-based, inclusive.
        pub line_end: u32,
        /// On one line.
        pub signature: String,
        /// First sentence of its doc comment.
        pub summary: Option<String>,
        /// Visible outside.
        pub exported: bool,
        /// The node it belongs to.
        pub ref_id: Option<String>,
    }

    /// `beadloom version --json`.
    pub struct VersionAnswer = "version" {
        /// Always 1.
        pub version: u32,
        /// The version of beadloom.
        pub beadloom_version: String,
        /// The version of Node.
        pub node: String,
        /// Operating system, processor and libc, as in the name of the platform's package.
        pub platform: String,
        /// The version of the native addon, null where none loads.
        pub addon: Option<String>,
    }

    /// Instead of an answer.
    pub struct ErrorAnswer = "error" {
        /// Always 1.
        pub version: u32,
        /// Code, sentence, place and hint.
        pub error: Error,
    }
}
