//! C.

use super::facts::LanguageFacts;
use super::names::{Ancestry, BareImport, GlobalLookup, Import, LanguageFamily, MemberScope, NameRules};

pub(super) const FACTS: LanguageFacts =
    LanguageFacts { id: "c", name: "C", extensions: &["c", "h"], names: NAMES, ..LanguageFacts::PLAIN };

/// Of C and C++: a header of C++ may be a file of C by its name.
pub(super) const NAMES: NameRules = NameRules {
    family: LanguageFamily::C,
    ancestry: Ancestry::Apart,
    import: Import::Names(BareImport::AllContents),
    open: GlobalLookup::All,
    members: MemberScope::Anywhere,
    implicit_this: true,
    hidden_namespaces: Some(&["std"]),
    typed: true,
    builtin_members: MEMBERS,
    ..NameRules::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "abort assert at atoi back begin c_str calloc clear close count data emplace emplace_back empty end \
    erase exit fclose find first fopen fprintf free fread front fwrite get getenv insert join length lock main \
    malloc max memcmp memcpy memset min move name open pop pop_back printf push push_back read realloc release \
    reserve reset resize second set size snprintf sort sprintf str strcat strcmp strcpy strdup strlen strncmp \
    strncpy strstr substr swap to_string top unlock value write";
