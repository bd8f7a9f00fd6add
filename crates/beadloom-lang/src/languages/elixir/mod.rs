//! Elixir. All that defines, imports or calls is a call to its grammar; names tell them apart.

mod attributes;
mod definitions;
mod imports;
mod references;
mod value_places;

use beadloom_model::LanguageId;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use tree_sitter::Node;

use super::indented::Indented;
use crate::definition::Container;
use crate::grammar::{Grammar, Rules};
use crate::language::{Dialect, DocComments, Language, Reading};
use crate::layout::Style;
use crate::outline::Outline;
use crate::vocabulary::vocabulary;
use crate::walk::{Step, Steps, Visitor, steps};

/// Elixir, scripts included.
pub(crate) const LANGUAGE: Language = Language {
    id: LanguageId::Elixir,
    docs: DocComments::Plain,
    place: None,
    values: Some(&value_places::VALUES),
    dialects: &[Dialect {
        extensions: &[],
        reading: Reading::Tree { grammar: beadloom_grammars::ELIXIR, rules },
    }],
};

#[derive(Clone, Copy)]
enum Role {
    Call,
    /// `@name …`, and operators with one side.
    Unary,
    Alias,
    Nameless,
    Quoted,
    Text,
    /// Arguments may stand without brackets, so that where they begin and end has to be marked.
    Mark,
    Tuple,
}

const STEPS: &[(&str, Step<Role>)] = &[
    ("comment", Step::Comment),
    ("string", Step::Enter(Role::Quoted)),
    ("charlist", Step::Enter(Role::Quoted)),
    ("sigil", Step::Enter(Role::Quoted)),
    ("quoted_content", Step::Enter(Role::Text)),
    // Keys hold the white space that follows them.
    ("keyword", Step::Text),
    ("quoted_keyword", Step::Text),
    ("call", Step::Enter(Role::Call)),
    ("unary_operator", Step::Enter(Role::Unary)),
    ("alias", Step::Enter(Role::Alias)),
    ("anonymous_function", Step::Enter(Role::Nameless)),
    ("arguments", Step::Enter(Role::Mark)),
    ("tuple", Step::Enter(Role::Tuple)),
];

vocabulary! {
    kinds {
        identifier, alias, call, dot, arguments, do_block, keywords, list, tuple, binary_operator,
        unary_operator, string, sigil, sigil_name, atom, comment,
    }
    fields { target, left, right, operand, operator, key, value, quoted_start, quoted_end }
}

struct Elixir {
    kinds: Kinds,
    fields: Fields,
    steps: Steps<Role>,
}

fn rules(language: &tree_sitter::Language) -> Box<dyn Grammar> {
    let mut steps = steps(language, STEPS);
    // A line break does the same.
    steps.skip_word(language, ";");
    Box::new(Elixir { kinds: Kinds::new(language), fields: Fields::new(language), steps })
}

impl Rules for Elixir {
    type Visitor<'r> = File<'r>;

    fn steps(&self) -> &Steps<Role> {
        &self.steps
    }

    fn visitor<'r>(&'r self, _path: &str) -> File<'r> {
        File {
            rules: self,
            documentation: None,
            type_documentation: None,
            clause: None,
            taken: 0,
            types: 0..0,
            attribute: 0,
            declared: 0,
            aliases: HashMap::new(),
            whole_names: HashSet::new(),
            indented: Indented::default(),
        }
    }
}

/// The last clause of a function: others may follow it.
struct Clause {
    /// Of the definition.
    number: usize,
    /// The definition around it.
    parent: Option<usize>,
    word: &'static str,
    name: String,
    arity: usize,
}

struct File<'r> {
    rules: &'r Elixir,
    /// The string of the last `@doc`, until something is defined.
    documentation: Option<Range<usize>>,
    /// Likewise of `@typedoc`.
    type_documentation: Option<Range<usize>>,
    clause: Option<Clause>,
    /// Module names before this byte have been dealt with.
    taken: usize,
    /// The last attribute that holds types.
    types: Range<usize>,
    /// Where the name of the last attribute begins.
    attribute: usize,
    /// Where a name begins that is declared there, not called.
    declared: usize,
    /// Local names of modules to whole ones.
    aliases: HashMap<String, String>,
    /// Modules that are used by their whole name, each of which imports it.
    whole_names: HashSet<String>,
    /// The last text over several lines.
    indented: Indented,
}

impl Visitor for File<'_> {
    type Role = Role;
    const STYLE: Style = Style::Elixir;

    fn enter(&mut self, role: Role, node: Node<'_>, outline: &mut Outline<'_>) {
        match role {
            Role::Call => self.call(node, outline),
            Role::Unary => self.unary(node, outline),
            Role::Alias => self.module_name(node, outline),
            Role::Nameless => outline.open(node, None, Container::Function),
            Role::Quoted => self.quoted(node),
            Role::Text => self.indented.cut(node.byte_range(), outline),
            Role::Mark => {
                outline.tokens.open_block(node.start_byte(), node.end_byte());
                self.by_module_and_name(node, outline);
            }
            Role::Tuple => self.by_module_and_name(node, outline),
        }
    }
}

impl File<'_> {
    /// Three quotes open a text whose indentation is that of those which close it.
    fn quoted(&mut self, node: Node<'_>) {
        let fields = &self.rules.fields;
        if let (Some(start), Some(end)) = (fields.quoted_start.of(node), fields.quoted_end.of(node))
            && start.end_byte() - start.start_byte() == 3
        {
            self.indented = Indented::new(node.byte_range(), end.start_position().column);
        }
    }

    /// A call: of what defines, of what imports, or of any function.
    fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(target) = self.rules.fields.target.of(node) else { return };
        if !self.rules.kinds.identifier.is(target) {
            self.remote_call(node, target, outline);
            return;
        }
        let Some(word) = outline.name(Some(target)) else { return };
        match word {
            "def" | "defp" | "defmacro" | "defmacrop" | "defguard" | "defguardp" | "defdelegate" | "defn"
            | "defnp" => self.function(word, node, outline),
            "defmodule" => self.module(node, outline),
            "defprotocol" => self.protocol(node, outline),
            "defimpl" => self.implementation(node, outline),
            "defstruct" | "defexception" => self.structure(word, outline),
            "alias" | "import" | "require" | "use" => self.import(word, node, outline),
            _ => self.local_call(word, target, outline),
        }
    }

    /// The arguments of a call.
    fn arguments<'t>(&self, call: Node<'t>) -> Option<Node<'t>> {
        self.rules.kinds.arguments.child(call)
    }

    /// The first argument of a call.
    fn first<'t>(&self, call: Node<'t>) -> Option<Node<'t>> {
        self.arguments(call)?.named_child(0)
    }

    /// The value of a key among the last arguments of a call.
    fn option<'t>(&self, call: Node<'t>, name: &str, outline: &Outline<'_>) -> Option<Node<'t>> {
        const KEYS: usize = 32;
        let fields = &self.rules.fields;
        let keywords = self.rules.kinds.keywords.child(self.arguments(call)?)?;
        crate::vocabulary::named_children(keywords)
            .take(KEYS)
            .find(|pair| fields.key.of(*pair).is_some_and(|key| key_name(outline.text(key)) == name))
            .and_then(|pair| fields.value.of(pair))
    }
}

/// `only` of `only: `.
fn key_name(key: &str) -> &str {
    key.trim().trim_end_matches(':')
}
