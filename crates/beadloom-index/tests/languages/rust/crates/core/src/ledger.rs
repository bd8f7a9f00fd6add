use std::sync::Arc;

use crate::store::{self, Keep, Store};
use crate::{Describe, Entry};

/// Takes entries.
pub trait Post: Describe {
    fn post(&self, entry: Entry) -> bool;
}

/// Keeps entries in a store. Not a call: `open("x")`.
#[derive(Default)]
pub struct Ledger {
    store: Arc<Store>,
    keep: Option<Box<dyn Keep>>,
}

impl Ledger {
    pub fn with_store(store: Store) -> Self {
        Ledger { store: Arc::new(store), keep: None }
    }

    pub fn total(&self) -> usize {
        self.store.load().iter().map(|entry| entry.describe().len()).sum()
    }

    fn check(&self, entry: &Entry) {
        entry.describe();
        entry.twice();
        if let Some(keep) = &self.keep {
            keep.keep(entry);
        }
        let given = crate::open("x");
        given.check(entry);
        let file = store::path("x");
        file.len();
    }
}

impl Post for Ledger {
    fn post(&self, entry: Entry) -> bool {
        self.check(&entry);
        self.store.save(&entry);
        Self::log(&entry);
        match entry.kind {
            crate::Kind::Sale => self.total() > 0,
            _ => tally!(1, entry.describe()) > 1,
        }
    }
}

impl Describe for Ledger {
    fn tell(&self) -> String {
        String::from("Ledger::with_store(store)")
    }
}

impl Ledger {
    fn log(entry: &Entry) {
        println!("{}", entry.tell());
    }
}
