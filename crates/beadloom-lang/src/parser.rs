//! Parsing within limits, with one tree-sitter parser per grammar kept for the next file.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use beadloom_model::{Code, Diagnostic, ParsedFile};
use tree_sitter::Tree;

use crate::arena::Arena;
use crate::assemble::assemble;
use crate::bounded::Unparsed;
use crate::comments::{Lines, says_generated};
use crate::cost::Cost;
use crate::declared::declared;
use crate::language::{Language, Reading};
use crate::outline::Outline;
use crate::prose;
use crate::stopwatch::Stopwatch;
use crate::tokens::Tokens;
use crate::trees::{Embedded, Grammars};
use crate::walk::{Step, Visitor, Walked, walk};

/// What parsing one file may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// Time that the thread works, where the system tells it (Unix), else time that passes; default 5 s.
    pub time: Duration,
    /// Levels of the syntax tree that are looked into; what is deeper counts as one token. Default 10,000.
    pub depth: usize,
    /// Ends the work soon after it becomes true.
    pub cancelled: Option<&'a AtomicBool>,
    /// Memory and work of the parser. Default as [`Cost::of_text`] has it.
    pub cost: Option<Cost>,
    /// Counts the looks at these limits. Default none.
    pub looks: Option<&'a StepBudget>,
}

/// A clock that does not depend on the machine: the parser looks at its limits every few thousand steps, and this
/// counts how often.
#[derive(Debug)]
pub struct StepBudget {
    most: u64,
    made: AtomicU64,
}

impl StepBudget {
    /// The time is over after `most` looks.
    pub fn new(most: u64) -> Self {
        Self { most, made: AtomicU64::new(0) }
    }

    /// How many there were.
    pub fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    fn is_over(&self) -> bool {
        self.made.fetch_add(1, Ordering::Relaxed) >= self.most
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { time: Duration::from_secs(5), depth: 10_000, cancelled: None, cost: None, looks: None }
    }
}

/// A part of a file with its own tree, whose places are those of the whole file.
pub(crate) struct Part<'p> {
    pub(crate) range: Range<usize>,
    pub(crate) tree: &'p Tree,
    pub(crate) grammar: &'p dyn Grammar,
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

/// Reads source text. One per thread: it keeps grammars and buffers from file to file.
#[derive(Default)]
pub struct Parser {
    grammars: Grammars,
    arena: Option<Arena>,
    tokens: Tokens,
    cost: Option<Cost>,
}

impl std::fmt::Debug for Parser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parser").field("grammars", &self.grammars.len()).finish_non_exhaustive()
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
        let mut file = self.parse_tree(language, path, text, limits);
        // Found without the tree, as by those who resolve imports before there is one.
        file.declared = declared(language.id, text.strip_prefix('\u{feff}').unwrap_or(text));
        file
    }

    fn parse_tree(
        &mut self,
        language: &'static Language,
        path: &str,
        text: &str,
        limits: &Limits<'_>,
    ) -> ParsedFile {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let watch = Stopwatch::start();
        let mut stop = || {
            let cancelled = limits.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed));
            let counted_out = limits.looks.is_some_and(StepBudget::is_over);
            if cancelled || counted_out || watch.is_over(limits.time) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let lines = Lines::new(text);
        let by_name = language.dialect(path);
        if let Some(Reading::Tokens(read)) = language.dialects.get(by_name).map(|dialect| &dialect.reading) {
            self.cost = None;
            let mut outline = Outline::new(text, &lines, &mut self.tokens);
            let walked = read(&mut outline, &mut stop);
            return finished(outline, walked, false, language, lines.count(text));
        }
        let by_content = self.grammars.rules(language, by_name).and_then(|by| by.dialect(text));
        let dialect = by_content.unwrap_or(by_name);
        if self.grammars.rules(language, dialect).is_none() {
            return unparsed(text, &lines, &Unparsed::NoGrammar);
        }
        let Some(arena) = arena(&mut self.arena) else {
            return unparsed(text, &lines, &Unparsed::TooCostly);
        };
        let session = arena.open(limits.cost.unwrap_or_else(|| Cost::of_text(text.len())));
        let trees = self.grammars.trees(language, dialect, text, &session, &mut stop);
        self.cost = Some(session.cost());
        let trees = match trees {
            Ok(trees) => trees,
            Err(why) => return unparsed(text, &lines, &why),
        };
        let Some(rules) = self.grammars.loaded(language, dialect) else {
            return unparsed(text, &lines, &Unparsed::NoGrammar);
        };
        let parts = self.grammars.parts(&trees);
        // Nodes may end behind a line break that was added.
        let whole =
            if trees.length > text.len() { Cow::Owned(format!("{text}\n")) } else { Cow::Borrowed(text) };
        let mut outline = Outline::new(&whole, &lines, &mut self.tokens);
        outline.unread_token = rules.unread_token();
        let walked = rules.read(path, &trees.whole, &parts, &mut outline, limits.depth, &mut stop);
        finished(outline, walked, trees.is_part, language, lines.count(text))
    }

    /// What the last file cost; `None` before the first, and where it was not parsed at all.
    pub fn cost(&self) -> Option<Cost> {
        self.cost
    }

    /// The bare parse and nothing else, for measuring; whether there was a tree.
    pub fn parse_only(&mut self, language: &'static Language, path: &str, text: &str) -> bool {
        let mut stop = || ControlFlow::Continue(());
        let Some(arena) = arena(&mut self.arena) else { return false };
        let session = arena.open(Cost::of_text(text.len()));
        self.grammars.trees(language, language.dialect(path), text, &session, &mut stop).is_ok()
    }
}

fn arena(kept: &mut Option<Arena>) -> Option<&mut Arena> {
    if kept.is_none() {
        *kept = Arena::new();
    }
    kept.as_mut()
}

fn limit(message: &str) -> Diagnostic {
    Diagnostic::warn(Code::ParseLimit, message).hint("if it is generated, or data, add it to .beadloomignore")
}

/// What was read, with a diagnostic where that is not all. `is_part`: the tree ends before the text does.
fn finished(
    mut outline: Outline<'_>,
    walked: Walked,
    is_part: bool,
    language: &Language,
    lines: u32,
) -> ParsedFile {
    if !walked.stopped && !is_part {
        outline.finish();
    }
    let (mut file, limited) = assemble(outline, language.docs);
    file.lines = lines;
    if walked.stopped {
        file.diagnostics.push(limit("parsing exceeded its limit; only what was found before is indexed"));
    } else if is_part {
        file.diagnostics
            .push(limit("has too many syntax errors or ambiguities; only what comes before them is indexed"));
    } else if walked.too_deep || limited {
        file.diagnostics.push(limit(
            "exceeds the limit of nesting or definitions; only what was found before is indexed",
        ));
    }
    file
}

/// What is known without a tree.
fn unparsed(text: &str, lines: &Lines, why: &Unparsed) -> ParsedFile {
    let mut found = limit(why.message());
    if matches!(why, Unparsed::TooCostly) {
        found.code = Code::TooCostly;
    }
    ParsedFile {
        lines: lines.count(text),
        entry_point: text.starts_with("#!/"),
        generated: says_generated(prose::head(text, 2048)),
        diagnostics: vec![found],
        ..ParsedFile::default()
    }
}
