//! From one text to its syntax tree, within limits.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::arena::{NoTree, ParseObserver, Session, SyntaxTree, Watched};
use crate::effort::Effort;

/// A text's tree, and how much of the text it is of.
pub(crate) struct Parsed<'s> {
    pub(crate) tree: SyntaxTree<'s>,
    /// Not the whole text: see [`Effort`].
    pub(crate) is_part: bool,
}

/// The tree of a text, or of one range of it; of the part before the errors that lead nowhere where there are such.
pub(crate) fn tree<'s>(
    session: &'s Session<'_>,
    grammar: Watched,
    range: Option<tree_sitter::Range>,
    text: &str,
    stop: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Parsed<'s>, Unparsed> {
    match tree_of(session, grammar, range, text, stop) {
        Ok(tree) => Ok(Parsed { tree, is_part: false }),
        Err(Unparsed::Errors(before)) if before > 0 => {
            let part = text.get(..before).ok_or(Unparsed::Errors(0))?;
            tree_of(session, grammar, range, part, stop).map(|tree| Parsed { tree, is_part: true })
        }
        Err(why) => Err(why),
    }
}

/// Why there is no tree.
pub(crate) enum Unparsed {
    /// The grammar is of another version than the library.
    NoGrammar,
    /// `stop` said so.
    Stopped,
    /// The file may not cost so much.
    TooCostly,
    /// Errors that lead nowhere; what is before this byte has none of them.
    Errors(usize),
}

impl Unparsed {
    /// In words, for a diagnostic.
    pub(crate) fn message(&self) -> &'static str {
        match self {
            Self::NoGrammar => "the grammar does not fit this build",
            Self::Stopped => "parsing took longer than allowed; the file has no symbols here",
            Self::TooCostly => "takes too much memory or time to parse; the file has no symbols here",
            Self::Errors(_) => {
                "has too many errors, or too many ways to be read; the file has no symbols here"
            }
        }
    }
}

fn tree_of<'s>(
    session: &'s Session<'_>,
    grammar: Watched,
    range: Option<tree_sitter::Range>,
    text: &str,
    stop: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<SyntaxTree<'s>, Unparsed> {
    let trouble = Cell::new(None);
    let asked = Questions { effort: Effort::new(text), trouble: &trouble, stop };
    session.parse(grammar, range, text, asked).map_err(|why| match why {
        NoTree::TooCostly => Unparsed::TooCostly,
        NoTree::Stopped => trouble.get().map_or(Unparsed::Stopped, Unparsed::Errors),
    })
}

/// What a parse is told when it asks whether it may go on.
struct Questions<'q> {
    effort: Effort<'q>,
    /// The byte before which there was no trouble, once there is.
    trouble: &'q Cell<Option<usize>>,
    stop: &'q mut dyn FnMut() -> ControlFlow<()>,
}

impl ParseObserver for Questions<'_> {
    // Where the library looks for a way out of an error a single step may take milliseconds: every time counts.
    fn makes_headway(&mut self, at: usize) -> bool {
        if !self.effort.may_go_on(at) {
            self.trouble.set(Some(self.effort.before_trouble()));
            return false;
        }
        self.may_go_on()
    }

    fn may_go_on(&mut self) -> bool {
        (self.stop)().is_continue()
    }
}
