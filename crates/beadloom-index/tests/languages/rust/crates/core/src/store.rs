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
