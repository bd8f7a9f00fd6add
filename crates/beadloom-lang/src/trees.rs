//! Syntax trees: grammars that stay loaded, texts made readable for them, and the parts of a file that are in
//! another language.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use beadloom_model::LanguageId;
use tree_sitter::{LANGUAGE_VERSION, MIN_COMPATIBLE_LANGUAGE_VERSION, Tree};

use crate::arena::{Session, SyntaxTree, Watched};
use crate::bounded::{Parsed, Unparsed, tree};
use crate::grammar::{Embedded, Grammar, Part};
use crate::language::{Language, Reading};
use crate::languages;
use crate::values::Values;

/// The trees of one file.
pub(crate) struct Trees<'s> {
    pub(crate) whole: SyntaxTree<'s>,
    /// Those of the parts in other languages.
    parts: Vec<(Embedded, SyntaxTree<'s>)>,
    /// Bytes of the text as the grammar was given it.
    pub(crate) length: usize,
    /// One of them is not of all its text.
    pub(crate) is_part: bool,
}

struct Loaded {
    grammar: Watched,
    rules: Box<dyn Grammar>,
    values: Option<Arc<Values>>,
}

/// Grammars with their rules, by language id and dialect; `None` where one does not fit the library.
#[derive(Default)]
pub(crate) struct Grammars(HashMap<(LanguageId, usize), Option<Loaded>>);

impl Grammars {
    /// How many were asked for.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn load(&mut self, language: &'static Language, number: usize) -> Option<&mut Loaded> {
        let dialect = language.dialects.get(number)?;
        let values = language.values;
        self.0
            .entry((language.id, number))
            .or_insert_with(|| {
                let Reading::Tree { grammar, rules } = dialect.reading else { return None };
                let grammar = Watched::new(grammar)?;
                let language = grammar.language();
                let values = values.map(|rules| Arc::new(Values::new(&language, rules)));
                (MIN_COMPATIBLE_LANGUAGE_VERSION..=LANGUAGE_VERSION)
                    .contains(&language.abi_version())
                    .then(|| Loaded { grammar, rules: rules(&language), values })
            })
            .as_mut()
    }

    /// The rules of a dialect.
    pub(crate) fn rules(&mut self, language: &'static Language, dialect: usize) -> Option<&dyn Grammar> {
        self.load(language, dialect).map(|loaded| loaded.rules.as_ref())
    }

    /// The rules of a dialect that was asked for before.
    pub(crate) fn loaded(&self, language: &'static Language, dialect: usize) -> Option<&dyn Grammar> {
        Some(self.0.get(&(language.id, dialect))?.as_ref()?.rules.as_ref())
    }

    /// How values are told in a dialect that was asked for before.
    pub(crate) fn values(&self, language: LanguageId, dialect: usize) -> Option<Arc<Values>> {
        self.0.get(&(language, dialect))?.as_ref()?.values.clone()
    }

    /// The tree of the whole text and those of its parts in other languages.
    pub(crate) fn trees<'s>(
        &mut self,
        language: &'static Language,
        dialect: usize,
        text: &str,
        session: &'s Session<'_>,
        stop: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Trees<'s>, Unparsed> {
        let outer = self.load(language, dialect).ok_or(Unparsed::NoGrammar)?;
        let (Parsed { tree: whole, mut is_part }, length) = outer.tree(session, None, text, stop)?;
        let mut parts = Vec::new();
        for part in outer.rules.embedded(&whole, text) {
            let Some(inner) = languages::language(part.language).and_then(|of| self.load(of, part.dialect))
            else {
                continue;
            };
            match inner.tree(session, Some(part.range), text, stop) {
                Ok((inner, _)) => {
                    is_part |= inner.is_part;
                    parts.push((part, inner.tree));
                }
                Err(Unparsed::Errors(_) | Unparsed::NoGrammar) => is_part = true,
                Err(why @ (Unparsed::Stopped | Unparsed::TooCostly)) => return Err(why),
            }
        }
        Ok(Trees { whole, parts, length, is_part })
    }

    /// The parts with their rules, in order.
    pub(crate) fn parts<'p>(&'p self, trees: &'p Trees<'_>) -> Vec<Part<'p>> {
        let part = |(of, tree): &'p (Embedded, SyntaxTree<'_>)| {
            let grammar = self.loaded(languages::language(of.language)?, of.dialect)?;
            let values = self.values(of.language, of.dialect);
            Some(Part { range: of.range.start_byte..of.range.end_byte, tree, grammar, values })
        };
        trees.parts.iter().filter_map(part).collect()
    }
}

impl Loaded {
    /// The tree of a text, or of one range of it, mended where that leaves fewer errors, and the bytes that the
    /// grammar was given.
    fn tree<'s>(
        &self,
        session: &'s Session<'_>,
        range: Option<tree_sitter::Range>,
        text: &str,
        stop: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(Parsed<'s>, usize), Unparsed> {
        let readable = self.rules.readable(text);
        let length = readable.len();
        let first = tree(session, self.grammar, range, &readable, stop)?;
        if first.is_part || !first.tree.root_node().has_error() {
            return Ok((first, length));
        }
        let Some(mended) = self.rules.mended(&readable).filter(|mended| mended.len() == length) else {
            return Ok((first, length));
        };
        match tree(session, self.grammar, range, &mended, stop) {
            Ok(second) if !second.is_part && errors(&second.tree) < errors(&first.tree) => {
                Ok((second, length))
            }
            Err(Unparsed::Stopped) => Err(Unparsed::Stopped),
            _ => Ok((first, length)),
        }
    }
}

/// How much of a file could not be read: the bytes in nodes that stand for errors, and one for each.
fn errors(tree: &Tree) -> usize {
    let mut cursor = tree.walk();
    let mut errors = 0;
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            errors += 1 + node.end_byte() - node.start_byte();
        } else if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors;
            }
        }
    }
}
