//! Parsing within limits, with one tree-sitter parser per grammar kept for the next file.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use beadloom_model::{Code, Diagnostic, ParsedFile};

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
use crate::trees::Grammars;
use crate::walk::Walked;

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
    /// Every token counts for hashes as it is written, as in the locks of earlier versions. Default: what formatters
    /// change does not.
    pub exact: bool,
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
        Self {
            time: Duration::from_secs(5),
            depth: 10_000,
            cancelled: None,
            cost: None,
            looks: None,
            exact: false,
        }
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
        outline.exact = limits.exact;
        outline.values = self.grammars.values(language.id, dialect);
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
        file.diagnostics.push(limit("parsing exceeded its limit; only symbols found before are indexed"));
    } else if is_part {
        file.diagnostics
            .push(limit("has too many syntax errors or ambiguities; only what comes before them is indexed"));
    } else if walked.too_deep || limited {
        file.diagnostics.push(limit(
            "exceeds the limit of nesting or definitions; only symbols found before are indexed",
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
