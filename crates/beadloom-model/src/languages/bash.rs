//! Bash and the shells like it.

use super::LanguageId;
use super::facts::{LanguageFacts, Layout, Weight};
use super::names::{BareImport, Import, LanguageFamily, NameRules};
use super::syntax::Syntax;

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "bash",
    name: "Bash",
    extensions: &["sh", "bash", "zsh", "ksh", "bats", "zsh-theme"],
    file_names: &[
        ".bash_aliases", ".bash_login", ".bash_logout", ".bash_profile", ".bashrc", ".envrc", ".kshrc",
        ".profile", ".xinitrc", ".zlogin", ".zlogout", ".zprofile", ".zshenv", ".zshrc", "APKBUILD",
        "PKGBUILD", "bashrc", "zshrc",
    ],
    syntax: Syntax::HASH,
    layout: Layout {
        weight: Weight::Auxiliary,
        uncounted: &["ksh", "bats", "zsh-theme"],
        interpreters: &["bash", "sh"],
        scripts: &["sh", "bash"],
        ..Layout::PLAIN
    },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Bash),
        import: Import::Names(BareImport::AllContents),
        builtin_members: MEMBERS,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "awk cat cd chmod command cp curl cut date declare diff dirname basename echo env eval exec exit \
    export find git grep head kill ln local log ls make mkdir mv printf pwd read return rm rsync sed set shift sleep \
    sort source ssh sudo tail tar tee test touch trap true type uniq unset wait wc which xargs";
