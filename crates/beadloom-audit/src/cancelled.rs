//! Whether the work is still wanted.

use std::sync::atomic::{AtomicBool, Ordering};

use beadloom_model::{Code, Error, Result};

pub(crate) fn check_cancelled(cancelled: &AtomicBool) -> Result<()> {
    if cancelled.load(Ordering::Relaxed) {
        return Err(Error::new(Code::Cancelled, "cancelled; nothing was changed"));
    }
    Ok(())
}
