//! Zig.

mod definitions;
mod uses;
mod value_places;

use std::collections::HashMap;
use std::ops::Range;

use beadloom_model::{ImportKind, LanguageId, SymbolKind};
use tree_sitter::Node;

use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::{named_children, vocabulary};
use crate::walk::{Step, Steps, Visitor, steps};

/// Zig.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Zig,
    docs: DocComments::Marked,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::ZIG, rules },
    }],
};

/// Imports with names that a file may use later on. More are nobody's file.
const MODULES: usize = 4_096;

#[derive(Clone, Copy)]
enum Role {
    Function,
    Test,
    Variable,
    /// A struct, enum, union or opaque.
    Type,
    UsingNamespace,
    Builtin,
    // What is bound.
    Parameter,
    Field,
    Payload,
    // What is used.
    Call,
    Literal,
    Block,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("string", Step::Token),
    ("multiline_string", Step::Token),
    ("character", Step::Token),
    ("builtin_identifier", Step::Token),
    ("builtin_type", Step::Token),
    ("boolean", Step::Token),
    ("function_declaration", Step::Enter(Role::Function)),
    ("test_declaration", Step::Enter(Role::Test)),
    ("variable_declaration", Step::Enter(Role::Variable)),
    ("struct_declaration", Step::Enter(Role::Type)),
    ("enum_declaration", Step::Enter(Role::Type)),
    ("union_declaration", Step::Enter(Role::Type)),
    ("opaque_declaration", Step::Enter(Role::Type)),
    ("using_namespace_declaration", Step::Enter(Role::UsingNamespace)),
    ("builtin_function", Step::Enter(Role::Builtin)),
    ("parameter", Step::Enter(Role::Parameter)),
    ("container_field", Step::Enter(Role::Field)),
    ("payload", Step::Enter(Role::Payload)),
    ("call_expression", Step::Enter(Role::Call)),
    ("struct_initializer", Step::Enter(Role::Literal)),
    ("comptime_declaration", Step::Enter(Role::Block)),
];

vocabulary! {
    kinds {
        identifier, string, builtin_function, arguments, field_expression,
        call_expression, struct_initializer, struct_declaration, enum_declaration, union_declaration,
        opaque_declaration, error_set_declaration, function_signature, pointer_type, nullable_type,
        slice_type, array_type, error_union_type, try_expression, catch_expression,
        null_coercion_expression, binary_expression
    }
    fields { name, body, r#type, function, object, member, ok }
}

struct Zig {
    kinds: Kinds,
    fields: Fields,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Zig {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Zig {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            modules: HashMap::new(),
            told: usize::MAX,
            value: usize::MAX,
            nameless: 0..0,
            foreign: None,
        }
    }
}

struct File<'r> {
    rules: &'r Zig,
    /// Constants of the file that hold an import, with what they import.
    modules: HashMap<String, String>,
    /// First byte of an `@import` that has been recorded already.
    told: usize,
    /// First byte of the type that the declaration around gives a name to.
    value: usize,
    /// The last type without a name of its own.
    nameless: Range<usize>,
    /// The last `@cImport` and the constant that holds what its headers declare.
    foreign: Option<(Range<usize>, String)>,
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Braces;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Function => self.function(node, outline),
            Role::Test => self.test(node, outline),
            Role::Variable => self.variable(node, outline),
            Role::Type => {
                if self.value != node.start_byte() {
                    self.nameless = node.byte_range();
                    outline.open(node, None, Container::Type);
                }
            }
            Role::UsingNamespace => self.using_namespace(node, outline),
            Role::Builtin => self.builtin(node, outline),
            Role::Parameter => self.parameter(node, outline),
            Role::Field => self.field(node, outline),
            Role::Payload => {
                for name in named_children(node).take(32) {
                    outline.bind(Some(name), None);
                }
            }
            Role::Call => self.call(node, outline),
            Role::Literal => {
                if let Some(of) = node.named_child(0) {
                    self.type_use(of, outline);
                }
            }
            Role::Block => outline.open(node, None, Container::Function),
        }
    }
}

/// Where a constant gets its value: from an import, or from what an import holds.
struct Source {
    specifier: String,
    /// The names that follow, joined by `.`; empty for the module itself.
    member: String,
    /// First byte of the `@import`, where the value has one.
    at: Option<usize>,
}

impl File<'_> {
    /// `const x = @import("x.zig");`, `const Y = @import("x.zig").Y;`, `const Y = x.Y;`: an import, whichever
    /// of them it is. Returns whether it is one.
    fn imported(
        &mut self,
        name: &str,
        public: bool,
        value: Node<'_>,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) -> bool {
        let Some(source) = self.source(value, outline) else { return false };
        if let Some(at) = source.at {
            self.told = at;
        }
        if source.member.is_empty() && !outline.in_function() && self.modules.len() < MODULES {
            self.modules.insert(name.to_owned(), source.specifier.clone());
        }
        let kind = if public { ImportKind::ReExport } else { ImportKind::Import };
        let names: Vec<String> =
            if source.member.is_empty() { Vec::new() } else { vec![source.member.clone()] };
        let aliases = if source.member == name { Vec::new() } else { vec![(name.to_owned(), source.member)] };
        outline.import_as(&source.specifier, names, aliases, kind, node.start_byte());
        true
    }

    fn source(&self, value: Node<'_>, outline: &Outline<'_>) -> Option<Source> {
        const LEVELS: usize = 6;
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut members: Vec<&str> = Vec::new();
        let mut of = value;
        while kinds.field_expression.is(of) {
            if members.len() == LEVELS {
                return None;
            }
            members.push(outline.name(fields.member.of(of))?);
            of = fields.object.of(of)?;
        }
        members.reverse();
        let member = members.join(".");
        if kinds.identifier.is(of) && !members.is_empty() {
            let specifier = self.modules.get(outline.name(Some(of))?)?.clone();
            return Some(Source { specifier, member, at: None });
        }
        let specifier = self.import_of(of, "@import", outline)?.to_owned();
        Some(Source { specifier, member, at: Some(of.start_byte()) })
    }

    /// The literal argument of a builtin function.
    fn import_of<'t>(&self, node: Node<'_>, function: &str, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        if !kinds.builtin_function.is(node) || outline.text(node.child(0)?) != function {
            return None;
        }
        let argument = kinds.arguments.child(node)?.named_child(0)?;
        if kinds.string.is(argument) { unquote(outline.text(argument)) } else { None }
    }

    /// Imports wherever else they stand: in expressions, tests, C headers.
    fn builtin(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.told == node.start_byte() {
            return;
        }
        if let Some(specifier) = self.import_of(node, "@import", outline) {
            outline.import(specifier, Vec::new(), ImportKind::Import, node.start_byte());
        } else if let Some(header) = self.import_of(node, "@cInclude", outline) {
            let around = self.foreign.as_ref().filter(|(range, _)| range.contains(&node.start_byte()));
            let aliases = around.map(|(_, name)| (name.clone(), String::new())).into_iter().collect();
            outline.import_as(header, Vec::new(), aliases, ImportKind::Import, node.start_byte());
        }
    }

    fn using_namespace(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(value) = node.named_child(0) else { return };
        let Some(source) = self.source(value, outline).filter(|source| source.member.is_empty()) else {
            return;
        };
        self.told = source.at.unwrap_or(usize::MAX);
        let public = node.child(0).is_some_and(|first| first.kind() == "pub");
        let kind = if public { ImportKind::ReExport } else { ImportKind::Import };
        outline.import(&source.specifier, vec!["*".to_owned()], kind, node.start_byte());
    }

    fn callable(outline: &Outline<'_>) -> SymbolKind {
        if outline.container() == Some(Container::Type) { SymbolKind::Method } else { SymbolKind::Function }
    }
}

/// A name without the quotes that let it hold anything: `@"a b"`.
fn plain(name: &str) -> &str {
    name.strip_prefix("@\"").and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}
