//! The texts of files while one search needs them.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Bytes that are kept before all are forgotten.
const MAX_KEPT_BYTES: usize = 16 << 20;

/// Reads each file once, if it is asked for again soon.
pub(crate) struct Sources<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    kept: RefCell<HashMap<String, Option<Rc<str>>>>,
    bytes: Cell<usize>,
}

impl<'a> Sources<'a> {
    /// `read`: the text of a file; None where it cannot be read.
    pub fn new(read: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { read, kept: RefCell::default(), bytes: Cell::new(0) }
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<Rc<str>> {
        if let Some(known) = self.kept.borrow().get(path) {
            return known.clone();
        }
        let text: Option<Rc<str>> = (self.read)(path).map(Rc::from);
        let size = text.as_deref().map_or(0, str::len);
        if self.bytes.get() + size > MAX_KEPT_BYTES {
            self.kept.borrow_mut().clear();
            self.bytes.set(0);
        }
        self.bytes.set(self.bytes.get() + size);
        self.kept.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }
}
