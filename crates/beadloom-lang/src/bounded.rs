//! From one text to its syntax tree, within limits.

use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Tree};

use crate::effort::Effort;

/// A text's tree, and how much of the text it is of.
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    /// Not the whole text: see [`Effort`].
    pub(crate) is_part: bool,
}

/// The tree of a text, or of the part before the errors that lead nowhere where there are such.
pub(crate) fn tree(
    parser: &mut tree_sitter::Parser,
    text: &str,
    stop: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Parsed, Unparsed> {
    match tree_of(parser, text, stop) {
        Ok(tree) => Ok(Parsed { tree, is_part: false }),
        Err(Unparsed::Errors(before)) if before > 0 => {
            let part = text.get(..before).ok_or(Unparsed::Errors(0))?;
            tree_of(parser, part, stop).map(|tree| Parsed { tree, is_part: true })
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
    /// Errors that lead nowhere; what is before this byte has none of them.
    Errors(usize),
}

impl Unparsed {
    /// In words, for a diagnostic.
    pub(crate) fn message(&self) -> &'static str {
        match self {
            Self::NoGrammar => "the grammar does not fit this build",
            Self::Stopped => "parsing took longer than allowed; the file has no symbols here",
            Self::Errors(_) => {
                "has too many errors, or too many ways to be read; the file has no symbols here"
            }
        }
    }
}

fn tree_of(
    parser: &mut tree_sitter::Parser,
    text: &str,
    stop: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Tree, Unparsed> {
    let mut effort = Effort::new(text);
    let mut in_trouble = false;
    // The library asks every hundred steps, and where it looks for a way out of an error a single step may take
    // milliseconds: every time counts.
    let mut progress = |state: &ParseState| {
        in_trouble = !effort.may_go_on(state.current_byte_offset());
        if in_trouble { ControlFlow::Break(()) } else { stop() }
    };
    let bytes = text.as_bytes();
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or(&[]), None, Some(options));
    tree.ok_or_else(|| {
        // Otherwise the next file would go on where this one stopped.
        parser.reset();
        if in_trouble { Unparsed::Errors(effort.before_trouble()) } else { Unparsed::Stopped }
    })
}
