//! The tables and routines that SQL statements name.

use std::collections::HashSet;

use beadloom_model::ReferenceKind;

use super::lexer::{Kind, Token};
use super::statement::Creation;
use super::{File, has_target};
use crate::outline::Outline;
use crate::references::Before;

/// Words that stand where a table could, and are none.
const NO_NAMES: &[&str] = &[
    "as", "cascade", "current", "default", "dual", "final", "lateral", "no", "nothing", "nowait", "null",
    "of", "on", "only", "or", "program", "restrict", "select", "set", "skip", "statistics", "stdin",
    "stdout", "table", "unnest", "values", "where",
];

/// What an alias cannot be.
const CLAUSES: &[&str] = &[
    "connect", "cross", "except", "fetch", "for", "full", "group", "having", "inner", "intersect", "join",
    "left", "limit", "minus", "natural", "offset", "on", "order", "outer", "qualify", "returning", "right",
    "set", "union", "using", "values", "when", "where", "window", "with",
];

impl<'t> File<'t> {
    /// Reports tables (as types) and routines that are called or run.
    pub(super) fn uses(&self, code: &[Token], creation: Option<&Creation>, outline: &mut Outline<'t>) {
        let statements = &self.statements;
        let queries = self.named_queries(code);
        let head = creation.and_then(|creation| creation.name.last().copied());
        let mut target = creation.is_some_and(|creation| has_target(creation.kind, creation.form));
        // Functions with clauses of their own that read like others: `extract(year FROM t)`.
        let mut brackets: Vec<bool> = Vec::new();
        let first = code.first().map_or("", |token| statements.source(*token));
        for (at, token) in code.iter().enumerate().skip(head.map_or(0, |head| head + 1)) {
            if token.kind == Kind::Sign {
                match statements.source(*token) {
                    "(" => {
                        brackets.push(at.checked_sub(1).and_then(|at| code.get(at)).is_some_and(|before| {
                            ["extract", "substring", "trim", "overlay", "position"]
                                .iter()
                                .any(|word| statements.is(*before, word))
                        }))
                    }
                    ")" => {
                        brackets.pop();
                    }
                    _ => {}
                }
            }
            if token.kind != Kind::Word {
                continue;
            }
            let before = |back: usize| {
                at.checked_sub(back).and_then(|at| code.get(at)).map_or("", |token| statements.source(*token))
            };
            let after = |words: &[&str]| words.iter().any(|word| before(1).eq_ignore_ascii_case(word));
            let kind = match statements.source(*token).to_ascii_lowercase().as_str() {
                "from" if brackets.last() == Some(&true) || after(&["distinct"]) => continue,
                "from" | "join" | "references" | "truncate" => ReferenceKind::Type,
                "into" if after(&["insert", "merge", "replace", "ignore", "overwrite"]) => {
                    ReferenceKind::Type
                }
                "update" if at == 0 || after(&[";", "begin", "then", "else", "as", "do", "$$"]) => {
                    ReferenceKind::Type
                }
                "table"
                    if at > 0 && (after(&["alter", "truncate"]) || first.eq_ignore_ascii_case("lock")) =>
                {
                    ReferenceKind::Type
                }
                "copy" if at == 0 => ReferenceKind::Type,
                "on" if std::mem::take(&mut target) => ReferenceKind::Type,
                "call" | "perform" | "exec" => ReferenceKind::Call,
                "function" | "procedure" if after(&["execute"]) => ReferenceKind::Call,
                _ => continue,
            };
            let rows = statements.is(*token, "from") || statements.is(*token, "join");
            let end = self.name_use(code, at + 1, kind, rows, &queries, outline);
            if kind == ReferenceKind::Type
                && let Some(end) = end
                && statements.is(*token, "from")
            {
                self.listed(code, end, &queries, outline);
            }
        }
    }

    /// `FROM a, b AS c, d`: what follows the first name, from place `at`.
    fn listed(&self, code: &[Token], mut at: usize, queries: &HashSet<&str>, outline: &mut Outline<'t>) {
        const NAMES: usize = 64;
        let statements = &self.statements;
        for _ in 0..NAMES {
            let word =
                |at: usize| code.get(at).filter(|token| matches!(token.kind, Kind::Word | Kind::Quoted));
            if word(at).is_some_and(|token| statements.is(*token, "as")) {
                at += 1;
            }
            let alias =
                word(at).is_some_and(|token| !CLAUSES.iter().any(|clause| statements.is(*token, clause)));
            at += usize::from(alias);
            if code.get(at).is_none_or(|token| statements.source(*token) != ",") {
                return;
            }
            match self.name_use(code, at + 1, ReferenceKind::Type, true, queries, outline) {
                Some(end) => at = end,
                None => return,
            }
        }
    }

    /// Reports the name at a place, where `rows` may come from a function too. Returns where it ends; `None`
    /// where there is none.
    fn name_use(
        &self,
        code: &[Token],
        mut at: usize,
        kind: ReferenceKind,
        rows: bool,
        queries: &HashSet<&str>,
        outline: &mut Outline<'t>,
    ) -> Option<usize> {
        let statements = &self.statements;
        let skipped = |at: usize| {
            code.get(at).is_some_and(|token| {
                ["only", "table", "if", "exists", "lateral"].iter().any(|word| statements.is(*token, word))
            })
        };
        while skipped(at) {
            at += 1;
        }
        let parts = statements.name_at(code, at);
        let (last, schema) = parts.split_last()?;
        let token = code.get(*last)?;
        let name = statements.plain(*token);
        let called = code.get(last + 1).is_some_and(|next| statements.source(*next) == "(");
        let keyword = token.kind == Kind::Word
            && schema.is_empty()
            && NO_NAMES.iter().any(|word| name.eq_ignore_ascii_case(word));
        // `references t (id)` and `insert into t (id)` are no calls.
        let rows = rows && called;
        if keyword || name.starts_with(['@', '#', ':']) || (schema.is_empty() && queries.contains(name)) {
            return None;
        }
        let kind = if rows { ReferenceKind::Call } else { kind };
        match schema
            .first()
            .and_then(|first| code.get(*first))
            .zip(schema.last().and_then(|last| code.get(*last)))
        {
            Some((first, last)) => {
                let path = outline.text.get(first.start..last.end).unwrap_or("");
                outline.reference_to(kind, name, Before::Path(path), token.start);
            }
            None => outline.reference_to(kind, name, Before::Nothing, token.start),
        }
        (!rows).then_some(last + 1)
    }

    /// Names of the queries of a `WITH`, which are no tables.
    fn named_queries(&self, code: &[Token]) -> HashSet<&'t str> {
        let statements = &self.statements;
        let mut names = HashSet::new();
        if !code.iter().any(|token| statements.is(*token, "with")) {
            return names;
        }
        let source = |at: usize| code.get(at).map_or("", |token| statements.source(*token));
        for at in (1..code.len()).filter(|at| code.get(*at).is_some_and(|token| statements.is(*token, "as")))
        {
            let opens = source(at + 1) == "("
                || source(at + 1).eq_ignore_ascii_case("materialized")
                || source(at + 2).eq_ignore_ascii_case("materialized");
            if !opens {
                continue;
            }
            let mut name = at - 1;
            if source(name) == ")" {
                // `WITH t (a, b) AS (…)`
                const COLUMNS: usize = 256;
                let from = name.saturating_sub(COLUMNS);
                match (from..name).rev().find(|at| source(*at) == "(") {
                    Some(open) if open > 0 => name = open - 1,
                    _ => continue,
                }
            }
            if let Some(token) =
                code.get(name).filter(|token| matches!(token.kind, Kind::Word | Kind::Quoted))
            {
                names.insert(statements.plain(*token));
            }
        }
        names
    }
}
