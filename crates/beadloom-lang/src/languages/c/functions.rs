//! Functions and methods, defined and declared.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::declarators::is_macro;
use super::names::{Declared, NameRole};
use super::{Family, File};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Functions that a program begins with.
const ENTRIES: &[&str] = &["main", "wmain", "WinMain", "wWinMain"];

/// Words that parameters may seem to follow where a file does not parse.
pub(super) const STATEMENTS: &[&str] = &["if", "for", "while", "switch", "catch", "return", "sizeof", "else"];

impl File<'_> {
    /// A function with its body.
    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let start = self.start_of(node, outline);
        let declarator = fields.declarator.of(node);
        let declared = declarator.and_then(|of| self.rules.declared(of, outline)).filter(|of| of.function);
        // `list_foreach(a, b) { … }` in a function reads like one, and so do statements among errors.
        let nested = outline.in_function() && !in_class(outline);
        let declared = declared.filter(|of| !nested && !STATEMENTS.contains(&of.name.as_ref()));
        let block = fields.body.of(node).map_or(usize::MAX, |body| body.start_byte());
        (self.body, self.called_block) = if nested { (usize::MAX, block) } else { (block, usize::MAX) };
        let Some(declared) = declared else {
            outline.open(node, None, Container::Function);
            return;
        };
        if self.is_call_of_macro(node, &declared) {
            self.made_by_macro(node, declarator, start, outline);
            self.lost_calls(node, fields.body.of(node), outline);
            return;
        }
        // What initializes members is no part of the signature.
        let body = kinds
            .field_initializer_list
            .child(node)
            .or_else(|| fields.body.of(node))
            .or_else(|| kinds.try_statement.child(node));
        let entry = ENTRIES.contains(&declared.name.as_ref());
        outline.entry_point |= entry && declared.owner.is_none() && !in_class(outline);
        let mut definition =
            self.described(node, declared, false, outline).body(body).opens(Container::Function);
        definition = definition.outer(start);
        definition.start = definition.outer;
        let number = outline.define(definition);
        self.note_result(node, number, outline);
        self.lost_calls(node, fields.body.of(node), outline);
    }

    /// What is made by calling the function.
    fn note_result(&self, node: Node<'_>, number: Option<usize>, outline: &mut Outline<'_>) {
        let of = self.rules.fields.r#type.of(node);
        if let Some(path) = of.and_then(|of| self.rules.type_path(of, outline)) {
            outline.gives(number, path);
        }
    }

    /// A function without a body, `alone` in its declaration. Only headers and classes have a use for it: elsewhere it announces what the same
    /// file defines, or what a header should declare.
    pub(super) fn prototype(
        &mut self,
        node: Node<'_>,
        start: usize,
        declared: Declared<'_, '_>,
        alone: bool,
        outline: &mut Outline<'_>,
    ) {
        let befriended = node.start_byte() < self.friend;
        let member = in_class(outline);
        if befriended
            || outline.in_function()
            || (!self.rules.header && !member)
            || (member && !self.rules.cpp)
        {
            return;
        }
        // `DISALLOW_COPY(Ledger);` looks like a constructor of another class.
        if self.rules.fields.r#type.of(node).is_none()
            && declared.role == NameRole::Plain
            && !self.is_constructor(&declared)
        {
            return;
        }
        let mut definition = self.described(node, declared, true, outline).outer(start);
        definition.start = definition.outer;
        // Types of parameters are used by the function, not by what is around it.
        definition.opens = alone.then_some(Container::Function);
        let number = outline.define(definition);
        self.note_result(node, number, outline);
    }

    /// The definition, but for where it begins and what is in it.
    fn described(
        &self,
        node: Node<'_>,
        declared: Declared<'_, '_>,
        prototype: bool,
        outline: &Outline<'_>,
    ) -> Definition {
        let befriended = node.start_byte() < self.friend;
        let member = in_class(outline) && !befriended;
        let method = member
            || declared.owner.as_ref().is_some_and(|owner| {
                // `void shop::add()` outside of its namespace is no method.
                !self.namespaces.contains(owner.as_str())
            });
        let form = if prototype {
            let pure = self.rules.fields.default_value.of(node).is_some();
            if pure { "pure virtual" } else { "prototype" }
        } else if befriended {
            "friend"
        } else {
            match declared.role {
                NameRole::Destructor => "destructor",
                NameRole::Operator | NameRole::Conversion => "operator",
                NameRole::Plain if self.is_constructor(&declared) => "constructor",
                NameRole::Plain if method => "method",
                NameRole::Plain => "function",
            }
        };
        let kind = if method { SymbolKind::Method } else { SymbolKind::Function };
        let hidden = !member && !self.rules.header && self.rules.is_static(node, outline);
        let mut definition = Definition::new(declared.name, kind, form, node)
            .visible(!hidden && self.is_reachable(node.start_byte()));
        definition.owner = declared.owner;
        definition
    }

    /// Whether a function is called like the class that it belongs to.
    fn is_constructor(&self, declared: &Declared<'_, '_>) -> bool {
        let class = match &declared.owner {
            Some(owner) => owner.rsplit('.').next(),
            None => self.class_around(declared.node.start_byte()),
        };
        declared.role == NameRole::Plain && class == Some(declared.name.as_ref())
    }

    /// `TEST(Ledger, Posts) { … }`: a function whose name a macro makes.
    fn is_call_of_macro(&self, node: Node<'_>, declared: &Declared<'_, '_>) -> bool {
        self.rules.fields.r#type.of(node).is_none()
            && declared.role == NameRole::Plain
            && declared.owner.is_none()
            && is_macro(&declared.name)
            && !self.is_constructor(declared)
    }

    /// The function is called by the macro's arguments where those are names: `Ledger.Posts`.
    fn made_by_macro(
        &mut self,
        node: Node<'_>,
        declarator: Option<Node<'_>>,
        start: usize,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let parameters = declarator.and_then(|of| fields.parameters.of(of));
        let arguments: Vec<Node<'_>> =
            parameters.into_iter().flat_map(named_children).filter(|of| !of.is_extra()).take(4).collect();
        let name = |at: usize| {
            let parameter = arguments.get(at).filter(|of| kinds.parameter_declaration.is(**of))?;
            let of = fields.r#type.of(*parameter)?;
            (kinds.type_identifier.is(of) && of.byte_range() == parameter.byte_range()).then_some(of)
        };
        let (owner, last) = match arguments.len() {
            1 => (None, name(0)),
            2 => (name(0), name(1)),
            _ => (None, None),
        };
        let Some(last) = last.filter(|_| arguments.len() == 1 || owner.is_some()) else {
            outline.open(node, None, Container::Function);
            return;
        };
        self.not_a_use(last);
        let mut definition = Definition::new(outline.text(last), SymbolKind::Function, "macro call", node)
            .body(fields.body.of(node))
            .outer(start)
            .visible(self.rules.header && self.is_reachable(node.start_byte()))
            .opens(Container::Function);
        definition.start = definition.outer;
        definition.owner = owner.map(|owner| outline.text(owner).to_owned());
        outline.define(definition);
    }
}

impl Family {
    /// Whether a declaration says `static`.
    pub(super) fn is_static(&self, node: Node<'_>, outline: &Outline<'_>) -> bool {
        self.says(node, "static", outline)
    }

    /// Whether one of the first words of a declaration is this one.
    pub(super) fn says(&self, node: Node<'_>, word: &str, outline: &Outline<'_>) -> bool {
        named_children(node)
            .take(8)
            .filter(|child| {
                self.kinds.storage_class_specifier.is(*child) || self.kinds.type_qualifier.is(*child)
            })
            .any(|child| outline.text(child) == word)
    }
}

/// Whether the definition that comes is directly in a class.
pub(super) fn in_class(outline: &Outline<'_>) -> bool {
    outline.container() == Some(Container::Type)
}
