//! PHP.

mod definitions;
mod file;
mod imports;
mod laravel;
mod references;
mod value_places;

use std::collections::HashSet;

use beadloom_model::{LanguageId, ReferenceKind};
use tree_sitter::Node;

use self::file::{Fields, File, Kinds, Php, Role};
use super::indented::Indented;
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::walk::{Step, Steps, Visitor, steps};

/// PHP, with what stands around it in a template.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Php,
    docs: DocComments::Marked,
    place: Some(laravel::place),
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_php::LANGUAGE_PHP, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("php_tag", Step::Skip),
    ("text", Step::Text),
    ("string", Step::Token),
    ("heredoc", Step::Enter(Role::Heredoc)),
    ("nowdoc", Step::Enter(Role::Heredoc)),
    ("string_content", Step::Enter(Role::Text)),
    ("nowdoc_string", Step::Enter(Role::Text)),
    ("program", Step::Enter(Role::Program)),
    ("namespace_definition", Step::Enter(Role::Namespace)),
    ("namespace_use_declaration", Step::Enter(Role::Use)),
    ("class_declaration", Step::Enter(Role::Class)),
    ("anonymous_class", Step::Enter(Role::AnonymousClass)),
    ("interface_declaration", Step::Enter(Role::Interface)),
    ("trait_declaration", Step::Enter(Role::Trait)),
    ("enum_declaration", Step::Enter(Role::Enum)),
    ("enum_case", Step::Enter(Role::Case)),
    ("function_definition", Step::Enter(Role::Function)),
    ("method_declaration", Step::Enter(Role::Method)),
    ("anonymous_function", Step::Enter(Role::Nameless)),
    ("arrow_function", Step::Enter(Role::Nameless)),
    ("const_declaration", Step::Enter(Role::Constants)),
    ("property_declaration", Step::Enter(Role::Property)),
    ("include_expression", Step::Enter(Role::Include)),
    ("include_once_expression", Step::Enter(Role::Include)),
    ("require_expression", Step::Enter(Role::Include)),
    ("require_once_expression", Step::Enter(Role::Include)),
    ("base_clause", Step::Enter(Role::Bases)),
    ("class_interface_clause", Step::Enter(Role::Bases)),
    ("use_declaration", Step::Enter(Role::Bases)),
    ("simple_parameter", Step::Enter(Role::Parameter)),
    ("variadic_parameter", Step::Enter(Role::Parameter)),
    ("property_promotion_parameter", Step::Enter(Role::Promoted)),
    ("assignment_expression", Step::Enter(Role::Assignment)),
    ("reference_assignment_expression", Step::Enter(Role::Assignment)),
    ("list_literal", Step::Enter(Role::Targets)),
    ("global_declaration", Step::Enter(Role::Targets)),
    ("function_static_declaration", Step::Enter(Role::Targets)),
    ("foreach_statement", Step::Enter(Role::Each)),
    ("catch_clause", Step::Enter(Role::Caught)),
    ("function_call_expression", Step::Enter(Role::Call)),
    ("member_call_expression", Step::Enter(Role::MemberCall)),
    ("nullsafe_member_call_expression", Step::Enter(Role::MemberCall)),
    ("scoped_call_expression", Step::Enter(Role::ScopedCall)),
    ("object_creation_expression", Step::Enter(Role::New)),
    ("class_constant_access_expression", Step::Enter(Role::Scope)),
    ("scoped_property_access_expression", Step::Enter(Role::StaticProperty)),
    ("named_type", Step::Enter(Role::NamedType)),
    ("attribute", Step::Enter(Role::Attribute)),
    ("binary_expression", Step::Enter(Role::Binary)),
    ("array_creation_expression", Step::Enter(Role::Array)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Php {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
        instance_of: language.id_for_node_kind("instanceof", false),
    })
}

impl Rules for Php {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        File {
            rules: self,
            nameless_class: false,
            namespaces: false,
            whole_names: HashSet::new(),
            indented: Indented::default(),
            routes: laravel::Routes::new(path),
            main: LANGUAGE.is_entry_file(path),
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Php;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Program => outline.entry_point |= self.main,
            Role::Namespace => self.namespace(node, outline),
            Role::Use => self.import(node, outline),
            Role::Class => self.class(node, outline),
            Role::AnonymousClass => {
                self.nameless_class = true;
                outline.open(node, None, Container::Type);
            }
            Role::Interface => self.interface(node, "interface", outline),
            Role::Trait => self.interface(node, "trait", outline),
            Role::Enum => self.enumeration(node, outline),
            Role::Case => self.case(node, outline),
            Role::Function => self.function(node, outline),
            Role::Method => self.method(node, outline),
            Role::Nameless => outline.open(node, None, Container::Function),
            Role::Constants => self.constants(node, outline),
            Role::Property => self.property(node, outline),
            Role::Include => self.include(node, outline),
            Role::Bases => self.bases(node, outline),
            Role::Parameter => self.parameter(node, outline),
            Role::Promoted => {
                self.parameter(node, outline);
                self.promoted(node, outline);
            }
            Role::Assignment => self.assignment(node, outline),
            Role::Targets => self.bind_parts(node, outline),
            Role::Each => self.each(node, outline),
            Role::Caught => self.caught(node, outline),
            Role::Call => self.call(node, outline),
            Role::MemberCall => self.member_call(node, outline),
            Role::ScopedCall => self.scoped_call(node, outline),
            Role::New => self.creation(node, outline),
            Role::Scope => self.use_type(node.child(0), outline),
            Role::StaticProperty => self.static_property(node, outline),
            Role::NamedType => self.use_type(node.named_child(0), outline),
            Role::Attribute => {
                let of = node.named_child(0);
                self.reference_name(ReferenceKind::Call, of, outline);
            }
            Role::Binary => self.instance_of(node, outline),
            Role::Array => self.callable(node, outline),
            Role::Heredoc => {
                let end = self.rules.fields.end_tag.of(node);
                let width = end.map_or(0, |end| end.start_position().column);
                self.indented = Indented::new(node.byte_range(), width);
            }
            Role::Text => self.indented.cut(node.byte_range(), outline),
        }
    }
}
