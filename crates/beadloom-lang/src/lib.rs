//! Text in; symbols, imports, annotations and document chunks out. No I/O.
//!
//! [`Parser::parse`] makes one pass over a file's syntax tree. How a language is read is one module under `languages`,
//! registered in one table; the pass itself knows none of them. What needs no tree is among its facts in beadloom-model.
//!
//! `definition` and `grammar` are what a language is made of, `language` puts them together; a language of several modules has what it
//! knows of a file in `file`, and of the file's routes in `state`, below the modules that go by it.
//!
//! `outline` takes what a language describes, `bindings`, `own_values`, `loads` and `references` what it uses, `assemble` makes a [`ParsedFile`](beadloom_model::ParsedFile) of it; `trees` reads parts in
//! other languages with their rules; `arena` is the parser's memory and counts its work, within `cost`; `markdown` cuts documents into
//! chunks; `declared` finds namespaces by words and braces alone, before there is a tree.

mod annotations;
mod arena;
mod assemble;
mod bindings;
mod bounded;
mod comments;
mod cost;
mod declarations;
mod declared;
mod definition;
mod documentation;
mod effort;
mod fingerprint;
mod grammar;
mod language;
mod languages;
mod layout;
mod literals;
mod loaded;
mod loads;
pub mod markdown;
mod names;
mod outline;
mod own_values;
mod owners;
mod parser;
mod plain;
mod prose;
mod reference_facts;
mod references;
mod routing;
mod shapes;
mod stopwatch;
mod structure;
mod tokens;
mod trees;
mod value_places;
mod value_reading;
mod value_sites;
mod values;
mod vocabulary;
mod walk;

pub use comments::says_generated;
pub use cost::Cost;
pub use declared::{declared, declares_names};
pub use fingerprint::fingerprint;
pub use language::Language;
pub use languages::{detect, language, languages};
pub use parser::{Limits, Parser, StepBudget};
pub use plain::{
    Format, LeftOut, MAX_DATA_BYTES, OTHER, formats, is_binary_name, is_readable, is_secret, left_out,
    text_format,
};
