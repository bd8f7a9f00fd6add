//! What was computed before. Of bundles, the first level is in the engine's memory, the second in the index file, where
//! other processes find them; of searches, there is the first level alone.
//!
//! An entry holds for one state of the index ([`Store::stamp`]): any change that a reader could see, of code,
//! documents or graph, ends it. All else that a bundle depends on is in its key.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use beadloom_model::Result;
use beadloom_query::ContextRequest;
use beadloom_store::{CacheKey, Store};
use sha2::{Digest, Sha256};

/// Bytes of all texts in memory together, at most, of bundles and of searches each.
const MEMORY_BYTES: usize = 8 << 20;

/// The first level.
#[derive(Debug, Default)]
pub struct BundleCache {
    texts: TextCache,
}

/// Texts of one state of the index, in memory.
#[derive(Debug, Default)]
pub(crate) struct TextCache {
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<CacheKey, Entry>,
    bytes: usize,
    /// Goes up with every use.
    clock: u64,
}

#[derive(Debug)]
struct Entry {
    stamp: String,
    text: Arc<str>,
    used: u64,
}

impl BundleCache {
    /// Forgets all in memory.
    pub fn clear(&self) {
        self.texts.clear();
    }

    /// The bundle's text: as it was computed before in the state that the index is in, unless `force` is set, or by
    /// `compute`, which says too whether it may be kept.
    ///
    /// # Errors
    /// Those of `compute`, and store errors.
    pub fn get(
        &self,
        store: &Store,
        request: &ContextRequest,
        force: bool,
        compute: impl FnOnce() -> Result<(String, bool)>,
    ) -> Result<String> {
        let key = key(request);
        // One state of the index, even while another process writes the next.
        let (stamp, found) = store.snapshot(|| {
            let stamp = store.stamp()?;
            if !force {
                if let Some(text) = self.texts.entries().get(&key, &stamp) {
                    return Ok((stamp, Found::InMemory(text)));
                }
                if let Some(text) = store.cached_bundle(&key, &stamp)? {
                    return Ok((stamp, Found::InIndex(text)));
                }
            }
            let (text, may_be_kept) = compute()?;
            Ok((stamp, if may_be_kept { Found::New(text) } else { Found::Passing(text) }))
        })?;
        match found {
            Found::InMemory(text) => Ok(text.as_ref().to_owned()),
            Found::Passing(text) => Ok(text),
            // The answer is there: that it cannot be kept, or not be noted as used, is nobody's business.
            Found::InIndex(text) => {
                let _ = store.touch_bundle(&key);
                self.texts.entries().put(key, stamp, &text);
                Ok(text)
            }
            Found::New(text) => {
                let _ = store.cache_bundle(&key, &stamp, &text);
                self.texts.entries().put(key, stamp, &text);
                Ok(text)
            }
        }
    }
}

impl TextCache {
    /// The text that has this key in the state that the index is in, or what `compute` makes of it.
    ///
    /// # Errors
    /// Those of `compute`, and store errors.
    pub(crate) fn get(
        &self,
        store: &Store,
        key: CacheKey,
        compute: impl FnOnce() -> Result<String>,
    ) -> Result<String> {
        store.snapshot(|| {
            let stamp = store.stamp()?;
            if let Some(text) = self.entries().get(&key, &stamp) {
                return Ok(text.as_ref().to_owned());
            }
            let text = compute()?;
            self.entries().put(key, stamp, &text);
            Ok(text)
        })
    }

    /// Forgets all.
    pub(crate) fn clear(&self) {
        *self.entries() = Entries::default();
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Found {
    InMemory(Arc<str>),
    InIndex(String),
    New(String),
    /// Depends on something besides the index.
    Passing(String),
}

impl Entries {
    fn get(&mut self, key: &CacheKey, stamp: &str) -> Option<Arc<str>> {
        self.clock += 1;
        let entry = self.by_key.get_mut(key).filter(|entry| entry.stamp == stamp)?;
        entry.used = self.clock;
        Some(Arc::clone(&entry.text))
    }

    fn put(&mut self, key: CacheKey, stamp: String, text: &str) {
        if text.len() > MEMORY_BYTES {
            return;
        }
        self.clock += 1;
        // What was said of other states will not be asked for again.
        self.by_key.retain(|_, entry| entry.stamp == stamp);
        self.by_key.insert(key, Entry { stamp, text: text.into(), used: self.clock });
        self.bytes = self.by_key.values().map(|entry| entry.text.len()).sum();
        while self.bytes > MEMORY_BYTES {
            let Some(oldest) = self.by_key.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| *key)
            else {
                break;
            };
            if let Some(entry) = self.by_key.remove(&oldest) {
                self.bytes -= entry.text.len();
            }
        }
    }
}

/// A hash over everything that is asked for, and over who answers.
pub(crate) fn key(request: &impl Debug) -> CacheKey {
    // The derived form names every field: one that is added is part of the key without anybody thinking of it.
    // A text is kept with what it says of itself.
    let asked = format!("{} with summaries {request:?}", beadloom_model::VERSION);
    Sha256::digest(asked).into()
}

/// What was computed last, as long as the index is in the state of that time.
#[derive(Debug, Default)]
pub(crate) struct StampedCache<T> {
    last: Mutex<Option<(String, Arc<T>)>>,
}

impl<T> StampedCache<T> {
    /// What was computed in the state with this stamp.
    pub(crate) fn get(&self, stamp: &str) -> Option<Arc<T>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(of, _)| of == stamp).map(|(_, value)| Arc::clone(value))
    }

    pub(crate) fn clear(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub(crate) fn keep(&self, stamp: String, value: &Arc<T>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((stamp, Arc::clone(value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_last_stays() {
        let mut entries = Entries::default();
        let text = "x".repeat(MEMORY_BYTES / 4);
        for n in 0..4u8 {
            entries.put([n; 32], "1".to_owned(), &text);
        }
        assert!(entries.get(&[0; 32], "1").is_some());
        entries.put([4; 32], "1".to_owned(), &text);
        let kept: Vec<bool> = (0..5u8).map(|n| entries.get(&[n; 32], "1").is_some()).collect();
        assert_eq!(kept, [true, false, true, true, true]);
        assert!(entries.get(&[0; 32], "2").is_none(), "of another state");
        entries.put([9; 32], "2".to_owned(), &text);
        assert_eq!((entries.by_key.len(), entries.bytes), (1, text.len()));
        entries.put([8; 32], "2".to_owned(), &"x".repeat(MEMORY_BYTES + 1));
        assert_eq!(entries.by_key.len(), 1);
    }

    #[test]
    fn every_parameter_is_part_of_the_key() {
        let request = ContextRequest { refs: vec!["a".to_owned()], ..ContextRequest::default() };
        let other = |change: &dyn Fn(&mut ContextRequest)| {
            let mut other = request.clone();
            change(&mut other);
            key(&other)
        };
        let keys = [
            key(&request),
            other(&|r| r.refs.push("b".to_owned())),
            other(&|r| r.depth = 1),
            other(&|r| r.max_nodes = 1),
            other(&|r| r.max_chunks = 1),
            other(&|r| r.budget = 1_000),
            other(&|r| r.format = beadloom_model::requests::TextFormat::Markdown),
            other(&|r| r.sections_priority.clear()),
            other(&|r| r.counting.encoding = beadloom_tokens::Encoding::Cl100kBase),
            other(&|r| r.counting.calibration = beadloom_tokens::Calibration::per_thousand(1_250)),
            other(&|r| r.stale.warning = Some(String::new())),
            other(&|r| r.rules = Some(String::new())),
        ];
        let distinct: std::collections::HashSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len());
        assert_eq!(key(&request), key(&request.clone()));
    }
}
