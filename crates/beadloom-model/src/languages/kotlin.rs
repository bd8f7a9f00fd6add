//! Kotlin.

use super::facts::{LanguageFacts, Layout};
use super::names::{Extensions, GlobalLookup, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "kotlin",
    name: "Kotlin",
    extensions: &["kt", "kts"],
    syntax: Syntax {
        nested_comments: true,
        strings: &[StringForm::LONG, StringForm { code: "$", ..StringForm::DOUBLE }],
        quoted_names: true,
        ..Syntax::PLAIN
    },
    layout: Layout {
        uncounted: &["kts"],
        class_per_file: true,
        source_folder: Some("kotlin"),
        ..Layout::PLAIN
    },
    names: NameRules {
        open: GlobalLookup::Types,
        extensions: Extensions::Seen,
        lends_members: true,
        ..super::java::NAMES
    },
    ..LanguageFacts::PLAIN
};
