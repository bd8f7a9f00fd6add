//! SQLite: schema, migrations, typed queries and full-text search. The only crate that knows SQL.
//!
//! - `schema.sql` is the schema; `open` opens, creates and checks, `store` is what is open, `place` looks at what lies in `.beadloom/` before SQLite does, `seal` tells
//!   our index from a foreign one, `sealed` seals what is open.
//! - `Writer` is the one write transaction of a reindex: `write/chunks` keeps chunks, postings and vectors, `references` packs what a
//!   file refers to; `State` is what a reindex compares with, `lookup` what references are resolved with.
//! - `read` has the queries of answers, `kept` what a connection keeps of them; `words` builds full-text queries.
//! - `parse_cache` keeps what the files of a repository parse to, for its other work trees; `copy` says which tables that is.
//! - `history`, `past` and `texts` keep what outlives a rebuild; `Sessions` is a file of its own in the user's cache folder.
//! - `memory` is `memory.db`, which nothing rebuilds; `gateway` is `gateway.db`, which use fills again.
//! - `dump` prints the whole index as text, so that a test can compare two.

mod autoload;
mod cache;
mod columns;
mod copy;
mod dump;
mod failures;
mod gateway;
mod history;
mod interrupt;
mod kept;
mod lookup;
mod memory;
mod open;
mod parse_cache;
mod past;
mod place;
mod queries;
mod read;
mod references;
mod rows;
mod schema;
mod seal;
mod sealed;
mod sessions;
mod state;
mod steps;
mod store;
mod sync;
mod texts;
pub mod words;
mod write;

pub use cache::CacheKey;
pub use copy::PathAndSize;
pub use gateway::{
    CallCount, GatewayRevisions, GatewayStore, LatencyCount, PairChange, PairRow, ServerRow, ToolRow,
};
pub use history::HealthSnapshot;
pub use interrupt::Interrupt;
pub use kept::{
    ChunkFile, OutlineRow, Shared, TextFile, TextFiles, TextModel, VectorBlock, Vectors, VectorsBy, VectorsOf,
};
pub use lookup::{BindingRow, CodeFolder, DefinitionRow, StoredReferences};
pub use memory::{MemoryOwner, MemoryPlace, MemoryRow, MemoryStore};
pub use open::{Access, Condition, SCHEMA_VERSION};
pub use parse_cache::{CacheSize, MAX_CACHED_BYTES, ParseCache};
pub use place::{Place, Replaced};
pub use read::*;
pub use references::{
    Confidence, Fact, FactReceiver, Facts, MAX_DEFINITIONS, MAX_PLACES_ITEMS, MAX_REFERENCE_CANDIDATES,
    ReferenceRow, Resolution, pack_facts, pack_resolutions, unpack_resolutions,
};
pub use rows::{ConventionRow, DerivedLink, EdgeRow, FileKind, FileRow, ImportRow, NodeRow, RouteRow, Stat};
pub use seal::{FileId, SealKey};
pub use sessions::{SessionKey, Sessions};
pub use state::{AnnotatedSymbol, DocumentLinks, ImportPair, Stamp, State};
pub use store::Store;
pub use sync::{SyncDocument, SyncRow, SyncSymbolFacts, SyncSymbolRow};
pub use texts::{DocumentText, NodeWords, TextCounts, TextHash, Waiting};
pub use write::{BulkLoad, BulkTargets, ChunkVectors, StatedReferences, SymbolChanges, Writer, WrittenPath};
