//! A bug that shows in one file ends what is done with that file, and no more.

use std::panic::{AssertUnwindSafe, catch_unwind};

use beadloom_model::{Code, Diagnostic};

/// What `work` gives; None where it panics. What it was at work on is not to be used afterwards.
pub fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// The warning of a file: what is missing from the index, because beadloom met a bug in itself.
pub fn gave_up(path: &str, missing: &str) -> Diagnostic {
    Diagnostic::warn(Code::Internal, format!("beadloom met a bug in itself here: {missing}"))
        .at(path, 0, 0)
        .hint("please report it with this file; the rest of the project is indexed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_none() {
        assert_eq!(caught(|| 1), Some(1));
        let empty: &[u8] = &[];
        assert_eq!(caught(|| empty[std::hint::black_box(0)]), None);
    }
}
