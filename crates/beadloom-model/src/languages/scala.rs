//! Scala.

use super::facts::{LanguageFacts, Layout};
use super::names::{Ancestry, DeclaredPackages, Extensions, GlobalLookup, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "scala",
    name: "Scala",
    extensions: &["scala", "sc"],
    syntax: Syntax {
        nested_comments: true,
        strings: &[StringForm::LONG, StringForm { code: "$", ..StringForm::DOUBLE }],
        quoted_names: true,
        ..Syntax::PLAIN
    },
    layout: Layout { class_per_file: true, source_folder: Some("scala"), ..Layout::PLAIN },
    names: NameRules {
        open: GlobalLookup::Types,
        extensions: Extensions::Seen,
        declared_packages: DeclaredPackages::Around,
        ancestry: Ancestry::LastFirst,
        ..super::java::NAMES
    },
    ..LanguageFacts::PLAIN
};
