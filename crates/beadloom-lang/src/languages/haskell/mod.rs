//! Haskell.

mod bindings;
mod definitions;
mod literals;
mod modules;
mod uses;

use beadloom_model::LanguageId;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tree_sitter::Node;

use self::bindings::Binding;
use self::modules::Exports;
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::outline::{Container, Outline};
use crate::parser::{Grammar, Rules};
use crate::vocabulary::vocabulary;
use crate::walk::{Step, Visitor, steps};

/// Haskell.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Haskell,
    docs: DocComments::Plain,
    place: None,
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::HASKELL, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    /// The whole file.
    Program,
    Header,
    Imports,
    Import,
    /// A list of declarations: of the file, a class, an instance, `let`, `where`.
    Declarations,
    /// One equation of a function, a value, or a type signature.
    Binding,
    Pattern,
    Data,
    Alias(&'static str),
    Class,
    Instance,
    Constructor,
    Field,
    Foreign,
    Deriving,
    // Layout.
    Statement,
    Alternative,
    Match,
    Lambda,
    // What is bound or used.
    Patterns,
    Generator,
    Variable,
    Apply,
    Infix,
    Value,
    Qualified,
    TypeName,
}

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

vocabulary! {
    kinds {
        export, module_export, all_names, import_name, prefix_id, infix_id, variable, constructor, name, signature, function, bind, comment, haddock, pragma,
        cpp, qualified, apply, parens, infix, lambda, lambda_case, r#do, forall, context, equation,
        function_head_parens, field_name
    }
    fields {
        name, names, module, alias, exports, r#type, operator, variable, children, patterns, pattern, r#match,
        expression, binds, constructor, constructors, left_operand, right_operand, function, context, id, synonym,
        signature
    }
}

struct Haskell {
    kinds: Kinds,
    fields: Fields,
    steps: Vec<Step<Role>>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    Box::new(Haskell {
        kinds: Kinds::new(language),
        fields: Fields::new(language),
        steps: steps(language, STEPS),
    })
}

impl Rules for Haskell {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &[Step<Role>] {
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

struct File<'r> {
    rules: &'r Haskell,
    exports: Exports,
    /// Names before this place are those of exports and imports.
    quiet: usize,
    /// What is still to come of the lists of declarations that were gathered, by the first byte of its name.
    bindings: HashMap<usize, Binding>,
    /// First bytes of lists that were gathered before the walk came to them.
    gathered: HashSet<usize>,
    /// The last pattern: variables in it are bound, not used.
    pattern: Range<usize>,
    /// The last list of what a type or class derives from.
    bases: Range<usize>,
    /// First byte of a name that has been reported already, or is that of a definition.
    named: usize,
    /// Fields that were defined, with the first byte of their data type.
    record_fields: HashSet<(usize, String)>,
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
