//! The languages, one module each. A new one is its module and its line here.

mod ecma;
mod go;
mod java;
mod jvm;
mod python;
mod rust;

use crate::language::Language;

/// Every language, by id.
pub(crate) static TABLE: &[Language] =
    &[go::LANGUAGE, java::LANGUAGE, ecma::JAVASCRIPT, python::LANGUAGE, rust::LANGUAGE, ecma::TYPESCRIPT];
