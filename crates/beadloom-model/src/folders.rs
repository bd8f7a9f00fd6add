//! What the name of a folder says about what it holds, by the habits of all languages.

/// What a folder holds that is not the product itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderKind {
    /// Code that tries the product.
    Tests,
    /// What tests read or stand on.
    TestData,
    /// Code that shows how the product is used.
    Examples,
    /// Code that measures it.
    Benchmarks,
    /// Texts about it.
    Documents,
    /// Code that others wrote.
    Vendored,
    /// Code that a program wrote.
    Generated,
    /// Changes of stored data, step by step.
    Migrations,
}

impl FolderKind {
    /// The kind of a folder of that name; None for one that may hold the product.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "test" | "tests" | "__tests__" | "__test__" | "spec" | "specs" | "e2e" => Self::Tests,
            "fixture" | "fixtures" | "__fixtures__" | "testdata" | "test-data" | "test_data"
            | "test-fixtures" | "testfixtures" | "mocks" | "__mocks__" | "__snapshots__" => Self::TestData,
            "example" | "examples" | "sample" | "samples" | "demo" | "demos" => Self::Examples,
            "bench" | "benches" | "benchmark" | "benchmarks" => Self::Benchmarks,
            "doc" | "docs" | "documentation" => Self::Documents,
            "vendor" | "vendored" | "third_party" | "third-party" | "thirdparty" | "node_modules" => {
                Self::Vendored
            }
            "generated" | "_generated" | "dist" => Self::Generated,
            "migrations" | "Migrations" => Self::Migrations,
            _ => return None,
        })
    }

    /// Whether a folder of that name is of one of these kinds.
    pub fn is_one(name: &str, kinds: &[Self]) -> bool {
        Self::of(name).is_some_and(|kind| kinds.contains(&kind))
    }

    /// Whether a file lies in a folder of one of these kinds, at any depth.
    pub fn holds(path: &str, kinds: &[Self]) -> bool {
        let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
        folders.split('/').any(|name| Self::is_one(name, kinds))
    }
}
