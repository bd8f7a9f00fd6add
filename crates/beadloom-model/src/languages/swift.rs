//! Swift.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout};
use super::names::{
    Ancestry, BareImport, Extensions, GlobalLookup, Import, LanguageFamily, MemberScope, NameRules, Package,
};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "swift",
    name: "Swift",
    extensions: &["swift", "swiftinterface"],
    entry_files: &["main.swift"],
    syntax: Syntax {
        nested_comments: true,
        strings: &[StringForm::LONG, StringForm::DOUBLE],
        characters: false,
        prefixes: false,
        quoted_names: true,
        name_signs: &['@'],
        ..Syntax::PLAIN
    },
    layout: Layout { uncounted: &["swiftinterface"], class_per_file: true, ..Layout::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Swift),
        ancestry: Ancestry::ClassesFirst,
        package: Package::Target,
        import: Import::Names(BareImport::Contents),
        open: GlobalLookup::All,
        extensions: Extensions::Anywhere,
        implicit_this: true,
        typed: true,
        builtin_members: MEMBERS,
        members: MemberScope::Anywhere,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "abs add allSatisfy append assert compactMap compactMapValues contains count decode \
    decodeIfPresent dropFirst dropLast elementsEqual encode encodeIfPresent enumerated filter first \
    firstIndex flatMap forEach get hash hasPrefix hasSuffix index init insert intersection isEmpty joined \
    last lastIndex load lock lowercased makeIterator map mapValues max merge min next popLast precondition \
    prefix print randomElement reduce remove removeAll removeFirst removeLast removeValue reserveCapacity \
    reversed run set shuffled sort sorted split start starts stop subtracting suffix swap trimmingCharacters \
    union unlock update uppercased withLock withUnsafeBytes write zip";
