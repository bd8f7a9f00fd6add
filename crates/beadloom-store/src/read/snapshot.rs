//! One state of the index for several reads, and what is kept of it.

use std::cell::RefMut;

use beadloom_model::Result;

use crate::Store;
use crate::failures::sql_error;
use crate::kept::Kept;

impl Store {
    /// Runs several reads on one state of the index, even while another process commits a new one.
    ///
    /// # Errors
    /// Those of `read`, and store errors; `index_damaged` where the reads go on for longer than an index lets them.
    pub fn snapshot<T>(&self, read: impl FnOnce() -> Result<T>) -> Result<T> {
        if !self.conn.is_autocommit() {
            return read();
        }
        let transaction = self.conn.unchecked_transaction().map_err(|e| sql_error(&e))?;
        self.kept.borrow_mut().begin_snapshot();
        let value = self.steps.bounded(read);
        self.kept.borrow_mut().end_snapshot();
        let value = value?;
        transaction.finish().map_err(|e| sql_error(&e))?;
        Ok(value)
    }

    /// What is kept of the state that statements see now.
    pub(crate) fn kept(&self) -> Result<RefMut<'_, Kept>> {
        if self.kept.borrow().is_current() {
            return Ok(self.kept.borrow_mut());
        }
        let stamp = self.kept_stamp()?;
        let mut kept = self.kept.borrow_mut();
        kept.move_to(stamp);
        Ok(kept)
    }

    /// Names the state of what is kept: vectors of texts come without a change that any other answer shows.
    fn kept_stamp(&self) -> Result<String> {
        let texts = self.state().meta("texts_changed")?.unwrap_or_default();
        Ok(format!("{};{texts}", self.stamp()?))
    }
}
