//! C++.

use super::facts::{LanguageFacts, Layout};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "cpp",
    name: "C++",
    extensions: &[
        "cc", "cpp", "cxx", "c++", "cppm", "ixx", "ino", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp",
        "txx", "tcc",
    ],
    layout: Layout {
        uncounted: &["c++", "cppm", "ixx", "ino", "h++", "ipp", "inl", "tpp", "txx", "tcc"],
        ..Layout::PLAIN
    },
    names: super::c::NAMES,
    ..LanguageFacts::PLAIN
};
