//! Calls, macros, and the calls in the tokens that macros are given.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::types::is_path;
use super::{Attributes, File};
use crate::outline::Outline;
use crate::references::Before;

/// Macros that every file knows, and that are nothing of a project.
fn is_standard_macro(name: &str) -> bool {
    matches!(
        name,
        "println"
            | "print"
            | "eprintln"
            | "eprint"
            | "format"
            | "write"
            | "writeln"
            | "panic"
            | "vec"
            | "assert"
            | "assert_eq"
            | "assert_ne"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "unreachable"
            | "unimplemented"
            | "todo"
            | "matches"
            | "dbg"
            | "include_str"
            | "include_bytes"
            | "include"
            | "concat"
            | "stringify"
            | "env"
            | "option_env"
            | "line"
            | "file"
            | "column"
            | "cfg"
            | "compile_error"
            | "thread_local"
            | "format_args"
            | "module_path"
    )
}

/// Attributes and derives of the language itself.
fn is_standard_attribute(name: &str) -> bool {
    matches!(
        name,
        "cfg"
            | "cfg_attr"
            | "test"
            | "allow"
            | "expect"
            | "warn"
            | "deny"
            | "forbid"
            | "deprecated"
            | "must_use"
            | "inline"
            | "cold"
            | "doc"
            | "repr"
            | "non_exhaustive"
            | "ignore"
            | "should_panic"
            | "path"
            | "macro_use"
            | "macro_export"
            | "no_mangle"
            | "export_name"
            | "link"
            | "link_name"
            | "link_section"
            | "used"
            | "target_feature"
            | "track_caller"
            | "automatically_derived"
            | "proc_macro"
            | "proc_macro_derive"
            | "proc_macro_attribute"
            | "global_allocator"
            | "panic_handler"
            | "bench"
            | "rustfmt"
            | "clippy"
            | "unsafe"
            | "Debug"
            | "Clone"
            | "Copy"
            | "PartialEq"
            | "Eq"
            | "PartialOrd"
            | "Ord"
            | "Hash"
            | "Default"
    )
}

impl File<'_> {
    // Calls

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(mut function) = node.child(0) else { return };
        if kinds.generic_function.is(function) {
            let Some(of) = function.child(0) else { return };
            function = of;
        }
        let text = outline.text(function);
        let end = function.end_byte();
        if kinds.identifier.is(function) {
            if !matches!(text, "Some" | "Ok" | "Err") {
                outline.reference(ReferenceKind::Call, Some(function), Before::Nothing);
            }
        } else if kinds.scoped_identifier.is(function) {
            let Some((path, name)) = text.rsplit_once("::") else { return };
            let name = name.trim_start();
            let before = match fields.path.of(function) {
                Some(of) if kinds.bracketed_type.is(of) => self.qualified(of, outline),
                _ => scope(path),
            };
            outline.reference_to(ReferenceKind::Call, name, before, end - name.len());
        } else if kinds.field_expression.is(function) {
            let Some((path, name)) = text.rsplit_once('.') else { return };
            let (path, name) = (path.trim_end(), name.trim_start());
            if self.web.is_some() {
                self.web_call(node, name, outline);
            }
            let before = if is_path(path) {
                receiver(path)
            } else {
                function.child(0).map_or(Before::Value, |value| self.value_of(value, outline))
            };
            outline.reference_to(ReferenceKind::Call, name, before, end - name.len());
        }
    }

    /// `<T>::f()`, `<T as Trait>::f()`
    fn qualified<'t>(&mut self, bracketed: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(mut of) = bracketed.named_child(0) else { return Before::Value };
        if kinds.qualified_type.is(of) {
            let Some(inner) = fields.r#type.of(of) else { return Before::Value };
            of = inner;
        }
        if outline.text(of) == "Self" {
            return Before::This;
        }
        self.bound_type(of, outline).map_or(Before::Value, Before::Scope)
    }

    // Macros

    pub(super) fn invocation(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = self.rules.fields.r#macro.of(node) else { return };
        macro_call(outline.text(name), name.start_byte(), outline);
        interpolated(node, outline);
    }

    /// Attributes that are macros: `#[tokio::main]`, `#[derive(Serialize)]`.
    pub(super) fn macros_of(&self, attributes: &Attributes, outline: &mut Outline<'_>) {
        for place in &attributes.macros {
            let Some(text) = outline.text.get(place.clone()) else { continue };
            let (path, arguments) = match text.split_once('(') {
                Some((path, rest)) => (path.trim_end(), rest.trim_end().trim_end_matches(')')),
                None => (text.split('=').next().unwrap_or(text).trim_end(), ""),
            };
            if path == "derive" {
                let mut at = place.end - 1 - arguments.len();
                for name in arguments.split(',').take(64) {
                    attribute(name.trim(), at + (name.len() - name.trim_start().len()), outline);
                    at += name.len() + 1;
                }
            } else {
                attribute(path, place.start, outline);
            }
        }
    }

    /// The calls in the tokens of a macro, as far as tokens show them: names joined by `.` and `::`, and
    /// parentheses.
    pub(super) fn token_tree(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        if node.start_byte() < self.tokens_until {
            return;
        }
        let kinds = &self.rules.kinds;
        let mut names = Names::default();
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let token = cursor.node();
            let (start, end) = (token.start_byte(), token.end_byte());
            if kinds.token_tree.is(token) {
                let called = outline.text.as_bytes().get(start) == Some(&b'(');
                names.brackets(called, outline);
            } else if kinds.identifier.is(token) {
                names.name(start, end);
            } else {
                names.other(outline.text(token), start, end);
            }
            more = cursor.goto_next_sibling();
        }
    }
}

/// A row of names in the tokens of a macro.
#[derive(Default)]
struct Names {
    /// Where the row begins, unless it follows something that is no name.
    start: Option<usize>,
    /// The last name; `None` where a separator or nothing came last.
    last: Option<(usize, usize)>,
    /// A `.` or `::` came last.
    open: bool,
    /// A value that is no name came last, or stands at the head of the row.
    value: bool,
    /// The name is followed by `!`.
    bang: bool,
}

impl Names {
    fn name(&mut self, start: usize, end: usize) {
        if !self.open {
            *self = Self { start: Some(start), ..Self::default() };
        }
        self.last = Some((start, end));
        self.open = false;
    }

    fn other(&mut self, token: &str, start: usize, end: usize) {
        match token {
            "." | "::" if self.last.is_some() || self.value => {
                self.last = None;
                self.open = true;
            }
            "self" | "super" | "crate" => self.name(start, end),
            "!" if self.last.is_some() => self.bang = true,
            "?" if self.value => {}
            _ => *self = Self::default(),
        }
    }

    fn brackets(&mut self, called: bool, outline: &mut Outline<'_>) {
        let names = std::mem::take(self);
        self.value = true;
        let Some((start, end)) = names.last else { return };
        let Some(name) = outline.text.get(start..end) else { return };
        let row = names.start.and_then(|from| outline.text.get(from..start));
        if names.bang {
            if let Some(from) = names.start
                && let Some(path) = outline.text.get(from..end)
            {
                macro_call(path, from, outline);
            }
        } else if called {
            let before = match row.map(str::trim) {
                _ if names.value => Before::Value,
                None => Before::Value,
                Some("") if matches!(name, "Some" | "Ok" | "Err" | "self" | "crate" | "super") => return,
                Some("") => Before::Nothing,
                Some(row) if row.ends_with(':') => scope(row.trim_end_matches(':')),
                Some(row) => {
                    let path = row.trim_end_matches('.').trim_end();
                    // Parameters and variables of what the tokens say are not known: such a name is one of them.
                    let is_local = path.starts_with(|c: char| c.is_lowercase() || c == '_')
                        && path.chars().all(|c| c.is_alphanumeric() || c == '_')
                        && path != "self"
                        && !outline.is_bound(path);
                    if is_local { Before::Value } else { receiver(path) }
                }
            };
            outline.reference_to(ReferenceKind::Call, name, before, start);
        }
    }
}

/// A macro by its path.
fn macro_call<'t>(path: &'t str, at: usize, outline: &mut Outline<'t>) {
    let (path, name) = path.rsplit_once("::").unwrap_or(("", path));
    let (path, name) = (path.trim(), name.trim());
    if path.is_empty() {
        if !is_standard_macro(name) {
            outline.reference_to(ReferenceKind::Call, name, Before::Scope(""), at);
        }
    } else if is_path(path) && path != "std" && path != "core" {
        outline.reference_to(ReferenceKind::Call, name, Before::Scope(path), at);
    }
}

fn attribute<'t>(path: &'t str, at: usize, outline: &mut Outline<'t>) {
    let (path, name) = path.rsplit_once("::").map_or(("", path), |(path, name)| (path.trim(), name.trim()));
    if path.is_empty() && !is_standard_attribute(name) && is_path(name) {
        outline.reference_to(ReferenceKind::Call, name, Before::Scope(""), at);
    } else if is_path(path) && !matches!(path, "rustfmt" | "clippy") {
        outline.reference_to(ReferenceKind::Call, name, Before::Scope(path), at);
    }
}

/// A path of modules and types as what stands before a call.
fn scope(path: &str) -> Before<'_> {
    let path = path.split('<').next().unwrap_or(path).trim_end().trim_end_matches(':').trim_end();
    match path {
        "Self" => Before::This,
        _ if is_path(path) && !path.starts_with("Self:") => Before::Scope(path),
        _ => Before::Value,
    }
}

/// A row of names and fields as what stands before a call of a method.
pub(super) fn receiver(path: &str) -> Before<'_> {
    match path {
        "self" => return Before::This,
        "true" | "false" => return Before::Typed("bool"),
        _ => {}
    }
    match path.strip_prefix("self.") {
        Some(field) => Before::Field(field),
        None if path.contains("::") => scope(path),
        None => Before::Path(path),
    }
}

/// Constants in the strings of a macro: `println!("{LIMIT}")`. Other names there are mostly variables.
fn interpolated(node: Node<'_>, outline: &mut Outline<'_>) {
    const MAX_MACRO_BYTES: usize = 4096;
    let text = outline.text(node);
    if text.len() > MAX_MACRO_BYTES {
        return;
    }
    for (at, _) in text.match_indices('{') {
        let rest = text.get(at + 1..).unwrap_or("");
        let is_constant = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let length = rest.len() - rest.trim_start_matches(is_constant).len();
        let (name, after) = rest.split_at(length);
        if length > 1 && after.starts_with(['}', ':']) && !after.starts_with("::") {
            outline.value_to(name, Before::Nothing, node.start_byte() + at + 1);
        }
    }
}
