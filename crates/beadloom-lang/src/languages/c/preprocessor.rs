//! Includes and macros.

use beadloom_model::{ImportKind, ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use super::declarators::is_macro;
use super::scan::{self, Kind, Passed, Token};
use crate::bindings::is_name;
use crate::definition::{Container, Definition};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Parameters of a macro that are looked at.
const PARAMETERS: usize = 64;
/// Words of macros before a definition are looked for this far back (bytes).
const BEFORE: usize = 2048;

impl File<'_> {
    /// `"x.h"` as `x.h`, `<x.h>` as it is. What an included file declares can all be named.
    pub(super) fn include(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(path) = self.rules.fields.path.of(node) else { return };
        let text = outline.text(path);
        let specifier = if kinds.string_literal.is(path) {
            unquote(text)
        } else {
            kinds.system_lib_string.is(path).then_some(text)
        };
        let Some(specifier) = specifier else { return };
        outline.import(specifier, vec!["*".to_owned()], ImportKind::Import, node.start_byte());
    }

    /// `#define NAME value`. Without a value it says something to the preprocessor alone.
    pub(super) fn define_value(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let Some(value) = fields.value.of(node).filter(|value| !outline.text(*value).trim().is_empty())
        else {
            return;
        };
        let mut definition = Definition::new(name, SymbolKind::Constant, "macro", node)
            .visible(self.rules.header)
            .opens(Container::Function);
        definition.end = value.end_byte();
        outline.define(definition.value(Some(value)));
    }

    /// `#define NAME(a, b) …`
    pub(super) fn define_function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let mut definition = Definition::new(name, SymbolKind::Function, "macro", node)
            .body(fields.value.of(node))
            .visible(self.rules.header)
            .opens(Container::Function);
        if let Some(value) = fields.value.of(node) {
            definition.end = value.end_byte();
        }
        outline.define(definition);
        let Some(parameters) = fields.parameters.of(node) else { return };
        for parameter in named_children(parameters).take(PARAMETERS) {
            outline.bind(Some(parameter), None);
        }
    }
}

/// The body of a macro is one leaf to the grammar. Its tokens count one by one, its comments not at all, and what
/// it calls is called by the macro.
pub(super) fn body(node: Node<'_>, outline: &mut Outline<'_>) {
    let Some(head) = outline.text.get(..node.end_byte()) else { return };
    let mut scanner = scan::scan_body(head, node.start_byte());
    // The tokens before, the last one first.
    let mut last: [Option<Token>; 3] = [None; 3];
    loop {
        let token = scanner.next_token();
        for passed in scanner.take_passed() {
            match passed {
                Passed::Comment(start, end) => outline.comment(start, end),
                Passed::Continuation(start, end) => outline.skip(start, end),
            }
        }
        if let Some(name) = last[0].filter(|last| last.kind == Kind::Word) {
            named(name, token, &last, outline);
        }
        let Some(token) = token else {
            // White space at the end belongs to the leaf too.
            outline.skip(node.end_byte(), node.end_byte());
            return;
        };
        outline.token(token.start as usize, token.end as usize);
        last = [Some(token), last[0], last[1]];
    }
}

/// A word of a macro's body, between the token after it and those before.
fn named(name: Token, after: Option<Token>, last: &[Option<Token>; 3], outline: &mut Outline<'_>) {
    let word = name.text(outline.text);
    let at = name.start as usize;
    if is_keyword(word) {
        return;
    }
    let is_sign = |token: Option<Token>, sign: u8| token.is_some_and(|token| token.is(sign));
    if after.is_some_and(|token| token.is(b'(') && token.start == name.end) {
        if !last[1].is_some_and(|before| matches!(before.kind, Kind::Sign(b'.' | b'>' | b'#'))) {
            outline.reference_to(ReferenceKind::Call, word, Before::Nothing, at);
        }
        return;
    }
    // A member, a part of a longer name, or none at all.
    let is_part = is_sign(last[1], b'.')
        || is_sign(last[1], b'#')
        || is_sign(last[1], b'>') && is_sign(last[2], b'-')
        || is_sign(after, b'#');
    if is_part {
        return;
    }
    let before = if is_sign(last[1], b':') && is_sign(last[2], b':') {
        let head = outline.text.get(..at).unwrap_or("").trim_end_matches(':');
        Before::Scope(head.get(head.trim_end_matches(is_name).len()..).unwrap_or(""))
    } else {
        Before::Nothing
    };
    outline.value_to(word, before, at);
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "while"
            | "for"
            | "switch"
            | "return"
            | "sizeof"
            | "do"
            | "else"
            | "case"
            | "defined"
            | "typeof"
            | "__typeof__"
            | "decltype"
            | "alignof"
            | "_Alignof"
            | "_Generic"
            | "_Static_assert"
            | "static_assert"
            | "__attribute__"
            | "__extension__"
            | "__asm__"
            | "asm"
            | "_Pragma"
            | "catch"
            | "throw"
            | "new"
            | "delete"
            | "noexcept"
            | "void"
            | "int"
            | "char"
            | "long"
            | "unsigned"
            | "auto"
            | "bool"
            | "break"
            | "class"
            | "const"
            | "constexpr"
            | "continue"
            | "default"
            | "double"
            | "enum"
            | "extern"
            | "false"
            | "float"
            | "goto"
            | "inline"
            | "namespace"
            | "nullptr"
            | "NULL"
            | "private"
            | "public"
            | "register"
            | "short"
            | "signed"
            | "static"
            | "static_cast"
            | "struct"
            | "template"
            | "this"
            | "true"
            | "typedef"
            | "typename"
            | "union"
            | "using"
            | "virtual"
            | "volatile"
    )
}

/// Where the macros begin that stand right before a definition and were kept from the grammar: `LUA_API` of
/// `LUA_API int f(void)`. What stands alone above it, as `FMT_BEGIN_NAMESPACE` does, is not its own.
pub(super) fn macros_before(start: usize, outline: &Outline<'_>) -> Option<usize> {
    let (from, _) = outline.unseen_before(start)?;
    let from = from.max(start.saturating_sub(BEFORE));
    let gap = outline.text.get(outline.text.ceil_char_boundary(from)..start)?;
    let from = start - gap.len();
    let mut begin: Option<usize> = None;
    let mut at = from;
    for line in gap.split_inclusive('\n') {
        let code = line.trim();
        // Directives and blank lines part what is above them from what is below; so does half a directive.
        if code.is_empty() || code.starts_with('#') || code.ends_with('\\') || stands_alone(code) {
            begin = None;
        } else {
            begin = begin.or(Some(at + (line.len() - line.trim_start().len())));
        }
        at += line.len();
    }
    begin.filter(|begin| outline.text.get(*begin..start).is_some_and(is_balanced))
}

fn stands_alone(line: &str) -> bool {
    let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    if !is_macro(word) {
        return false;
    }
    let says = |part: &str| word.split('_').any(|of| of == part);
    says("BEGIN") || says("END") || says("OBJECT") || says("GADGET") || line.ends_with([';', '}', '{'])
}

/// Half of what was left out of another declaration is no beginning.
fn is_balanced(words: &str) -> bool {
    let mut open = 0i32;
    for byte in words.bytes() {
        match byte {
            b'(' | b'[' => open += 1,
            b')' | b']' => open -= 1,
            b';' | b'{' | b'}' => return false,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}
