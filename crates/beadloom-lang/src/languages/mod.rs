//! The languages, one module each. A new one is its module and its line here.

mod ecma;
mod go;
mod graphql;
mod haskell;
mod java;
mod jvm;
mod protobuf;
mod python;
mod rust;
mod swift;
mod zig;

use crate::language::Language;

/// Every language, by id.
pub(crate) static TABLE: &[Language] = &[
    go::LANGUAGE,
    graphql::LANGUAGE,
    haskell::LANGUAGE,
    java::LANGUAGE,
    ecma::JAVASCRIPT,
    protobuf::LANGUAGE,
    python::LANGUAGE,
    rust::LANGUAGE,
    swift::LANGUAGE,
    ecma::TYPESCRIPT,
    zig::LANGUAGE,
];
