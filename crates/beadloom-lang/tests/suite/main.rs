//! Source text in, facts out: the crate from outside.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod annotations;
mod declared;
mod ecma;
mod expected;
mod facts;
mod formatters;
mod hashes;
mod hostile;
mod imports;
mod namespaces;
mod reading;
mod rewritten;
mod tools;
mod wide;

use beadloom_lang::{Limits, Parser, detect};
use beadloom_model::{ParsedFile, SymbolFacts};

/// Parses a text as the file of that name.
fn parse(path: &str, text: &str) -> ParsedFile {
    let Some(language) = detect(path) else { panic!("{path} is in no known language") };
    Parser::new().parse(language, path, text, &Limits::default())
}

/// The symbol of that qualified name.
fn symbol<'f>(file: &'f ParsedFile, name: &str) -> &'f SymbolFacts {
    match file.symbols.iter().find(|symbol| symbol.qualified_name == name) {
        Some(symbol) => symbol,
        None => {
            panic!("no {name} in {:?}", file.symbols.iter().map(|s| &s.qualified_name).collect::<Vec<_>>())
        }
    }
}
