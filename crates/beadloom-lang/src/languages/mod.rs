//! The languages, one module each. A new one is its module and its line here.

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

use crate::language::Language;

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
