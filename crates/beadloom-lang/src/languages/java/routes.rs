//! Spring's annotations as Java writes them.

use tree_sitter::Node;

use super::super::jvm::spring::{Mapping, Marker};
use super::File;
use crate::literals::unquote;
use crate::outline::Outline;
use crate::vocabulary::named_children;

/// Parts of one path that are added up.
const PARTS: usize = 16;

impl File<'_> {
    /// Notes a type whose methods may answer requests.
    pub(super) fn controller(
        &mut self,
        node: Node<'_>,
        form: &'static str,
        number: Option<usize>,
        outline: &mut Outline<'_>,
    ) {
        if self.spring.is_imported() {
            let annotations = self.mappings(node, outline);
            let bases = self.base_names(node, form, outline);
            self.spring.class(number, &annotations, &bases, outline);
        }
    }

    /// The routes of a method of `class`.
    pub(super) fn handler(
        &mut self,
        node: Node<'_>,
        class: Option<usize>,
        number: Option<usize>,
        name: &str,
        outline: &mut Outline<'_>,
    ) {
        if self.spring.is_imported() {
            let annotations = self.mappings(node, outline);
            if !annotations.is_empty() {
                self.spring.method(class, number, name, &annotations, outline);
            }
        }
    }

    /// Spring's annotations on a definition.
    fn mappings(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<(Marker, Mapping)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(modifiers) = kinds.modifiers.child(node) else { return Vec::new() };
        named_children(modifiers)
            .filter(|of| kinds.annotation.is(*of) || kinds.marker_annotation.is(*of))
            .filter_map(|annotation| {
                let marker = self.spring.marker(outline.name(fields.name.of(annotation))?)?;
                let mut mapping = Mapping::new(marker, outline.lines.line_of(annotation.start_byte()));
                for argument in fields.arguments.of(annotation).into_iter().flat_map(named_children) {
                    self.argument(argument, &mut mapping, outline);
                }
                Some((marker, mapping))
            })
            .collect()
    }

    fn argument(&self, argument: Node<'_>, mapping: &mut Mapping, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (key, value) = if kinds.element_value_pair.is(argument) {
            (fields.key.of(argument).map_or("", |key| outline.text(key)), fields.value.of(argument))
        } else if argument.is_extra() {
            return;
        } else {
            ("value", Some(argument))
        };
        let Some(value) = value else { return };
        let list = kinds.element_value_array_initializer.is(value);
        let values = list.then(|| named_children(value).filter(|of| !of.is_extra())).into_iter().flatten();
        for value in (!list).then_some(value).into_iter().chain(values) {
            match key {
                "value" | "path" => mapping.path(self.literal(value, outline)),
                "method" => mapping.method(outline.text(value)),
                _ => {}
            }
        }
    }

    /// A string that the file shows: a literal, a constant of the file, or a sum of those.
    fn literal(&self, value: Node<'_>, outline: &Outline<'_>) -> Option<String> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut parts = Vec::new();
        let mut rest = vec![value];
        while let Some(value) = rest.pop() {
            if kinds.binary_expression.is(value) && rest.len() < PARTS && parts.len() < PARTS {
                rest.push(fields.right.of(value)?);
                rest.push(fields.left.of(value)?);
            } else if kinds.parenthesized_expression.is(value) && parts.len() < PARTS {
                rest.push(value.named_child(0)?);
            } else if kinds.string_literal.is(value) {
                parts.push(unquote(outline.text(value))?.to_owned());
            } else if kinds.identifier.is(value) {
                parts.push(self.texts.get(outline.text(value))?.clone()?);
            } else {
                return None;
            }
        }
        Some(parts.concat())
    }

    /// A field that holds a string for good.
    pub(super) fn remember_text(&mut self, field: Node<'_>, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for declarator in named_children(field).filter(|child| kinds.variable_declarator.is(*child)) {
            let Some(name) = outline.name(fields.name.of(declarator)) else { continue };
            let text = fields.value.of(declarator).filter(|value| kinds.string_literal.is(*value));
            let text = text.and_then(|value| unquote(outline.text(value))).map(str::to_owned);
            self.texts
                .entry(name.to_owned())
                .and_modify(|known| *known = known.take().filter(|known| Some(known) == text.as_ref()))
                .or_insert(text);
        }
    }
}
