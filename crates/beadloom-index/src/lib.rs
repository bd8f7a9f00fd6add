//! Walk, stat, hash, change detection, and the pipeline from files to the store.

pub mod resolve;
