//! GraphQL: schemas, whose root fields are routes, and the operations of clients.

use std::ops::Range;

use beadloom_model::{LanguageId, ReferenceKind, RouteFacts, SymbolKind};
use tree_sitter::Node;

use crate::definition::{Container, Definition};
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::{named_children, vocabulary};
use crate::walk::{Step, Steps, Visitor, steps};

/// GraphQL.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::GraphQl,
    docs: DocComments::Plain,
    place: None,
    values: None,
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_graphql::LANGUAGE, rules },
    }],
};

/// Scalars and directives that every schema has.
const BUILT_IN: &[&str] =
    &["Boolean", "Float", "ID", "Int", "String", "deprecated", "include", "oneOf", "skip", "specifiedBy"];

#[derive(Clone, Copy)]
enum Role {
    Document,
    /// Kind, form, whether it adds to what stands elsewhere.
    Type(SymbolKind, &'static str),
    Extension,
    Bases,
    Field,
    Value,
    Operation,
    Fragment,
    // What is used.
    Named,
    Directive,
    Spread,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    // Annotations may stand in descriptions, and what is above one is above what it describes.
    ("description", Step::Comment),
    ("comma", Step::Skip),
    ("string_value", Step::Token),
    ("name", Step::Token),
    ("document", Step::Enter(Role::Document)),
    ("scalar_type_definition", Step::Enter(Role::Type(SymbolKind::Type, "scalar"))),
    ("object_type_definition", Step::Enter(Role::Type(SymbolKind::Class, "type"))),
    ("interface_type_definition", Step::Enter(Role::Type(SymbolKind::Interface, "interface"))),
    ("union_type_definition", Step::Enter(Role::Type(SymbolKind::Type, "union"))),
    ("enum_type_definition", Step::Enter(Role::Type(SymbolKind::Type, "enum"))),
    ("input_object_type_definition", Step::Enter(Role::Type(SymbolKind::Class, "input"))),
    ("directive_definition", Step::Enter(Role::Type(SymbolKind::Function, "directive"))),
    ("object_type_extension", Step::Enter(Role::Extension)),
    ("interface_type_extension", Step::Enter(Role::Extension)),
    ("union_type_extension", Step::Enter(Role::Extension)),
    ("enum_type_extension", Step::Enter(Role::Extension)),
    ("scalar_type_extension", Step::Enter(Role::Extension)),
    ("input_object_type_extension", Step::Enter(Role::Extension)),
    ("implements_interfaces", Step::Enter(Role::Bases)),
    ("field_definition", Step::Enter(Role::Field)),
    ("enum_value_definition", Step::Enter(Role::Value)),
    ("operation_definition", Step::Enter(Role::Operation)),
    ("fragment_definition", Step::Enter(Role::Fragment)),
    ("named_type", Step::Enter(Role::Named)),
    ("directive", Step::Enter(Role::Directive)),
    ("fragment_spread", Step::Enter(Role::Spread)),
];

vocabulary! {
    kinds {
        name, description, type_system_definition, type_system_extension, schema_definition, schema_extension,
        root_operation_type_definition, operation_type, named_type, fields_definition, input_fields_definition,
        enum_values_definition, enum_value, union_member_types, selection_set, selection, field, fragment_name
    }
}

struct GraphQl {
    kinds: Kinds,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(GraphQl { kinds: Kinds::new(language), steps: steps(language, STEPS) })
}

impl Rules for GraphQl {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File { rules: self, roots: Vec::new(), root: None, bases: 0..0 }
    }
}

struct File<'r> {
    rules: &'r GraphQl,
    /// Types whose fields are what one may ask for, with the methods that ask.
    roots: Vec<(String, &'static str)>,
    /// The method of the type around, if that is a root.
    root: Option<&'static str>,
    /// The last list of interfaces.
    bases: Range<usize>,
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Document => self.document(node, outline),
            Role::Type(kind, form) => self.type_definition(kind, form, node, outline),
            Role::Extension => self.extension(node, outline),
            // A list of two holds a list of one.
            Role::Bases if self.bases.contains(&node.start_byte()) => {}
            Role::Bases => self.bases = node.byte_range(),
            Role::Field => self.field(node, outline),
            Role::Value => self.value(node, outline),
            Role::Operation => self.operation(node, outline),
            Role::Fragment => self.fragment(node, outline),
            Role::Named => self.named_type(node, outline),
            Role::Directive => self.used(self.rules.kinds.name.child(node), outline),
            Role::Spread => {
                let name = self.rules.kinds.fragment_name.child(node);
                self.used(name, outline);
            }
        }
    }
}

impl File<'_> {
    /// Which types are roots: those that `schema { … }` names, else the usual three.
    fn document(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut stated = false;
        for definition in named_children(node) {
            let Some(of) = definition.named_child(0) else { continue };
            if !kinds.type_system_definition.is(of) && !kinds.type_system_extension.is(of) {
                continue;
            }
            let Some(schema) = of.named_child(0) else { continue };
            stated |= kinds.schema_definition.is(schema);
            if !kinds.schema_definition.is(schema) && !kinds.schema_extension.is(schema) {
                continue;
            }
            for root in
                named_children(schema).filter(|of| kinds.root_operation_type_definition.is(*of)).take(16)
            {
                let operation = kinds.operation_type.child(root).map_or("", |of| outline.text(of));
                let Some(method) = method_of(operation) else { continue };
                let name = kinds.named_type.child(root);
                self.roots.extend(outline.name(name).map(|name| (name.to_owned(), method)));
            }
        }
        if !stated {
            let usual = [("Query", "QUERY"), ("Mutation", "MUTATION"), ("Subscription", "SUBSCRIPTION")];
            self.roots.extend(usual.map(|(name, method)| (name.to_owned(), method)));
        }
    }

    fn root_of(&self, name: &str) -> Option<&'static str> {
        self.roots.iter().find(|(root, _)| root == name).map(|(_, method)| *method)
    }

    /// A definition without the description, which stands in front and documents it.
    fn definition(&self, name: &str, kind: SymbolKind, form: &'static str, node: Node<'_>) -> Definition {
        let mut definition = Definition::new(name, kind, form, node);
        if let Some(description) = self.rules.kinds.description.child(node) {
            definition.docstring = Some(description.byte_range());
            let next = (0..node.child_count().min(4))
                .filter_map(|at| node.child(at))
                .find(|child| child.start_byte() >= description.end_byte());
            definition.start = next.map_or(definition.start, |next| next.start_byte());
            definition.outer = definition.start;
        }
        definition
    }

    fn type_definition(
        &mut self,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let kinds = &self.rules.kinds;
        self.root = None;
        let Some(name) = outline.name(kinds.name.child(node)) else { return };
        if form == "type" {
            self.root = self.root_of(name);
        }
        let body = kinds
            .fields_definition
            .child(node)
            .or_else(|| kinds.input_fields_definition.child(node))
            .or_else(|| kinds.enum_values_definition.child(node));
        let mut definition = self.definition(name, kind, form, node).opens(Container::Type);
        definition = match kinds.union_member_types.child(node) {
            Some(members) => definition.value(Some(members)),
            None => definition.body(body),
        };
        outline.define(definition);
    }

    fn extension(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let name = outline.name(self.rules.kinds.name.child(node));
        self.root = name.and_then(|name| self.root_of(name));
        outline.open(node, name, Container::Type);
    }

    /// A field of a root is a route.
    fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(method) = self.root else { return };
        let Some(name_node) = self.rules.kinds.name.child(node) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        let form = match method {
            "QUERY" => "query field",
            "MUTATION" => "mutation field",
            _ => "subscription field",
        };
        let owner = outline.enclosing_type().unwrap_or_default();
        let definition = self.definition(name, SymbolKind::Route, form, node).opens(Container::Function);
        let line = outline.lines.line_of(name_node.start_byte());
        outline.define(definition);
        outline.route(RouteFacts {
            method: method.to_owned(),
            path: name.to_owned(),
            handler: Some(format!("{owner}.{name}")),
            framework: "graphql".to_owned(),
            line,
            router: None,
        });
    }

    fn value(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(self.rules.kinds.enum_value.child(node)) else { return };
        outline.define(self.definition(name, SymbolKind::Constant, "enum value", node).part());
    }

    /// `query GetLedger(…) { ledger { … } }` asks for the root field `ledger`.
    fn operation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        const SELECTIONS: usize = 256;
        let kinds = &self.rules.kinds;
        let (form, root) = match node.child(0).map_or("", |first| outline.text(first)) {
            "mutation" => ("mutation", "Mutation"),
            "subscription" => ("subscription", "Subscription"),
            _ => ("query", "Query"),
        };
        let body = kinds.selection_set.child(node);
        match outline.name(kinds.name.child(node)) {
            Some(name) => {
                let definition = self
                    .definition(name, SymbolKind::Function, form, node)
                    .body(body)
                    .opens(Container::Function);
                outline.define(definition);
            }
            None => outline.open(node, None, Container::Function),
        }
        let Some(body) = body else { return };
        for selection in named_children(body).filter(|of| kinds.selection.is(*of)).take(SELECTIONS) {
            // An alias is a node of its own in front of the name.
            let name = kinds.field.child(selection).and_then(|field| kinds.name.child(field));
            outline.reference(ReferenceKind::Call, name, Before::Path(root));
        }
    }

    fn fragment(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(name) = outline.name(kinds.fragment_name.child(node)) else { return };
        let definition = self
            .definition(name, SymbolKind::Function, "fragment", node)
            .body(kinds.selection_set.child(node))
            .opens(Container::Function);
        outline.define(definition);
    }

    fn named_type(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = outline.name(Some(node)).filter(|name| BUILT_IN.binary_search(name).is_err()) else {
            return;
        };
        if self.bases.contains(&node.start_byte()) {
            outline.inherits(name, Before::Nothing, node.start_byte());
        } else {
            outline.reference_to(ReferenceKind::Type, name, Before::Nothing, node.start_byte());
        }
    }

    fn used(&self, name: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let Some(node) = name else { return };
        if let Some(name) = outline.name(Some(node)).filter(|name| BUILT_IN.binary_search(name).is_err()) {
            outline.reference_to(ReferenceKind::Call, name, Before::Nothing, node.start_byte());
        }
    }
}

fn method_of(operation: &str) -> Option<&'static str> {
    match operation {
        "query" => Some("QUERY"),
        "mutation" => Some("MUTATION"),
        "subscription" => Some("SUBSCRIPTION"),
        _ => None,
    }
}
