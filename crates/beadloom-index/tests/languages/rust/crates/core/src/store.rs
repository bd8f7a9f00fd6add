//! Where entries are.

use super::Entry;

pub struct Store {
    path: String,
}

pub trait Keep {
    fn keep(&self, entry: &Entry);
}

impl Store {
    pub fn open(name: &str) -> Self {
        Self { path: path(name) }
    }

    pub fn save(&self, entry: &Entry) {
        <Self as Keep>::keep(self, entry);
        self.flush();
    }

    pub fn load(&self) -> Vec<Entry> {
        Vec::new()
    }

    pub(crate) fn flush(&self) {}
}

impl Keep for Store {
    fn keep(&self, entry: &Entry) {
        entry.describe();
    }
}

pub fn path(name: &str) -> String {
    std::path::Path::new("data").join(name).display().to_string()
}

/// Entries, one after the other.
pub struct Entries(Vec<Entry>);

use limits::check;

impl Iterator for Entries {
    type Item = Entry;

    fn next(&mut self) -> Option<Self::Item> {
        check(self.0.len()).then(|| self.0.pop()).flatten()
    }
}

pub mod limits {
    /// Whether there may be so many.
    pub fn check(count: usize) -> bool {
        Verdict::of(count) == Few
    }

    use Verdict::*;

    #[derive(PartialEq)]
    enum Verdict {
        Few,
        Many(usize),
    }

    impl Verdict {
        fn of(count: usize) -> Self {
            if count < 10 { Few } else { Verdict::Many(count) }
        }
    }
}

/// Which entries.
pub enum Span {
    Part(gauges::Part),
}

impl gauges::Gauged for Span {
    /// What wraps a value passes calls on to it: this is no call of itself.
    fn gauged_parcels(&self) -> usize {
        match self {
            Self::Part(part) => part.gauged_parcels(),
        }
    }
}

impl Span {
    pub fn width_of_span(&self) -> usize {
        2
    }
}

/// Nor is it one of what else has a member of that name.
pub fn width_of_span<T: Wide>(slot: Option<T>) -> usize {
    match slot {
        Some(one) => one.width_of_span(),
        None => 0,
    }
}

crate::checked!(measures, |span: Span, mut rest: Vec<Span>| {
    span.width_of_span();
    rest.pop().measured_twice();
});

impl Span {
    fn measured_twice(&self) -> usize {
        4
    }
}
