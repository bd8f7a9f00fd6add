//! Ends what a connection is doing from another thread.

use rusqlite::InterruptHandle;

use crate::Store;

/// Ends the statements that run on one connection.
pub struct Interrupt(InterruptHandle);

impl std::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Interrupt")
    }
}

impl Interrupt {
    /// What runs now ends with `cancelled`; what begins later is not concerned.
    pub fn now(&self) {
        self.0.interrupt();
    }
}

impl Store {
    /// For another thread.
    pub fn interrupt(&self) -> Interrupt {
        Interrupt(self.conn.get_interrupt_handle())
    }
}
