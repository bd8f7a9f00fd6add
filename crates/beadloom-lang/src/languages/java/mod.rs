//! Java.

mod bindings;
mod definitions;
mod references;
mod routes;
mod value_places;

use std::collections::HashMap;

use beadloom_model::{LanguageId, SymbolKind};
use tree_sitter::Node;

use super::jvm::spring::Spring;
use super::jvm::{Claims, open_anonymous};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::vocabulary::{Kind, vocabulary};
use crate::walk::{Step, Steps, Visitor, steps};

/// Java.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Java,
    docs: DocComments::Marked,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_java::LANGUAGE, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Import,
    Type(SymbolKind, &'static str),
    Method(&'static str),
    Field,
    Lambda,
    /// What local variables end with.
    Block,
    /// A constant of an enum, which may have a body of its own.
    EnumConstant,
    Parameter,
    Locals,
    /// `for (T x : xs)`
    ForEach,
    Resource,
    /// `x instanceof T t`
    InstanceOf,
    /// `T t` in a pattern.
    Pattern,
    RecordPattern,
    Construction,
    Call,
    Annotation,
    TypeParameter,
    TypeName,
    ScopedTypeName,
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
    ("block", Step::Enter(Role::Block)),
    ("for_statement", Step::Enter(Role::Block)),
    ("catch_clause", Step::Enter(Role::Block)),
    ("try_with_resources_statement", Step::Enter(Role::Block)),
    ("switch_block_statement_group", Step::Enter(Role::Block)),
    ("switch_rule", Step::Enter(Role::Block)),
    ("enum_constant", Step::Enter(Role::EnumConstant)),
    ("formal_parameter", Step::Enter(Role::Parameter)),
    ("spread_parameter", Step::Enter(Role::Parameter)),
    ("catch_formal_parameter", Step::Enter(Role::Parameter)),
    ("local_variable_declaration", Step::Enter(Role::Locals)),
    ("enhanced_for_statement", Step::Enter(Role::ForEach)),
    ("resource", Step::Enter(Role::Resource)),
    ("instanceof_expression", Step::Enter(Role::InstanceOf)),
    ("type_pattern", Step::Enter(Role::Pattern)),
    ("record_pattern_component", Step::Enter(Role::Pattern)),
    ("record_pattern", Step::Enter(Role::RecordPattern)),
    ("object_creation_expression", Step::Enter(Role::Construction)),
    ("method_invocation", Step::Enter(Role::Call)),
    ("marker_annotation", Step::Enter(Role::Annotation)),
    ("annotation", Step::Enter(Role::Annotation)),
    ("type_parameter", Step::Enter(Role::TypeParameter)),
    ("type_identifier", Step::Enter(Role::TypeName)),
    ("scoped_type_identifier", Step::Enter(Role::ScopedTypeName)),
];

vocabulary! {
    kinds {
        modifiers, marker_annotation, annotation, asterisk, scoped_identifier, identifier, variable_declarator,
        field_declaration, constant_declaration, formal_parameter, spread_parameter, catch_formal_parameter,
        catch_type, type_identifier, scoped_type_identifier, generic_type, annotated_type, type_list,
        superclass, extends_interfaces, enum_body_declarations, class_body,
        inferred_parameters, object_creation_expression, cast_expression, parenthesized_expression,
        field_access, method_invocation, this, element_value_pair, element_value_array_initializer, string_literal,
        binary_expression,
    }
    fields {
        name, body, value, r#type, type_parameters, parameters, interfaces, object, field, right, arguments, key,
        left,
    }
}

struct Java {
    kinds: Kinds,
    /// `super`, which cannot stand in the vocabulary.
    base: Kind,
    fields: Fields,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Java {
        kinds: Kinds::new(language),
        base: Kind::new(language, "super"),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Java {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            claims: Claims::default(),
            types_from: 0,
            spring: Spring::default(),
            texts: HashMap::new(),
        }
    }
}

struct File<'r> {
    rules: &'r Java,
    claims: Claims,
    /// Names before this place are part of a dotted type that has been seen as a whole.
    types_from: usize,
    spring: Spring,
    /// Constants of this file that are strings; `None` where two of them have one name. Kept only where routes
    /// may need them.
    texts: HashMap<String, Option<String>>,
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Java;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Import => self.import(node, outline),
            Role::Type(kind, form) => self.type_declaration(node, kind, form, outline),
            Role::Method(form) => self.method(node, form, outline),
            Role::Field => self.field(node, outline),
            Role::Lambda => self.lambda(node, outline),
            Role::Block => outline.open(node, None, Container::Function),
            Role::EnumConstant => {
                self.enum_constant(node, outline);
                if self.rules.fields.body.of(node).is_some() {
                    open_anonymous(node, outline);
                }
            }
            Role::Parameter => self.parameter(node, outline),
            Role::Locals => self.locals(node, outline),
            Role::ForEach => self.for_each(node, outline),
            Role::Resource => self.resource(node, outline),
            Role::InstanceOf => self.instance_of(node, outline),
            Role::Pattern => self.pattern(node, outline),
            Role::RecordPattern => self.record_pattern(node, outline),
            Role::Construction => self.construction(node, outline),
            Role::Call => self.call(node, outline),
            Role::Annotation => self.annotation(node, outline),
            Role::TypeParameter => self.type_parameter(node, outline),
            Role::TypeName => self.type_name(node, outline),
            Role::ScopedTypeName => self.scoped_type_name(node, outline),
        }
    }
}
