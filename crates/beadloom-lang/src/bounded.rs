//! From one text to its syntax tree, within limits.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Tree};

use crate::effort::Effort;

/// Bytes that the library is given at a time: within them it may go from every character to the end without asking,
/// which takes it a few milliseconds.
const READ: usize = 4 << 10;

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
    let (stop, stopped) = (RefCell::new(stop), Cell::new(false));
    let may_go_on = || {
        // Whoever was told to stop is not asked again.
        let stops = stopped.get() || stop.try_borrow_mut().is_ok_and(|mut stop| stop().is_break());
        stopped.set(stops);
        !stops
    };
    // The library asks every hundred steps, and where it looks for a way out of an error a single step may take
    // milliseconds: every time counts.
    let mut progress = |state: &ParseState| {
        in_trouble = !effort.may_go_on(state.current_byte_offset());
        if !in_trouble && may_go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    // Between two steps it may go through the rest of the text once for every character of it, and asks nothing but
    // for more text: it gets little at a time, and none any more when it is to stop.
    let bytes = text.as_bytes();
    let mut read = |at: usize, _| {
        if at > 0 && !may_go_on() {
            return &[] as &[u8];
        }
        // Whole characters: for the rest of one it would ask again, and not look whether it got any.
        let mut end = bytes.len().min(at.saturating_add(READ));
        while !text.is_char_boundary(end) {
            end += 1;
        }
        bytes.get(at..end).unwrap_or(&[])
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    // A tree of what it got before counts for nothing.
    tree.filter(|_| !stopped.get()).ok_or_else(|| {
        // Otherwise the next file would go on where this one stopped.
        parser.reset();
        // Trouble in what it made of a text that ends where it was stopped is none of the text's.
        if in_trouble && !stopped.get() {
            Unparsed::Errors(effort.before_trouble())
        } else {
            Unparsed::Stopped
        }
    })
}
