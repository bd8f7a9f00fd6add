//! Ruby.

mod calls;
mod constants;
mod definitions;
mod imports;
mod names;
mod rails;

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use beadloom_model::{LanguageId, ReferenceKind};
use tree_sitter::Node;

use super::indented::Indented;
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::outline::{Container, Outline};
use crate::parser::{Grammar, Rules};
use crate::vocabulary::{Kind, vocabulary};
use crate::walk::{Step, Visitor, steps};

/// Ruby.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Ruby,
    docs: DocComments::Plain,
    place: Some(rails::place),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::RUBY, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Class,
    Module,
    SingletonClass,
    Method,
    SingletonMethod,
    Alias,
    Assignment,
    /// What takes several values, or the rest of them.
    Targets,
    Parameters,
    Block,
    Lambda,
    Call,
    Super,
    Identifier,
    Constant,
    Scope,
    Caught,
    For,
    Pattern,
    If,
    Heredoc,
    HeredocBody,
    HeredocText,
    /// Arguments may stand without brackets, so that where they begin and end has to be marked.
    Mark,
}

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

vocabulary! {
    kinds {
        identifier, constant, scope_resolution, instance_variable, call, element_reference, string,
        simple_symbol, array, symbol_array, string_array, bare_symbol, bare_string,
        pair, hash_key_symbol, binary, setter, heredoc_beginning, heredoc_body, splat_argument,
        left_assignment_list,
    }
    fields {
        name, scope, superclass, value, object, parameters, left, right, receiver, method, arguments, block,
        alias, condition, pattern, key,
    }
}

struct Ruby {
    kinds: Kinds,
    /// `self` is no name that Rust would have for a field.
    this: Kind,
    fields: Fields,
    steps: Vec<Step<Role>>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    let mut steps = steps(language, STEPS);
    // A line break does the same.
    if let Some(step) = steps.get_mut(language.id_for_node_kind(";", false) as usize) {
        *step = Step::Skip;
    }
    Box::new(Ruby {
        kinds: Kinds::new(language),
        this: Kind::new(language, "self"),
        fields: Fields::new(language),
        steps,
    })
}

impl Rules for Ruby {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &[Step<Role>] {
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

/// Who may call the methods that follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visibility {
    Public,
    Hidden,
}

/// The body of a class or module.
struct Body {
    end: usize,
    visibility: Visibility,
    /// `class << self`: its methods belong to the class itself.
    singleton: bool,
    /// The last definition of each name, by its number; those of the class itself begin with `self.`.
    members: HashMap<String, usize>,
}

struct File<'r> {
    rules: &'r Ruby,
    /// Innermost last.
    bodies: Vec<Body>,
    /// Where names begin that their statement has dealt with, innermost last.
    named: Vec<usize>,
    /// Constants before this byte have been dealt with.
    taken: usize,
    /// The arguments of the last `private` and its like.
    hidden: Range<usize>,
    /// Variables outside of any method.
    locals: HashSet<String>,
    /// The last method and its name.
    method: (Range<usize>, Range<usize>),
    /// A block that is no function to what it holds.
    see_through: Option<usize>,
    /// The folder of an `autoload_under` block, and where that ends.
    autoload_under: Option<(String, usize)>,
    /// Here-documents whose text is still to come: whether their indentation is that of the code.
    heredocs: VecDeque<bool>,
    indented: Indented,
    rails: rails::Drawing,
    /// The file is run as a program by its name.
    main: bool,
}

impl Visitor for File<'_> {
    type Role = Role;

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
