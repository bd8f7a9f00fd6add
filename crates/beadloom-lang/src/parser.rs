//! Parsing within limits, with one tree-sitter parser per grammar kept for the next file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beadloom_model::{Code, Diagnostic, ParsedFile};
use tree_sitter::{ParseOptions, ParseState, Tree};

use crate::assemble::assemble;
use crate::comments::{Lines, says_generated};
use crate::language::Language;
use crate::outline::Outline;
use crate::prose;
use crate::tokens::Tokens;
use crate::walk::{Step, Visitor, Walked, walk};

/// What parsing one file may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// Wall time; default 2 s.
    pub time: Duration,
    /// Levels of the syntax tree that are looked into; what is deeper counts as one token. Default 10,000.
    pub depth: usize,
    /// Ends the work soon after it becomes true.
    pub cancelled: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { time: Duration::from_secs(2), depth: 10_000, cancelled: None }
    }
}

/// A grammar with its rules: walks a tree into an outline.
pub(crate) trait Grammar {
    /// See [`Rules::dialect`].
    fn dialect(&self, _text: &str) -> Option<usize> {
        None
    }

    /// See [`Rules::readable`].
    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str>;

    /// See [`Rules::unread_token`].
    fn unread_token(&self) -> Option<fn(&str) -> usize> {
        None
    }

    fn read(
        &self,
        path: &str,
        tree: &Tree,
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
    fn steps(&self) -> &[Step<<Self::Visitor<'_> as Visitor>::Role>];

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

    fn unread_token(&self) -> Option<fn(&str) -> usize> {
        Rules::unread_token(self)
    }

    fn read(
        &self,
        path: &str,
        tree: &Tree,
        outline: &mut Outline<'_>,
        depth: usize,
        stop: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Walked {
        walk(tree, self.steps(), &mut self.visitor(path), outline, depth, stop)
    }
}

struct Loaded {
    parser: tree_sitter::Parser,
    rules: Box<dyn Grammar>,
}

/// Reads source text. One per thread: it keeps a parser per grammar and its buffers from file to file.
#[derive(Default)]
pub struct Parser {
    /// By language id and dialect; `None` where the grammar does not fit the library.
    loaded: HashMap<(&'static str, usize), Option<Loaded>>,
    tokens: Tokens,
}

impl std::fmt::Debug for Parser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parser").field("grammars", &self.loaded.len()).finish_non_exhaustive()
    }
}

impl Parser {
    /// A parser without any grammar loaded.
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything that `text`, the content of the file at `path`, says. Never fails: where a limit is hit, the
    /// result holds what was found until then and a diagnostic. `path` tells the dialect (`.tsx`) and is not
    /// opened.
    pub fn parse(
        &mut self,
        language: &'static Language,
        path: &str,
        text: &str,
        limits: &Limits<'_>,
    ) -> ParsedFile {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let started = Instant::now();
        let mut stop = || {
            let cancelled = limits.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if cancelled || started.elapsed() > limits.time {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let lines = Lines::new(text);
        let by_name = language.dialect(path);
        let by_content = load(&mut self.loaded, language, by_name).and_then(|by| by.rules.dialect(text));
        let Some(loaded) = load(&mut self.loaded, language, by_content.unwrap_or(by_name)) else {
            return unparsed(text, &lines, "the grammar does not fit this build");
        };
        let readable = loaded.rules.readable(text);
        let Some(tree) = tree(&mut loaded.parser, &readable, &mut stop) else {
            return unparsed(text, &lines, "parsing took longer than allowed; the file has no symbols here");
        };
        // Nodes may end behind a line break that was added.
        let whole =
            if readable.len() > text.len() { Cow::Owned(format!("{text}\n")) } else { Cow::Borrowed(text) };
        let mut outline = Outline::new(&whole, &lines, &mut self.tokens);
        outline.unread_token = loaded.rules.unread_token();
        let walked = loaded.rules.read(path, &tree, &mut outline, limits.depth, &mut stop);
        if !walked.stopped {
            outline.finish();
        }
        let (mut file, limited) = assemble(outline, language.docs);
        if walked.stopped {
            file.diagnostics
                .push(limit("parsing took longer than allowed; what was found until then counts"));
        } else if walked.too_deep || limited {
            file.diagnostics
                .push(limit("nests deeper or defines more than allowed; what was found until then counts"));
        }
        file
    }

    /// The bare parse and nothing else, for measuring; whether there was a tree.
    pub fn parse_only(&mut self, language: &'static Language, path: &str, text: &str) -> bool {
        load(&mut self.loaded, language, language.dialect(path))
            .and_then(|loaded| {
                let readable = loaded.rules.readable(text);
                tree(&mut loaded.parser, &readable, &mut || ControlFlow::Continue(()))
            })
            .is_some()
    }
}

fn load<'p>(
    loaded: &'p mut HashMap<(&'static str, usize), Option<Loaded>>,
    language: &'static Language,
    number: usize,
) -> Option<&'p mut Loaded> {
    let dialect = language.dialects.get(number)?;
    loaded
        .entry((language.id, number))
        .or_insert_with(|| {
            let grammar = tree_sitter::Language::new(dialect.grammar);
            let mut parser = tree_sitter::Parser::new();
            parser.set_language(&grammar).ok()?;
            Some(Loaded { parser, rules: (dialect.rules)(&grammar) })
        })
        .as_mut()
}

fn tree(
    parser: &mut tree_sitter::Parser,
    text: &str,
    stop: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Tree> {
    // Looking at the clock every time would cost more than it saves.
    const CALLS_PER_CHECK: u32 = 64;
    let mut calls = 0u32;
    let mut progress = |_: &ParseState| {
        calls = calls.wrapping_add(1);
        if calls.is_multiple_of(CALLS_PER_CHECK) { stop() } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or(&[]), None, Some(options));
    if tree.is_none() {
        // Otherwise the next file would go on where this one stopped.
        parser.reset();
    }
    tree
}

fn limit(message: &str) -> Diagnostic {
    Diagnostic::warn(Code::ParseLimit, message)
}

/// What is known without a tree.
fn unparsed(text: &str, lines: &Lines, why: &str) -> ParsedFile {
    ParsedFile {
        lines: lines.count(text),
        entry_point: text.starts_with("#!/"),
        generated: says_generated(prose::head(text, 2048)),
        diagnostics: vec![limit(why)],
        ..ParsedFile::default()
    }
}
