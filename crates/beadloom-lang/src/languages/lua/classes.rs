//! Tables that are classes: objects look their methods up in them, and they in others.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Functions that make classes: `class("Dog", Animal)`, `Animal:extend()`.
const CLASS_MAKERS: &[&str] = &["class", "Class", "extend", "extends", "subclass"];

impl File<'_> {
    /// The base, if any, of the class that a call makes.
    pub(super) fn class_made_by<'n>(
        &self,
        call: Node<'n>,
        outline: &Outline<'_>,
    ) -> Option<Option<Node<'n>>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let function = fields.name.of(call).filter(|_| kinds.function_call.is(call))?;
        let arguments = || fields.arguments.of(call).into_iter().flat_map(named_children).take(4);
        let is_name = |node: &Node<'_>| kinds.identifier.is(*node) || kinds.dot_index_expression.is(*node);
        if kinds.identifier.is(function) {
            return match outline.text(function) {
                // `setmetatable({}, { __index = Animal })`
                "setmetatable" => self.index_of(arguments().nth(1)?, outline).map(Some),
                name if CLASS_MAKERS.contains(&name) => Some(arguments().find(is_name)),
                _ => None,
            };
        }
        let member = fields.method.of(function).or(fields.field.of(function))?;
        CLASS_MAKERS.contains(&outline.text(member)).then(|| fields.table.of(function).filter(is_name))
    }

    /// What `{ __index = Animal }` looks names up in.
    fn index_of<'n>(&self, table: Node<'n>, outline: &Outline<'_>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let index = kinds.table_constructor.is(table).then(|| table.named_child(0)).flatten()?;
        let base =
            fields.value.of(index).filter(|_| outline.name(fields.name.of(index)) == Some("__index"))?;
        kinds.identifier.is(base).then_some(base)
    }

    /// `setmetatable(Dog, { __index = Animal })` as a statement.
    pub(super) fn note_metatable(&mut self, call: Node<'_>, outline: &mut Outline<'_>) {
        if outline.container().is_some() {
            return;
        }
        let Some(arguments) = self.rules.fields.arguments.of(call) else { return };
        let (Some(table), Some(of)) = (arguments.named_child(0), arguments.named_child(1)) else { return };
        let Some(name) = outline.name(Some(table)).filter(|name| self.tables.contains_key(*name)) else {
            return;
        };
        if let Some(base) = self.index_of(of, outline) {
            self.note_class(name, outline);
            self.inherit(name, base, call, outline);
        }
    }

    /// Objects of the table `name` also have what `base` has; `within`: the statement that says so.
    pub(super) fn inherit(
        &mut self,
        name: &str,
        base: Node<'_>,
        within: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        if outline.name(Some(base)) == Some(name) {
            return;
        }
        outline.open(within, Some(name), Container::Type);
        let fields = &self.rules.fields;
        let (last, before) = match (fields.field.of(base), fields.table.of(base)) {
            (Some(last), Some(table)) => (last, Before::Path(outline.text(table))),
            _ => (base, Before::Nothing),
        };
        outline.inherits(outline.text(last), before, base.start_byte());
    }

    /// A table that objects look their methods up in.
    pub(super) fn note_class(&mut self, name: &str, outline: &mut Outline<'_>) {
        self.settle(name, outline);
        let number = self.tables.get(name).and_then(|table| table.number);
        if let Some(draft) = number.and_then(|number| outline.drafts.get_mut(number)) {
            draft.definition.kind = SymbolKind::Class;
        }
    }
}
