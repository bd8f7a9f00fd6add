//! Haskell.

use super::LanguageId;
use super::facts::LanguageFacts;
use super::names::{BareImport, Import, LanguageFamily, NameRules};
use super::syntax::Syntax;

pub(super) const FACTS: LanguageFacts = LanguageFacts {
    id: "haskell",
    name: "Haskell",
    extensions: &["hs"],
    syntax: Syntax {
        line_comments: &["--"],
        block_comments: &[("{-", "-}")],
        nested_comments: true,
        ..Syntax::PLAIN
    },
    names: NameRules {
        family: LanguageFamily::Of(LanguageId::Haskell),
        import: Import::Names(BareImport::Contents),
        typed: true,
        builtin_members: MEMBERS,
        ..NameRules::PLAIN
    },
    ..LanguageFacts::PLAIN
};

/// Members of its own types.
const MEMBERS: &str = "all any concat concatMap drop elem filter foldl foldr fst head id init last length lines lookup \
    map mapM mapM_ max maximum min minimum not null or otherwise print product pure putStrLn replicate return reverse \
    show snd splitAt sum tail take unlines unwords words zip zipWith";
