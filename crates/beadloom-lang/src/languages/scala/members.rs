//! Functions and values.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::{File, bare};
use crate::definition::Container;
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

impl File<'_> {
    pub(super) fn function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = outline.name(fields.name.of(node)).map(bare) else { return };
        let constructed = if name == "this" {
            outline.enclosing().map(|around| around.definition.name.clone())
        } else {
            None
        };
        let form = if constructed.is_some() { "constructor" } else { "def" };
        // In a type's body, or in an extension, with or without braces.
        let member = outline.container() == Some(Container::Type);
        outline.entry_point |= !outline.in_function() && self.is_main(node, name, outline);
        let kind = if member { SymbolKind::Method } else { SymbolKind::Function };
        let definition = self
            .definition(constructed.as_deref().unwrap_or(name), kind, form, node, outline)
            .body(fields.body.of(node))
            .opens(Container::Function);
        let number = outline.define(definition);
        let of = fields.return_type.of(node).and_then(|of| self.bound_type(of, outline));
        // A single letter is a type parameter.
        if let Some(of) = of.filter(|of| of.len() > 1) {
            outline.gives(number, of);
        }
    }

    /// `def main(args: Array[String])` of an object, `@main def`.
    fn is_main(&self, node: Node<'_>, name: &str, outline: &Outline<'_>) -> bool {
        let kinds = &self.rules.kinds;
        let in_object = outline.enclosing().is_some_and(|around| around.definition.form.ends_with("object"));
        let parameters = kinds.parameters.child(node);
        let takes_arguments =
            || parameters.is_some_and(|parameters| outline.text(parameters).contains("Array[String]"));
        (name == "main" && in_object && takes_arguments())
            || kinds.annotation.child(node).is_some_and(|of| outline.text(of) == "@main")
    }

    /// The parameters of a class that can be read of its values: all of a case class, and what says so.
    pub(super) fn fields_of_head(&self, class: Node<'_>, all: bool, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if outline.in_function() {
            return;
        }
        let lists = named_children(class).filter(|child| kinds.class_parameters.is(*child));
        let parameters =
            lists.enumerate().flat_map(|(at, list)| named_children(list).map(move |of| (at, of)));
        for (at, parameter) in parameters.filter(|(_, child)| kinds.class_parameter.is(*child)) {
            let form = match () {
                () if has_word(parameter, "var") => "var",
                // Further lists are for the constructor.
                () if all && at == 0 || has_word(parameter, "val") => "val",
                () => continue,
            };
            let Some(name) = outline.name(fields.name.of(parameter)).map(bare) else { continue };
            let definition = self.definition(name, SymbolKind::Constant, form, parameter, outline);
            if definition.visible {
                outline.define(definition.part());
            }
        }
    }

    /// `val` at the top of a file, in a package object or in an object is a constant. Others are parts of their
    /// type, and local variables.
    pub(super) fn values(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if outline.in_function() {
            self.local(node, outline);
            return;
        }
        let shared = match outline.container() {
            Some(Container::Type) => {
                outline.enclosing().is_some_and(|around| around.definition.form.ends_with("object"))
                    && outline.is_member()
            }
            _ => true,
        };
        let is_val = kinds.val_definition.is(node) || kinds.val_declaration.is(node);
        let is_constant = shared && kinds.val_definition.is(node);
        if !is_constant {
            let name = fields.pattern.of(node).or(fields.name.of(node)).filter(|of| kinds.identifier.is(*of));
            let Some(name) = outline.name(name).filter(|_| outline.is_member()).map(bare) else { return };
            let form = if is_val { "val" } else { "var" };
            let definition = self.definition(name, SymbolKind::Constant, form, node, outline);
            if definition.visible {
                outline.define(definition.value(fields.value.of(node)).part());
            }
            return;
        }
        let lazy = kinds.modifiers.child(node).is_some_and(|of| has_word(of, "lazy"));
        let form = if lazy { "lazy val" } else { "val" };
        let Some(pattern) = fields.pattern.of(node) else { return };
        let value = fields.value.of(node);
        if kinds.identifier.is(pattern) {
            let Some(name) = outline.name(Some(pattern)).map(bare) else { return };
            let definition = self
                .definition(name, SymbolKind::Constant, form, node, outline)
                .value(value)
                .opens(Container::Function);
            outline.define(definition);
        } else if kinds.identifiers.is(pattern) {
            for name in named_children(pattern).filter(|child| kinds.identifier.is(*child)) {
                let Some(name) = outline.name(Some(name)).map(bare) else { continue };
                let definition =
                    self.definition(name, SymbolKind::Constant, form, node, outline).value(value);
                outline.define(definition);
            }
        }
    }
}
