//! Where SQL statements end, and what those that create something create.

use beadloom_model::SymbolKind;

use super::lexer::{Dialect, Kind, Lexer, Token};

/// Longer statements are cut into several: dumps have rows by the million.
const TOKENS: usize = 200_000;

/// What a statement creates.
pub(super) struct Creation {
    pub(super) kind: SymbolKind,
    pub(super) form: &'static str,
    /// The places, in the statement's tokens, of the parts of the name.
    pub(super) name: Vec<usize>,
}

/// What may stand between `CREATE` and what is created.
const MODIFIERS: &[&str] = &[
    "aggregate", "alter", "bitmap", "clustered", "columnstore", "constraint", "dynamic", "editionable",
    "external", "force", "foreign", "fulltext", "global", "hybrid", "local", "materialized", "no",
    "nonclustered", "noneditionable", "or", "private", "public", "recursive", "replace", "secure", "sharded",
    "spatial", "temp", "temporary", "transient", "unique", "unlogged", "virtual",
];

/// What is created: its word, and what it is here.
const KINDS: &[(&str, SymbolKind, &str)] = &[
    ("database", SymbolKind::Module, "database"),
    ("domain", SymbolKind::Type, "domain"),
    ("event", SymbolKind::Function, "event"),
    ("function", SymbolKind::Function, "function"),
    ("index", SymbolKind::Constant, "index"),
    ("macro", SymbolKind::Function, "macro"),
    ("package", SymbolKind::Module, "package"),
    ("proc", SymbolKind::Function, "procedure"),
    ("procedure", SymbolKind::Function, "procedure"),
    ("schema", SymbolKind::Module, "schema"),
    ("sequence", SymbolKind::Constant, "sequence"),
    ("table", SymbolKind::Class, "table"),
    ("trigger", SymbolKind::Function, "trigger"),
    ("type", SymbolKind::Type, "type"),
    ("view", SymbolKind::Class, "view"),
];

/// Reads statements out of a text.
pub(super) struct Statements<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    dialect: Dialect,
    /// Read, but part of the next statement.
    kept: Option<Token>,
    /// The last token of the last statement only ends it.
    pub(super) terminated: bool,
}

/// How far a routine's body has come. Within it `;` ends nothing.
#[derive(Default)]
struct Body {
    /// The statement creates a procedure, function, trigger, package or event.
    routine: bool,
    trigger: bool,
    /// Blocks that are open.
    depth: usize,
    /// A block has been opened.
    begun: bool,
    /// Declarations stand before the block that is still to come: `IS x int; BEGIN`.
    expected: bool,
    /// The last `END` closed a block.
    closed: bool,
}

impl<'t> Statements<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let dialect = Dialect::of(text);
        Self { text, lexer: Lexer::new(text, dialect), dialect, kept: None, terminated: false }
    }

    /// The source of a token.
    pub(super) fn source(&self, token: Token) -> &'t str {
        self.text.get(token.start..token.end).unwrap_or("")
    }

    /// Whether a token is that keyword.
    pub(super) fn is(&self, token: Token, word: &str) -> bool {
        token.kind == Kind::Word && self.source(token).eq_ignore_ascii_case(word)
    }

    fn is_one_of(&self, token: Token, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(token, word))
    }

    /// Reads the next statement, with what ends it, and the comments before and in it. Returns whether there
    /// was anything.
    pub(super) fn read(&mut self, tokens: &mut Vec<Token>, comments: &mut Vec<Token>) -> bool {
        tokens.clear();
        comments.clear();
        self.terminated = false;
        let mut brackets = 0usize;
        let mut body = Body::default();
        while let Some(token) = self.kept.take().or_else(|| self.lexer.next()) {
            if token.kind == Kind::Comment {
                comments.push(token);
                continue;
            }
            if !tokens.is_empty() && self.begins_another(token, brackets, &body) {
                self.kept = Some(token);
                return true;
            }
            let first = tokens.is_empty();
            if first && self.is(token, "delimiter") && self.lexer.begins_line(token.start) {
                tokens.push(self.change_delimiter(token));
                return true;
            }
            let ended = self.ends(token) && !self.lexer.in_body() && !self.is_within(&body);
            let separated = self.is_separator(token);
            if !self.lexer.in_body() && tokens.first().is_some_and(|first| self.is(*first, "create")) {
                self.follow(token, tokens, brackets, &mut body);
            }
            tokens.push(token);
            if separated || ended || token.kind == Kind::Command || tokens.len() >= TOKENS {
                self.terminated = separated || ended;
                if ended && self.is_copy(tokens) {
                    self.lexer.skip_past_line("\\.");
                }
                return true;
            }
            match self.source(token) {
                "(" => brackets += 1,
                ")" => brackets = brackets.saturating_sub(1),
                _ => {}
            }
        }
        !tokens.is_empty() || !comments.is_empty()
    }

    /// Whether a routine goes on behind a `;`.
    fn is_within(&self, body: &Body) -> bool {
        // Where batches or slashes are used, only they end a routine.
        let separated = self.dialect.batches || self.dialect.slashes;
        body.routine && (separated || body.depth > 0 || (body.expected && !body.begun))
    }

    /// What is sent by itself: `GO`, `/`.
    fn is_separator(&self, token: Token) -> bool {
        let text = self.source(token);
        ((self.dialect.batches && text.eq_ignore_ascii_case("go")) || (self.dialect.slashes && text == "/"))
            && !self.lexer.in_body()
            && self.lexer.begins_line(token.start)
            && self.lexer.line_from(token.start) == text
    }

    fn ends(&self, token: Token) -> bool {
        match self.lexer.delimiter {
            Some(delimiter) => self.source(token) == delimiter,
            None => token.kind == Kind::Sign && self.source(token) == ";",
        }
    }

    /// `DELIMITER $$`, to the end of its line.
    fn change_delimiter(&mut self, token: Token) -> Token {
        let line = self.lexer.line_from(token.end);
        let delimiter = line.split_whitespace().next().unwrap_or(";");
        self.lexer.delimiter = (delimiter != ";" && delimiter.len() <= 16).then_some(delimiter);
        self.lexer.at = token.end + line.len();
        Token { kind: Kind::Command, start: token.start, end: self.lexer.at }
    }

    /// `COPY … FROM stdin;` is followed by data.
    fn is_copy(&self, tokens: &[Token]) -> bool {
        tokens.first().is_some_and(|first| self.is(*first, "copy"))
            && tokens.iter().any(|token| self.is(*token, "stdin"))
    }

    /// Statements may end without a sign, where the next line creates something.
    fn begins_another(&self, token: Token, brackets: usize, body: &Body) -> bool {
        self.is(token, "create")
            && brackets == 0
            && body.depth == 0
            && !self.lexer.in_body()
            && self.lexer.delimiter.is_none()
            && !(body.routine && (self.dialect.batches || self.dialect.slashes))
            && self.lexer.begins_line(token.start)
    }

    /// Follows the blocks of a routine. `before`: the statement's tokens up to this one.
    fn follow(&self, token: Token, before: &[Token], brackets: usize, body: &mut Body) {
        const MAX_HEAD_TOKENS: usize = 24;
        const STATEMENTS: &[&str] =
            &["begin", "select", "return", "with", "insert", "update", "delete", "table", "execute"];
        if token.kind != Kind::Word {
            return;
        }
        if !body.routine {
            body.trigger = self.is(token, "trigger");
            body.routine = before.len() < MAX_HEAD_TOKENS
                && brackets == 0
                && (body.trigger
                    || self.is_one_of(token, &["procedure", "proc", "function", "package", "event"]));
            return;
        }
        let last = before.last().copied();
        let after = |words: &[&str]| last.is_some_and(|last| self.is_one_of(last, words));
        if self.is(token, "begin") {
            body.depth += 1;
            body.begun = true;
        } else if self.is_one_of(token, &["tran", "transaction", "work"]) && after(&["begin"]) {
            body.depth = body.depth.saturating_sub(1);
        } else if self.is(token, "case") && !after(&["end"]) {
            body.depth += 1;
        } else if self.is(token, "end") {
            body.closed = body.depth > 0;
            body.depth = body.depth.saturating_sub(1);
        } else if self.is_one_of(token, &["if", "loop", "while", "repeat", "for"]) && after(&["end"]) {
            // `END IF` closes what was not counted.
            body.depth += usize::from(body.closed);
        } else if self.is(token, "declare") {
            body.expected = true;
        } else if after(&["as", "is"]) && brackets == 0 && !body.trigger {
            let executes = before.len() > 1
                && before.get(before.len() - 2).is_some_and(|token| self.is(*token, "execute"));
            body.expected |= !executes && !self.is_one_of(token, STATEMENTS);
        }
    }

    // What is created

    /// What the statement creates; `None` for all other statements.
    pub(super) fn creation(&self, tokens: &[Token]) -> Option<Creation> {
        let mut at = 0;
        let word = |at: usize| {
            tokens.get(at).filter(|token| token.kind == Kind::Word).map(|token| self.source(*token))
        };
        if !word(at)?.eq_ignore_ascii_case("create") {
            return None;
        }
        at += 1;
        let (mut kind, mut form) = loop {
            let lower = word(at)?.to_ascii_lowercase();
            at += 1;
            match lower.as_str() {
                // MySQL: DEFINER = `user`@`host`, ALGORITHM = MERGE, SQL SECURITY INVOKER
                "definer" | "algorithm" => at = self.after_option(tokens, at),
                "sql" if word(at)?.eq_ignore_ascii_case("security") => at += 2,
                _ if MODIFIERS.binary_search(&lower.as_str()).is_ok() => {}
                _ => match KINDS.iter().find(|(word, ..)| *word == lower) {
                    Some((_, kind, form)) => break (*kind, *form),
                    None => return None,
                },
            }
        };
        loop {
            match word(at).map(str::to_ascii_lowercase).as_deref() {
                Some("body") if form == "package" => (form, at) = ("package body", at + 1),
                Some("body") if form == "type" => (form, at) = ("type body", at + 1),
                Some("trigger") if form == "event" => {
                    (kind, form, at) = (SymbolKind::Function, "trigger", at + 1)
                }
                Some("concurrently") => at += 1,
                Some("if") if word(at + 1)?.eq_ignore_ascii_case("not") => at += 3,
                _ => break,
            }
        }
        // `CREATE INDEX ON t`, `CREATE SCHEMA AUTHORIZATION joe` name nothing.
        if word(at).is_some_and(|word| ["on", "authorization"].iter().any(|no| word.eq_ignore_ascii_case(no)))
        {
            return None;
        }
        let name = self.name_at(tokens, at);
        (!name.is_empty()).then_some(Creation { kind, form, name })
    }

    /// Behind `= value` of an option; a value may be a user with a host (`root`@`localhost`) or a call.
    fn after_option(&self, tokens: &[Token], mut at: usize) -> usize {
        let source = |at: usize| tokens.get(at).map_or("", |token| self.source(*token));
        if source(at) == "=" {
            at += 2;
            if source(at) == "(" {
                at += 2;
            }
            if source(at) == "@" {
                at += 2;
            } else if source(at).starts_with('@') {
                at += 1;
            }
        }
        at
    }

    /// The places of the parts of a name with dots between them.
    pub(super) fn name_at(&self, tokens: &[Token], at: usize) -> Vec<usize> {
        const PARTS: usize = 4;
        let named = |at: usize| {
            tokens.get(at).is_some_and(|token| match token.kind {
                Kind::Quoted => true,
                Kind::Word => !self.source(*token).starts_with(|c: char| c.is_ascii_digit()),
                _ => false,
            })
        };
        let mut name = Vec::new();
        let mut at = at;
        while named(at) && name.len() < PARTS {
            name.push(at);
            if tokens.get(at + 1).is_none_or(|token| self.source(*token) != ".") {
                break;
            }
            at += 2;
        }
        name
    }

    /// A name without its quotes.
    pub(super) fn plain(&self, token: Token) -> &'t str {
        let text = self.source(token);
        if token.kind == Kind::Quoted && text.len() >= 2 {
            text.get(1..text.len() - 1).unwrap_or(text)
        } else {
            text
        }
    }
}
