//! What a grammar and its rules make of a file; a language module implements [`Rules`].

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use beadloom_model::LanguageId;
use tree_sitter::Tree;

use crate::outline::Outline;
use crate::values::Values;
use crate::walk::{Steps, Visitor, Walked, walk};

/// A part of a file that is in another language.
pub(crate) struct Embedded {
    pub(crate) language: LanguageId,
    /// The number of the dialect.
    pub(crate) dialect: usize,
    pub(crate) range: tree_sitter::Range,
}

/// A part of a file with its own tree, whose places are those of the whole file.
pub(crate) struct Part<'p> {
    pub(crate) range: Range<usize>,
    pub(crate) tree: &'p Tree,
    pub(crate) grammar: &'p dyn Grammar,
    /// How values are told in it.
    pub(crate) values: Option<Arc<Values>>,
}

/// A grammar with its rules: walks a tree into an outline.
pub(crate) trait Grammar {
    /// See [`Rules::dialect`].
    fn dialect(&self, _text: &str) -> Option<usize> {
        None
    }

    /// See [`Rules::readable`].
    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// See [`Rules::mended`].
    fn mended(&self, _text: &str) -> Option<String> {
        None
    }

    /// See [`Rules::unread_token`].
    fn unread_token(&self) -> Option<fn(&str) -> usize> {
        None
    }

    /// The parts in other languages, by the tree of the whole file, in order.
    fn embedded(&self, _tree: &Tree, _text: &str) -> Vec<Embedded> {
        Vec::new()
    }

    /// `parts`: what [`Grammar::embedded`] named, as far as it could be parsed.
    fn read(
        &self,
        path: &str,
        tree: &Tree,
        parts: &[Part<'_>],
        outline: &mut Outline<'_>,
        depth: usize,
        stop: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Walked;
}

/// Rules that make a visitor per file; this is what a language module implements.
pub(crate) trait Rules {
    type Visitor<'r>: Visitor
    where
        Self: 'r;

    /// The step of every kind of node.
    fn steps(&self) -> &Steps<<Self::Visitor<'_> as Visitor>::Role>;

    /// A visitor for one file.
    fn visitor<'r>(&'r self, path: &str) -> Self::Visitor<'r>;

    /// The number of the dialect that a text is in where its content tells better than the file's name, by
    /// which this one was chosen.
    fn dialect(&self, _text: &str) -> Option<usize> {
        None
    }

    /// The text as the grammar is given it, where it would misread what stands in the file: longer only by a
    /// final line break, and every other byte in its place. Names and tokens are taken from the file itself.
    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// A text of the same length in which what the grammar does not know is written so that it does. Asked for
    /// where the tree has errors, and taken where that leaves fewer; lines stay where they are.
    fn mended(&self, _text: &str) -> Option<String> {
        None
    }

    /// Where [`Rules::readable`] leaves words out: the length of the token that a text begins with, so that what
    /// is left out counts for hashes, token by token.
    fn unread_token(&self) -> Option<fn(&str) -> usize> {
        None
    }
}

impl<T: Rules> Grammar for T {
    fn dialect(&self, text: &str) -> Option<usize> {
        Rules::dialect(self, text)
    }

    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Rules::readable(self, text)
    }

    fn mended(&self, text: &str) -> Option<String> {
        Rules::mended(self, text)
    }

    fn unread_token(&self) -> Option<fn(&str) -> usize> {
        Rules::unread_token(self)
    }

    fn read(
        &self,
        path: &str,
        tree: &Tree,
        _parts: &[Part<'_>],
        outline: &mut Outline<'_>,
        depth: usize,
        stop: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Walked {
        walk(tree.root_node(), self.steps(), &mut self.visitor(path), outline, depth, stop)
    }
}
