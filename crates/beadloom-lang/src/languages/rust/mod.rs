//! Rust.

mod attributes;
mod bindings;
mod definitions;
mod file;
mod imports;
mod literals;
mod references;
mod routes;
mod testing;
mod types;
mod value_places;

use std::collections::HashSet;

use beadloom_model::{LanguageId, SymbolKind};
use tree_sitter::Node;

use self::file::{Attributes, Fields, File, Kinds, Role, Rust};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::walk::{Step, Steps, Visitor, steps};

/// Rust.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Rust,
    docs: DocComments::Marked,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: tree_sitter_rust::LANGUAGE, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("source_file", Step::Enter(Role::File)),
    ("line_comment", Step::Comment),
    ("block_comment", Step::Comment),
    ("shebang", Step::Skip),
    ("string_literal", Step::Token),
    ("raw_string_literal", Step::Token),
    ("attribute_item", Step::Enter(Role::Attribute)),
    ("function_item", Step::Enter(Role::Function)),
    ("function_signature_item", Step::Enter(Role::Function)),
    ("closure_expression", Step::Enter(Role::Closure)),
    ("struct_item", Step::Enter(Role::Item(SymbolKind::Class, "struct"))),
    ("union_item", Step::Enter(Role::Item(SymbolKind::Type, "union"))),
    ("enum_item", Step::Enter(Role::Item(SymbolKind::Type, "enum"))),
    ("trait_item", Step::Enter(Role::Item(SymbolKind::Interface, "trait"))),
    ("type_item", Step::Enter(Role::Item(SymbolKind::Type, "type"))),
    ("const_item", Step::Enter(Role::Value("const"))),
    ("static_item", Step::Enter(Role::Value("static"))),
    ("macro_definition", Step::Enter(Role::Macro)),
    ("impl_item", Step::Enter(Role::Impl)),
    ("mod_item", Step::Enter(Role::Module)),
    ("use_declaration", Step::Enter(Role::Use)),
    ("extern_crate_declaration", Step::Enter(Role::ExternCrate)),
    ("inner_attribute_item", Step::Enter(Role::InnerAttribute)),
    ("field_declaration", Step::Enter(Role::Field)),
    ("enum_variant", Step::Enter(Role::Variant)),
    ("ordered_field_declaration_list", Step::Enter(Role::TupleFields)),
    ("let_declaration", Step::Enter(Role::Let)),
    ("let_condition", Step::Enter(Role::Let)),
    ("match_arm", Step::Enter(Role::Arm)),
    ("for_expression", Step::Enter(Role::For)),
    ("type_identifier", Step::Enter(Role::TypeName)),
    ("scoped_type_identifier", Step::Enter(Role::ScopedType)),
    ("associated_type", Step::Enter(Role::Item(SymbolKind::Type, "type"))),
    ("type_binding", Step::Enter(Role::TypeBinding)),
    ("struct_expression", Step::Enter(Role::Literal)),
    ("struct_pattern", Step::Enter(Role::Literal)),
    ("call_expression", Step::Enter(Role::Call)),
    ("macro_invocation", Step::Enter(Role::Invocation)),
    ("token_tree", Step::Enter(Role::TokenTree)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Rust {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Rust {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            attributes: Attributes::default(),
            impl_of_trait: 0..0,
            modules: Vec::new(),
            inside: HashSet::new(),
            types: Vec::new(),
            claims: Vec::new(),
            tokens_until: 0,
            web: None,
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Rust;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::File => {
                self.inside = self.path_heads(node, outline);
                self.web_file(outline);
                testing::of_documentation(outline);
            }
            Role::Attribute => self.attribute(node, outline),
            Role::Function => self.function(node, outline),
            Role::Closure => {
                outline.open(node, None, Container::Function);
                self.bind_parameters(node, outline);
            }
            Role::Item(kind, form) => self.item(node, kind, form, outline),
            Role::Value(form) => self.value(node, form, outline),
            Role::Macro => self.macro_rules(node, outline),
            Role::Impl => self.impl_block(node, outline),
            Role::Module => self.module(node, outline),
            Role::Use => self.use_declaration(node, outline),
            Role::ExternCrate => self.extern_crate(node, outline),
            Role::InnerAttribute => {
                self.tokens_until = node.end_byte();
                testing::of_inner_attribute(node, outline);
            }
            Role::Field => self.field(node, outline),
            Role::Variant => self.variant(node, outline),
            Role::TupleFields => self.tuple_fields(node, outline),
            Role::Let => self.let_binding(node, outline),
            Role::Arm => self.arm(node, outline),
            Role::For => self.for_loop(node, outline),
            Role::TypeName => self.type_name(node, outline),
            Role::ScopedType => self.scoped_type(node, outline),
            Role::TypeBinding => {
                if let Some(name) = self.rules.fields.name.of(node) {
                    self.claim(vec![name.start_byte()]);
                }
            }
            Role::Literal => self.struct_literal(node, outline),
            Role::Call => self.call(node, outline),
            Role::Invocation => self.invocation(node, outline),
            Role::TokenTree => self.token_tree(node, outline),
        }
    }
}
