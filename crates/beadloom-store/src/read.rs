//! Typed reads.
