//! Typed writes.
