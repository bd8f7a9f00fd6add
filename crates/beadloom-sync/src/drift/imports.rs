//! Lines that only say where names come from.

/// How lines begin that only say where names come from.
const IMPORTS: &[&str] = &[
    "import ", "import{", "from ", "use ", "pub use ", "using ", "#include", "package ", "require ",
    "require(", "require_relative ", "alias ", "export * from", "@import",
];

/// Whether a line only imports: it moves with what it names, and says nothing of it.
pub(super) fn is_import(line: &str) -> bool {
    let line = line.trim_start();
    IMPORTS.iter().any(|start| line.starts_with(start)) || line.contains("= require(")
}
