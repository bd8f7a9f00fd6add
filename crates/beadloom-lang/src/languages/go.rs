//! Go.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use crate::fingerprint::revision;
use crate::language::{Dialect, DocComments, Language};
use crate::outline::{Container, Definition, Outline};
use crate::parser::{Grammar, Rules};
use crate::vocabulary::{has_word, named_children, vocabulary};
use crate::walk::{Step, Visitor, steps};

/// Go.
pub(crate) const LANGUAGE: Language = Language {
    id: "go",
    name: "Go",
    extensions: &["go"],
    file_names: &[],
    entry_files: &[],
    docs: DocComments::Plain,
    dialects: &[Dialect {
        extensions: &[],
        grammar: tree_sitter_go::LANGUAGE,
        rules,
        revision: revision(&[include_bytes!("go.rs")]),
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Package,
    Import,
    Function,
    Method,
    Literal,
    TypeGroup,
    ConstGroup,
    VarGroup,
    Type,
    Alias,
    Const,
    Var,
    Requirement,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("interpreted_string_literal", Step::Token),
    ("raw_string_literal", Step::Token),
    ("package_clause", Step::Enter(Role::Package)),
    ("import_spec", Step::Enter(Role::Import)),
    ("function_declaration", Step::Enter(Role::Function)),
    ("method_declaration", Step::Enter(Role::Method)),
    ("func_literal", Step::Enter(Role::Literal)),
    ("type_declaration", Step::Enter(Role::TypeGroup)),
    ("const_declaration", Step::Enter(Role::ConstGroup)),
    ("var_declaration", Step::Enter(Role::VarGroup)),
    ("type_spec", Step::Enter(Role::Type)),
    ("type_alias", Step::Enter(Role::Alias)),
    ("const_spec", Step::Enter(Role::Const)),
    ("var_spec", Step::Enter(Role::Var)),
    ("method_elem", Step::Enter(Role::Requirement)),
];

vocabulary! {
    kinds {
        identifier, type_identifier, generic_type, parameter_declaration,
        struct_type, interface_type, field_declaration_list, var_spec_list, dot, package_identifier,
    }
    fields { name, body, path, receiver, r#type, value }
}

struct Go {
    kinds: Kinds,
    fields: Fields,
    steps: Vec<Step<Role>>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Go { kinds: Kinds::new(language), fields: Fields::new(language), steps: steps(language, STEPS) })
}

impl Rules for Go {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &[Step<Role>] {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File { rules: self, group: Group { start: 0, grouped: false, lead: "" }, main: false }
    }
}

/// The declaration around the specs that follow.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    grouped: bool,
    lead: &'static str,
}

struct File<'r> {
    rules: &'r Go,
    group: Group,
    /// `package main`
    main: bool,
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        match role {
            Role::Package => self.main = outline.name(kinds.package_identifier.child(node)) == Some("main"),
            Role::Import => self.import(node, outline),
            Role::Function => self.function(node, outline),
            Role::Method => self.method(node, outline),
            Role::Literal => outline.open(node, None, Container::Function),
            Role::TypeGroup => self.group = self.open_group(node, "type "),
            Role::ConstGroup => self.group = self.open_group(node, "const "),
            Role::VarGroup => self.group = self.open_group(node, "var "),
            Role::Type => self.type_spec(node, outline),
            Role::Alias => self.alias(node, outline),
            Role::Const => self.values(node, "const", outline),
            Role::Var => self.values(node, "var", outline),
            Role::Requirement => self.requirement(node, outline),
        }
    }
}

impl File<'_> {
    fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(path) = fields.path.of(node) else { return };
        let specifier = outline.text(path).trim_matches(['"', '`']);
        let everything = fields.name.of(node).is_some_and(|name| self.rules.kinds.dot.is(name));
        let names = if everything { vec!["*".to_owned()] } else { Vec::new() };
        outline.import(specifier, names, ImportKind::Import, node.start_byte());
    }

    fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        outline.entry_point |= self.main && name == "main";
        let definition = Definition::new(name, SymbolKind::Function, "func", node)
            .body(fields.body.of(node))
            .visible(is_exported(name))
            .opens(Container::Function);
        outline.define(definition);
    }

    fn method(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let mut definition = Definition::new(name, SymbolKind::Method, "method", node)
            .body(fields.body.of(node))
            .visible(is_exported(name))
            .opens(Container::Function);
        definition.owner =
            fields.receiver.of(node).and_then(|receiver| self.receiver(receiver, outline)).map(str::to_owned);
        outline.define(definition);
    }

    /// The type of a receiver, without pointer and type parameters.
    fn receiver<'t>(&self, receiver: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = fields.r#type.of(kinds.parameter_declaration.child(receiver)?)?;
        // `**T` is not Go, but it parses.
        for _ in 0..4 {
            if kinds.type_identifier.is(of) {
                return outline.name(Some(of));
            }
            of = if kinds.generic_type.is(of) { fields.r#type.of(of)? } else { of.named_child(0)? };
        }
        None
    }

    fn open_group(&self, node: Node<'_>, lead: &'static str) -> Group {
        let grouped = has_word(node, "(") || self.rules.kinds.var_spec_list.child(node).is_some();
        Group { start: node.start_byte(), grouped, lead }
    }

    /// A spec alone begins with its keyword; in a group it borrows it.
    fn in_group(&self, mut definition: Definition) -> Definition {
        if self.group.grouped {
            definition.lead = self.group.lead;
            definition.group = Some(self.group.start);
        } else if self.group.start <= definition.start {
            definition.outer = self.group.start;
            definition.start = self.group.start;
        }
        definition
    }

    fn type_spec(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let Some(of) = fields.r#type.of(node) else { return };
        let (kind, form, body) = if kinds.struct_type.is(of) {
            (SymbolKind::Class, "struct", kinds.field_declaration_list.child(of))
        } else if kinds.interface_type.is(of) {
            (SymbolKind::Interface, "interface", of.child(1))
        } else {
            (SymbolKind::Type, "type", None)
        };
        let definition = Definition::new(name, kind, form, node)
            .body(body)
            .visible(is_exported(name))
            .opens(Container::Type);
        outline.define(self.in_group(definition));
    }

    fn alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        let definition = Definition::new(name, SymbolKind::Type, "alias", node).visible(is_exported(name));
        outline.define(self.in_group(definition));
    }

    /// `const` and `var` specs of the package, each name a constant.
    fn values(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        if outline.container().is_some() {
            return;
        }
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let value = fields.value.of(node);
        let names: Vec<&str> = named_children(node)
            .take_while(|child| kinds.identifier.is(*child))
            .filter_map(|child| outline.name(Some(child)))
            .filter(|name| *name != "_")
            .collect();
        for name in names {
            let definition = Definition::new(name, SymbolKind::Constant, form, node)
                .value(value)
                .visible(is_exported(name));
            outline.define(self.in_group(definition));
        }
    }

    /// A method that an interface asks for.
    fn requirement(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if !outline.is_member() {
            return;
        }
        let Some(name) = outline.name(self.rules.fields.name.of(node)) else { return };
        outline.define(Definition::new(name, SymbolKind::Method, "method", node).visible(is_exported(name)));
    }
}

fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
