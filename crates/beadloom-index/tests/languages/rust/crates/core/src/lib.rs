//! Keeps entries.

#[macro_use]
mod macros;
mod ledger;
pub mod store;

pub use ledger::{Ledger, Post as Posting};
use store::Store;

/// One line.
#[derive(Debug, Clone)]
pub struct Entry {
    pub amount: Cents,
    pub kind: Kind,
}

/// Money.
pub struct Cents(pub i64);

pub enum Kind {
    Sale,
    Refund { of: u32 },
}

pub const MAX_ENTRIES: usize = 100;

impl Entry {
    pub fn new(amount: i64) -> Self {
        Self { amount: Cents(amount), kind: Kind::Sale }
    }

    pub fn describe(&self) -> String {
        format!("{} describe()", self.amount.show())
    }
}

impl Cents {
    fn show(&self) -> i64 {
        self.0
    }
}

impl Describe for Entry {
    fn tell(&self) -> String {
        self.describe()
    }
}

pub trait Describe {
    fn tell(&self) -> String;

    fn twice(&self) -> String {
        self.tell() + &self.tell()
    }
}

pub fn open(name: &str) -> Ledger {
    let store = Store::open(name);
    store.flush();
    Ledger::with_store(store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts() {
        let ledger = open("test");
        ledger.post(Entry::new(1));
        assert_eq!(ledger.total(), tally!(1, Entry::new(2).describe()));
    }
}
