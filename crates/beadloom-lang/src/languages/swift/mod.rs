//! Swift.

mod definitions;
mod uses;
mod value_places;

use std::ops::Range;

use beadloom_model::{ImportKind, LanguageId, SymbolKind};
use tree_sitter::Node;

use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::vocabulary::vocabulary;
use crate::walk::{Step, Steps, Visitor, steps};

/// Swift.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Swift,
    docs: DocComments::Marked,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::SWIFT, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Program,
    Import,
    Attribute,
    /// Class, struct, enum, actor and extension: one kind of node, told apart by its keyword.
    Declaration,
    Protocol,
    Function,
    Init(&'static str),
    Subscript,
    Property,
    Requirement,
    Case,
    Alias(&'static str),
    PrecedenceGroup,
    Macro,
    Closure,
    // What is bound.
    Parameter,
    TypeParameter,
    Pattern,
    Condition,
    Capture,
    Catch,
    Observer,
    // What is used.
    Call,
    Construction,
    Invocation,
    Base,
    Type,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("multiline_comment", Step::Comment),
    ("source_file", Step::Enter(Role::Program)),
    ("shebang_line", Step::Skip),
    ("raw_string_literal", Step::Token),
    ("regex_literal", Step::Token),
    ("simple_identifier", Step::Token),
    ("line_str_text", Step::Token),
    ("multi_line_str_text", Step::Token),
    ("boolean_literal", Step::Token),
    ("real_literal", Step::Token),
    ("import_declaration", Step::Enter(Role::Import)),
    ("attribute", Step::Enter(Role::Attribute)),
    ("class_declaration", Step::Enter(Role::Declaration)),
    ("protocol_declaration", Step::Enter(Role::Protocol)),
    ("function_declaration", Step::Enter(Role::Function)),
    ("protocol_function_declaration", Step::Enter(Role::Function)),
    ("init_declaration", Step::Enter(Role::Init("init"))),
    ("deinit_declaration", Step::Enter(Role::Init("deinit"))),
    ("subscript_declaration", Step::Enter(Role::Subscript)),
    ("property_declaration", Step::Enter(Role::Property)),
    ("protocol_property_declaration", Step::Enter(Role::Requirement)),
    ("enum_entry", Step::Enter(Role::Case)),
    ("typealias_declaration", Step::Enter(Role::Alias("typealias"))),
    ("associatedtype_declaration", Step::Enter(Role::Alias("associatedtype"))),
    ("precedence_group_declaration", Step::Enter(Role::PrecedenceGroup)),
    ("macro_declaration", Step::Enter(Role::Macro)),
    ("lambda_literal", Step::Enter(Role::Closure)),
    ("parameter", Step::Enter(Role::Parameter)),
    ("lambda_parameter", Step::Enter(Role::Parameter)),
    ("type_parameter", Step::Enter(Role::TypeParameter)),
    ("pattern", Step::Enter(Role::Pattern)),
    ("if_statement", Step::Enter(Role::Condition)),
    ("guard_statement", Step::Enter(Role::Condition)),
    ("while_statement", Step::Enter(Role::Condition)),
    ("capture_list_item", Step::Enter(Role::Capture)),
    ("catch_block", Step::Enter(Role::Catch)),
    ("computed_setter", Step::Enter(Role::Observer)),
    ("willset_didset_block", Step::Enter(Role::Observer)),
    ("call_expression", Step::Enter(Role::Call)),
    ("constructor_expression", Step::Enter(Role::Construction)),
    ("macro_invocation", Step::Enter(Role::Invocation)),
    ("inheritance_specifier", Step::Enter(Role::Base)),
    ("user_type", Step::Enter(Role::Type)),
];

vocabulary! {
    kinds {
        modifiers, attribute, visibility_modifier, property_modifier, identifier, simple_identifier,
        type_identifier, type_arguments, type_parameter_pack, user_type, optional_type, opaque_type,
        existential_type, value_binding_pattern, pattern, type_annotation, computed_property,
        navigation_expression, call_expression, constructor_expression, call_suffix, value_arguments,
        self_expression, super_expression, postfix_expression, try_expression, await_expression,
        as_expression, tuple_expression
    }
    fields {
        name, body, value, computed_value, raw_value, bound_identifier, declaration_kind, target, suffix,
        wrapped, expr, inherits_from, constructed_type, definition
    }
}

struct Swift {
    kinds: Kinds,
    fields: Fields,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Swift {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Swift {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        File {
            rules: self,
            script: LANGUAGE.is_entry_file(path),
            private: 0..0,
            property: Property { depth: 0, range: 0..0 },
            named: usize::MAX,
        }
    }
}

/// The declaration of variables that was entered last.
struct Property {
    depth: usize,
    range: Range<usize>,
}

struct File<'r> {
    rules: &'r Swift,
    /// The file's statements are the program.
    script: bool,
    /// The last extension whose members are private unless they say otherwise.
    private: Range<usize>,
    property: Property,
    /// First byte of a type's name that has been reported already.
    named: usize,
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Swift;

    fn enter<'t>(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'t>) {
        match role {
            Role::Program => outline.entry_point |= self.script,
            Role::Import => self.import(node, outline),
            Role::Attribute => self.attribute(node, outline),
            Role::Declaration => self.declaration(node, outline),
            Role::Protocol => self.protocol(node, outline),
            Role::Function => self.function(node, outline),
            Role::Init(name) => self.initializer(name, node, outline),
            Role::Subscript => self.subscript(node, outline),
            Role::Property => self.property(node, outline),
            Role::Requirement => self.requirement(node, outline),
            Role::Case => self.cases(node, outline),
            Role::Alias(form) => self.alias(form, node, outline),
            Role::PrecedenceGroup => self.precedence_group(node, outline),
            Role::Macro => self.macro_declaration(node, outline),
            Role::Closure => outline.open(node, None, Container::Function),
            Role::Parameter => self.parameter(node, outline),
            Role::TypeParameter => self.type_parameter(node, outline),
            Role::Pattern => self.pattern(node, outline),
            Role::Condition => self.condition(node, outline),
            Role::Capture => outline.bind(self.rules.fields.name.of(node), None),
            Role::Catch => outline.bind_name("error", None),
            Role::Observer => {
                outline.bind_name("newValue", None);
                outline.bind_name("oldValue", None);
            }
            Role::Call => self.call(node, outline),
            Role::Construction => self.construction(node, outline),
            Role::Invocation => self.invocation(node, outline),
            Role::Base => self.base(node, outline),
            Role::Type => self.type_use(node, outline),
        }
    }
}

impl File<'_> {
    /// `import Module`, `import struct Module.Name`, `import Module.Submodule`. Attributes (`@testable`) and
    /// access levels change nothing of where it leads.
    fn import(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        const DECLARATIONS: &[&str] =
            &["typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor"];
        let Some(path) = self.rules.kinds.identifier.child(node) else { return };
        let specifier: String = outline.text(path).split_whitespace().collect();
        let specifier = specifier.replace('`', "");
        let one = (0..node.child_count().min(6))
            .filter_map(|at| node.child(at))
            .any(|child| !child.is_named() && DECLARATIONS.contains(&child.kind()));
        let public = self.rules.kinds.modifiers.child(node).is_some_and(|modifiers| {
            let text = outline.text(modifiers);
            text.contains("@_exported") || text.split_whitespace().any(|word| word == "public")
        });
        let kind = if public { ImportKind::ReExport } else { ImportKind::Import };
        match specifier.rsplit_once('.').filter(|_| one) {
            Some((module, name)) => outline.import(module, vec![name.to_owned()], kind, node.start_byte()),
            // Whatever the module makes public is visible without its name.
            None => outline.import(&specifier, vec!["*".to_owned()], kind, node.start_byte()),
        }
    }

    /// What a member or declaration is called where it is defined: kind by what is around it.
    fn callable(outline: &Outline<'_>) -> SymbolKind {
        if outline.container() == Some(Container::Type) { SymbolKind::Method } else { SymbolKind::Function }
    }
}
