//! SQL of any dialect: what statements create, and the tables and routines that they name.
//!
//! No grammar knows all dialects, and most files mix in commands to a client: of 43 files of two projects one parsed
//! 4. Statements are therefore told apart by their tokens, which every dialect shares.

mod lexer;
mod statement;
mod uses;

use std::collections::HashMap;
use std::ops::ControlFlow;

use beadloom_model::{ImportKind, LanguageId, SymbolKind};

use self::lexer::{Kind, Token};
use self::statement::{Creation, Statements};
use crate::definition::{Container, Definition};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::outline::Outline;
use crate::walk::Walked;

/// SQL.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Sql,
    docs: DocComments::Plain,
    place: None,
    values: None,
    dialects: &[Dialect { extensions: &[], reading: Reading::Tokens(read) }],
};

/// Statements between two looks at the clock.
const STATEMENTS_PER_CHECK: u32 = 256;

fn read(outline: &mut Outline<'_>, stop: &mut dyn FnMut() -> ControlFlow<()>) -> Walked {
    let mut file = File { statements: Statements::new(outline.text), created: HashMap::new() };
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let mut countdown = STATEMENTS_PER_CHECK;
    while file.statements.read(&mut tokens, &mut comments) {
        countdown -= 1;
        if countdown == 0 {
            countdown = STATEMENTS_PER_CHECK;
            if stop().is_break() {
                return Walked { stopped: true, too_deep: false };
            }
        }
        file.statement(&tokens, &comments, outline);
    }
    Walked { stopped: false, too_deep: false }
}

/// What reading a file remembers from statement to statement.
struct File<'t> {
    statements: Statements<'t>,
    /// Numbers of definitions by their names as written, without quotes.
    created: HashMap<String, usize>,
}

impl<'t> File<'t> {
    fn statement(&mut self, tokens: &[Token], comments: &[Token], outline: &mut Outline<'t>) {
        // What ends a statement is no part of it, so that a new last line changes nothing before it.
        let code = match tokens.split_last() {
            Some((_, rest)) if self.statements.terminated => rest,
            _ => tokens,
        };
        let start = code.first().map_or(0, |token| token.start);
        let mut comments = comments.iter().peekable();
        while let Some(comment) = comments.next_if(|comment| comment.start < start || code.is_empty()) {
            outline.comment(comment.start, comment.end);
        }
        outline.arrive(start);
        if let Some(command) = code.first().filter(|token| token.kind == Kind::Command) {
            self.command(*command, outline);
        }
        let creation = self.statements.creation(code);
        if let Some(creation) = &creation {
            self.create(creation, code, outline);
        } else {
            self.describe(code, outline);
        }
        self.uses(code, creation.as_ref(), outline);
        for token in tokens {
            while let Some(comment) = comments.next_if(|comment| comment.start < token.start) {
                outline.comment(comment.start, comment.end);
            }
            outline.token(token.start, token.end);
        }
        for comment in comments {
            outline.comment(comment.start, comment.end);
        }
    }

    fn create(&mut self, creation: &Creation, code: &[Token], outline: &mut Outline<'t>) {
        let parts: Vec<&str> = creation
            .name
            .iter()
            .filter_map(|at| code.get(*at))
            .map(|token| self.statements.plain(*token))
            .collect();
        let Some((name, schema)) = parts.split_last() else { return };
        let (Some(first), Some(last)) = (code.first(), code.last()) else { return };
        // Tables of a session are nobody's definition.
        if name.starts_with('#') || name.contains('\n') {
            return;
        }
        let mut definition = Definition::spanning(*name, creation.kind, creation.form, first.start..last.end)
            .opens(Container::Type);
        definition.owner = (!schema.is_empty()).then(|| schema.join("."));
        let after = creation.name.last().map_or(0, |at| at + 1);
        definition.body = self.head_end(creation, code, after).map_or(last.end, |token| token.start);
        definition.shown = definition.body;
        if matches!(creation.form, "type" | "domain") {
            const MAX_SHOWN_VALUE_BYTES: usize = 80;
            let short = definition.end - definition.body <= MAX_SHOWN_VALUE_BYTES;
            definition.shown = if short { definition.end } else { definition.body };
        }
        let written = parts.join(".").to_lowercase();
        if let Some(number) = outline.define(definition) {
            self.created.insert(name.to_lowercase(), number);
            self.created.insert(written, number);
        }
    }

    /// What the signature ends before: columns, a query, a body.
    fn head_end(&self, creation: &Creation, code: &[Token], after: usize) -> Option<Token> {
        let ends: &[&str] = match creation.form {
            "table" | "view" | "type" | "domain" => &["as"],
            "trigger" => &["as", "begin", "declare"],
            "function" | "procedure" | "package" | "package body" | "type body" | "macro" => {
                &["as", "is", "begin", "return"]
            }
            "event" => &["do"],
            _ => &[],
        };
        let mut brackets = 0usize;
        let mut last: Option<Token> = None;
        for token in code.iter().skip(after) {
            match self.statements.source(*token) {
                "(" if creation.form == "table" => return Some(*token),
                "(" => brackets += 1,
                ")" => brackets = brackets.saturating_sub(1),
                _ => {}
            }
            // `EXECUTE AS OWNER`, `REFERENCING NEW TABLE AS added`
            let named = self.statements.is(*token, "as")
                && last.is_some_and(|last| {
                    ["execute", "table", "row", "new", "old"]
                        .iter()
                        .any(|word| self.statements.is(last, word))
                });
            if brackets == 0 && !named && ends.iter().any(|end| self.statements.is(*token, end)) {
                return Some(*token);
            }
            if token.kind == Kind::Dollar {
                return Some(*token);
            }
            last = Some(*token);
        }
        None
    }

    /// `COMMENT ON TABLE ledger IS 'Keeps entries.'` documents what was created before.
    fn describe(&self, code: &[Token], outline: &mut Outline<'t>) {
        let (Some(first), Some(text)) = (code.first(), code.last()) else { return };
        if !self.statements.is(*first, "comment") || text.kind != Kind::Text {
            return;
        }
        let Some(is) = code.iter().rposition(|token| self.statements.is(*token, "is")) else { return };
        // The name stands behind one or two words; arguments may follow it.
        let name = (2..is.min(6)).map(|at| self.statements.name_at(code, at)).find(|name| {
            name.last().is_some_and(|last| {
                code.get(last + 1)
                    .is_some_and(|next| matches!(self.statements.source(*next), "(" | "IS" | "is" | "Is"))
            })
        });
        let parts: Vec<&str> = name
            .iter()
            .flatten()
            .filter_map(|at| code.get(*at))
            .map(|token| self.statements.plain(*token))
            .collect();
        let number = self.created.get(&parts.join(".").to_lowercase()).copied();
        let Some(outer) = number.and_then(|number| outline.drafts.get(number)).map(|of| of.definition.outer)
        else {
            return;
        };
        // A comment above says it to those who read the file.
        if outline.above(outer).is_empty()
            && let Some(draft) = number.and_then(|number| outline.drafts.get_mut(number))
        {
            draft.definition.docstring.get_or_insert(text.start..text.end);
        }
    }

    /// Commands to a client that run another file.
    fn command(&self, token: Token, outline: &mut Outline<'t>) {
        let mut words = self.statements.source(token).split_whitespace();
        let runs = matches!(
            words.next(),
            Some("\\i" | "\\ir" | "\\include" | "\\include_relative" | "\\." | "\\source")
        );
        if let Some(path) = words.next().filter(|_| runs) {
            let path = path.trim_matches(['\'', '"', ';']);
            outline.import(path, Vec::new(), ImportKind::Import, token.start);
        }
    }
}

/// Whether definitions of that kind hold a body that names other things.
fn has_target(kind: SymbolKind, form: &str) -> bool {
    form == "index" || (kind == SymbolKind::Function && form == "trigger")
}
