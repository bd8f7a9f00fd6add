//! What a path says about a file.

use FolderKind::{Benchmarks, Documents, Examples, Generated, Migrations, TestData, Vendored};
pub use beadloom_graph::is_test;
use beadloom_model::FolderKind;

/// Whether a path is that of an example, a benchmark or the like: its code shows or helps, and is not the product.
pub(crate) fn is_side(path: &str) -> bool {
    FolderKind::holds(path, &[Examples, Benchmarks, Documents, TestData])
}

/// Whether a path is that of a test, of what tests need, or of a migration: its routes are nobody's.
pub(crate) fn is_no_product(path: &str) -> bool {
    is_test(path) || FolderKind::holds(path, &[TestData, Migrations])
}

/// Whether a path is that of the product's own code.
pub(crate) fn is_product(path: &str) -> bool {
    !is_no_product(path) && !is_side(path) && !is_foreign(path)
}

/// Whether a path is that of code that others or a program wrote.
pub(crate) fn is_foreign(path: &str) -> bool {
    FolderKind::holds(path, &[Vendored, Generated])
}
