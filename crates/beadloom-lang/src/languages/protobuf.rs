//! Protocol buffers: messages, enums, and services, whose calls are routes.

use beadloom_model::{ImportKind, LanguageId, ReferenceKind, RouteFacts, SymbolKind};
use tree_sitter::Node;

use crate::definition::{Container, Definition};
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::literals::unquote;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{has_word, vocabulary};
use crate::walk::{Step, Steps, Visitor, steps};

/// Protocol buffers.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Protobuf,
    docs: DocComments::Plain,
    place: None,
    values: None,
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_proto::LANGUAGE, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Package,
    Import,
    Message(&'static str),
    Enum,
    Value,
    Service,
    Call,
    Extend,
    Type,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("string", Step::Token),
    ("package", Step::Enter(Role::Package)),
    ("import", Step::Enter(Role::Import)),
    ("message", Step::Enter(Role::Message("message"))),
    ("group", Step::Enter(Role::Message("group"))),
    ("enum", Step::Enter(Role::Enum)),
    ("enum_field", Step::Enter(Role::Value)),
    ("service", Step::Enter(Role::Service)),
    ("rpc", Step::Enter(Role::Call)),
    ("extend", Step::Enter(Role::Extend)),
    ("message_or_enum_type", Step::Enter(Role::Type)),
];

vocabulary! {
    kinds {
        full_ident, identifier, message_name, message_body, enum_name, enum_body, service_name, rpc_name
    }
    fields { path }
}

struct Protobuf {
    kinds: Kinds,
    fields: Fields,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Protobuf {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Protobuf {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File { rules: self, package: String::new() }
    }
}

struct File<'r> {
    rules: &'r Protobuf,
    package: String,
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        match role {
            Role::Package => {
                let name = kinds.full_ident.child(node).map_or("", |name| outline.text(name));
                self.package = name.split_whitespace().collect();
            }
            Role::Import => self.import(node, outline),
            Role::Message(form) => {
                let body = kinds.message_body.child(node);
                let name = kinds.message_name.child(node);
                Self::container(name, SymbolKind::Class, form, body, node, outline);
            }
            Role::Enum => {
                let body = kinds.enum_body.child(node);
                Self::container(kinds.enum_name.child(node), SymbolKind::Type, "enum", body, node, outline);
            }
            Role::Value => {
                let Some(name) = outline.name(kinds.identifier.child(node)) else { return };
                outline.define(Definition::new(name, SymbolKind::Constant, "enum value", node).part());
            }
            Role::Service => self.service(node, outline),
            Role::Call => self.call(node, outline),
            Role::Extend => {
                if let Some(of) = kinds.full_ident.child(node) {
                    self.refer(of, outline);
                }
            }
            Role::Type => self.refer(node, outline),
        }
    }
}

impl File<'_> {
    /// A file of another package is usually reached by the folder that it lies in: that is its package's name.
    fn import(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(path) = self.rules.fields.path.of(node) else { return };
        let Some(specifier) = unquote(outline.text(path)) else { return };
        let kind = if has_word(node, "public") { ImportKind::ReExport } else { ImportKind::Import };
        let package = specifier.rsplit_once('/').map(|(folder, _)| folder.replace('/', "."));
        let aliases = package.into_iter().map(|package| (package, String::new())).collect();
        outline.import_as(specifier, vec!["*".to_owned()], aliases, kind, node.start_byte());
    }

    fn container(
        name: Option<Node<'_>>,
        kind: SymbolKind,
        form: &'static str,
        body: Option<Node<'_>>,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let Some(name) = outline.name(name) else { return };
        outline.define(Definition::new(name, kind, form, node).body(body).opens(Container::Type));
    }

    fn service(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.kinds.service_name.child(node)) else { return };
        let mut definition =
            Definition::new(name, SymbolKind::Interface, "service", node).opens(Container::Type);
        // The braces have no node of their own.
        definition.body = bracket(node).map_or(definition.end, |bracket| bracket.start_byte());
        definition.shown = definition.body;
        outline.define(definition);
    }

    /// A call of a service: its path is the one on the wire.
    fn call(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.kinds.rpc_name.child(node)) else { return };
        let service = outline.enclosing_type().unwrap_or_default();
        let dot = if self.package.is_empty() { "" } else { "." };
        let path = format!("/{}{dot}{service}/{name}", self.package);
        let definition = Definition::new(name, SymbolKind::Route, "rpc", node)
            .body(bracket(node))
            .opens(Container::Function);
        outline.define(definition);
        outline.route(RouteFacts {
            method: "RPC".to_owned(),
            path,
            handler: Some(format!("{service}.{name}")),
            framework: "protobuf".to_owned(),
            line: outline.lines.line_of(node.start_byte()),
            router: None,
        });
    }

    /// A message or enum, with what stands before its name. A package of its own is that of this file.
    fn refer(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(path) = outline.name(Some(node)) else { return };
        let at = node.start_byte();
        let path = path.trim_start_matches('.');
        let path = match path.strip_prefix(self.package.as_str()) {
            Some(rest) if !self.package.is_empty() => rest.strip_prefix('.').unwrap_or(path),
            _ => path,
        };
        match path.rsplit_once('.') {
            Some((before, name)) => {
                outline.reference_to(ReferenceKind::Type, name, Before::Path(before), at);
            }
            None => outline.reference_to(ReferenceKind::Type, path, Before::Nothing, at),
        }
    }
}

fn bracket(node: Node<'_>) -> Option<Node<'_>> {
    const MAX_CHILDREN: u32 = 16;
    (0..node.child_count().min(MAX_CHILDREN))
        .filter_map(|at| node.child(at))
        .find(|child| child.kind() == "{")
}
