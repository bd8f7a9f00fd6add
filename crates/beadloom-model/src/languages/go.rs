//! Go.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout};
use super::names::{Ancestry, BareImport, Import, LanguageFamily, MemberScope, NameRules, Package};
use super::syntax::{StringForm, Syntax};

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "go",
    name: "Go",
    extensions: &["go"],
    syntax: Syntax {
        strings: &[
            StringForm::DOUBLE,
            StringForm { open: "`", close: "`", lines: true, escapes: false, code: "" },
        ],
        ..Syntax::PLAIN
    },
    layout: Layout { imports_packages: true, ..Layout::PLAIN },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Go),
        ancestry: Ancestry::Levels,
        package: Package::Folder,
        import: Import::Names(BareImport::LastPart),
        typed: true,
        builtin_members: MEMBERS,
        members: MemberScope::Folder,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "Add Bool Bytes Cancel Close Context Copy Count Done Err Error Errorf Exec Fatal Fatalf Float64 \
    Flush Format Get Has Header Index Info Init Int Int64 Interface Is IsNil IsZero Key Keys Kind Len Less Load Lock \
    Log Logf Name New Next Now Open Parse Pop Print Printf Println Push Query RLock RUnlock Read ReadAll Recv Reset \
    Run Scan Seek Send Set Size Start Stop Store String Sub Swap Sync Time Type Unix Unlock Unmarshal Unwrap Value \
    Values Wait Warn Write WriteHeader WriteString";
