//! Protocol Buffers.

use super::LanguageId;
use super::facts::LanguageFacts;
use super::names::{BareImport, Import, LanguageFamily, NameRules, Package};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "protobuf",
    name: "Protocol Buffers",
    extensions: &["proto"],
    syntax: Syntax { strings: &[StringForm::DOUBLE, StringForm::SINGLE], characters: false, ..Syntax::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Protobuf),
        package: Package::Folder,
        import: Import::Names(BareImport::AllContents),
        implicit_this: true,
        typed: true,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};
