//! GraphQL.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout, Weight};
use super::names::{GlobalLookup, LanguageFamily, MemberScope, NameRules};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "graphql",
    name: "GraphQL",
    extensions: &["graphql", "graphqls", "gql"],
    syntax: Syntax { strings: &[StringForm::LONG, StringForm::DOUBLE], ..Syntax::HASH },
    layout: Layout { weight: Weight::None, ..Layout::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::GraphQl),
        open: GlobalLookup::All,
        typed: true,
        members: MemberScope::Anywhere,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};
