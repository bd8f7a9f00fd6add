use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Diagnostic, ReferenceFacts, Routing};

/// The first 16 bytes of a SHA-256: names content, and is short enough to store by the hundred thousand.
pub type Digest = [u8; 16];

/// Annotations in force, key to values; values sorted and without repeats.
pub type Annotations = BTreeMap<String, Vec<String>>;

/// One `key=value` of a `beadloom:` comment, where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// `feature`, `domain`, …
    pub key: String,
    /// A ref_id.
    pub value: String,
    /// 1-based.
    pub line: u32,
}

/// What a definition is, across languages. The language's own word stands in `form`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// A function, procedure or macro.
    Function,
    /// A function of a type.
    Method,
    /// A class, struct, record or object.
    Class,
    /// An interface, trait or protocol.
    Interface,
    /// An enum, alias or union.
    Type,
    /// A named value.
    Constant,
    /// A module or namespace.
    Module,
    /// A handler that is reached by method and path.
    Route,
    /// A user-interface component.
    Component,
}

impl SymbolKind {
    /// Every kind, by name.
    pub const ALL: &'static [SymbolKind] = &[
        Self::Class,
        Self::Component,
        Self::Constant,
        Self::Function,
        Self::Interface,
        Self::Method,
        Self::Module,
        Self::Route,
        Self::Type,
    ];

    /// The kind of that name; None for any other.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == name)
    }

    /// The name in JSON and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Method => "method",
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Type => "type",
            Self::Constant => "constant",
            Self::Module => "module",
            Self::Route => "route",
            Self::Component => "component",
        }
    }
}

/// A definition in a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolFacts {
    /// Short: `post`.
    pub symbol_name: String,
    /// With the enclosing types and modules of the file, joined by `.`: `Ledger.post`.
    pub qualified_name: String,
    /// Across languages.
    pub kind: SymbolKind,
    /// The language's own word: `struct`, `async function`, `dataclass`.
    pub form: String,
    /// First decorator, attribute or signature line (doc comments do not count); 1-based.
    pub line_start: u32,
    /// Where the body ends; 1-based, inclusive.
    pub line_end: u32,
    /// On one line, without the body; at most 400 characters.
    pub signature: String,
    /// First sentence of the doc comment.
    pub summary: Option<String>,
    /// Visible outside its file (package, for Go and Java) by the language's own rule.
    pub exported: bool,
    /// A member of an enum, a field: it is found by its name, and stands nowhere else, because the text of the type around it
    /// says it.
    pub part: bool,
    /// The file's annotations, overridden key by key by the symbol's own.
    pub annotations: Annotations,
    /// Over the signature's tokens; comments and white space do not count.
    pub signature_hash: Digest,
    /// Over the whole definition's tokens; comments and white space do not count, nor, of a type or module, the definitions
    /// inside, which have hashes of their own, but for parts of it.
    pub body_hash: Digest,
}

crate::named! {
    /// What an import statement does.
    pub enum ImportKind {
        /// An ordinary import, `use` or `require`.
        Import = "import",
        /// For types only: `import type`, `if TYPE_CHECKING:`.
        Type = "type",
        /// `export … from`, `pub use`.
        ReExport = "re_export",
        /// `import()`, `importlib.import_module("…")` with a literal.
        Dynamic = "dynamic",
        /// A declaration that a file belongs to the module tree: Rust `mod x;`.
        Module = "module",
    }
}

/// An import as a file states it, before it is resolved.
///
/// `specifier` per language: Python the dotted module with its leading dots (`..db`), imported names in
/// `names`; TypeScript and JavaScript the string; Go the string; Rust the full path of one leaf of the `use`
/// tree (`crate::a::B`, `*` kept as last segment), or the name for `mod x;` (with the inline modules around it
/// in front, joined by `::`); Java the dotted name with `.*` for a wildcard, `static` members in `names`; Kotlin
/// and Scala the full path of one name, which stands in `names`, too, with `.*` for a wildcard, and Scala with
/// `this.` before what the file itself defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportFacts {
    /// As above.
    pub specifier: String,
    /// Imported names, as the exporting file calls them, each once; `*` for everything; empty for a bare import.
    pub names: Vec<String>,
    /// Local names that differ from what they name: (local, name in the exporting file). The name is empty for
    /// the module itself (`import numpy as np`), `*` for a namespace object (`import * as ns`), `default` for a
    /// default export. In order of appearance.
    pub aliases: Vec<(String, String)>,
    /// What kind of statement.
    pub kind: ImportKind,
    /// Inside a function or method: taken only when that runs.
    pub local: bool,
    /// 1-based line of the statement.
    pub line: u32,
}

/// Whether a line stands in one of the tests of [`ParsedFile::tests`].
pub fn is_in_tests(tests: &[(u32, u32)], line: u32) -> bool {
    tests.iter().any(|(first, last)| (*first..=*last).contains(&line))
}

/// A namespace, package or module as a file declares it, by its full name, joined by dots; empty for what stands outside of
/// all. Of it, the names that stand right in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, Vec<String>)", into = "(String, Vec<String>)")]
pub struct Declared {
    /// Its full name.
    pub name: String,
    /// What the file defines right in it, in order of appearance.
    pub names: Vec<String>,
}

impl From<(String, Vec<String>)> for Declared {
    fn from((name, names): (String, Vec<String>)) -> Self {
        Self { name, names }
    }
}

impl From<Declared> for (String, Vec<String>) {
    fn from(declared: Declared) -> Self {
        (declared.name, declared.names)
    }
}

/// What a source file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParsedFile {
    /// In order of first line, outer before inner.
    pub symbols: Vec<SymbolFacts>,
    /// In order of appearance.
    pub imports: Vec<ImportFacts>,
    /// Names that the file gives others for what is named in it: (exported, local), in order of appearance.
    /// Only where a list or statement says so (`export { a as b }`, `export default a`, `exports.b = a`); what
    /// is exported where it is defined stands in `symbols` alone, unless it is the default. The local name is a
    /// symbol's qualified name or one that an import binds; `default` is also what a CommonJS module gives as a
    /// whole (`module.exports = a`). In C++ a namespace that holds the whole file, with nothing, and the alias of a
    /// namespace, with its path (names with `.` between them); `using a::b` likewise, and `using namespace a::b` as the path of
    /// what has no name.
    pub export_aliases: Vec<(String, String)>,
    /// In order of first appearance.
    pub references: Vec<ReferenceFacts>,
    /// Routes, routers and what is mounted where.
    pub routing: Routing,
    /// Every annotation with its line, for checking against the graph.
    pub annotations: Vec<Annotation>,
    /// Those that hold for the whole file.
    pub file_annotations: Annotations,
    /// First sentence of the file's head comment or module docstring.
    pub summary: Option<String>,
    /// Whether running the file does something: `main`, `if __name__ == "__main__"`, a shebang.
    pub entry_point: bool,
    /// Whether a marker says that a program wrote it.
    pub generated: bool,
    /// Lines in the file.
    pub lines: u32,
    /// First and last lines of the tests that stand beside other code: 1-based, inclusive, in order, none within another.
    pub tests: Vec<(u32, u32)>,
    /// Namespaces, packages and modules that it declares, in order of appearance.
    pub declared: Vec<Declared>,
    /// Limits that were hit. `path` is left empty; the caller knows it.
    pub diagnostics: Vec<Diagnostic>,
}
