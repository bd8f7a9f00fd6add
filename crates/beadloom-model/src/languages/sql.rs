//! SQL.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout, Weight};
use super::names::{GlobalLookup, LanguageFamily, MemberScope, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "sql",
    name: "SQL",
    extensions: &["sql", "ddl", "pgsql", "plsql"],
    syntax: Syntax {
        line_comments: &["--"],
        strings: &[StringForm { lines: true, escapes: false, ..StringForm::SINGLE }],
        characters: false,
        ..Syntax::PLAIN
    },
    layout: Layout { weight: Weight::Auxiliary, uncounted: &["ddl", "pgsql", "plsql"], ..Layout::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Sql),
        open: GlobalLookup::All,
        typed: true,
        members: MemberScope::Anywhere,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};
