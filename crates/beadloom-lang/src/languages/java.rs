//! Java.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use crate::fingerprint::revision;
use crate::language::{Dialect, DocComments, Language};
use crate::outline::{Container, Definition, Outline};
use crate::parser::{Grammar, Rules};
use crate::vocabulary::{has_word, named_children, vocabulary};
use crate::walk::{Step, Visitor, steps};

/// Java.
pub(crate) const LANGUAGE: Language = Language {
    id: "java",
    name: "Java",
    extensions: &["java"],
    file_names: &[],
    entry_files: &[],
    docs: DocComments::Marked,
    dialects: &[Dialect {
        extensions: &[],
        grammar: tree_sitter_java::LANGUAGE,
        rules,
        revision: revision(&[include_bytes!("java.rs")]),
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Import,
    Type(SymbolKind, &'static str),
    Method(&'static str),
    Field,
    Lambda,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("line_comment", Step::Comment),
    ("block_comment", Step::Comment),
    ("string_literal", Step::Token),
    ("import_declaration", Step::Enter(Role::Import)),
    ("class_declaration", Step::Enter(Role::Type(SymbolKind::Class, "class"))),
    ("record_declaration", Step::Enter(Role::Type(SymbolKind::Class, "record"))),
    ("interface_declaration", Step::Enter(Role::Type(SymbolKind::Interface, "interface"))),
    ("annotation_type_declaration", Step::Enter(Role::Type(SymbolKind::Interface, "annotation"))),
    ("enum_declaration", Step::Enter(Role::Type(SymbolKind::Type, "enum"))),
    ("method_declaration", Step::Enter(Role::Method("method"))),
    ("constructor_declaration", Step::Enter(Role::Method("constructor"))),
    ("compact_constructor_declaration", Step::Enter(Role::Method("constructor"))),
    ("annotation_type_element_declaration", Step::Enter(Role::Method("element"))),
    ("field_declaration", Step::Enter(Role::Field)),
    ("constant_declaration", Step::Enter(Role::Field)),
    ("lambda_expression", Step::Enter(Role::Lambda)),
];

vocabulary! {
    kinds { modifiers, marker_annotation, annotation, asterisk, scoped_identifier, identifier, variable_declarator }
    fields { name, body, value }
}

struct Java {
    kinds: Kinds,
    fields: Fields,
    steps: Vec<Step<Role>>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Java {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Java {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &[Step<Role>] {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File { rules: self }
    }
}

struct File<'r> {
    rules: &'r Java,
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Import => self.import(node, outline),
            Role::Type(kind, form) => self.type_declaration(node, kind, form, outline),
            Role::Method(form) => self.method(node, form, outline),
            Role::Field => self.field(node, outline),
            Role::Lambda => outline.open(node, None, Container::Function),
        }
    }
}

impl File<'_> {
    fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let path = kinds.scoped_identifier.child(node).or_else(|| kinds.identifier.child(node));
        let Some(path) = path else { return };
        let path: String = outline.text(path).chars().filter(|c| !c.is_whitespace()).collect();
        let wildcard = kinds.asterisk.child(node).is_some();
        let (specifier, names) = match (has_word(node, "static"), wildcard) {
            (true, true) => (path, vec!["*".to_owned()]),
            (true, false) => match path.rsplit_once('.') {
                Some((of, member)) => (of.to_owned(), vec![member.to_owned()]),
                None => (path, Vec::new()),
            },
            (false, true) => (format!("{path}.*"), vec!["*".to_owned()]),
            (false, false) => (path, Vec::new()),
        };
        outline.import(&specifier, names, ImportKind::Import, node.start_byte());
    }

    /// The definition with the modifiers' annotations kept out of its signature.
    fn definition(
        &self,
        name: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &Outline<'_>,
    ) -> Definition {
        let kinds = &self.rules.kinds;
        let mut definition = Definition::new(name, kind, form, node);
        let modifiers = kinds.modifiers.child(node);
        if let Some(modifiers) = modifiers {
            definition.skip = named_children(modifiers)
                .filter(|child| kinds.annotation.is(*child) || kinds.marker_annotation.is(*child))
                .map(|child| child.byte_range())
                .collect();
            if let Some(first) = definition.skip.first().filter(|first| first.start == definition.start) {
                // Comments between annotations and the rest are looked for up to here.
                definition.start = first.end;
            }
        }
        let says = |word| modifiers.is_some_and(|modifiers| has_word(modifiers, word));
        let of_interface = outline
            .enclosing()
            .is_some_and(|around| matches!(around.definition.form, "interface" | "annotation"))
            && outline.is_member();
        definition.visible(says("public") || says("protected") || (of_interface && !says("private")))
    }

    fn type_declaration(
        &mut self,
        node: Node<'_>,
        kind: SymbolKind,
        form: &'static str,
        outline: &mut Outline<'_>,
    ) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        let definition = self
            .definition(name, kind, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Type);
        outline.define(definition);
    }

    fn method(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)) else { return };
        outline.entry_point |= self.is_main(node, name, outline);
        let definition = self
            .definition(name, SymbolKind::Method, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        outline.define(definition);
    }

    /// `static void main(…)` of a type that is not nested in a method.
    fn is_main(&self, node: Node<'_>, name: &str, outline: &Outline<'_>) -> bool {
        name == "main"
            && !outline.in_function()
            && self.rules.kinds.modifiers.child(node).is_some_and(|modifiers| has_word(modifiers, "static"))
    }

    /// `static final` fields, and those of interfaces, which are that by themselves.
    fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let modifiers = kinds.modifiers.child(node);
        let says = |word| modifiers.is_some_and(|modifiers| has_word(modifiers, word));
        let constant = node.kind() == "constant_declaration" || (says("static") && says("final"));
        if !constant || outline.in_function() {
            return;
        }
        let declarators: Vec<Node<'_>> =
            named_children(node).filter(|child| kinds.variable_declarator.is(*child)).collect();
        for declarator in declarators {
            let Some(name) = outline.name(fields.name.of(declarator)) else { continue };
            let definition = self
                .definition(name, SymbolKind::Constant, "constant", node, outline)
                .value(fields.value.of(declarator));
            outline.define(definition);
        }
    }
}
