//! TypeScript and JavaScript: one set of rules for three grammars.

mod bindings;
mod calls;
mod commonjs;
pub(crate) mod component;
mod definitions;
mod factories;
mod file;
mod keys;
mod literal;
mod loads;
mod mending;
mod modules;
mod names;
mod objects;
mod patterns;
mod routes;
mod template;
mod types;
mod value_places;
mod values;

use std::collections::{HashSet, VecDeque};

use beadloom_model::{LanguageId, SymbolKind};
use tree_sitter::Node;

use self::file::{Ecma, Fields, File, Kinds, Role, Variables, Wrapper};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::vocabulary::Kind;
use crate::walk::{Step, Steps, Visitor, steps};

/// JavaScript with JSX.
pub(crate) const JAVASCRIPT: Language = Language {
    id: LanguageId::JavaScript,
    docs: DocComments::Marked,
    place: Some(routes::place),
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_javascript::LANGUAGE, rules },
    }],
};

/// TypeScript, and TSX by its ending.
pub(crate) const TYPESCRIPT: Language = Language {
    id: LanguageId::TypeScript,
    docs: DocComments::Marked,
    place: Some(routes::place),
    values: Some(&value_places::VALUES),
    dialects: &[
        Dialect {
            extensions: &["ts", "mts", "cts"],
            reading: Reading::Tree { grammar: tree_sitter_typescript::LANGUAGE_TYPESCRIPT, rules },
        },
        Dialect {
            extensions: &["tsx"],
            reading: Reading::Tree { grammar: tree_sitter_typescript::LANGUAGE_TSX, rules },
        },
    ],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("html_comment", Step::Comment),
    ("hash_bang_line", Step::Skip),
    ("string", Step::Token),
    ("regex", Step::Token),
    ("jsx_text", Step::Text),
    ("decorator", Step::Enter(Role::Decorator)),
    ("export_statement", Step::Enter(Role::Export)),
    ("ambient_declaration", Step::Enter(Role::Ambient)),
    ("function_declaration", Step::Enter(Role::Function("function"))),
    ("generator_function_declaration", Step::Enter(Role::Function("generator function"))),
    ("function_signature", Step::Enter(Role::Function("function"))),
    ("function_expression", Step::Enter(Role::Nameless)),
    ("generator_function", Step::Enter(Role::Nameless)),
    ("arrow_function", Step::Enter(Role::Nameless)),
    ("class_declaration", Step::Enter(Role::Class("class"))),
    ("abstract_class_declaration", Step::Enter(Role::Class("abstract class"))),
    ("class", Step::Enter(Role::Class("class"))),
    ("interface_declaration", Step::Enter(Role::Type(SymbolKind::Interface, "interface"))),
    ("enum_declaration", Step::Enter(Role::Type(SymbolKind::Type, "enum"))),
    ("type_alias_declaration", Step::Enter(Role::Alias)),
    ("internal_module", Step::Enter(Role::Namespace)),
    ("module", Step::Enter(Role::Namespace)),
    ("method_definition", Step::Enter(Role::Method)),
    ("method_signature", Step::Enter(Role::MethodSignature)),
    ("abstract_method_signature", Step::Enter(Role::MethodSignature)),
    ("function_type", Step::Enter(Role::Signature)),
    ("constructor_type", Step::Enter(Role::Signature)),
    ("call_signature", Step::Enter(Role::Signature)),
    ("construct_signature", Step::Enter(Role::Signature)),
    ("enum_body", Step::Enter(Role::Members)),
    ("subscript_expression", Step::Enter(Role::Element)),
    ("property_signature", Step::Enter(Role::Property)),
    ("class_static_block", Step::Enter(Role::StaticBlock)),
    ("public_field_definition", Step::Enter(Role::Field)),
    ("field_definition", Step::Enter(Role::Field)),
    ("return_statement", Step::Enter(Role::Return)),
    ("lexical_declaration", Step::Enter(Role::Variables)),
    ("variable_declaration", Step::Enter(Role::Variables)),
    ("variable_declarator", Step::Enter(Role::Variable)),
    ("pair", Step::Enter(Role::Pair)),
    ("object", Step::Enter(Role::Object)),
    ("object_pattern", Step::Enter(Role::Object)),
    ("assignment_expression", Step::Enter(Role::Assignment)),
    ("import_statement", Step::Enter(Role::Import)),
    ("call_expression", Step::Enter(Role::Call)),
    ("for_in_statement", Step::Enter(Role::Loop)),
    ("catch_clause", Step::Enter(Role::Catch)),
    ("new_expression", Step::Enter(Role::New)),
    ("binary_expression", Step::Enter(Role::Binary)),
    ("class_heritage", Step::Enter(Role::Heritage)),
    ("extends_clause", Step::Enter(Role::Heritage)),
    ("implements_clause", Step::Enter(Role::Heritage)),
    ("extends_type_clause", Step::Enter(Role::Heritage)),
    ("type_identifier", Step::Enter(Role::TypeName)),
    ("nested_type_identifier", Step::Enter(Role::QualifiedType)),
    ("type_parameters", Step::Enter(Role::TypeParameters)),
    ("infer_type", Step::Enter(Role::TypeVariable)),
    ("mapped_type_clause", Step::Enter(Role::TypeVariable)),
    ("jsx_element", Step::Enter(Role::Jsx)),
    ("jsx_opening_element", Step::Enter(Role::Tag)),
    ("jsx_self_closing_element", Step::Enter(Role::Tag)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Ecma {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
        instanceof: language.id_for_node_kind("instanceof", false),
        base: Kind::new(language, "super"),
        typed: language.id_for_node_kind("property_signature", true) != 0,
    })
}

impl Rules for Ecma {
    type Visitor<'r> = File<'r>;

    fn mended(&self, text: &str) -> Option<String> {
        mending::mended(text)
    }

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        File {
            rules: self,
            wrapper: None,
            ambient: 0..0,
            awaited: None,
            variables: Variables::default(),
            literals: Vec::new(),
            required: None,
            followed: HashSet::new(),
            given: Vec::new(),
            factories: Vec::new(),
            filled: Vec::new(),
            passed_on: None,
            typed: Vec::new(),
            named: VecDeque::new(),
            routes: routes::Routes::new(path),
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Ecma;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Decorator => self.decorator(node, outline),
            Role::Export => self.export(node, outline),
            Role::Ambient => self.ambient(node, outline),
            Role::Function(form) => self.function(node, form, outline),
            Role::Nameless => self.nameless(node, outline),
            Role::Class(form) => self.class(node, form, outline),
            Role::Type(kind, form) => self.type_declaration(node, kind, form, outline),
            Role::Alias => self.alias(node, outline),
            Role::Namespace => self.namespace(node, outline),
            Role::Method => self.method(node, outline),
            Role::MethodSignature => self.method_signature(node, outline),
            Role::Signature => self.signature(node, outline),
            Role::Field => self.field(node, outline),
            Role::Members => self.enum_members(node, outline),
            Role::Element => self.element(node, outline),
            Role::Property => self.property(node, outline),
            Role::StaticBlock => outline.open(node, None, Container::Function),
            Role::Return => self.returned_literal(node.named_child(0), outline),
            Role::Variables => self.variables(node, outline),
            Role::Variable => self.variable(node, outline),
            Role::Pair => self.pair(node, outline),
            Role::Object => self.keys(node, outline),
            Role::Assignment => self.assignment(node, outline),
            Role::Loop => self.bind_loop(node, outline),
            Role::Catch => self.bind_catch(node, outline),
            Role::Import => self.import(node, outline),
            Role::Call => self.call(node, outline),
            Role::New => self.construction(node, outline),
            Role::Binary => self.binary(node, outline),
            Role::Heritage => self.heritage(node, outline),
            Role::TypeName => self.type_name(node, outline),
            Role::QualifiedType => self.qualified_type(node, outline),
            Role::TypeParameters => self.type_parameters(node, outline),
            Role::TypeVariable => self.type_variable(node, outline),
            Role::Jsx => outline.note_jsx(),
            Role::Tag => self.tag(node, outline),
        }
    }
}

impl File<'_> {
    /// What stands before this declaration, if anything does.
    fn wrapper_of(&self, node: Node<'_>) -> Option<Wrapper> {
        self.wrapper.filter(|wrapper| wrapper.inner == node.id())
    }

    fn is_function(&self, node: Node<'_>) -> bool {
        let kinds = &self.rules.kinds;
        kinds.arrow_function.is(node)
            || kinds.function_expression.is(node)
            || kinds.generator_function.is(node)
    }

    /// A value without parentheses and type assertions around it.
    fn bare<'t>(&self, node: Node<'t>) -> Node<'t> {
        const LAYERS: usize = 8;
        let kinds = &self.rules.kinds;
        let mut node = node;
        for _ in 0..LAYERS {
            let wraps = kinds.parenthesized_expression.is(node)
                || kinds.as_expression.is(node)
                || kinds.satisfies_expression.is(node)
                || kinds.non_null_expression.is(node);
            match node.named_child(0).filter(|_| wraps) {
                Some(inner) => node = inner,
                None => break,
            }
        }
        node
    }

    /// Whether the statement stands at the top of the file or of a namespace.
    fn is_top_level(&self, wrapper: Option<Wrapper>, outline: &Outline<'_>) -> bool {
        matches!(outline.container(), None | Some(Container::Module))
            && outline.is_below(2 + wrapper.map_or(0, |wrapper| wrapper.levels))
    }
}
