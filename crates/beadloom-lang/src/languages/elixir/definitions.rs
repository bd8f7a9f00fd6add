//! Modules, protocols, implementations, functions with their clauses, macros, structs.

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::{Clause, File};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Words that define functions, and whether others may call them.
const FUNCTIONS: &[(&str, bool)] = &[
    ("def", true),
    ("defp", false),
    ("defmacro", true),
    ("defmacrop", false),
    ("defguard", true),
    ("defguardp", false),
    ("defdelegate", true),
    ("defn", true),
    ("defnp", false),
];

impl File<'_> {
    pub(super) fn module(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = self.first(node) else { return };
        let Some(path) = self.written_name(name, outline) else { return };
        self.taken = self.taken.max(name.end_byte());
        // `defmodule Inner` may be called `Inner` from there on.
        if let (Some(around), false) = (outline.enclosing_type(), path.contains('.')) {
            self.note_alias(path, format!("{around}.{path}"), outline);
        }
        self.define_module(path, SymbolKind::Module, "defmodule", node, outline);
    }

    pub(super) fn protocol(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = self.first(node) else { return };
        let Some(path) = self.written_name(name, outline) else { return };
        self.taken = self.taken.max(name.end_byte());
        self.define_module(path, SymbolKind::Interface, "defprotocol", node, outline);
    }

    /// `defimpl Size, for: Map` defines the module `Size.Map`.
    pub(super) fn implementation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(protocol) = self.first(node).filter(|of| self.rules.kinds.alias.is(*of)) else { return };
        let Some(path) = outline.name(Some(protocol)) else { return };
        let of = self.option(node, "for", outline);
        // Of several types the first names it.
        let of = of.and_then(|of| if self.rules.kinds.list.is(of) { of.named_child(0) } else { Some(of) });
        let name = match of.and_then(|of| self.written_name(of, outline)) {
            Some(of) => format!("{path}.{of}"),
            None => path.to_owned(),
        };
        self.taken = self.taken.max(protocol.end_byte());
        self.define_module(&name, SymbolKind::Module, "defimpl", node, outline);
        self.reference_module(ReferenceKind::Inherit, protocol, outline);
    }

    fn define_module(
        &mut self,
        path: &str,
        kind: SymbolKind,
        form: &'static str,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let (owner, name) = match path.rsplit_once('.') {
            Some((owner, name)) => (Some(owner.to_owned()), name),
            None => (None, path),
        };
        let mut definition = Definition::new(name, kind, form, node)
            .body(self.rules.kinds.do_block.child(node))
            .opens(Container::Type);
        definition.owner = owner;
        (self.documentation, self.type_documentation, self.clause) = (None, None, None);
        outline.define(definition);
    }

    /// A module's name as it is written; without `__MODULE__.`, which what is around says.
    fn written_name<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let name = outline.name(Some(node))?;
        if kinds.alias.is(node) {
            Some(name.trim_start_matches("Elixir."))
        } else if kinds.dot.is(node) {
            name.strip_prefix("__MODULE__.")
        } else {
            None
        }
    }

    /// A module that defines a struct is one.
    pub(super) fn structure(&mut self, word: &str, outline: &mut Outline<'_>) {
        let form = if word == "defstruct" { "defstruct" } else { "defexception" };
        let Some(number) = outline.enclosing_number() else { return };
        if let Some(draft) = outline.drafts.get_mut(number)
            && draft.definition.form == "defmodule"
        {
            draft.definition.kind = SymbolKind::Class;
            draft.definition.form = form;
        }
    }

    // Functions

    pub(super) fn function(&mut self, word: &str, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some((word, visible)) = FUNCTIONS.iter().find(|(known, _)| *known == word).copied() else {
            return;
        };
        let documentation = self.documentation.take();
        let outer = outline.decorated_from();
        let Some(head) = self.first(node) else { return };
        let Some((name_node, arity)) = self.head(head, outline) else { return };
        let Some(name) = outline.name(Some(name_node)) else { return };
        self.declared = name_node.start_byte();
        let parent = outline.enclosing_number();
        if let Some(clause) = &self.clause
            && (clause.parent, clause.word, clause.name.as_str(), clause.arity) == (parent, word, name, arity)
        {
            outline.continue_definition(clause.number, node);
            return;
        }
        let mut definition = Definition::new(name, SymbolKind::Function, word, node)
            .outer(outer.unwrap_or(usize::MAX))
            .visible(visible)
            .opens(Container::Function);
        definition.body = self.body_of(node, outline).unwrap_or(definition.end);
        definition.shown = definition.body;
        definition.docstring = documentation;
        self.clause = outline.define(definition).map(|number| Clause {
            number,
            parent,
            word,
            name: name.to_owned(),
            arity,
        });
    }

    /// Where the body begins: at `do`, or at the comma before `do:`.
    fn body_of(&self, node: Node<'_>, outline: &Outline<'_>) -> Option<usize> {
        let kinds = &self.rules.kinds;
        if let Some(block) = kinds.do_block.child(node) {
            return Some(block.start_byte());
        }
        let arguments = self.arguments(node)?;
        let keywords = kinds.keywords.child(arguments)?;
        if !outline.text(keywords).starts_with("do:") {
            return None;
        }
        keywords.prev_sibling().map(|comma| comma.start_byte())
    }

    /// The name and the number of parameters of a function's head: `get(id) when …`, `get`, `a + b`.
    fn head<'n>(&self, head: Node<'n>, outline: &Outline<'_>) -> Option<(Node<'n>, usize)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut head = head;
        if kinds.binary_operator.is(head) {
            let operator = fields.operator.of(head)?;
            if outline.text(operator) != "when" {
                return Some((operator, 2));
            }
            head = fields.left.of(head)?;
        }
        if kinds.binary_operator.is(head) {
            return Some((fields.operator.of(head)?, 2));
        }
        if kinds.unary_operator.is(head) {
            return Some((fields.operator.of(head)?, 1));
        }
        if kinds.identifier.is(head) {
            return Some((head, 0));
        }
        let target = fields.target.of(head).filter(|target| kinds.identifier.is(*target))?;
        if outline.text(target) == "unquote" {
            return None;
        }
        let arity = self.arguments(head).map_or(0, |arguments| {
            named_children(arguments).filter(|argument| !kinds.comment.is(*argument)).count()
        });
        Some((target, arity))
    }

    /// Something else begins: no further clause belongs to the function before.
    pub(super) fn end_clauses(&mut self) {
        self.clause = None;
    }
}
