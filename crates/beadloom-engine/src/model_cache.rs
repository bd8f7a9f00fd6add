//! The transformer between calls.

use std::sync::{Arc, Mutex, PoisonError};

use beadloom_model::{Code, Result};
use beadloom_onnx::{Stamp, Transformer};

/// The transformer that was opened last, or why it was not: as long as its files stay the same, the answer does.
#[derive(Default)]
pub(crate) struct ModelCache {
    last: Mutex<Option<(Stamp, Result<Arc<Transformer>>)>>,
}

impl ModelCache {
    pub(crate) fn clear(&self) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The transformer whose files have this stamp: as it was opened last, or opened now. That it was cancelled is not kept.
    pub(crate) fn get(
        &self,
        stamp: Stamp,
        open: impl FnOnce(&Stamp) -> Result<Transformer>,
    ) -> Result<Arc<Transformer>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, opened)) = last.as_ref()
            && *known == stamp
        {
            return opened.clone();
        }
        let opened = open(&stamp).map(Arc::new);
        if !matches!(&opened, Err(error) if error.code == Code::Cancelled) {
            *last = Some((stamp, opened.clone()));
        }
        opened
    }
}
