//! The project's YAML: graph and configuration. Ownership, traversal and bootstrap, as pure functions.
//!
//! Text in, values and diagnostics out; nothing here touches a file.
