//! The languages, one module each, and which one a file is in. A new one is its module and its line here.

mod bash;
mod c;
mod csharp;
mod ecma;
mod elixir;
mod go;
mod graphql;
mod haskell;
mod indented;
mod java;
mod jvm;
mod kotlin;
mod lua;
mod php;
mod plurals;
mod protobuf;
mod python;
mod ruby;
mod rust;
mod scala;
mod sql;
mod svelte;
mod swift;
mod vue;
mod zig;

use std::sync::LazyLock;

use beadloom_model::LanguageId;

use crate::language::{Language, ending, file_name};
use crate::names::ByName;

/// Every language, by id.
pub(crate) static TABLE: &[Language] = &[
    bash::LANGUAGE,
    c::C,
    c::CPP,
    csharp::LANGUAGE,
    elixir::LANGUAGE,
    go::LANGUAGE,
    graphql::LANGUAGE,
    haskell::LANGUAGE,
    java::LANGUAGE,
    ecma::JAVASCRIPT,
    kotlin::LANGUAGE,
    lua::LANGUAGE,
    php::LANGUAGE,
    protobuf::LANGUAGE,
    python::LANGUAGE,
    ruby::LANGUAGE,
    rust::LANGUAGE,
    scala::LANGUAGE,
    sql::LANGUAGE,
    svelte::LANGUAGE,
    swift::LANGUAGE,
    ecma::TYPESCRIPT,
    vue::LANGUAGE,
    zig::LANGUAGE,
];

/// Every language, in the order of the table.
pub fn languages() -> &'static [Language] {
    TABLE
}

/// How a language is read; None for one that has facts and no reader yet.
pub fn language(id: LanguageId) -> Option<&'static Language> {
    TABLE.iter().find(|language| language.id == id)
}

/// The language of a file by its name alone; content is never looked at. Endings are compared without regard
/// to case.
pub fn detect(path: &str) -> Option<&'static Language> {
    static KNOWN: LazyLock<ByName<&'static Language>> = LazyLock::new(|| {
        ByName::new(TABLE.iter().map(|language| {
            let facts = language.id.facts();
            (facts.file_names, facts.extensions, language)
        }))
    });
    let name = file_name(path);
    KNOWN.named(name).or_else(|| KNOWN.ending(ending(name)?))
}
