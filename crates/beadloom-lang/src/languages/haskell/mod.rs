//! Haskell.

mod bindings;
mod definitions;
mod file;
mod literals;
mod modules;
mod uses;
mod value_places;

use beadloom_model::LanguageId;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use self::file::{Exports, Fields, File, Haskell, Kinds, Role};
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::outline::Outline;
use crate::walk::{Step, Steps, Visitor, steps};

/// Haskell.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Haskell,
    docs: DocComments::Plain,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::HASKELL, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("haddock", Step::Comment),
    ("pragma", Step::Comment),
    ("string", Step::Token),
    ("char", Step::Token),
    ("quasiquote_body", Step::Token),
    ("module_id", Step::Token),
    ("operator", Step::Token),
    ("constructor_operator", Step::Token),
    ("haskell", Step::Enter(Role::Program)),
    ("header", Step::Enter(Role::Header)),
    ("imports", Step::Enter(Role::Imports)),
    ("import", Step::Enter(Role::Import)),
    ("declarations", Step::Enter(Role::Declarations)),
    ("class_declarations", Step::Enter(Role::Declarations)),
    ("instance_declarations", Step::Enter(Role::Declarations)),
    ("local_binds", Step::Enter(Role::Declarations)),
    ("signature", Step::Enter(Role::Binding)),
    ("function", Step::Enter(Role::Binding)),
    ("bind", Step::Enter(Role::Binding)),
    ("pattern_synonym", Step::Enter(Role::Pattern)),
    ("data_type", Step::Enter(Role::Data)),
    ("newtype", Step::Enter(Role::Data)),
    ("type_synonym", Step::Enter(Role::Alias("type"))),
    ("type_family", Step::Enter(Role::Alias("type family"))),
    ("data_family", Step::Enter(Role::Alias("data family"))),
    ("kind_signature", Step::Enter(Role::Alias(""))),
    ("equation", Step::Enter(Role::Alias(""))),
    ("class", Step::Enter(Role::Class)),
    ("instance", Step::Enter(Role::Instance)),
    ("deriving_instance", Step::Enter(Role::Instance)),
    ("data_constructor", Step::Enter(Role::Constructor)),
    ("newtype_constructor", Step::Enter(Role::Constructor)),
    ("gadt_constructor", Step::Enter(Role::Constructor)),
    ("field", Step::Enter(Role::Field)),
    ("foreign_import", Step::Enter(Role::Foreign)),
    ("deriving", Step::Enter(Role::Deriving)),
    ("exp", Step::Enter(Role::Statement)),
    ("let", Step::Enter(Role::Statement)),
    ("rec", Step::Enter(Role::Statement)),
    ("alternative", Step::Enter(Role::Alternative)),
    ("match", Step::Enter(Role::Match)),
    ("lambda", Step::Enter(Role::Lambda)),
    ("patterns", Step::Enter(Role::Patterns)),
    ("generator", Step::Enter(Role::Generator)),
    ("pattern_guard", Step::Enter(Role::Generator)),
    ("variable", Step::Enter(Role::Variable)),
    ("apply", Step::Enter(Role::Apply)),
    ("infix", Step::Enter(Role::Infix)),
    ("constructor", Step::Enter(Role::Value)),
    ("qualified", Step::Enter(Role::Qualified)),
    ("name", Step::Enter(Role::TypeName)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Haskell {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Haskell {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn readable<'t>(&self, text: &'t str) -> Cow<'t, str> {
        literals::readable(text)
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            exports: Exports::default(),
            quiet: 0,
            bindings: HashMap::new(),
            gathered: HashSet::new(),
            pattern: 0..0,
            bases: 0..0,
            named: usize::MAX,
            record_fields: HashSet::new(),
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Program => self.program(node, outline),
            Role::Header => self.header(node, outline),
            Role::Imports => self.quiet = node.end_byte(),
            Role::Import => self.import(node, outline),
            Role::Declarations => {
                if !self.gathered.remove(&node.start_byte()) {
                    self.gather(node, outline);
                }
            }
            Role::Binding => self.binding(node, outline),
            Role::Pattern => self.pattern_synonym(node, outline),
            Role::Data => self.data(node, outline),
            Role::Alias(form) => self.alias(form, node, outline),
            Role::Class => self.class(node, outline),
            Role::Instance => self.instance(node, outline),
            Role::Constructor => self.constructor(node, outline),
            Role::Field => self.field(node, outline),
            Role::Foreign => self.foreign(node, outline),
            Role::Deriving => self.bases = node.byte_range(),
            Role::Statement => {
                outline.tokens.open_block(node.start_byte(), node.end_byte());
                self.used_bare(node.named_child(0), outline);
            }
            Role::Alternative => {
                outline.tokens.open_block(node.start_byte(), node.end_byte());
                outline.open(node, None, Container::Function);
                self.expect_pattern(node);
            }
            // What an equation or alternative gives: by now its variables are bound.
            Role::Match => self.used_bare(self.rules.fields.expression.of(node), outline),
            Role::Lambda => outline.open(node, None, Container::Function),
            Role::Patterns => self.pattern = node.byte_range(),
            Role::Generator => {
                self.expect_pattern(node);
                self.used_bare(self.rules.fields.expression.of(node), outline);
            }
            Role::Variable => {
                if self.pattern.contains(&node.start_byte()) {
                    outline.bind(Some(node), None);
                }
            }
            Role::Apply => self.used_bare(self.rules.fields.function.of(node), outline),
            Role::Infix => self.infix(node, outline),
            Role::Value => self.value(node, outline),
            Role::Qualified => self.qualified(node, outline),
            Role::TypeName => self.type_name(node, outline),
        }
    }
}
