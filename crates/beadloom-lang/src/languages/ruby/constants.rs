//! Constants, and classes that calls make: `LIMIT = 1`, `Entry = Struct.new(:amount)`.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use super::names::split_path;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::named_children;

impl File<'_> {
    /// A constant, or a class that a call makes.
    pub(super) fn constant_assignment(&mut self, node: Node<'_>, left: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if kinds.constant.is(left) {
            self.name_here(left);
        } else {
            self.take(left);
        }
        if outline.container() == Some(Container::Function) {
            return;
        }
        let Some(path) = outline.name(Some(left)) else { return };
        let (owner, name) = split_path(path);
        let right = fields.right.of(node);
        let made = right.and_then(|right| Some((right, self.record_form(right, outline)?)));
        let (kind, form) = match made {
            Some((_, "module")) => (SymbolKind::Module, "module"),
            Some((_, form)) => (SymbolKind::Class, form),
            None => (SymbolKind::Constant, "constant"),
        };
        let mut definition = Definition::new(name, kind, form, node);
        definition.end = self.end_with_heredoc(node, right);
        definition.owner = owner;
        let block = made.and_then(|(call, _)| fields.block.of(call));
        definition = match block {
            Some(block) => definition.body(Some(block)).opens(Container::Type),
            None => definition.value(right),
        };
        let owner = block.is_none().then_some(path);
        self.record(name, definition, false, outline);
        if let Some(block) = block {
            self.see_through = Some(block.id());
        }
        if let Some((call, _)) = made {
            self.record_members(call, owner, outline);
        }
    }

    /// `Struct.new(:amount, :currency)` defines a method for each of its members. `owner`: the class, where what is
    /// defined now would not belong to it by itself.
    pub(super) fn record_members(&mut self, call: Node<'_>, owner: Option<&str>, outline: &mut Outline<'_>) {
        if !matches!(self.record_form(call, outline), Some("struct" | "data")) {
            return;
        }
        let Some(arguments) = self.rules.fields.arguments.of(call) else { return };
        for argument in
            named_children(arguments).filter(|argument| self.rules.kinds.simple_symbol.is(*argument))
        {
            let Some(name) = self.literal(argument, outline) else { continue };
            let mut definition = Definition::new(name, SymbolKind::Method, "member", argument);
            definition.lead = "member ";
            definition.owner = owner.map(|owner| owner.trim_start_matches("::").replace("::", "."));
            outline.define(definition);
        }
    }

    /// `A, B = 1, 2`
    pub(super) fn constant_targets(&mut self, node: Node<'_>, list: Node<'_>, outline: &mut Outline<'_>) {
        if outline.container() == Some(Container::Function) {
            return;
        }
        let right = self.rules.fields.right.of(node);
        for target in named_children(list).filter(|target| self.rules.kinds.constant.is(*target)) {
            let Some(name) = outline.name(Some(target)) else { continue };
            let definition = Definition::new(name, SymbolKind::Constant, "constant", node).value(right);
            self.record(name, definition, false, outline);
        }
        self.take(list);
    }

    /// What a call makes: `Struct.new(:a)`, `Data.define(:a)`, `Class.new(Base)`, `Module.new`.
    pub(super) fn record_form(&self, call: Node<'_>, outline: &Outline<'_>) -> Option<&'static str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let receiver = fields.receiver.of(call).filter(|_| kinds.call.is(call))?;
        if !kinds.constant.is(receiver) {
            return None;
        }
        match (outline.text(receiver), outline.name(fields.method.of(call))?) {
            ("Struct", "new") => Some("struct"),
            ("Data", "define") => Some("data"),
            ("Class", "new") => Some("class"),
            ("Module", "new") => Some("module"),
            _ => None,
        }
    }

    /// The text of a heredoc stands behind the statement that begins it.
    fn end_with_heredoc(&self, node: Node<'_>, value: Option<Node<'_>>) -> usize {
        const CALLS: usize = 4;
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut value = value;
        for _ in 0..CALLS {
            let Some(of) = value else { break };
            if kinds.heredoc_beginning.is(of) {
                let body = node.next_named_sibling().filter(|next| kinds.heredoc_body.is(*next));
                return body.map_or(node.end_byte(), |body| body.end_byte());
            }
            value = fields.receiver.of(of);
        }
        node.end_byte()
    }
}
