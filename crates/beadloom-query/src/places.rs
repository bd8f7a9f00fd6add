//! What a path says about a file.

pub use beadloom_graph::is_test;

/// Folders whose code shows or helps, and is not the product.
const SIDE_FOLDERS: &[&str] = &[
    "example",
    "examples",
    "sample",
    "samples",
    "demo",
    "demos",
    "docs",
    "bench",
    "benches",
    "benchmarks",
    "fixtures",
];

/// Folders with code that others wrote or that a program wrote.
const FOREIGN_FOLDERS: &[&str] = &["vendor", "vendored", "third_party", "generated", "dist", "node_modules"];

/// Whether a path is that of an example, a benchmark or the like.
pub(crate) fn is_side(path: &str) -> bool {
    in_folder(path, SIDE_FOLDERS)
}

/// Folders beside the product that tests read, or that change data step by step.
const NO_PRODUCT_FOLDERS: &[&str] =
    &["fixtures", "fixture", "__fixtures__", "mocks", "__mocks__", "migrations", "Migrations"];

/// Whether a path is that of a test, of what tests need, or of a migration: its routes are nobody's.
pub(crate) fn is_no_product(path: &str) -> bool {
    is_test(path) || in_folder(path, NO_PRODUCT_FOLDERS)
}

/// Whether a path is that of code from elsewhere.
pub(crate) fn is_foreign(path: &str) -> bool {
    in_folder(path, FOREIGN_FOLDERS)
}

fn in_folder(path: &str, folders: &[&str]) -> bool {
    let parents = path.rsplit_once('/').map_or("", |(parents, _)| parents);
    parents.split('/').any(|folder| folders.contains(&folder))
}
