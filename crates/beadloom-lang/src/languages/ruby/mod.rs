//! Ruby.

mod calls;
mod constants;
mod definitions;
mod file;
mod imports;
mod names;
mod rails;
mod symbols;
mod value_places;

use std::collections::{HashSet, VecDeque};

use beadloom_model::{LanguageId, ReferenceKind};
use tree_sitter::Node;

use self::file::{Body, Fields, File, Kinds, Role, Ruby, Visibility};
use super::indented::Indented;
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::vocabulary::Kind;
use crate::walk::{Step, Steps, Visitor, steps};

/// Ruby.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Ruby,
    docs: DocComments::Plain,
    place: Some(rails::place),
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::RUBY, rules },
    }],
};

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("string_content", Step::Token),
    ("heredoc_beginning", Step::Enter(Role::Heredoc)),
    ("heredoc_body", Step::Enter(Role::HeredocBody)),
    ("heredoc_content", Step::Enter(Role::HeredocText)),
    ("class", Step::Enter(Role::Class)),
    ("module", Step::Enter(Role::Module)),
    ("singleton_class", Step::Enter(Role::SingletonClass)),
    ("method", Step::Enter(Role::Method)),
    ("singleton_method", Step::Enter(Role::SingletonMethod)),
    ("alias", Step::Enter(Role::Alias)),
    ("assignment", Step::Enter(Role::Assignment)),
    ("operator_assignment", Step::Enter(Role::Assignment)),
    ("left_assignment_list", Step::Enter(Role::Targets)),
    ("destructured_left_assignment", Step::Enter(Role::Targets)),
    ("rest_assignment", Step::Enter(Role::Targets)),
    ("method_parameters", Step::Enter(Role::Parameters)),
    ("block_parameters", Step::Enter(Role::Parameters)),
    ("lambda_parameters", Step::Enter(Role::Parameters)),
    ("destructured_parameter", Step::Enter(Role::Parameters)),
    ("do_block", Step::Enter(Role::Block)),
    ("block", Step::Enter(Role::Block)),
    ("lambda", Step::Enter(Role::Lambda)),
    ("call", Step::Enter(Role::Call)),
    ("super", Step::Enter(Role::Super)),
    ("identifier", Step::Enter(Role::Identifier)),
    ("constant", Step::Enter(Role::Constant)),
    ("scope_resolution", Step::Enter(Role::Scope)),
    ("exception_variable", Step::Enter(Role::Caught)),
    ("for", Step::Enter(Role::For)),
    ("in_clause", Step::Enter(Role::Pattern)),
    ("array_pattern", Step::Enter(Role::Pattern)),
    ("find_pattern", Step::Enter(Role::Pattern)),
    ("as_pattern", Step::Enter(Role::Pattern)),
    ("keyword_pattern", Step::Enter(Role::Pattern)),
    ("match_pattern", Step::Enter(Role::Pattern)),
    ("if", Step::Enter(Role::If)),
    ("if_modifier", Step::Enter(Role::If)),
    ("argument_list", Step::Enter(Role::Mark)),
    ("unary", Step::Enter(Role::Mark)),
];

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    let mut steps = steps(language, STEPS);
    // A line break does the same.
    steps.skip_word(language, ";");
    Box::new(Ruby {
        kinds: Kinds::new(language),
        this: Kind::new(language, "self"),
        fields: Fields::new(language),
        steps,
    })
}

impl Rules for Ruby {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, path: &str) -> File<'r> {
        File {
            rules: self,
            bodies: Vec::new(),
            named: Vec::new(),
            taken: 0,
            hidden: 0..0,
            locals: HashSet::new(),
            method: (0..0, 0..0),
            see_through: None,
            autoload_under: None,
            heredocs: VecDeque::new(),
            indented: Indented::default(),
            rails: rails::Drawing::new(path),
            main: LANGUAGE.is_entry_file(path),
        }
    }
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Ruby;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Identifier => self.identifier(node, outline),
            Role::Constant => self.constant(node, outline),
            Role::Scope => self.scope(node, outline),
            Role::Call => self.call(node, outline),
            Role::Mark => outline.tokens.open_block(node.start_byte(), node.end_byte()),
            Role::Block => self.block(node, outline),
            Role::Lambda => outline.open(node, None, Container::Function),
            Role::Parameters => self.parameters(node, outline),
            Role::Assignment => self.assignment(node, outline),
            Role::Targets => self.targets(node, outline),
            Role::Method => self.method(node, None, outline),
            Role::SingletonMethod => self.method(node, self.rules.fields.object.of(node), outline),
            Role::Class => self.class(node, outline),
            Role::Module => self.module(node, outline),
            Role::SingletonClass => self.singleton_class(node, outline),
            Role::Alias => self.alias(node, outline),
            Role::Super => self.parent_call(node, outline),
            Role::Caught => self.bind_all(node, outline),
            Role::For => self.bind_target(self.rules.fields.pattern.of(node), None, outline),
            Role::Pattern => self.pattern(node, outline),
            Role::If => self.condition(node, outline),
            Role::Heredoc => self.heredocs.push_back(outline.text(node).starts_with("<<~")),
            Role::HeredocBody => self.heredoc(node),
            Role::HeredocText => self.indented.cut(node.byte_range(), outline),
        }
    }
}

impl File<'_> {
    /// Bodies that end before this place are left.
    fn arrive(&mut self, at: usize) {
        while self.bodies.last().is_some_and(|body| body.end <= at) {
            self.bodies.pop();
        }
    }

    /// Whether the statement around has dealt with the name that begins here.
    fn is_named(&mut self, at: usize) -> bool {
        while self.named.last().is_some_and(|start| *start < at) {
            self.named.pop();
        }
        let named = self.named.last() == Some(&at);
        if named {
            self.named.pop();
        }
        named
    }

    /// The statement around deals with this name.
    fn name_here(&mut self, node: Node<'_>) {
        let kinds = &self.rules.kinds;
        if kinds.identifier.is(node) || kinds.constant.is(node) || kinds.setter.is(node) {
            self.named.push(node.start_byte());
        }
    }

    /// Constants up to the end of this node have been dealt with.
    fn take(&mut self, node: Node<'_>) {
        self.taken = self.taken.max(node.end_byte());
    }

    /// The text of the first here-document that waits for one.
    fn heredoc(&mut self, node: Node<'_>) {
        let dedented = self.heredocs.pop_front().unwrap_or(false);
        let end = node.child_count().checked_sub(1).and_then(|last| node.child(last));
        self.indented = match end.filter(|_| dedented) {
            Some(end) => Indented::new(node.byte_range(), end.start_position().column),
            None => Indented::default(),
        };
    }

    /// `if __FILE__ == $0`
    fn condition(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        outline.entry_point |= self.main;
        if outline.in_function() {
            return;
        }
        let Some(condition) = outline.name(self.rules.fields.condition.of(node)) else { return };
        let names_file = condition.starts_with("__FILE__") || condition.ends_with("__FILE__");
        outline.entry_point |=
            names_file && (condition.contains("$0") || condition.contains("$PROGRAM_NAME"));
    }

    /// `A::B`: whatever uses it uses a type, unless it is written like a value.
    fn scope(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if node.start_byte() < self.taken {
            return;
        }
        let Some(name) = self.rules.fields.name.of(node) else { return };
        if names::is_type(outline.text(name)) {
            self.reference_constant(ReferenceKind::Type, node, outline);
            self.take(node);
        } else {
            // `Ledger::LIMIT` uses `Ledger`, which comes next in the walk.
            self.named.push(name.start_byte());
        }
    }

    fn constant(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.is_named(node.start_byte()) || node.start_byte() < self.taken {
            return;
        }
        if names::is_type(outline.text(node)) {
            self.reference_constant(ReferenceKind::Type, node, outline);
        }
    }
}
