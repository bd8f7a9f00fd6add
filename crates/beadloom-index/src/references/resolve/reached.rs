//! Files and folders that a file reaches by its imports.

use rustc_hash::FxHashSet;

use crate::references::imports::Imports;

#[derive(Debug, Default)]
pub(super) struct Reach {
    pub(super) files: FxHashSet<i64>,
    pub(super) folders: FxHashSet<Box<str>>,
}

impl Reach {
    pub(super) fn add(&mut self, imports: &Imports) {
        self.files.extend(imports.files());
        self.folders.extend(imports.folders().map(Box::from));
    }
}
