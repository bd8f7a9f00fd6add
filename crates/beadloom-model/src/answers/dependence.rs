//! Answers about what depends on what: `why`, `refs`, `related`, and the outline of a file.

use serde::{Deserialize, Serialize};

use super::{AffectedTest, Certainty, Focus, Next, Symbol};

/// How a dependence is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DependenceOrigin {
    /// The graph says so.
    Declared,
    /// By import statements.
    Import,
    /// By an annotation in the code.
    Annotation,
    /// By calls, uses of types and of values.
    Reference,
}

/// What a reference does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum UseKind {
    /// Calls it, constructs it, applies it as a decorator or macro.
    Call,
    /// Names it as a type.
    Type,
    /// Extends, implements or mixes it in.
    Inherit,
    /// Is a method that implements or overrides it.
    Override,
    /// Reads it or passes it on as a value.
    Value,
    /// Reaches it by a convention of a framework: `reason` says which.
    Convention,
}

/// Why a file is related to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RelationKind {
    /// The file asked for imports it.
    Imports,
    /// It imports the file asked for.
    ImportedBy,
    /// The file asked for calls or names what it defines.
    RefersTo,
    /// It calls or names what the file asked for defines.
    ReferredBy,
    /// It refers to the same symbols of other files.
    SharesReferences,
    /// It is a test that imports the file, refers to it or is named after it.
    Tests,
    /// It is a document that names what the file defines, or that belongs to its node.
    Documents,
    /// The document asked for names it, or what it defines.
    Documented,
}

answers! {
    /// `beadloom why`. One of `ref_id`, `symbol` and `file` is set.
    pub struct WhyAnswer = "why" {
        /// Always 1.
        pub version: u32,
        /// The node that was asked for.
        pub ref_id: Option<String>,
        /// The qualified name of the symbol that was asked for.
        pub symbol: Option<String>,
        /// The file that was asked for, or the folder, ending in `/`.
        pub file: Option<String>,
        /// What the reference turned out to be.
        pub focus: Focus,
        /// Where else a symbol of that name is defined, `path:line`, at most eight: in tests, which count only where
        /// nothing else has the name.
        pub other_definitions: Vec<String>,
        /// Steps that were followed.
        pub depth: u64,
        /// What it needs: by distance, confidence, edge kind (the most telling first), then path and line or ref_id; what
        /// is ambiguous last.
        pub upstream: Vec<Dependence>,
        /// What needs it, in the same order. Files of tests stand in `tests` alone.
        pub downstream: Vec<Dependence>,
        /// What it belongs to, the nearest first; for a file or symbol its nodes, then what these belong to.
        pub part_of: Vec<Whole>,
        /// What belongs to it, by ref_id.
        pub parts: Vec<Part>,
        /// Files of tests that reach it within `depth`, by distance, confidence, path.
        pub tests: Vec<CoveringTest>,
        /// Of a file that no test is known to reach: tests that are called like it, or that past commits changed with it.
        pub likely_tests: Vec<AffectedTest>,
        /// Documents that a change concerns: its own (distance 0), then those of what directly needs it; by path.
        pub docs_at_risk: Vec<DocumentAtRisk>,
        /// Nodes, other than its own, that need it or hold files or symbols that do; sorted, at most 100.
        pub affected_nodes: Vec<String>,
        /// How many there are, listed or not.
        pub counts: DependenceCounts,
        /// What the limits left out of the lists.
        pub omitted: DependenceOmitted,
        /// Which uses cannot be seen and are in no list and no count, or null.
        pub unseen: Option<String>,
        /// One paragraph of Markdown for a reviewer.
        pub impact_summary: String,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// One thing that needs another, or is needed.
    pub struct Dependence {
        /// The node, or the node that the file or symbol belongs to.
        pub ref_id: Option<String>,
        /// A node's source; the file, or a package's folder ending in `/`.
        pub path: Option<String>,
        /// 1-based; of a symbol.
        pub line: Option<u32>,
        /// ref_id, path or qualified name: what `via` calls it.
        pub name: String,
        /// Node kind, `file`, `folder`, or symbol kind.
        pub kind: String,
        /// Of the last step: the kind of the edge; between files `import`, `re_export`, `module`, `dynamic`, `type` or
        /// `reference`; between symbols `call`, `type`, `inherit`, `override` or `value`; between both `convention`.
        pub edge_kind: String,
        /// Of a convention: what links the two, as `handles CreateOrder (MediatR)`; null for all others.
        pub reason: Option<String>,
        /// How the last step is known.
        pub origin: DependenceOrigin,
        /// Imports or references behind the last step; null where a declared edge says nothing of them.
        pub count: Option<u64>,
        /// Steps from what was asked for; 1 is direct.
        pub distance: u64,
        /// Whether `distance` is 1.
        pub direct: bool,
        /// Of the weakest step on the way.
        pub confidence: Certainty,
        /// The names between what was asked for and this, in order; empty where it is direct.
        pub via: Vec<String>,
    }

    /// A node that something belongs to.
    pub struct Whole {
        /// Unique id.
        pub ref_id: String,
        /// Node kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
        /// Steps of `part_of`; for a file or symbol its own node is 1.
        pub distance: u64,
    }

    /// A node that is part of the one asked for.
    pub struct Part {
        /// Unique id.
        pub ref_id: String,
        /// Node kind.
        pub kind: String,
        /// One sentence; may be empty.
        pub summary: String,
        /// Nodes that directly need it and are neither the whole nor another of its parts.
        pub dependents: u64,
    }

    /// A file of tests.
    pub struct CoveringTest {
        /// Relative to the root.
        pub path: String,
        /// Steps from what was asked for; 1 is direct, 0 the file itself, where it holds tests beside other code.
        pub distance: u64,
        /// Of the weakest step on the way.
        pub confidence: Certainty,
    }

    /// A document that a change concerns.
    pub struct DocumentAtRisk {
        /// Relative to the root.
        pub path: String,
        /// The node that it tells about; null where it only names what was asked for.
        pub ref_id: Option<String>,
        /// 0: it tells about what was asked for, or names it; 1: it tells about what directly needs it.
        pub distance: u64,
        /// The first lines that name what was asked for, 1-based.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub lines: Vec<u32>,
        /// Found by what it says, and not declared: it does not go stale.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub derived: bool,
        /// Whether it is behind its code already.
        pub stale: bool,
    }

    /// How much depends. Transitive counts exclude direct ones.
    pub struct DependenceCounts {
        /// Needed, in one step.
        pub upstream_direct: u64,
        /// Needed, in two to `depth` steps.
        pub upstream_transitive: u64,
        /// In need of it, in one step.
        pub downstream_direct: u64,
        /// In need of it, in two to `depth` steps.
        pub downstream_transitive: u64,
        /// What may be needed, in one step: the name has several meanings. In no other count.
        pub upstream_ambiguous: u64,
        /// What may need it, likewise.
        pub downstream_ambiguous: u64,
        /// False where there was too much to follow: each count is then the least that it can be.
        pub complete: bool,
    }

    /// What the limits left out of the lists of `why`.
    pub struct DependenceOmitted {
        /// Of `upstream`.
        pub upstream: u64,
        /// Of `downstream`.
        pub downstream: u64,
        /// Of `parts`.
        pub parts: u64,
        /// Of `tests`.
        pub tests: u64,
        /// Of `docs_at_risk`.
        pub docs_at_risk: u64,
    }

    /// `beadloom refs`.
    pub struct RefsAnswer = "refs" {
        /// Always 1.
        pub version: u32,
        /// The qualified name.
        pub symbol: String,
        /// Where it is defined: exported first, then by path and line; at most eight.
        pub definitions: Vec<Symbol>,
        /// Every place that refers to it, by path and line. Where there are too many, the surest are kept.
        pub callers: Vec<Caller>,
        /// Where else that name is defined, `path:line`, at most eight: in tests, which count only where nothing else
        /// has the name.
        pub other_definitions: Vec<String>,
        /// What it refers to itself, by name, path and line. Where there are too many, the surest are kept.
        pub callees: Vec<Callee>,
        /// Places that refer to it, whatever was asked for.
        pub counts: RefsCounts,
        /// What the limit left out.
        pub omitted: RefsOmitted,
        /// Whether this is all, and what to read or ask next.
        pub next: Next,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A place that refers to a symbol.
    pub struct Caller {
        /// Relative to the root.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// The qualified name of the definition around it; null at the top of a file.
        pub symbol: Option<String>,
        /// What it does.
        pub kind: UseKind,
        /// How sure it is that the symbol is meant.
        pub confidence: Certainty,
        /// Where it is ambiguous, what else it may mean: `path:line name`, best first, at most three.
        pub candidates: Vec<String>,
        /// Of a convention: what links the two, as `handles CreateOrder (MediatR)`; null for all others.
        pub reason: Option<String>,
    }

    /// What a symbol refers to.
    pub struct Callee {
        /// The file that defines it.
        pub path: String,
        /// Where its definition begins, 1-based.
        pub line: u32,
        /// Its qualified name.
        pub symbol: String,
        /// What the reference does.
        pub kind: UseKind,
        /// How sure it is that this symbol is meant.
        pub confidence: Certainty,
        /// On one line.
        pub signature: String,
        /// The file and lines in which it is referred to: `path:line`, at most eight.
        pub places: Vec<String>,
        /// Where it is ambiguous, what else it may mean: `path:line name`, best first, at most three.
        pub candidates: Vec<String>,
        /// Of a convention: what links the two, as `handles CreateOrder (MediatR)`; null for all others.
        pub reason: Option<String>,
    }

    /// Places that refer to a symbol, before any filter.
    pub struct RefsCounts {
        /// Surely.
        pub exact: u64,
        /// To the only definition within reach.
        pub unique: u64,
        /// Possibly.
        pub ambiguous: u64,
        /// Files with such places.
        pub files: u64,
        /// References that the symbol makes to what is not in the project.
        pub external_callees: u64,
        /// Calls of its name on values of unknown type that are in no list, because too many definitions have that name.
        pub left_out: u64,
        /// Files that read a member of its name on a value whose type is unknown: these reads are in no list, for they may
        /// mean any member of that name.
        pub unseen_reads: u64,
        /// False where calls or reads were left out, or there were too many files or places to look at all of them.
        pub complete: bool,
    }

    /// What the limit left out of `refs`.
    pub struct RefsOmitted {
        /// Of `callers`.
        pub callers: u64,
        /// Of `callees`.
        pub callees: u64,
    }

    /// `beadloom related`.
    pub struct RelatedAnswer = "related" {
        /// Always 1.
        pub version: u32,
        /// The file asked for.
        pub path: String,
        /// The nodes that it belongs to, sorted.
        pub ref_ids: Vec<String>,
        /// Its imports, in the order of its statements.
        pub imports: Vec<RelatedImport>,
        /// Imports of it, by path and line. A package that is imported as a whole counts for all its files.
        pub imported_by: Vec<RelatedImport>,
        /// All files that have to do with it: the greatest score first, ties by path.
        pub related: Vec<RelatedFile>,
        /// What the limit left out.
        pub omitted: RelatedOmitted,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// An import statement, with one of the files that it leads to.
    pub struct RelatedImport {
        /// The other file; a folder ending in `/` for a package; null for what is not in the project.
        pub path: Option<String>,
        /// As the statement writes it.
        pub specifier: String,
        /// Of the statement, 1-based.
        pub line: u32,
        /// The package that it belongs to, where that is known.
        pub package: Option<String>,
        /// `exact` for a file; `unique` where a whole package is imported; null for what is not in the project.
        pub confidence: Option<Certainty>,
    }

    /// A file that has to do with another one. Its score is the sum over its reasons, where `spread(x)` is
    /// log2(2 + files that import x), F the file asked for, R this one, and n the reason's count:
    /// `imports` 2 / spread(R); `imported_by` 2 / spread(F); `refers_to` log2(1 + n) / spread(R); `referred_by`
    /// log2(1 + n) / spread(F); `shares_references` the sum of 1 / (1 + files that refer to it) over the shared symbols;
    /// `tests` 2 where it is named after F, else 0, and then its other reasons count half; `documents` 1.
    pub struct RelatedFile {
        /// Relative to the root.
        pub path: String,
        /// The sum of its reasons' scores, with three decimals.
        pub score: f64,
        /// The weightiest first.
        pub reasons: Vec<RelatedReason>,
    }

    /// Why a file is related.
    pub struct RelatedReason {
        /// What it is.
        pub kind: RelationKind,
        /// Import statements, references, or symbols that both refer to; 1 for tests and documents.
        pub count: u64,
        /// What it adds to the file's score, with three decimals.
        pub score: f64,
    }

    /// What the limit left out of `related`.
    pub struct RelatedOmitted {
        /// Of `imports`.
        pub imports: u64,
        /// Of `imported_by`.
        pub imported_by: u64,
        /// Of `related`.
        pub related: u64,
    }

    /// `beadloom signatures`.
    pub struct SignaturesAnswer = "signatures" {
        /// Always 1.
        pub version: u32,
        /// The first file.
        pub path: String,
        /// Its language; null where it is none that is known.
        pub language: Option<String>,
        /// Lines of text.
        pub lines: u32,
        /// What it defines, by line; a definition stands after the one around it.
        pub symbols: Vec<Symbol>,
        /// Symbols that the budget dropped: those that are hidden, then those that stand deepest.
        pub omitted: u64,
        /// The other files, in the order given.
        pub more: Vec<FileOutline>,
        /// Tokens of this answer as JSON.
        pub tokens: u64,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// The outline of a further file.
    pub struct FileOutline {
        /// Relative to the root.
        pub path: String,
        /// Its language; null where it is none that is known.
        pub language: Option<String>,
        /// Lines of text.
        pub lines: u32,
        /// What it defines, by line.
        pub symbols: Vec<Symbol>,
        /// Symbols that the budget dropped.
        pub omitted: u64,
    }
}
