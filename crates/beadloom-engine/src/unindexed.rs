//! What files hold that the index knows by path alone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use beadloom_query::{Content, GramQuery, NO_GRAMS};
use beadloom_store::Stat;

/// Bytes of filters that are kept of files that the index knows by path alone.
const MAX_KEPT_BYTES: usize = 32 << 20;

/// What files hold that the index knows by path alone, as long as they stay as they are: filters, by path.
#[derive(Default)]
pub(crate) struct UnindexedFilters(Mutex<Filters>);

#[derive(Default)]
struct Filters {
    by_path: HashMap<String, (Stat, Vec<u8>)>,
    bytes: usize,
}

impl UnindexedFilters {
    /// Whether a file with this stat is known not to fit.
    pub(crate) fn rules_out(&self, path: &str, stat: Stat, needs: &GramQuery) -> Option<Content> {
        let filters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, filter) = filters.by_path.get(path)?;
        if *known != stat {
            return None;
        }
        if filter.as_slice() == NO_GRAMS {
            return Some(Content::Binary);
        }
        (!needs.may_fit(filter)).then_some(Content::Without)
    }

    /// Whether the filter of a file with this stat is there.
    pub(crate) fn knows(&self, path: &str, stat: Stat) -> bool {
        let filters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        filters.by_path.get(path).is_some_and(|(known, _)| *known == stat)
    }

    pub(crate) fn keep(&self, path: &str, stat: Stat, filter: Vec<u8>) {
        let mut filters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let cost = path.len() + filter.len() + 96;
        if filters.bytes + cost > MAX_KEPT_BYTES {
            *filters = Filters::default();
        }
        filters.bytes += cost;
        filters.by_path.insert(path.to_owned(), (stat, filter));
    }
}
