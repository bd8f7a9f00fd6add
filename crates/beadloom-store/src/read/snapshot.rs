//! One state of the index for several reads, and what is kept of it.

use std::any::{Any, TypeId};
use std::cell::RefMut;
use std::sync::Arc;

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

    /// What another crate makes of the state of the index, one value of each type: made once, then kept until that state changes.
    /// A type says what it is made of, and `make` reads nothing else.
    ///
    /// # Errors
    /// Those of `make`, and store errors.
    pub fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        let stamp = {
            let kept = self.kept()?;
            let known = kept.derived.get(&TypeId::of::<T>()).map(Arc::clone);
            if let Some(known) = known.and_then(|known| known.downcast::<T>().ok()) {
                return Ok(known);
            }
            kept.stamp().to_owned()
        };
        let made = Arc::new(make()?);
        let mut kept = self.kept()?;
        // Another process may have committed a new state meanwhile.
        if kept.stamp() == stamp {
            kept.derived.insert(TypeId::of::<T>(), Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        }
        Ok(made)
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
