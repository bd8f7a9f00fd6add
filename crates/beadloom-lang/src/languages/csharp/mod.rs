//! C#.

mod bindings;
mod controllers;
mod definitions;
mod endpoints;
mod file;
mod literals;
mod members;
mod namespaces;
mod references;
mod routers;
mod types;
mod value_places;

use std::collections::BTreeSet;

use beadloom_model::{LanguageId, SymbolKind};
use tree_sitter::Node;

use self::file::{CSharp, Fields, File, Kinds, Role};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::walk::{Step, Steps, Visitor, steps};

use self::routers::{Controllers, Endpoints};

/// C#.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::CSharp,
    docs: DocComments::Marked,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::C_SHARP, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("string_literal", Step::Token),
    ("verbatim_string_literal", Step::Token),
    ("raw_string_literal", Step::Token),
    ("character_literal", Step::Token),
    ("predefined_type", Step::Token),
    ("implicit_type", Step::Token),
    ("modifier", Step::Token),
    ("boolean_literal", Step::Token),
    ("real_literal", Step::Token),
    // These fold code in editors and switch warnings.
    ("preproc_region", Step::Skip),
    ("preproc_endregion", Step::Skip),
    ("preproc_pragma", Step::Skip),
    ("preproc_nullable", Step::Skip),
    ("compilation_unit", Step::Enter(Role::Root)),
    ("global_statement", Step::Enter(Role::Statement)),
    ("namespace_declaration", Step::Enter(Role::Namespace)),
    ("using_directive", Step::Enter(Role::Using)),
    ("class_declaration", Step::Enter(Role::Type(SymbolKind::Class, "class"))),
    ("struct_declaration", Step::Enter(Role::Type(SymbolKind::Class, "struct"))),
    ("record_declaration", Step::Enter(Role::Type(SymbolKind::Class, "record"))),
    ("interface_declaration", Step::Enter(Role::Type(SymbolKind::Interface, "interface"))),
    ("enum_declaration", Step::Enter(Role::Type(SymbolKind::Type, "enum"))),
    ("delegate_declaration", Step::Enter(Role::Delegate)),
    ("method_declaration", Step::Enter(Role::Method)),
    ("constructor_declaration", Step::Enter(Role::Constructor)),
    ("destructor_declaration", Step::Enter(Role::Destructor)),
    ("operator_declaration", Step::Enter(Role::Operator)),
    ("conversion_operator_declaration", Step::Enter(Role::Conversion)),
    ("property_declaration", Step::Enter(Role::Property)),
    ("indexer_declaration", Step::Enter(Role::Indexer)),
    ("event_declaration", Step::Enter(Role::Event)),
    ("event_field_declaration", Step::Enter(Role::EventField)),
    ("field_declaration", Step::Enter(Role::Field)),
    ("enum_member_declaration", Step::Enter(Role::EnumMember)),
    ("local_function_statement", Step::Enter(Role::LocalFunction)),
    ("lambda_expression", Step::Enter(Role::Lambda)),
    ("anonymous_method_expression", Step::Enter(Role::Lambda)),
    ("implicit_parameter", Step::Enter(Role::ImplicitParameter)),
    ("parameter_list", Step::Enter(Role::Parameters)),
    ("bracketed_parameter_list", Step::Enter(Role::Parameters)),
    ("parameter", Step::Enter(Role::Parameter)),
    ("type_parameter", Step::Enter(Role::TypeParameter)),
    ("variable_declaration", Step::Enter(Role::Variables)),
    ("catch_declaration", Step::Enter(Role::Variable)),
    ("declaration_pattern", Step::Enter(Role::Variable)),
    ("declaration_expression", Step::Enter(Role::Variable)),
    ("recursive_pattern", Step::Enter(Role::Variable)),
    ("var_pattern", Step::Enter(Role::Variable)),
    ("foreach_statement", Step::Enter(Role::Foreach)),
    ("from_clause", Step::Enter(Role::Query)),
    ("let_clause", Step::Enter(Role::Query)),
    ("cast_expression", Step::Enter(Role::Typed)),
    ("typeof_expression", Step::Enter(Role::Typed)),
    ("default_expression", Step::Enter(Role::Typed)),
    ("sizeof_expression", Step::Enter(Role::Typed)),
    ("nullable_type", Step::Enter(Role::Typed)),
    ("array_type", Step::Enter(Role::Typed)),
    ("pointer_type", Step::Enter(Role::Typed)),
    ("ref_type", Step::Enter(Role::Typed)),
    ("scoped_type", Step::Enter(Role::Typed)),
    ("tuple_element", Step::Enter(Role::Typed)),
    ("type_pattern", Step::Enter(Role::Typed)),
    ("type_parameter_constraint", Step::Enter(Role::Typed)),
    ("type_argument_list", Step::Enter(Role::TypeArguments)),
    ("as_expression", Step::Enter(Role::As)),
    ("is_expression", Step::Enter(Role::As)),
    ("constant_pattern", Step::Enter(Role::Pattern)),
    ("base_list", Step::Enter(Role::Bases)),
    ("attribute", Step::Enter(Role::Attribute)),
    ("object_creation_expression", Step::Enter(Role::Creation)),
    ("invocation_expression", Step::Enter(Role::Invocation)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(CSharp {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for CSharp {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            file_wide: BTreeSet::new(),
            results: Vec::new(),
            controllers: Controllers::default(),
            endpoints: Endpoints::default(),
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Braces;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        self.leave_types(node.start_byte());
        let fields = &self.rules.fields;
        match role {
            Role::Invocation => self.invocation(node, outline),
            Role::Variables => self.variables(node, outline),
            Role::Parameter => self.parameter(node, outline),
            Role::Typed => self.type_use(fields.r#type.of(node), outline),
            Role::TypeArguments => self.type_arguments(node, outline),
            Role::Creation => self.creation(node, outline),
            Role::Method => self.method(node, outline),
            Role::Property => self.property(node, outline),
            Role::Field => self.field(node, outline),
            Role::EnumMember => self.enum_member(node, outline),
            Role::Lambda => outline.open(node, None, Container::Function),
            Role::ImplicitParameter => outline.bind(Some(node), None),
            Role::Parameters => self.rest_parameter(node, outline),
            Role::TypeParameter => outline.bind_type_parameter(fields.name.of(node)),
            Role::Variable => self.variable(node, outline),
            Role::Foreach => self.foreach(node, outline),
            Role::Query => outline.bind(fields.name.of(node), None),
            Role::As => self.type_use(fields.right.of(node), outline),
            Role::Pattern => self.constant_pattern(node, outline),
            Role::Attribute => self.attribute(node, outline),
            Role::Bases => self.bases(node, outline),
            Role::Type(kind, form) => self.type_declaration(node, kind, form, outline),
            Role::Delegate => self.delegate(node, outline),
            Role::Constructor => self.constructor(node, outline),
            Role::Destructor => self.destructor(node, outline),
            Role::Operator => self.operator(node, outline),
            Role::Conversion => self.conversion(node, outline),
            Role::Indexer => self.indexer(node, outline),
            Role::Event => self.event(node, outline),
            Role::EventField => self.event_field(node, outline),
            Role::LocalFunction => self.local_function(node, outline),
            Role::Namespace => self.namespace(node, outline),
            Role::Using => self.using(node, outline),
            Role::Statement => outline.entry_point = true,
            Role::Root => self.root(node, outline),
        }
    }
}
