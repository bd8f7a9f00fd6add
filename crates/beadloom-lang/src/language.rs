//! What a language is to the rest of the crate.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use beadloom_model::LanguageId;
use tree_sitter_language::LanguageFn;

use crate::grammar::Grammar;
use crate::outline::Outline;
use crate::value_places::ValueRules;
use crate::walk::Walked;

/// A programming language that beadloom reads.
pub struct Language {
    /// Which one; its facts have the name, the endings and the rest of what does not need a tree.
    pub id: LanguageId,
    /// Which comments document a definition.
    pub(crate) docs: DocComments,
    /// What a path says of a file's content besides what its name does: the routes that its exports answer, the name
    /// of the component that it is. The same bytes at two paths say the same only where this does. Never fails.
    pub(crate) place: Option<fn(&str) -> String>,
    /// Where names stand that are read as values; `None` where none are.
    pub(crate) values: Option<&'static ValueRules>,
    /// The dialects; the first whose extensions match serves, the first of all where none does.
    pub(crate) dialects: &'static [Dialect],
}

/// Which comments document a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocComments {
    /// None: strings in the body do.
    Docstrings,
    /// Those with a mark of their own: `/** … */`, `///`.
    Marked,
    /// Any comment right above.
    Plain,
}

/// A form of a language that is read in a way of its own.
pub(crate) struct Dialect {
    /// Endings for which this dialect serves; empty for all.
    pub(crate) extensions: &'static [&'static str],
    /// How its files are read.
    pub(crate) reading: Reading,
}

/// How the files of a dialect are read.
pub(crate) enum Reading {
    /// By the syntax tree that a grammar makes. `rules` looks up the grammar's node kinds and fields.
    Tree { grammar: LanguageFn, rules: fn(&tree_sitter::Language) -> Box<dyn Grammar> },
    /// By tokens alone, where no grammar knows enough.
    Tokens(fn(&mut Outline<'_>, stop: &mut dyn FnMut() -> ControlFlow<()>) -> Walked),
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Language").field(&self.id).finish()
    }
}

impl Language {
    /// For each dialect with a grammar the name of a file in it, and the words and signs of the grammar. For programs that make texts.
    pub fn signs(&self) -> Vec<(String, Vec<String>)> {
        let of = |dialect: &Dialect| {
            let ending = dialect.extensions.first().or(self.id.facts().extensions.first())?;
            let Reading::Tree { grammar, .. } = dialect.reading else { return None };
            let grammar = tree_sitter::Language::new(grammar);
            let kinds = u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
            let unnamed = |id: &u16| !grammar.node_kind_is_named(*id) && grammar.node_kind_is_visible(*id);
            let signs: BTreeSet<&str> =
                (0..kinds).filter(unnamed).filter_map(|id| grammar.node_kind_for_id(id)).collect();
            Some((format!("a.{ending}"), signs.into_iter().map(str::to_owned).collect()))
        };
        self.dialects.iter().filter_map(of).collect()
    }

    /// Whether the file's name alone says that it is run.
    pub(crate) fn is_entry_file(&self, path: &str) -> bool {
        self.id.facts().entry_files.contains(&file_name(path))
    }

    /// Whether the same bytes say the same at both paths, which are of this language.
    pub fn reads_alike(&self, a: &str, b: &str) -> bool {
        let placed_alike = self.place.is_none_or(|place| place(a) == place(b));
        placed_alike && self.dialect(a) == self.dialect(b) && self.is_entry_file(a) == self.is_entry_file(b)
    }

    /// The number of the dialect that a file is in.
    pub(crate) fn dialect(&self, path: &str) -> usize {
        let ending = ending(file_name(path)).unwrap_or("");
        let serves =
            |dialect: &Dialect| dialect.extensions.iter().any(|known| known.eq_ignore_ascii_case(ending));
        self.dialects.iter().position(serves).unwrap_or(0)
    }
}

pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

pub(crate) fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}
