//! What holds of a language, whoever asks: how it is called, which files are in it, how it writes comments and strings, how its
//! names are looked for. One module each, and a line in the table. How a language is parsed stands in beadloom-lang.

mod bash;
mod c;
mod cpp;
mod csharp;
mod elixir;
mod facts;
mod go;
mod graphql;
mod haskell;
mod java;
mod javascript;
mod kotlin;
mod lexer;
mod lua;
mod names;
mod php;
mod protobuf;
mod python;
mod ruby;
mod rust;
mod scala;
mod sql;
mod svelte;
mod swift;
mod syntax;
mod typescript;
mod vue;
mod zig;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::facts::{LanguageFacts, Layout, Weight};
pub use self::lexer::{Lexer, Token, TokenKind};
pub use self::names::{
    Ancestry, BareImport, DeclaredPackages, Extensions, GlobalLookup, Import, LanguageFamily, MemberScope,
    NameRules, Package, Projects,
};
pub use self::syntax::{StringForm, Syntax};

macro_rules! languages {
    ($($language:ident: $facts:expr,)*) => {
        /// A language of the table, ordered by its id.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "the facts have the name")]
        pub enum LanguageId {
            $($language,)*
        }

        impl LanguageId {
            /// Every language, by id.
            pub const ALL: &'static [Self] = &[$(Self::$language,)*];

            /// What holds of the language.
            pub fn facts(self) -> &'static LanguageFacts {
                match self {
                    $(Self::$language => {
                        static FACTS: LanguageFacts = $facts;
                        &FACTS
                    })*
                }
            }
        }
    };
}

languages! {
    Bash: bash::FACTS,
    C: c::FACTS,
    Cpp: cpp::FACTS,
    CSharp: csharp::FACTS,
    Elixir: elixir::FACTS,
    Go: go::FACTS,
    GraphQl: graphql::FACTS,
    Haskell: haskell::FACTS,
    Java: java::FACTS,
    JavaScript: javascript::FACTS,
    Kotlin: kotlin::FACTS,
    Lua: lua::FACTS,
    Php: php::FACTS,
    Protobuf: protobuf::FACTS,
    Python: python::FACTS,
    Ruby: ruby::FACTS,
    Rust: rust::FACTS,
    Scala: scala::FACTS,
    Sql: sql::FACTS,
    Svelte: svelte::FACTS,
    Swift: swift::FACTS,
    TypeScript: typescript::FACTS,
    Vue: vue::FACTS,
    Zig: zig::FACTS,
}

impl LanguageId {
    /// The id as it stands in the index and in answers: lower case, `python`.
    pub fn as_str(self) -> &'static str {
        self.facts().id
    }

    /// The language with that id; None for any other text, such as the id of a format of text.
    pub fn parse(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|language| language.as_str() == id)
    }

    /// The language of files with that ending, without the dot and in whatever case. Whole file names are not known here: see
    /// `detect` in beadloom-lang.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let has = |language: &Self| {
            language.facts().extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
        };
        Self::ALL.iter().copied().find(has)
    }

    /// The language of a file by its ending.
    pub fn of_path(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        Self::of_extension(name.rsplit_once('.')?.1)
    }

    /// Which languages share definitions with it.
    pub fn family(self) -> LanguageFamily {
        self.facts().names.family
    }
}

impl std::fmt::Display for LanguageId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for LanguageId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for LanguageId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let unknown = || serde::de::Error::custom(format_args!("\"{id}\" is not a language"));
        Self::parse(&id).ok_or_else(unknown)
    }
}
