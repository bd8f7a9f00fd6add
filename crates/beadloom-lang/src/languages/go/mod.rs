//! Go.

mod bindings;
mod definitions;
mod file;
mod literals;
mod references;
mod routes;
mod value_places;

use beadloom_model::LanguageId;

use tree_sitter::Node;

use self::file::{Fields, File, Go, Group, Kinds, Role};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::walk::{Step, Steps, Visitor, steps};

/// Go.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Go,
    docs: DocComments::Plain,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_go::LANGUAGE, rules },
    }],
};

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
    ("field_declaration", Step::Enter(Role::Field)),
    ("type_elem", Step::Enter(Role::Element)),
    ("assignment_statement", Step::Enter(Role::Assignment)),
    ("short_var_declaration", Step::Enter(Role::Declare)),
    ("receive_statement", Step::Enter(Role::Declare)),
    ("range_clause", Step::Enter(Role::Range)),
    ("type_switch_statement", Step::Enter(Role::TypeSwitch)),
    ("type_case", Step::Enter(Role::TypeCase)),
    ("type_identifier", Step::Enter(Role::TypeName)),
    ("qualified_type", Step::Enter(Role::QualifiedType)),
    ("composite_literal", Step::Enter(Role::Composite)),
    ("call_expression", Step::Enter(Role::Call)),
    ("type_conversion_expression", Step::Enter(Role::Conversion)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Go { kinds: Kinds::new(language), fields: Fields::new(language), steps: steps(language, STEPS) })
}

impl Rules for Go {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            group: Group { start: 0, grouped: false, lead: "" },
            main: false,
            type_read: usize::MAX,
            types_until: 0,
            switches: Vec::new(),
            web: None,
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Go;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        match role {
            Role::Package => self.main = outline.name(kinds.package_identifier.child(node)) == Some("main"),
            Role::Import => self.import(node, outline),
            Role::Function => self.function(node, outline),
            Role::Method => self.method(node, outline),
            Role::Literal => {
                outline.open(node, None, Container::Function);
                self.bind_signature(node, outline);
            }
            Role::TypeGroup => self.group = self.open_group(node, "type "),
            Role::ConstGroup => self.group = self.open_group(node, "const "),
            Role::VarGroup => self.group = self.open_group(node, "var "),
            Role::Type => self.type_spec(node, outline),
            Role::Alias => self.alias(node, outline),
            Role::Const => self.values(node, "const", outline),
            Role::Var => self.values(node, "var", outline),
            Role::Requirement => self.requirement(node, outline),
            Role::Field => self.field(node, outline),
            Role::Element => self.element(node, outline),
            Role::Assignment => self.web_assignment(node, outline),
            Role::Declare => self.declare(node, outline),
            Role::Range => self.range(node, outline),
            Role::TypeSwitch => self.type_switch(node, outline),
            Role::TypeCase => self.type_case(node, outline),
            Role::TypeName => self.type_name(node, outline),
            Role::QualifiedType => self.qualified_type(node, outline),
            Role::Composite => self.composite(node, outline),
            Role::Call => self.call(node, outline),
            Role::Conversion => self.conversion(node, outline),
        }
    }
}
