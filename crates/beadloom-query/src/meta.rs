//! Keys of `meta` that answers read.

use beadloom_model::Result;
use beadloom_store::Store;

/// Whether the graph was derived from the code because none is kept.
pub fn derived(store: &Store) -> Result<bool> {
    Ok(store.meta("derived")?.as_deref() == Some("1"))
}

/// When the index was last changed, ISO 8601 UTC.
pub fn last_reindex(store: &Store) -> Result<Option<String>> {
    store.meta("last_reindex_at")
}

/// How many changes the index has seen.
pub fn generation(store: &Store) -> Result<u64> {
    Ok(store.meta("generation")?.and_then(|text| text.parse().ok()).unwrap_or(0))
}
